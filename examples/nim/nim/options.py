"""The options of a match."""

from typing import Annotated

from pydantic import Field

from umpire.games.options import Open, Options

Heap = Annotated[int, Field(ge=1, le=20)]


class NimOptions(Options):
    """What the header may say."""

    heaps: Open[Annotated[list[Heap], Field(min_length=1, max_length=6)]] = Field(
        default=[3, 4, 5],
        description="A list of 1 to 6 heaps, each of 1 to 20 stones, by default 3, 4 and 5.",
    )
    seconds: Open[Annotated[float, Field(gt=0)]] = Field(
        default=60, description="A number above 0: the time for a move, by default 60."
    )
