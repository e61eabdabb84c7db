"""A drawing of a tab is what the local server's page shows of the spreadsheet, cell by cell."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from own_games import OURS

from sheets_emulator.access import Caller
from sheets_emulator.grid import CellView, Grid
from sheets_emulator.model import Sheet
from sheets_emulator.page_style import edges_of
from sheets_emulator.testing import OWNER, SheetsEmulator
from umpire.catalogue import find_game
from umpire.match import Header
from umpire.projections.match_history import MatchHistory, first_history
from umpire.projections.pending_lines import NewInput, PendingLines
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import Spreadsheet, spreadsheets_of
from umpire.sheets.context import Context
from umpire.sheets.diff import diff_screen, one_cell_texts
from umpire.sheets.folding import fold_requests, plan_folds
from umpire.sheets.layout import template_places
from umpire.sheets.layout_simulator import hex_code
from umpire.sheets.reconcile import setup_requests
from umpire.sheets.rendering import BOX, RenderedCell, render
from umpire.sheets.template import find_template
from umpire.testing.matches import NAMES, SEED, random_line

AT = "2026-01-01T12:00:00.000Z"
LINES = 25
_ALIGN = {"LEFT": "left", "CENTER": "centre", "RIGHT": "right"}
_VALIGN = {"TOP": "top", "MIDDLE": "middle", "BOTTOM": "bottom"}
_OVERLONG = {"WRAP": "wrap", "CLIP": "clip", "OVERFLOW_CELL": "overflow"}


def in_the_middle(game_id: str) -> MatchHistory:
    """A match of which bots have said some lines."""
    game, random = find_game(game_id), Random(5)
    header = Header(game_id, NAMES[: game.seats[0]], {})
    transaction = PendingLines(first_history(header, game), SEED, AT)
    transaction.judge(NewInput(0, "umpire", "note we begin"))
    for number in range(LINES):
        match = transaction.history.match
        if match.outcome is None:
            line = random_line(match, random, number)
            transaction.judge(NewInput(line["t"], line["by"], line["say"]))
    return transaction.history


def spreadsheets(record: MatchHistory) -> tuple[Spreadsheet, ...]:
    header = record.match.header
    context = Context("match-1", record.match.game.title, header.players, (OWNER,))
    return spreadsheets_of(find_template(header.game), context)


@pytest.mark.end_to_end
@pytest.mark.parametrize("game_id", OURS)
def test_a_drawing_is_what_the_page_shows(game_id: str, sheets: SheetsEmulator) -> None:
    record = in_the_middle(game_id)
    for spreadsheet in spreadsheets(record)[:2]:
        shown = spreadsheet_screen(record, spreadsheet, Fairness("c0" * 32))
        pages, places = spreadsheet.pages, template_places(spreadsheet.pages)
        made = sheets.client().create("match")
        requests = [
            *setup_requests(spreadsheet.template, spreadsheet.context, 0, one_cell_texts(shown)),
            *diff_screen({}, shown, places).requests,
            *fold_requests(plan_folds(pages, places, shown, {})),
        ]
        made.batch_update({"requests": requests})
        document = sheets.server.service.open(OWNER, made.id).document
        for page, sheet in zip(pages, document.sheets, strict=True):
            drawing = render(page, spreadsheet.template.palette, shown)
            edges = edges_of(sheet)
            grid = Grid(document, sheet, Caller(document, OWNER))
            assert drawing.title == sheet.title
            assert [*drawing.widths] == [*sizes(sheet, "COLUMNS", 100)]
            heights = [*sizes(sheet, "ROWS", 0)]
            given = [row for row, line in sheet.lines["ROWS"].items() if line.hidden or line.pixels]
            assert [drawing.heights[row] for row in given] == [heights[row] for row in given]
            assert all(drawing.heights[row] >= 21 for row in {*range(len(heights))} - {*given})
            assert {(c.row, c.column, c.rows, c.columns) for c in drawing.cells} == spans(sheet)
            ours = {f"{c.row},{c.column}": as_drawn(c) for c in drawing.cells}
            theirs = {
                f"{c.row},{c.column}": as_shown(
                    c, grid.cell(c.row, c.column), set(edges.get((c.row, c.column), ()))
                )
                for c in drawing.cells
            }
            differing = [(at, one, theirs[at]) for at, one in ours.items() if one != theirs[at]]
            assert not differing, str(differing[:5])


def sizes(sheet: Sheet, axis: Any, usual: int) -> Iterator[int]:
    for index in range(sheet.row_count if axis == "ROWS" else sheet.column_count):
        line = sheet.lines[axis].get(index)
        yield 0 if line and line.hidden else (line and line.pixels) or usual


def spans(sheet: Sheet) -> set[tuple[int, int, int, int]]:
    covered = {at for merge in sheet.merges for at in merge.cells()}
    return {(m.top, m.left, m.bottom - m.top, m.right - m.left) for m in sheet.merges} | {
        (row, column, 1, 1)
        for row in range(sheet.row_count)
        for column in range(sheet.column_count)
        if (row, column) not in covered
    }


def as_drawn(cell: RenderedCell) -> list[object]:
    return [cell.text, *cell.look[:-1], lines(cell)]


def as_shown(cell: RenderedCell, view: CellView, sides: set[str]) -> list[object]:
    """The same of a cell as the page has it."""
    look = view.format
    words = look["textFormat"]
    is_box = view.checked is not None
    return [
        BOX[bool(view.checked)] if is_box else view.text,
        hex_code(look["backgroundColorStyle"]),
        hex_code(words["foregroundColorStyle"]),
        words["bold"],
        words["italic"],
        words["strikethrough"],
        words["fontSize"],
        words["fontFamily"],
        cell.look.align if is_box else _ALIGN[look["horizontalAlignment"]],
        _VALIGN[look["verticalAlignment"]],
        _OVERLONG[look["wrapStrategy"]],
        look["padding"]["left"],
        sides,
    ]


def lines(cell: RenderedCell) -> set[str]:
    """The sides at which the page draws a line with this cell: one between two is the first's.

    Where two areas draw the same line the server keeps both, and which is seen is not compared.
    """
    here = {"right", "bottom"} | ({"top"} if cell.row == 0 else set())
    here |= {"left"} if cell.column == 0 else set()
    return {side for side, edge in cell.look.edges._asdict().items() if edge and side in here}
