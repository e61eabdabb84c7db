"""What the daemon puts back now and then: conditional formats, protection, room to write."""

from collections.abc import Iterator, Mapping

from umpire.json_types import JsonObject
from umpire.sheets import cells
from umpire.sheets.colouring import restore_rules, rules
from umpire.sheets.context import Context, Page, pages
from umpire.sheets.diff import Update
from umpire.sheets.grid import Place, Rect
from umpire.sheets.layout import format_request, merge_request, size_request
from umpire.sheets.protection import counting_places, protections, restore_protections
from umpire.sheets.ranges import ANSWER, ENTRY, FORMED, NUMBER
from umpire.sheets.tabs import Area
from umpire.sheets.template import Template

METADATA_FIELDS = (
    "namedRanges,"
    "sheets(properties(sheetId,title,gridProperties),conditionalFormats,protectedRanges)"
)
"""What the metadata given to these functions must hold."""

LEAST_FREE = 30
"""A score sheet grows when fewer rows than this are free."""

_GROWTH = 100
_COLUMNS = (NUMBER, ENTRY, ANSWER)


def keep(
    template: Template,
    context: Context,
    metadata: JsonObject,
    texts: Mapping[str, str],
    owner: str | None = None,
) -> list[JsonObject]:
    """Return the requests that put back what a paste has split, or somebody has taken away.

    They are conditional formats and protection, and belong into one batch; none are given when all
    is as it should be. `texts` are those of one-cell blocks (`diff.one_cell_texts`), `owner` is the
    file's owner.
    """
    places = counting_places(pages(template, context), metadata)
    return _restored(template, context, metadata, places, texts, owner)


def _restored(
    template: Template,
    context: Context,
    metadata: JsonObject,
    places: Mapping[str, Place],
    texts: Mapping[str, str],
    owner: str | None,
) -> list[JsonObject]:
    there = _sheets(metadata)
    requests: list[JsonObject] = []
    for page in pages(template, context):
        sheet = page.sheet_now(places)
        if sheet in there:
            formats = there[sheet].get("conditionalFormats", [])
            wanted = rules(page, template.palette, places, texts)
            requests += restore_rules(sheet, wanted, formats)
            requests += _protected(page, context, there, places, owner)
    return requests


def protections_due(
    template: Template, context: Context, metadata: JsonObject, owner: str | None
) -> list[JsonObject]:
    """Return the requests after which only those may write in a spreadsheet who should."""
    made, there = pages(template, context), _sheets(metadata)
    places = counting_places(made, metadata)
    return [
        request
        for page in made
        if page.sheet_now(places) in there
        for request in _protected(page, context, there, places, owner)
    ]


def _protected(
    page: Page,
    context: Context,
    there: Mapping[int, JsonObject],
    places: Mapping[str, Place],
    owner: str | None,
) -> list[JsonObject]:
    """Return the requests that put the protections of a tab back, which is there."""
    sizes = {sheet: of["properties"].get("gridProperties", {}) for sheet, of in there.items()}
    protected = there[page.sheet_now(places)].get("protectedRanges", [])
    return restore_protections(protections(page, context, places), protected, owner, sizes)


def _sheets(metadata: JsonObject) -> dict[int, JsonObject]:
    return {sheet["properties"].get("sheetId", 0): sheet for sheet in metadata.get("sheets", [])}


def grow(
    template: Template,
    context: Context,
    metadata: JsonObject,
    texts: Mapping[str, str],
    used: Mapping[int, int],
    owner: str | None = None,
) -> Update:
    """Return the requests that make score sheets longer at their end, where few rows are free.

    `used` holds for each seat, from 1, how many rows of its entries are used, under 0 the umpire's;
    `texts` and `owner` are those of `keep`. Rows are never inserted: the tab's row count is set,
    and names, formats and protection are stretched over the new rows.
    """
    places = counting_places(pages(template, context), metadata)
    requests: list[JsonObject] = []
    findings: list[str] = []
    for page, columns in _nearly_full(template, context, places, used):
        sheet = columns[0][1].sheet
        rows = _sheets(metadata)[sheet]["properties"]["gridProperties"]["rowCount"]
        if any(place.rect.bottom != rows for _, place in columns):
            findings.append(
                f"The score sheet of {page.player or 'the umpire'} is nearly full and cannot grow, "
                "for its columns do not end where the tab ends: delete the rows below them."
            )
            continue
        size = {"sheetId": sheet, "gridProperties": {"rowCount": rows + _GROWTH}}
        requests.append(
            {"updateSheetProperties": {"properties": size, "fields": "gridProperties.rowCount"}}
        )
        requests += [
            size_request(sheet, "ROWS", rows, rows + _GROWTH, pixels)
            for start, end, pixels in page.tab.heights()
            if start < page.tab.rows <= end
        ]
        for area, place in columns:
            requests += _longer(page, template, area, place)
            name = page.name(area.name[0])
            places[name] = _stretched(place)
            requests += _named_again(metadata, name, places[name])
    if requests:
        requests += _restored(template, context, metadata, places, texts, owner)
    return Update(tuple(requests), tuple(findings))


def _nearly_full(
    template: Template, context: Context, places: Mapping[str, Place], used: Mapping[int, int]
) -> Iterator[tuple[Page, list[tuple[Area, Place]]]]:
    for page in pages(template, context):
        areas = {area.name[0]: area for area in page.tab.areas if area.name}
        seat = int(page.texts.get("seat", 0))
        if seat not in used or not areas.keys() >= set(_COLUMNS):
            continue
        columns = [
            (areas[column], places[page.name(column)])
            for column in (*_COLUMNS, FORMED)
            if column in areas and page.name(column) in places
        ]
        if {*_COLUMNS} <= {area.name[0] for area, _ in columns}:
            shortest = min(place.rect.height for _, place in columns)
            if shortest - used[seat] < LEAST_FREE:
                yield page, columns


def _longer(page: Page, template: Template, area: Area, was: Place) -> list[JsonObject]:
    """Dress the new rows of one column like the old ones, and go on numbering them."""
    rect = was.rect
    new = Place(was.sheet, Rect(rect.bottom, rect.left, rect.bottom + _GROWTH, rect.right))
    requests = [format_request(new, template.palette, [*page.tab.style, *area.style])]
    if area.merge is not None:
        requests.append(merge_request(new, area.merge))
    if area.count_from is not None:
        first = area.count_from + rect.height
        numbers = {(rect.bottom + row, rect.left): str(first + row) for row in range(_GROWTH)}
        requests += cells.write(was.sheet, numbers)
    return requests


def _stretched(place: Place) -> Place:
    rect = place.rect
    return Place(place.sheet, Rect(rect.top, rect.left, rect.bottom + _GROWTH, rect.right))


def _named_again(metadata: JsonObject, name: str, place: Place) -> list[JsonObject]:
    return [
        {
            "updateNamedRange": {
                "namedRange": {**named, "range": place.grid_range()},
                "fields": "range",
            }
        }
        for named in metadata["namedRanges"]
        if named["name"] == name
    ]
