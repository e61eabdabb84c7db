"""Input cells: plain text, check boxes and drop-downs, and their repair.

A paste or a cut also moves the format and the rule of a cell. A repair never touches typed text.
"""

from collections.abc import Iterable, Iterator, Mapping

from umpire.json_types import JsonObject
from umpire.sheets.changes import Change
from umpire.sheets.context import Page
from umpire.sheets.diff import drop_down_request, plain_text_requests, value_request
from umpire.sheets.grid import Place, Rect
from umpire.sheets.layout import check_box_request
from umpire.sheets.ranges import ENTRY
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata
from umpire.sheets.tabs import Area

INPUTS = "cells to fill in"
"""The subject of changes to input cells."""


def input_areas(page: Page) -> Iterator[tuple[str, Area]]:
    """Yield the names and areas of a page's input cells."""
    for name, area in page.named_areas():
        if area.player_writes or area.check_box or name == page.name(ENTRY):
            yield name, area


def restore_inputs(
    pages: Iterable[Page], actual: SpreadsheetMetadata, places: Mapping[str, Place]
) -> Iterator[Change]:
    """Yield the changes that restore named cells: plain text, check boxes, drop-downs."""
    for page in pages:
        for name, area in input_areas(page):
            if name in places and area.check_box:
                yield from _box(name, places[name], page.fill(area.help or ""), actual)
            elif name in places:
                yield from _plain_text(name, places[name], actual)
        for name, area in page.named_areas():
            if area.choices and name in places:
                yield from _choices(name, places[name], page, area, actual)


def _choices(
    name: str, place: Place, page: Page, area: Area, actual: SpreadsheetMetadata
) -> Iterator[Change]:
    if not all(map(_validation, actual.cells(place))):
        request = drop_down_request(place, area.choices, page.fill(area.help or ""))
        sentence = f"The drop-down of {name} was missing and is back."
        yield Change(INPUTS, sentence, requests=(request,))


def _plain_text(name: str, place: Place, actual: SpreadsheetMetadata) -> Iterator[Change]:
    kinds = [_is_plain_text(cell) for cell in actual.cells(place)]
    if not all(kinds):
        yield Change(
            INPUTS,
            f"Some cells of {name} were not plain text and are again.",
            f"{kinds.count(False)} of the {len(kinds)} cells of {name} "
            f"({actual.describe(place)}) are not plain text: what is typed there may turn into a "
            "date or a number.",
            tuple(plain_text_requests([place])),
        )


def _box(name: str, place: Place, help_text: str, actual: SpreadsheetMetadata) -> Iterator[Change]:
    """Yield the changes that restore check boxes. Only blank cells get a value: no tick."""
    where, cells = actual.describe(place), actual.cells(place)
    values = [cell.get("userEnteredValue") for cell in cells]
    if not all(_validation(cell) == "BOOLEAN" and not _is_plain_text(cell) for cell in cells):
        blank = [at for at, value in zip(place.rect.cells(), values, strict=True) if not value]
        unticked = [value_request(_cell_place(place.sheet, *at), value=False) for at in blank]
        yield Change(
            INPUTS,
            f"The check box {name} was missing and is back.",
            f"{name} ({where}) is not a check box.",
            (check_box_request(place, help_text or None), *unticked),
        )
    if any(value and "boolValue" not in value for value in values):
        sentence = (
            f"The check box {name} ({where}) holds something other than a tick: empty the cell."
        )
        yield Change(INPUTS, sentence)


def _cell_place(sheet: int, row: int, column: int) -> Place:
    return Place(sheet, Rect(row, column, row + 1, column + 1))


def _is_plain_text(cell: JsonObject) -> bool:
    kind: str | None = cell.get("userEnteredFormat", {}).get("numberFormat", {}).get("type")
    return kind == "TEXT"


def _validation(cell: JsonObject) -> str | None:
    kind: str | None = cell.get("dataValidation", {}).get("condition", {}).get("type")
    return kind
