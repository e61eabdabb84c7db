"""Rows of a spreadsheet that take no room for now, because they are not needed yet or any more.

They are hidden in place and shown again: nothing is ever inserted or deleted. A template says which
(`folds`, `flows` and `rows_in_view` of a tab).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
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


def folds_of(
    pages: Sequence[Page],
    places: Mapping[str, Place],
    present: Mapping[str, Rows],
    used: Mapping[str, int],
) -> Folds:
    """Return which rows are hidden and which are shown.

    `present` holds what is under each name, and `used` how many rows of each score sheet are
    used, by the name of its column.
    """
    filled = _filled(places, present)
    return tuple(fold for page in pages for fold in _of_page(page, places, present, used, filled))


def fold_requests(folds: Folds) -> list[JsonObject]:
    """Return the requests that hide and show these rows."""
    return [
        lines_request(fold.sheet, "ROWS", fold.start, fold.end, {"hiddenByUser": fold.hidden})
        for fold in folds
    ]


def _of_page(
    page: Page,
    places: Mapping[str, Place],
    present: Mapping[str, Rows],
    used: Mapping[str, int],
    filled: Collection[tuple[int, int]],
) -> Iterable[Fold]:
    for names in page.tab.folds:
        there = [places[name] for name in map(page.name, names) if name in places]
        if there:
            sheet = there[0].sheet
            rects = [place.rect for place in there if place.sheet == sheet]
            start, end = min(r.top for r in rects), max(r.bottom for r in rects)
            yield Fold(
                sheet, start, end, not any((sheet, row) in filled for row in range(start, end))
            )
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
        first = rect.top + max(0, used.get(entry, 0) - page.tab.rows_in_view)
        if first > rect.top:
            yield Fold(sheet, rect.top, min(first, rect.bottom), True)
        if first < rect.bottom:
            yield Fold(sheet, first, rect.bottom, False)


def _filled(places: Mapping[str, Place], present: Mapping[str, Rows]) -> frozenset[tuple[int, int]]:
    """Return the rows in which something stands, each with its tab."""
    return frozenset(
        (place.sheet, place.rect.top + number)
        for name, place in places.items()
        for number, row in enumerate(present.get(name, ()))
        if any(map(_is_something, row))
    )


def _rows_filled(rows: Rows) -> int:
    """Return the number of rows up to the last one with a text."""
    filled = (n for n, row in enumerate(rows, 1) if any(map(_is_something, row)))
    return max(filled, default=0)


def _is_something(value: object) -> bool:
    return value not in ("", None, False)
