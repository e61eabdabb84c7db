"""The growth of score sheets before they are full."""

from collections.abc import Iterator, Mapping

from umpire.games.text import join_words
from umpire.json_types import JsonObject
from umpire.sheets import cells
from umpire.sheets.changes import Change, RepairPlan
from umpire.sheets.context import Page
from umpire.sheets.grid import Place, Rect
from umpire.sheets.layout import format_request, grid_request, lines_request, merge_request
from umpire.sheets.names import name_requests
from umpire.sheets.palette import Palette
from umpire.sheets.ranges import ANSWER, ENTRY, FORMED, NUMBER
from umpire.sheets.reconcile import TargetState, plan_upkeep
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata
from umpire.sheets.tabs import Area

LEAST_FREE = 30
"""A score sheet grows when fewer rows than this are free."""

MOST_CELLS = 10_000_000
"""The most cells that Google lets a spreadsheet have, those of all tabs together."""

_GROWTH = 100
_TABS = 2  # the largest that are named where there is no room
_COLUMNS = (NUMBER, ENTRY, ANSWER)


def plan_growth(
    target: TargetState, actual: SpreadsheetMetadata, rows_used: Mapping[int, int]
) -> RepairPlan:
    """Plan the requests that make score sheets longer at their end if few rows are free.

    `rows_used` holds how many rows of entries are used, by seat from 1, and under 0 the umpire's.
    Rows are never inserted: the tab's row count is set, and names, formats and protection are
    stretched over the new rows.
    """
    places = actual.effective_places(target.pages)
    longer: dict[str, Place] = {}
    changes: list[Change] = []
    total = _cells(actual)
    for page, columns in _nearly_full(target, places, rows_used):
        sheet = columns[0][1].sheet
        rows = actual.sizes[sheet]["rowCount"]
        if any(place.rect.bottom != rows for _, place in columns):
            sentence = (
                f"The score sheet of {page.player or 'the umpire'} is nearly full and cannot "
                "grow, because there are more rows below it: delete the rows below its columns."
            )
            changes.append(Change("room", sentence))
            continue
        total += _GROWTH * actual.sizes[sheet]["columnCount"]
        if total > MOST_CELLS:
            sentence = (
                f"The score sheet of {page.player or 'the umpire'} is nearly full and cannot grow, "
                f"because {crowding_sentence(actual)}"
            )
            changes.append(Change("room", sentence))
            continue
        requests = [grid_request(sheet, {"rowCount": rows + _GROWTH})]
        requests += [
            lines_request(sheet, "ROWS", rows, rows + _GROWTH, {"pixelSize": pixels})
            for start, end, pixels in page.tab.heights()
            if start < page.tab.rows <= end
        ]
        for area, place in columns:
            requests += _new_rows(page, target.template.palette, area, place)
            rect = place.rect
            taller = Rect(rect.top, rect.left, rect.bottom + _GROWTH, rect.right)
            longer[page.name(area.name[0])] = Place(sheet, taller)
        changes.append(Change("room", requests=tuple(requests)))
    if longer:
        names = name_requests(longer, actual).values()
        upkeep = plan_upkeep(target, actual, {**places, **longer})
        changes.append(Change("room", requests=(*names, *upkeep.requests)))
    return RepairPlan(tuple(changes), {**places, **longer})


def is_crowded(actual: SpreadsheetMetadata) -> bool:
    """Return whether a spreadsheet may not have enough cells more to make a tab longer."""
    widest = max((size.get("columnCount", 0) for size in actual.sizes.values()), default=0)
    return _cells(actual) + _GROWTH * widest > MOST_CELLS


def crowding_sentence(actual: SpreadsheetMetadata) -> str:
    """Return the end of a sentence about a spreadsheet without room, with its largest tabs."""
    cells = {actual.titles[sheet]: _area(size) for sheet, size in actual.sizes.items()}
    largest = sorted(cells, key=lambda title: -cells[title])[:_TABS]
    tabs = join_words(f"{title} ({cells[title]:,} cells)" for title in largest)
    return (
        f"a spreadsheet has at most {MOST_CELLS:,} cells in all: delete rows or tabs that nobody "
        f"needs. The largest {'tab is' if len(largest) == 1 else 'tabs are'} {tabs}."
    )


def _cells(actual: SpreadsheetMetadata) -> int:
    return sum(map(_area, actual.sizes.values()))


def _area(size: JsonObject) -> int:
    return int(size.get("rowCount", 0)) * int(size.get("columnCount", 0))


def _nearly_full(
    target: TargetState, places: Mapping[str, Place], rows_used: Mapping[int, int]
) -> Iterator[tuple[Page, list[tuple[Area, Place]]]]:
    for page in target.pages:
        areas = {area.name[0]: area for area in page.tab.areas if area.name}
        seat = int(page.texts.get("seat", 0))
        columns = [
            (areas[column], places[page.name(column)])
            for column in (*_COLUMNS, FORMED)
            if column in areas and page.name(column) in places
        ]
        if seat in rows_used and {*_COLUMNS} <= {area.name[0] for area, _ in columns}:
            shortest = min(place.rect.height for _, place in columns)
            if shortest - rows_used[seat] < LEAST_FREE:
                yield page, columns


def _new_rows(page: Page, palette: Palette, area: Area, place: Place) -> list[JsonObject]:
    """Return the requests that format and number the new rows of one column like the old."""
    rect = place.rect
    new = Place(place.sheet, Rect(rect.bottom, rect.left, rect.bottom + _GROWTH, rect.right))
    requests = [format_request(new, palette, [*page.tab.style, *area.style])]
    if area.merge is not None:
        requests.append(merge_request(new, area.merge))
    if area.count_from is not None:
        first = area.count_from + rect.height
        numbers = {(rect.bottom + row, rect.left): str(first + row) for row in range(_GROWTH)}
        requests += cells.write_requests(place.sheet, numbers)
    return requests
