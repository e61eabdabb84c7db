"""The rendering of a template's tab with given texts: sizes, cells, and the style of each cell.

It gives what a reader of the spreadsheet sees, without a spreadsheet. The template's requests are
simulated, the texts are written over them, and conditional formats are applied as in Sheets. Pages,
pictures and workbooks all draw the result.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import ceil
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from umpire.games.base import Screen
from umpire.sheets.colouring import matching_texts, placeholder_texts
from umpire.sheets.context import Page
from umpire.sheets.diff import one_cell_texts
from umpire.sheets.folding import plan_folds
from umpire.sheets.grid import Place, Rect
from umpire.sheets.layout import content_requests, tab_request
from umpire.sheets.layout_simulator import (
    COLUMN_PIXELS,
    ROW_PIXELS,
    LayoutSimulator,
    SimulatedCell,
    SimulatedTab,
    hex_code,
)
from umpire.sheets.palette import Palette
from umpire.sheets.ranges import ENTRY
from umpire.sheets.tabs import Colour

Kind: TypeAlias = Literal["thin", "medium", "thick", "dotted"]

BOX: Final = {False: "☐", True: "☑"}
"""The signs for a check box."""

_KINDS: Mapping[str, Kind] = {
    "SOLID": "thin",
    "SOLID_MEDIUM": "medium",
    "SOLID_THICK": "thick",
    "DOTTED": "dotted",
}
_PIXELS = 4 / 3
"""Pixels of a point."""

_WIDE, _LINE, _BESIDE = 0.55, 1.2, 2
"""The width of a letter and the height of a line, by its size; pixels above and below a text."""

_ALIGN = {"LEFT": "left", "CENTER": "centre", "RIGHT": "right"}
_VALIGN = {"TOP": "top", "MIDDLE": "middle", "BOTTOM": "bottom"}
_OVERLONG = {"WRAP": "wrap", "CLIP": "clip", "OVERFLOW_CELL": "overflow"}


class Edge(NamedTuple):
    """A line at one side of a cell."""

    kind: Kind
    colour: str


class Edges(NamedTuple):
    """The lines at the sides of a cell, None where there is none.

    A line between two cells is a side of both; draw it only once.
    """

    top: Edge | None = None
    right: Edge | None = None
    bottom: Edge | None = None
    left: Edge | None = None


_NO_EDGES = Edges()


class CellStyle(NamedTuple):
    """The look of a cell: colours as #RRGGBB, `size` in points, `padding` in pixels."""

    fill: str = "#FFFFFF"
    ink: str = "#000000"
    bold: bool = False
    italic: bool = False
    strike: bool = False
    size: int = 10
    font: str = "Arial"
    align: Literal["left", "centre", "right"] = "left"
    valign: Literal["top", "middle", "bottom"] = "bottom"
    overlong: Literal["wrap", "clip", "overflow"] = "overflow"
    padding: int = 3
    edges: Edges = _NO_EDGES


class RenderedCell(NamedTuple):
    """A cell, or a merged one, which spans more than one row or column; all count from 0."""

    row: int
    column: int
    rows: int
    columns: int
    text: str
    look: CellStyle


class RenderedTab(NamedTuple):
    """A rendered tab. Sizes are in pixels, 0 for a row that is hidden.

    Cells come row by row, without those that a merged cell covers. Cells that look alike share one
    `look` object.
    """

    title: str
    widths: tuple[int, ...]
    heights: tuple[int, ...]
    cells: tuple[RenderedCell, ...]
    gridlines: bool = False


Grid: TypeAlias = Mapping[tuple[int, int], str]
"""The text of each cell."""


def render(page: Page, palette: Palette, screen: Screen) -> RenderedTab:
    """Render a page with these blocks of text. `Renderer` renders one page at many moments."""
    return Renderer(page, palette).render(screen)


_Styles: TypeAlias = tuple[str, ...]
_Place: TypeAlias = tuple[int, int, int, int]
"""A cell's row, column, height and width."""


class _Spot(NamedTuple):
    """A cell: its number, its place, and the look that its text does not change."""

    number: int
    place: _Place
    base: CellStyle


class Renderer:
    """A renderer of one page at many moments, which renders only the cells that have changed."""

    def __init__(self, page: Page, palette: Palette) -> None:
        self._page, self._palette = page, palette
        self._looks: dict[CellStyle, CellStyle] = {}
        self._bases: dict[tuple[int, Edges], CellStyle] = {}
        self._styled: dict[tuple[int, _Styles], CellStyle] = {}
        self._grid: Grid = {}
        self._words: list[frozenset[str]] = []
        self._cells: list[RenderedCell] = []

    def render(self, screen: Screen) -> RenderedTab:
        """Render the page with these blocks, by the names of their ranges.

        In a column of entries, the rows of the block count as used; older ones are folded away if
        the template says so.
        """
        page = self._page
        self._update({**self._template_texts, **_block_texts(page, screen)}, one_cell_texts(screen))
        return RenderedTab(
            page.title, self._widths, self._heights(screen), tuple(self._cells), page.tab.gridlines
        )

    def _update(self, grid: Grid, texts: Mapping[str, str]) -> None:
        """Render the cells whose text has changed, and those whose look depends on them."""
        fillings = placeholder_texts(self._page, texts)
        colours = self._page.tab.colours
        words = [
            frozenset(map(str.casefold, matching_texts(colour, fillings))) for colour in colours
        ]
        if self._cells:
            due = {at for at, _ in grid.items() ^ self._grid.items()}
            due.update(*(self._dependent_cells.get(at, ()) for at in due))
            pairs = enumerate(zip(words, self._words, strict=True))
            due.update(*(self._cells_of_rule(number) for number, (new, old) in pairs if new != old))
        else:
            due = {*self._spots}
            self._cells = [
                RenderedCell(*spot.place, "", spot.base) for spot in self._spots.values()
            ]
        self._grid, self._words = grid, words
        for at in due & self._spots.keys():
            number, place, base = self._spots[at]
            self._cells[number] = RenderedCell(*place, grid.get(at, ""), self._look(base, at))

    @cached_property
    def _layout(self) -> SimulatedTab:
        layout = LayoutSimulator()
        for request in (
            tab_request(self._page, 0, self._palette),
            *content_requests(self._page, self._palette),
        ):
            layout.apply(request)
        return layout.tabs[self._page.sheet]

    @cached_property
    def _template_texts(self) -> Grid:
        """The template's own texts."""
        texts = {at: _text(cell) for at, cell in self._layout.cells.items()}
        return {at: text for at, text in texts.items() if text}

    @cached_property
    def _spots(self) -> Mapping[tuple[int, int], _Spot]:
        """Each cell that is not covered by a merged one."""
        tab, layout = self._page.tab, self._layout
        merges = {(rect.top, rect.left): rect for rect in layout.merges}
        hidden = {at for rect in layout.merges for at in rect.cells()} - merges.keys()
        whole = Rect(0, 0, tab.rows, tab.columns)
        rects = (
            merges.get((row, column), Rect(row, column, row + 1, column + 1))
            for row, column in whole.cells()
            if (row, column) not in hidden
        )
        return {
            (rect.top, rect.left): _Spot(
                number,
                (rect.top, rect.left, rect.height, rect.width),
                self._base(layout, rect),
            )
            for number, rect in enumerate(rects)
        }

    def _base(self, layout: SimulatedTab, rect: Rect) -> CellStyle:
        look, edges = layout.cells[rect.top, rect.left].look, _edges(layout, rect)
        key = id(look), edges  # the layout lives as long as the renderer
        if key not in self._bases:
            self._bases[key] = self._shared(CellStyle(edges=edges, **dict(_style_fields(look))))
        return self._bases[key]

    @cached_property
    def _widths(self) -> tuple[int, ...]:
        sizes, count = self._layout.widths, self._page.tab.columns
        return tuple(sizes.get(column, COLUMN_PIXELS) for column in range(count))

    def _heights(self, screen: Screen) -> tuple[int, ...]:
        page, sizes = self._page, self._layout.heights
        heights = [sizes.get(row, ROW_PIXELS) for row in range(page.tab.rows)]
        for row, column in self._grid.keys() & self._spots.keys():
            if row not in sizes:
                cell = self._cells[self._spots[row, column].number]
                heights[row] = max(heights[row], _height_of(cell, self._widths))
        places = {name: Place(page.sheet, rect) for name, rect in page.names.items()}
        entry = page.name(ENTRY)
        for fold in plan_folds((page,), places, screen, {entry: len(screen.get(entry, ()))}):
            if fold.hidden:
                heights[fold.start : fold.end] = [0] * (fold.end - fold.start)
        return tuple(heights)

    def _cells_of_rule(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the cells of a conditional format."""
        tab = self._page.tab
        for name in tab.members(tab.colours[number]):
            yield from tab.named_rects[name].cells()

    @cached_property
    def _rules(self) -> Mapping[tuple[int, int], Sequence[tuple[int, Rect]]]:
        """The numbers of each cell's conditional formats, with the range that contains the cell."""
        tab = self._page.tab
        rules: dict[tuple[int, int], list[tuple[int, Rect]]] = {}
        for number, colour in enumerate(tab.colours):
            for rect in (tab.named_rects[name] for name in tab.members(colour)):
                for at in rect.cells():
                    rules.setdefault(at, []).append((number, rect))
        return rules

    @cached_property
    def _dependent_cells(self) -> Mapping[tuple[int, int], Collection[tuple[int, int]]]:
        """The other cells whose look depends on a cell's text."""
        colours = self._page.tab.colours
        watchers: dict[tuple[int, int], set[tuple[int, int]]] = {}
        for at, rules in self._rules.items():
            for number, rect in rules:
                for other in self._tested_cells(colours[number], rect, at):
                    watchers.setdefault(other, set()).add(at)
        return watchers

    def _tested_cells(
        self, colour: Colour, rect: Rect, at: tuple[int, int]
    ) -> Sequence[tuple[int, int]]:
        """Return the other cells on which it depends whether a cell takes a colour."""
        row = at[0]
        if colour.next_free:
            above = row - 1 if rect.top else row
            return [
                (line, column) for line in {row, above} for column in self._columns(colour, rect)
            ]
        if colour.where is None:
            return ()
        tested = self._page.tab.named_rects[colour.where]
        return [(tested.top if tested.height == 1 else row, tested.left)]

    def _columns(self, colour: Colour, rect: Rect) -> Sequence[int]:
        """Return the columns that are empty in the next free row."""
        beside = [self._page.tab.named_rects[colour.where].left] if colour.where else []
        return [rect.left, *beside]

    def _applies(self, number: int, rect: Rect, at: tuple[int, int]) -> bool:
        colour, grid = self._page.tab.colours[number], self._grid
        if colour.next_free:
            return self._is_next_free(colour, rect, at)
        tested = self._tested_cells(colour, rect, at) if colour.where else (at,)
        text = grid.get(tested[0], "").casefold()
        if colour.filled:
            return text != ""
        if colour.blank:
            return text == ""
        if colour.begins is not None:
            return text.startswith(colour.begins.casefold())
        if colour.contains is not None:
            return colour.contains.casefold() in text
        return text in self._words[number]

    def _is_next_free(self, colour: Colour, rect: Rect, at: tuple[int, int]) -> bool:
        row = at[0]
        above = row - 1 if rect.top else row
        columns, grid = self._columns(colour, rect), self._grid
        is_free = not any(grid.get((row, column)) for column in columns)
        return is_free and any(grid.get((above, column)) for column in columns)

    def _look(self, base: CellStyle, at: tuple[int, int]) -> CellStyle:
        """Return the look of a cell. Of its styles the earlier ones win."""
        rules, colours = self._rules.get(at, ()), self._page.tab.colours
        styles = tuple(
            [colours[number].style for number, rect in rules if self._applies(number, rect, at)]
        )
        if not styles:
            return base
        key = id(base), styles  # it lives as long as the renderer
        if key not in self._styled:
            self._styled[key] = self._shared(base._replace(**self._changes(styles)))
        return self._styled[key]

    def _changes(self, styles: _Styles) -> dict[str, Any]:
        colours, changes = self._palette.colours, dict[str, Any]()
        for name in styles:
            style = self._palette.styles[name]
            values = {
                "fill": style.fill and colours[style.fill],
                "ink": style.text and colours[style.text],
                "bold": style.bold,
                "italic": style.italic,
                "strike": style.strike,
            }
            for key, value in values.items():
                if value is not None:
                    changes.setdefault(key, value)
        return changes

    def _shared(self, look: CellStyle) -> CellStyle:
        """Return the one object for this look."""
        return self._looks.setdefault(look, look)


def _block_texts(page: Page, screen: Screen) -> dict[tuple[int, int], str]:
    """Return the blocks' texts by cell; a block that is too large is clipped."""
    return {
        (rect.top + row, rect.left + column): text
        for name, rect in page.names.items()
        if name in screen
        for row, line in enumerate(screen[name][: rect.height])
        for column, text in enumerate(line[: rect.width])
    }


def _text(cell: SimulatedCell) -> str:
    if "boolValue" in cell.value:
        return BOX[cell.value["boolValue"]]
    return cast(str, cell.value.get("stringValue", ""))


def _edges(layout: SimulatedTab, rect: Rect) -> Edges:
    if not any(layout.cells[at].lines for at in rect.cells()):
        return _NO_EDGES
    along = {
        "top": [(rect.top, column) for column in range(rect.left, rect.right)],
        "right": [(row, rect.right - 1) for row in range(rect.top, rect.bottom)],
        "bottom": [(rect.bottom - 1, column) for column in range(rect.left, rect.right)],
        "left": [(row, rect.left) for row in range(rect.top, rect.bottom)],
    }
    return Edges(*(_edge(layout, side, cells) for side, cells in along.items()))


def _edge(layout: SimulatedTab, side: str, cells: Iterable[tuple[int, int]]) -> Edge | None:
    """Return the line at a side; the first one if cells along it differ."""
    for at in cells:
        if line := layout.cells[at].lines.get(side):
            return Edge(_KINDS[line["style"]], hex_code(line["colorStyle"]))
    return None


def _height_of(cell: RenderedCell, widths: Sequence[int]) -> int:
    """Return about how many pixels a cell needs in a row that is as high as its content."""
    letter = cell.look.size * _PIXELS
    room = sum(widths[cell.column : cell.column + cell.columns]) - 2 * cell.look.padding
    is_wrapped = cell.look.overlong == "wrap" and room > 0
    parts = cell.text.split("\n") if is_wrapped else [cell.text]
    lines = (max(1, ceil(len(part) * letter * _WIDE / room)) if is_wrapped else 1 for part in parts)
    return ceil(sum(lines) * letter * _LINE) + 2 * _BESIDE if cell.rows == 1 else 0


def _style_fields(leaves: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a CellStyle that a format sets."""
    for path, value in leaves.items():
        if value is None:
            continue
        match path:
            case "backgroundColorStyle":
                yield "fill", hex_code(value)
            case "textFormat.foregroundColorStyle":
                yield "ink", hex_code(value)
            case "textFormat.bold" | "textFormat.italic":
                yield path.partition(".")[2], value
            case "textFormat.strikethrough":
                yield "strike", value
            case "textFormat.fontSize":
                yield "size", value
            case "textFormat.fontFamily":
                yield "font", value
            case "horizontalAlignment":
                yield "align", _ALIGN[value]
            case "verticalAlignment":
                yield "valign", _VALIGN[value]
            case "wrapStrategy":
                yield "overlong", _OVERLONG[value]
            case "padding":
                yield "padding", value["left"]
