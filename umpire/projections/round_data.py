"""The results of rounds and the notes of pieces as a page draws them, masked for each tab's viewer.

They are data beside the cells, like the countdowns. No cell needs them, so they are given only on
the local server, whose page reads them, and only for tabs that are drawn as a table.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from umpire.games.results import Note, Result, ResultColumn, ResultRow
from umpire.games.values import memoize
from umpire.json_types import JsonObject
from umpire.match import Match, notes, results
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.context import Page
from umpire.sheets.ranges import ASK, HEADLINE

_ROOM: Final = 20_000
"""The most characters that a tab may have of both."""
_ROOM_FOR_NOTES: Final = 16_000
"""The most of these that notes may take."""
_NOTHING: Final[JsonObject] = {"notes": [], "results": []}


class _Sized(NamedTuple):
    """A piece of JSON, and its length as text with a comma."""

    data: Any
    size: int


def round_data(match: Match, spreadsheet: Spreadsheet, room: int) -> Iterator[JsonObject]:
    """Yield the results and notes of each tab of a spreadsheet, in at most `room` characters.

    `reader` is the player whose tab it is, whom texts that mention them address, and `players` are
    those of the match, by seat.
    """
    if not spreadsheet.context.is_local:
        return
    tabs = [(page, name) for page in spreadsheet.pages if (name := _named(page)) is not None]
    for page, name in tabs:
        viewer = page.player or spreadsheet.viewer
        about = _filled(
            {"range": page.name(name), "reader": viewer, "players": match.header.players}
        )
        left = min(_ROOM, room // len(tabs)) - _sized(about | _NOTHING).size
        groups = _fitting_notes(match, viewer, page, min(_ROOM_FOR_NOTES, left))
        entries = _fitting_results(match, viewer, left - sum(each.size for each in groups))
        yield about | _filled({"notes": [each.data for each in groups], "results": entries})


def _named(page: Page) -> str | None:
    """Return a name on a tab that is drawn as a table; None for other tabs."""
    names = (name for name in (ASK, HEADLINE) if name in page.tab.named_rects)
    return next(names, None) if page.play else None


def _fitting_results(match: Match, viewer: str | None, room: int) -> list[JsonObject]:
    """Return the results for which there is room, the newest last.

    Of a match that goes on only the newest has its rows and columns, of one that is over all have
    as far as there is room.
    """
    entries: list[JsonObject] = []
    for whole, brief in reversed(_sized_results(match, viewer)):
        is_whole = whole.size <= room and (not entries or match.outcome is not None)
        data, size = whole if is_whole else brief
        if size > room:
            break
        entries.append(data)
        room -= size
    return entries[::-1]


@memoize
def _sized_results(match: Match, viewer: str | None) -> Sequence[tuple[_Sized, _Sized]]:
    """Return each result, whole and without its rows and columns."""
    return [
        (_sized(whole_result(result)), _sized(_brief(result))) for result in results(match, viewer)
    ]


def _brief(result: Result) -> JsonObject:
    return _filled(
        {"name": result.name, "title": result.title, "won": result.won, "detail": result.detail}
    )


def whole_result(result: Result) -> JsonObject:
    """Return a result with its rows and columns."""
    tables = {"rows": [*map(_row, result.rows)], "columns": [*map(_column, result.columns)]}
    return _brief(result) | _filled(tables)


def _row(row: ResultRow) -> JsonObject:
    return _filled(
        {
            "by": row.by,
            "label": row.label,
            "pieces": row.pieces,
            "makes": row.makes,
            "from": row.before,
            "to": row.after,
            "columns": row.columns,
        }
    )


def _column(column: ResultColumn) -> JsonObject:
    return _filled({"head": column.head, "won": column.won, "why": column.why})


def _fitting_notes(match: Match, viewer: str | None, page: Page, room: int) -> list[_Sized]:
    """Return the notes for which there is room, those that count in the same blocks together."""
    groups: list[_Sized] = []
    for blocks, group in groupby(_sized_notes(match, viewer), lambda sized: sized[0].blocks):
        names = [page.name(block) for block in blocks if block in page.tab.named_rects]
        if blocks and not names:
            continue
        texts: dict[str, list[str]] = {}
        left = room - _sized({"blocks": names, "texts": texts}).size
        for note, size in group:
            left -= size
            if left >= 0:
                texts[note.piece] = [note.name, note.text]
        if texts:
            groups.append(_sized(_filled({"blocks": names, "texts": texts})))
            room -= groups[-1].size
    return groups


@memoize
def _sized_notes(match: Match, viewer: str | None) -> Sequence[tuple[Note, int]]:
    """Return the notes of a match, each with its length in the data."""
    return [
        (note, _sized([note.piece, note.name, note.text]).size) for note in notes(match, viewer)
    ]


def _sized(data: Any) -> _Sized:
    return _Sized(data, len(_text(data)) + 1)


def _text(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


def _filled(data: Mapping[str, Any]) -> JsonObject:
    """Leave out what is empty."""
    return {key: value for key, value in data.items() if value}
