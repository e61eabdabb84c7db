"""What a tab is made of for whoever plays on it: the page's play view, beside the cells.

A program tells it in developer metadata at the tab with the key `play`: a JSON object whose places
are names of named ranges, ranges in A1 notation, or two of these with a colon between them (the box
from the one to the other). `README.md` describes its keys. Here every place becomes a box; what
makes no sense is left out. How the match stands comes with the `countdown` metadata of the
spreadsheet: `kind` (of decision that is asked), `held` (an answer that could be locked), `over` and
`end`, each beside a `range` of the tab, and what the preview of a form says, with the texts that it
is of (see `countdowns`). Nothing but the page reads any of it.
"""

import json
import re
from collections.abc import Iterator
from functools import reduce
from typing import Any, Final, NamedTuple

from sheets_emulator.a1 import area_of
from sheets_emulator.bounds import spend
from sheets_emulator.countdowns import entries
from sheets_emulator.model import Box, Document, JsonObject, NamedRange, Sheet

KEY = "play"

_STAGE = {"kind": str, "held": bool, "over": bool, "end": dict}
_QUESTION = ("ask", "due", "reply", "title", "subtitle")
_FOUND = re.compile(r"(title|subtitle)(_\d+)?")
"""The names of what stands over the board, where the question does not say."""
_ALL_MOVES = "all_moves"
"""The name, on any tab, of the rows with all that happened, oldest first, each text the last."""
_MATCHES = ("first", "last", "row")
_CELL, _LABEL = "form_", "label_"
_MOST = 200  # places of one kind, hints, feeds


class Play(NamedTuple):
    """What is told of one tab."""

    table: JsonObject | None
    """The table, each of its places a box; None if the tab has none."""

    stage: JsonObject
    """How the match stands there: `kind`, `held`, `over`, `end`, those that are told."""


NONE: Final = Play(None, {})


class Plays:
    """What is told of the tabs of one spreadsheet.

    A table is read again only where what it was read from, or the places in it, have changed.
    """

    def __init__(self) -> None:
        self._read: dict[int, tuple[tuple[object, ...], JsonObject | None]] = {}

    def of(self, document: Document, sheet: Sheet) -> Play:
        """Return what is told of a tab."""
        told = _told(document, sheet)
        names = [name for name in document.names if name.sheet_id == sheet.sheet_id]
        rests_on = (told, names, [*sheet.merges], sheet.row_count, sheet.column_count)
        known = self._read.get(sheet.sheet_id)
        if known is None or known[0] != rests_on:
            known = self._read[sheet.sheet_id] = rests_on, _table(sheet, told, names)
        table = known[1] if known[1] is None else {**known[1], **_moves(document)}
        return Play(table, _stage(document, sheet))


def _moves(document: Document) -> JsonObject:
    """Find the range with all that happened, by its name: its tab and its box there."""
    sheets = {sheet.sheet_id: sheet for sheet in document.sheets}
    for name in document.names:
        if name.name == _ALL_MOVES and name.sheet_id in sheets:
            return {"moves": [name.sheet_id, *_box(sheets[name.sheet_id].box(name.area))]}
    return {}


def _stage(document: Document, sheet: Sheet) -> JsonObject:
    stage: JsonObject = {}
    for one, name in entries(document):
        if name.sheet_id != sheet.sheet_id:
            continue
        stage |= {key: one[key] for key, kind in _STAGE.items() if isinstance(one.get(key), kind)}
        opened = _table_of(one.get("end")).get("opened")
        if isinstance(opened, dict):
            stage["end"] = {**one["end"], "opened": list(_opened(document, sheet, opened))}
        if isinstance(one.get("of"), dict):
            stage["preview"] = _preview(document, sheet, one)
    return stage


def _opened(document: Document, sheet: Sheet, told: JsonObject) -> Iterator[list[int]]:
    """Yield the cells that were opened when the match was closed, told by rows of ranges."""
    for name in document.names:
        if name.sheet_id == sheet.sheet_id and name.name in told:
            box = sheet.box(name.area)
            for at in _list_of(told[name.name]):
                spend(1)
                match at:
                    case [int() as row, int() as column]:
                        yield [box.top + row, box.left + column]


def _preview(document: Document, sheet: Sheet, told: JsonObject) -> JsonObject:
    """Return a preview, each text that it is of with the place of its cell."""
    spend(len(document.names) // 10)
    boxes = {
        name.name: sheet.box(name.area)
        for name in document.names
        if name.sheet_id == sheet.sheet_id and name.name in told["of"]
    }
    texts = {name: text for name, text in told["of"].items() if isinstance(text, str)}
    return {
        "of": [[box.top, box.left, texts[name]] for name, box in boxes.items() if name in texts],
        "line": str(told.get("line", "")),
        "more": str(told.get("more", "")),
        "isWrong": told.get("wrong") is True,
    }


def _told(document: Document, sheet: Sheet) -> str | None:
    return next(
        (
            kept.value
            for kept in document.metadata
            if kept.key == KEY and kept.sheet_id == sheet.sheet_id and kept.axis is None
        ),
        None,
    )


def _table(sheet: Sheet, told: str | None, names: list[NamedRange]) -> JsonObject | None:
    if told is None:
        return None
    try:
        table = json.loads(told)
    except ValueError:
        return None
    return _resolved(_Places(sheet, names), table) if isinstance(table, dict) else None


class _Places:
    """The places of one tab, by what they are called."""

    def __init__(self, sheet: Sheet, names: list[NamedRange]) -> None:
        self._sheet = sheet
        self._merged = set(sheet.merges)
        self.names = {name.name: sheet.box(name.area) for name in names}

    def box(self, place: object) -> list[int] | None:
        """Return the box of a place; None if it is none of this tab."""
        spend(1)
        found = self._found(place) if isinstance(place, str) else None
        return None if found is None or found.is_empty else _box(self._whole(found))

    def boxes(self, places: object) -> list[list[int]]:
        """Return the boxes of a list of places, or of one."""
        listed = places[:_MOST] if isinstance(places, list) else [places]
        return [box for place in listed if (box := self.box(place))]

    def _whole(self, box: Box) -> Box:
        """Return a box with all of the merged cells that it has a part of."""
        if box in self._merged:
            return box
        spend(len(self._sheet.merges) // 10)
        return reduce(_between, (one for one in self._sheet.merges if one.meets(box)), box)

    def _found(self, place: str) -> Box | None:
        if place in self.names:
            return self.names[place]
        first, colon, last = place.partition(":")
        if colon and (first in self.names or last in self.names):
            ends = (self._found(first), self._found(last))
            return None if ends[0] is None or ends[1] is None else _between(ends[0], ends[1])
        area = area_of(place)
        return None if area is None else self._sheet.box(area)


def _resolved(places: _Places, told: JsonObject) -> JsonObject:
    table: JsonObject = {
        "question": {**_above(places), **_named(places, told.get("question"), _QUESTION)},
        "form": list(_form(places, told.get("form"))),
        "send": _named(places, told.get("send"), ("tick", "lock")),
        "feeds": list(_feeds(places, told.get("feeds"))),
        "hints": _hints(told.get("hints")),
    }
    lock = _table_of(told.get("send")).get("lock")
    label = places.box(_label(lock))
    if label is not None:
        table["send"]["lockLabel"] = label
    for one in ("hand", "board", "records"):
        table[one] = places.boxes(told.get(one, []))
    for one in ("events", "sheet"):
        box = places.box(told.get(one))
        if box is not None:
            table[one] = box
    return table


def _above(places: _Places) -> JsonObject:
    """Find the title and the sentence over the board, by their names."""
    found = ((_FOUND.fullmatch(name), name) for name in sorted(places.names))
    boxes = {match[1]: places.box(name) for match, name in found if match}
    return {name: box for name, box in boxes.items() if box}


def _named(places: _Places, told: object, keys: tuple[str, ...]) -> JsonObject:
    table = _table_of(told)
    boxes = {key: places.box(table[key]) for key in keys if key in table}
    return {key: box for key, box in boxes.items() if box}


def _form(places: _Places, told: object) -> Iterator[JsonObject]:
    """Yield the cells of the form, each with its label; one without has that of the cell before."""
    label: list[int] | None = None
    for one in _list_of(told):
        name = one.get("cell") if isinstance(one, dict) else one
        called = _table_of(one).get("called")
        box = places.box(name)
        own = places.box(_label(name))
        label = own or label
        if box is not None:
            place = places.box(_table_of(one).get("place"))
            yield {
                "cell": box,
                "label": label,
                "own": own is not None,
                **({"called": called} if isinstance(called, str) else {}),
                **({"place": place} if place else {}),
            }


def _label(name: object) -> str:
    is_cell = isinstance(name, str) and name.startswith(_CELL)
    return f"{_LABEL}{str(name).removeprefix(_CELL)}" if is_cell else ""


def _feeds(places: _Places, told: object) -> Iterator[JsonObject]:
    for one in _list_of(told):
        feed = _table_of(one)
        sources = places.boxes(feed.get("from", []))
        into = places.boxes(feed.get("into", []))
        if not sources or not into:
            continue
        match, name, where = feed.get("match"), feed.get("name"), places.box(feed.get("where"))
        yield {
            "from": sources,
            "into": into,
            **({"match": match} if match in _MATCHES else {}),
            **{key: True for key in ("heads", "several") if feed.get(key) is True},
            **({"name": name} if isinstance(name, int) and name > 0 else {}),
            **({"where": where, "says": str(feed.get("says", ""))} if where else {}),
        }


def _hints(told: object) -> JsonObject:
    hints = list(_table_of(told).items())[:_MOST]
    return {kind: text for kind, text in hints if isinstance(text, str)}


def _between(one: Box, other: Box) -> Box:
    return Box(
        min(one.top, other.top),
        max(one.bottom, other.bottom),
        min(one.left, other.left),
        max(one.right, other.right),
    )


def _box(box: Box) -> list[int]:
    return [box.top, box.bottom, box.left, box.right]


def _table_of(told: object) -> JsonObject:
    return told if isinstance(told, dict) else {}


def _list_of(told: object) -> list[Any]:
    return told[:_MOST] if isinstance(told, list) else []
