"""The heaps as blocks of cells; the template in `sheets/` gives each name its place."""

from nim.state import State
from umpire.games.base import Screen
from umpire.games.blocks import column, one

_HEAPS = 6


def screen(state: State) -> Screen:
    """Return the blocks of the board."""
    return {
        "turn": one(f"Turn {state.turn}"),
        "stones": column(("●" * stones for stones in state.heaps), _HEAPS),
        "counts": column(map(str, state.heaps), _HEAPS),
        "last": one(state.last),
    }
