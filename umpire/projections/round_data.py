"""The results of rounds and the notes of pieces as a page draws them, as far as there is room."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Final

from umpire.games.results import Note, Result, ResultColumn, ResultRow
from umpire.games.values import memoize
from umpire.json_types import JsonObject
from umpire.match import Match, notes, results
from umpire.projections.sized_json import SizedJson, filled, sized
from umpire.sheets.context import Page

_MOST_RESULTS: Final = 4_000
"""How many results are kept with their lengths; most are the same at the next line."""


def fitting_results(match: Match, viewer: str | None, room: int) -> list[SizedJson]:
    """Return the results for which there is room, the newest last. Only that has its rows."""
    entries: list[SizedJson] = []
    for result in reversed(results(match, viewer)):
        entry = _sized_brief(result)
        if not entries and _sized(result).size <= room:
            entry = _sized(result)
        if entry.size > room:
            break
        entries.append(entry)
        room -= entry.size
    return entries[::-1]


def with_older_rows(
    entries: list[SizedJson], match: Match, viewer: str | None, room: int
) -> list[SizedJson]:
    """Return fitting results with the rows of older ones for which there is room, newest first."""
    entries = [*entries]
    pairs = list(enumerate(results(match, viewer)[-len(entries) :] if entries else ()))
    for place, result in reversed(pairs):
        more = _sized(result).size - entries[place].size
        if more > room:
            break
        entries[place] = _sized(result)
        room -= more
    return entries


@partial(memoize, most=_MOST_RESULTS)
def _sized(result: Result) -> SizedJson:
    """Return a result with its rows and columns."""
    return sized(whole_result(result))


@partial(memoize, most=_MOST_RESULTS)
def _sized_brief(result: Result) -> SizedJson:
    """Return a result without its rows and columns."""
    return sized(_brief(result))


def _brief(result: Result) -> JsonObject:
    return filled(
        {"name": result.name, "title": result.title, "won": result.won, "detail": result.detail}
    )


def whole_result(result: Result) -> JsonObject:
    """Return a result with its rows and columns."""
    tables = {"rows": [*map(_row, result.rows)], "columns": [*map(_column, result.columns)]}
    return _brief(result) | filled(tables)


def _row(row: ResultRow) -> JsonObject:
    return filled(
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
    return filled({"head": column.head, "won": column.won, "why": column.why})


def fitting_notes(match: Match, viewer: str | None, page: Page, room: int) -> list[SizedJson]:
    """Return the notes for which there is room, those that count in the same blocks together."""
    groups: list[SizedJson] = []
    for blocks, group in groupby(_sized_notes(match, viewer), lambda sized: sized[0].blocks):
        names = [page.name(block) for block in blocks if block in page.tab.named_rects]
        if blocks and not names:
            continue
        texts: dict[str, list[str]] = {}
        left = room - sized({"blocks": names, "texts": texts}).size
        for note, size in group:
            left -= size
            if left >= 0:
                texts[note.piece] = [note.name, note.text]
        if texts:
            groups.append(sized(filled({"blocks": names, "texts": texts})))
            room -= groups[-1].size
    return groups


@memoize
def _sized_notes(match: Match, viewer: str | None) -> Sequence[tuple[Note, int]]:
    """Return the notes of a match, each with its length in the data."""
    return [(note, sized([note.piece, note.name, note.text]).size) for note in notes(match, viewer)]
