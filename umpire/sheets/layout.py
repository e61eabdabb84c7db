"""The requests that lay out a template's tabs and format their cells."""

import re

from umpire.games.text import narrow
from umpire.json_types import JsonObject
from umpire.sheets import cells
from umpire.sheets.context import Page
from umpire.sheets.grid import Place, Rect
from umpire.sheets.palette import Palette
from umpire.sheets.tabs import Area

_BORDERS = {
    "left": ("left",),
    "right": ("right",),
    "top": ("top",),
    "bottom": ("bottom",),
    "outline": ("left", "right", "top", "bottom"),
    "rows": ("innerHorizontal",),
    "columns": ("innerVertical",),
    "all": ("left", "right", "top", "bottom", "innerHorizontal", "innerVertical"),
}
_MERGES = {"whole": "MERGE_ALL", "rows": "MERGE_ROWS"}


def template_places(pages: tuple[Page, ...]) -> dict[str, Place]:
    """Return the place of each name in a spreadsheet that is laid out by the template."""
    return {name: Place(page.sheet, rect) for page in pages for name, rect in page.names.items()}


def tab_request(page: Page, number: int, palette: Palette) -> JsonObject:
    """Return the request that adds an empty tab for a page at a position, which counts from 0."""
    tab = page.tab
    properties: JsonObject = {
        "sheetId": page.sheet,
        "title": page.title,
        "index": number,
        "gridProperties": {
            "rowCount": tab.rows,
            "columnCount": tab.columns,
            "frozenRowCount": tab.frozen_rows,
            "frozenColumnCount": tab.frozen_columns,
            "hideGridlines": not tab.gridlines,
        },
    }
    if tab.colour is not None:
        properties["tabColorStyle"] = palette.colour(tab.colour)
    return {"addSheet": {"properties": properties}}


def content_requests(page: Page, palette: Palette) -> list[JsonObject]:
    """Return the requests that fill a page's empty tab, without names, colours and protection."""
    return [
        *_sizes(page),
        *_formats(page, palette),
        *_texts(page),
        *_merges(page),
        *_borders(page, palette),
        *_helps(page),
    ]


def _sizes(page: Page) -> list[JsonObject]:
    return [
        lines_request(page.sheet, dimension, start, end, {"pixelSize": pixels})
        for dimension, runs in (("COLUMNS", page.tab.widths()), ("ROWS", page.tab.heights()))
        for start, end, pixels in runs
    ]


def grid_request(sheet: int, size: JsonObject) -> JsonObject:
    """Return the request that sets how many rows or columns a tab has."""
    fields = ",".join(f"gridProperties.{key}" for key in size)
    properties = {"sheetId": sheet, "gridProperties": size}
    return {"updateSheetProperties": {"properties": properties, "fields": fields}}


def lines_request(
    sheet: int, dimension: str, start: int, end: int, properties: JsonObject
) -> JsonObject:
    """Return the request that sets properties of ROWS or COLUMNS, which count from 0."""
    lines = {"sheetId": sheet, "dimension": dimension, "startIndex": start, "endIndex": end}
    body = {"range": lines, "properties": properties, "fields": ",".join(properties)}
    return {"updateDimensionProperties": body}


def _formats(page: Page, palette: Palette) -> list[JsonObject]:
    tab = page.tab
    whole = Rect(0, 0, tab.rows, tab.columns)
    styles_by_rect = [(whole, tab.style)]
    styles_by_rect += [
        (rect, area.style) for area in tab.areas if area.style for rect in _covered_rects(area)
    ]
    return [
        format_request(Place(page.sheet, rect), palette, styles) for rect, styles in styles_by_rect
    ]


def _covered_rects(area: Area) -> list[Rect]:
    """Return the rectangles that an area covers with its repetitions: one if they touch."""
    rects = [spot.rect for spot in area.spots()]
    if area.every is not None:
        return rects
    return [Rect(rects[0].top, rects[0].left, rects[-1].bottom, rects[-1].right)]


def format_request(place: Place, palette: Palette, styles: list[str]) -> JsonObject:
    """Return the request that gives every cell of a place these styles."""
    look, fields = palette.format(tuple(styles))
    return repeat_request(place, {"userEnteredFormat": look}, fields)


def repeat_request(place: Place, cell: JsonObject, fields: str) -> JsonObject:
    """Return the request that copies these fields of a cell to every cell of a place."""
    return {"repeatCell": {"range": place.grid_range(), "cell": cell, "fields": fields}}


def _texts(page: Page) -> list[JsonObject]:
    texts = {cell: page.fill(text) for area in page.tab.areas for cell, text in area.texts()}
    return cells.write_requests(page.sheet, {cell: text for cell, text in texts.items() if text})


def _merges(page: Page) -> list[JsonObject]:
    return [
        merge_request(Place(page.sheet, spot.rect), area.merge)
        for area in page.tab.areas
        if area.merge
        for spot in area.spots()
    ]


def merge_request(place: Place, merge: str) -> JsonObject:
    """Return the request that merges a place, `whole` or its `rows`."""
    return {"mergeCells": {"range": place.grid_range(), "mergeType": _MERGES[merge]}}


def _borders(page: Page, palette: Palette) -> list[JsonObject]:
    return [
        {
            "updateBorders": {
                "range": Place(page.sheet, spot.rect).grid_range(),
                **{
                    side: palette.border(line)
                    for word, line in area.borders.items()
                    for side in _BORDERS[word]
                },
            }
        }
        for area in page.tab.areas
        if area.borders
        for spot in area.spots()
    ]


def _helps(page: Page) -> list[JsonObject]:
    """Return the requests for drop-downs, check boxes and notes, each with its help."""
    return [
        request
        for area in page.tab.areas
        for rect in _covered_rects(area)
        for request in _help(area, Place(page.sheet, rect), page)
    ]


def _help(area: Area, place: Place, page: Page) -> list[JsonObject]:
    message = page.fill(area.help) if area.help else None
    if area.check_box:
        return [check_box_request(place, message, unticked=True)]
    if area.choices:
        rule = choice_rule(area.choices)
        with_help = {**rule, "inputMessage": message} if message else rule
        return [{"setDataValidation": {"range": place.grid_range(), "rule": with_help}}]
    if message:
        first = Rect(place.rect.top, place.rect.left, place.rect.top + 1, place.rect.left + 1)
        return [repeat_request(Place(place.sheet, first), {"note": message}, "note")]
    return []


_FORMULA = re.compile(r"['=+@]|-(?!\d)")
"""The beginnings that a spreadsheet may read as a formula, or as the mark of plain text."""

_CHECK_BOX: JsonObject = {"condition": {"type": "BOOLEAN"}, "showCustomUi": True, "strict": True}


def check_box_request(place: Place, message: str | None, *, unticked: bool = False) -> JsonObject:
    """Return the request that turns cells into check boxes; with `unticked` it removes ticks.

    The cells lose the format of plain text, in which a tick would be a word.
    """
    rule = {**_CHECK_BOX, "inputMessage": message} if message else _CHECK_BOX
    cell: JsonObject = {"dataValidation": rule}
    fields = "dataValidation,userEnteredFormat.numberFormat"
    if unticked:
        cell["userEnteredValue"] = {"boolValue": False}
        fields += ",userEnteredValue"
    return repeat_request(place, cell, fields)


def choice_rule(choices: list[str]) -> JsonObject:
    """Return the validation that offers texts in a drop-down and forbids no other."""
    values = [{"userEnteredValue": _as_text(choice)} for choice in choices]
    return {
        "condition": {"type": "ONE_OF_LIST", "values": values},
        "strict": False,
        "showCustomUi": True,
    }


def _as_text(choice: str) -> str:
    """Return a choice in a form that Sheets reads as text, although it reads choices like typing.

    An apostrophe in front marks text and is not part of the choice.
    """
    return f"'{choice}" if _FORMULA.match(narrow(choice)) else choice
