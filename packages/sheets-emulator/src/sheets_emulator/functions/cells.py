"""Functions of cells themselves: which they are, what they hold, and totals of those that show."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from sheets_emulator.a1 import cell_name, column_name, quoted_title
from sheets_emulator.errors import unimplemented
from sheets_emulator.functions.arithmetic import ARITHMETIC
from sheets_emulator.functions.base import (
    CallError,
    Function,
    ParameterError,
    Site,
    is_number,
)
from sheets_emulator.model import Formula
from sheets_emulator.references import Token
from sheets_emulator.scalars import Block, CellError, Result, Scalar, scalar

_TOTALS: Final = (
    *("AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT", "STDEV", "STDEVP"),
    *("SUM", "VAR", "VARP"),
)
"""What SUBTOTAL computes by 1, by 2 and so on."""

_OF_TOTALS: Final = re.compile(r"(?<![\w.])SUBTOTAL\s*\(", re.IGNORECASE)
_NOT_HERE: Final = ("color", "prefix", "width")
"""What Google's CELL tells and this one does not."""


def reference(value: Result) -> Block:
    """Return cells; raises the error of a value that is none."""
    if not isinstance(value, Block) or not value.is_reference:
        raise CallError("N_A", "Argument must be a range.")
    return value


def _subtotal(site: Site, code: int, *ranges: Result) -> Result:
    kind = code - 100 if code > 100 else code
    if not 1 <= kind <= len(_TOTALS):
        said = f"value is {code}. Valid values are between 1 and 11, and between 101 and 111."
        raise ParameterError("VALUE", 1, said)
    values = [value for one in ranges for value in _shown(reference(one), skips_hidden=code > 100)]
    found: Result = ARITHMETIC[_TOTALS[kind - 1]].body(Block.of([values]))
    return found


def _shown(cells: Block, *, skips_hidden: bool) -> Iterator[Scalar]:
    """Yield the values of cells, but for subtotals, and for rows that a filter hides."""
    sheet = cells.sheet
    assert sheet is not None
    for row in cells.box.rows:
        line = sheet.line("ROWS", row)
        if line.filtered or (skips_hidden and line.hidden):
            continue
        for column in cells.box.columns:
            entered = sheet.cell(row, column).value
            if not isinstance(entered, Formula) or not _OF_TOTALS.search(entered.text):
                yield cells.values(row, column)


def _told(site: Site, kind: str, cells: Result) -> Scalar:
    block = reference(cells)
    assert block.sheet is not None
    row, column = block.meant.top, block.meant.left
    match kind.lower():
        case "address":
            title = "" if block.sheet is site.sheet else f"{quoted_title(block.sheet.title)}!"
            return f"{title}${column_name(column)}${row + 1}"
        case "col":
            return column + 1.0
        case "row":
            return row + 1.0
        case "contents":
            return block.at(0, 0)
        case "type":
            value = block.at(0, 0)
            return "b" if value is None else "l" if isinstance(value, str) else "v"
    if kind.lower() in _NOT_HERE:
        raise CallError("ERROR", f'The sheets emulator does not implement CELL("{kind}").')
    raise ParameterError("VALUE", 1, f"value '{kind}' is invalid.")


def check_cell(found: Sequence[Token]) -> None:
    """Raise 501 for a formula that asks CELL for what is not told here."""
    for name, mark, kind in zip(found, found[1:], found[2:], strict=False):
        if (name.kind, name.text.upper(), mark.text, kind.kind) == ("name", "CELL", "(", "text"):
            asked = kind.text[1:-1]
            if asked.lower() in _NOT_HERE:
                raise unimplemented(f'CELL("{asked}")')


def _type(value: Result) -> float:
    if isinstance(value, Block) and not value.is_single:
        return 64.0
    found = scalar(value)
    if isinstance(found, CellError):
        return 16.0
    if isinstance(found, bool):
        return 4.0
    return 1.0 if found is None or is_number(found) else 2.0


_CORNER = re.compile(
    r"R(?:(\d{1,7})|\[(-?\d{1,7})\])?C(?:(\d{1,5})|\[(-?\d{1,5})\])?", re.IGNORECASE
)


def _indirect(site: Site, text: str, is_a1: bool = True) -> Block:
    named = text if is_a1 else _as_a1(text, site)
    found = None if named is None else site.cells_named(named)
    if found is None or (found.box.is_empty and found.is_single):
        said = f"value is '{text}'. It is not a valid cell/range reference."
        raise ParameterError("REF", 1, said)
    return replace(found, expands=True)


def _as_a1(text: str, site: Site) -> str | None:
    """Return a reference such as `Sheet1!R1C1:R[2]C` in the other notation."""
    title, mark, cells = text.rpartition("!")
    corners = []
    for corner in cells.split(":"):
        match = _CORNER.fullmatch(corner.strip())
        if match is None:
            return None
        row = int(match[1]) - 1 if match[1] else site.row + int(match[2] or 0)
        column = int(match[3]) - 1 if match[3] else site.column + int(match[4] or 0)
        if row < 0 or column < 0:
            return None
        corners.append(cell_name(row, column))
    return title + mark + ":".join(corners)


CELLS: dict[str, Function] = {
    "CELL": Function("tr", _told, sited=True),
    "INDIRECT": Function("t|b", _indirect, sited=True, spreads=True),
    "SUBTOTAL": Function("ir|*r", _subtotal, sited=True),
    "TYPE": Function("r", _type),
}
