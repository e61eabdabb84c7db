"""The boards of a match turn by turn: each tab that shows its state, drawn by the template.

A frame shows the spreadsheets after a line and the answers of chance to it. A viewer's pane is made
only from what that viewer may know.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from umpire.games.base import CHANCE, UMPIRE, Screen
from umpire.json_types import JsonObject
from umpire.match import screen
from umpire.projections.match_history import MatchHistory
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import Spreadsheet, spreadsheets_of
from umpire.sheets.colouring import matching_texts
from umpire.sheets.context import Context, Page
from umpire.sheets.grid import Rect, read_rect
from umpire.sheets.palette import Palette
from umpire.sheets.play import block_names, is_literal
from umpire.sheets.ranges import (
    ANSWER,
    ASK,
    CLOCK,
    CLOCKS,
    ENTRY,
    EVENTS,
    FAIRNESS,
    FORM,
    FORMED,
    HEADLINE,
    HELD,
    LABEL,
    MOVES,
    NUMBER,
    OTHER_CLOCK,
    OWN_CLOCK,
    REPLY,
    of_seat,
)
from umpire.sheets.rendering import CellStyle, RenderedCell, RenderedTab, Renderer
from umpire.sheets.template import Template

_NO_MOVES = {
    *(ANSWER, ASK, CLOCK, CLOCKS, ENTRY, EVENTS, FAIRNESS, FORMED, HEADLINE, HELD),
    *(NUMBER, OTHER_CLOCK, OWN_CLOCK, REPLY),
}
"""The names of ranges in which a change is not part of a move."""
_TITLE = "title"
"""The name of the cell over the board."""


@dataclass(slots=True)
class Pool:
    """Texts and looks, each stored once with a number."""

    texts: dict[str, int] = field(default_factory=lambda: {"": 0})
    looks: dict[CellStyle, int] = field(default_factory=dict)
    _by_id: dict[int, int] = field(default_factory=dict)

    def number(self, cell: RenderedCell) -> tuple[int, int]:
        """Return the numbers of a cell's text and look."""
        texts, looks, look = self.texts, self.looks, cell.look
        if id(look) not in self._by_id:  # a renderer has one object for a look
            self._by_id[id(look)] = looks.setdefault(look, len(looks))
        return texts.setdefault(cell.text, len(texts)), self._by_id[id(look)]


@dataclass(slots=True)
class Pane:
    """One tab of one spreadsheet, with its drawing in each frame.

    `viewer` is UMPIRE for the board with everything open, else the viewer of the spreadsheet.
    """

    viewer: str | None
    spreadsheet: Spreadsheet
    page: Page
    renderer: Renderer
    drawings: list[RenderedTab] = field(default_factory=list)
    _last_screen: Screen = field(default_factory=dict)

    def draw(self, screen: Screen) -> None:
        """Add a frame, with the same drawing if nothing has changed on this tab."""
        screen_here = {name: rows for name, rows in screen.items() if name in self.page.names}
        is_same = self.drawings and screen_here == self._last_screen
        self.drawings.append(self.drawings[-1] if is_same else self.renderer.render(screen_here))
        self._last_screen = screen_here


def panes(template: Template, context: Context, viewer: str | None) -> list[Pane]:
    """Return the panes of the tabs that show the state of a match to a viewer; UMPIRE sees all.

    UMPIRE has the board with everything open, then what each player with an own spreadsheet saw.
    Tabs with the list of all events are left out, and so are the players' copies of a board without
    secrets.
    """
    sheets = {
        spreadsheet.viewer: spreadsheet
        for spreadsheet in spreadsheets_of(template, context)
        if not spreadsheet.is_console
    }
    board = sheets.pop(None)
    if viewer == UMPIRE:
        chosen = {UMPIRE: board, **sheets}
    else:
        chosen = {name: sheet for name, sheet in sheets.items() if name == viewer} | {None: board}
    return [
        Pane(seen_by, spreadsheet, page, Renderer(page, spreadsheet.template.palette))
        for seen_by, spreadsheet in chosen.items()
        for page in spreadsheet.pages
        if MOVES not in page.tab.named_rects
        and (page.player is None or spreadsheet.viewer is not None)
    ]


def frame_histories(
    histories: Sequence[MatchHistory], numbers: Container[int]
) -> Iterator[tuple[int, MatchHistory]]:
    """Yield each visible line's number, and the history once chance has answered the line.

    Hidden lines in between must make no difference, or they would show.
    """
    numbered = enumerate(histories, 1)
    steps = [(n, history) for n, history in numbered if n in numbers or _is_by_chance(history)]
    last: list[tuple[int, MatchHistory]] = []
    next_is_chance = False
    for number, history in reversed(steps):
        last.append((number, last[-1][1] if next_is_chance else history))
        next_is_chance = _is_by_chance(history)
    yield from (step for step in reversed(last) if step[0] in numbers)


def _is_by_chance(history: MatchHistory) -> bool:
    return bool(history.judged_lines) and history.judged_lines[-1].line.by == CHANCE


def draw(panes: Sequence[Pane], history: MatchHistory, fair: Fairness) -> None:
    """Add a frame to every pane."""
    screens: dict[str | None, Screen] = {}
    for pane in panes:
        if pane.viewer not in screens:
            screens[pane.viewer] = _screen(history, pane, fair)
        pane.draw(screens[pane.viewer])


def _screen(history: MatchHistory, pane: Pane, fair: Fairness) -> Screen:
    spreadsheet = pane.spreadsheet
    blocks = spreadsheet_screen(history, spreadsheet, fair, {})
    if pane.viewer == UMPIRE:
        opened = screen(history.match.replace(closed=True), None)
        return blocks | {name: rows for name, rows in opened.items() if name in spreadsheet.names}
    if spreadsheet.viewer is None:
        return blocks
    return blocks | {of_seat(ENTRY, seat): _entries(history, seat) for seat in spreadsheet.seats}


def _entries(history: MatchHistory, seat: int) -> tuple[tuple[str, ...], ...]:
    rows = history.sheets[seat]
    return tuple(
        (str(rows[row].value) if row in rows else "",) for row in range(history.rows_used(seat))
    )


def is_used(pane: Pane) -> bool:
    """Return whether anything happens in a pane, or it is the board."""
    is_board = pane.spreadsheet.viewer is None and pane.page is pane.spreadsheet.pages[0]
    return is_board or any(drawing.cells != pane.drawings[0].cells for drawing in pane.drawings)


def encode_pane(pane: Pane, pool: Pool) -> JsonObject:
    """Return a pane for the page's script, each frame as differences from the last.

    A tab that is drawn in blocks has only the cells in them, and its title.
    """
    boxes, hand = _blocks(pane.page)
    rows = _rows_in_use(pane)
    shown = [
        at
        for at, cell in enumerate(pane.drawings[0].cells)
        if cell.row < rows
        and (not boxes or any(_begins_in(cell, box) for box in boxes) or _is_title(pane.page, cell))
    ]
    cells = [pane.drawings[0].cells[at] for at in shown]
    frames: list[list[int]] = []
    heights: list[list[int] | int] = []
    numbers: list[tuple[int, int]] = [(0, -1)] * len(cells)
    before: Sequence[RenderedCell | None] = [None] * len(cells)
    tall: list[int] = []
    for drawing in pane.drawings:
        frame: list[int] = []
        now_shown = [drawing.cells[at] for at in shown]
        # one that has not changed is the same object
        for at, (cell, old) in enumerate(zip(now_shown, before, strict=True)):
            if cell is not old and (now := pool.number(cell)) != numbers[at]:
                frame += (at, *now)
                numbers[at] = now
        frames.append(frame)
        sizes = [*drawing.heights[:rows]]
        heights.append(0 if sizes == tall else sizes)
        before, tall = now_shown, sizes
    first = pane.drawings[0]
    return {
        "title": pane.page.title,
        "of": pane.viewer,
        "widths": first.widths,
        "cells": [part for c in cells for part in (c.row, c.column, c.rows, c.columns)],
        "still": _still(pane.page, cells),
        "blocks": [[box.top, box.bottom, box.left, box.right] for box in boxes],
        "hand": hand,
        "heading": next((at for at, cell in enumerate(cells) if _is_title(pane.page, cell)), None),
        "heights": heights,
        "frames": frames,
    }


def _blocks(page: Page) -> tuple[list[Rect], int]:
    """Return the blocks in which a tab is drawn, and how many of them, the first, are the hand.

    A tab without blocks is drawn whole.
    """
    play = page.tab.play
    if play is None:
        return [], 0
    board = [block for block in play.board if block != FAIRNESS]
    blocks = (*play.hand, *board)
    return [_box(block, page.tab.named_rects) for block in blocks], len(play.hand)


def _is_title(page: Page, cell: RenderedCell) -> bool:
    rect = page.tab.named_rects.get(_TITLE)
    return rect is not None and (rect.top, rect.left) == (cell.row, cell.column)


def _begins_in(cell: RenderedCell, box: Rect) -> bool:
    return box.top <= cell.row < box.bottom and box.left <= cell.column < box.right


def _box(block: str, named_rects: Mapping[str, Rect]) -> Rect:
    if is_literal(block):
        return read_rect(block)
    rects = [named_rects[name] for name in block_names(block)]
    return Rect(
        top=min(rect.top for rect in rects),
        left=min(rect.left for rect in rects),
        bottom=max(rect.bottom for rect in rects),
        right=max(rect.right for rect in rects),
    )


def _rows_in_use(pane: Pane) -> int:
    """Return the number of rows down to the last text, not counting numbers of entries."""
    beside = pane.page.names.get(pane.page.name(NUMBER))
    numbered = set(beside.cells()) if beside else set()
    ends = (
        cell.row + cell.rows
        for drawing in pane.drawings
        for cell in drawing.cells
        if cell.text and (cell.row, cell.column) not in numbered
    )
    return min(max(ends, default=1) + (1 if beside else 0), pane.page.tab.rows)


def _still(page: Page, cells: Sequence[RenderedCell]) -> list[int]:
    """Return the cells in which a change is not part of a move."""
    rects = [
        rect
        for name, rect in page.tab.named_rects.items()
        if name.rstrip("0123456789").rstrip("_") in _NO_MOVES or name.startswith((FORM, LABEL))
    ]
    return [
        number
        for number, cell in enumerate(cells)
        if any(r.top <= cell.row < r.bottom and r.left <= cell.column < r.right for r in rects)
    ]


def piece_colors(page: Page, palette: Palette) -> list[JsonObject]:
    """Return colours of a tab, each with the texts of its pieces and their beginnings."""
    colors = []
    for colour in page.tab.colours:
        fill = palette.styles[colour.style].fill
        texts = matching_texts(colour, page.texts)
        if colour.where is None and fill is not None and (texts or colour.begins):
            begins = [colour.begins] if colour.begins else []
            colors.append({"fill": palette.colours[fill], "begins": begins, "equals": texts})
    return colors


def looks(pool: Pool) -> list[JsonObject]:
    """Return the looks, in the order of their numbers, as the page's script reads them."""
    return [look._asdict() | {"edges": look.edges._asdict()} for look in pool.looks]


def fairness_of(history: MatchHistory, commitment: str, seed: str | None) -> Fairness:
    """Return the proof of fair dealing on the boards at that moment."""
    fair = Fairness(commitment)
    return replace(fair, seed=seed) if history.match.closed else fair
