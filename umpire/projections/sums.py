"""The umpire's own sums on the console: the data that formulas use, and the answers to ticks.

Data stand on the console alone. Nothing of a player's is ever a formula.
"""

from collections.abc import Mapping

from umpire.games.blocks import Block, column
from umpire.games.sums import Cells, Column, WithSums
from umpire.json_types import JsonObject
from umpire.projections.match_history import MatchHistory
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.cells import formula_requests
from umpire.sheets.grid import Place, Rect
from umpire.sheets.ranges import ANSWERS, DIRECTIONS, LABELS, OF_GAME

ROWS = 40
"""The number of rows of workings."""


def sums_screen(history: MatchHistory, spreadsheet: Spreadsheet) -> dict[str, Cells]:
    """Return the blocks of a console's data, and the answers to its ticks."""
    if not spreadsheet.is_console:
        return {}
    blocks: dict[str, Cells] = {ANSWERS: tick_answers(history)}
    match = history.match
    if isinstance(match.game, WithSums):
        tables = match.game.data(match.state)
        blocks |= {f"{OF_GAME}{name}": cells for name, cells in tables.items()}
    return {name: rows for name, rows in blocks.items() if name in spreadsheet.names}


def tick_answers(history: MatchHistory) -> Block:
    """Return the column of answers beside the workings."""
    processed = history.sheets[history.workings_seat]
    answers = (processed[row].answer if row in processed else "" for row in range(ROWS))
    return column(answers, ROWS)


def named_columns(history: MatchHistory, places: Mapping[str, Place]) -> dict[str, Place]:
    """Return the place of each name for formulas, given those of the blocks of data."""
    match = history.match
    if not isinstance(match.game, WithSums):
        return {}
    return {
        name: _below_head(places[block], column)
        for name, column in match.game.data_columns(match.state).items()
        if (block := f"{OF_GAME}{column.table}") in places
    }


def _below_head(table: Place, column: Column) -> Place:
    top, left = table.rect.top + 1, table.rect.left + column.number
    return Place(table.sheet, Rect(top, left, top + column.height, left + 1))


def first_workings(
    history: MatchHistory, spreadsheet: Spreadsheet, places: Mapping[str, Place]
) -> list[JsonObject]:
    """Return the requests that fill a new console's workings from the options.

    Nothing else ever writes a formula, and later nothing is written there again.
    """
    match = history.match
    if not (spreadsheet.is_console and isinstance(match.game, WithSums)):
        return []
    rows = match.game.workings(match.header.game_options)
    return [
        request
        for name, texts in zip((LABELS, DIRECTIONS), zip(*rows, strict=True), strict=False)
        if name in places
        for request in formula_requests(
            places[name].sheet,
            {
                (places[name].rect.top + row, places[name].rect.left): text
                for row, text in enumerate(texts)
            },
        )
    ]
