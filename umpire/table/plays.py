"""The data of a tab for the play page, beside its cells.

The table `[play]` in the file of a tab is developer metadata at the tab, which `umpire.sheets.play`
reads. Here every block of it becomes a box of cells, and blocks that the tab lacks are left out.

A help page has sections in place of a table to play at: they become `rules`, with the boxes of the
rows that hold at times.

The state of the match is in the `countdown` metadata of the spreadsheet. Each entry has a `range`
of the tab and one of these: `kind` (of the open decision), `held` (there is an answer that can be
locked), `over`, the title of the `game`, or `end`, in which `opened` has the cells that the page
outlines, by rows and columns of ranges. The entry with a form's preview has `of` (the texts of the
form, by the names of their cells), `line` (the line that would be sent), and `more` (a remark or,
if the line is `wrong`, why it would be refused), and with these `fields` (what the page says at the
cells of the form) with `says`, and `draft` (what the answer would do). `question`, `events`,
`results`, `notes` and `now` (the rules that hold) come with `reader`, whom they address. The
modules `questions` and `rounds` beside this read them. `players` are all of the match, by seat.
Nothing but the page reads this.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from sheets_emulator.a1 import area_of
from sheets_emulator.bounds import spend
from sheets_emulator.countdowns import entries
from sheets_emulator.model import Area, Box, Document, Sheet
from umpire.json_types import JsonObject
from umpire.sheets.play import PLAY_KEY, Feed, Finished, FormCell, Group, Play, Seat, Send
from umpire.sheets.ranges import FORM, LABEL, MOVES
from umpire.table.piece_colors import piece_colors
from umpire.table.questions import form_of, lot_of, question_of
from umpire.table.rounds import events_of, notes_of, results_of, rules_now_of

_STAGE = {
    "kind": str,
    "held": bool,
    "over": bool,
    "end": dict,
    "reader": str,
    "game": str,
    "players": list,
}
_TITLE = re.compile(r"(title|subtitle)(_\d+)?")
"""The names of the title over the board and the sentence below it."""
_MOST = 200  # places of one kind, hints, feeds
_MOST_TABLES = 200  # in the cache; matches of one game share them


def view_of(document: Document, sheet: Sheet) -> JsonObject | None:
    """Return the table of a tab as `play`, and the state of the match as `stage`; None if none.

    A help page has only `rules`.
    """
    if (rules := rules_of(document, sheet)) is not None:
        return {"rules": rules}
    table = table_of(document, sheet)
    return None if table is None else {"play": table, "stage": stage_of(document, sheet)}


def rules_of(document: Document, sheet: Sheet) -> JsonObject | None:
    """Return the sections of a help page, and the rows that hold at times; None for other tabs."""
    text = _play_text(document, sheet)
    return None if text is None else _rules(text, *_layout(document, sheet))


def table_of(document: Document, sheet: Sheet) -> JsonObject | None:
    """Return the table of a tab, with a box for each block; None if the tab has none."""
    play = _play_text(document, sheet)
    if play is None:
        return None
    table = _table(play, *_layout(document, sheet))
    if table is None:
        return None
    return {**table, **_moves(document), "pieces": piece_colors(sheet)}


def stage_of(document: Document, sheet: Sheet) -> JsonObject:
    """Return the state of the match on a tab."""
    stage: JsonObject = {}
    for entry, name in entries(document):
        if name.sheet_id != sheet.sheet_id:
            continue
        stage |= {
            key: entry[key] for key, kind in _STAGE.items() if isinstance(entry.get(key), kind)
        }
        end = entry.get("end")
        if isinstance(end, dict) and isinstance(end.get("opened"), dict):
            stage["end"] = {**end, "opened": list(_revealed_cells(document, sheet, end["opened"]))}
        if isinstance(entry.get("of"), dict):
            stage["preview"] = _preview(document, sheet, entry)
            stage |= form_of(document, sheet, entry, stage["preview"]["of"])
        lists = {
            "question": question_of(entry),
            "lot": lot_of(entry),
            "events": events_of(entry),
            "results": results_of(entry),
            "notes": notes_of(document, sheet, entry),
            "now": rules_now_of(entry),
        }
        stage |= {key: value for key, value in lists.items() if value}
    return stage


def _play_text(document: Document, sheet: Sheet) -> str | None:
    return next(
        (
            metadata.value
            for metadata in document.metadata
            if metadata.key == PLAY_KEY
            and metadata.sheet_id == sheet.sheet_id
            and metadata.axis is None
        ),
        None,
    )


def _layout(
    document: Document, sheet: Sheet
) -> tuple["_Grid", tuple["_NamedArea", ...], tuple[Box, ...]]:
    """Return the size, the named areas and the merged cells of a tab."""
    names = ((name.name, name.area) for name in document.names if name.sheet_id == sheet.sheet_id)
    return _Grid(sheet.row_count, sheet.column_count), tuple(names), tuple(sheet.merges)


def _moves(document: Document) -> JsonObject:
    """Return the tab and the box of the range with all events."""
    sheets = {sheet.sheet_id: sheet for sheet in document.sheets}
    for name in document.names:
        if name.name == MOVES and name.sheet_id in sheets:
            return {"moves": [name.sheet_id, *_box(sheets[name.sheet_id].box(name.area))]}
    return {}


def _revealed_cells(
    document: Document, sheet: Sheet, cells_by_range: JsonObject
) -> Iterator[list[int]]:
    """Yield the cells that were hidden until the match was closed."""
    for name in document.names:
        if name.sheet_id == sheet.sheet_id and isinstance(cells_by_range.get(name.name), list):
            box = sheet.box(name.area)
            for at in islice(cells_by_range[name.name], _MOST):
                spend(1)
                match at:
                    case [int() as row, int() as column]:
                        yield [box.top + row, box.left + column]


def _preview(document: Document, sheet: Sheet, preview: JsonObject) -> JsonObject:
    """Return a preview, with the place of the cell of each text."""
    spend(len(document.names) // 10)
    boxes = {
        name.name: sheet.box(name.area)
        for name in document.names
        if name.sheet_id == sheet.sheet_id and name.name in preview["of"]
    }
    texts = {name: text for name, text in preview["of"].items() if isinstance(text, str)}
    return {
        "of": [[box.top, box.left, texts[name]] for name, box in boxes.items() if name in texts],
        "line": str(preview.get("line", "")),
        "more": str(preview.get("more", "")),
        "isWrong": preview.get("wrong") is True,
    }


_NamedArea: TypeAlias = tuple[str, Area]


class _Grid(NamedTuple):
    rows: int
    columns: int

    def box(self, area: Area) -> Box:
        return area.within(self.rows, self.columns)


@lru_cache(_MOST_TABLES)
def _table(
    text: str, grid: _Grid, names: tuple[_NamedArea, ...], merges: tuple[Box, ...]
) -> JsonObject | None:
    """Return a table with its blocks as boxes, from a cache while nothing on its tab has moved."""
    play = Play.read(text)
    if play is None:
        return None
    places = _Places(grid, names, merges)
    question = play.question
    table: JsonObject = {
        "question": {
            **_above(places),
            **places.boxes_by_key(
                {"ask": question.ask, "due": question.due, "reply": question.reply}
            ),
        },
        "form": list(_form(places, play.form)),
        "groups": list(_groups(places, play.groups)),
        "repeat": [boxes for cells in play.repeated_cells() if (boxes := places.boxes(cells))],
        "send": _send(places, play.send),
        "feeds": list(_feeds(places, play.feeds)),
        "fact": play.fact,
        "hints": dict(islice(play.hints.items(), _MOST)),
        "hand": places.boxes(play.hand),
        "board": places.boxes(play.board),
        "reference": places.boxes(play.reference),
        "records": places.boxes(play.records),
        "names": places.boxes(play.names),
        "zones": places.boxes(play.zones),
        "compact": places.boxes(play.compact),
        "seats": list(_seats(places, play.seats)),
    }
    if play.finished is not None and (finished := _finished(places, play.finished)):
        table["finished"] = finished
    return table | places.boxes_by_key({"events": play.events, "sheet": play.sheet})


@lru_cache(_MOST_TABLES)
def _rules(
    text: str, grid: _Grid, names: tuple[_NamedArea, ...], merges: tuple[Box, ...]
) -> JsonObject | None:
    """Return a help page with its sections as boxes, from a cache like a table."""
    play = Play.read(text)
    if play is None or not play.sections:
        return None
    places = _Places(grid, names, merges)
    sections: list[JsonObject] = []
    for section in play.parts()[:_MOST]:
        if box := places.box(section.block):
            told = section.model_dump(include={"called", "cells"}, exclude_defaults=True)
            sections.append({"box": box} | told)
    now = {key: places.boxes(blocks) for key, blocks in islice(play.now.items(), _MOST)}
    return {"sections": sections, "now": now}


class _Places:
    """The places of one tab by their names."""

    def __init__(self, grid: _Grid, names: tuple[_NamedArea, ...], merges: tuple[Box, ...]) -> None:
        self._grid = grid
        self._merges = merges
        self._merge_set = set(merges)
        self.names = {name: grid.box(area) for name, area in names}

    def box(self, place: str | None) -> list[int] | None:
        """Return the box of a place; None if it is not on this tab."""
        spend(1)
        box = None if place is None else self._box_of(place)
        return None if box is None or box.is_empty else _box(self._whole(box))

    def boxes(self, places: Sequence[str]) -> list[list[int]]:
        """Return the boxes of the places that are on this tab."""
        return [box for place in places[:_MOST] if (box := self.box(place))]

    def boxes_by_key(self, places: dict[str, str | None]) -> JsonObject:
        """Return the boxes of the places that are on this tab, by the same keys."""
        return {key: box for key, place in places.items() if (box := self.box(place))}

    def _whole(self, box: Box) -> Box:
        """Return a box, extended to whole merged cells."""
        if box in self._merge_set:
            return box
        spend(len(self._merges) // 10)
        return reduce(_between, (merge for merge in self._merges if merge.meets(box)), box)

    def _box_of(self, place: str) -> Box | None:
        if place in self.names:
            return self.names[place]
        first, colon, last = place.partition(":")
        if colon and (first in self.names or last in self.names):
            ends = (self._box_of(first), self._box_of(last))
            return None if ends[0] is None or ends[1] is None else _between(ends[0], ends[1])
        area = area_of(place)
        return None if area is None else self._grid.box(area)


def _above(places: _Places) -> JsonObject:
    """Return the boxes of the title over the board and the sentence below it."""
    matches = ((_TITLE.fullmatch(name), name) for name in sorted(places.names))
    return places.boxes_by_key({match[1]: name for match, name in matches if match})


def _form(places: _Places, form: Sequence[str | FormCell]) -> Iterator[JsonObject]:
    """Yield the cells of the form, each with its own label or that of the cell before."""
    label: list[int] | None = None
    for item in form[:_MOST]:
        form_cell = FormCell(cell=item) if isinstance(item, str) else item
        own = places.box(_label(form_cell.cell))
        label = own or label
        box = places.box(form_cell.cell)
        if box is None:
            continue
        cell: JsonObject = {"cell": box, "label": label, "own": own is not None}
        if form_cell.called is not None:
            cell["called"] = form_cell.called
        yield cell | places.boxes_by_key({"place": form_cell.place})


def _groups(places: _Places, groups: Sequence[Group]) -> Iterator[JsonObject]:
    """Yield the groups of the form's cells, without those whose cells are not on the tab."""
    for group in groups[:_MOST]:
        if boxes := places.boxes(group.cells):
            texts = group.model_dump(include={"called", "shape"}, exclude_none=True)
            yield {"cells": boxes, **texts}


def _send(places: _Places, send: Send) -> JsonObject:
    label = None if send.lock is None else _label(send.lock)
    return places.boxes_by_key({"tick": send.tick, "lock": send.lock, "lockLabel": label})


def _label(name: str) -> str | None:
    return f"{LABEL}{name.removeprefix(FORM)}" if name.startswith(FORM) else None


def _feeds(places: _Places, feeds: Sequence[Feed]) -> Iterator[JsonObject]:
    for feed in feeds[:_MOST]:
        places_of: dict[str, Any] = {
            "from": places.boxes(feed.source),
            "into": places.boxes(feed.into),
        }
        if not places_of["from"] or not places_of["into"]:
            continue
        settings = feed.model_dump(
            include={"match", "heads", "name", "several"}, exclude_defaults=True
        )
        where = places.box(feed.where)
        yield places_of | settings | ({"where": where, "says": feed.says} if where else {})


def _seats(places: _Places, seats: Sequence[Seat]) -> Iterator[JsonObject]:
    for seat in seats[:_MOST]:
        boxes = places.boxes_by_key({"name": seat.name, "state": seat.state, "score": seat.score})
        if boxes:
            yield boxes | {"cards": places.boxes(seat.cards)}


def _finished(places: _Places, finished: Finished) -> JsonObject:
    """Return the block on which a finished round lies; nothing if the tab lacks it."""
    boxes = places.boxes_by_key({"block": finished.block, "where": finished.where})
    return boxes | {"clears": places.boxes(finished.clears)} if len(boxes) == 2 else {}


def _between(first: Box, second: Box) -> Box:
    return Box(
        min(first.top, second.top),
        max(first.bottom, second.bottom),
        min(first.left, second.left),
        max(first.right, second.right),
    )


def _box(box: Box) -> list[int]:
    return [box.top, box.bottom, box.left, box.right]
