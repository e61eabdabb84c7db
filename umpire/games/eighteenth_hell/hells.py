"""Hells: what one may do to the player who attempts it, what one is, and the default set.

A type of effect is a class: its parameters with their bounds, its meaning (the docstring) and
parameters in plain words, which umpires read, and an example. `rules_under` says what effects do,
and how several combine.
Ruling 1: the hells of the source are lost, so this vocabulary is what hells are written in.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import add
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar, get_args

from pydantic import AfterValidator, Field, model_validator

from umpire.games.eighteenth_hell.rules import (
    PLAIN,
    ROW_ORDER,
    RequiredUnit,
    Round,
    RoundRules,
    Row,
    Rules,
    UnitLimit,
    Where,
)
from umpire.games.eighteenth_hell.units import BATTLEFIELDS, NAMES, Unit, UnitName, place_of
from umpire.games.options import Options
from umpire.games.package_data import read_text
from umpire.games.text import join_words, pluralize, standardize


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


class Base(Effect):
    """Your units of that name have this base strength. Of several the lowest counts."""

    takes: ClassVar[str] = "unit; value, -9 to 9"
    example: ClassVar[str] = '{"type": "base", "unit": "4", "value": 0}'

    type: Literal["base"]
    unit: UnitName
    value: _Strength


class Add(Effect):
    """Each of these units of yours on these battlefields gets so much strength."""

    takes: ClassVar[str] = "value, -9 to 9 but not 0; units, fields: all if left out"
    example: ClassVar[str] = '{"type": "add", "value": -1, "units": ["1"], "fields": [6, 7]}'

    type: Literal["add"]
    value: _Added
    units: _Units = _ALL_UNITS
    fields: _Fields = _ALL_FIELDS


class FoeAdd(Effect):
    """Each of these units of your opponent on these battlefields gets so much strength."""

    takes: ClassVar[str] = "value, -9 to 9 but not 0; units, fields: all if left out"
    example: ClassVar[str] = '{"type": "foe_add", "value": 1, "fields": [4, 5]}'

    type: Literal["foe_add"]
    value: _Added
    units: _Units = _ALL_UNITS
    fields: _Fields = _ALL_FIELDS


class Ability(Effect):
    """The bonus of your -1 (3), 1 (1 for each opposing unit) or 4 (4) is this instead."""

    takes: ClassVar[str] = 'unit, "-1", "1" or "4"; value, 0 to 9'
    example: ClassVar[str] = '{"type": "ability", "unit": "-1", "value": 1}'

    type: Literal["ability"]
    unit: Literal["-1", "1", "4"]
    value: Annotated[int, Field(ge=0, le=9)]


class Two(Effect):
    """Your Two destroys only your own units ("own"), or nothing at all ("none")."""

    takes: ClassVar[str] = 'destroys, "own" or "none"'
    example: ClassVar[str] = '{"type": "two", "destroys": "none"}'

    type: Literal["two"]
    destroys: Literal["own", "none"]


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


class Three(Effect):
    """Your Three works on a loss by so much or more; null: it does not work."""

    takes: ClassVar[str] = "threshold, 1 to 20 or null"
    example: ClassVar[str] = '{"type": "three", "threshold": 5}'

    type: Literal["three"]
    threshold: Annotated[int, Field(ge=1, le=20)] | None


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


class Forced(Effect):
    """Your placing of that round puts at least one such unit on one of these battlefields."""

    takes: ClassVar[str] = "unit; round; fields: all if left out"
    example: ClassVar[str] = '{"type": "forced", "unit": "4", "round": 2, "fields": [2, 3]}'

    type: Literal["forced"]
    unit: UnitName
    round: _Round
    fields: _Fields = _ALL_FIELDS


class Shun(Effect):
    """In Round 2 you may not play on some battlefields, by what lies there from Round 1.

    "theirs" and "not-theirs": where your opponent has, or has not, a unit. "mine" and "not-mine":
    where you have, or have not, one.
    """

    takes: ClassVar[str] = 'where, "theirs", "not-theirs", "mine" or "not-mine"'
    example: ClassVar[str] = '{"type": "shun", "where": "mine"}'

    type: Literal["shun"]
    where: Where


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


class NoDisguise(Effect):
    """Your Zero may not be disguised."""

    example: ClassVar[str] = '{"type": "no_disguise"}'

    type: Literal["no_disguise"]


class NoSpirit(Effect):
    """You may not invoke a spirit in this bout, and yours in force do nothing in it."""

    example: ClassVar[str] = '{"type": "no_spirit"}'

    type: Literal["no_spirit"]


class Value(Effect):
    """These battlefields are worth so much to you. Of several the lowest counts."""

    takes: ClassVar[str] = "fields; points, 0 to 20"
    example: ClassVar[str] = '{"type": "value", "fields": [7], "points": 5}'

    type: Literal["value"]
    fields: _Fields
    points: Annotated[int, Field(ge=0, le=20)]


class Ties(Effect):
    """These battlefields go to your opponent when they are tied."""

    takes: ClassVar[str] = "fields: all if left out"
    example: ClassVar[str] = '{"type": "ties", "fields": [5, 6, 7]}'

    type: Literal["ties"]
    fields: _Fields = _ALL_FIELDS


class Margin(Effect):
    """You win the bout only with at least so many points more than your opponent."""

    takes: ClassVar[str] = "points, 1 to 27"
    example: ClassVar[str] = '{"type": "margin", "points": 4}'

    type: Literal["margin"]
    points: Annotated[int, Field(ge=1, le=27)]


class Least(Effect):
    """You win the bout only if you win at least so many battlefields."""

    takes: ClassVar[str] = "fields, here a number, 1 to 6"
    example: ClassVar[str] = '{"type": "least", "fields": 3}'

    type: Literal["least"]
    fields: Annotated[int, Field(ge=1, le=_LAST_FIELD)]


class Need(Effect):
    """You win the bout only if you win all (true) or none (false) of these battlefields."""

    takes: ClassVar[str] = "fields; won, true or false"
    example: ClassVar[str] = '{"type": "need", "fields": [7], "won": true}'

    type: Literal["need"]
    fields: _Fields
    won: bool


class Blind(Effect):
    """Between the rounds you see only the number of your opponent's units there.

    Only in hells of block 3.
    """

    takes: ClassVar[str] = "fields: all if left out"
    example: ClassVar[str] = '{"type": "blind", "fields": [5, 6, 7]}'

    type: Literal["blind"]
    fields: _Fields = _ALL_FIELDS


class Tell(Effect):
    """The name of the hell is announced between the rounds."""

    example: ClassVar[str] = '{"type": "tell"}'

    type: Literal["tell"]


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
    number: int
    """Its place in the options."""
    key: str = field(init=False)
    """What its name is compared by."""
    is_announced: bool = field(init=False)
    """Whether its name is announced between the rounds."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", key_of(self.name))
        object.__setattr__(self, "is_announced", bool(_of(Tell, self.effects)))

    def to_json(self) -> str:
        """Return the name: a report has no more of a hell."""
        return self.name

    def __hash__(self) -> int:
        # Names differ within a match, and are quick to hash.
        return hash(self.name)


def called_in_a_sentence(hells: Iterable[Hell], last: str = "and") -> str:
    """Return hells as a sentence lists them: `the Hell of Four and the Hell of Steam`."""
    return join_words([f"the {called(hell.name)}" for hell in hells], last)


@lru_cache(maxsize=4096)
def rules_under(hells: tuple[Hell, ...]) -> Rules:
    """Return the rules of a player who attempts these hells, none, one or two.

    Of values for the same thing the lowest counts, of a Three's thresholds the highest; `add`,
    `foe_add` and `count` add up. All else holds beside each other.
    """
    effects = [effect for hell in hells for effect in hell.effects]
    # Ruling 12: bonuses are no part of the base.
    base = _lowest((int(effect.unit), effect.value) for effect in _of(Base, effects))
    bonus = _lowest((int(effect.unit), effect.value) for effect in _of(Ability, effects))
    worth = _lowest((at, effect.points) for effect in _of(Value, effects) for at in effect.fields)
    base_row = tuple([base.get(unit, unit) for unit in ROW_ORDER])
    destroys = {effect.destroys for effect in _of(Two, effects)}
    caps = _of(Cap, effects)
    limits = [[_limit(cap) for cap in caps if field in cap.fields] for field in BATTLEFIELDS]
    rounds = _round_rules(1, effects), _round_rules(2, effects)
    shun = frozenset(effect.where for effect in _of(Shun, effects))
    restricts1, restricts2 = [bool(caps) or own != RoundRules(extra=own.extra) for own in rounds]
    needs = _of(Need, effects)
    return Rules(
        strength=tuple([tuple(map(add, base_row, row)) for row in _sums(_of(Add, effects))]),
        foe_strength=_sums(_of(FoeAdd, effects)),
        negative_bonus=bonus.get(-1, PLAIN.negative_bonus),
        one_bonus=bonus.get(1, PLAIN.one_bonus),
        four_bonus=bonus.get(4, PLAIN.four_bonus),
        reach="none" if "none" in destroys else "own" if destroys else "both",
        exposed=_units(unit for effect in _of(Exposed, effects) for unit in effect.units),
        threshold=_threshold([effect.threshold for effect in _of(Three, effects)]),
        rounds=rounds,
        limits=tuple(map(tuple, limits)),
        shun=shun,
        restricts=(restricts1, restricts2 or bool(shun)),
        can_disguise=not _of(NoDisguise, effects),
        can_invoke=not _of(NoSpirit, effects),
        worth=tuple([worth.get(battlefield, battlefield) for battlefield in BATTLEFIELDS]),
        ties_lost=_all_places(_of(Ties, effects)),
        margin=max([effect.points for effect in _of(Margin, effects)], default=PLAIN.margin),
        least=max([effect.fields for effect in _of(Least, effects)], default=PLAIN.least),
        must_win=_all_places([need for need in needs if need.won]),
        must_not_win=_all_places([need for need in needs if not need.won]),
        blind=_all_places(_of(Blind, effects)),
    )


E = TypeVar("E", bound=Effect)


def _of(kind: type[E], effects: Iterable[Effect]) -> list[E]:
    return [effect for effect in effects if isinstance(effect, kind)]


def _lowest(values: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the lowest of the values given for each number."""
    return dict(sorted(values, reverse=True))


def _sums(effects: Sequence[Add | FoeAdd]) -> tuple[Row, ...]:
    """Return for each place what each unit gets there in all."""
    rows = [dict.fromkeys(ROW_ORDER, 0) for _ in BATTLEFIELDS]
    for effect in effects:
        for place in _places(effect.fields):
            for unit in _units(effect.units):
                rows[place][unit] += effect.value
    return tuple([tuple(row.values()) for row in rows])


def _limit(cap: Cap) -> UnitLimit:
    units = _units(cap.units)
    names = "" if len(units) == len(NAMES) else f" ({join_words(map(str, sorted(units)))})"
    return UnitLimit(cap.max, units, f"{pluralize(cap.max, 'unit')}{names}")


def _threshold(thresholds: Sequence[int | None]) -> int | None:
    finite = [threshold for threshold in thresholds if threshold is not None]
    return None if len(finite) < len(thresholds) else max(finite, default=PLAIN.threshold)


def _round_rules(number: Round, effects: Sequence[Effect]) -> RoundRules:
    closed: list[frozenset[Unit]] = [frozenset()] * len(BATTLEFIELDS)
    for effect in _of(Closed, effects):
        for place in _places(effect.fields) if number in effect.rounds else ():
            closed[place] |= _units(effect.units)
    widths = [effect for effect in _of(Width, effects) if effect.round == number]
    required = [
        RequiredUnit(int(effect.unit), _places(effect.fields))
        for effect in _of(Forced, effects)
        if effect.round == number
    ]
    return RoundRules(
        closed=tuple(closed),
        fewest=max([width.min for width in widths], default=1),
        widest=min([width.max for width in widths], default=_LAST_FIELD),
        required=tuple(dict.fromkeys(required)),
        extra=sum(effect.add for effect in _of(Count, effects) if effect.round == number),
    )


def _units(names: Iterable[str]) -> frozenset[Unit]:
    return frozenset(map(int, names))


def _places(fields: Iterable[int]) -> frozenset[int]:
    return frozenset(map(place_of, fields))


def _all_places(effects: Iterable[Ties | Need | Blind]) -> frozenset[int]:
    return _places(battlefield for effect in effects for battlefield in effect.fields)


DEFAULT_HELLS: Final[list[dict[str, Any]]] = json.loads(read_text(__package__, "hells.json"))
"""The hells of a match whose header names none, as a header would give them."""
