"""Named ranges of a spreadsheet, as a program that knows only their names reads and finds them."""

from collections.abc import Sequence
from typing import Any

from gspread.utils import a1_range_to_grid_range, fill_gaps

from umpire.sheets.client import SheetsClient
from umpire.sheets.errors import Unreachable
from umpire.sheets.grid import Place
from umpire.sheets.spreadsheet_metadata import METADATA_FIELDS, SpreadsheetMetadata

Rows = tuple[tuple[Any, ...], ...]


def read_named(sheets: SheetsClient, spreadsheet: str, names: Sequence[str]) -> dict[str, Rows]:
    """Every row and column of each range, in one request; of a formula its result."""
    answer = sheets.request(
        "get",
        f"/v4/spreadsheets/{spreadsheet}/values:batchGet",
        params={"ranges": list(names), "valueRenderOption": "UNFORMATTED_VALUE"},
    )
    if answer.status != 200:
        raise Unreachable(str(answer.body), answer.status)
    return dict(zip(names, map(_rows, answer.body["valueRanges"]), strict=True))


def _rows(block: dict[str, Any]) -> Rows:
    grid = a1_range_to_grid_range(block["range"].rpartition("!")[2])
    height = grid["endRowIndex"] - grid["startRowIndex"]
    width = grid["endColumnIndex"] - grid["startColumnIndex"]
    return tuple(map(tuple, fill_gaps(block.get("values", []), height, width)))


def places_of(sheets: SheetsClient, spreadsheet: str) -> dict[str, Place]:
    """The place of every name."""
    metadata = sheets.metadata(spreadsheet, METADATA_FIELDS)
    return dict(SpreadsheetMetadata.read(metadata).named_places)
