"""The boards of a match turn by turn: each tab that shows its state, drawn by the template.

A frame shows the spreadsheets after a line and the answers of chance to it. A viewer's pane is made
only from what that viewer may know.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from umpire.games.base import CHANCE, UMPIRE, Screen
from umpire.json_types import JsonObject
from umpire.projections.match_history import MatchHistory
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import Spreadsheet, spreadsheets_of
from umpire.sheets.context import Context, Page
from umpire.sheets.grid import Rect, read_rect
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
    """One tab of one spreadsheet, with its drawing in each frame."""

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

    @property
    def title(self) -> str:
        """The title of the tab, for a player's own page with the player's name."""
        own = self.spreadsheet.viewer
        return self.page.title if own in (None, self.page.title) else f"{own}: {self.page.title}"


def panes(template: Template, context: Context, viewer: str | None) -> list[Pane]:
    """Return the panes of the tabs that show the state of a match to a viewer; UMPIRE sees all.

    Tabs with the list of all events are left out, and so are the players' copies of a board without
    secrets.
    """
    return [
        Pane(spreadsheet, page, Renderer(page, spreadsheet.template.palette))
        for spreadsheet in spreadsheets_of(template, context)
        if not spreadsheet.is_console and spreadsheet.viewer in _viewers(context, viewer)
        for page in spreadsheet.pages
        if MOVES not in page.tab.named_rects
        and (page.player is None or spreadsheet.viewer is not None)
    ]


def _viewers(context: Context, viewer: str | None) -> set[str | None]:
    return {None, *context.players} if viewer == UMPIRE else {None, viewer}


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
    screens: dict[str, Screen] = {}
    for pane in panes:
        role = pane.spreadsheet.role
        if role not in screens:
            screens[role] = _screen(history, pane.spreadsheet, fair)
        pane.draw(screens[role])


def _screen(history: MatchHistory, spreadsheet: Spreadsheet, fair: Fairness) -> Screen:
    screen = spreadsheet_screen(history, spreadsheet, fair, {})
    if spreadsheet.viewer is None:
        return screen
    return screen | {of_seat(ENTRY, seat): _entries(history, seat) for seat in spreadsheet.seats}


def _entries(history: MatchHistory, seat: int) -> tuple[tuple[str, ...], ...]:
    rows = history.sheets[seat]
    return tuple(
        (str(rows[row].value) if row in rows else "",) for row in range(history.rows_used(seat))
    )


def encode_panes(panes: Sequence[Pane], pool: Pool) -> list[JsonObject]:
    """Return the panes in which anything happens, each frame as differences from the last."""
    return [_encode_pane(pane, pool) for pane in panes if _is_shown(pane)]


def _is_shown(pane: Pane) -> bool:
    return (pane.spreadsheet.viewer is None and pane.page.sheet == _first(pane)) or any(
        drawing.cells != pane.drawings[0].cells for drawing in pane.drawings
    )


def _first(pane: Pane) -> int:
    return pane.spreadsheet.pages[0].sheet


def _encode_pane(pane: Pane, pool: Pool) -> JsonObject:
    rows = _rows_in_use(pane)
    cells = [cell for cell in pane.drawings[0].cells if cell.row < rows]
    frames: list[list[int]] = []
    heights: list[list[int] | int] = []
    numbers: list[tuple[int, int]] = [(0, -1)] * len(cells)
    before: Sequence[RenderedCell | None] = [None] * len(cells)
    tall: list[int] = []
    for drawing in pane.drawings:
        frame: list[int] = []
        # cells come row by row, and one that has not changed is the same object
        for at, (cell, old) in enumerate(zip(drawing.cells, before, strict=False)):
            if cell is not old and (now := pool.number(cell)) != numbers[at]:
                frame += (at, *now)
                numbers[at] = now
        frames.append(frame)
        sizes = [*drawing.heights[:rows]]
        heights.append(0 if sizes == tall else sizes)
        before, tall = drawing.cells[: len(cells)], sizes
    first = pane.drawings[0]
    return {
        "title": pane.title,
        "of": pane.spreadsheet.viewer,
        "widths": first.widths,
        "cells": [part for c in cells for part in (c.row, c.column, c.rows, c.columns)],
        "still": _still(pane.page, cells),
        "blocks": [[box.top, box.bottom, box.left, box.right] for box in _blocks(pane.page)],
        "heights": heights,
        "frames": frames,
    }


def _blocks(page: Page) -> list[Rect]:
    """Return the blocks that a narrow window shows below one another, none if it has no blocks."""
    play = page.tab.play
    if play is None:
        return []
    return [_box(block, page.tab.named_rects) for block in (*play.hand, *play.board)]


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


def looks(pool: Pool) -> list[JsonObject]:
    """Return the looks, in the order of their numbers, as the page's script reads them."""
    return [look._asdict() | {"edges": look.edges._asdict()} for look in pool.looks]


def fairness_of(history: MatchHistory, commitment: str, seed: str | None) -> Fairness:
    """Return the proof of fair dealing on the boards at that moment."""
    fair = Fairness(commitment)
    return replace(fair, seed=seed) if history.match.closed else fair
