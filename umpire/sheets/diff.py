"""The requests that bring the cells of a spreadsheet up to date after a turn.

All are absolute and may be repeated. None ever touches the value of an entry cell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeAlias

from umpire.games.sums import Cells
from umpire.json_types import JsonObject
from umpire.sheets import cells
from umpire.sheets.grid import Place, Rect, size_in_words
from umpire.sheets.layout import choice_rule, repeat_request

Rows: TypeAlias = Sequence[Sequence[object]]
Blocks: TypeAlias = Mapping[str, Cells]
"""Rows of texts and numbers by the name of their range: a screen, or one with numbers."""

_SHOWN_CHOICES = 100


@dataclass(frozen=True, slots=True)
class Update:
    """Requests that bring cells up to date, and sentences about what the umpire must repair."""

    requests: tuple[JsonObject, ...]
    findings: tuple[str, ...]


def diff_screen(
    present: Mapping[str, Rows],
    screen: Blocks,
    places: Mapping[str, Place],
    entries: Sequence[Place] = (),
) -> Update:
    """Return the requests that write every block of a screen to the present place of its name.

    `present` holds the present texts by name, None for an empty cell. They were read, so that
    vandalism is undone, or last written. The block of a name that it lacks is written whole. A
    block that is larger than its rectangle is clipped. A block is left out if its name is missing
    or covers cells of the players' `entries`. All of these give a finding.
    """
    misplaced = _overlapping({name: places[name] for name in screen if name in places}, entries)
    findings = (
        *find_misfits(screen, places),
        *(_misplaced_sentence(name, places[name]) for name in sorted(misplaced)),
    )
    usable = {name: places[name] for name in screen if name in places and name not in misplaced}
    texts_by_tab: dict[int, dict[tuple[int, int], str | int]] = {}
    for name, place in usable.items():
        if present.get(name) == screen[name]:
            continue
        texts = (
            _changed_texts(screen[name], present[name], place.rect)
            if name in present
            else _texts_by_cell(screen[name], place.rect)
        )
        if texts:
            texts_by_tab.setdefault(place.sheet, {}).update(texts)
    around: dict[int, dict[tuple[int, int], str | int]] = {sheet: {} for sheet in texts_by_tab}
    for name, place in usable.items():
        if place.sheet in around:
            around[place.sheet].update(_texts_by_cell(screen[name], place.rect))
    requests = [
        request
        for sheet, texts in texts_by_tab.items()
        for request in cells.write_requests(sheet, texts, around[sheet])
    ]
    return Update(tuple(requests), findings)


def _overlapping(places: Mapping[str, Place], entries: Sequence[Place]) -> set[str]:
    """Return the names that have a cell in common with any entry.

    Before every write all are compared with all, so the rectangles are compared here.
    """
    by_tab: dict[int, list[Rect]] = {}
    for entry in entries:
        by_tab.setdefault(entry.sheet, []).append(entry.rect)
    return {
        name
        for name, (sheet, (top, left, bottom, right)) in places.items()
        for entry in by_tab.get(sheet, ())
        if top < entry.bottom and entry.top < bottom and left < entry.right and entry.left < right
    }


def _misplaced_sentence(name: str, place: Place) -> str:
    return (
        f"The named range {name} ({place.rect}) covers cells where a player writes, so umpire "
        "does not use it: move it elsewhere."
    )


def find_misfits(screen: Blocks, places: Mapping[str, Place]) -> tuple[str, ...]:
    """Return a sentence for each name that is missing or too small for its block."""
    findings = []
    for name, rows in screen.items():
        height, width = len(rows), max(map(len, rows), default=0)
        size = size_in_words(height, width)
        if name not in places:
            findings.append(f"The named range {name} is missing: define it again ({size}).")
            continue
        rect = places[name].rect
        if rect.bottom - rect.top < height or rect.right - rect.left < width:
            findings.append(f"The named range {name} ({rect}) is too small: it needs {size}.")
    return tuple(findings)


def one_cell_texts(screen: Blocks) -> dict[str, str]:
    """Return the text of each block of one cell. Conditional formats may contain these."""
    cells = {name: rows[0][0] for name, rows in screen.items() if len(rows) == 1 == len(rows[0])}
    return {name: text for name, text in cells.items() if isinstance(text, str)}


def _changed_texts(rows: Cells, present: Rows, rect: Rect) -> dict[tuple[int, int], str | int]:
    """Return the texts to write: changed ones, and blanks over leftovers.

    Nearly all rows are as they should be, and are compared whole.
    """
    changes: dict[tuple[int, int], str | int] = {}
    height, width = rect.height, rect.width
    present = _without_blank_end(present, len(rows))
    lines = zip_longest(rows[:height], present[:height], fillvalue=())
    for row, (line, present_line) in enumerate(lines, rect.top):
        if line == present_line or not (line or any(present_line)):
            continue
        pairs = zip_longest(line[:width], present_line[:width], fillvalue="")
        for column, (text, before) in enumerate(pairs, rect.left):
            if ("" if before is None else before) != text:
                changes[row, column] = text
    return changes


def _texts_by_cell(rows: Cells, rect: Rect) -> dict[tuple[int, int], str | int]:
    height, width = rect.height, rect.width
    return {
        (row, column): value
        for row, line in enumerate(rows[:height], rect.top)
        for column, value in enumerate(line[:width], rect.left)
    }


def shows(present: Rows, texts: Rows) -> bool:
    """Return whether a block shows these texts, as far as they fit, and nothing else."""
    if present == texts:
        return True
    present = _without_blank_end(present, len(texts))
    for row, line in zip_longest(present, texts[: len(present)], fillvalue=()):
        if row == line or (not line and row.count("") == len(row)):
            continue
        if _values_by_column(row) != _values_by_column(line[: len(row)]):
            return False
    return True


def _without_blank_end(rows: Rows, count: int) -> Rows:
    """Return the first `count` rows if all others are blank; else all of them.

    A column in which little is written yet ends with hundreds of rows that are one object.
    """
    if len(rows) <= count:
        return rows
    last = rows[-1]
    is_blank = last.count("") == len(last) and rows[count:].count(last) == len(rows) - count
    return rows[:count] if is_blank else rows


def _values_by_column(row: Sequence[object]) -> dict[int, object]:
    return {column: value for column, value in enumerate(row) if value not in ("", None)}


def plain_text_requests(entries: Sequence[Place]) -> list[JsonObject]:
    """Return the requests that make entry cells plain text again after a paste.

    They change only the number format, so they cannot race with typing; every write includes them.
    """
    cell = {"userEnteredFormat": {"numberFormat": {"type": "TEXT", "pattern": "@"}}}
    return [repeat_request(entry, cell, "userEnteredFormat.numberFormat") for entry in entries]


def choice_requests(
    entry: Place, row: int, choices: Sequence[str], help_text: str
) -> list[JsonObject]:
    """Return the requests that offer choices in a drop-down in one row of an entry column.

    `row` is the next free one, counted from 0 in the column. All other rows lose their drop-down,
    and without choices so does this one. Anything else may be typed as well.
    """
    requests = [drop_down_request(entry, ())]
    if choices and row < entry.rect.height:
        top = entry.rect.top + row
        cell = Place(entry.sheet, Rect(top, entry.rect.left, top + 1, entry.rect.right))
        requests.append(drop_down_request(cell, choices[:_SHOWN_CHOICES], help_text))
    return requests


def drop_down_request(place: Place, choices: Sequence[str], help_text: str = "") -> JsonObject:
    """Return the request that gives cells a drop-down, or removes it if there are no choices."""
    validation: JsonObject = {"range": place.grid_range()}
    if choices:
        message = {"inputMessage": help_text} if help_text else {}
        validation["rule"] = {**choice_rule(list(choices)), **message}
    return {"setDataValidation": validation}


def value_request(place: Place, value: bool | None) -> JsonObject:
    """Return the request that unticks (False) or ticks a box, or empties a cell (None)."""
    cell = {} if value is None else {"userEnteredValue": {"boolValue": value}}
    return {
        "updateCells": {
            "range": place.grid_range(),
            "rows": [{"values": [cell]}],
            "fields": "userEnteredValue",
        }
    }
