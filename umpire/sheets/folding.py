"""Rows of a spreadsheet that are hidden while nobody needs them.

They are hidden in place and shown again: nothing is ever inserted or deleted. The template names
them (`folds`, `flows` and `rows_in_view` of a tab).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from umpire.json_types import JsonObject
from umpire.sheets.context import Page
from umpire.sheets.diff import Rows
from umpire.sheets.grid import Place
from umpire.sheets.layout import lines_request
from umpire.sheets.ranges import ENTRY


class Fold(NamedTuple):
    """Rows of a tab, the first and the end counted from 0, and whether they are hidden."""

    sheet: int
    start: int
    end: int
    hidden: bool


Folds: TypeAlias = tuple[Fold, ...]


def plan_folds(
    pages: Sequence[Page],
    places: Mapping[str, Place],
    present: Mapping[str, Rows],
    rows_used: Mapping[str, int],
) -> Folds:
    """Return the rows to hide and the rows to show.

    `present` holds the texts under each name, and `rows_used` the number of used rows of each
    score sheet, by the name of its column.
    """
    return tuple(fold for page in pages for fold in _page_folds(page, places, present, rows_used))


def fold_requests(folds: Folds) -> list[JsonObject]:
    """Return the requests that hide and show these rows."""
    return [
        lines_request(fold.sheet, "ROWS", fold.start, fold.end, {"hiddenByUser": fold.hidden})
        for fold in folds
    ]


def _page_folds(
    page: Page,
    places: Mapping[str, Place],
    present: Mapping[str, Rows],
    rows_used: Mapping[str, int],
) -> Iterable[Fold]:
    for names in page.tab.folds:
        members = [places[name] for name in map(page.name, names) if name in places]
        if members:
            sheet = members[0].sheet
            rects = [place.rect for place in members if place.sheet == sheet]
            start, end = min(r.top for r in rects), max(r.bottom for r in rects)
            yield Fold(sheet, start, end, not _is_used(sheet, start, end, places, present))
    for name in map(page.name, page.tab.flows):
        if name in places:
            sheet, rect = places[name].sheet, places[name].rect
            end = min(rect.top + _rows_filled(present.get(name, ())), rect.bottom)
            if end > rect.top:
                yield Fold(sheet, rect.top, end, False)
            if end < rect.bottom:
                yield Fold(sheet, end, rect.bottom, True)
    entry = page.name(ENTRY)
    if page.tab.rows_in_view is not None and entry in places:
        sheet, rect = places[entry].sheet, places[entry].rect
        first = rect.top + max(0, rows_used.get(entry, 0) - page.tab.rows_in_view)
        if first > rect.top:
            yield Fold(sheet, rect.top, min(first, rect.bottom), True)
        if first < rect.bottom:
            yield Fold(sheet, first, rect.bottom, False)


def _is_used(
    sheet: int, start: int, end: int, places: Mapping[str, Place], present: Mapping[str, Rows]
) -> bool:
    """Return whether any cell in these rows of a tab has a text, under any name."""
    return any(
        _rows_filled(present.get(name, ())[max(0, start - place.rect.top) : end - place.rect.top])
        for name, place in places.items()
        if place.sheet == sheet and place.rect.top < end and start < place.rect.bottom
    )


def _rows_filled(rows: Rows) -> int:
    """Return the number of rows up to the last one with a text."""
    for number in range(len(rows), 0, -1):
        row = rows[number - 1]
        if row.count("") < len(row) and any(map(_is_filled, row)):
            return number
    return 0


def _is_filled(value: object) -> bool:
    return value not in ("", None, False)
