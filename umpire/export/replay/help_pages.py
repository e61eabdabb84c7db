"""The rules of a match as the replay's drawer lists them: the sections of the help pages.

An entry begins where a cell of the first column does, as on the page for playing.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from umpire.export.replay.frames import Pane, Pool
from umpire.json_types import JsonObject
from umpire.sheets.grid import Rect, read_rect
from umpire.sheets.play import is_literal
from umpire.sheets.rendering import CellStyle, RenderedCell, RenderedTab

_LONGEST_SIGN: Final = 4
"""The most characters of a piece."""
_PAPER: Final = CellStyle().fill
_CODE: Final = "Mono"
"""A part of the names of fonts in which every letter has the same width."""


def rules_data(panes: Sequence[Pane], pool: Pool) -> list[JsonObject]:
    """Return the sections of the help pages of one viewer, without those drawn like their tab."""
    sections = []
    for pane in panes:
        play = pane.page.tab.play
        for section in play.parts() if play is not None else ():
            if section.cells or not is_literal(section.block):
                continue
            entries = list(_entries(pane.drawings[-1], read_rect(section.block)))
            has_heading = len(entries[:1]) == 1 and _is_heading(entries[0])
            heading = entries.pop(0)[0].text.strip() if has_heading else ""
            if entries:
                sections.append(
                    {
                        "called": section.called or heading or pane.page.title,
                        "heading": heading,
                        "entries": [_entry(cells, pool) for cells in entries],
                    }
                )
    return sections


def _entries(drawing: RenderedTab, box: Rect) -> Iterator[list[RenderedCell]]:
    """Yield the cells with a text of each entry."""
    inside = [
        cell
        for cell in drawing.cells
        if box.top <= cell.row < box.bottom and box.left <= cell.column < box.right
        if drawing.heights[cell.row] and drawing.widths[cell.column]
    ]
    starts = [cell.row for cell in inside if cell.column == box.left]
    shown = [cell for cell in inside if cell.text.strip()]
    for _, cells in groupby(shown, key=lambda cell: bisect_right(starts, cell.row)):
        yield list(cells)


def _is_heading(cells: Sequence[RenderedCell]) -> bool:
    return len(cells) == 1 and cells[0].look.bold


def _is_piece(cell: RenderedCell) -> bool:
    is_marked = cell.look.fill.upper() != _PAPER or cell.look.align == "centre"
    return len(cell.text.strip()) <= _LONGEST_SIGN and is_marked


def _entry(cells: Sequence[RenderedCell], pool: Pool) -> JsonObject:
    """Return an entry: its name, its pieces with the numbers of their looks, and its text."""
    is_named = len(cells) > 1 and not _is_piece(cells[0])
    rest = cells[1:] if is_named else cells
    pieces = [cell for cell in rest if _is_piece(cell)]
    entry: JsonObject = {
        "text": " ".join(cell.text.strip() for cell in rest if not _is_piece(cell)),
        "pieces": [[cell.text.strip(), pool.number(cell)[1]] for cell in pieces],
    }
    if is_named:
        entry |= {"name": cells[0].text.strip(), "code": _CODE in cells[0].look.font}
    return entry
