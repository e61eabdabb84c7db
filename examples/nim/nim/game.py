"""Nim: how a match begins, and what its board shows."""

from nim.state import NimOptions, State
from nim.take import Taking
from umpire.games.base import Game, Screen, Situation
from umpire.games.blocks import cell, column


class Nim(Game[NimOptions, State]):
    """Two players, a few heaps of stones; who takes the last stone wins."""

    id = "nim"
    title = "Nim"
    summary = "Two players take stones in turn, any number from one heap; the last stone wins."
    seats = range(2, 3)
    options = NimOptions
    kinds = (Taking(),)

    def initial_state(self, players: tuple[str, ...], options: NimOptions) -> State:
        first, second = players
        return State((first, second), options, tuple(options.heaps))

    def screen(self, view: State, match: Situation, viewer: str | None) -> Screen:
        """Return the blocks of the board; the template in `sheets/` gives each name its place."""
        return {
            "turn": cell(f"Turn {view.turn}"),
            "stones": column(("●" * stones for stones in view.heaps), 6),
            "counts": column(map(str, view.heaps), 6),
            "last": cell(view.last),
        }
