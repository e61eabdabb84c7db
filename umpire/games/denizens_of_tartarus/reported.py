"""Values of a report, read back: players, cards, both sides. Each raises BadOption at `where`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, TypeVar

from pydantic import AfterValidator, Field, WithJsonSchema

from umpire.games.base import BadOption
from umpire.games.denizens_of_tartarus.cards import (
    CARD_NAMED,
    DECK,
    HAND,
    Deck,
    Hand,
    as_hand,
)
from umpire.games.options import in_brief
from umpire.games.text import listed
from umpire.games.two_players import Side

_T = TypeVar("_T")
_V = TypeVar("_V")


def _is_a_card(name: str) -> str:
    if name not in CARD_NAMED:
        raise ValueError(f"must be a card from R1 to P5, as reported, not {in_brief(name)}")
    return name


_CARD_SCHEMA: Final = {"type": "string", "pattern": "^[RYGBP][1-5]$"}

CardName = Annotated[str, AfterValidator(_is_a_card), WithJsonSchema(_CARD_SCHEMA)]
HandNames = Annotated[list[CardName], Field(min_length=HAND, max_length=HAND)]
DeckNames = Annotated[list[CardName], Field(min_length=DECK, max_length=DECK)]
Count = Annotated[int, Field(ge=0)]


def read_player(where: str, name: str, players: Sequence[str]) -> str:
    """Return a name that must be a player's."""
    if name not in players:
        raise BadOption(where, f"must be {listed(players, 'or')}, not {in_brief(name)}")
    return name


def read_side(where: str, name: str, seats: tuple[str, str]) -> Side:
    """Return the side of a player."""
    return 0 if read_player(where, name, seats) == seats[0] else 1


def read_both(
    where: str,
    given: Mapping[str, _V],
    seats: tuple[str, str],
    read: Callable[[str, _V], _T],
) -> tuple[_T, _T]:
    """Read what is given for each of both players, and for nobody else."""
    for name in given:
        if name not in seats:
            raise BadOption(f"{where}, {name}", f"is not a player; the keys are {listed(seats)}")
    for name in seats:
        if name not in given:
            raise BadOption(f"{where}, {name}", "is missing")
    first, second = (read(f"{where}, {name}", given[name]) for name in seats)
    return first, second


def as_it_is(where: str, value: _V) -> _V:
    """Return a value in which nothing is left to check."""
    return value


def distinct(where: str, given: Sequence[_V]) -> tuple[_V, ...]:
    """Return the items of a list, in which nothing may be twice."""
    for place, value in enumerate(given):
        if value in given[:place]:
            raise BadOption(f"{where}, entry {place + 1}", f"{value} is named twice")
    return tuple(given)


def read_set(where: str, given: Sequence[_V]) -> frozenset[_V]:
    """Return the items of a list as a set; nothing may be twice."""
    return frozenset(distinct(where, given))


def read_cards(where: str, given: Sequence[str]) -> Deck:
    """Return cards by their names; none may be twice."""
    return tuple(CARD_NAMED[name] for name in distinct(where, given))


def read_hand(where: str, given: Sequence[str]) -> Hand:
    """Return a hand by the names of its cards."""
    return as_hand(read_cards(where, given))
