"""Cells that are filled: with a text that was copied elsewhere, or on from those beside them."""

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeGuard

from sheets_emulator.batch.base import Batch, axis_of
from sheets_emulator.batch.moves import check_unmerged, shifted
from sheets_emulator.bounds import check_growth, check_text, spend, too_long
from sheets_emulator.errors import invalid, unimplemented
from sheets_emulator.formulas import Calculation
from sheets_emulator.locales import locale_of
from sheets_emulator.model import Axis, Box, Cell, Formula, JsonObject, Sheet, Value
from sheets_emulator.user_entered import read
from sheets_emulator.values import put

_TYPED = ("PASTE_NORMAL", "PASTE_VALUES", "PASTE_NO_BORDERS", "PASTE_FORMULA")
_MOST_DIGITS = 15  # of a number that a text ends with
_LISTS = tuple(
    tuple(text.split())
    for text in (
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "Mon Tue Wed Thu Fri Sat Sun",
        "January February March April May June July August September October November December",
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    )
)

_Series: TypeAlias = Callable[[int], Value]
"""What the cells of a line hold, by their distance from the first of the source."""


def paste_data(batch: Batch, request: JsonObject) -> None:
    """Type a text into cells, a line a row; the tab grows if it must."""
    if request.get("html"):
        raise unimplemented("pasting HTML")
    kind = request.get("type", "PASTE_NORMAL")
    if kind not in _TYPED:
        raise unimplemented(f"pasting data with {kind}")
    start = request.get("coordinate", {})
    sheet = batch.sheet(start.get("sheetId", 0))
    top, left = start.get("rowIndex", 0), start.get("columnIndex", 0)
    if not sheet.grid.covers(top, left):
        raise invalid("The coordinate lies outside the grid.")
    rows = _rows(request.get("data", ""), request.get("delimiter", ""))
    spend(sum(3 * len(row) for row in rows))
    _grow(batch, sheet, "ROWS", top + len(rows))
    _grow(batch, sheet, "COLUMNS", left + max(map(len, rows), default=0))
    boxes = [
        Box(top + down, top + down + 1, left, left + len(row)) for down, row in enumerate(rows)
    ]
    batch.caller.require_cells(sheet, boxes)
    for box in boxes:
        check_unmerged(sheet, box, "pasting over")
    locale = locale_of(batch.document.locale)
    for box, row in zip(boxes, rows, strict=True):
        for at, text in zip(box.cells(), row, strict=True):
            put(sheet, *at, read(text, sheet.cell(*at).format.get("numberFormat"), locale))


def _rows(data: str, delimiter: str) -> list[list[str]]:
    if len(delimiter) != 1 or delimiter in '"\r\n':
        lines = re.split(r"\r\n|\r|\n", data.removesuffix("\n").removesuffix("\r"))
        return [line.split(delimiter) if delimiter else [line] for line in lines]
    try:
        return list(csv.reader(io.StringIO(data, newline=""), delimiter=delimiter))
    except csv.Error:  # a cell with more characters than the module reads, and Sheets keeps
        raise too_long() from None


def _grow(batch: Batch, sheet: Sheet, axis: Axis, size: int) -> None:
    growth = size - sheet.size(axis)
    if growth <= 0:
        return
    batch.caller.require_sheet(sheet)
    check_growth(batch.document, sheet, axis, growth)
    if axis == "ROWS":
        sheet.row_count = size
    else:
        sheet.column_count = size


def auto_fill(batch: Batch, request: JsonObject) -> None:
    """Fill cells on from those beside them: series go on, everything else repeats."""
    if "range" in request:
        sheet, source, axis, length = _found(batch, request["range"])
    elif "sourceAndDestination" in request:
        given = request["sourceAndDestination"]
        sheet, source = batch.box(given.get("source"))
        axis, length = axis_of(given), given.get("fillLength", 0)
    else:
        raise invalid("You must specify a range or a sourceAndDestination.")
    target = _target(source, axis, length)
    if not sheet.grid.encloses(target):
        raise invalid("The destination is beyond the end of the grid.")
    batch.caller.require_cells(sheet, [target])
    for box in (source, target):
        check_unmerged(sheet, box, "filling")
    spend(source.size + 5 * target.size)
    alternate = request.get("useAlternateSeries", False)
    calculation = Calculation(batch.document)
    lines = source.columns if axis == "ROWS" else source.rows
    first = source.top if axis == "ROWS" else source.left
    filled: dict[tuple[int, int], Cell] = {}
    for line in lines:
        places = [at for at in source.cells() if at[1 if axis == "ROWS" else 0] == line]
        series = _series(
            [sheet.cell(*at).value for at in places],
            [calculation.is_date(sheet, *at) for at in places],
            alternate=alternate,
        )
        for at in target._replace(**_only(line, axis)).cells():
            distance = at[0 if axis == "ROWS" else 1] - first
            origin = places[distance % len(places)]
            cell = sheet.cell(*origin)
            value = cell.value
            new = shifted(value, origin, at) if isinstance(value, Formula) else series(distance)
            check_text(new)
            filled[at] = replace(cell, value=new, note=sheet.cell(*at).note)
    for at, cell in filled.items():
        sheet.put(*at, cell)


def _only(line: int, axis: Axis) -> dict[str, int]:
    if axis == "ROWS":
        return {"left": line, "right": line + 1}
    return {"top": line, "bottom": line + 1}


def _target(source: Box, axis: Axis, length: int) -> Box:
    if axis == "ROWS":
        if length < 0:
            return source._replace(top=source.top + length, bottom=source.top)
        return source._replace(top=source.bottom, bottom=source.bottom + length)
    if length < 0:
        return source._replace(left=source.left + length, right=source.left)
    return source._replace(left=source.right, right=source.right + length)


def _found(batch: Batch, given: JsonObject) -> tuple[Sheet, Box, Axis, int]:
    """Find what a range is filled on from: all that is in it, which lies at one of its sides."""
    sheet, box = batch.box(given)
    spend(sheet.scanned(box))
    filled = [at for at, cell in sheet.within(box) if cell.value is not None]
    if not filled:
        return sheet, box, "ROWS", 0
    rows, columns = [row for row, _ in filled], [column for _, column in filled]
    data = Box(min(rows), max(rows) + 1, min(columns), max(columns) + 1)
    if (data.left, data.right) == (box.left, box.right):
        if data.top == box.top:
            return sheet, data, "ROWS", box.bottom - data.bottom
        if data.bottom == box.bottom:
            return sheet, data, "ROWS", box.top - data.top
    if (data.top, data.bottom) == (box.top, box.bottom):
        if data.left == box.left:
            return sheet, data, "COLUMNS", box.right - data.right
        if data.right == box.right:
            return sheet, data, "COLUMNS", box.left - data.left
    raise unimplemented("filling a range whose data do not lie along one of its sides")


def _series(values: Sequence[Value], dates: Sequence[bool], *, alternate: bool) -> _Series:
    """Return how values go on; the `alternate` of one number counts on, that of a series repeats.

    Raises 501 for what goes on in a way that is not known.
    """

    def repeated(distance: int) -> Value:
        return values[distance % len(values)]

    numbers = [float(one) for one in values if _is_number(one)]
    if numbers and len(numbers) == len(values):
        counts_on = len(values) > 1 or any(dates)
        return _counted(numbers) if counts_on != alternate else repeated
    texts = [one for one in values if isinstance(one, str)]
    if texts and len(texts) == len(values) and not alternate:
        found = _listed(texts) or _numbered(texts)
        if found is not None:
            return found
    if numbers or any(_number_at_end(text) for text in texts if not alternate):
        raise unimplemented("filling on from cells of several kinds")
    return repeated


def _is_number(value: Value) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _counted(numbers: Sequence[float]) -> _Series:
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 1.0
    for number, value in enumerate(numbers):
        if abs(numbers[0] + number * step - value) > 1e-9 * max(1.0, abs(value)):
            raise unimplemented("filling on from numbers that are not evenly spaced")
    return lambda distance: numbers[0] + distance * step


def _listed(texts: Sequence[str]) -> _Series | None:
    """Return how the names of days and months go on; None for other texts."""
    for names in _LISTS:
        if all(text in names for text in texts):
            places = [names.index(text) for text in texts]
            step = places[1] - places[0] if len(places) > 1 else 1
            if all(
                (places[0] + number * step - place) % len(names) == 0
                for number, place in enumerate(places)
            ):
                return lambda distance: names[(places[0] + distance * step) % len(names)]
    return None


def _numbered(texts: Sequence[str]) -> _Series | None:
    """Return how `Item 1`, `Item 2` go on; None for other texts."""
    numbers = [_number_at_end(text) for text in texts]
    befores = {text.removesuffix(number) for text, number in zip(texts, numbers, strict=True)}
    if not all(numbers) or len(befores) > 1:
        return None
    count = _counted([float(number) for number in numbers])
    (before,), width = befores, len(numbers[0]) if numbers[0].startswith("0") else 1

    def text(distance: int) -> str:
        number = count(distance)
        assert isinstance(number, float)
        return f"{before}{abs(int(number)):0{width}}"

    return text


def _number_at_end(text: str) -> str:
    digits = text[len(text.rstrip("0123456789")) :]
    return digits if len(digits) <= _MOST_DIGITS else ""
