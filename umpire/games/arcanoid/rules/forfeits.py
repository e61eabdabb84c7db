"""What the umpire's `forfeit` does to a round and a match (5.7)."""

from umpire.games.arcanoid.rules.drawing import draw_to_justice
from umpire.games.arcanoid.rules.laying import abdicate
from umpire.games.arcanoid.rules.refill import ask_next
from umpire.games.arcanoid.rules.rounds import begin_round
from umpire.games.arcanoid.rules.steal import ask_others
from umpire.games.arcanoid.state import (
    State,
    discarded,
    do_first,
    step_to,
    tell,
    with_effects,
    with_supply,
)
from umpire.games.base import Outcome, Step


def forfeit(state: State, player: str) -> Step[State]:
    """Play on without a player; with one left the match is over. Nothing changes for who is out."""
    return Step(state) if player in state.course.out else step_to(_without(state, player))


def _without(state: State, player: str) -> State:
    course = state.course.changed(out=(*state.course.out, player))
    state = tell(state.changed(course=course), f"{player} is out of the match.")
    if len(state.playing) == 1:
        # Nothing is abdicated or discarded: what was under way stays as it was.
        won = Outcome(state.playing[0], "forfeit")
        state = tell(state, f"{won.winner} wins the match.")
        return state.changed(outcome=won, turn=None, asked=None)
    if state.asked is not None and state.asked.kind == "deal":
        return begin_round(state.changed(asked=None), state.course.round)
    gone = _actors(state, player)
    state = _without_attempt(state, gone)
    for actor in gone:
        for field in state.seats[actor].free:
            state = abdicate(state, actor, field)
    return _skip(state, player, gone)


def _actors(state: State, player: str) -> list[str]:
    """Return the player and the active daemon that is theirs."""
    daemon = state.effects.daemon
    mine = daemon is not None and state.seats[daemon].master == player
    return [player, *([daemon] if mine and daemon is not None else [])]


def _without_attempt(state: State, gone: list[str]) -> State:
    """Discard an attempted commitment of theirs (ruling 48), and whoever is asked about it."""
    attempt = state.attempt
    if attempt is None or attempt.by not in gone:
        return state
    state = discarded(state.changed(attempt=None, asked=None), attempt.laid.cards)
    return do_first(state, (draw_to_justice, ()))


def _skip(state: State, player: str, gone: list[str]) -> State:
    """Go on without what they owed; a move of theirs ends with completing Justice only."""
    asked = state.asked
    if state.effects.wheel is not None and state.effects.wheel.actor in gone:
        state = with_effects(state, wheel=None)
    if state.supply.poll is not None:
        others = tuple([other for other in state.supply.poll.asked if other != player])
        state = with_supply(state, poll=state.supply.poll._replace(asked=others))
    if asked is None or not any(actor in gone for actor in asked.actors):
        return state
    state = state.changed(asked=None)
    match asked.kind:
        case "move" | "call" | "wheel":
            # Ruling 50: a Wheel, Moon or Sun of theirs is over at once.
            return do_first(with_effects(state, calls=None), (draw_to_justice, ()))
        case "steal":
            return ask_others(state, asked, gone)
        case "refill":
            return ask_next(state)
    return state
