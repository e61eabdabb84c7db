"""The options of a match, as the header gives them, checked."""

from typing import Annotated, Any, Final

from pydantic import Field, field_validator

from umpire.games.arcanoid.state import DAEMON, DEFAULT, OF_JUSTICE, USA, VARIANTS, WITH_USA, Terms
from umpire.games.base import BadOption
from umpire.games.options import Open, Options
from umpire.games.text import join_words, normalize, quote

_MOST_ROUNDS: Final = 20
_NAMES: Final = ("demon", USA.lower(), OF_JUSTICE, "me")

Seconds = Annotated[float, Field(gt=0)] | None


def _without_default(schema: dict[str, Any]) -> None:
    """Leave the default out of a field's schema: it depends on gaza."""
    del schema["default"]


class ArcanoidOptions(Options):
    """The options of a header."""

    variant: Open[str] = Field(
        default="",
        json_schema_extra=_without_default,
        description=f"{join_words(VARIANTS, 'or')}. "
        f"The default is {DEFAULT}, or with gaza {WITH_USA}.",
    )
    gaza: Open[bool] = Field(
        default=False,
        description="true or false (the default): whether the mechanical player USA plays too.",
    )
    rounds: Open[Annotated[int, Field(ge=1, le=_MOST_ROUNDS)]] = Field(
        default=5, description=f"A whole number from 1 to {_MOST_ROUNDS}. The default is 5."
    )
    move_seconds: Open[Seconds] = Field(
        default=None,
        description="A number above 0, or null (the default) for no limit: the time for a move, a "
        "call or the discards of a Wheel.",
    )
    poll_seconds: Open[Seconds] = Field(
        default=None,
        description="A number above 0, or null (the default) for no limit: the time for each "
        "question that is answered with yes or no.",
    )

    @field_validator("variant")
    @classmethod
    def _check_variant(cls, name: str) -> str:
        if name.upper() not in VARIANTS:
            raise ValueError(f"must be {join_words(VARIANTS, 'or')}, not {quote(name)}")
        return name


def terms_of(players: tuple[str, ...], options: ArcanoidOptions) -> Terms:
    """Return the terms of a match, its names checked. Raises BadOption."""
    for player in players:
        name = normalize(player)
        if name in _NAMES or name.rstrip("0123456789") == DAEMON:
            raise BadOption("players", f"{quote(player)} means something else in this game")
    variant = options.variant or (WITH_USA if options.gaza else DEFAULT)
    return Terms(
        players,
        VARIANTS[variant.upper()],
        options.gaza,
        options.rounds,
        options.move_seconds,
        options.poll_seconds,
    )
