"""Smart chips in cells, and what they do to those who read them."""

import pytest
from server_kit import Book, Json

from sheets_emulator.codec import decode, encode
from sheets_emulator.model import Cell, Document, RichText, Sheet

WHO: Json = {"personProperties": {"email": "ana@example.com"}}
FILE: Json = {"richLinkProperties": {"uri": "https://docs.google.com/document/d/x/edit"}}
LONG_LINK = "https://docs.google.com/" + "x" * 2000
READ = "sheets.data(startRow,startColumn,rowData.values(userEnteredValue,chipRuns))"


def put(data: Json, fields: str = "userEnteredValue,chipRuns") -> Json:
    return {
        "updateCells": {
            "start": {"sheetId": 0, "rowIndex": 1, "columnIndex": 1},
            "rows": [{"values": [data]}],
            "fields": fields,
        }
    }


def chip(text: str, *runs: Json) -> Json:
    return {"userEnteredValue": {"stringValue": text}, "chipRuns": list(runs)}


def cell(book: Book) -> Json:
    found: Json = book.cells("B2", "userEnteredValue,chipRuns")[0][0]
    return found


def test_chips_are_written_and_read_as_google_tells_it(book: Book) -> None:
    book.batch(put(chip("@ is the owner of @.", {"chip": WHO}, {"startIndex": 18, "chip": FILE})))
    found = book.get(ranges="A1:C3", fields=READ)
    assert found == {
        "sheets": [
            {
                "data": [
                    {
                        "rowData": [
                            {},
                            {
                                "values": [
                                    {},
                                    {
                                        "userEnteredValue": {"stringValue": "@ is the owner of @."},
                                        "chipRuns": [
                                            {"chip": WHO},
                                            {"startIndex": 1, "chip": {}},
                                            {"startIndex": 18, "chip": FILE},
                                            {"startIndex": 19, "chip": {}},
                                        ],
                                    },
                                ]
                            },
                        ]
                    }
                ]
            }
        ]
    }


def test_where_a_block_begins_is_told_unless_it_is_at_the_edge(book: Book) -> None:
    book.batch(put(chip("@", {"chip": WHO})))
    data = book.get(ranges=["B2:B3", "B1"], fields=READ)["sheets"][0]["data"]
    value = {"userEnteredValue": {"stringValue": "@"}, "chipRuns": [{"chip": WHO}]}
    assert data == [
        {"startRow": 1, "startColumn": 1, "rowData": [{"values": [value]}]},
        {"startColumn": 1},
    ]


@pytest.mark.parametrize(
    "data",
    [
        chip("no placeholder", {"chip": WHO}),
        chip("x@", {"chip": WHO}),
        chip("@", {"startIndex": 1, "chip": WHO}),
        chip("@", {"startIndex": -1, "chip": WHO}),
        chip("@@", {"startIndex": 1, "chip": WHO}, {"chip": WHO}),
        chip("@@", {"chip": WHO}, {"chip": WHO}),
        chip("@", {"chip": {"personProperties": {}}}),
        chip("@", {"chip": {"richLinkProperties": {"uri": "https://example.com/"}}}),
        chip("@", {"chip": {"richLinkProperties": {"uri": LONG_LINK}}}),
        chip("@", {"chip": {**WHO, **FILE}}),
        chip("@", {"chip": {"peopleProperties": {}}}),
        {"userEnteredValue": {"numberValue": 1}, "chipRuns": [{"chip": WHO}]},
        {"chipRuns": [{"chip": WHO}]},
    ],
)  # fmt: skip
def test_chips_that_cannot_be(book: Book, data: Json) -> None:
    book.write("B2", [["before"]])
    assert book.refuse(put(data))["code"] == 400
    assert cell(book) == {"userEnteredValue": {"stringValue": "before"}}


def test_chips_need_their_text_in_the_mask_and_one_cell_at_a_time(book: Book) -> None:
    assert book.refuse(put(chip("@", {"chip": WHO}), "chipRuns"))["code"] == 400
    everywhere = {
        "repeatCell": {
            "range": {"sheetId": 0},
            "cell": chip("@", {"chip": WHO}),
            "fields": "userEnteredValue,chipRuns",
        }
    }
    assert book.refuse(everywhere)["code"] == 400
    book.batch(put(chip("@", {"chip": WHO}), "userEnteredValue"))
    assert cell(book) == {"userEnteredValue": {"stringValue": "@"}}


def test_another_text_has_no_chips(book: Book) -> None:
    with_chip = put(chip("@", {"chip": WHO}))
    plain = {"userEnteredValue": {"stringValue": "@"}}
    for change in (
        lambda: book.write("B2", [["@"]]),
        lambda: book.batch(put(plain, "userEnteredValue")),
        lambda: book.batch(put({}, "chipRuns")),
    ):
        book.batch(with_chip)
        assert "chipRuns" in cell(book)
        change()
        assert cell(book) == plain


def test_a_chip_is_copied_and_moves_with_its_cell(book: Book) -> None:
    book.batch(put(chip("@", {"chip": WHO})))
    source = {
        "sheetId": 0, "startRowIndex": 1, "endRowIndex": 2,
        "startColumnIndex": 1, "endColumnIndex": 2,
    }  # fmt: skip
    to = {**source, "startColumnIndex": 3, "endColumnIndex": 4}
    book.batch({"copyPaste": {"source": source, "destination": to}})
    assert book.cells("D2", "chipRuns") == [[{"chipRuns": [{"chip": WHO}]}]]
    assert book.values("B2:D2") == [["@", "", "@"]]


def test_chips_are_kept_on_disk() -> None:
    sheet = Sheet(0, "Sheet1")
    document = Document("x", "A book", sheets=[sheet])
    sheet.put(0, 0, Cell(RichText("@", [{"chip": WHO}])))
    value = decode(encode(document)).sheets[0].cell(0, 0).value
    assert isinstance(value, RichText)
    assert (value, value.chips) == ("@", [{"chip": WHO}])
