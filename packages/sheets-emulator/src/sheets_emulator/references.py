"""The references in a formula, and what becomes of them when cells move."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import zip_longest
from typing import Final, NamedTuple, TypeAlias

from sheets_emulator.a1 import area_of, column_name, quoted_title
from sheets_emulator.model import Area, Document, Sheet

_TOKEN = r"""\s*(?:
        (?P<text>"(?:[^"]|"")*")
      | (?P<number>(?!\d+:\$?\d)\d+(?:DECIMAL\d*)?(?:[eE][-+]?\d+)?|DECIMAL\d+(?:[eE][-+]?\d+)?)
      | (?P<reference>(?:(?:'(?:[^']|'')+'|[^\W\d]\w*)!)?
          (?:\$?[A-Za-z]{1,3}\$?[1-9]\d{0,7}
            (?::\$?[A-Za-z]{1,3}\$?[1-9]\d{0,7}|:\$?[A-Za-z]{1,3}(?![\w(.]))?
            |\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}\$?(?:[1-9]\d{0,7})?
            |\$?[1-9]\d{0,7}:\$?[1-9]\d{0,7})(?![\w(.]))
      | (?P<name>[^\W\d][\w.]*)
      | (?P<sign><>|<=|>=|[-+*/^&=<>(),;%{}:\\])
      | (?P<error>\#(?:REF!|DIV/0!|N/A|NAME\?|VALUE!|NUM!|ERROR!))
    )"""
_TOKENS: Final = {
    mark: re.compile(_TOKEN.replace("DECIMAL", re.escape(mark)), re.VERBOSE) for mark in ".,"
}


_OF_A_PLACE: Final = {"ROW", "COLUMN", "INDIRECT"}
_OF_MORE_THAN_CELLS: Final = {"NOW", "TODAY", "INDIRECT", "SUBTOTAL"}


class Token(NamedTuple):
    """One token; `kind` is text, number, reference, name, sign or error."""

    kind: str
    text: str


def tokens(text: str, decimal: str = ".") -> list[Token] | None:
    """Return the tokens of a formula after its `=`; None if it cannot be read.

    The decimal mark counts only to those who want the numbers.
    """
    form = _TOKENS[decimal]
    found: list[Token] = []
    position = 0
    text = text.rstrip()
    while position < len(text):
        match = form.match(text, position)
        if match is None or match.lastgroup is None:
            return None
        found.append(Token(match.lastgroup, match[match.lastgroup]))
        position = match.end()
    return found


def shift_relative(cells: str, down: int, right: int) -> str | None:
    """`B$2:C3` moved: what has no `$` moves. None if it falls off the grid."""
    if not down and not right:
        return cells
    corners = []
    for corner in cells.split(":"):
        match = re.fullmatch(r"(\$?[A-Za-z]{1,3})?(\$?[1-9]\d{0,7})?", corner)
        if match is None:
            return None
        column, row = match[1], match[2]
        if column and not column.startswith("$"):
            index = _index(column) + right
            if index < 0:
                return None
            column = column_name(index)
        if row and not row.startswith("$"):
            if int(row) + down < 1:
                return None
            row = str(int(row) + down)
        corners.append((column or "") + (row or ""))
    return ":".join(corners)


def _index(column: str) -> int:
    area = area_of(f"{column}1")
    assert area is not None
    assert area.left is not None
    return area.left


Moved: TypeAlias = Callable[[int, Area], Area | None]


def rewrite(text: str, home: Sheet, document: Document, moved: Moved) -> str:
    """Rewrite a formula after its references were moved by a change of the grid.

    `moved` says where a range of a tab went; None if it is gone.
    """
    return _with_references(text, lambda one: _moved_reference(one, home, document, moved))


def move_relative(text: str, down: int, right: int) -> str:
    """Rewrite a formula as it stands in a copy of its cell, so many rows and columns away."""

    def moved(reference: str) -> str:
        title, mark, cells = reference.rpartition("!")
        return title + mark + (shift_relative(cells, down, right) or "#REF!")

    return _with_references(text, moved)


def rename_tab(text: str, old: str, new: str) -> str:
    """Rewrite a formula after a tab it may name got a new title."""

    def renamed(reference: str) -> str:
        title, mark, cells = reference.rpartition("!")
        if not mark or unquoted(title).casefold() != old.casefold():
            return reference
        return f"{quoted_title(new)}!{cells}"

    return _with_references(text, renamed)


def reads_other_tab(text: str, home: Sheet, document: Document) -> bool:
    """Return whether a formula of a tab names cells of another, by their place or by a name."""
    for token in tokens(text.removeprefix("=")) or ():
        if token.kind == "reference":
            title, mark, _ = token.text.rpartition("!")
            if mark and document.sheet_titled(unquoted(title)) is not home:
                return True
        elif token.kind == "name":
            name = document.named(token.text)
            if name is not None and name.sheet_id != home.sheet_id:
                return True
    return False


@lru_cache(4096)
def axes(text: str) -> tuple[bool, bool]:
    """Return whether what a formula comes to may change from row to row, and from column to column.

    It does not where all of its references stand still (`$A$1`).
    """
    found = tokens(text.removeprefix("=")) or ()
    corners = [corner for one in cells_named(text) for corner in one.split(":")]
    is_placed = any(one.text.upper() in _OF_A_PLACE for one in found if one.kind == "name")
    return (
        is_placed or any(re.search(r"(?<![$\d])\d", corner) for corner in corners),
        is_placed or any(re.match(r"[A-Za-z]", corner) for corner in corners),
    )


def cells_named(text: str) -> Iterator[str]:
    """Yield the references of a formula without the tab that they may name."""
    for one in tokens(text.removeprefix("=")) or ():
        if one.kind == "reference":
            yield one.text.rpartition("!")[2]


@lru_cache(4096)
def rests_on_cells(text: str) -> bool:
    """Return whether a formula comes to the same as long as the cells that it names do.

    It may not where it tells the time, names cells by a text, passes over hidden rows, or goes by a
    name, which may be given to other cells.
    """
    found = tokens(text.removeprefix("=")) or ()
    return not any(
        one.kind == "name"
        and (one.text.upper() in _OF_MORE_THAN_CELLS or after is None or after.text != "(")
        for one, after in zip_longest(found, found[1:])
    )


def _with_references(text: str, change: Callable[[str], str]) -> str:
    """Change each reference of a formula; one that cannot be read stays as it is."""
    found = tokens(text.removeprefix("="))
    if found is None:
        return text
    position = 1
    parts = [text[:1]]
    for token in found:
        start = text.index(token.text, position)
        parts.append(text[position:start])
        position = start + len(token.text)
        parts.append(change(token.text) if token.kind == "reference" else token.text)
    return "".join([*parts, text[position:]])


def unquoted(title: str) -> str:
    """Return a tab's title without the quotes it may stand in."""
    return title[1:-1].replace("''", "'") if title.startswith("'") else title


def _moved_reference(text: str, home: Sheet, document: Document, moved: Moved) -> str:
    title, mark, cells = text.rpartition("!")
    sheet = document.sheet_titled(unquoted(title)) if mark else home
    area = area_of(cells)
    if sheet is None or area is None:
        return text
    target = moved(sheet.sheet_id, area)
    if target == area:
        return text
    return title + mark + ("#REF!" if target is None else _with_dollars(cells, area, target))


def _with_dollars(cells: str, area: Area, target: Area) -> str:
    first, colon, last = cells.partition(":")
    if not colon:
        assert target.top is not None
        assert target.left is not None
        return _corner(first, target.top, target.left)
    ends = []
    rows = (target.top, None if target.bottom is None else target.bottom - 1)
    columns = (target.left, None if target.right is None else target.right - 1)
    for corner, row, column in zip((first, last), rows, columns, strict=True):
        ends.append(_corner(corner, row, column))
    return ":".join(ends)


def _corner(corner: str, row: int | None, column: int | None) -> str:
    match = re.fullmatch(r"(\$?)([A-Za-z]{1,3})?(\$?)([1-9]\d{0,7})?", corner)
    assert match is not None
    column_dollar, letters, row_dollar, digits = match.groups()
    if letters is None:
        row_dollar = row_dollar or column_dollar
        column_dollar = ""
    name = "" if letters is None or column is None else column_dollar + column_name(column)
    return name + ("" if digits is None or row is None else f"{row_dollar}{row + 1}")
