"""Nim, as the match contract sees it."""

from nim.options import NimOptions
from nim.rules.take import TAKING
from nim.screen import screen
from nim.state import State
from umpire.games.base import Game, Screen, Situation


class Nim(Game[NimOptions, State]):
    """Two players, a few heaps of stones; who takes the last stone wins."""

    id = "nim"
    title = "Nim"
    summary = "Two players take stones in turn, any number from one heap; the last stone wins."
    seats = range(2, 3)
    options = NimOptions
    kinds = (TAKING,)

    def initial_state(self, players: tuple[str, ...], options: NimOptions) -> State:
        """Lay out the heaps."""
        first, second = players
        return State((first, second), options, tuple(options.heaps))

    def screen(self, view: State, match: Situation, viewer: str | None) -> Screen:
        """Lay the heaps out."""
        return screen(view)
