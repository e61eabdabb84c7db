"""Cells found by a DataFilter: a range in either notation, or what developer metadata marks."""

import pytest
from server_kit import Book, Json, box, lines

SECOND = {"addSheet": {"properties": {"sheetId": 7, "title": "Second"}}}


def marked(key: str, location: Json) -> Json:
    metadata = {"metadataKey": key, "visibility": "DOCUMENT", "location": location}
    return {"createDeveloperMetadata": {"developerMetadata": metadata}}


def by_key(key: str) -> Json:
    return {"developerMetadataLookup": {"metadataKey": key}}


@pytest.fixture
def filled(book: Book) -> Book:
    """Three rows, of which the second is marked `row`, the column B `column`, a tab `tab`."""
    book.batch(
        SECOND,
        marked("row", {"dimensionRange": lines("ROWS", 1, 2)}),
        marked("column", {"dimensionRange": lines("COLUMNS", 1, 2)}),
        marked("tab", {"sheetId": 7}),
        marked("all", {"spreadsheet": True}),
    )
    book.write("Sheet1!A1", [["a", "b"], ["c", "d"], ["e", "f"]])
    book.write("Second!A1", [["second"]])
    return book


def post(book: Book, verb: str, body: Json, **params: str) -> Json:
    return book.account.ok("POST", f"{book.path}{verb}", body, **params)


@pytest.mark.parametrize(
    ("data_filter", "ranges", "values"),
    [
        ({"a1Range": "Sheet1!A1:A2"}, ["Sheet1!A1:A2"], [[["a"], ["c"]]]),
        ({"gridRange": box(1, 3, 1, 2)}, ["Sheet1!B2:B3"], [[["d"], ["f"]]]),
        (by_key("row"), ["Sheet1!A2:Z2"], [[["c", "d"]]]),
        (by_key("column"), ["Sheet1!B1:B1000"], [[["b"], ["d"], ["f"]]]),
        (by_key("tab"), ["Second!A1:Z1000"], [[["second"]]]),
        (by_key("all"), ["Sheet1!A1:Z1000", "Second!A1:Z1000"],
         [[["a", "b"], ["c", "d"], ["e", "f"]], [["second"]]]),
        (by_key("nothing"), [], []),
    ],
)  # fmt: skip
def test_values_are_read(filled: Book, data_filter: Json, ranges: list[str], values: Json) -> None:
    found = post(filled, "/values:batchGetByDataFilter", {"dataFilters": [data_filter]})
    assert found["spreadsheetId"] == filled.id
    matched = found.get("valueRanges", [])
    assert [one["valueRange"]["range"] for one in matched] == ranges
    assert [one["valueRange"]["values"] for one in matched] == values
    assert all(one["dataFilters"] == [data_filter] for one in matched)


def test_a_range_found_twice_is_answered_once_with_both_filters(filled: Book) -> None:
    filters = [{"a1Range": "Sheet1!A2:Z2"}, by_key("row")]
    body = {"dataFilters": filters, "majorDimension": "COLUMNS"}
    (one,) = post(filled, "/values:batchGetByDataFilter", body)["valueRanges"]
    assert one["dataFilters"] == filters
    assert one["valueRange"] == {
        "range": "Sheet1!A2:Z2",
        "majorDimension": "COLUMNS",
        "values": [["c"], ["d"]],
    }


def test_a_mark_goes_with_its_row(filled: Book) -> None:
    filled.batch({"insertDimension": {"range": lines("ROWS", 0, 2)}})
    body = {"dataFilters": [by_key("row")]}
    (one,) = post(filled, "/values:batchGetByDataFilter", body)["valueRanges"]
    assert one["valueRange"]["range"] == "Sheet1!A4:Z4"


def test_values_are_written(filled: Book) -> None:
    data = [
        {"dataFilter": by_key("row"), "values": [["=1+1", None, "new"]]},
        {"dataFilter": {"gridRange": box(4, 6, 0, 1)}, "values": [["x", "y"]],
         "majorDimension": "COLUMNS"},
    ]  # fmt: skip
    body = {"valueInputOption": "USER_ENTERED", "data": data, "includeValuesInResponse": True}
    found = post(filled, "/values:batchUpdateByDataFilter", body)
    assert {name: value for name, value in found.items() if name != "responses"} == {
        "spreadsheetId": filled.id,
        "totalUpdatedRows": 3,
        "totalUpdatedColumns": 2,
        "totalUpdatedCells": 4,
        "totalUpdatedSheets": 1,
    }
    first, second = found["responses"]
    assert first["dataFilter"] == by_key("row")
    assert first["updatedRange"] == "Sheet1!A2:C2"
    assert first["updatedData"]["values"] == [["2", "d", "new"]]
    assert second["updatedRange"] == "Sheet1!A5:A6"
    assert filled.values("Sheet1!A5:A6") == [["x"], ["y"]]


def test_more_values_than_the_range_has_room_for(filled: Book) -> None:
    data = {"dataFilter": {"a1Range": "Sheet1!A1:B1"}, "values": [["x", "y", "z"]]}
    body = {"valueInputOption": "RAW", "data": [data]}
    error = filled.account.error("POST", f"{filled.path}/values:batchUpdateByDataFilter", body)
    assert error["message"].startswith("Invalid data[0]: Requested writing within range")
    assert filled.values("Sheet1!A1:B1") == [["a", "b"]]


def test_values_are_cleared(filled: Book) -> None:
    body = {"dataFilters": [by_key("row"), {"a1Range": "Second!A1"}]}
    found = post(filled, "/values:batchClearByDataFilter", body)
    assert found["clearedRanges"] == ["Sheet1!A2:Z2", "Second!A1"]
    assert filled.values("Sheet1") == [["a", "b"], [], ["e", "f"]]
    assert filled.values("Second") == []


def test_a_spreadsheet_is_read_where_a_filter_finds_cells(filled: Book) -> None:
    body: Json = {"dataFilters": [{"gridRange": box(1, 2, 0, 1)}], "includeGridData": True}
    (sheet,) = post(filled, ":getByDataFilter", body)["sheets"]
    assert sheet["properties"]["title"] == "Sheet1"
    (data,) = sheet["data"]
    assert data["startRow"] == 1
    assert [cell["formattedValue"] for cell in data["rowData"][0]["values"]] == ["c"]
    found = post(filled, ":getByDataFilter", body, fields="sheets.properties.sheetId")
    assert found == {"sheets": [{"properties": {"sheetId": 0}}]}
    assert "data" not in post(filled, ":getByDataFilter", {})["sheets"][0]
    assert len(post(filled, ":getByDataFilter", {})["sheets"]) == 2
    nothing = post(filled, ":getByDataFilter", {"dataFilters": [by_key("nothing")]})
    assert nothing.get("sheets", []) == []


@pytest.mark.parametrize(
    ("data_filter", "message"),
    [
        ({}, "No filter set."),
        ({"gridRange": {"sheetId": 9}}, "No grid with id: 9"),
        ({"gridRange": box(2000, 2001, 0, 1)},
         "startRowIndex[2000] is after last row in grid[999]"),
        ({"a1Range": "Third!A1"}, "Unable to parse range: Third!A1"),
    ],
)  # fmt: skip
def test_filters_that_make_no_sense(filled: Book, data_filter: Json, message: str) -> None:
    for verb in (":getByDataFilter", "/values:batchGetByDataFilter"):
        body = {"dataFilters": [data_filter]}
        error = filled.account.error("POST", filled.path + verb, body)
        assert (error["code"], error["message"]) == (400, message)


def test_what_counts_as_reading(filled: Book, server: object) -> None:
    filters = {"dataFilters": [{"a1Range": "Sheet1!A1"}]}
    post(filled, ":getByDataFilter", filters)
    post(filled, "/values:batchGetByDataFilter", filters)
    post(filled, "/values:batchClearByDataFilter", filters)
    calls = server.faults.calls  # type: ignore[attr-defined]
    assert [call.kind for call in calls[-3:]] == ["read", "read", "write"]


def keys(book: Book, data_filter: Json) -> list[str]:
    """The metadata that a filter finds, by the keys."""
    body = {"dataFilters": [data_filter]}
    found = post(book, "/developerMetadata:search", body).get("matchedDeveloperMetadata", [])
    return sorted(one["developerMetadata"]["metadataKey"] for one in found)


def at(location: Json, strategy: str | None = None) -> Json:
    lookup: Json = {"metadataLocation": location}
    return {
        "developerMetadataLookup": lookup
        | ({"locationMatchingStrategy": strategy} if strategy else {})
    }


ROW = {"dimensionRange": lines("ROWS", 1, 2)}
ROWS = {"dimensionRange": lines("ROWS", 0, 3)}
EXACT, CROSSING = "EXACT_LOCATION", "INTERSECTING_LOCATION"


@pytest.mark.parametrize(
    ("data_filter", "found"),
    [
        (at(ROW), ["column", "row"]),
        (at(ROW, EXACT), ["row"]),
        (at(ROWS, EXACT), []),
        (at(ROWS, CROSSING), ["column", "row"]),
        (at({"dimensionRange": lines("ROWS", 5, 6)}), ["column"]),
        (at({"sheetId": 0}), ["column", "row"]),
        (at({"sheetId": 0}, EXACT), []),
        (at({"sheetId": 7}, EXACT), ["tab"]),
        (at({"spreadsheet": True}), ["all"]),
        ({"a1Range": "Sheet1!A1:A2"}, ["row"]),
        ({"gridRange": box(5, 6, 1, 2)}, ["column"]),
        ({"a1Range": "Second!A1"}, ["tab"]),
        ({"developerMetadataLookup": {"locationType": "COLUMN"}}, ["column"]),
    ],
)
def test_metadata_is_found_by_where_it_is(filled: Book, data_filter: Json, found: Json) -> None:
    assert keys(filled, data_filter) == found


@pytest.mark.parametrize(
    "data_filter",
    [
        at({"sheetId": 9}),
        {"developerMetadataLookup": {"locationMatchingStrategy": EXACT}},
    ],
)
def test_places_that_are_none(filled: Book, data_filter: Json) -> None:
    body = {"dataFilters": [data_filter]}
    path = f"{filled.path}/developerMetadata:search"
    assert filled.account.error("POST", path, body)["code"] == 400
