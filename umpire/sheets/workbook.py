"""A filled template as a workbook to upload by hand.

It is made from the requests that lay out a spreadsheet, so it has all of them that a workbook can
have. It lacks check boxes (their cells hold FALSE), paddings, and protection that distinguishes
players: `plan_repair` adds these to an uploaded workbook.

A workbook for practice also shows a moment of a match, and only people use it.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from umpire.errors import UsageError
from umpire.games.base import Screen
from umpire.json_types import JsonObject
from umpire.sheets.colouring import literal
from umpire.sheets.context import Context, pages
from umpire.sheets.diff import diff_screen, one_cell_texts
from umpire.sheets.grid import Rect, absolute_name, read_grid_range
from umpire.sheets.layout import template_places
from umpire.sheets.layout_simulator import (
    COLUMN_PIXELS,
    LayoutSimulator,
    SimulatedCell,
    SimulatedTab,
    at_path,
    hex_code,
    simulate,
)
from umpire.sheets.reconcile import setup_requests
from umpire.sheets.template import Template

if TYPE_CHECKING:
    from xlsxwriter import Workbook  # type: ignore[import-untyped]
    from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped]

_NO_SHEET = 0
"""The id of the tab that an empty spreadsheet has and a new workbook does not."""

_LONGEST_LIST = 255
_LONGEST_HELP = 255
_MOST_FORMULAS = 4096
_NOT_NAMES = {"r", "c"}
"""Names of ranges in a spreadsheet that mean a row or a column in a workbook."""

_LINES = {"SOLID": 1, "SOLID_MEDIUM": 2, "SOLID_THICK": 5, "DOTTED": 4}
_WORDS: dict[str, tuple[str, JsonObject]] = {
    "horizontalAlignment": ("align", {"LEFT": "left", "CENTER": "center", "RIGHT": "right"}),
    "verticalAlignment": ("valign", {"TOP": "top", "MIDDLE": "vcenter", "BOTTOM": "bottom"}),
    "wrapStrategy": ("text_wrap", {"WRAP": True}),
}
_COLOURS = {
    "backgroundColorStyle": "bg_color",
    "textFormat.foregroundColorStyle": "font_color",
}
_PLAIN = {
    "textFormat.bold": "bold",
    "textFormat.italic": "italic",
    "textFormat.strikethrough": "font_strikeout",
    "textFormat.fontSize": "font_size",
    "textFormat.fontFamily": "font_name",
}


def workbook(template: Template, context: Context, texts: Mapping[str, str] | None = None) -> bytes:
    """Return the workbook of one of a match's spreadsheets, as a file's content.

    `texts` are those that `setup_requests` takes. Raises UsageError for anything that a workbook
    cannot have.
    """
    return _file(simulate(setup_requests(template, context, _NO_SHEET, texts)))


def practice_workbook(template: Template, context: Context, screen: Screen) -> bytes:
    """Return a workbook that shows these blocks, in which anybody may write anywhere.

    Raises UsageError as `workbook` does.
    """
    places = template_places(pages(template, context))
    laying_out = setup_requests(template, context, _NO_SHEET, one_cell_texts(screen))
    layout = simulate([*laying_out, *diff_screen({}, screen, places).requests])
    layout.remove_protection()
    return _file(layout)


def _file(layout: LayoutSimulator) -> bytes:
    from xlsxwriter import Workbook
    from xlsxwriter.exceptions import XlsxWriterException  # type: ignore[import-untyped]

    file = BytesIO()
    literally = {
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    try:
        with Workbook(file, {"in_memory": True, **literally}) as book:
            _write(book, layout)
    except XlsxWriterException as error:
        raise UsageError(f"{layout.title!r} cannot be written as a workbook: {error}.") from error
    return file.getvalue()


def _write(book: "Workbook", layout: LayoutSimulator) -> None:
    book.set_properties({"title": layout.title})
    formats: dict[frozenset[Any], Any] = {}
    formats_of_cells: dict[tuple[Any, ...], Any] = {}

    def add_format(look: JsonObject) -> Any:
        """Return the one format for this look: a workbook may have only so many formats."""
        key = frozenset(look.items())
        if key not in formats:
            formats[key] = book.add_format(look)
        return formats[key]

    def format_of(cell: SimulatedCell, is_unlocked: bool) -> Any:
        lines = ((side, id(line)) for side, line in cell.lines.items())
        key = (is_unlocked, id(cell.look), *lines)  # all of which the layout keeps
        if key not in formats_of_cells:
            formats_of_cells[key] = add_format(_look(cell, is_unlocked))
        return formats_of_cells[key]

    for tab in layout.tabs.values():
        sheet = book.add_worksheet(tab.title, _sheet_class())
        _set_up(sheet, tab)
        for rect in tab.merges:
            if rect.height * rect.width > 1:
                sheet.merge_range(*_corners(rect), "")
        for (row, column), cell in tab.cells.items():
            _fill(sheet, row, column, cell, format_of(cell, (row, column) in tab.unlocked_cells))
        for rect, rule in tab.validations:
            _add_drop_down(sheet, rect, rule)
        for rule in tab.rules:
            look = add_format(_conditional_look(rule["booleanRule"]["format"]))
            for grid_range in rule["ranges"]:
                rect = read_grid_range(grid_range, {}).rect
                options = _criterion(rule["booleanRule"]["condition"], rect)
                sheet.conditional_format(*_corners(rect), {**options, "format": look})
    for name, place in layout.names.items():
        _define(book, name, layout.tabs[place.sheet].title, place.rect)


@cache
def _sheet_class() -> type:
    """Return a class for tabs that prepares each formula only once, which takes 130 searches."""
    from xlsxwriter.worksheet import Worksheet

    prepare = getattr(Worksheet(), "_prepare_formula", None)  # private, so it may go
    once = lru_cache(_MOST_FORMULAS)(prepare) if prepare else None
    return type("Sheet", (Worksheet,), {"_prepare_formula": staticmethod(once)} if once else {})


def _corners(rect: Rect) -> tuple[int, int, int, int]:
    return rect.top, rect.left, rect.bottom - 1, rect.right - 1


def _set_up(sheet: "Worksheet", tab: SimulatedTab) -> None:
    size = tab.size
    for column in range(size["columnCount"]):
        sheet.set_column_pixels(column, column, tab.widths.get(column, COLUMN_PIXELS))
    for row, pixels in tab.heights.items():
        sheet.set_row_pixels(row, pixels)
    frozen = size["frozenRowCount"], size["frozenColumnCount"]
    if any(frozen):
        sheet.freeze_panes(*frozen)
    if size["hideGridlines"]:
        sheet.hide_gridlines(2)
    if "tabColorStyle" in tab.properties:
        sheet.set_tab_color(hex_code(tab.properties["tabColorStyle"]))
    if tab.properties.get("hidden"):
        sheet.hide()
    if tab.protected:
        sheet.protect()
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)  # printed as wide as a page
    whole = Rect(0, 0, size["rowCount"], size["columnCount"])
    sheet.ignore_errors({"number_stored_as_text": str(whole)})


def _fill(sheet: "Worksheet", row: int, column: int, cell: SimulatedCell, look: Any) -> None:
    """Write a cell; text stays text, whatever it begins with."""
    if "stringValue" in cell.value:
        sheet.write_string(row, column, cell.value["stringValue"], look)
    elif "boolValue" in cell.value:
        sheet.write_boolean(row, column, cell.value["boolValue"], look)
    else:
        sheet.write_blank(row, column, None, look)
    if cell.note:
        sheet.write_comment(row, column, cell.note)


def _look(cell: SimulatedCell, is_unlocked: bool) -> JsonObject:
    look = _colours_and_letters(cell.look)
    for path, (key, words) in _WORDS.items():
        if cell.look.get(path) in words:
            look[key] = words[cell.look[path]]
    if cell.look.get("numberFormat"):
        look["num_format"] = cell.look["numberFormat"]["pattern"]
    for side, line in cell.lines.items():
        look[side] = _LINES[line["style"]]
        look[f"{side}_color"] = hex_code(line["colorStyle"])
    if is_unlocked:
        look["locked"] = False
    return look


def _conditional_look(format_: JsonObject) -> JsonObject:
    return _colours_and_letters({path: at_path(format_, path) for path in (*_COLOURS, *_PLAIN)})


def _colours_and_letters(leaves: Mapping[str, Any]) -> JsonObject:
    look: JsonObject = {}
    for path, key in _COLOURS.items():
        if leaves.get(path):
            look[key] = hex_code(leaves[path])
    for path, key in _PLAIN.items():
        if leaves.get(path) is not None:
            look[key] = leaves[path]
    return look


def _add_drop_down(sheet: "Worksheet", rect: Rect, rule: JsonObject) -> None:
    """Give cells a drop-down if a workbook can have it. It has no check boxes."""
    condition = rule["condition"]
    items = [value["userEnteredValue"].removeprefix("'") for value in condition.get("values", [])]
    fits = len(",".join(items)) <= _LONGEST_LIST and not set(',"') & set("".join(items))
    if condition["type"] != "ONE_OF_LIST" or not fits:
        return
    validation: JsonObject = {"validate": "list", "source": items, "show_error": rule["strict"]}
    if "inputMessage" in rule:
        validation["input_message"] = rule["inputMessage"][:_LONGEST_HELP]
    sheet.data_validation(*_corners(rect), validation)


def _criterion(condition: JsonObject, rect: Rect) -> JsonObject:
    """Return a condition as a workbook's rule for one range.

    Programs read a rule for several ranges differently: from the corner of the first one, or from
    the corner of all.
    """
    (value,) = (
        operand["userEnteredValue"]
        for operand in condition.get("values", [{"userEnteredValue": ""}])
    )
    match condition["type"]:
        case "NOT_BLANK":
            return {"type": "no_blanks"}
        case "BLANK":
            return {"type": "blanks"}
        case "CUSTOM_FORMULA":
            return {"type": "formula", "criteria": value}
        case "TEXT_EQ":
            return {"type": "cell", "criteria": "==", "value": literal(_text(value))}
        case "TEXT_STARTS_WITH":
            return {"type": "text", "criteria": "begins with", "value": _text(value)}
        case kind:
            assert kind == "TEXT_CONTAINS", kind
            return {"type": "text", "criteria": "containing", "value": _text(value)}


def _text(value: str) -> str:
    """Return the text of a condition, which is plain or a formula with only a literal."""
    return value[2:-1].replace('""', '"') if value.startswith('="') else value


def _define(book: "Workbook", name: str, title: str, rect: Rect) -> None:
    if name.casefold() in _NOT_NAMES:
        raise UsageError(
            f"a workbook cannot have the name {name!r}: give the range another name in the "
            "template."
        )
    first, last = absolute_name(rect.top, rect.left), absolute_name(rect.bottom - 1, rect.right - 1)
    book.define_name(name, f"='{title}'!{first if first == last else f'{first}:{last}'}")
