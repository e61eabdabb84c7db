"""Ordinary gspread programs, with nothing changed but the address they go to."""

import re

import gspread
import pytest
from google.oauth2.credentials import Credentials
from gspread.exceptions import APIError, SpreadsheetNotFound, WorksheetNotFound
from gspread.utils import (
    Dimension,
    ExportFormat,
    GridRangeType,
    MergeType,
    PasteType,
    ValidationConditionType,
    ValueInputOption,
    ValueRenderOption,
)

from sheets_emulator.access import account_email
from sheets_emulator.app import LocalServer
from sheets_emulator.testing import gspread_client

Sheet = gspread.Spreadsheet


def test_open_by_every_name(gc: gspread.Client, sh: Sheet) -> None:
    assert gc.open(sh.title).id == sh.id
    assert gc.open_by_key(sh.id).title == sh.title
    assert gc.open_by_url(f"https://docs.google.com/spreadsheets/d/{sh.id}/edit#gid=0").id == sh.id
    assert [one.id for one in gc.openall()] == [sh.id]
    with pytest.raises(SpreadsheetNotFound):
        gc.open("there is none of this name")
    with pytest.raises(SpreadsheetNotFound):
        gc.open_by_key("test")
    with pytest.raises(WorksheetNotFound):
        sh.worksheet("no such tab")


def test_others_are_shut_out(server: LocalServer, sh: Sheet) -> None:
    stranger = gspread_client(server.base_url, Credentials("a stranger"))
    with pytest.raises(PermissionError):
        stranger.open_by_key(sh.id)
    stranger.http_client.session.close()


def test_tabs(sh: Sheet) -> None:
    one = sh.add_worksheet("🌵 one", 10, 5)
    two = sh.add_worksheet("two", 3, 3, index=0)
    assert [ws.title for ws in sh] == ["two", "Sheet1", "🌵 one"]
    sh.reorder_worksheets([one, two])
    assert [ws.title for ws in sh.worksheets()] == ["🌵 one", "two", "Sheet1"]
    two.update_title("second")
    two.update_index(3)
    copy = one.duplicate(new_sheet_name="copy")
    assert (copy.title, copy.index) == ("copy", 0)
    one.hide()
    assert [ws.title for ws in sh.worksheets(exclude_hidden=True)] == ["copy", "Sheet1", "second"]
    one.show()
    sh.del_worksheet(copy)
    sh.del_worksheet_by_id(two.id)
    assert [ws.title for ws in sh.worksheets()] == ["🌵 one", "Sheet1"]
    assert sh.get_worksheet_by_id(0).title == "Sheet1"
    sh.del_worksheet(one)
    with pytest.raises(APIError, match="hide all the sheets"):
        sh.sheet1.hide()


def test_values(sh: Sheet) -> None:
    ws = sh.sheet1
    ws.update([["A1", "B1", "", "D1"], ["", "b2", "", ""], ["", "", "", ""], ["A4", "B4"]], "A1")
    assert ws.get("A1:D4") == [["A1", "B1", "", "D1"], ["", "b2"], [], ["A4", "B4"]]
    assert ws.get_all_values()[1] == ["", "b2", "", ""]
    assert ws.row_values(1) == ["A1", "B1", "", "D1"]
    assert ws.col_values(2) == ["B1", "b2", "", "B4"]
    assert [(c.row, c.col, c.value) for c in ws.range("A1:B1")] == [(1, 1, "A1"), (1, 2, "B1")]
    assert len(ws.range("A1:C")) == 3000
    assert ws.batch_get(["A1:B1", "B4:D4"])[1].range == "Sheet1!B4:D4"
    assert ws.get("B:B", major_dimension=Dimension.cols) == [["B1", "b2", "", "B4"]]
    ws.update_acell("A2", "=1+1")
    assert ws.acell("A2").value == "2"
    assert ws.acell("A2", ValueRenderOption.formula).value == "=1+1"
    ws.update_cell(1, 2, "0042")
    assert ws.cell(1, 2).value == "42"
    ws.update_cell(1, 2, "= 1 / 1024")
    assert ws.cell(1, 2).numeric_value == 1 / 1024
    ws.update_cell(1, 2, "2,000,000.01")
    assert ws.cell(1, 2).numeric_value == 2000000.01
    ws.batch_update([{"range": "A1:D1", "values": [["w", "x", "y", "z"]]}])
    ws.batch_clear(["A1:B1", "D1"])
    assert ws.row_values(1) == ["", "", "y"]
    ws.clear()
    assert ws.get_all_values() == [[]]
    assert ws.get(return_type=GridRangeType.ListOfLists) == [[]]


def test_cells_that_are_far_apart(sh: Sheet) -> None:
    ws = sh.sheet1
    cells = ws.range("A1:D6")
    for cell in cells:
        cell.value = f"{cell.row}-{cell.col}x"
    ws.update_cells(cells)
    cells[0].value, cells[-1].value = "first", "last"
    ws.update_cells([cells[0], cells[-1]])
    assert [ws.acell("A1").value, ws.acell("B1").value] == ["first", "1-2x"]
    assert ws.find("last").address == "D6"
    assert len(ws.findall(re.compile(r"^\d-\dx$"))) == 22
    assert ws.find("nobody") is None


def test_records(sh: Sheet) -> None:
    ws = sh.sheet1
    rows = [["name", "when", "n"], ["Ana", "2020-01-01", 0.12], ["Bo", "", "=3/2"]]
    ws.update(rows, value_input_option=ValueInputOption.user_entered)
    assert ws.get_all_records() == [
        {"name": "Ana", "when": "2020-01-01", "n": 0.12},
        {"name": "Bo", "when": "", "n": 1.5},
    ]
    unformatted = ws.get_all_records(value_render_option=ValueRenderOption.unformatted)
    assert unformatted[0]["when"] == 43831


def test_rows_come_and_go(sh: Sheet) -> None:
    ws = sh.sheet1
    ws.append_row(["a", "b"])
    ws.append_rows([["c", "d"], ["e", "f"]], value_input_option=ValueInputOption.user_entered)
    ws.insert_row(["new"], 2)
    ws.insert_rows([["top"], ["second"]], 1)
    assert [row[0] for row in ws.get_all_values()] == ["top", "second", "a", "new", "c", "e"]
    ws.delete_rows(1, 2)
    ws.delete_rows(2)
    assert ws.get_all_values() == [["a", "b"], ["c", "d"], ["e", "f"]]
    ws.insert_cols([["x", "y"]], 1)
    ws.delete_columns(3)
    assert ws.get_all_values() == [["x", "a"], ["y", "c"], ["", "e"]]
    ws.resize(5, 4)
    ws.add_rows(2)
    ws.add_cols(1)
    fresh = sh.sheet1
    assert (fresh.row_count, fresh.col_count) == (7, 5)
    ws.append_row(["", "z"], table_range="A1")
    assert ws.get_all_values()[3] == ["", "z"]


def test_sorting(sh: Sheet) -> None:
    ws = sh.sheet1
    rows = [["Apple", 4], ["Canada", 1], ["Fox", 5], ["Banana", 3]]
    ws.update(rows, "A1")
    ws.sort((2, "asc"), range="A1:B4")
    assert ws.col_values(1) == ["Canada", "Banana", "Apple", "Fox"]
    ws.freeze(rows=1)
    ws = sh.sheet1
    assert ws.frozen_row_count == 1
    ws.sort((1, "des"))
    assert ws.col_values(1) == ["Canada", "Fox", "Banana", "Apple"]
    ws.freeze(0, 0)
    assert sh.sheet1.frozen_row_count == 0


def test_formats(sh: Sheet) -> None:
    ws = sh.sheet1
    look = {
        "backgroundColor": {"green": 1, "blue": 1},
        "horizontalAlignment": "CENTER",
        "textFormat": {"foregroundColor": {"red": 1, "green": 1}, "fontSize": 12, "bold": True},
    }
    ws.format("A2:B2", look)
    ws.batch_format([{"range": "C3", "format": {"numberFormat": {"type": "PERCENT"}}}])
    data = sh._spreadsheets_get(
        {"ranges": ["Sheet1!A2"], "fields": "sheets.data.rowData.values.userEnteredFormat"}
    )
    kept = data["sheets"][0]["data"][0]["rowData"][0]["values"][0]["userEnteredFormat"]
    del kept["backgroundColorStyle"], kept["textFormat"]["foregroundColorStyle"]
    assert kept == look
    ws.update([[0.5]], "C3")
    assert ws.acell("C3").value == "50.00%"
    ws.update_tab_color("#FF0000")
    assert sh.sheet1.tab_color == "#FF0000"
    ws.clear_tab_color()
    assert sh.sheet1.tab_color is None
    ws.hide_gridlines()
    assert sh.sheet1.is_gridlines_hidden
    ws.show_gridlines()


def test_notes_merges_names_and_filters(sh: Sheet) -> None:
    ws = sh.sheet1
    assert ws.get_notes() == [[]]
    assert ws.get_note("A1") == ""
    ws.insert_notes({"A1": "read me", "B2": "or not"})
    ws.update_note("B2", "changed")
    assert ws.get_notes() == [["read me"], ["", "changed"]]
    ws.clear_notes(["A1", "B2"])
    assert ws.get_note("A1") == ""
    ws.update([[42, 43, 0], [43, 44, 0]], "A1:C2")
    ws.merge_cells("A1:B2", MergeType.merge_rows)
    assert len(sh.fetch_sheet_metadata()["sheets"][0]["merges"]) == 2
    whole = ws.get_values("A1:C2", combine_merged_cells=True)
    assert whole == [["42", "42", "0"], ["43", "43", "0"]]
    ws.merge_cells("A1:B2")
    ws.unmerge_cells("A1:B2")
    ws.batch_merge([{"range": "A5:B5"}, {"range": "A7:A8", "mergeType": MergeType.merge_all}])
    made = ws.define_named_range("A1:B2", "Solo")
    assert [one["name"] for one in sh.list_named_ranges()] == ["Solo"]
    assert sh.values_get("Solo")["range"] == "Sheet1!A1:B2"
    ws.delete_named_range(made["replies"][0]["addNamedRange"]["namedRange"]["namedRangeId"])
    assert sh.list_named_ranges() == []
    ws.set_basic_filter()
    ws.set_basic_filter("B1:C2")
    shown = sh.fetch_sheet_metadata()["sheets"][0]["basicFilter"]["range"]
    assert (shown["startRowIndex"], shown["endColumnIndex"]) == (0, 3)
    ws.clear_basic_filter()
    assert "basicFilter" not in sh.fetch_sheet_metadata()["sheets"][0]


def test_protection(sh: Sheet) -> None:
    ws = sh.sheet1
    ws.add_protected_range("A1:B2", editor_users_emails=["a@b.c"], description="mine")
    ws.add_protected_range("C1", warning_only=True)
    found = sh.list_protected_ranges(0)
    assert [one.get("description") for one in found] == ["mine", None]
    ws.delete_protected_range(found[0]["protectedRangeId"])
    assert len(sh.list_protected_ranges(0)) == 1


def test_groups_sizes_copies(sh: Sheet) -> None:
    ws = sh.sheet1
    ws.add_dimension_group_columns(0, 2)
    ws.add_dimension_group_rows(0, 2)
    assert ws.list_dimension_group_columns()[0]["range"]["endIndex"] == 2
    ws.delete_dimension_group_columns(0, 2)
    ws.delete_dimension_group_rows(0, 2)
    assert ws.list_dimension_group_rows() == []
    ws.hide_columns(0, 2)
    ws.unhide_columns(0, 2)
    ws.hide_rows(0, 1)
    ws.unhide_rows(0, 1)
    ws.update_acell("A1", "A" * 1024)
    ws.columns_auto_resize(0, 1)
    ws.rows_auto_resize(0, 1)
    shown = sh.fetch_sheet_metadata({"fields": "sheets.data.columnMetadata"})
    sizes = [one["pixelSize"] for one in shown["sheets"][0]["data"][0]["columnMetadata"]]
    assert sizes[0] > sizes[1] == 100
    ws.update([["A1"], ["A2"]], "A1:A2")
    ws.copy_range("A1:A2", "B1:B2")
    ws.cut_range("A1:A2", "C1")
    assert ws.get("A1:C2") == [["", "A1", "A1"], ["", "A2", "A2"]]
    ws.copy_range("B1:B2", "D1", paste_type=PasteType.values)
    assert ws.col_values(4) == ["A1", "A2"]


def test_validation_as_the_guide_shows_it(sh: Sheet) -> None:
    ws = sh.sheet1
    ws.add_validation("A1", ValidationConditionType.number_greater, [10], strict=True)
    ws.add_validation(
        "C2:C7", ValidationConditionType.one_of_list, ["Yes", "No"], showCustomUi=True
    )
    found = sh.fetch_sheet_metadata({"fields": "sheets.data.rowData.values.dataValidation"})
    rows = found["sheets"][0]["data"][0]["rowData"]
    assert rows[0]["values"][0]["dataValidation"]["condition"]["values"] == [
        {"userEnteredValue": "10"}
    ]
    assert rows[1]["values"][2]["dataValidation"]["showCustomUi"] is True


def test_the_whole_spreadsheet(gc: gspread.Client, sh: Sheet) -> None:
    sh.update_title("🎊 New title")
    sh.update_timezone("Europe/Paris")
    sh.update_locale("fr_FR")
    again = gc.open_by_key(sh.id)
    assert (again.title, again.timezone, again.locale) == (
        "🎊 New title", "Europe/Paris", "fr_FR"
    )  # fmt: skip
    assert again.creationTime
    assert again.get_lastUpdateTime() >= again.creationTime
    again.sheet1.update([["a1", "B2"]], "A1:B2")
    assert gc.export(sh.id, ExportFormat.CSV) == b"a1,B2"
    gc.import_csv(sh.id, "x,y\n1,2")
    assert gc.open_by_key(sh.id).sheet1.get_all_values() == [["x", "y"], ["1", "2"]]
    sh.sheet1.update_title("Sheet1")
    copy = gc.copy(sh.id, "copy", copy_permissions=False)
    assert copy.fetch_sheet_metadata()["sheets"] == sh.fetch_sheet_metadata()["sheets"]
    assert copy.sheet1.acell("A2").value == "1"
    ws = copy.sheet1.copy_to(sh.id)
    assert ws["title"] == "Copy of Sheet1"
    gc.del_spreadsheet(copy.id)
    with pytest.raises(SpreadsheetNotFound):
        gc.open_by_key(copy.id)


def test_sharing(server: LocalServer, gc: gspread.Client, sh: Sheet) -> None:
    sh.share(account_email("friend"), "user", "writer", notify=False)
    sh.share("", "anyone", "reader", with_link=True)
    friend = gspread_client(server.base_url, Credentials("friend"))
    seen = friend.open_by_key(sh.id)
    seen.sheet1.update([["hello"]], "A1")
    assert sh.sheet1.acell("A1").value == "hello"
    roles = {one["id"]: one["role"] for one in sh.list_permissions()}
    assert sorted(roles.values()) == ["owner", "reader", "writer"]
    sh.remove_permissions(account_email("friend"))
    with pytest.raises(APIError, match="permission"):
        seen.sheet1.update([["again"]], "A1")
    friend.http_client.session.close()


def test_conditional_formats_by_request(sh: Sheet) -> None:
    rule = {
        "ranges": [{"sheetId": 0, "startRowIndex": 0, "endRowIndex": 5}],
        "booleanRule": {
            "condition": {"type": "TEXT_EQ", "values": [{"userEnteredValue": "Red"}]},
            "format": {"backgroundColor": {"red": 1}},
        },
    }
    sh.batch_update({"requests": [{"addConditionalFormatRule": {"rule": rule, "index": 0}}]})
    kept = sh.fetch_sheet_metadata()["sheets"][0]["conditionalFormats"][0]
    assert kept["booleanRule"]["condition"] == rule["booleanRule"]["condition"]
    gone = sh.batch_update({"requests": [{"deleteConditionalFormatRule": {"index": 0}}]})
    assert "rule" in gone["replies"][0]["deleteConditionalFormatRule"]
