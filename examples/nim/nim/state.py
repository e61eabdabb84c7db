"""A match of Nim at one moment, and the options that it is begun with."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from umpire.games.base import Outcome
from umpire.games.options import Open, Options
from umpire.games.two_players import Side
from umpire.games.values import Value

Heap = Annotated[int, Field(ge=1, le=20)]
Heaps = Annotated[list[Heap], Field(min_length=1, max_length=6)]


class NimOptions(Options):
    """What the header may say."""

    heaps: Open[Heaps] = Field([3, 4, 5], description="1 to 6 heaps of 1 to 20 stones (3, 4, 5).")
    seconds: Open[Annotated[float, Field(gt=0)]] = Field(60, description="A move's time (60).")


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

    @property
    def left(self) -> dict[int, int]:
        """The stones of each heap that has any, by its number."""
        return {number: stones for number, stones in enumerate(self.heaps, 1) if stones}
