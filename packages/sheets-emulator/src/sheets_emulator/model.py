"""A spreadsheet as plain values.

A `Document` that has been stored is never changed again: a request works on `Document.copy()` and
the copy takes the place of the original when everything in the request has worked. Cells are
frozen, so that a copy shares them; the JSON objects inside (formats, rules) are shared too and so
are replaced, never changed in place.

Rows and columns count from 0, ends are exclusive, as in Google's GridRange.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Any, Literal, NamedTuple, TypeAlias

Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Any]
Axis: TypeAlias = Literal["ROWS", "COLUMNS"]

DEFAULT_ROWS = 1000
DEFAULT_COLUMNS = 26
DEFAULT_ROW_HEIGHT = 21
DEFAULT_COLUMN_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Formula:
    """What was typed after and including the `=`."""

    text: str


class RichText(str):
    """Text with smart chips in it, each at an `@`, or with parts that have a format of their own.

    `chips` are Google's ChipRuns, those of chips alone, and `formats` its TextFormatRuns. It is
    text wherever text is wanted; another text that takes its place has neither.
    """

    chips: list[JsonObject]
    formats: list[JsonObject]

    def __new__(
        cls, text: str, chips: list[JsonObject], formats: list[JsonObject] | None = None
    ) -> "RichText":
        """Make the text."""
        made = super().__new__(cls, text)
        made.chips, made.formats = chips, formats or []
        return made


# What a cell was given. A number may be a date, a time or a percentage: its format says so.
Value: TypeAlias = str | float | bool | Formula | None


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: what was entered and how it is dressed.

    `format` is Google's CellFormat as entered (`userEnteredFormat`), without conditional formats;
    `validation` Google's DataValidationRule or None; both are never changed in place.
    """

    value: Value = None
    format: JsonObject = field(default_factory=dict)
    validation: JsonObject | None = None
    note: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing at all distinguishes this cell from one never touched."""
        return self.value is None and not self.format and not self.validation and not self.note


EMPTY_CELL = Cell()


class Area(NamedTuple):
    """A rectangle of one tab; an end that is None is unbounded, as in Google's GridRange."""

    top: int | None = None
    bottom: int | None = None
    left: int | None = None
    right: int | None = None

    def within(self, rows: int, columns: int) -> "Box":
        """Return the cells it means on a grid of this size (possibly none)."""
        bottom = rows if self.bottom is None else min(self.bottom, rows)
        right = columns if self.right is None else min(self.right, columns)
        return Box(self.top or 0, bottom, self.left or 0, right)

    def covers(self, row: int, column: int) -> bool:
        """Return whether the cell lies in it."""
        return (
            (self.top or 0) <= row
            and (self.left or 0) <= column
            and (self.bottom is None or row < self.bottom)
            and (self.right is None or column < self.right)
        )

    @property
    def is_whole(self) -> bool:
        """Whether it is the whole tab."""
        return self.top is self.bottom is self.left is self.right is None


class Box(NamedTuple):
    """A rectangle with all its ends: rows `top` to `bottom`, columns `left` to `right`."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def rows(self) -> range:
        """The rows in it."""
        return range(self.top, self.bottom)

    @property
    def columns(self) -> range:
        """The columns in it."""
        return range(self.left, self.right)

    @property
    def size(self) -> int:
        """How many cells lie in it."""
        return max(0, self.bottom - self.top) * max(0, self.right - self.left)

    @property
    def is_empty(self) -> bool:
        """Whether no cell lies in it."""
        return self.top >= self.bottom or self.left >= self.right

    def covers(self, row: int, column: int) -> bool:
        """Return whether the cell lies in it."""
        return self.top <= row < self.bottom and self.left <= column < self.right

    def meets(self, other: "Box") -> bool:
        """Return whether a cell lies in both."""
        return max(self.top, other.top) < min(self.bottom, other.bottom) and max(
            self.left, other.left
        ) < min(self.right, other.right)

    def common(self, other: "Box") -> "Box":
        """Return the cells that lie in both."""
        return Box(
            max(self.top, other.top),
            min(self.bottom, other.bottom),
            max(self.left, other.left),
            min(self.right, other.right),
        )

    def encloses(self, other: "Box") -> bool:
        """Return whether every cell of the other lies in this one."""
        return (
            self.top <= other.top
            and other.bottom <= self.bottom
            and self.left <= other.left
            and other.right <= self.right
        )

    def cells(self) -> Iterator[tuple[int, int]]:
        """Every (row, column) in it, row by row."""
        columns = self.columns
        return chain.from_iterable(zip(repeat(row), columns) for row in self.rows)

    def area(self) -> Area:
        """Return the same rectangle as a range with bounds."""
        return Area(self.top, self.bottom, self.left, self.right)


@dataclass(frozen=True, slots=True)
class NamedRange:
    """A name for a rectangle of one tab."""

    named_range_id: str
    name: str
    sheet_id: int
    area: Area


@dataclass(frozen=True, slots=True)
class Protection:
    """A protected range; one that `area.is_whole` protects its tab but for `unprotected`.

    `editors` are the accounts that may change what it covers; the spreadsheet's owner always may.
    """

    protected_range_id: int
    sheet_id: int
    area: Area
    named_range_id: str | None = None
    description: str = ""
    warning_only: bool = False
    unprotected: tuple[tuple[int, Area], ...] = ()
    editors: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    domain_can_edit: bool = False


@dataclass(frozen=True, slots=True)
class ConditionalRule:
    """A conditional format: where it looks, and Google's `booleanRule` or `gradientRule`."""

    areas: tuple[Area, ...]
    rule: JsonObject  # {"booleanRule": …} or {"gradientRule": …}


@dataclass(frozen=True, slots=True)
class BandedRange:
    """Alternating colours: where, and Google's `rowProperties` and `columnProperties`."""

    banded_range_id: int
    area: Area
    properties: JsonObject


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart over a tab: the cell that it is anchored to, and Google's objects for the rest.

    `overlay` has its size in pixels and its offsets from the cell.
    """

    chart_id: int
    row: int
    column: int
    overlay: JsonObject
    spec: JsonObject
    border: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class Metadata:
    """Developer metadata at the spreadsheet, a tab, or one row or column of a tab."""

    metadata_id: int
    key: str
    value: str
    visibility: str
    sheet_id: int | None = None
    axis: Axis | None = None
    index: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """How a row or a column looks: its size in pixels (None: the default) and whether hidden.

    `filtered` is a row that the basic filter hides.
    """

    pixels: int | None = None
    hidden: bool = False
    filtered: bool = False

    @property
    def is_shown(self) -> bool:
        """Whether neither a person nor a filter has hidden it."""
        return not (self.hidden or self.filtered)


DEFAULT_LINE = Line()


@dataclass(frozen=True, slots=True)
class Group:
    """A foldable group of rows or columns."""

    start: int
    end: int
    depth: int = 1
    collapsed: bool = False


@dataclass(slots=True)
class Sheet:
    """A tab."""

    sheet_id: int
    title: str
    row_count: int = DEFAULT_ROWS
    column_count: int = DEFAULT_COLUMNS
    frozen_rows: int = 0
    frozen_columns: int = 0
    hidden: bool = False
    hide_gridlines: bool = False
    right_to_left: bool = False
    row_group_after: bool = False
    column_group_after: bool = False
    tab_color: JsonObject | None = None  # a ColorStyle
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)  # only those not blank
    lines: dict[Axis, dict[int, Line]] = field(default_factory=lambda: {"ROWS": {}, "COLUMNS": {}})
    groups: dict[Axis, list[Group]] = field(default_factory=lambda: {"ROWS": [], "COLUMNS": []})
    merges: list[Box] = field(default_factory=list)
    protections: list[Protection] = field(default_factory=list)
    conditional_rules: list[ConditionalRule] = field(default_factory=list)
    banded_ranges: list[BandedRange] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    basic_filter: JsonObject | None = None  # the filterSpecs and sortSpecs of a BasicFilter
    basic_filter_area: Area | None = None
    shifts: int = field(default=0, compare=False)  # how often lines came, went or moved

    def copy(self) -> "Sheet":
        """Return a tab that can be changed while this one stays as it is."""
        return replace(
            self,
            cells=dict(self.cells),
            lines={axis: dict(lines) for axis, lines in self.lines.items()},
            groups={axis: list(groups) for axis, groups in self.groups.items()},
            merges=list(self.merges),
            protections=list(self.protections),
            conditional_rules=list(self.conditional_rules),
            banded_ranges=list(self.banded_ranges),
            charts=list(self.charts),
        )

    def changed_since(self, before: "Sheet") -> dict[tuple[int, int], Cell]:
        """Return the cells that are no more those of an earlier version of the tab."""
        known = before.cells
        return {at: cell for at, cell in self.cells.items() if known.get(at) is not cell}

    def cell(self, row: int, column: int) -> Cell:
        """Return the cell; one never touched is empty."""
        return self.cells.get((row, column), EMPTY_CELL)

    def put(self, row: int, column: int, cell: Cell) -> None:
        """Set the cell; a blank one is forgotten."""
        if cell.is_blank:
            self.cells.pop((row, column), None)
        else:
            self.cells[row, column] = cell

    def scanned(self, box: Box) -> int:
        """Return how many cells `within` looks at."""
        return min(box.size, len(self.cells))

    def within(self, box: Box) -> list[tuple[tuple[int, int], Cell]]:
        """Return the cells of a box that are not blank, each with its place."""
        if box.size < len(self.cells):
            find = self.cells.get
            return [(at, cell) for at in box.cells() if (cell := find(at)) is not None]
        return [(at, cell) for at, cell in self.cells.items() if box.covers(*at)]

    def last_columns(self, box: Box) -> dict[int, int]:
        """Return the last column with a cell that is not blank, by row, within a box."""
        cells = self.cells
        if box.size >= len(cells):
            return dict(sorted(at for at in cells if box.covers(*at)))  # the last of a row counts
        backwards = range(box.right - 1, box.left - 1, -1)
        found: dict[int, int] = {}
        for row in box.rows:
            for column in backwards:
                if (row, column) in cells:
                    found[row] = column
                    break
        return found

    def size(self, axis: Axis) -> int:
        """How many rows or columns it has."""
        return self.row_count if axis == "ROWS" else self.column_count

    @property
    def grid(self) -> Box:
        """Every cell it has."""
        return Box(0, self.row_count, 0, self.column_count)

    def box(self, area: Area) -> Box:
        """Return the cells of this tab that a range means."""
        return area.within(self.row_count, self.column_count)

    def merge_at(self, row: int, column: int) -> Box | None:
        """Return the merged cells this cell belongs to."""
        return next((merge for merge in self.merges if merge.covers(row, column)), None)

    def line(self, axis: Axis, index: int) -> Line:
        """How a row or column looks."""
        return self.lines[axis].get(index, DEFAULT_LINE)

    def column_width(self, column: int) -> int:
        """Its width in pixels."""
        pixels = self.line("COLUMNS", column).pixels
        return DEFAULT_COLUMN_WIDTH if pixels is None else pixels

    def row_height(self, row: int) -> int:
        """Its height in pixels."""
        pixels = self.line("ROWS", row).pixels
        return DEFAULT_ROW_HEIGHT if pixels is None else pixels


@dataclass(frozen=True, slots=True)
class Grant:
    """Who may do what with a spreadsheet: a Drive permission.

    `kind` is user, group, domain or anyone; `address` an e-mail address or a domain.
    """

    permission_id: str
    kind: str
    role: str  # owner, writer, commenter or reader
    address: str = ""
    discoverable: bool = False
    pending_owner: bool = False  # offered the spreadsheet, and has not taken it yet


@dataclass(slots=True)
class File:
    """What Drive knows of a file. `version` grows by one with every change."""

    spreadsheet_id: str
    title: str
    version: int = 1
    created: str = ""  # RFC 3339, UTC
    modified: str = ""
    grants: list[Grant] = field(default_factory=list)
    file: JsonObject = field(default_factory=dict)  # Drive's own: description, properties, …
    page: str | None = None  # the HTML of a web page; in a list of files it is empty
    is_folder: bool = False
    parent: str = ""  # the id of the folder it is in; "" is the root of its owner's Drive
    maker: str = ""  # the account for which it was made
    apps: tuple[str, ...] = ()  # that made it
    app_properties: dict[str, dict[str, str]] = field(default_factory=dict)  # by app

    def is_made_by(self, account: str, app: str) -> bool:
        """Return whether this app made it for this account; others' files are none of its own."""
        return account == self.maker and app in self.apps

    @property
    def is_spreadsheet(self) -> bool:
        """Whether it is neither a folder nor a web page."""
        return self.page is None and not self.is_folder

    @property
    def owner(self) -> str:
        """The address of the account it belongs to."""
        return next(grant.address for grant in self.grants if grant.role == "owner")


@dataclass(slots=True)
class Document(File):
    """A spreadsheet with everything in it.

    Web pages, whose HTML is `page`, and folders are kept alike; they have no tabs.
    """

    locale: str = "en_US"
    time_zone: str = "Etc/GMT"
    auto_recalc: str = "ON_CHANGE"
    iterative: JsonObject | None = None  # IterativeCalculationSettings
    sheets: list[Sheet] = field(default_factory=list)  # in the order of the tabs
    names: list[NamedRange] = field(default_factory=list)
    metadata: list[Metadata] = field(default_factory=list)
    known: dict[str, object] = field(default_factory=dict, compare=False, repr=False)  # computed

    def copy(self) -> "Document":
        """Return a document that can be changed while this one stays as it is."""
        return replace(
            self,
            sheets=[sheet.copy() for sheet in self.sheets],
            names=list(self.names),
            metadata=list(self.metadata),
            grants=list(self.grants),
            file=dict(self.file),
            app_properties={app: dict(kept) for app, kept in self.app_properties.items()},
            known={},
        )

    def sheet(self, sheet_id: int) -> Sheet | None:
        """Return the tab with this id."""
        return next((sheet for sheet in self.sheets if sheet.sheet_id == sheet_id), None)

    def sheet_titled(self, title: str) -> Sheet | None:
        """Return the tab with this title, whatever the case of its letters."""
        folded = title.casefold()
        return next((one for one in self.sheets if one.title.casefold() == folded), None)

    def named(self, name: str) -> NamedRange | None:
        """Return the named range, whatever the case of its letters."""
        folded = name.casefold()
        return next((one for one in self.names if one.name.casefold() == folded), None)
