"""The requests that write values into single cells: absolute, repeatable, values only."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from umpire.json_types import JsonObject

Texts = Mapping[tuple[int, int], str | int]
"""The text or number of each (row, column); an empty text blanks the cell."""

_BRIDGE = 3
"""The most unchanged cells between two changed ones that are cheaper than another request."""


def write_requests(sheet: int, texts: Texts, other_texts: Texts | None = None) -> list[JsonObject]:
    """Return the fewest requests that write the changed cells of a tab.

    `other_texts` holds the texts of cells that need no change. A gap of such cells may be written
    again.
    Every text is a `stringValue`, so that none can become a formula, number or date.
    """
    all_texts = {**(other_texts or {}), **texts}
    columns_by_row: dict[int, list[int]] = {}
    for row, column in sorted(texts):
        columns_by_row.setdefault(row, []).append(column)
    runs = [
        run for row, columns in columns_by_row.items() for run in _runs(row, columns, all_texts)
    ]
    return [_request(sheet, block, all_texts) for block in _stack(runs)]


_Run = tuple[int, int, int]
"""A row, its first column and its end."""


def _runs(row: int, columns: Sequence[int], all_texts: Texts) -> list[_Run]:
    runs = [(row, columns[0], columns[0] + 1)]
    for before, column in pairwise(columns):
        gap = range(before + 1, column)
        if len(gap) <= _BRIDGE and all((row, between) in all_texts for between in gap):
            runs[-1] = (row, runs[-1][1], column + 1)
        else:
            runs.append((row, column, column + 1))
    return runs


def _stack(runs: list[_Run]) -> list[list[_Run]]:
    """Join runs of the same columns in neighbouring rows."""
    blocks: list[list[_Run]] = []
    open_blocks: dict[tuple[int, int], list[_Run]] = {}
    for run in runs:
        row, start, end = run
        above = open_blocks.get((start, end))
        if above and above[-1][0] == row - 1:
            above.append(run)
        else:
            open_blocks[start, end] = block = [run]
            blocks.append(block)
    return blocks


def _request(sheet: int, block: list[_Run], texts: Texts) -> JsonObject:
    top, left, _ = block[0]
    return {
        "updateCells": {
            "start": {"sheetId": sheet, "rowIndex": top, "columnIndex": left},
            "rows": [
                {"values": [_cell(texts[row, column]) for column in range(start, end)]}
                for row, start, end in block
            ],
            "fields": "userEnteredValue",
        }
    }


def _cell(value: str | int) -> JsonObject:
    if isinstance(value, int):
        return {"userEnteredValue": {"numberValue": value}}
    return {"userEnteredValue": {"stringValue": value}} if value else {}


def formula_requests(sheet: int, texts: Mapping[tuple[int, int], str]) -> list[JsonObject]:
    """Return the requests that write texts, those that begin with `=` as formulas.

    They are for the umpire's own texts, never for a player's.
    """
    return [
        {
            "updateCells": {
                "start": {"sheetId": sheet, "rowIndex": row, "columnIndex": column},
                "rows": [{"values": [_formula_cell(text)]}],
                "fields": "userEnteredValue",
            }
        }
        for (row, column), text in texts.items()
        if text
    ]


def _formula_cell(text: str) -> JsonObject:
    return {"userEnteredValue": {"formulaValue": text}} if text.startswith("=") else _cell(text)
