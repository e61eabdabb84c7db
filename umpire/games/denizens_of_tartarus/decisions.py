"""What is asked of whom in a state: at most one decision at a time, all of them public."""

from umpire.games.base import CHANCE, Decision
from umpire.games.denizens_of_tartarus.components import BANNERS, LETTERS, MODULES
from umpire.games.denizens_of_tartarus.rules.turn import open_now, plays
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import listed


def pending(state: State) -> tuple[Decision, ...]:
    """Give the decision that is owed, none when the match is over."""
    match state.phase:
        case "seats":
            return (_seats(state),)
        case "deal":
            return (_deal(state),)
        case "ban":
            return (_ban(state),)
        case "declare":
            return (_declare(state),)
        case "turn":
            return (_turn(state),)
        case "over":
            return ()


def _seats(state: State) -> Decision:
    decider = state.terms.decider
    assert decider is not None, "seats are only asked of a decider"
    return Decision(
        id="seats",
        by=decider,
        kind="seats",
        ask="Be Player 1 or Player 2 (first or second), shown left or right, e.g. second left.",
        limit=state.terms.limits.seats,
    )


def _deal(state: State) -> Decision:
    letter = LETTERS[len(state.configurations)]
    return Decision(
        id=f"deal {letter}",
        by=CHANCE,
        kind="deal",
        ask=f"Deal configuration {letter}: two hands and the deck, "
        "e.g. R1 Y2 G3 | B1 P2 R3 | and the other 19 cards.",
    )


def _ban(state: State) -> Decision:
    left = [letter for letter in LETTERS if letter not in state.bans]
    return Decision(
        id=f"ban {len(state.bans) + 1}",
        by=state.seats[BANNERS[len(state.bans)]],
        kind="ban",
        ask=f"Ban one of the configurations {listed(left, 'or')}, e.g. ban {left[0]}.",
        limit=state.terms.limits.ban,
    )


def _declare(state: State) -> Decision:
    first, second = state.seats
    return Decision(
        id="declare",
        by=second,
        kind="declare",
        ask=f"Name a module that {first} may not use in turn 1, or none, e.g. block {MODULES[3]}.",
        limit=state.terms.limits.declare,
    )


def _turn(state: State) -> Decision:
    side = state.mover
    card, module = next(plays(state))
    return Decision(
        id=f"turn {state.turn}",
        by=state.seats[side],
        kind="turn",
        ask=f"Play {listed(map(str, state.hands[side]), 'or')} on "
        f"{listed(open_now(state), 'or')}, e.g. {card} {module}.",
        limit=state.terms.limits.turn,
        reserve=True,
    )
