"""What other people's programs and their own test suites ask of Google, and Google's answers."""

from typing import Any

import pytest
from server_kit import Book, Json, box, lines

MERGED = {"mergeCells": {"range": box(0, 2, 0, 2)}}
SECOND_TAB = {"addSheet": {"properties": {"sheetId": 7, "title": "Second"}}}
NAME_THERE = {"addNamedRange": {"namedRange": {"name": "there", "range": box(0, 1, 0, 1, 7)}}}
GERMAN = {"updateSpreadsheetProperties": {"properties": {"locale": "de_DE"}, "fields": "locale"}}
BOLD = {"textFormat": {"bold": True}}


def rule(kind: str, *texts: str) -> Json:
    condition = {"type": kind, "values": [{"userEnteredValue": text} for text in texts]}
    return {"ranges": [box(0, 2, 0, 2)], "booleanRule": {"condition": condition, "format": BOLD}}


def coloured(kind: str, *texts: str) -> Json:
    return {"addConditionalFormatRule": {"rule": rule(kind, *texts)}}


def checked(kind: str, *texts: str) -> Json:
    condition = rule(kind, *texts)["booleanRule"]["condition"]
    return {"setDataValidation": {"range": box(0, 2, 0, 2), "rule": {"condition": condition}}}


def scale(**points: Json) -> Json:
    kept = {name: {"colorStyle": {"rgbColor": {}}, **point} for name, point in points.items()}
    return {
        "addConditionalFormatRule": {
            "rule": {"ranges": [box(0, 2, 0, 2)], "gradientRule": kept},
        }
    }


def value_refused(kind: str, text: str) -> str:
    return f"Invalid ConditionValue.userEnteredValue: {text} for ConditionType: {kind}"


OTHER_TAB = "Conditional format rule cannot reference a different sheet."


@pytest.mark.parametrize(
    ("before", "request_", "message"),
    [
        ([], checked("ONE_OF_RANGE", "Sheet1!A1"), value_refused("ONE_OF_RANGE", "Sheet1!A1")),
        ([], checked("ONE_OF_RANGE", "=Nobody!A1"), value_refused("ONE_OF_RANGE", "=Nobody!A1")),
        ([], checked("NUMBER_EQ", "many"), value_refused("NUMBER_EQ", "many")),
        ([], checked("DATE_AFTER", "soon"), value_refused("DATE_AFTER", "soon")),
        ([], checked("NOT_BLANK"),
         "ConditionType 'NOT_BLANK' is not supported for data validation."),
        ([], coloured("CUSTOM_FORMULA", "=IF("), value_refused("CUSTOM_FORMULA", "=IF(")),
        ([GERMAN], coloured("CUSTOM_FORMULA", "=AND(A1,B1)"),
         value_refused("CUSTOM_FORMULA", "=AND(A1,B1)")),
        ([GERMAN], coloured("NUMBER_EQ", "1.5.7"), value_refused("NUMBER_EQ", "1.5.7")),
        ([SECOND_TAB], coloured("CUSTOM_FORMULA", "=Second!A1>1"), OTHER_TAB),
        ([SECOND_TAB, NAME_THERE], coloured("CUSTOM_FORMULA", "=there>1"), OTHER_TAB),
        ([], scale(minpoint={"type": "MIN"}), "No interpolationPointType specified."),
        ([], scale(minpoint={}, maxpoint={"type": "MAX"}), "No interpolationPointType specified."),
        ([], scale(minpoint={"type": "NUMBER"}, maxpoint={"type": "MAX"}),
         "InterpolationPoint.value is required."),
        ([GERMAN], scale(minpoint={"type": "NUMBER", "value": "1.5x"}, maxpoint={"type": "MAX"}),
         "Invalid InterpolationPoint.value: 1.5x"),
        ([], {"deleteSheet": {"sheetId": 9}}, "No sheet with id: 9"),
        ([], {"duplicateSheet": {"sourceSheetId": 9}}, "No sheet with id: 9"),
        ([], {"updateSheetProperties": {"properties": {"sheetId": 9}, "fields": "hidden"}},
         "No sheet with id: 9"),
        ([], {"updateSheetProperties": {"properties": {"sheetId": 0}, "fields": "title"}},
         "The sheet name cannot be empty."),
        ([], {"addSheet": {"properties": {"title": "x" * 101}}},
         "The sheet name cannot be greater than 100 characters."),
        ([], {"addSheet": {"properties": {"sheetId": -1}}},
         "The id of a sheet must not be negative: -1"),
        ([], {"updateSheetProperties": {"properties": {"sheetType": "OBJECT"}, "fields": "*"}},
         "The type of a sheet cannot be changed."),
        ([], {"createDeveloperMetadata": {"developerMetadata": {}}},
         "Developer metadata must always have a key specified."),
        ([], {"createDeveloperMetadata": {"developerMetadata": {"metadataKey": "k"}}},
         "Developer metadata must always have visibility specified."),
        ([], {"createDeveloperMetadata": {
            "developerMetadata": {"metadataKey": "k", "visibility": "DOCUMENT"}}},
         "Developer metadata must always have a location specified."),
        ([], {"repeatCell": {"range": box(0, 1, 0, 1), "fields": "*",
                             "cell": {"userEnteredFormat": {"textRotation": {"angle": 91}}}}},
         "TextRotation.angle must be between -90 and 90."),
    ],
)  # fmt: skip
def test_what_google_refuses_in_these_words(
    book: Book, before: list[Json], request_: Json, message: str
) -> None:
    if before:
        book.batch(*before)
    error = book.refuse(request_)
    assert (error["code"], error["status"]) == (400, "INVALID_ARGUMENT")
    assert error["message"] == f"Invalid requests[0].{next(iter(request_))}: {message}"


@pytest.mark.parametrize(
    ("before", "request_"),
    [
        ([], checked("ONE_OF_RANGE", "=Sheet1!A1:A3")),
        ([NAME_THERE], checked("ONE_OF_RANGE", "=there")),
        ([], checked("NUMBER_EQ", "=A1")),
        ([], checked("DATE_AFTER", "2026-01-31")),
        ([], checked("CUSTOM_FORMULA", "=Second!A1>1")),
        ([], coloured("CUSTOM_FORMULA", "=Sheet1!A1>1")),
        ([], coloured("CUSTOM_FORMULA", "=NOSUCHFUNCTION(A1)")),
        ([], coloured("NOT_BLANK")),
        ([GERMAN], coloured("CUSTOM_FORMULA", "=AND(A1;B1)")),
        ([GERMAN], scale(minpoint={"type": "NUMBER", "value": "1,5"}, maxpoint={"type": "MAX"})),
    ],
)
def test_what_google_takes(book: Book, before: list[Json], request_: Json) -> None:
    assert book.batch(SECOND_TAB, *before, request_)[-1] == {}


def test_a_least_or_greatest_has_no_value(book: Book) -> None:
    middle = {"type": "PERCENTILE", "value": "50"}
    book.batch(
        scale(minpoint={"type": "MIN", "value": "2"}, midpoint=middle, maxpoint={"type": "MAX"})
    )
    kept = book.sheet()["conditionalFormats"][0]["gradientRule"]
    assert {name: point.get("value") for name, point in kept.items()} == {
        "minpoint": None,
        "midpoint": "50",
        "maxpoint": None,
    }


@pytest.mark.parametrize("verb", ["", ":append"])
def test_a_body_must_name_the_range_of_its_address_if_any(book: Book, verb: str) -> None:
    method = "POST" if verb else "PUT"
    error = book.account.error(
        method,
        book.values_path("Sheet1!A1") + verb,
        {"range": "Sheet1!A2", "values": [["x"]]},
        valueInputOption="RAW",
    )
    assert error["message"] == "Request range[Sheet1!A1] does not match value's range[Sheet1!A2]"
    assert book.values("Sheet1") == []


def test_lists_in_lists_are_taken_as_one_list(book: Book) -> None:
    """So programs send it that collect requests in batches."""
    replies = book.batch([SECOND_TAB], [[coloured("NOT_BLANK")]])
    assert [list(reply) for reply in replies] == [["addSheet"], []]
    deep: Any = coloured("BLANK")
    for _ in range(300):
        deep = [deep]
    assert book.batch(*deep) == [{}]
    error = book.refuse("repeatCell")
    assert error["message"].startswith(
        "Invalid value at 'requests[0]' "
        "(type.googleapis.com/google.apps.sheets.v4.BatchUpdateSpreadsheetRequest.Request), "
    )


@pytest.mark.parametrize(
    "request_",
    [
        {"copyPaste": {"source": box(0, 2, 0, 2), "destination": box(5, 7, 0, 2)}},
        {"copyPaste": {"source": box(5, 6, 0, 1), "destination": box(1, 2, 1, 2)}},
        {"cutPaste": {"source": box(0, 2, 0, 2), "destination": {"rowIndex": 5}}},
        {"sortRange": {"range": box(0, 4, 0, 2), "sortSpecs": [{"dimensionIndex": 0}]}},
        {"moveDimension": {"source": lines("ROWS", 0, 1), "destinationIndex": 5}},
        {"moveDimension": {"source": lines("COLUMNS", 4, 5), "destinationIndex": 1}},
    ],
)
def test_merged_cells_are_never_torn_in_silence(book: Book, request_: Json) -> None:
    book.batch(MERGED)
    assert book.refuse(request_)["code"] == 501
    assert len(book.sheet()["merges"]) == 1


def test_properties_are_taken_back_as_they_were_read(book: Book) -> None:
    """Some programs change a title by sending all that they read, under the mask `*`."""
    read = book.get()["properties"]

    def sent(**changed: Json | str) -> Json:
        return {"updateSpreadsheetProperties": {"properties": read | changed, "fields": "*"}}

    book.batch(sent(title="Another"))
    assert book.get()["properties"] == read | {"title": "Another"}
    settings = {"maxIterations": 3}
    book.batch(sent(iterativeCalculationSettings=settings))
    assert book.get()["properties"]["iterativeCalculationSettings"] == settings
    assert book.refuse(sent(spreadsheetTheme={"primaryFontFamily": "Lora"}))["code"] == 501


def test_a_mask_may_name_what_a_cell_does_not_take(book: Book) -> None:
    fields = "userEnteredFormat,hyperlink,note,textFormatRuns,dataValidation,pivotTable"
    repeat = {"range": box(0, 1, 0, 1), "cell": {"note": "kept"}, "fields": fields}
    book.batch({"repeatCell": repeat})
    assert book.cells("A1", "note") == [[{"note": "kept"}]]


def test_a_date_pattern_may_be_in_capitals(book: Book) -> None:
    book.write("A1", [["2018-09-01"]], "USER_ENTERED")
    look = {"numberFormat": {"type": "DATE", "pattern": " DD MM YYYY"}}
    cell = {"userEnteredFormat": look}
    book.batch({"repeatCell": {"range": box(0, 1, 0, 1), "cell": cell, "fields": "*"}})
    assert book.values("A1") == []
    book.write("A1", [[43344]])
    assert book.values("A1") == [[" 01 09 2018"]]


@pytest.mark.parametrize("order", ["recency", "recency desc", "folder,modifiedTime desc,name"])
def test_files_come_in_any_of_drives_orders(book: Book, order: str) -> None:
    found = book.account.ok("GET", "/drive/v3/files", orderBy=order)
    assert [one["id"] for one in found["files"]] == [book.id]
