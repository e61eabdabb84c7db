"""The heaps as blocks of cells; the template in `sheets/` gives each name its place."""

from umpire.games.base import JsonObject, Screen
from umpire.games.blocks import column, one

_HEAPS = 6


def screen(view: JsonObject) -> Screen:
    """Return the blocks of the board."""
    state = view["state"]
    return {
        "turn": one(f"Turn {state['turn']}"),
        "stones": column(("●" * stones for stones in state["heaps"]), _HEAPS),
        "counts": column((str(stones) for stones in state["heaps"]), _HEAPS),
        "last": one(state["last"]),
    }
