"""The models of a tab's file: areas of cells, conditional formats, sizes."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from gspread.utils import column_letter_to_index
from pydantic import BeforeValidator, Field, InstanceOf, model_validator

from umpire.sheets.grid import Rect, read_rect
from umpire.sheets.palette import Line
from umpire.sheets.play import Play
from umpire.sheets.toml_models import TomlModel, as_list

LEAST_SIZE = 2
"""The least height of a row and width of a column, in pixels."""

_PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}", re.ASCII)


def placeholders(text: str) -> list[str]:
    """Return the words in braces."""
    return _PLACEHOLDER.findall(text)


def fill(text: str, texts: Mapping[str, str]) -> str:
    """Replace the words in braces by the match's texts, unknown ones by nothing."""
    return _PLACEHOLDER.sub(lambda match: texts.get(match[1], ""), text)


def _rect(value: object) -> object:
    return read_rect(value) if isinstance(value, str) else value


Rectangle = Annotated[InstanceOf[Rect], BeforeValidator(_rect)]
Size = Annotated[int, Field(ge=LEAST_SIZE, le=2000)]
OneOrMore = Annotated[list[str], BeforeValidator(as_list)]
Side = Literal["left", "right", "top", "bottom", "outline", "rows", "columns", "all"]


@dataclass(frozen=True, slots=True)
class Spot:
    """One rectangle of an area, with its own name and text."""

    rect: Rect
    name: str | None
    text: str | None


class Area(TomlModel):
    """A rectangle of a tab with its text, style, name, merging, lines and help.

    With `across` or `down` it is repeated to the right or downwards, side by side or `every` so
    many columns or rows; then `name` and `text` may be lists with one for each. With `clock` it
    exists only in matches with clocks, or only in those without.
    """

    at: Rectangle
    across: Annotated[int, Field(ge=1)] = 1
    down: Annotated[int, Field(ge=1)] = 1
    every: Annotated[int, Field(ge=1)] | None = None
    name: OneOrMore = Field(default_factory=list)
    text: OneOrMore = Field(default_factory=list)
    rows: list[list[str]] = Field(default_factory=list)
    count_from: int | None = None
    style: OneOrMore = Field(default_factory=list)
    merge: Literal["whole", "rows"] | None = None
    borders: dict[Side, Line] = Field(default_factory=dict)
    help: str | None = None
    choices: list[str] = Field(default_factory=list)
    check_box: bool = False
    player_writes: bool = False
    clock: bool | None = None

    @model_validator(mode="after")
    def _check_area(self) -> "Area":
        for key, values in (("name", self.name), ("text", self.text)):
            if len(values) not in (0, self._repeats) and not (key == "text" and len(values) == 1):
                raise ValueError(
                    f"key {key!r} lists {len(values)}, but the area is repeated {self._repeats} "
                    "times"
                )
        if self.across > 1 and self.down > 1:
            raise ValueError("an area can be repeated either 'across' or 'down'")
        if len(self.rows) > self.at.height or any(len(row) > self.at.width for row in self.rows):
            raise ValueError(f"key 'rows' has more than fits into {self.at}")
        if sum((bool(self.text), bool(self.rows), self.count_from is not None)) > 1:
            raise ValueError("only one of 'text', 'rows' and 'count_from' can fill an area")
        if self.choices and self.check_box:
            raise ValueError("an area can have either 'choices' or a 'check_box'")
        if self.player_writes and (len(self.name) != 1 or self._repeats > 1):
            raise ValueError("an area where a player writes needs one name")
        return self

    @property
    def _repeats(self) -> int:
        return self.across * self.down

    def spots(self) -> Iterator[Spot]:
        """Yield each rectangle of the area."""
        for number in range(self._repeats):
            yield Spot(
                self.at.shift(
                    number * (self.every or self.at.height) if self.down > 1 else 0,
                    number * (self.every or self.at.width) if self.across > 1 else 0,
                ),
                self.name[number] if self.name else None,
                self.text[number if len(self.text) > 1 else 0] if self.text else None,
            )

    def texts(self) -> Iterator[tuple[tuple[int, int], str]]:
        """Yield the texts of its cells."""
        for spot in self.spots():
            if spot.text is not None:
                yield (spot.rect.top, spot.rect.left), spot.text
            for row, line in enumerate(self.rows):
                for column, text in enumerate(line):
                    yield (spot.rect.top + row, spot.rect.left + column), text
            if self.count_from is not None:
                for row in range(spot.rect.height):
                    yield (spot.rect.top + row, spot.rect.left), str(self.count_from + row)


class Colour(TomlModel):
    """A conditional format: cells of the named ranges take a style, depending on their texts.

    If several fit a cell, the earliest in the file wins. With `where` the text is that of the cell
    with this name instead, or of the cell in the same row if the name is a column. `filled` is any
    text, `blank` none, and `next_free` the first empty cell below a filled one; with `where` a row
    is empty only if that column is, too.
    """

    on: OneOrMore
    style: str
    equals: OneOrMore = Field(default_factory=list)
    begins: str | None = None
    contains: str | None = None
    filled: bool = False
    blank: bool = False
    where: str | None = None
    next_free: bool = False

    @model_validator(mode="after")
    def _check_condition(self) -> "Colour":
        texts, yes = (self.equals, self.begins, self.contains), (self.filled, self.blank)
        conditions = (*texts, *yes, self.next_free)
        if sum(map(bool, conditions)) != 1:
            raise ValueError(
                "give exactly one of 'equals', 'begins', 'contains', 'filled', 'blank' and "
                "'next_free'"
            )
        if self.where and self.contains is not None:
            raise ValueError("'where' does not go with 'contains'")
        return self


class Tab(TomlModel):
    """One tab, or with `for_each` one for every player, whose names end in `_1`, `_2` and so on.

    Each of `folds` is a list of names whose rows are hidden while all cells in them are empty,
    under any name. For a name in `flows` the rows below the last text are hidden. Of a score sheet
    only the last `rows_in_view` used rows are visible. `play` is for the page to play on; without
    it the tab is only a grid.
    """

    title: Annotated[str, Field(min_length=1)]
    for_each: Literal["player"] | None = None
    colour: str | None = None
    rows: Annotated[int, Field(ge=1, le=10_000)]
    columns: Annotated[int, Field(ge=1, le=200)]
    frozen_rows: Annotated[int, Field(ge=0)] = 0
    frozen_columns: Annotated[int, Field(ge=0)] = 0
    gridlines: bool = False
    style: OneOrMore
    column_widths: dict[str, Size] = Field(default_factory=dict)
    row_heights: dict[str, Size] = Field(default_factory=dict)
    groups: dict[str, list[str]] = Field(default_factory=dict)
    folds: list[OneOrMore] = Field(default_factory=list)
    flows: list[str] = Field(default_factory=list)
    rows_in_view: Annotated[int, Field(ge=1)] | None = None
    areas: list[Area] = Field(default_factory=list)
    colours: list[Colour] = Field(default_factory=list)
    play: Play | None = None

    @model_validator(mode="after")
    def _check_grid(self) -> "Tab":
        grid = Rect(0, 0, self.rows, self.columns)
        for rect, area in self._rects():
            if not grid.encloses(rect):
                raise ValueError(
                    f"table 'areas', entry at {rect}: it extends beyond the tab's {self.rows} rows "
                    f"and {self.columns} columns"
                )
            if area.merge and self._cuts(rect):
                raise ValueError(
                    f"table 'areas', entry at {rect}: merged cells cannot cross the edge of the "
                    "frozen part"
                )
            if area.player_writes and not self.for_each:
                raise ValueError(
                    f"table 'areas', entry at {rect}: only on a tab with for_each = \"player\" can "
                    "a player write"
                )
        for key, spans, size in (
            ("column_widths", self.widths(), self.columns),
            ("row_heights", self.heights(), self.rows),
        ):
            if any(start < 0 or end > size for start, end, _ in spans):
                raise ValueError(f"table {key!r}: it goes beyond the tab's rows or columns")
        return self

    def _rects(self) -> Iterator[tuple[Rect, Area]]:
        for area in self.areas:
            for spot in area.spots():
                yield spot.rect, area

    def _cuts(self, rect: Rect) -> bool:
        rows, columns = self.frozen_rows, self.frozen_columns
        return rect.top < rows < rect.bottom or rect.left < columns < rect.right

    def widths(self) -> list[tuple[int, int, int]]:
        """Return each run of columns (first, end, pixels) with a width of its own."""
        return [
            (*_span(key, "column_widths", r"[A-Z]{1,3}", column_letter_to_index), pixels)
            for key, pixels in self.column_widths.items()
        ]

    def heights(self) -> list[tuple[int, int, int]]:
        """Return each run of rows (first, end, pixels) with a height of its own."""
        return [
            (*_span(key, "row_heights", r"[1-9]\d{0,4}", int), pixels)
            for key, pixels in self.row_heights.items()
        ]

    @cached_property
    def named_rects(self) -> Mapping[str, Rect]:
        """The rectangle of each name, without a player's suffix."""
        areas = (area for area in self.areas if area.name)
        return {spot.name: spot.rect for area in areas for spot in area.spots() if spot.name}

    def with_clocks(self, clocks: bool) -> "Tab":
        """Return the tab for matches with or without clocks.

        Areas for the other matches are left out, and so are references to them.
        """
        areas = [area for area in self.areas if area.clock in (None, clocks)]
        if len(areas) == len(self.areas):
            return self
        remaining = {name for area in areas for name in area.name}
        folds = [[name for name in names if name in remaining] for names in self.folds]
        colours = [
            colour.model_copy(update={"on": on})
            for colour in self.colours
            if (on := [name for name in self.members(colour) if name in remaining])
            and (colour.where is None or colour.where in remaining)
        ]
        fields: dict[str, Any] = {name: getattr(self, name) for name in Tab.model_fields}
        fields |= {"areas": areas, "folds": [*filter(None, folds)], "colours": colours}
        fields["groups"] = {}  # the colours name their members now
        return Tab.model_construct(**fields)  # a copy would keep what is cached of all areas

    def written_by_player(self) -> list[str]:
        """Return the names of the cells that the player of this tab may type into."""
        return [area.name[0] for area in self.areas if area.player_writes]

    def members(self, colour: Colour) -> list[str]:
        """Return the names in a conditional format, with groups resolved."""
        return [name for word in colour.on for name in self.groups.get(word, [word])]


def _span(key: str, table: str, pattern: str, number: Callable[[str], int]) -> tuple[int, int]:
    """Return the first and the end of a run, from 0; `number` counts from 1."""
    ends = key.split(":")
    if len(ends) > 2 or not all(re.fullmatch(pattern, end, re.ASCII) for end in ends):
        raise ValueError(
            f"table {table!r}: {key!r} is neither one row or column nor a range of them"
        )
    return number(ends[0]) - 1, number(ends[-1])
