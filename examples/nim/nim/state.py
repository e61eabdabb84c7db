"""A match of Nim at one moment."""

from dataclasses import dataclass

from nim.options import NimOptions
from umpire.games.base import Outcome
from umpire.games.two_players import Side
from umpire.games.values import Value


@dataclass(frozen=True, slots=True)
class State(Value):
    """The heaps, and whose turn it is."""

    players: tuple[str, str]
    options: NimOptions
    heaps: tuple[int, ...]
    turn: int = 1
    last: str = ""
    """The last move, in words."""
    outcome: Outcome | None = None

    @property
    def mover(self) -> Side:
        """Whose turn it is: the first player's in odd turns."""
        return 0 if self.turn % 2 else 1
