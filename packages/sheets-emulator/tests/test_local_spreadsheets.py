"""`spreadsheets.get` and `create`: what is there, what is left out, what a mask picks."""

from typing import Any

import pytest
from server_kit import Account, Book, box


def test_a_fresh_spreadsheet(book: Book) -> None:
    found = book.get()
    assert list(found) == ["spreadsheetId", "properties", "sheets", "spreadsheetUrl"]
    assert found["spreadsheetId"] == book.id
    properties = found["properties"]
    assert (properties["title"], properties["locale"]) == ("A book", "en_US")
    assert (properties["timeZone"], properties["autoRecalc"]) == ("Etc/GMT", "ON_CHANGE")
    assert properties["defaultFormat"]["backgroundColor"] == {"red": 1, "green": 1, "blue": 1}
    assert len(properties["spreadsheetTheme"]["themeColors"]) == 9
    assert found["sheets"] == [
        {
            "properties": {
                "sheetId": 0,
                "title": "Sheet1",
                "index": 0,
                "sheetType": "GRID",
                "gridProperties": {"rowCount": 1000, "columnCount": 26},
            }
        }
    ]


def test_what_is_empty_or_zero_is_left_out(book: Book) -> None:
    assert book.get(fields="namedRanges") == {}
    assert book.get(fields="sheets.merges,sheets/protectedRanges") == {"sheets": [{}]}
    assert book.get(fields="sheets.data.rowData.values.note") == {"sheets": [{"data": [{}]}]}
    book.batch(
        {
            "addNamedRange": {
                "namedRange": {"name": "n", "namedRangeId": "x", "range": box(0, 1, 0, 1)}
            }
        }
    )
    assert book.get(fields="namedRanges(range,name)")["namedRanges"] == [
        {
            "name": "n",
            "range": {
                "startRowIndex": 0,
                "endRowIndex": 1,
                "startColumnIndex": 0,
                "endColumnIndex": 1,
            },
        }
    ]


@pytest.mark.parametrize(
    ("mask", "expected"),
    [
        ("spreadsheetId", ["spreadsheetId"]),
        ("sheets.properties.title", ["sheets"]),
        ("sheets/properties/title, spreadsheetUrl", ["sheets", "spreadsheetUrl"]),
        ("properties(title,locale),sheets(properties(title))", ["properties", "sheets"]),
        ("sheets.properties(title),sheets.properties.sheetId", ["sheets"]),
        ("spreadsheet_id", []),
        ("*", ["spreadsheetId", "properties", "sheets", "spreadsheetUrl"]),
    ],
)
def test_masks(book: Book, mask: str, expected: list[str]) -> None:
    assert list(book.get(fields=mask)) == expected


@pytest.mark.parametrize(
    ("mask", "path"),
    [
        ("nothing", "nothing"),
        ("sheets.nothing", "sheets.nothing"),
        ("sheets(properties", "sheets(properties"),
        ("sheets,,properties", "sheets,,properties"),
        ("sheets)", "sheets)"),
    ],
)
def test_a_bad_mask_is_named_only_in_the_details(book: Book, mask: str, path: str) -> None:
    error = book.account.error("GET", book.path, fields=mask)
    assert error["message"] == "Request contains an invalid argument."
    assert error["details"][0]["fieldViolations"][0]["field"] == path


def test_ranges_filter_the_tabs_and_give_a_block_each(book: Book) -> None:
    book.batch({"addSheet": {"properties": {"title": "Other", "sheetId": 5}}})
    book.write("B3:C3", [["x", 1.5]])
    found = book.get(ranges=["Sheet1!A1:B4", "Sheet1!B3:D3"], includeGridData="true")
    assert [sheet["properties"]["title"] for sheet in found["sheets"]] == ["Sheet1"]
    first, second = found["sheets"][0]["data"]
    assert "startRow" not in first
    assert (second["startRow"], second["startColumn"]) == (2, 1)
    assert len(first["rowMetadata"]) == 4
    assert first["columnMetadata"] == [{"pixelSize": 100}] * 2
    assert first["rowData"][:2] == [{}, {}]
    assert first["rowData"][2]["values"][0] == {}
    assert second["rowData"][0]["values"][1]["formattedValue"] == "1.5"
    assert book.get(ranges="Other")["sheets"][0]["properties"]["sheetId"] == 5
    assert "data" not in book.get(ranges="Other")["sheets"][0]


def test_a_mask_that_reaches_the_cells_needs_no_flag(book: Book) -> None:
    book.write("A1", [["x"]])
    assert book.get(fields="sheets.data.rowData.values.formattedValue", includeGridData=False) == {
        "sheets": [{"data": [{"rowData": [{"values": [{"formattedValue": "x"}]}]}]}]
    }
    assert "data" in book.sheet(includeGridData=True)
    assert "data" not in book.sheet(includeGridData=False)


def test_a_cell_without_format_still_has_an_effective_one(book: Book) -> None:
    book.write("A1:C1", [["x", 1, True]])
    cells = book.cells("A1:C1", "effectiveFormat,userEnteredFormat")[0]
    assert [cell["effectiveFormat"]["horizontalAlignment"] for cell in cells] == [
        "LEFT", "RIGHT", "CENTER"
    ]  # fmt: skip
    assert all("userEnteredFormat" not in cell for cell in cells)


def test_conditional_formats_show_in_the_effective_format_only(book: Book) -> None:
    def rule(kind: str, text: str, color: dict[str, float]) -> dict[str, Any]:
        condition = {"type": kind, "values": [{"userEnteredValue": text}]}
        return {
            "addConditionalFormatRule": {
                "index": 0,
                "rule": {
                    "ranges": [box(0, 9, 0, 2)],
                    "booleanRule": {"condition": condition, "format": {"backgroundColor": color}},
                },
            }
        }

    book.batch(
        rule("TEXT_CONTAINS", "e", {"blue": 1}),
        rule("TEXT_STARTS_WITH", "re", {"red": 1}),
        rule("NUMBER_GREATER", "5", {"green": 1}),
        rule("CUSTOM_FORMULA", '=$B1="x"', {"red": 0.5}),
    )
    book.write("A1:B4", [["RED"], ["blue"], [7], ["red", "x"]])
    book.write("A5:A6", [["7"], ["none of it"]])
    cells = book.cells("A1:A6", "effectiveFormat.backgroundColor,userEnteredFormat")
    assert [row[0]["effectiveFormat"]["backgroundColor"] for row in cells] == [
        {"red": 1}, {"blue": 1}, {"green": 1}, {"red": 0.5},
        {"red": 1, "green": 1, "blue": 1}, {"blue": 1},
    ]  # fmt: skip
    assert all("userEnteredFormat" not in row[0] for row in cells)


def test_a_gradient_runs_between_its_points(book: Book) -> None:
    points = {
        "minpoint": {"color": {"red": 1}, "type": "MIN"},
        "maxpoint": {"colorStyle": {"rgbColor": {"blue": 1}}, "type": "MAX"},
    }
    book.batch(
        {
            "addConditionalFormatRule": {
                "rule": {"ranges": [box(0, 5, 0, 1)], "gradientRule": points}
            }
        }
    )
    book.write("A1:A4", [[0], [5], [10], ["x"]])
    cells = book.cells("A1:A4", "effectiveFormat.backgroundColor")
    assert [row[0]["effectiveFormat"]["backgroundColor"] for row in cells] == [
        {"red": 1}, {"red": 0.5, "blue": 0.5}, {"blue": 1}, {"red": 1, "green": 1, "blue": 1}
    ]  # fmt: skip


def test_colours_have_twins_and_no_zero_channels(book: Book) -> None:
    look = {
        "backgroundColor": {"green": 1, "blue": 0, "red": 0.1},
        "textFormat": {"foregroundColorStyle": {"themeColor": "ACCENT5"}},
        "borders": {"top": {"style": "SOLID", "color": {"red": 1}}},
    }
    book.batch(
        {
            "repeatCell": {
                "range": box(0, 1, 0, 1),
                "cell": {"userEnteredFormat": look},
                "fields": "userEnteredFormat(backgroundColor,textFormat,borders)",
            }
        }
    )
    kept = book.cells("A1", "userEnteredFormat")[0][0]["userEnteredFormat"]
    assert kept["backgroundColor"] == {"red": 0.1, "green": 1}
    assert kept["backgroundColorStyle"] == {"rgbColor": {"red": 0.1, "green": 1}}
    assert kept["textFormat"]["foregroundColorStyle"] == {"themeColor": "ACCENT5"}
    assert kept["textFormat"]["foregroundColor"]["blue"] == 0.003921569
    assert kept["borders"]["top"] == {
        "style": "SOLID",
        "width": 1,
        "color": {"red": 1},
        "colorStyle": {"rgbColor": {"red": 1}},
    }


def test_a_tab_colour_is_rounded_down_to_bytes(book: Book) -> None:
    properties = {"sheetId": 0, "tabColor": {"red": 0.5, "green": 1}}
    book.batch({"updateSheetProperties": {"properties": properties, "fields": "tabColor"}})
    found = book.sheet()["properties"]
    assert found["tabColor"] == {"red": 0.49803922, "green": 1}
    assert found["tabColorStyle"] == {"rgbColor": {"red": 0.49803922, "green": 1}}


def test_a_spreadsheet_is_created_as_it_is_described(owner: Account) -> None:
    body = {
        "properties": {"title": "Made", "locale": "en_GB"},
        "sheets": [
            {
                "properties": {"title": "Board", "sheetId": 3, "gridProperties": {"rowCount": 9}},
                "data": [
                    {
                        "startRow": 1,
                        "rowData": [{"values": [{"userEnteredValue": {"stringValue": "x"}}]}],
                        "columnMetadata": [{"pixelSize": 50}],
                    }
                ],
                "merges": [box(2, 3, 0, 2, 3)],
            },
            {"properties": {"title": "Rules"}},
        ],
        "namedRanges": [{"name": "headline", "range": box(0, 1, 0, 1, 3)}],
    }
    made = owner.ok("POST", "/v4/spreadsheets", body)
    book = Book(owner, made["spreadsheetId"])
    assert [sheet["properties"]["title"] for sheet in made["sheets"]] == ["Board", "Rules"]
    assert made["properties"]["locale"] == "en_GB"
    assert book.values("Board!A2") == [["x"]]
    assert book.read("headline")["range"] == "Board!A1"
    board = book.sheet(fields="sheets(merges,data.columnMetadata.pixelSize)")
    assert board["merges"] == [box(2, 3, 0, 2, 3)]
    assert board["data"][0]["columnMetadata"][0] == {"pixelSize": 50}


def test_a_tab_is_copied_to_another_spreadsheet(book: Book, owner: Account) -> None:
    other = Book(owner, owner.ok("POST", "/v4/spreadsheets", {})["spreadsheetId"])
    book.write("A1", [["x"]])
    for title in ("Copy of Sheet1", "Copy of Sheet1 2"):
        found = owner.ok(
            "POST", f"{book.path}/sheets/0:copyTo", {"destinationSpreadsheetId": other.id}
        )
        assert found["title"] == title
    assert other.values("'Copy of Sheet1'!A1") == [["x"]]


def test_developer_metadata(book: Book) -> None:
    made = book.batch(
        {
            "createDeveloperMetadata": {
                "developerMetadata": {
                    "metadataKey": "match",
                    "metadataValue": "tartarus-1",
                    "location": {"spreadsheet": True},
                    "visibility": "DOCUMENT",
                }
            }
        },
        {
            "createDeveloperMetadata": {
                "developerMetadata": {
                    "metadataId": 5,
                    "metadataKey": "row",
                    "location": {
                        "dimensionRange": {"dimension": "ROWS", "startIndex": 3, "endIndex": 4}
                    },
                    "visibility": "PROJECT",
                }
            }
        },
    )
    assert made[0]["createDeveloperMetadata"]["developerMetadata"]["location"] == {
        "locationType": "SPREADSHEET",
        "spreadsheet": True,
    }
    assert book.get()["developerMetadata"][0]["metadataValue"] == "tartarus-1"
    by_key = {"dataFilters": [{"developerMetadataLookup": {"metadataKey": "row"}}]}
    found = book.account.ok("POST", f"{book.path}/developerMetadata:search", by_key)
    row = found["matchedDeveloperMetadata"][0]["developerMetadata"]
    assert row["location"]["locationType"] == "ROW"
    assert book.account.ok("GET", f"{book.path}/developerMetadata/5") == row
    changed = book.batch(
        {
            "updateDeveloperMetadata": {
                **by_key,
                "developerMetadata": {"metadataValue": "x"},
                "fields": "metadataValue",
            }
        },
        {"deleteDeveloperMetadata": {"dataFilter": by_key["dataFilters"][0]}},
    )
    assert changed[0]["updateDeveloperMetadata"]["developerMetadata"][0]["metadataValue"] == "x"
    assert changed[1]["deleteDeveloperMetadata"]["deletedDeveloperMetadata"][0]["metadataId"] == 5
    assert book.account.ok("POST", f"{book.path}/developerMetadata:search", by_key) == {}
