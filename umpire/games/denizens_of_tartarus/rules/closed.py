"""Which modules are closed to whom."""

from umpire.games.denizens_of_tartarus.components import MODULES, ModuleName
from umpire.games.denizens_of_tartarus.rules.modules import Table
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.two_players import opponent

_BOTH_RECENT = 5
_OWN_RECENT = 3
"""From how many remaining modules on both players' most recent ones are closed, or one's own."""


def closed(
    modules: Table, own: ModuleName | None, other: ModuleName | None, blocked: ModuleName | None
) -> tuple[ModuleName, ...]:
    """Return what is closed to a player, in the order of the modules.

    `own` and `other` are the most recent modules of the player and of the opponent, won or not
    (ruling 11), `blocked` is what the opponent named for this turn.
    """
    won = [name for name in MODULES if modules[name].won is not None]
    left = len(MODULES) - len(won)
    # Ruling 11: with 2 or fewer remaining neither counts.
    shut = (
        *won,
        blocked,
        own if left >= _OWN_RECENT else None,
        other if left >= _BOTH_RECENT else None,
    )
    return tuple([name for name in MODULES if name in shut])


def closed_now(state: State) -> tuple[ModuleName, ...]:
    """Return what is closed to the player to move; nothing if no turn is pending."""
    if state.phase != "turn":
        return ()
    side = state.mover
    return closed(state.modules, state.recent[side], state.recent[opponent(side)], state.blocked)


def is_closed_now(state: State, name: ModuleName) -> bool:
    """Return whether a module is closed to the player to move, whose turn must be pending."""
    if state.modules[name].won is None and name != state.blocked and name not in state.recent:
        return False
    return name in closed_now(state)


def why_closed(state: State, name: ModuleName) -> str:
    """Tell the player to move why a module is closed, as the end of a sentence."""
    won = state.modules[name].won
    other = state.seats[opponent(state.mover)]
    if won is not None:
        return f"{state.seats[won]} has won it"
    if name == state.blocked:
        return f"{other} has closed it for this turn"
    if name == state.recent[state.mover]:
        return "it is your most recent module"
    return f"it is {other}'s most recent module"
