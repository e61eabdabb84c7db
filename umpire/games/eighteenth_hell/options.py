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
    PRIVATE_BLOCK,
    PURGATORY,
    InForce,
)
from umpire.games.options import Open, in_brief, number_option, read_model
from umpire.games.options import Options as Model
from umpire.games.package_data import read_sections
from umpire.games.spirits import Spirits
from umpire.games.text import join_words, prefix_table, quote

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


class ForesightOption(Model):
    """A foresight spirit in force."""

    spirit: Literal["foresight"]
    unit: None = None
    wins: _Wins


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


def read_options(players: tuple[str, str], header_options: Mapping[str, Any]) -> Options:
    """Check the options of a header. Raises BadOption naming the field."""
    options = read_model(HeaderOptions, header_options)
    hells, keys = _DEFAULT, _DEFAULT_KEYS
    if "hells" in header_options:
        hells = _hells(options.hells)
        keys = prefix_table({hell.key: hell for hell in hells})
    seconds = options.round1_seconds, options.round2_seconds
    terms = Terms(players, hells, keys, options.target, seconds)
    position1, position2 = options.position
    uses1, uses2 = [Spirits(uses.normal, uses.attuned) for uses in options.spirits]
    return Options(
        terms, (_standing(1, position1, uses1, terms), _standing(2, position2, uses2, terms))
    )


def _hells(options: Sequence[HellOption]) -> tuple[Hell, ...]:
    """Check hells among each other. Ruling 2: any number of them, in any of the four blocks."""
    hells = tuple(
        [
            Hell(option.name, option.block, option.text, tuple(option.effects), number)
            for number, option in enumerate(options)
        ]
    )
    keys: dict[str, Hell] = {}
    for number, hell in enumerate(hells, 1):
        where = f"hells, entry {number} ({quote(hell.name)})"
        other = keys.setdefault(hell.key, hell)
        if other is not hell:
            raise BadOption(
                where, f"must have another name: it would be read as {quote(other.name)}"
            )
        for effect_number, effect in enumerate(hell.effects, 1):
            # Ruling 32: only in block 3 is the update a player's own.
            if isinstance(effect, Blind) and hell.block != PRIVATE_BLOCK:
                raise BadOption(
                    f"{where}, effects, entry {effect_number}", "blind is for hells of block 3 only"
                )
        # Ruling 6: a player who attempts this hell alone, without a spirit, can play Round 1.
        rules = rules_under((hell,))
        (count,) = round1_numbers(rules, foresight=False)
        if rules.restricts[0] and find_placing(rules, 1, ARMY, count) is None:
            raise BadOption(where, f"leaves no legal way to place {count} units in Round 1")
    return hells


def _standing(
    number: int, position: PositionOption | None, uses: Spirits, terms: Terms
) -> Standing:
    """Return the standing that a player starts from. Raises BadOption."""
    if position is None:
        return Standing(uses=uses)
    block, where = position.block, f"position, entry {number}"
    blocks = {PURGATORY, EIGHTEENTH, *[hell.block for hell in terms.hells]}
    if block not in blocks:
        possible = join_words(map(str, sorted(blocks)), "or")
        raise BadOption(f"{where}, block", f"must be {possible}: block {block} has no hells")
    if block != EIGHTEENTH and position.points:
        raise BadOption(f"{where}, points", "must be 0 outside block 5")
    if block == EIGHTEENTH and position.active:
        raise BadOption(f"{where}, active", "must be empty in block 5, where no spirit is in force")
    passed = _passed(f"{where}, passed", position, terms)
    active = [
        InForce(spirit.spirit, None if spirit.unit is None else int(spirit.unit), spirit.wins)
        for spirit in position.active
    ]
    return Standing(block, passed, position.points, uses, tuple(active))


def _passed(where: str, position: PositionOption, terms: Terms) -> frozenset[str]:
    """Return the names of the hells that a position has passed. Raises BadOption."""
    names = {hell.name for hell in terms.hells if hell.block == position.block}
    for name in position.passed:
        if name not in names:
            raise BadOption(where, f"{quote(name)} is not a hell of block {position.block}")
    passed = frozenset(position.passed)
    if len(passed) < len(position.passed):
        raise BadOption(where, "must not name a hell twice")
    if names and passed == names:
        raise BadOption(where, f"must leave at least one hell of block {position.block}")
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
