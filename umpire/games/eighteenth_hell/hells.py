"""Hells: what one may do to the player who attempts it, what one is, and the default set.

A type of effect is a class: its parameters with their bounds, its meaning (the docstring) and
parameters in plain words, which umpires read, an example, and how it bends the rules (`Bending` in
`rules` says how effects combine).
Ruling 1: the hells of the source are lost, so this vocabulary is what hells are written in.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, Literal, get_args

from pydantic import AfterValidator, Field, model_validator

from umpire.games.eighteenth_hell.rules import PLAIN, Bending, Round, Rules, Where
from umpire.games.eighteenth_hell.units import BATTLEFIELDS, NAMES, UnitName, place_of
from umpire.games.options import Options
from umpire.games.package_data import read_text
from umpire.games.text import listed, standardize


def _all_different(items: list[Any]) -> list[Any]:
    if len(set(items)) < len(items):
        raise ValueError("must not name the same thing twice")
    return items


def _not_nought(value: int) -> int:
    if value == 0:
        raise ValueError("must not be 0, which would change nothing")
    return value


_LAST_FIELD: Final = len(BATTLEFIELDS)
_Battlefield = Annotated[int, Field(ge=BATTLEFIELDS[0], le=BATTLEFIELDS[-1])]
_Fields = Annotated[list[_Battlefield], Field(min_length=1), AfterValidator(_all_different)]
_Units = Annotated[list[UnitName], Field(min_length=1), AfterValidator(_all_different)]
# Whole numbers with bounds and no Literal: pydantic takes true for Literal[1].
_Round = Annotated[int, Field(ge=1, le=2)]
_Rounds = Annotated[list[_Round], Field(min_length=1), AfterValidator(_all_different)]
_Strength = Annotated[int, Field(ge=-9, le=9)]
_Added = Annotated[_Strength, AfterValidator(_not_nought)]
_Width = Annotated[int, Field(ge=1, le=_LAST_FIELD)]

_ALL_FIELDS: Final = list(BATTLEFIELDS)
_ALL_ROUNDS: Final = [1, 2]
_ALL_UNITS: Final = list(NAMES)
_Exposable = Literal["-1", "0", "1", "3", "4"]
_EXPOSABLE: Final[list[_Exposable]] = ["-1", "0", "1", "3", "4"]


class Effect(Options):
    """One effect of a hell. "You" is the player who attempts it."""

    takes: ClassVar[str] = "none"
    """Its parameters in plain words."""
    example: ClassVar[str]

    def bend(self, bending: Bending) -> None:
        """Put this effect among those that bend the rules of one player."""
        raise NotImplementedError


class Base(Effect):
    """Your units of that name have this base strength. Of several the lowest counts."""

    takes: ClassVar[str] = "unit; value, -9 to 9"
    example: ClassVar[str] = '{"type": "base", "unit": "4", "value": 0}'

    type: Literal["base"]
    unit: UnitName
    value: _Strength

    def bend(self, bending: Bending) -> None:
        """Change the base; ruling 12: bonuses are no part of it."""
        bending.base(int(self.unit), self.value)


class Add(Effect):
    """Each of these units of yours on these battlefields gets so much strength."""

    takes: ClassVar[str] = "value, -9 to 9 but not 0; units, fields: all if left out"
    example: ClassVar[str] = '{"type": "add", "value": -1, "units": ["1"], "fields": [6, 7]}'

    type: Literal["add"]
    value: _Added
    units: _Units = _ALL_UNITS
    fields: _Fields = _ALL_FIELDS

    def bend(self, bending: Bending) -> None:
        bending.add(self.value, map(int, self.units), map(place_of, self.fields))


class FoeAdd(Effect):
    """Each of these units of your opponent on these battlefields gets so much strength."""

    takes: ClassVar[str] = "value, -9 to 9 but not 0; units, fields: all if left out"
    example: ClassVar[str] = '{"type": "foe_add", "value": 1, "fields": [4, 5]}'

    type: Literal["foe_add"]
    value: _Added
    units: _Units = _ALL_UNITS
    fields: _Fields = _ALL_FIELDS

    def bend(self, bending: Bending) -> None:
        bending.foe_add(self.value, map(int, self.units), map(place_of, self.fields))


class Ability(Effect):
    """The bonus of your -1 (3), 1 (1 for each opposing unit) or 4 (4) is this instead."""

    takes: ClassVar[str] = 'unit, "-1", "1" or "4"; value, 0 to 9'
    example: ClassVar[str] = '{"type": "ability", "unit": "-1", "value": 1}'

    type: Literal["ability"]
    unit: Literal["-1", "1", "4"]
    value: Annotated[int, Field(ge=0, le=9)]

    def bend(self, bending: Bending) -> None:
        bending.ability(int(self.unit), self.value)


class Two(Effect):
    """Your Two destroys only your own units ("own"), or nothing at all ("none")."""

    takes: ClassVar[str] = 'destroys, "own" or "none"'
    example: ClassVar[str] = '{"type": "two", "destroys": "none"}'

    type: Literal["two"]
    destroys: Literal["own", "none"]

    def bend(self, bending: Bending) -> None:
        bending.reach(self.destroys)


class Exposed(Effect):
    """A Two that reaches your units destroys also those of these names played in Round 1."""

    takes: ClassVar[str] = 'units, never "2"; all others if left out'
    example: ClassVar[str] = '{"type": "exposed", "units": ["1", "3", "4"]}'

    type: Literal["exposed"]
    units: Annotated[
        list[_Exposable],
        Field(min_length=1),
        AfterValidator(_all_different),
    ] = _EXPOSABLE

    def bend(self, bending: Bending) -> None:
        bending.exposed(map(int, self.units))


class Three(Effect):
    """Your Three works on a loss by so much or more; null: it does not work."""

    takes: ClassVar[str] = "threshold, 1 to 20 or null"
    example: ClassVar[str] = '{"type": "three", "threshold": 5}'

    type: Literal["three"]
    threshold: Annotated[int, Field(ge=1, le=20)] | None

    def bend(self, bending: Bending) -> None:
        bending.threshold(self.threshold)


class Closed(Effect):
    """In these rounds you may not play these units on these battlefields."""

    takes: ClassVar[str] = "fields, rounds, units, at least one of the three; all if left out"
    example: ClassVar[str] = '{"type": "closed", "fields": [7], "rounds": [1], "units": ["4"]}'

    type: Literal["closed"]
    fields: _Fields = _ALL_FIELDS
    rounds: _Rounds = _ALL_ROUNDS
    units: _Units = _ALL_UNITS

    @model_validator(mode="after")
    def _closes_something(self) -> "Closed":
        if not self.model_fields_set & {"fields", "rounds", "units"}:
            raise ValueError("must have at least one of fields, rounds and units")
        return self

    def bend(self, bending: Bending) -> None:
        rounds: list[Round] = [1 if number == 1 else 2 for number in self.rounds]
        bending.closed(rounds, map(int, self.units), map(place_of, self.fields))


class Cap(Effect):
    """You may have at most so many units of these names on each of these battlefields.

    They are counted together, over both rounds.
    """

    takes: ClassVar[str] = "max, 1 to 8; units, fields: all if left out"
    example: ClassVar[str] = '{"type": "cap", "max": 2, "units": ["-1"], "fields": [6, 7]}'

    type: Literal["cap"]
    max: Annotated[int, Field(ge=1, le=8)]
    units: _Units = _ALL_UNITS
    fields: _Fields = _ALL_FIELDS

    def bend(self, bending: Bending) -> None:
        bending.cap(self.max, map(int, self.units), map(place_of, self.fields))


class Width(Effect):
    """Your placing of that round uses at least, or at most, so many different battlefields."""

    takes: ClassVar[str] = "round; min and max, one of them or both, 1 to 6"
    example: ClassVar[str] = '{"type": "width", "round": 1, "min": 5}'

    type: Literal["width"]
    round: _Round
    min: _Width = 1
    max: _Width = _LAST_FIELD

    @model_validator(mode="after")
    def _bounds_something(self) -> "Width":
        if not self.model_fields_set & {"min", "max"}:
            raise ValueError("must have min, max or both")
        if self.min > self.max:
            raise ValueError("must have a min that is not above its max")
        return self

    def bend(self, bending: Bending) -> None:
        bending.width(1 if self.round == 1 else 2, self.min, self.max)


class Forced(Effect):
    """Your placing of that round puts at least one such unit on one of these battlefields."""

    takes: ClassVar[str] = "unit; round; fields: all if left out"
    example: ClassVar[str] = '{"type": "forced", "unit": "4", "round": 2, "fields": [2, 3]}'

    type: Literal["forced"]
    unit: UnitName
    round: _Round
    fields: _Fields = _ALL_FIELDS

    def bend(self, bending: Bending) -> None:
        bending.forced(
            1 if self.round == 1 else 2, int(self.unit), [place_of(field) for field in self.fields]
        )


class Shun(Effect):
    """In Round 2 you may not play on some battlefields, by what lies there from Round 1.

    "theirs" and "not-theirs": where your opponent has, or has not, a unit. "mine" and "not-mine":
    where you have, or have not, one.
    """

    takes: ClassVar[str] = 'where, "theirs", "not-theirs", "mine" or "not-mine"'
    example: ClassVar[str] = '{"type": "shun", "where": "mine"}'

    type: Literal["shun"]
    where: Where

    def bend(self, bending: Bending) -> None:
        bending.shun(self.where)


class Count(Effect):
    """You play so many more units in that round, less if the number is below 0."""

    takes: ClassVar[str] = "round; add, -2, -1, 1 or 2 in Round 1, -1 or -2 in Round 2"
    example: ClassVar[str] = '{"type": "count", "round": 1, "add": 1}'

    type: Literal["count"]
    round: _Round
    add: Annotated[int, Field(ge=-2, le=2), AfterValidator(_not_nought)]

    @model_validator(mode="after")
    def _never_more_in_round_2(self) -> "Count":
        if self.round == 2 and self.add > 0:
            raise ValueError("must have -1 or -2 as its add in Round 2")
        return self

    def bend(self, bending: Bending) -> None:
        bending.count(1 if self.round == 1 else 2, self.add)


class NoDisguise(Effect):
    """Your Zero may not be disguised."""

    example: ClassVar[str] = '{"type": "no_disguise"}'

    type: Literal["no_disguise"]

    def bend(self, bending: Bending) -> None:
        bending.no_disguise()


class NoSpirit(Effect):
    """You may not invoke a spirit in this bout, and yours in force do nothing in it."""

    example: ClassVar[str] = '{"type": "no_spirit"}'

    type: Literal["no_spirit"]

    def bend(self, bending: Bending) -> None:
        bending.no_spirit()


class Value(Effect):
    """These battlefields are worth so much to you. Of several the lowest counts."""

    takes: ClassVar[str] = "fields; points, 0 to 20"
    example: ClassVar[str] = '{"type": "value", "fields": [7], "points": 5}'

    type: Literal["value"]
    fields: _Fields
    points: Annotated[int, Field(ge=0, le=20)]

    def bend(self, bending: Bending) -> None:
        for field in self.fields:
            bending.worth(place_of(field), self.points)


class Ties(Effect):
    """These battlefields go to your opponent when they are tied."""

    takes: ClassVar[str] = "fields: all if left out"
    example: ClassVar[str] = '{"type": "ties", "fields": [5, 6, 7]}'

    type: Literal["ties"]
    fields: _Fields = _ALL_FIELDS

    def bend(self, bending: Bending) -> None:
        bending.ties_lost(map(place_of, self.fields))


class Margin(Effect):
    """You win the bout only with at least so many points more than your opponent."""

    takes: ClassVar[str] = "points, 1 to 27"
    example: ClassVar[str] = '{"type": "margin", "points": 4}'

    type: Literal["margin"]
    points: Annotated[int, Field(ge=1, le=27)]

    def bend(self, bending: Bending) -> None:
        bending.margin(self.points)


class Least(Effect):
    """You win the bout only if you win at least so many battlefields."""

    takes: ClassVar[str] = "fields, here a number, 1 to 6"
    example: ClassVar[str] = '{"type": "least", "fields": 3}'

    type: Literal["least"]
    fields: Annotated[int, Field(ge=1, le=_LAST_FIELD)]

    def bend(self, bending: Bending) -> None:
        bending.least(self.fields)


class Need(Effect):
    """You win the bout only if you win all (true) or none (false) of these battlefields."""

    takes: ClassVar[str] = "fields; won, true or false"
    example: ClassVar[str] = '{"type": "need", "fields": [7], "won": true}'

    type: Literal["need"]
    fields: _Fields
    won: bool

    def bend(self, bending: Bending) -> None:
        bending.need(map(place_of, self.fields), self.won)


class Blind(Effect):
    """Between the rounds you see only the number of your opponent's units there.

    Only in hells of block 3.
    """

    takes: ClassVar[str] = "fields: all if left out"
    example: ClassVar[str] = '{"type": "blind", "fields": [5, 6, 7]}'

    type: Literal["blind"]
    fields: _Fields = _ALL_FIELDS

    def bend(self, bending: Bending) -> None:
        bending.blind(map(place_of, self.fields))


class Tell(Effect):
    """The name of the hell is announced between the rounds."""

    example: ClassVar[str] = '{"type": "tell"}'

    type: Literal["tell"]

    def bend(self, bending: Bending) -> None:
        """Bend nothing: `Hell.told` is asked when the rounds are told of."""


AnyEffect = Annotated[
    Base
    | Add
    | FoeAdd
    | Ability
    | Two
    | Exposed
    | Three
    | Closed
    | Cap
    | Width
    | Forced
    | Shun
    | Count
    | NoDisguise
    | NoSpirit
    | Value
    | Ties
    | Margin
    | Least
    | Need
    | Blind
    | Tell,
    Field(discriminator="type"),
]
TYPES: Final[tuple[type[Effect], ...]] = get_args(get_args(AnyEffect)[0])
"""Every type of effect, in the order in which the rules page lists them."""


_LEADS: Final = ("hell of ", "of ")


def normalize(text: str) -> str:
    """Return a text as this game compares it: NFKC, no case, single blanks, one kind of minus."""
    return " ".join(standardize(text).casefold().split())


def key_of(name: str) -> str:
    """Return what the name of a hell is compared by: it may be typed without "Hell of"."""
    return without_lead(normalize(name))


def without_lead(key: str) -> str:
    """Return a plain name without its "hell of"."""
    if key.startswith(_LEADS):
        hell_of, of = _LEADS
        return key.removeprefix(hell_of if key.startswith(hell_of) else of) or key
    return key


@lru_cache(maxsize=1024)
def called(name: str) -> str:
    """Return a hell as people call it, `Hell of Four`, whose key is that of the name."""
    hell_of, of = _LEADS
    if normalize(name).startswith(hell_of):
        return name
    return f"Hell {name}" if normalize(name).startswith(of) else f"Hell of {name}"


@dataclass(frozen=True, slots=True)
class Hell:
    """A hell of one of the blocks 1 to 4."""

    name: str
    block: int
    text: str
    effects: tuple[Effect, ...]
    key: str
    """What its name is compared by."""
    told: bool
    """Whether its name is announced between the rounds."""
    number: int
    """Its place in the options."""

    def __hash__(self) -> int:
        # Names differ within a match, and are quick to hash.
        return hash(self.name)


def make_hell(number: int, name: str, block: int, text: str, effects: Sequence[Effect]) -> Hell:
    """Return a hell, the one of this number in the options; its parameters are checked already."""
    told = any(isinstance(effect, Tell) for effect in effects)
    return Hell(name, block, text, tuple(effects), key_of(name), told, number)


def called_in_a_sentence(hells: Iterable[Hell], last: str = "and") -> str:
    """Return hells as a sentence lists them: `the Hell of Four and the Hell of Steam`."""
    return listed([f"the {called(hell.name)}" for hell in hells], last)


@lru_cache(maxsize=4096)
def rules_under(hells: tuple[Hell, ...]) -> Rules:
    """Return the rules of a player who attempts these hells, none, one or two."""
    if not hells:
        return PLAIN
    bending = Bending()
    for hell in hells:
        for effect in hell.effects:
            effect.bend(bending)
    return bending.rules()


DEFAULT_HELLS: Final[list[dict[str, Any]]] = json.loads(read_text(__package__, "hells.json"))
"""The hells of a match whose header names none, as a header would give them."""
