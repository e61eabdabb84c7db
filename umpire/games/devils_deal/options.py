"""The options of a match, as the header gives them, checked."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import Field

from umpire.games.base import JsonObject
from umpire.games.devils_deal.state import Limits
from umpire.games.options import Options, help_of, read_model, schema_of

_DEFAULT: Final = Limits()


class _Given(Options):
    simple_seconds: Annotated[float, Field(gt=0)] = Field(
        default=_DEFAULT.simple,
        description="A number above 0: the time for simple decisions (who starts, whether to "
        f"refill, what to take, a bet), by default {_DEFAULT.simple:g}.",
    )
    complicated_seconds: Annotated[float, Field(gt=0)] = Field(
        default=_DEFAULT.complicated,
        description="A number above 0: the time for a division and for the choice of private "
        f"cards, by default {_DEFAULT.complicated:g}.",
    )
    break_seconds: Annotated[float, Field(ge=0)] = Field(
        default=_DEFAULT.pause,
        description="A number of at least 0: the break after each round, "
        f"by default {_DEFAULT.pause:g}; with 0 there is none.",
    )


HELP: Final = help_of(_Given)


def read_options(given: Mapping[str, Any]) -> Limits:
    """Check the options of a header. Raises BadOption naming the field."""
    read = read_model(_Given, given)
    return Limits(read.simple_seconds, read.complicated_seconds, read.break_seconds)


def schema() -> JsonObject:
    """Return the JSON schema of the options."""
    return schema_of(_Given)
