"""Bodies and queries that Google would not read, refused in its words."""

import json
from typing import Any

import pytest
from server_kit import Book, Json

TYPE = "type.googleapis.com/google.apps.sheets.v4"


@pytest.mark.parametrize(
    ("requests_", "messages"),
    [
        (
            [{"noSuchRequest": {}}],
            ["Invalid JSON payload received. Unknown name \"noSuchRequest\" at 'requests[0]': "
             "Cannot find field."],
        ),
        (
            [{"updateSheetProperties": {"properties": {"colour": 1}, "fields": "*", "more": 2}}],
            ["Invalid JSON payload received. Unknown name \"colour\" at "
             "'requests[0].update_sheet_properties.properties': Cannot find field.",
             "Invalid JSON payload received. Unknown name \"more\" at "
             "'requests[0].update_sheet_properties': Cannot find field."],
        ),
        (
            [{"deleteSheet": {"sheetId": "abc"}}],
            ["Invalid value at 'requests[0].delete_sheet.sheet_id' (TYPE_INT32), \"abc\""],
        ),
        (
            [{"deleteSheet": {"sheetId": 1.5}}],
            ["Invalid value at 'requests[0].delete_sheet.sheet_id' (TYPE_INT32), 1.5"],
        ),
        (
            [{"addSheet": {"properties": {"title": 5}}}],
            ["Invalid value at 'requests[0].add_sheet.properties.title' (TYPE_STRING), 5"],
        ),
        (
            [{"mergeCells": {"mergeType": "MERGE"}}],
            [f"Invalid value at 'requests[0].merge_cells.merge_type' ({TYPE}.MergeType), "
             "\"MERGE\""],
        ),
        (
            [{"mergeCells": {"range": "A1:B2"}}],
            [f"Invalid value at 'requests[0].merge_cells.range' ({TYPE}.GridRange), \"A1:B2\""],
        ),
        (
            [{"addSheet": {}, "deleteSheet": {}}],
            ["Invalid value at 'requests[0]' (oneof), oneof field 'kind' is already set. "
             "Cannot set 'deleteSheet'"],
        ),
        (
            [{"repeatCell": {"cell": {"userEnteredFormat": {"backgroundColorStyle": {
                "rgbColor": {}, "themeColor": "TEXT"}}}}}],
            ["Invalid value at "
             "'requests[0].repeat_cell.cell.user_entered_format.background_color_style' (oneof), "
             "oneof field 'kind' is already set. Cannot set 'themeColor'"],
        ),
    ],
)  # fmt: skip
def test_a_body_that_does_not_fit(book: Book, requests_: list[Json], messages: list[str]) -> None:
    error = book.refuse(*requests_)
    assert (error["code"], error["status"]) == (400, "INVALID_ARGUMENT")
    assert error["message"] == "\n".join(messages)
    detail = error["details"][0]
    assert detail["@type"] == "type.googleapis.com/google.rpc.BadRequest"
    assert [one["description"] for one in detail["fieldViolations"]] == messages


@pytest.mark.parametrize(
    ("request_", "name"),
    [
        ({"addSlicer": {"slicer": {}}}, "requests[0].addSlicer"),
        ({"add_slicer": {}}, "requests[0].addSlicer"),
        ({"updateCells": {"rows": [{"values": [{"note": "x"}, {"pivotTable": {}}]}]}},
         "requests[0].updateCells.rows[0].values[1].pivotTable"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_named_as_bodies_have_it(
    book: Book, request_: Json, name: str
) -> None:
    error = book.refuse(request_)
    assert error["message"] == f"The sheets emulator does not implement '{name}'."


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"values": "X"}, "Invalid value at 'data.values' "
                          '(type.googleapis.com/google.protobuf.ListValue), "X"'),
        ({"values": ["X"]}, "Invalid value at 'data.values[0]' "
                            '(type.googleapis.com/google.protobuf.ListValue), "X"'),
        ({"value": []}, "Invalid JSON payload received. Unknown name \"value\" at 'data': "
                        "Cannot find field."),
    ],
)  # fmt: skip
def test_values_that_do_not_fit(book: Book, body: Json, message: str) -> None:
    error = book.account.error("PUT", book.values_path("A1"), body, valueInputOption="RAW")
    assert error["message"] == message
    assert error["details"][0]["fieldViolations"][0]["field"].startswith("data")


def test_names_may_be_written_with_underscores_and_null_is_nothing(book: Book) -> None:
    book.batch(
        {
            "update_sheet_properties": {
                "properties": {
                    "sheet_id": "0",
                    "grid_properties": {"frozen_row_count": 2.0},
                    "hidden": None,
                },
                "fields": "gridProperties.frozenRowCount",
            },
            "addSheet": None,
        }
    )
    assert book.sheet()["properties"]["gridProperties"]["frozenRowCount"] == 2


@pytest.mark.parametrize(
    "text",
    [b"{", b"[1,]", b'{"requests": [NaN]}', b"[" * 100_000, rb'{"requests": "half \ud800"}'],
)
def test_what_is_no_json(book: Book, text: bytes) -> None:
    answer = book.account.session.post(
        f"{book.account.base_url}{book.path}:batchUpdate", data=text, timeout=5
    )
    assert answer.status_code == 400
    assert answer.json()["error"]["message"].startswith("Invalid JSON payload received.")


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"nothing": "1"}, "Invalid JSON payload received. Unknown name \"nothing\": Cannot bind "
                           "query parameter. Field 'nothing' could not be found in request "
                           "message."),
        ({"majorDimension": "UP"}, f"Invalid value at 'major_dimension' ({TYPE}.Dimension), "
                                   '"UP"'),
        ({"value_render_option": "NICE"}, "Invalid value at 'value_render_option' "
                                          f'({TYPE}.ValueRenderOption), "NICE"'),
    ],
)  # fmt: skip
def test_a_query_that_does_not_fit(book: Book, params: dict[str, Any], message: str) -> None:
    assert book.account.error("GET", book.values_path("A1"), **params)["message"] == message


def test_an_unreadable_body_is_refused_before_a_missing_spreadsheet(book: Book) -> None:
    path = "/v4/spreadsheets/nothing"
    assert book.account.error("POST", f"{path}:batchUpdate", {"x": 1})["code"] == 400
    assert book.account.error("POST", f"{path}:batchUpdate", {"requests": []})["code"] == 404
    assert book.account.error("GET", f"{path}/values/nonsense")["code"] == 404


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/v4/spreadsheets/x/nothing", 404),
        ("DELETE", "/v4/spreadsheets/x", 404),
        ("POST", "/v4/spreadsheets/x:frobnicate", 404),
        ("GET", "/drive/v3/changes", 501),
        ("GET", "/drive/v3/files/generateIds", 501),
        ("DELETE", "/drive/v3/files/trash", 501),
        ("GET", "/drive/v3/files/x/revisions", 501),
        ("POST", "/drive/v3/files/x/watch", 501),
        ("GET", "/drive/v3/nothing", 404),
    ],
)
def test_methods_that_are_not_there(book: Book, method: str, path: str, code: int) -> None:
    assert book.account.error(method, path)["code"] == code


def test_an_answer_can_be_made_pretty(book: Book) -> None:
    plain = book.account.ask("GET", book.path).text
    pretty = book.account.ask("GET", book.path, prettyPrint="true").text
    assert "\n" not in plain
    assert pretty.startswith('{\n  "spreadsheetId"')
    assert json.loads(plain) == json.loads(pretty)
