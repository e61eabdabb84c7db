"""What Google refuses and a server of one's own is easily too kind to take."""

import pytest
from google_kit import SHEET
from server_kit import Account, Book, Json, box

ONE = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}


def rule(condition: Json, **look: object) -> Json:
    return {
        "addConditionalFormatRule": {
            "rule": {
                "ranges": [box(0, 1, 0, 1)],
                "booleanRule": {"condition": condition, "format": look},
            }
        }
    }


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"updateCells": {"start": ONE, "rows": [], "fields": "effectiveValue"}}, "Invalid field"),
        ({"updateCells": {"start": ONE, "rows": [], "fields": "formattedValue"}}, "Invalid field"),
        ({"updateCells": {"start": ONE, "rows": [], "fields": "note,effectiveFormat"}},
         "Invalid field"),
        ({"repeatCell": {"range": box(0, 1, 0, 1), "fields": "effectiveFormat"}}, "Invalid field"),
        ({"updateProtectedRange": {"fields": "requestingUserCanEdit"}}, "Invalid field"),
        (rule({"type": "NOT_BLANK"}, textFormat={"underline": True}), "'underline'"),
        (rule({"type": "TEXT_EQ", "values": [{}]}), "userEnteredValue"),
        ({"appendDimension": {"dimension": "COLUMNS", "length": 18253}}, "18278 columns"),
        ({"repeatCell": {"range": box(0, 1, 0, 1), "fields": "userEnteredFormat",
                         "cell": {"userEnteredFormat": {"numberFormat": {
                             "type": "NUMBER_FORMAT_TYPE_UNSPECIFIED", "pattern": "@"}}}}},
         "number format type"),
        ({"updateSpreadsheetProperties": {"properties": {"timeZone": "Mars/Phobos"},
                                          "fields": "timeZone"}}, "Invalid time zone"),
    ],
)  # fmt: skip
def test_requests_that_are_refused(book: Book, request_: Json, words: str) -> None:
    error = book.refuse(request_)
    assert (error["code"], error["status"]) == (400, "INVALID_ARGUMENT")
    assert error["message"].startswith("Invalid requests[0].")
    assert words in error["message"]


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Etc/GMT", "GMT-07:00"])
def test_time_zones_that_are_taken(book: Book, zone: str) -> None:
    change = {"properties": {"timeZone": zone}, "fields": "timeZone"}
    book.batch({"updateSpreadsheetProperties": change})
    assert book.get()["properties"]["timeZone"] == zone


@pytest.mark.parametrize(
    "request_",
    [
        {"appendCells": {"tableId": "t", "rows": [], "fields": "*"}},
        {"addProtectedRange": {"protectedRange": {"tableId": "t"}}},
    ],
)
def test_what_is_not_played_is_refused_aloud(book: Book, request_: Json) -> None:
    assert book.refuse(request_)["code"] == 501


def test_drive_makes_a_spreadsheet_only_of_that_kind(owner: Account) -> None:
    for body in ({"name": "x"}, {"name": "x", "mimeType": "text/plain"}):
        assert owner.error("POST", "/drive/v3/files", body)["code"] == 501
    owner.ok("POST", "/drive/v3/files", {"mimeType": SHEET})


def test_a_reader_copies_nothing_where_the_owner_forbids_it(
    book: Book, owner: Account, account: object
) -> None:
    path = f"/drive/v3/files/{book.id}"
    owner.ok("POST", f"{path}/permissions", {"type": "anyone", "role": "reader"})
    reader: Account = account("a reader")  # type: ignore[operator]
    reader.ok("POST", f"{path}/copy", {})
    owner.ok("PATCH", path, {"copyRequiresWriterPermission": True})
    for method, way, reason in (
        ("POST", f"{path}/copy", "cannotCopyFile"),
        ("GET", f"{path}/export", "cannotExportFile"),
    ):
        error = reader.error(method, way, mimeType="text/csv")
        assert (error["code"], error["errors"][0]["reason"]) == (403, reason)
    owner.ok("POST", f"{path}/copy", {})
