"""What is asked of whom in a state: at most one decision at a time, all of them public."""

from typing import Final

from umpire.games.base import CHANCE, Decision
from umpire.games.denizens_of_tartarus.components import BANNERS, LETTERS, MODULES
from umpire.games.denizens_of_tartarus.rules.turn import open_now, plays
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.legacy import Kind
from umpire.games.notation import listed

KINDS: Final = (
    Kind(
        "seats",
        "the decider, if the options name one: who is Player 1, and who is shown on the left",
        "first or second (p1, p2, 1, 2), perhaps with left or right; left without a side means "
        "that Player 1 is on the left",
        ("first", "second left", "right, p1"),
        "seats_seconds; then the players sit in the header's order",
    ),
    Kind(
        "ban",
        "Player 2, Player 1 and Player 2 again: a starting configuration that is not played",
        "A, B, C or D, perhaps after the word ban",
        ("C", "ban c"),
        "ban_seconds; then the first letter left is banned",
    ),
    Kind(
        "declare",
        "Player 2: a module that is closed to Player 1 in turn 1",
        "MODULE, perhaps after block or declare; none or pass",
        ("set", "block Sh", "none"),
        "declare_seconds; then none",
    ),
    Kind(
        "turn",
        "the player whose turn it is: a card on an open module, how to draw, perhaps a spirit",
        "CARD MODULE, then the order of the piles (Shuffle alone: BTM), draw top or draw module "
        "with what the module asks for, block MODULE or mulligan CARD; attuned before or after a "
        "spirit. play, on and to may be left out; cards and modules may be shortened",
        (
            "Y5 set",
            "P3 matching draw module 2",
            "B5 shuffle BTM",
            "R2 balance; block pair",
            "R2 order draw module; attuned mulligan G4 B1",
        ),
        "turn_seconds; then the bank runs, and with that used up the match is lost",
    ),
)
"""The kinds of decisions that players answer, for umpires."""


def pending(state: State) -> tuple[Decision, ...]:
    """Return the decision that is owed, none when the match is over."""
    limits = state.terms.limits
    match state.phase:
        case "seats":
            decider = state.terms.decider
            assert decider is not None, "seats are only asked of a decider"
            return (Decision("seats", decider, "seats", limits.seats),)
        case "deal":
            return (Decision(f"deal {LETTERS[len(state.configurations)]}", CHANCE, "deal"),)
        case "ban":
            banner = state.seats[BANNERS[len(state.bans)]]
            return (Decision(f"ban {len(state.bans) + 1}", banner, "ban", limits.ban),)
        case "declare":
            return (Decision("declare", state.seats[1], "declare", limits.declare),)
        case "turn":
            mover = state.seats[state.mover]
            return (Decision(f"turn {state.turn}", mover, "turn", limits.turn, reserve=True),)
        case "over":
            return ()


def ask(state: State) -> str:
    """Ask for the decision that is owed, in one sentence with an example."""
    match state.phase:
        case "seats":
            return (
                "Be Player 1 or Player 2 (first or second), shown left or right, e.g. second left."
            )
        case "deal":
            return (
                f"Deal configuration {LETTERS[len(state.configurations)]}: two hands and the deck, "
                "e.g. R1 Y2 G3 | B1 P2 R3 | and the other 19 cards."
            )
        case "ban":
            left = [letter for letter in LETTERS if letter not in state.bans]
            return f"Ban one of the configurations {listed(left, 'or')}, e.g. ban {left[0]}."
        case "declare":
            return (
                f"Name a module that {state.seats[0]} may not use in turn 1, or none, "
                f"e.g. block {MODULES[3]}."
            )
        case "turn":
            card, module = next(plays(state))
            hand = listed(map(str, state.hands[state.mover]), "or")
            return f"Play {hand} on {listed(open_now(state), 'or')}, e.g. {card} {module}."
        case "over":
            raise ValueError("nothing is asked once the match is over")
