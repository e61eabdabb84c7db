"""The diff: what stands there, what should, and the least that must be written."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_emulator.schema import read
from umpire.sheets.cells import write_requests
from umpire.sheets.diff import (
    choice_requests,
    diff_screen,
    drop_down_request,
    find_misfits,
    one_cell_texts,
    plain_text_requests,
)
from umpire.sheets.grid import Place, Rect

BOARD = 7
PLACES = {
    "deck": Place(BOARD, Rect(4, 2, 5, 8)),
    "points": Place(BOARD, Rect(6, 2, 9, 4)),
    "headline": Place(BOARD, Rect(0, 0, 1, 9)),
}
DECK = (("R1", "Y2", "G3", "B4", "P5", "R2"),)
POINTS = (("1", "0"), ("2", "0"), ("0", "0"))


def written(requests):
    """Every cell that the requests write, with its text."""
    read("BatchUpdateSpreadsheetRequest", {"requests": list(requests)})
    cells = {}
    for request in requests:
        (kind,) = request
        assert kind == "updateCells"
        body = request[kind]
        assert body["fields"] == "userEnteredValue"
        for down, row in enumerate(body["rows"]):
            for along, cell in enumerate(row["values"]):
                value = cell.get("userEnteredValue", {"stringValue": ""})
                assert value.keys() == {"stringValue"}
                at = body["start"]["rowIndex"] + down, body["start"]["columnIndex"] + along
                cells[at] = value["stringValue"]
    return cells


def test_what_was_never_painted_is_written_whole_in_one_request():
    update = diff_screen({}, {"points": POINTS}, PLACES)
    assert len(update.requests) == 1
    assert written(update.requests) == {
        (6 + row, 2 + column): text
        for row, line in enumerate(POINTS)
        for column, text in enumerate(line)
    }


def test_only_what_changed_is_written():
    now = (("R1", "Y2", "G3", "B4", "P1", "R2"),)
    assert written(diff_screen({"deck": DECK}, {"deck": now}, PLACES).requests) == {(4, 6): "P1"}


def test_a_short_gap_is_bridged_with_what_stands_there_and_a_long_one_is_not():
    near = (("P1", "Y2", "G3", "P4", "P5", "R2"),)
    update = diff_screen({"deck": DECK}, {"deck": near}, PLACES)
    assert len(update.requests) == 1
    assert written(update.requests) == {(4, 2): "P1", (4, 3): "Y2", (4, 4): "G3", (4, 5): "P4"}
    far = (("P1", "Y2", "G3", "B4", "P5", "P2"),)
    assert len(diff_screen({"deck": DECK}, {"deck": far}, PLACES).requests) == 2


def test_what_a_vandal_wrote_is_written_over_whatever_its_kind():
    stands = {"points": [[1, True], ["2", "x"], [None, "0"]]}
    assert written(diff_screen(stands, {"points": POINTS}, PLACES).requests) == {
        (6, 2): "1",
        (6, 3): "0",
        (7, 3): "0",
        (8, 2): "0",
    }


def test_what_stands_in_the_range_beside_the_block_is_blanked():
    stands = {"headline": [["Ana, please", "", "graffiti"]]}
    wanted = {"headline": (("Ana, please",),)}
    assert written(diff_screen(stands, wanted, PLACES).requests) == {(0, 2): ""}


def test_an_empty_cell_may_be_read_as_nothing():
    stands = {"points": [["1", "0"], ["2", "0"], ["0", "0"]], "headline": [[None, None]]}
    assert diff_screen(stands, {"points": POINTS, "headline": (("",),)}, PLACES).requests == ()


def test_a_block_goes_where_its_name_means_now():
    moved = {"deck": Place(9, Rect(40, 0, 41, 6))}
    (request,) = diff_screen({}, {"deck": DECK}, moved).requests
    assert request["updateCells"]["start"] == {"sheetId": 9, "rowIndex": 40, "columnIndex": 0}


def test_a_block_too_big_is_clipped_and_said():
    small = {"deck": Place(BOARD, Rect(4, 2, 5, 5))}
    update = diff_screen({}, {"deck": DECK}, small)
    assert written(update.requests) == {(4, 2): "R1", (4, 3): "Y2", (4, 4): "G3"}
    (finding,) = update.findings
    assert "deck" in finding
    assert "C5:E5" in finding
    assert "1 row and 6 columns" in finding


def test_a_missing_name_is_said_and_the_others_are_painted():
    update = diff_screen({}, {"nowhere": DECK, "points": POINTS}, PLACES)
    assert len(update.requests) == 1
    assert update.findings == find_misfits({"nowhere": DECK, "points": POINTS}, PLACES)
    assert "nowhere is missing" in update.findings[0]


def test_what_players_write_is_never_painted_over():
    entry = Place(BOARD, Rect(7, 3, 20, 4))
    update = diff_screen({}, {"deck": DECK, "points": POINTS}, PLACES, [entry])
    assert {row for row, _ in written(update.requests)} == {4}
    (finding,) = update.findings
    assert "points (C7:D9) covers cells where a player writes" in finding


@pytest.mark.parametrize("text", ["=1+1", "+A1", "3-4", "TRUE", "'x", "007"])
def test_any_text_goes_as_text(text):
    assert written(diff_screen({}, {"headline": ((text,),)}, PLACES).requests) == {(0, 0): text}


texts = st.sampled_from(["", "R1", "G5", "x"])
decks = st.tuples(st.tuples(*[texts] * 6))
tables = st.tuples(*[st.tuples(texts, texts)] * 3)


@given(st.fixed_dictionaries({"deck": decks, "points": tables}), decks, tables)
def test_after_the_requests_the_sheet_reads_as_wanted(stands, deck, points):
    wanted = {"deck": deck, "points": points}
    sheet = {
        (PLACES[name].rect.top + row, PLACES[name].rect.left + column): text
        for name, rows in stands.items()
        for row, line in enumerate(rows)
        for column, text in enumerate(line)
    }
    changes = written(diff_screen(stands, wanted, PLACES).requests)
    sheet |= changes
    for name, rows in wanted.items():
        for (row, column), text in zip(
            PLACES[name].rect.cells(), [text for line in rows for text in line], strict=True
        ):
            assert sheet[row, column] == text
    assert diff_screen(wanted, wanted, PLACES).requests == ()


ENTRY = Place(3, Rect(7, 1, 207, 2))


def test_the_repaint_of_entries_touches_their_number_format_alone():
    (request,) = plain_text_requests([ENTRY])
    assert request["repeatCell"]["fields"] == "userEnteredFormat.numberFormat"
    assert request["repeatCell"]["range"] == ENTRY.grid_range()
    assert "userEnteredValue" not in request["repeatCell"]["cell"]
    read("BatchUpdateSpreadsheetRequest", {"requests": [request]})


@pytest.mark.parametrize(
    ("choice", "written"),
    [
        ("=1+1", "'=1+1"),
        ("＝1", "'＝1"),
        ("+Bo", "'+Bo"),
        ("-Bo", "'-Bo"),
        ("@x", "'@x"),
        ("'n", "''n"),
        ("-1", "-1"),
        ("3-4", "3-4"),
        ("a=b", "a=b"),
    ],
)
def test_no_choice_is_a_formula(choice, written):
    rule = drop_down_request(Place(1, Rect(0, 0, 1, 1)), (choice,))["setDataValidation"]["rule"]
    assert rule["condition"]["values"] == [{"userEnteredValue": written}]


def test_a_drop_down_stands_in_the_next_free_row_alone():
    cleared, offered = choice_requests(ENTRY, 4, ["A", "B"], "Ban one.")
    read("BatchUpdateSpreadsheetRequest", {"requests": [cleared, offered]})
    assert cleared == {"setDataValidation": {"range": ENTRY.grid_range()}}
    body = offered["setDataValidation"]
    assert (body["range"]["startRowIndex"], body["range"]["endRowIndex"]) == (11, 12)
    assert body["rule"] == {
        "condition": {
            "type": "ONE_OF_LIST",
            "values": [{"userEnteredValue": "A"}, {"userEnteredValue": "B"}],
        },
        "strict": False,
        "showCustomUi": True,
        "inputMessage": "Ban one.",
    }


@pytest.mark.parametrize(("row", "choices"), [(4, []), (200, ["A"])])
def test_with_nothing_to_offer_drop_downs_go(row, choices):
    assert len(choice_requests(ENTRY, row, choices, "")) == 1


def test_one_cell_texts_are_those_of_blocks_of_one_cell():
    assert one_cell_texts({"a": (("x",),), "b": (("x", "y"),), "c": (("x",), ("y",)), "d": ()}) == {
        "a": "x"
    }


def test_a_whole_tab_is_gone_through_once() -> None:
    """Not once a row: of a long match's tabs that took seconds."""

    class Counted(dict[tuple[int, int], str | int]):
        looks = 0

        def __iter__(self) -> Iterator[tuple[int, int]]:
            self.looks += 1
            return super().__iter__()

    texts = Counted({(row, column): "x" for row in range(50) for column in (0, 1, 9)})
    requests = write_requests(BOARD, texts)
    assert [len(request["updateCells"]["rows"]) for request in requests] == [50, 50]
    assert texts.looks == 1
