"""Cells that are tidied up: duplicates, blanks, texts in several columns, rows in any order."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import SystemRandom

from sheets_emulator.batch.base import Batch
from sheets_emulator.batch.moves import arrange_rows, check_unmerged
from sheets_emulator.bounds import check_growth, spend
from sheets_emulator.effective import EffectiveValues
from sheets_emulator.errors import invalid
from sheets_emulator.locales import locale_of
from sheets_emulator.model import Box, JsonObject, Sheet
from sheets_emulator.scalars import CellError, Scalar
from sheets_emulator.user_entered import read
from sheets_emulator.values import put

_BLANKS = re.compile(r"[ \t\n\r\f\v]+")
_DELIMITERS = {"COMMA": ",", "SEMICOLON": ";", "PERIOD": ".", "SPACE": " "}


def delete_duplicates(batch: Batch, request: JsonObject) -> JsonObject:
    """Remove the rows of a range that are like one above; those below move up within it."""
    sheet, box = batch.box(request.get("range"))
    columns = list(_compared(batch, sheet, box, request.get("comparisonColumns", [])))
    batch.caller.require_cells(sheet, [box])
    check_unmerged(sheet, box, "removing duplicates over")
    spend(2 * box.size)
    effective = EffectiveValues(batch.document)
    kept: dict[tuple[object, ...], int] = {}
    for row in box.rows:
        spend(len(columns))
        key = tuple(_key(effective.value(sheet, row, column)) for column in columns)
        kept.setdefault(key, row)
    removed = box.bottom - box.top - len(kept)
    if not removed:
        return {}
    arrange_rows(sheet, box, list(kept.values()))
    return {"duplicatesRemovedCount": removed}


def _compared(batch: Batch, sheet: Sheet, box: Box, given: list[JsonObject]) -> Iterator[int]:
    """Yield the columns that are compared: those given, or all."""
    if not given:
        yield from box.columns
    for one in given:
        its_sheet, axis, start, end = batch.lines(one)
        if its_sheet is not sheet or axis != "COLUMNS":
            raise invalid("comparisonColumns must be columns of the range.")
        if start < box.left or end > box.right:
            raise invalid("comparisonColumns must lie within the range.")
        yield from range(start, end)


def _key(value: Scalar) -> object:
    """Return what two equal values have in common; 1 is not TRUE, and letters have no case."""
    if isinstance(value, CellError):
        return "error", value.text
    if isinstance(value, bool):
        return "boolean", value
    return value.casefold() if isinstance(value, str) else value


def trim_whitespace(batch: Batch, request: JsonObject) -> JsonObject:
    """Take blanks from the ends of texts, and leave one where there are several."""
    sheet, box = batch.box(request.get("range"))
    batch.caller.require_cells(sheet, [box])
    spend(sheet.scanned(box))
    changed = 0
    for at, cell in sheet.within(box):
        if not isinstance(cell.value, str):
            continue
        trimmed = _BLANKS.sub(" ", cell.value).strip(" ")
        if trimmed != cell.value:
            sheet.put(*at, replace(cell, value=trimmed or None))
            changed += 1
    return {"cellsChangedCount": changed} if changed else {}


def randomize_range(batch: Batch, request: JsonObject) -> None:
    """Shuffle the rows of a range."""
    sheet, box = batch.box(request.get("range"))
    batch.caller.require_cells(sheet, [box])
    check_unmerged(sheet, box, "shuffling")
    spend(box.size)
    order = list(box.rows)
    SystemRandom().shuffle(order)
    arrange_rows(sheet, box, order)


def text_to_columns(batch: Batch, request: JsonObject) -> None:
    """Split the texts of a column; the parts are typed into it and the columns right of it."""
    sheet, box = batch.box(request.get("source"))
    if box.right - box.left != 1:
        raise invalid("The source of textToColumns must span exactly one column.")
    spend(sheet.scanned(box))
    texts = {row: cell.value for (row, _), cell in sheet.within(box) if isinstance(cell.value, str)}
    delimiter = _delimiter(request, list(texts.values()))
    parts = {row: text.split(delimiter) for row, text in texts.items() if delimiter in text}
    width = max(map(len, parts.values()), default=0)
    spend(3 * sum(map(len, parts.values())))
    growth = max(0, box.left + width - sheet.column_count)
    if growth:
        batch.caller.require_sheet(sheet)
        check_growth(batch.document, sheet, "COLUMNS", growth)
        sheet.column_count += growth
    written = [Box(row, row + 1, box.left, box.left + len(found)) for row, found in parts.items()]
    batch.caller.require_cells(sheet, written)
    for one in written:
        check_unmerged(sheet, one, "splitting over")
    locale = locale_of(batch.document.locale)
    for row, found in parts.items():
        for column, text in enumerate(found, box.left):
            number_format = sheet.cell(row, column).format.get("numberFormat")
            put(sheet, row, column, read(text, number_format, locale))


def _delimiter(request: JsonObject, texts: list[str]) -> str:
    kind = request.get("delimiterType", "DELIMITER_TYPE_UNSPECIFIED")
    if kind in _DELIMITERS:
        return _DELIMITERS[kind]
    if kind == "AUTODETECT":
        found = (one for one in _DELIMITERS.values() if any(one in text for text in texts))
        return next(found, ",")
    custom: str = request.get("delimiter", "")
    if kind != "CUSTOM" or not custom:
        raise invalid("You must specify a delimiter.")
    return custom
