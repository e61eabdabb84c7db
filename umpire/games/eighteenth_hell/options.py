"""The options of a match, as the header gives them, checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field

from umpire.games.base import BadOption
from umpire.games.eighteenth_hell.hells import (
    DEFAULT_HELLS,
    TYPES,
    AnyEffect,
    Blind,
    Hell,
    normalize,
    rules_under,
)
from umpire.games.eighteenth_hell.rounds import round1_numbers
from umpire.games.eighteenth_hell.rules import find_placing
from umpire.games.eighteenth_hell.state import Standing, Terms
from umpire.games.eighteenth_hell.units import (
    ARMY,
    EIGHTEENTH,
    HELL_BLOCKS,
    PURGATORY,
    InForce,
)
from umpire.games.options import Open, in_brief, number_option, read_model
from umpire.games.options import Options as Model
from umpire.games.package_data import read_sections
from umpire.games.spirits import Spirits
from umpire.games.text import listed, prefix_table, quoted

_MOST_HELLS: Final = 40
_MOST_EFFECTS: Final = 10
_MOST_USES: Final = 9
_MOST_IN_FORCE: Final = 18
_LONGEST: Final = 86400
_PARTING: Final = ",;|"


def _name(name: str) -> str:
    if not name.isprintable() or name != name.strip():
        raise ValueError("must be printable, without a space at the beginning or end")
    if any(mark in normalize(name) for mark in _PARTING):
        raise ValueError("must have no , ; or | in it, because these separate names")
    return name


def _halves(points: float) -> float:
    if points % 0.5:
        raise ValueError(f"must be a multiple of 0.5, not {in_brief(points)}")
    return points


class HellOption(Model):
    """A hell."""

    name: Annotated[str, Field(min_length=1, max_length=40), AfterValidator(_name)] = Field(
        description="1 to 40 printable characters without , ; and |, no space at either end."
    )
    block: Annotated[int, Field(ge=HELL_BLOCKS[0], le=HELL_BLOCKS[-1])] = Field(
        description="The block it belongs to, 1 to 4."
    )
    text: Annotated[str, Field(max_length=400)] = Field(
        description="What players read, up to 400 characters."
    )
    effects: Annotated[list[AnyEffect], Field(max_length=_MOST_EFFECTS)] = Field(
        description="What it does, up to 10 effects."
    )


class UsesOption(Model):
    """How many spirits of each sort a player may invoke."""

    normal: Annotated[int, Field(ge=0, le=_MOST_USES)]
    attuned: Annotated[int, Field(ge=0, le=_MOST_USES)]


_Wins = Annotated[int, Field(ge=1, le=2)]


class StrengthOption(Model):
    """A strength spirit in force."""

    spirit: Literal["strength"]
    unit: Literal["0", "1", "2", "3", "4"]
    wins: _Wins

    def in_force(self) -> InForce:
        """Return it as the rules know it."""
        return InForce("strength", int(self.unit), self.wins)


class ForesightOption(Model):
    """A foresight spirit in force."""

    spirit: Literal["foresight"]
    unit: None = None
    wins: _Wins

    def in_force(self) -> InForce:
        """Return it as the rules know it."""
        return InForce("foresight", None, self.wins)


_InForce = Annotated[StrengthOption | ForesightOption, Field(discriminator="spirit")]


class PositionOption(Model):
    """A standing to start from."""

    block: Annotated[int, Field(ge=PURGATORY, le=EIGHTEENTH)]
    passed: list[str] = Field(default=[])
    points: Annotated[float, Field(ge=0), AfterValidator(_halves)] = 0
    active: Annotated[list[_InForce], Field(max_length=_MOST_IN_FORCE)] = Field(default=[])


_SHIPPED: Final = [HellOption.model_validate(hell) for hell in DEFAULT_HELLS]
_Pair = Field(min_length=2, max_length=2)


class HeaderOptions(Model):
    """The options of the header."""

    hells: Open[Annotated[list[HellOption], Field(min_length=1, max_length=_MOST_HELLS)]] = Field(
        default_factory=lambda: _SHIPPED,
        description="A list of 1 to 40 hells of blocks 1 to 4; a block without hells is skipped. "
        "By default the seventeen hells that come with Umpire.",
    )
    spirits: Open[Annotated[list[UsesOption], _Pair]] = Field(
        default=[UsesOption(normal=1, attuned=1)] * 2,
        description="A list with one object per player, in seat order: how many spirits that "
        'player may invoke, 0 to 9 of each sort. By default {"normal": 1, "attuned": 1}.',
    )
    position: Open[Annotated[list[PositionOption | None], _Pair]] = Field(
        default=[None, None],
        description="A list with one standing per player, in seat order; null is the beginning. "
        'Examples: {"block": 5, "points": 31.5}, {"block": 1, "passed": ["Four"], "active": '
        '[{"spirit": "strength", "unit": "3", "wins": 1}]}. Only block is required.',
    )
    target: Open[int] = number_option(
        "the points needed in the eighteenth hell", 44, least=1, most=999
    )
    round1_seconds: Open[float] = number_option(
        "the time for Round 1", 90.0, above=0, most=_LONGEST
    )
    round2_seconds: Open[float] = number_option(
        "the time for Round 2", 90.0, above=0, most=_LONGEST
    )


@dataclass(frozen=True, slots=True)
class Options:
    """What the header asks for: the terms, and where each player starts, by seat."""

    terms: Terms
    standings: tuple[Standing, Standing]


def read_options(players: tuple[str, str], given: Mapping[str, Any]) -> Options:
    """Check the options of a header. Raises BadOption naming the field."""
    read = read_model(HeaderOptions, given)
    hells = _hells(read.hells) if "hells" in given else _DEFAULT
    seconds = read.round1_seconds, read.round2_seconds
    keys = prefix_table({hell.key: hell for hell in hells}) if "hells" in given else _DEFAULT_KEYS
    terms = Terms(players, hells, keys, read.target, seconds)
    one, two = (
        _standing(number, position, uses, terms)
        for number, (position, uses) in enumerate(zip(read.position, read.spirits, strict=True), 1)
    )
    return Options(terms, (one, two))


def _hells(given: Sequence[HellOption]) -> tuple[Hell, ...]:
    """Check hells among each other. Ruling 2: any number of them, in any of the four blocks."""
    hells = tuple(
        [
            Hell(option.name, option.block, option.text, tuple(option.effects), number)
            for number, option in enumerate(given)
        ]
    )
    keys: dict[str, Hell] = {}
    for number, hell in enumerate(hells, 1):
        where = f"hells, entry {number} ({quoted(hell.name)})"
        other = keys.setdefault(hell.key, hell)
        if other is not hell:
            raise BadOption(
                where, f"must have another name: it would be read as {quoted(other.name)}"
            )
        _check_blind(where, hell)
        _check_round1(where, hell)
    return hells


def _check_blind(where: str, hell: Hell) -> None:
    # Ruling 32: only in block 3 is the update a player's own.
    for number, effect in enumerate(hell.effects, 1):
        if isinstance(effect, Blind) and hell.block != 3:
            raise BadOption(
                f"{where}, effects, entry {number}", "blind is for hells of block 3 only"
            )


def _check_round1(where: str, hell: Hell) -> None:
    """Make sure that somebody who attempts this hell alone, without a spirit, can play Round 1.

    Ruling 6: so Round 1 can always be answered.
    """
    rules = rules_under((hell,))
    (number,) = round1_numbers(rules, foresight=False)
    if rules.restricts[0] and find_placing(rules, 1, ARMY, number) is None:
        raise BadOption(where, f"leaves no legal way to place {number} units in Round 1")


def _standing(
    number: int, given: PositionOption | None, uses: UsesOption, terms: Terms
) -> Standing:
    has = Spirits(uses.normal, uses.attuned)
    if given is None:
        return Standing(uses=has)
    where = f"position, entry {number}"
    _check_stands(f"{where}, block", given.block, terms)
    if given.block != EIGHTEENTH and given.points:
        raise BadOption(f"{where}, points", "must be 0 outside block 5")
    if given.block == EIGHTEENTH and given.active:
        raise BadOption(f"{where}, active", "must be empty in block 5, where no spirit is in force")
    return Standing(
        block=given.block,
        passed=_passed(f"{where}, passed", given, terms),
        points=given.points,
        uses=has,
        active=tuple([spirit.in_force() for spirit in given.active]),
    )


def _check_stands(where: str, block: int, terms: Terms) -> None:
    blocks = {PURGATORY, EIGHTEENTH, *[hell.block for hell in terms.hells]}
    if block not in blocks:
        some = listed(map(str, sorted(blocks)), "or")
        raise BadOption(where, f"must be {some}: block {block} has no hells")


def _passed(where: str, given: PositionOption, terms: Terms) -> frozenset[str]:
    there = {hell.name for hell in terms.hells if hell.block == given.block}
    for name in given.passed:
        if name not in there:
            raise BadOption(where, f"{quoted(name)} is not a hell of block {given.block}")
    passed = frozenset(given.passed)
    if len(passed) < len(given.passed):
        raise BadOption(where, "must not name a hell twice")
    if there and passed == there:
        raise BadOption(where, f"must leave at least one hell of block {given.block}")
    return passed


_DEFAULT: Final = _hells(_SHIPPED)
_DEFAULT_KEYS: Final = prefix_table({hell.key: hell for hell in _DEFAULT})


_EFFECTS = [
    f"{kind.example}\n{' '.join((kind.__doc__ or '').split())}\nParameters: {kind.takes}."
    for kind in TYPES
]

_HELP: Final = read_sections(__package__, "help.md")

FORMATS: Final = {
    "A hell": _HELP["A hell"],
    "Effects of a hell": "\n\n".join(_EFFECTS),
    "What effects name": _HELP["What effects name"],
}
"""By title, in plain words and lines of their own."""
