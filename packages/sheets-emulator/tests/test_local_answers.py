"""Answers as Google was seen to give them: what they echo, count and refuse."""

from typing import Any

import pytest
from server_kit import Account, Book, Json, box

TOTALS = ("totalUpdatedRows", "totalUpdatedColumns", "totalUpdatedCells", "totalUpdatedSheets")


@pytest.mark.parametrize(
    ("text", "written"),
    [("Sheet1!A:A", "A1"), ("A:A", "A1"), ("B:C", "B1"), ("A2:B", "A2"), ("'Sheet1'!A:append", "")],
)
def test_a_colon_in_a_put_belongs_to_its_range(book: Book, text: str, written: str) -> None:
    path = f"{book.path}/values/{text}"
    answer = book.account.ask("PUT", path, {"values": [["x"]]}, valueInputOption="RAW")
    if written:
        assert answer.json()["updatedRange"] == f"Sheet1!{written}"
    else:
        assert answer.json()["error"]["message"] == "Unable to parse range: 'Sheet1'!A:append"


def test_a_post_with_a_colon_is_a_method_only_if_there_is_one(book: Book) -> None:
    assert book.append("A:A", [["x"]])["updates"]["updatedRange"] == "Sheet1!A1"
    assert book.account.error("POST", f"{book.path}:nothing", {})["code"] == 404


@pytest.mark.parametrize(
    ("data", "totals"),
    [
        ({"A1": [["x"]], "B1": [["x"]], "C1": [["x"]]}, (1, 3, 3, 1)),
        ({"A1": [["x"]], "A2": [["x"]], "A3": [["x"]]}, (3, 1, 3, 1)),
        ({"A1:A10": [["x"]], "B1": [["x"]]}, (1, 2, 2, 1)),
        ({f"{column}{row}": [["x"]] for column in "AB" for row in (1, 2, 3, 4)}, (4, 2, 8, 1)),
        ({"A1": [["x"]], "Second!A1": [["x"]]}, (2, 2, 2, 2)),
        ({"A1": [[None]], "B2": [["x", None]]}, (1, 1, 1, 1)),
        ({"A1": []}, (0, 0, 0, 0)),
    ],
)
def test_totals_count_a_row_and_a_column_once(
    book: Book, data: dict[str, list[list[Any]]], totals: tuple[int, ...]
) -> None:
    book.batch({"addSheet": {"properties": {"title": "Second"}}})
    body = {
        "valueInputOption": "RAW",
        "data": [{"range": text, "values": values} for text, values in data.items()],
    }
    found = book.account.ok("POST", f"{book.path}/values:batchUpdate", body)
    assert tuple(found.get(name, 0) for name in TOTALS) == totals


@pytest.mark.parametrize(
    ("text", "rows", "updated", "shown"),
    [
        ("A2:F2", [["1", "a", "", "b"]], "A2:D2", "A2:F2"),
        ("A2:F2", [["1", "a", "b", None, None, None]], "A2:C2", "A2:F2"),
        ("A2:F2", [[None, "a", None]], "A2:B2", "A2:F2"),
        ("A2:F2", [[None, None]], "A2", "A2:F2"),
        ("A2:B9", [["a"], ["b"], [None], []], "A2:A3", "A2:B9"),
        ("C:C", [["a"]], "C1", "C1:C1000"),
        ("B2", [["a", "b", None]], "B2:C2", "B2:C2"),
    ],
)
def test_an_update_ends_at_its_last_value_and_shows_the_range_asked_for(
    book: Book, text: str, rows: list[list[Any]], updated: str, shown: str
) -> None:
    found = book.write(text, rows, includeValuesInResponse=True)
    assert found["updatedRange"] == f"Sheet1!{updated}"
    assert found["updatedData"]["range"] == f"Sheet1!{shown}"


@pytest.mark.parametrize(
    ("rows", "updated"),
    [
        ([["1", "John", "", None, None, None]], "A2:C2"),
        ([["1", "a", "b", "c", None, None]] * 50, "A2:D51"),
        ([["1", None, None, None, None, "x"]], "A2:F2"),
    ],
)
def test_an_append_ends_at_its_last_value(book: Book, rows: list[list[Any]], updated: str) -> None:
    book.write("A1:F1", [["id", "name", "a", "b", "c", "d"]])
    found = book.append("A1", rows, includeValuesInResponse=True)["updates"]
    assert found["updatedRange"] == found["updatedData"]["range"] == f"Sheet1!{updated}"


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        ({}, "struct_value {\n}\n"),
        ([], "list_value {\n}\n"),
        (["x"], 'list_value {\n  values {\n    string_value: "x"\n  }\n}\n'),
        ([1, None], "list_value {\n  values {\n    number_value: 1.0\n  }\n"
                    "  values {\n    null_value: NULL_VALUE\n  }\n}\n"),
        ({"é": True}, 'struct_value {\n  fields {\n    key: "\\303\\251"\n    value {\n'
                      "      bool_value: true\n    }\n  }\n}\n"),
        ([["\n"]], 'list_value {\n  values {\n    list_value {\n      values {\n'
                   '        string_value: "\\n"\n      }\n    }\n  }\n}\n'),
    ],
)  # fmt: skip
def test_a_value_that_no_cell_takes_is_printed(book: Book, value: Any, printed: str) -> None:
    error = book.account.error(
        "PUT", book.values_path("A1"), {"values": [["a", value]]}, valueInputOption="RAW"
    )
    assert error["message"] == f"Invalid values[0][1]: {printed}"


@pytest.mark.parametrize(
    ("before", "request_", "message"),
    [
        (
            [{"addProtectedRange": {"protectedRange": {"range": {"sheetId": 0}}}}],
            {"addProtectedRange": {"protectedRange": {"range": {"sheetId": 0}}}},
            'Sheet "Sheet1" already has sheet protection.',
        ),
        (
            [
                {"addProtectedRange": {"protectedRange": {"range": {"sheetId": 0}}}},
                {"addProtectedRange": {
                    "protectedRange": {"protectedRangeId": 7, "range": box(0, 1, 0, 1)}}},
            ],
            {"updateProtectedRange": {
                "protectedRange": {"protectedRangeId": 7, "range": {"sheetId": 0}},
                "fields": "range"}},
            'Sheet "Sheet1" already has sheet protection.',
        ),
        (
            [],
            {"updateSheetProperties": {
                "properties": {"gridProperties": {"columnCount": 5}}, "fields": "gridProperties"}},
            "You can't delete all the rows on the sheet.",
        ),
        (
            [],
            {"updateSheetProperties": {
                "properties": {"gridProperties": {"rowCount": 5}}, "fields": "gridProperties"}},
            "You can't delete all the columns on the sheet.",
        ),
        (
            [],
            {"updateSheetProperties": {
                "properties": {"gridProperties": {"rowCount": 5_000_000, "columnCount": 1}},
                "fields": "gridProperties"}},
            "This action would increase the number of cells in the workbook above the limit of "
            "10000000 cells.",
        ),
        (
            [],
            {"sortRange": {"range": box(0, 0, 0, 1), "sortSpecs": [{"dimensionIndex": 0}]}},
            "endRowIndex[0] must be greater than startRowIndex[0]",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(book: Book, before: list[Json], request_: Json, message: str) -> None:
    if before:
        book.batch(*before)
    error = book.refuse(request_)
    assert error["message"] == f"Invalid requests[0].{next(iter(request_))}: {message}"


def test_a_new_tab_may_have_as_many_rows_as_fit(book: Book) -> None:
    grid = {"rowCount": 5_000_000, "columnCount": 1}
    book.batch({"addSheet": {"properties": {"gridProperties": grid}}})
    assert book.sheet(1)["properties"]["gridProperties"] == grid


@pytest.mark.parametrize(
    "request_",
    [
        {"repeatCell": {"cell": {"note": "x"}, "fields": "*"}},
        {"updateCells": {"rows": [], "fields": "*"}},
        {"updateBorders": {"top": {"style": "SOLID"}}},
        {"setDataValidation": {}},
    ],
)
def test_a_change_of_no_cell_changes_nothing(book: Book, request_: Json) -> None:
    before = book.get(includeGridData=True)
    ((kind, body),) = request_.items()
    assert book.batch({kind: body | {"range": box(0, 0, 0, 1)}}) == [{}]
    assert book.get(includeGridData=True) == before


def test_a_default_format_is_read_only(owner: Account) -> None:
    properties = {"title": "x", "defaultFormat": {"textFormat": {"bold": True}}}
    made = owner.ok("POST", "/v4/spreadsheets", {"properties": properties})
    assert made["properties"]["defaultFormat"]["textFormat"]["bold"] is False
    book = Book(owner, made["spreadsheetId"])
    change = {"properties": made["properties"] | properties | {"title": "y"}}
    book.batch({"updateSpreadsheetProperties": change | {"fields": "*"}})
    assert book.get()["properties"]["title"] == "y"
    error = book.refuse({"updateSpreadsheetProperties": change | {"fields": "defaultFormat"}})
    assert error["message"].endswith("Invalid field: defaultFormat")


def test_iterative_calculation_is_kept(book: Book) -> None:
    settings = {"maxIterations": 50, "convergenceThreshold": 0.05}

    def change(**properties: Any) -> Json:
        field = "iterativeCalculationSettings"
        return {"updateSpreadsheetProperties": {"properties": properties, "fields": field}}

    book.batch(change(iterativeCalculationSettings=settings))
    assert book.get()["properties"]["iterativeCalculationSettings"] == settings
    book.batch(change())
    assert "iterativeCalculationSettings" not in book.get()["properties"]


@pytest.mark.parametrize(
    ("flag", "reason"),
    [({"transferOwnership": True}, "consentRequiredForOwnershipTransfer"), ({}, "forbidden")],
)
def test_ownership_is_given_to_nobody_who_does_not_take_it(
    book: Book, flag: Json, reason: str
) -> None:
    path = f"/drive/v3/files/{book.id}/permissions"
    heir = {"type": "user", "emailAddress": "heir@example.com"}
    error = book.account.error("POST", path, heir | {"role": "owner"}, **flag)
    assert (error["code"], error["errors"][0]["reason"]) == (403, reason)
    grant = book.account.ok("POST", path, heir | {"role": "writer"})
    error = book.account.error("PATCH", f"{path}/{grant['id']}", {"role": "owner"}, **flag)
    assert (error["code"], error["errors"][0]["reason"]) == (403, reason)


def test_the_answer_to_a_link_says_whether_it_is_found(book: Book) -> None:
    path = f"/drive/v3/files/{book.id}/permissions"
    link = {
        "kind": "drive#permission",
        "id": "anyoneWithLink",
        "type": "anyone",
        "role": "reader",
        "allowFileDiscovery": False,
    }
    assert book.account.ok("POST", path, {"type": "anyone", "role": "reader"}) == link
    assert book.account.ok("GET", f"{path}/anyoneWithLink") == link
    assert link in book.account.ok("GET", path)["permissions"]
