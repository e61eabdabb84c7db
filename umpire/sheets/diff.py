"""The writes of a turn: pure functions from the present and the wanted cells to requests.

Everything is absolute and may be repeated; nothing here ever touches the value of an entry cell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeAlias

from umpire.games.base import Screen
from umpire.json_types import JsonObject
from umpire.sheets import cells
from umpire.sheets.grid import Place, Rect, counted
from umpire.sheets.layout import choice_rule, repeat_request

Rows: TypeAlias = Sequence[Sequence[object]]
_SHOWN_CHOICES = 100


@dataclass(frozen=True, slots=True)
class Update:
    """Requests that bring the sheet up to date, and sentences on what the umpire must repair."""

    requests: tuple[JsonObject, ...]
    findings: tuple[str, ...]


def diff_screen(
    painted: Mapping[str, Rows],
    wanted: Screen,
    places: Mapping[str, Place],
    entries: Sequence[Place] = (),
) -> Update:
    """Return the requests that write every wanted block to the present place of its name.

    `painted` holds the present texts by name, as they were read (so that vandalism is undone) or
    last written, None for an empty cell; a name that is not in it is written whole. A block that is
    larger than its rectangle is clipped. A block is left out if its name is missing or covers cells
    of the players' `entries`. All of these give a finding.
    """
    misplaced = _overlapping({name: places[name] for name in wanted if name in places}, entries)
    findings = (
        *check(wanted, places),
        *(_misplaced(name, places[name]) for name in sorted(misplaced)),
    )
    placed = {name: places[name] for name in wanted if name in places and name not in misplaced}
    changed: dict[int, dict[tuple[int, int], str]] = {}
    for name, place in placed.items():
        if painted.get(name) == wanted[name]:
            continue
        texts = (
            _differing(wanted[name], painted[name], place.rect)
            if name in painted
            else _by_cell(wanted[name], place.rect)
        )
        if texts:
            changed.setdefault(place.sheet, {}).update(texts)
    around: dict[int, dict[tuple[int, int], str]] = {sheet: {} for sheet in changed}
    for name, place in placed.items():
        if place.sheet in around:
            around[place.sheet].update(_by_cell(wanted[name], place.rect))
    requests = [
        request
        for sheet, texts in changed.items()
        for request in cells.write(sheet, texts, around[sheet])
    ]
    return Update(tuple(requests), findings)


def _overlapping(places: Mapping[str, Place], entries: Sequence[Place]) -> set[str]:
    """Return the names that have a cell in common with any entry.

    Each is compared with each, before every write.
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


def _misplaced(name: str, place: Place) -> str:
    return (
        f"The named range {name} ({place.rect}) covers cells where a player writes, so umpire "
        "does not use it: move it elsewhere."
    )


def check(wanted: Screen, places: Mapping[str, Place]) -> tuple[str, ...]:
    """Return a sentence for each name that is missing or too small for its block."""
    findings = []
    for name, rows in wanted.items():
        height, width = len(rows), max(map(len, rows), default=0)
        if name not in places:
            findings.append(
                f"The named range {name} is missing: define it again ({counted(height, width)})."
            )
            continue
        rect = places[name].rect
        if rect.bottom - rect.top < height or rect.right - rect.left < width:
            findings.append(
                f"The named range {name} ({rect}) is too small: it needs {counted(height, width)}."
            )
    return tuple(findings)


def one_cell_texts(wanted: Screen) -> dict[str, str]:
    """Return the text of each block of one cell: they may fill in conditional formats."""
    return {name: rows[0][0] for name, rows in wanted.items() if len(rows) == 1 == len(rows[0])}


def _differing(
    rows: Sequence[Sequence[str]], present: Rows, rect: Rect
) -> dict[tuple[int, int], str]:
    """Return the texts to write: changed ones, and blanks over leftovers.

    Nearly all rows are as they should be, and are compared whole.
    """
    changed: dict[tuple[int, int], str] = {}
    height, width = rect.height, rect.width
    present = _without_blank_end(present, len(rows))
    lines = zip_longest(rows[:height], present[:height], fillvalue=())
    for row, (line, was) in enumerate(lines, rect.top):
        if line == was or not (line or any(was)):
            continue
        pairs = zip_longest(line[:width], was[:width], fillvalue="")
        for column, (text, before) in enumerate(pairs, rect.left):
            if (before or "") != text:
                changed[row, column] = text
    return changed


def _by_cell(rows: Sequence[Sequence[str]], rect: Rect) -> dict[tuple[int, int], str]:
    height, width = rect.height, rect.width
    return {
        (row, column): value
        for row, line in enumerate(rows[:height], rect.top)
        for column, value in enumerate(line[:width], rect.left)
    }


def reads_as(typed: Rows, shown: Rows) -> bool:
    """Return whether a block shows these texts as far as it has room, and nothing beside them."""
    if typed == shown:
        return True
    typed = _without_blank_end(typed, len(shown))
    for row, line in zip_longest(typed, shown[: len(typed)], fillvalue=()):
        if row == line or (not line and row.count("") == len(row)):
            continue
        if _filled(row) != _filled(line[: len(row)]):
            return False
    return True


def _without_blank_end(rows: Rows, count: int) -> Rows:
    """Return the first rows, so many, if all others are blank; else all of them.

    A column in which little is written yet ends with hundreds of rows that are one object.
    """
    if len(rows) <= count:
        return rows
    last = rows[-1]
    is_blank = last.count("") == len(last) and rows[count:].count(last) == len(rows) - count
    return rows[:count] if is_blank else rows


def _filled(row: Sequence[object]) -> dict[int, object]:
    return {column: value for column, value in enumerate(row) if value not in ("", None)}


def keep_plain_text(entries: Sequence[Place]) -> list[JsonObject]:
    """Return the requests that make entry cells plain text again after a paste.

    They change only the number format, so they cannot race with typing; every write includes them.
    """
    cell = {"userEnteredFormat": {"numberFormat": {"type": "TEXT", "pattern": "@"}}}
    return [repeat_request(entry, cell, "userEnteredFormat.numberFormat") for entry in entries]


def offer(entry: Place, row: int, choices: Sequence[str], help_text: str) -> list[JsonObject]:
    """Return the requests that offer choices in a drop-down in one row of an entry column.

    `row` counts from 0 inside the column, the next free one. Other rows lose theirs; with no
    choices so does this one. Anything else may be typed as well.
    """
    requests = [drop_down(entry, ())]
    if choices and row < entry.rect.height:
        top = entry.rect.top + row
        cell = Place(entry.sheet, Rect(top, entry.rect.left, top + 1, entry.rect.right))
        requests.append(drop_down(cell, choices[:_SHOWN_CHOICES], help_text))
    return requests


def drop_down(place: Place, choices: Sequence[str], help_text: str = "") -> JsonObject:
    """Return the request that gives cells a drop-down, or removes it if there are no choices."""
    validation: JsonObject = {"range": place.grid_range()}
    if choices:
        message = {"inputMessage": help_text} if help_text else {}
        validation["rule"] = {**choice_rule(list(choices)), **message}
    return {"setDataValidation": validation}


def put(place: Place, value: bool | None) -> JsonObject:
    """Return the request that unticks (False) or ticks a box, or empties a cell (None)."""
    cell = {} if value is None else {"userEnteredValue": {"boolValue": value}}
    return {
        "updateCells": {
            "range": place.grid_range(),
            "rows": [{"values": [cell]}],
            "fields": "userEnteredValue",
        }
    }
