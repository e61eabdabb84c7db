"""The options of a match, as the header gives them, checked."""

import math
import re
from functools import lru_cache
from typing import Annotated, Final, Literal

from pydantic import Discriminator, Field, Tag, ValidationInfo, field_validator

from umpire.games.base import BadOption
from umpire.games.box_within_a_box.board import FACE_BY_NAME, SIZE, Board
from umpire.games.box_within_a_box.cards import (
    DIRECTED,
    FIGURES,
    KINDS,
    SPECIAL_EXAMPLES,
    SPECIALS,
    Card,
    CardList,
    Figure,
    Name,
    Special,
)
from umpire.games.options import Open, in_brief, number_option
from umpire.games.options import Options as Model
from umpire.games.package_data import read_sections, read_text
from umpire.games.text import join_words, quote

_NAME: Final = re.compile(r"[A-Za-z]{2,20}")
_RESERVED: Final = frozenset({"NONE", "PASS", "LOCK", "READY"})
"""Words that mean something else where a card's name may stand."""

_NOT_ASKED: Final = "; with 0 nobody is asked"


def _list_or_one(value: object) -> str:
    return "list" if isinstance(value, list | tuple) else "one"


class _Entry(Model):
    """A card as the option `cards` gives it."""

    number: Annotated[int, Field(ge=1, le=KINDS)]
    name: str
    type: Literal["A", "A+", "B", "C"]
    numbers: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=1, max_length=4)]
    displacement: Annotated[
        Annotated[Name, Tag("one")] | Annotated[list[Name], Tag("list")],
        Discriminator(_list_or_one),
    ]
    special: str = ""

    @field_validator("name")
    @classmethod
    def _is_a_name(cls, name: str) -> str:
        if not _NAME.fullmatch(name):
            raise ValueError(f"must be 2 to 20 letters A to Z, not {quote(name)}")
        if name.upper() in _RESERVED:
            raise ValueError(
                f"must not be {join_words(sorted(_RESERVED), 'or')}, which are words of the game"
            )
        return name

    @field_validator("numbers")
    @classmethod
    def _has_parts_for_its_type(cls, numbers: list[int], info: ValidationInfo) -> list[int]:
        if info.data.get("type") == "A+" and len(numbers) < 2:
            raise ValueError("must be two or more in a card of type A+")
        return numbers

    @field_validator("displacement")
    @classmethod
    def _fits_the_parts(cls, value: Name | list[Name], info: ValidationInfo) -> Name | list[Name]:
        numbers = info.data.get("numbers")
        if numbers is not None:
            if isinstance(value, list) and len(value) != len(numbers):
                raise ValueError(
                    f"must be one figure, or as many as there are numbers, {len(numbers)}, not "
                    f"{len(value)}"
                )
            _check_parts(_figures(value, len(numbers)), numbers)
        return value

    @field_validator("special")
    @classmethod
    def _goes_with_the_parts(cls, text: str, info: ValidationInfo) -> str:
        if text not in SPECIALS:
            examples = join_words(SPECIAL_EXAMPLES, "or")
            raise ValueError(f"must be {examples} (increase 1 to 9), not {quote(text)}")
        if {"displacement", "numbers"} <= info.data.keys():
            figures = _figures(info.data["displacement"], len(info.data["numbers"]))
            for figure in figures:
                if figure.sort not in SPECIALS[text].sorts:
                    raise ValueError(f"{text} does not go with the displacement {figure.name}")
        return text


def _figures(displacement: Name | list[Name], parts: int) -> tuple[Figure, ...]:
    names = displacement if isinstance(displacement, list) else [displacement] * parts
    return tuple(FIGURES[name] for name in names)


def _check_parts(figures: tuple[Figure, ...], numbers: list[int]) -> None:
    before: Figure | None = None
    for part, (figure, number) in enumerate(zip(figures, numbers, strict=True), 1):
        if figure.number not in (None, number):
            raise ValueError(f"{figure.name} needs the number {figure.number}, not {number}")
        if figure.needs_direction and before is None:
            raise ValueError(f"{figure.name} cannot be the first part")
        if figure.needs_direction and before is not None and before.sort not in DIRECTED:
            raise ValueError(
                f"{figure.name} cannot be part {part}: {before.name} before it has no direction"
            )
        before = figure


class Options(Model):
    """The options of a header."""

    board: Open[Annotated[list[str], Field(min_length=SIZE, max_length=SIZE)]] = Field(
        default=[],
        description="A list of 7 texts, the rows of the starting board from the top, each of 7 "
        'tiles such as b3 (black) or w0 (white): "b3 w0 b1 w4 b9 w2 b5". By default it is dealt.',
    )
    cards: Open[Annotated[list[_Entry], Field(min_length=KINDS, max_length=KINDS)]] = Field(
        default=[],
        description='A list of the 38 cards, each {"number": 19, "name": "SOW", "type": "B", '
        '"numbers": [2], "displacement": "orthogonal", "special": "increase 2"}. By default the '
        "cards that come with the game.",
    )
    seconds_examine_boards: Open[float] = number_option(
        "the time to examine the boards", 120.0, least=0, also=_NOT_ASKED
    )
    seconds_examine_cards: Open[float] = number_option(
        "the time to examine the cards of a bout", 120.0, least=0, also=_NOT_ASKED
    )
    seconds_bet: Open[float] = number_option("the time for the bets", 150.0, above=0)
    seconds_play: Open[float] = number_option("the time for a round", 60.0, above=0)
    reserve_periods: Open[int] = number_option("each player's periods of reserve", 16, least=0)
    reserve_seconds: Open[float] = number_option("the length of a period of reserve", 30.0, above=0)

    @field_validator("board")
    @classmethod
    def _is_of_tiles(cls, rows: list[str]) -> list[str]:
        for number, row in enumerate(rows, 1):
            tiles = row.split()
            for tile in tiles:
                if tile.lower() not in FACE_BY_NAME:
                    raise ValueError(
                        f"entry {number} has {quote(tile)}, which is not a tile: write b or w and "
                        "a digit, such as b3"
                    )
            if len(tiles) != SIZE:
                raise ValueError(f"entry {number} must have {SIZE} tiles, not {len(tiles)}")
        return rows

    @field_validator("cards")
    @classmethod
    def _are_all_different(cls, cards: list[_Entry]) -> list[_Entry]:
        numbers: dict[int, int] = {}
        names: dict[str, int] = {}
        for place, card in enumerate(cards, 1):
            if numbers.setdefault(card.number, place) != place:
                raise ValueError(
                    f"entry {place} ({quote(card.name)}), number: {card.number} is also "
                    f"entry {numbers[card.number]}'s; use each of 1 to {KINDS} once"
                )
            if names.setdefault(card.name.upper(), place) != place:
                raise ValueError(
                    f"entry {place} ({quote(card.name)}), name: is also "
                    f"entry {names[card.name.upper()]}'s; all names must differ"
                )
        return cards

    @property
    def starting_board(self) -> Board | None:
        """The board that both start with; None if chance deals it. Ruling 16: any 49 tiles do."""
        if not self.board:
            return None
        return bytes([FACE_BY_NAME[tile.lower()] for row in self.board for tile in row.split()])

    @property
    def card_list(self) -> CardList:
        """The cards of the match."""
        # Ruling 15: the default cards stand in for the lost list; an umpire who has it gives it.
        if not self.cards:
            return DEFAULT_CARDS
        return _card_list(self.model_dump_json(include={"cards"}, exclude_unset=True))


def check_reserve(options: Options) -> None:
    """Check that a clock can show the reserve. Raises BadOption."""
    periods = options.reserve_periods
    try:
        whole = float(periods) * options.reserve_seconds
    except OverflowError:
        whole = math.inf
    if not math.isfinite(whole):
        raise BadOption(
            "reserve_periods",
            f"must be so few that a clock can show the reserve, not {in_brief(periods)}",
        )


@lru_cache(maxsize=16)
def _card_list(options: str) -> CardList:
    """Return the cards of options in JSON, cached: movements are cached by card too."""
    return CardList(
        Card(
            number=entry.number,
            name=entry.name.upper(),
            type=entry.type,
            numbers=tuple(entry.numbers),
            figures=_figures(entry.displacement, len(entry.numbers)),
            special=SPECIALS.get(entry.special, Special()),
        )
        for entry in Options.model_validate_json(options).cards
    )


DEFAULT_CARDS: Final = _card_list(f'{{"cards": {read_text(__package__, "cards.json")}}}')
"""The cards of a match whose header gives none."""

FORMATS: Final = read_sections(__package__, "help.md")
"""By title the help for umpires on the larger options."""
