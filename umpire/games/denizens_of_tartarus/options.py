"""The options of a match, as the header gives them, checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from umpire.games.base import BadOption, NotUnderstood
from umpire.games.denizens_of_tartarus.components import (
    LETTERS,
    Card,
    Configuration,
    as_hand,
)
from umpire.games.denizens_of_tartarus.notation import read_cards
from umpire.games.denizens_of_tartarus.position import read_position, read_spirits
from umpire.games.denizens_of_tartarus.state import Limits, Spirits, State, Terms
from umpire.games.given import entries, items, one_of, seconds, text, told

_LIMITS: Final = ("seats_seconds", "ban_seconds", "declare_seconds", "turn_seconds")
_BANK: Final = "bank_seconds"
_STARTS: Final = ("decider", "configurations", "spirits")
"""What a position settles by itself."""

_DEFAULT: Final = Limits()
HELP: Final = {
    "decider": "A player's name: this player settles first who is Player 1 and who is shown on "
    "the left. By default the players sit in their order.",
    "configurations": 'A list of four starts, A to D, each {"hands": ["R1 Y2 G3", "B1 P2 R3"], '
    '"deck": "P5 G4 ..."}. By default chance deals them.',
    "spirits": 'An object of the invocations each player has, {"Ana": {"normal": 1, '
    '"attuned": 1}}. By default 1 and 1.',
    "position": "A match under way, as the report's state gives it; play starts with its turn. "
    "By default a match starts from the beginning.",
    "seats_seconds": f"A number above 0: the time for the seats, by default {_DEFAULT.seats:g}.",
    "ban_seconds": f"A number above 0: the time for each ban, by default {_DEFAULT.ban:g}.",
    "declare_seconds": "A number above 0: the time to close a module for turn 1, "
    f"by default {_DEFAULT.declare:g}.",
    "turn_seconds": f"A number above 0: the time for a turn, by default {_DEFAULT.turn:g}.",
    "bank_seconds": "A number of at least 0: the reserve of each player, "
    f"by default {_DEFAULT.bank:g}.",
}
"""What each option is, for umpires."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the header asks for. With a position the rest but the limits is settled by it."""

    terms: Terms
    configurations: tuple[Configuration, ...] = ()
    spirits: tuple[Spirits, Spirits] = (Spirits(), Spirits())
    """In the order of the players."""
    position: State | None = None


def read_options(players: tuple[str, str], given: Mapping[str, Any]) -> Options:
    """Check the options of a header. Raises BadOption naming the field.

    Ruling 1: any four starts and any board may be given; else chance deals.
    """
    entries("", given, HELP, optional=HELP)
    limits = _limits(given)
    if "position" in given:
        for key in _STARTS:
            if key in given:
                raise BadOption(key, "cannot be given with position, which settles it already")
        terms = Terms(players, limits=limits)
        return Options(terms, position=read_position("position", given["position"], terms))
    decider = one_of("decider", given["decider"], players) if "decider" in given else None
    return Options(
        Terms(players, decider, limits),
        _configurations(given["configurations"]) if "configurations" in given else (),
        _spirits(given.get("spirits", {}), players),
    )


def _limits(given: Mapping[str, Any]) -> Limits:
    said = {
        name.removesuffix("_seconds"): seconds(name, given[name], above_zero=name != _BANK)
        for name in (*_LIMITS, _BANK)
        if name in given
    }
    return Limits(**said)


def _spirits(value: object, players: tuple[str, str]) -> tuple[Spirits, Spirits]:
    given = entries("spirits", value, players, optional=players)
    first, second = (
        read_spirits(f"spirits.{player}", given[player]) if player in given else Spirits()
        for player in players
    )
    return first, second


def _configurations(value: object) -> tuple[Configuration, ...]:
    return tuple(
        _configuration(f"configurations[{index}]", item)
        for index, item in enumerate(items("configurations", value, len(LETTERS)))
    )


def _configuration(field: str, value: object) -> Configuration:
    given = entries(field, value, ("hands", "deck"))
    first, second = (
        as_hand(_cards(f"{field}.hands[{index}]", hand))
        for index, hand in enumerate(items(f"{field}.hands", given["hands"], 2))
    )
    configuration = Configuration((first, second), _cards(f"{field}.deck", given["deck"]))
    fault = configuration.fault()
    if fault is not None:
        raise BadOption(field, fault)
    return configuration


def _cards(field: str, value: object) -> tuple[Card, ...]:
    """Read one text of cards, or a list of texts of one card each."""
    if isinstance(value, str):
        return _cards_in(field, value)
    if not isinstance(value, list | tuple):
        raise BadOption(field, f"must be a text of cards or a list of cards, not {told(value)}")
    cards: list[Card] = []
    for index, item in enumerate(value):
        one = _cards_in(f"{field}[{index}]", text(f"{field}[{index}]", item))
        if len(one) != 1:
            raise BadOption(f"{field}[{index}]", f"must be one card, not {told(item)}")
        cards += one
    return tuple(cards)


def _cards_in(field: str, said: str) -> tuple[Card, ...]:
    try:
        return read_cards(said)
    except NotUnderstood as fault:
        raise BadOption(field, str(fault)) from fault
