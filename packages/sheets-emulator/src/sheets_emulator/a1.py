"""A1 notation: `'My tab'!B2:D4` to a range of a tab and back."""

import re
from dataclasses import dataclass

from sheets_emulator.errors import ApiError, invalid
from sheets_emulator.model import Area, Box, Document, JsonObject, Sheet

_CORNER = re.compile(r"(?P<column>\$?[A-Za-z]{1,3})?(?P<row>\$?[1-9][0-9]{0,7})?")
_R1C1 = re.compile(r"[Rr](?P<row>[1-9][0-9]{0,7})(?:[Cc](?P<column>[1-9][0-9]{0,7}))")
_QUOTED = re.compile(r"(?P<title>'(?:[^']|'')*')(?:(?P<mark>!)(?P<cells>.*))?", re.DOTALL)
_PLAIN_TITLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Target:
    """What a range text means: cells of a tab, as asked and as far as the grid reaches.

    `anchor` says that one single cell was written, which writes take as a place to start from.
    """

    sheet: Sheet
    area: Area
    anchor: bool = False

    @property
    def box(self) -> Box:
        """The cells, cut off at the end of the grid."""
        return self.sheet.box(self.area)

    def label(self) -> str:
        """Return the range as Google echoes it: `Sheet1!A1:Z1000`."""
        return label(self.sheet, self.box)


def column_name(column: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def column_number(name: str) -> int:
    """Read a column: A is 0, Z is 25, AA is 26."""
    number = 0
    for letter in name.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def cell_name(row: int, column: int) -> str:
    """Row 0, column 0 is A1."""
    return f"{column_name(column)}{row + 1}"


def box_name(box: Box) -> str:
    """`A1:C3`, or `A1` for a single cell."""
    first = cell_name(box.top, box.left)
    last = cell_name(box.bottom - 1, box.right - 1)
    return first if first == last else f"{first}:{last}"


def quoted_title(title: str) -> str:
    """Write a tab's title as it stands before the `!`: in quotes only where it must be."""
    if _PLAIN_TITLE.fullmatch(title) and area_of(title) is None and not _R1C1.fullmatch(title):
        return title
    return "'" + title.replace("'", "''") + "'"


def label(sheet: Sheet, box: Box) -> str:
    """Return the cells of a tab in A1 notation with the tab's title."""
    return f"{quoted_title(sheet.title)}!{box_name(box)}"


def area_of(text: str) -> Area | None:
    """Return the range that `B2:D4`, `A:C`, `2:3`, `A5:A`, `R1C1:R2C2` mean; None if it is none."""
    first, colon, last = text.partition(":")
    start = _corner(first)
    if start is None:
        return None
    if not colon:
        row, column = start
        if row is None or column is None:
            return None
        return Area(row, row + 1, column, column + 1)
    end = _corner(last)
    if end is None or (start == (None, None)) or (end == (None, None)):
        return None
    return _between(start, end)


_Corner = tuple[int | None, int | None]


def _corner(text: str) -> _Corner | None:
    relative = _R1C1.fullmatch(text)
    if relative:
        return int(relative["row"]) - 1, int(relative["column"]) - 1
    match = _CORNER.fullmatch(text)
    if match is None or not text:
        return None
    row, column = match["row"], match["column"]
    return (
        None if row is None else int(row.lstrip("$")) - 1,
        None if column is None else column_number(column.lstrip("$")),
    )


def _between(start: _Corner, end: _Corner) -> Area | None:
    top, bottom = _ends(start[0], end[0])
    left, right = _ends(start[1], end[1])
    return Area(top, bottom, left, right)


def _ends(first: int | None, last: int | None) -> tuple[int | None, int | None]:
    """One side of a range: `A2:2` leaves the end of the columns open, `A5:A` that of the rows."""
    if first is not None and last is not None:
        return min(first, last), max(first, last) + 1
    start = first if first is not None else last
    return start, None


def find(document: Document, text: str) -> Target:
    """Return the cells that a range text means in this spreadsheet.

    A text without `!` is a named range, a tab's title, or cells of the first tab, in that
    order (a title in quotes is never a name). Raises Google's 400 if it means nothing, or if
    it starts outside the grid.
    """
    target = _find(document, text)
    if target is None:
        raise invalid(f"Unable to parse range: {text}")
    area, sheet = target.area, target.sheet
    if (area.top or 0) >= sheet.row_count or (area.left or 0) >= sheet.column_count:
        raise _exceeds(sheet, area)
    return target


def _find(document: Document, text: str) -> Target | None:
    quoted = _QUOTED.fullmatch(text)
    title, mark, cells = (
        (quoted["title"], quoted["mark"] or "", quoted["cells"] or "")
        if quoted is not None
        else text.rpartition("!")
    )
    if mark:
        sheet = _titled(document, title)
        return None if sheet is None else _cells(document, sheet, cells)
    if quoted is None:
        name = document.named(text)
        if name is not None:
            sheet = document.sheet(name.sheet_id)
            return None if sheet is None else Target(sheet, name.area)
        if area_of(text) is not None:
            return _cells(document, document.sheets[0], text)
    sheet = _titled(document, text)
    return None if sheet is None else Target(sheet, Area())


def _cells(document: Document, sheet: Sheet, text: str) -> Target | None:
    area = area_of(text)
    if area is None:
        name = document.named(text)
        return Target(sheet, name.area) if name and name.sheet_id == sheet.sheet_id else None
    return Target(sheet, area, anchor=":" not in text)


def _titled(document: Document, text: str) -> Sheet | None:
    if len(text) >= 2 and text[0] == text[-1] == "'":
        text = text[1:-1].replace("''", "'")
    return document.sheet_titled(text)


def _exceeds(sheet: Sheet, area: Area) -> ApiError:
    bottom = sheet.row_count if area.bottom is None else area.bottom
    right = sheet.column_count if area.right is None else area.right
    box = Box(area.top or 0, bottom, area.left or 0, right)
    return invalid(
        f"Range ({label(sheet, box)}) exceeds grid limits. "
        f"Max rows: {sheet.row_count}, max columns: {sheet.column_count}"
    )


def grid_range(sheet_id: int, area: Area) -> JsonObject:
    """Return a GridRange: the tab with id 0 and ends without bounds are left out."""
    found: JsonObject = {"sheetId": sheet_id} if sheet_id else {}
    for name, value in (
        ("startRowIndex", area.top),
        ("endRowIndex", area.bottom),
        ("startColumnIndex", area.left),
        ("endColumnIndex", area.right),
    ):
        if value is not None:
            found[name] = value
    return found
