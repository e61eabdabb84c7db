"""The workbook of a template, read back: it has what the template says, and no formula."""

from pathlib import Path
from typing import Any

import pytest
from converted_kit import opened
from openpyxl.cell import MergedCell
from openpyxl.utils.cell import get_column_letter, quote_sheetname
from own_games import OURS

from umpire.errors import UsageError
from umpire.sheets.colouring import conditional_formats
from umpire.sheets.context import Context, Page, pages, title
from umpire.sheets.layout import template_places
from umpire.sheets.layout_simulator import hex_code
from umpire.sheets.palette import Style
from umpire.sheets.protection import tab_protections
from umpire.sheets.template import Template, find_template, folder_of_templates, read_template
from umpire.sheets.workbook import workbook

pytestmark = pytest.mark.end_to_end

TEXTS = {"left_name": "Ana", "right_name": 'B"o'}
PIXELS_A_POINT = 4 / 3
ROW_POINTS = 15
MAIN = 'title = "{game}"\nlocale = "en_GB"\ntime_zone = "Etc/UTC"\ntabs = ["tab.toml"]\n'


class Made:
    """A workbook, what it was made from, and its tabs with the template's pages."""

    def __init__(self, template: Template, context: Context) -> None:
        self.template = template
        self.context = context
        self.book = opened(workbook(template, context, TEXTS))
        self.pages = pages(template, context)
        self.tabs = list(zip(self.pages, self.book.worksheets, strict=True))


def every_spreadsheet() -> list[Any]:
    found = []
    for game in OURS:
        template = find_template(game)
        for seat in (None, 1, 2) if template.tables else (None,):
            context = Context("m-1", game, ("Ana", "Bo"), seat=seat)
            found.append(pytest.param((template, context), id=f"{game}-{seat}"))
    console = find_template("denizens-of-tartarus").console
    found.append(pytest.param((console, Context("m-1", "x", ("Ana", "Bo"))), id="console"))
    return found


@pytest.fixture(scope="module", params=every_spreadsheet())
def made(request: pytest.FixtureRequest) -> Made:
    return Made(*request.param)


def style_of(template: Template, page: Page, row: int, column: int) -> Style:
    """How the template dresses a cell: later areas first in right."""
    names = [*page.tab.style]
    for area in page.tab.areas:
        for spot in area.spots():
            rect = spot.rect
            if rect.top <= row < rect.bottom and rect.left <= column < rect.right:
                names += area.style
    merged = Style()
    for name in names:
        given = template.palette.styles[name].model_dump(exclude_unset=True)
        merged = merged.model_copy(update=given)
    return merged


class TestEveryTemplate:
    def test_it_has_the_tabs_in_order_and_the_title(self, made: Made) -> None:
        assert made.book.sheetnames == [page.title for page in made.pages]
        assert made.book.properties.title == title(made.template, made.context)

    def test_every_name_is_where_the_template_has_it(self, made: Made) -> None:
        expected = {}
        for page in made.pages:
            for name, rect in page.names.items():
                first = f"${get_column_letter(rect.left + 1)}${rect.top + 1}"
                last = f"${get_column_letter(rect.right)}${rect.bottom}"
                area = first if first == last else f"{first}:{last}"
                expected[name] = f"{quote_sheetname(page.title)}!{area}"
        assert expected
        names = {name: defined.attr_text for name, defined in made.book.defined_names.items()}
        assert names == expected

    def test_no_cell_is_a_formula_and_every_text_is_the_templates(self, made: Made) -> None:
        for page, sheet in made.tabs:
            texts = {
                cell: page.fill(text)
                for area in page.tab.areas
                for cell, text in area.texts()
                if page.fill(text)
            }
            found = {}
            for row in sheet.iter_rows():
                for cell in row:
                    assert cell.data_type != "f", cell.coordinate
                    if cell.data_type == "s":
                        found[cell.row - 1, cell.column - 1] = cell.value
            assert found == texts

    def test_boxes_are_unticked_and_no_plain_text_and_what_is_typed_is(self, made: Made) -> None:
        for page, sheet in made.tabs:
            for area in page.tab.areas:
                for row, column in area.at.cells():
                    cell = sheet.cell(row + 1, column + 1)
                    if area.check_box:
                        assert (cell.value, cell.number_format) == (False, "General")
                    elif area.player_writes and not isinstance(cell, MergedCell):
                        assert (cell.value, cell.number_format) == (None, "@")

    def test_only_what_a_player_types_is_unlocked(self, made: Made) -> None:
        places = template_places(made.pages)
        for page, sheet in made.tabs:
            assert sheet.protection.sheet
            kept = tab_protections(page, made.context, places)
            own = [one for one in kept if "written by" in one["description"]]
            written = {
                (row, column)
                for name in page.tab.written_by_player()
                for row, column in page.tab.named_rects[name].cells()
                if not isinstance(sheet.cell(row + 1, column + 1), MergedCell)
            }
            assert bool(written) == bool(own)
            unlocked = {
                (cell.row - 1, cell.column - 1)
                for row in sheet.iter_rows()
                for cell in row
                if not isinstance(cell, MergedCell) and not cell.protection.locked
            }
            assert unlocked == written

    def test_it_is_frozen_merged_sized_and_coloured_alike(self, made: Made) -> None:
        for page, sheet in made.tabs:
            tab = page.tab
            frozen = f"{get_column_letter(tab.frozen_columns + 1)}{tab.frozen_rows + 1}"
            assert sheet.freeze_panes == (None if frozen == "A1" else frozen)
            assert sheet.sheet_view.showGridLines == tab.gridlines
            merged = set()
            for area in tab.areas:
                for spot in area.spots():
                    if area.merge == "whole":
                        merged.add(str(spot.rect))
                    elif area.merge == "rows" and spot.rect.width > 1:
                        merged |= {
                            f"{get_column_letter(spot.rect.left + 1)}{row + 1}:"
                            f"{get_column_letter(spot.rect.right)}{row + 1}"
                            for row in range(spot.rect.top, spot.rect.bottom)
                        }
            assert {str(one) for one in sheet.merged_cells.ranges} == merged
            for start, end, pixels in tab.heights():
                for row in range(start, end):
                    points = sheet.row_dimensions[row + 1].height or ROW_POINTS
                    assert round(points * PIXELS_A_POINT) == pixels
            colour = sheet.sheet_properties.tabColor
            code = made.template.palette.colours[tab.colour] if tab.colour else None
            assert (colour.rgb[2:] if colour else None) == (code and code[1:])

    def test_its_cells_look_alike(self, made: Made) -> None:
        colours = made.template.palette.colours
        for page, sheet in made.tabs:
            for row in range(0, page.tab.rows, 7):
                for column in range(page.tab.columns):
                    cell = sheet.cell(row + 1, column + 1)
                    if cell.__class__.__name__ == "MergedCell":
                        continue
                    style = style_of(made.template, page, row, column)
                    assert style.fill is not None
                    assert cell.fill.fgColor.rgb[2:] == colours[style.fill][1:]
                    assert bool(cell.font.bold) == bool(style.bold)
                    assert cell.font.sz == style.size
                    wraps = style.overlong == "wrap"
                    assert bool(cell.alignment.wrap_text) == wraps

    def test_every_conditional_format_is_there_in_its_order(self, made: Made) -> None:
        places = template_places(made.pages)
        for page, sheet in made.tabs:
            wanted = [
                (area_of(given), kind_of(rule, given), fill_of(rule["booleanRule"]["format"]))
                for rule in conditional_formats(page, made.template.palette, places, TEXTS)
                for given in rule["ranges"]
            ]
            found = sorted(
                (rule.priority, str(area.sqref), rule)
                for area in sheet.conditional_formatting
                for rule in area.rules
            )
            assert [
                (area, (rule.type, rule.text or rule.formula[0]), read_fill(rule))
                for _, area, rule in found
            ] == wanted

    def test_every_note_is_there(self, made: Made) -> None:
        for page, sheet in made.tabs:
            notes = {
                (spot.rect.top + 1, spot.rect.left + 1): page.fill(area.help)
                for area in page.tab.areas
                if area.help and not area.choices and not area.check_box
                for spot in list(area.spots())[: None if area.every else 1]
            }
            assert {
                (cell.row, cell.column): cell.comment.text
                for row in sheet.iter_rows()
                for cell in row
                if cell.comment
            } == notes


def area_of(given: dict[str, int]) -> str:
    first = f"{get_column_letter(given['startColumnIndex'] + 1)}{given['startRowIndex'] + 1}"
    last = f"{get_column_letter(given['endColumnIndex'])}{given['endRowIndex']}"
    return first if first == last else f"{first}:{last}"


def kind_of(rule: Any, given: dict[str, int]) -> tuple[str, str]:
    """A condition as a workbook writes it: its kind, and its text or its formula."""
    condition = rule["booleanRule"]["condition"]
    value = condition.get("values", [{"userEnteredValue": ""}])[0]["userEnteredValue"]
    text = value[2:-1].replace('""', '"') if value.startswith('="') else value
    match condition["type"]:
        case "TEXT_STARTS_WITH":
            return "beginsWith", text
        case "TEXT_CONTAINS":
            return "containsText", text
        case "TEXT_EQ":
            doubled = text.replace('"', '""')
            return "cellIs", f'"{doubled}"'
        case "NOT_BLANK":
            first = area_of(given).partition(":")[0]
            return "notContainsBlanks", f"LEN(TRIM({first}))>0"
        case "BLANK":
            first = area_of(given).partition(":")[0]
            return "containsBlanks", f"LEN(TRIM({first}))=0"
        case _:
            return "expression", value.removeprefix("=")


def fill_of(look: Any) -> str | None:
    style = look.get("backgroundColorStyle")
    return style and hex_code(style)[1:]


def read_fill(rule: Any) -> str | None:
    colour = rule.dxf.fill and rule.dxf.fill.bgColor.rgb
    return colour[2:] if colour else None


class TestATemplateOfOnesOwn:
    def read(self, folder: Path, tab: str, **context: Any) -> Any:
        """The only tab of a template with this file, as a workbook has it."""
        (folder / "template.toml").write_text(MAIN)
        (folder / "palette.toml").write_text((folder_of_templates() / "palette.toml").read_text())
        (folder / "tab.toml").write_text(f'style = "page"\nrows = 9\ncolumns = 5\n{tab}')
        template = read_template(folder)
        return opened(workbook(template, Context("m", "Go", ("Ana", "Bo"), **context))).worksheets

    @pytest.mark.parametrize(
        "text", ["=1+1", "=HYPERLINK(1)", "+1", "@x", "http://a.example", "007", "TRUE", "'3-4"]
    )
    def test_a_text_stays_the_text_that_it_is(self, tmp_path: Path, text: str) -> None:
        tab = f'title = "T"\nareas = [{{ at = "A1", text = "{text}" }}]'
        (sheet,) = self.read(tmp_path, tab)
        assert (sheet["A1"].value, sheet["A1"].data_type) == (text, "s")
        assert sheet["A1"].hyperlink is None

    def test_a_drop_down_offers_its_choices_and_forbids_nothing(self, tmp_path: Path) -> None:
        tab = 'title = "T"\nareas = [{ at = "B2:B4", choices = ["red", "=1"], help = "Pick." }]'
        (sheet,) = self.read(tmp_path, tab)
        (rule,) = sheet.data_validations.dataValidation
        assert (str(rule.sqref), rule.type, rule.formula1) == ("B2:B4", "list", '"red,=1"')
        assert not rule.showErrorMessage
        assert rule.prompt == "Pick."

    @pytest.mark.parametrize(
        "choices", [["a, b"], ['a "b"'], [f"choice number {n}" for n in range(30)]]
    )
    def test_a_list_that_a_workbook_cannot_hold_is_left_to_repair(
        self, tmp_path: Path, choices: list[str]
    ) -> None:
        tab = f'title = "T"\nareas = [{{ at = "B2", choices = {choices} }}]'
        (sheet,) = self.read(tmp_path, tab)
        assert sheet.data_validations.dataValidation == []

    def test_lines_are_drawn_on_both_cells_that_they_part(self, tmp_path: Path) -> None:
        tab = (
            'title = "T"\nareas = ['
            '{ at = "B2:C3", borders = { outline = "thick", rows = "thin" } }, '
            '{ at = "D2", borders = { left = "dotted" } }]'
        )
        (sheet,) = self.read(tmp_path, tab)
        sides = {
            at: tuple(
                getattr(sheet[at].border, side).style for side in ("left", "right", "top", "bottom")
            )
            for at in ("B2", "C2", "B3", "D2", "A2")
        }
        assert sides == {
            "B2": ("thick", None, "thick", "thin"),
            "C2": (None, "dotted", "thick", "thin"),
            "B3": ("thick", None, "thin", "thick"),
            "D2": ("dotted", None, None, None),
            "A2": (None, "thick", None, None),
        }

    def test_columns_are_as_wide_as_said_and_else_as_a_spreadsheets_are(
        self, tmp_path: Path
    ) -> None:
        (sheet,) = self.read(tmp_path, 'title = "T"\n[column_widths]\n"B" = 40')
        widths = [sheet.column_dimensions["A"].width, sheet.column_dimensions["B"].width]
        assert [round((width - 5 / 7) * 7 + 5) for width in widths] == [100, 40]

    def test_cells_merged_twice_are_merged_once(self, tmp_path: Path) -> None:
        tab = (
            'title = "T"\nareas = [{ at = "A1:B2", merge = "rows" }, '
            '{ at = "A1:C2", merge = "whole" }]'
        )
        (sheet,) = self.read(tmp_path, tab)
        assert [str(one) for one in sheet.merged_cells.ranges] == ["A1:C2"]

    def test_a_name_that_a_workbook_cannot_have_is_a_sentence(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="cannot have the name 'r': give the range another"):
            self.read(tmp_path, 'title = "T"\nareas = [{ at = "A1", name = "r" }]')

    def test_a_title_is_as_long_as_fits_into_a_workbook(self, tmp_path: Path) -> None:
        """A workbook counts such signs twice."""
        (sheet,) = self.read(tmp_path, f'title = "{"🂡" * 31}"')
        assert sheet.title == "🂡" * 15
