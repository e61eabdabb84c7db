"""The options of a match, as the header gives them."""

from typing import Annotated, Final

from pydantic import Field

from umpire.games.options import Options

_SIMPLE: Final = 20.0
_COMPLICATED: Final = 90.0
_BREAK: Final = 20.0


class Limits(Options):
    """The time limit of simple and of complicated decisions and of the break, in seconds."""

    simple_seconds: Annotated[float, Field(gt=0)] = Field(
        default=_SIMPLE,
        description="A number above 0: the time for simple decisions (who starts, whether to "
        f"refill, what to take, a bet), by default {_SIMPLE:g}.",
    )
    complicated_seconds: Annotated[float, Field(gt=0)] = Field(
        default=_COMPLICATED,
        description="A number above 0: the time for a division and for the choice of private "
        f"cards, by default {_COMPLICATED:g}.",
    )
    break_seconds: Annotated[float, Field(ge=0)] = Field(
        default=_BREAK,
        description="A number of at least 0: the break after each round, "
        f"by default {_BREAK:g}; with 0 there is none.",
    )
