"""What a page is sent: a spreadsheet as JSON, and then what changes in it.

A `BookView` is one spreadsheet as one account sees it. Its tabs are the same for everybody (and
made once a version, see `TabViews`); only `locks`, where the account may not type, differ. A
`Feed` makes of one view after another the messages that a page merges into what it shows.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from sheets_emulator.access import Caller
from sheets_emulator.bounds import bounded, spend
from sheets_emulator.codec import is_same
from sheets_emulator.countdowns import UNTOLD, Told, awaited, told
from sheets_emulator.errors import ApiError
from sheets_emulator.grid import CellView, Grid
from sheets_emulator.merge_patch import merge_patch
from sheets_emulator.model import Box, Document, Json, JsonObject, Sheet
from sheets_emulator.page_extension import PageExtension
from sheets_emulator.page_moves import Moves
from sheets_emulator.page_redraw import Drawn, is_alone, redrawn
from sheets_emulator.page_style import Edges, css_color, edges_of, style_of

VIEW_ONLY = "View only"
EDITS_SOME = "You can edit your entries"
EDITS_ALL = "You can edit everything"

_TOO_LARGE = "There is too much in this tab to show on a page."
_MOST_STYLES = 5_000_000  # characters that are kept of what tabs once looked like
_BESIDE_DEPTH = 3  # to which a page is told only what has changed beside the cells
_EACH = 10  # what drawing a cell takes, in cells that are merely read


@dataclass(frozen=True, slots=True)
class TabView:
    """One tab: what it measures, and every cell that is more than an empty default one.

    A cell is a JSON object with only what is not default: `t` the text shown, `e` the text to
    edit if it differs, `n` the note, `s` its style, `v` its validation (both by index into the
    view's `Pool`), `b` whether a check box is ticked, `x` that its content is not what its
    validation allows, `r` that it is not text (such content does not run over its neighbours),
    `c` the countdowns drawn in it, each as `at`, moment and reserve, `u` that times in it are in
    UTC (see `countdowns`). `beside` is what extensions of the page tell of the tab, by their names.
    """

    sheet_id: int
    title: str
    color: str | None
    shape: JsonObject
    cells: dict[str, JsonObject]
    beside: Mapping[str, Json] = field(default_factory=dict)
    drawn: Drawn | None = field(default=None, compare=False)
    """What it was drawn from."""


@dataclass(slots=True)
class Pool:
    """Styles and validations, each kept once and known by its number; it only ever grows."""

    items: list[JsonObject] = field(default_factory=list)
    size: int = 0  # about how many characters they are
    _numbers: dict[str, int] = field(default_factory=dict)

    def number(self, item: JsonObject) -> int:
        """Return the number of this item, a new one if it was never seen."""
        key = repr(item)
        known = self._numbers.get(key)
        if known is None:
            known = self._numbers[key] = len(self.items)
            self.items.append(item)
            self.size += 200 + len(key)
        return known


@dataclass(frozen=True, slots=True)
class BookView:
    """A spreadsheet as one account sees it; `locks` are in the order of `tabs`.

    `awaited` are the ids of the tabs, hidden ones too, in which it is this account's turn; `pool`
    has the styles and validations of its cells.
    """

    version: int
    title: str
    who: str
    can_edit: bool
    tabs: tuple[TabView, ...]
    locks: tuple[JsonObject, ...]
    awaited: tuple[int, ...]
    pool: Pool


@dataclass(frozen=True, slots=True)
class _Made:
    """The tabs of one version, with the pool that their cells' numbers are of.

    `document`, and what was told `beside` it, is what they were made of. `seen` is how accounts
    see it, and `messages` what pages are told of it by what they knew.
    """

    version: int = 0
    tabs: tuple[TabView, ...] = ()
    pool: Pool = field(default_factory=Pool)
    document: Document | None = None
    beside: Told = UNTOLD
    seen: dict[str, BookView] = field(default_factory=dict)
    messages: "Messages" = field(default_factory=dict)

    def tab(self, sheet_id: int) -> TabView | None:
        """Return the view of a tab."""
        return next((tab for tab in self.tabs if tab.sheet_id == sheet_id), None)


class TabViews:
    """The tabs of one spreadsheet as JSON, made anew only when its version has changed."""

    def __init__(self, extensions: Iterable[PageExtension] = ()) -> None:
        self._extensions = tuple(extensions)
        self._moves = Moves()
        self._made = _Made()  # replaced as a whole: it may be forgotten while another is made

    @property
    def pool(self) -> Pool:
        """The pool of the view made last."""
        return self._made.pool

    def of(self, document: Document, caller: Caller) -> BookView:
        """Show the spreadsheet as the account behind `caller` sees it, without hidden tabs."""
        shown = [sheet for sheet in document.sheets if not sheet.hidden]
        self._moves.watch(document)
        made = self._made
        if made.version != document.version:
            pool = made.pool if made.pool.size <= _MOST_STYLES else Pool()
            beside = told(document)
            before = made if pool is made.pool else _Made()
            tabs = tuple(
                _bounded_view(Grid(document, sheet, caller), pool, beside, before, self._extensions)
                for sheet in shown
            )
            made = self._made = _Made(document.version, tabs, pool, document, beside)
        locks = tuple(_locks(sheet, caller) for sheet in shown)
        return BookView(
            document.version,
            document.title,
            _who(caller, locks),
            caller.may_write,
            made.tabs,
            locks,
            tuple(awaited(document, caller)),
            made.pool,
        )

    def seen_by(self, document: Document, account: str) -> BookView:
        """Show the spreadsheet as an account sees it; made once a version."""
        made = self._made
        if made.version != document.version or account not in made.seen:
            view = self.of(document, Caller(document, account))
            self._made.seen[account] = view
            return view
        return made.seen[account]

    def message(self, feed: "Feed", new: BookView) -> str:
        """Return as JSON what a page is told next; made once for all that know and see the same."""
        return feed.message(new, self._made.messages)

    def forget(self) -> None:
        """Let go what nobody looks at any more; where cells moved stays known."""
        self._made = _Made()

    def moved(self, document: Document, sheet_id: int, version: int) -> bool:
        """Return whether a place chosen in this version of a tab may be another cell by now."""
        self._moves.watch(document)
        return self._moves.since(version, sheet_id)


def _who(caller: Caller, locks: Iterable[JsonObject]) -> str:
    if not caller.may_write:
        return VIEW_ONLY
    return EDITS_SOME if any(lock["closed"] for lock in locks) else EDITS_ALL


def _locks(sheet: Sheet, caller: Caller) -> JsonObject:
    """Where the account may not type: boxes, each with the boxes in it that stay open."""
    closed = [
        {"box": _box(box), "but": [_box(one) for one in exceptions]}
        for box, exceptions in caller.closed(sheet)
    ]
    sealed = any(lock["box"] == _box(sheet.grid) and not lock["but"] for lock in closed)
    return {"closed": closed, "sealed": sealed}


def _box(box: Box) -> list[int]:
    return [box.top, box.bottom, box.left, box.right]


def _bounded_view(
    grid: Grid, pool: Pool, beside: Told, before: _Made, extensions: Iterable[PageExtension]
) -> TabView:
    """One tab as JSON, or a sentence in its first cell if it is too much for a page."""
    try:
        with bounded():
            kept = _kept(grid.document, grid.sheet, beside, before)
            view = kept or tab_view(grid, pool, beside, before.tab(grid.sheet.sheet_id))
            return replace(view, beside=_added(grid.document, grid.sheet, extensions))
    except ApiError:
        said = {"0,0": {"t": _TOO_LARGE}}
        return TabView(grid.sheet.sheet_id, grid.sheet.title, None, _shape(Sheet(0, "")), said)


def _added(
    document: Document, sheet: Sheet, extensions: Iterable[PageExtension]
) -> dict[str, Json]:
    """Return what extensions tell of a tab."""
    told = {one.name: one.view(document, sheet) for one in extensions if one.view is not None}
    return {name: value for name, value in told.items() if value is not None}


def _kept(document: Document, sheet: Sheet, beside: Told, before: _Made) -> TabView | None:
    """Return the view of a tab made before, if it would be made alike again.

    Only that of a tab that depends on no other one.
    """
    made_of, view = before.document, before.tab(sheet.sheet_id)
    is_alike = (
        made_of is not None
        and view is not None
        and view.drawn is not None
        and view.drawn.is_alone
        and (made_of.locale, made_of.time_zone) == (document.locale, document.time_zone)
        and before.beside.of(sheet.sheet_id) == beside.of(sheet.sheet_id)
        and is_same(view.drawn.sheet, sheet)
    )
    return view if is_alike else None


def tab_view(grid: Grid, pool: Pool, beside: Told, before: TabView | None = None) -> TabView:
    """One tab as JSON; its styles and validations go into the pool.

    Of its view `before`, with the same pool, all is kept that cannot look different now.
    """
    sheet = grid.sheet
    spend(len(sheet.cells))
    known = before.drawn if before else None
    used, edges = grid.used, edges_of(sheet, None if known is None else (known.sheet, known.edges))
    looks = _Looks(edges, pool)
    counted, told_beside = _beside(grid.document, sheet, beside)
    drawn = Drawn(sheet, grid.effective, edges, used, counted, told_beside, is_alone(sheet, known))
    anew = None if known is None else redrawn(known, drawn)
    cells: dict[str, JsonObject] = {}
    if anew is None:
        anew = {*grid.filled, *edges, *counted, *_coloured(sheet, used)}
    elif before is not None:
        cells = dict(before.cells)
    spend(_EACH * len(anew))
    under_merges = _under_merges(sheet)
    for row, column in sorted(anew):
        is_shown = drawn.shows((row, column)) and (row, column) not in under_merges
        cell = _cell(grid, row, column, looks, beside) if is_shown else None
        if cell:
            cells[f"{row},{column}"] = cell
        else:
            cells.pop(f"{row},{column}", None)
    return TabView(
        sheet.sheet_id, sheet.title, css_color(sheet.tab_color), _shape(sheet), cells, drawn=drawn
    )


def _beside(
    document: Document, sheet: Sheet, beside: Told
) -> tuple[Mapping[tuple[int, int], object], tuple[object, ...]]:
    """Return what counts down in a tab's cells, and on what else their look depends."""
    countdowns = {
        (row, column): limits
        for (tab, row, column), limits in beside.countdowns.items()
        if tab == sheet.sheet_id
    }
    return countdowns, (document.locale, document.time_zone, beside.times.get(sheet.sheet_id))


def _shape(sheet: Sheet) -> JsonObject:
    return {
        "rows": sheet.row_count,
        "columns": sheet.column_count,
        "frozenRows": sheet.frozen_rows,
        "frozenColumns": sheet.frozen_columns,
        "gridlines": not sheet.hide_gridlines,
        "widths": _sizes(sheet, "COLUMNS"),
        "heights": _sizes(sheet, "ROWS"),
        "merges": [_box(merge) for merge in sheet.merges],
    }


def _coloured(sheet: Sheet, used: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Find the cells that a rule may colour, as far as anything stands in the tab."""
    for rule in sheet.conditional_rules:
        for area in rule.areas:
            covered = sheet.box(area).common(Box(0, used[0], 0, used[1]))
            spend(covered.size)
            yield from covered.cells()


def _under_merges(sheet: Sheet) -> set[tuple[int, int]]:
    """Return the cells that nobody sees, because one beside them covers them."""
    spend(sum(merge.size for merge in sheet.merges))
    return {at for merge in sheet.merges for at in merge.cells() if at != (merge.top, merge.left)}


def _sizes(sheet: Sheet, axis: str) -> dict[str, int]:
    """Sizes in pixels that are not the default; 0 for a hidden row or column."""
    lines = sheet.lines["ROWS" if axis == "ROWS" else "COLUMNS"]
    return {
        str(index): line.pixels or 0 if line.is_shown else 0
        for index, line in sorted(lines.items())
        if not line.is_shown or line.pixels is not None
    }


class _Looks:
    """The styles of one tab's cells, by their numbers in the pool."""

    def __init__(self, edges: Edges, pool: Pool) -> None:
        self.pool = pool
        self._edges = edges
        self._known: dict[tuple[object, ...], int | None] = {}

    def number(self, view: CellView, row: int, column: int) -> int | None:
        """Return the number of a cell's style, None if it has none."""
        edges = self._edges.get((row, column), {})
        key = (id(view.format), view.told, *edges.items())  # a format lives as long as its grid
        if key not in self._known:
            style = style_of(view.format, edges, is_told=view.told)
            self._known[key] = self.pool.number(style) if style else None
        return self._known[key]


def _cell(grid: Grid, row: int, column: int, looks: _Looks, beside: Told) -> JsonObject:
    view = grid.cell(row, column)
    cell: JsonObject = {}
    if view.text:
        cell["t"] = view.text
    if view.edit != view.text:
        cell["e"] = view.edit
    if view.note:
        cell["n"] = view.note
    if view.checked is not None:
        cell["b"] = view.checked
    if view.invalid:
        cell["x"] = True
    if isinstance(grid.sheet.cell(row, column).value, float | int):
        cell["r"] = True
    if (grid.sheet.sheet_id, row, column) in beside.countdowns:
        cell["c"] = beside.countdowns[grid.sheet.sheet_id, row, column]
    if view.text and beside.has_times(grid.sheet.sheet_id, row, column):
        cell["u"] = True
    style = looks.number(view, row, column)
    if style is not None:
        cell["s"] = style
    validation = _validation(view)
    if validation:
        cell["v"] = looks.pool.number(validation)
    return cell


def _validation(view: CellView) -> JsonObject:
    validation: JsonObject = {}
    if view.checked is not None:
        validation |= {"tick": view.tick, "untick": view.untick}
    elif view.options:
        validation["options"] = list(view.options)
    if view.help:
        validation["help"] = view.help
    return validation


Messages: TypeAlias = dict[
    tuple[int, int, frozenset[int]], tuple[BookView, BookView | None, str, frozenset[int]]
]
"""By two views' ids and the styles known before: the views, what makes of one the other, and the
styles known then."""


class Feed:
    """What one page was told so far, and what to tell it next."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._shown: BookView | None = None
        self._known: frozenset[int] = frozenset()

    def message(self, new: BookView, messages: Messages) -> str:
        """Return as JSON what `next` gives, from these messages if it is among them."""
        key = id(new), id(self._shown), self._known
        if key not in messages:
            shown = self._shown
            text = json.dumps(self.next(new), separators=(",", ":"))
            messages[key] = new, shown, text, self._known
        _, _, text, self._known = messages[key]
        self._shown = new
        return text

    def next(self, new: BookView) -> JsonObject:
        """Return what the page needs in order to show `new`; the first time, all of it.

        Every tab is listed, in order, with its id and what changed; a cell that is null is empty
        now. `pool` has the styles and validations that are mentioned for the first time.
        """
        tabs = list(self._tabs(new))
        mentioned = {
            number
            for tab in tabs
            for cell in tab.get("cells", {}).values()
            if cell is not None
            for number in (cell.get("s"), cell.get("v"))
            if number is not None
        }
        fresh = sorted(mentioned - self._known)
        self._shown = new
        self._known = self._known.union(fresh)
        return {
            "version": new.version,
            "title": new.title,
            "who": new.who,
            "canEdit": new.can_edit,
            "awaited": list(new.awaited),
            "pool": {str(number): self.pool.items[number] for number in fresh},
            "tabs": tabs,
        }

    def _tabs(self, new: BookView) -> Iterator[JsonObject]:
        shown = self._shown
        before = {} if shown is None else {tab.sheet_id: tab for tab in shown.tabs}
        locks_before = (
            {}
            if shown is None
            else {tab.sheet_id: locks for tab, locks in zip(shown.tabs, shown.locks, strict=True)}
        )
        for tab, locks in zip(new.tabs, new.locks, strict=True):
            news = _tab_news(before.get(tab.sheet_id), tab)
            if locks != locks_before.get(tab.sheet_id):
                news["locks"] = locks
            yield news


def _tab_news(old: TabView | None, new: TabView) -> JsonObject:
    news: JsonObject = {"id": new.sheet_id, "title": new.title, "color": new.color}
    if old is new:
        return news
    if old is None or old.shape != new.shape:
        news["shape"] = new.shape
    if beside := merge_patch({} if old is None else old.beside, new.beside, _BESIDE_DEPTH):
        news["beside"] = beside
    cells_before: dict[str, JsonObject] = {} if old is None else old.cells
    cells: dict[str, Json] = {
        at: cell for at, cell in new.cells.items() if cells_before.get(at) != cell
    }
    cells.update((at, None) for at in cells_before if at not in new.cells)
    if cells:
        news["cells"] = cells
    return news
