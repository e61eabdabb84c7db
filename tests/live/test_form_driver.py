"""An entry form at a real server over HTTP: what its player sees, and what the daemon asks for."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import DAEMON, Game, House, open_house
from live_kit import ANA, BO, TOY
from named_ranges import read_named

from sheets_emulator.faults import Fault
from umpire.errors import UmpireError
from umpire.live.match_log import TTL

pytestmark = pytest.mark.end_to_end

DOWN, RESET, LOST = Fault("status", 503), Fault("reset"), Fault("lost")
HOLDS = {"who": "group", "rule": "last", "limit": 60}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch, sheets="form_sheets") as house:
        yield house


def fills(match: Game, seat: int, **cells: Any) -> None:
    """Fill cells in with the player's own link, in this order."""
    for cell, value in cells.items():
        match.writes(f"form_{cell}_{seat + 1}", value, who=match.row.players[seat])


def stands(match: Game, seat: int, *cells: str) -> list[Any]:
    sheets = match.link(match.row.players[seat])
    names = [f"form_{cell}_{seat + 1}" for cell in cells or ("half", "number", "send", "lock")]
    blocks = read_named(sheets, match.spreadsheet, names)
    return [blocks[name][0][0] for name in names]


def formed(match: Game, seat: int) -> list[str]:
    return [row[0] for row in match.shows(f"formed_{seat + 1}")]


def note(match: Game, seat: int) -> str:
    shown = match.shows(f"form_note_{seat + 1}")
    return str(shown[0][0]) if shown else ""


def previewed(match: Game, seat: int) -> dict[str, Any]:
    """What a page is told of a form's note."""
    name = f"form_note_{seat + 1}"
    (told,) = (one for one in match.told_beside() if one["range"] == name and "of" in one)
    return told


def cell_data(match: Game, tab: int, row: int, column: int) -> Any:
    """A cell of a tab with all that is set there."""
    fields = "sheets.data.rowData.values(userEnteredValue,userEnteredFormat,dataValidation)"
    rows = match.metadata(fields)["sheets"][tab]["data"][0]["rowData"]
    return rows[row]["values"][column]


def offered(match: Game, seat: int, cell: str) -> list[str]:
    column = {"half": 1, "number": 2}[cell]
    rule = cell_data(match, 1 + seat, 1, column).get("dataValidation", {})
    return [one["userEnteredValue"] for one in rule.get("condition", {}).get("values", [])]


class TestAtTheSheet:
    def test_it_takes_the_next_row_is_answered_there_and_left_empty(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        match.types(ANA, "x")
        house.run()
        fills(match, ANA, half="low", number="3", send=True)
        house.run()
        assert match.log() == [("Ana", "x", "syntax"), ("Ana", "3", None)]
        assert formed(match, ANA) == ["", "3"]
        assert match.answers(ANA)[1] == "taken: 3"
        assert match.shows("reply_1") == [["taken: 3"]]
        assert stands(match, ANA) == ["", "", False, False]
        assert match.shows("entry_1") == [["x"]]
        assert match.lines()[-1].cell == "Ana!D2"

    def test_a_refused_one_stays_to_be_corrected(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        fills(match, ANA, number="9", send=True)
        house.run()
        assert match.answers(ANA)[0].startswith("refused: 9 is too much")
        assert stands(match, ANA) == ["", "9", False, False]
        fills(match, ANA, number="6", send=True)
        house.run()
        assert match.answers(ANA)[1] == "taken: 6"

    def test_what_was_filled_in_for_a_question_goes_when_it_is_answered_otherwise(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Ana", "Bo")
        house.run()
        fills(match, ANA, half="low", number="5")
        house.run()
        match.types(ANA, "3")
        house.run()
        assert match.answers(ANA) == ["taken: 3"]
        assert stands(match, ANA) == ["", "", False, False]
        assert note(match, ANA).startswith("Fill in")
        fills(match, ANA, half="low", number="2")
        house.run()
        assert stands(match, ANA, "half", "number") == ["low", "2"], "this is for the next one"

    def test_what_was_filled_in_stays_while_its_question_does(self, house: House) -> None:
        match = house.match(HOLDS, "Ana")
        house.run()
        fills(match, ANA, number="5")
        house.run()
        match.types(ANA, "x", "3")
        match.types(BO, "2")
        house.run()
        assert stands(match, ANA, "number") == ["5"], "it may still be sent in place of the 3"
        match.types(ANA, "lock")
        house.run()
        assert stands(match, ANA, "number") == [""]

    def test_a_number_in_a_cell_is_asked_for_again(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        fills(match, ANA, number=3, send=True)
        house.run()
        assert match.log() == []
        assert match.answers(ANA)[0].startswith("refused: the sheet took number for a number")
        assert stands(match, ANA, "number", "send") == [3, False]

    def test_a_held_one_is_emptied_when_its_decision_closes(self, house: House) -> None:
        match = house.match(HOLDS, "Ana")
        house.run()
        fills(match, ANA, number="3", send=True)
        house.run()
        assert stands(match, ANA) == ["", "3", False, False]
        house.run(62)
        assert stands(match, ANA) == ["", "", False, False]

    def test_the_other_box_locks(self, house: House) -> None:
        match = house.match(HOLDS, "Ana")
        house.run()
        fills(match, ANA, number="3", send=True, lock=True)
        fills(match, BO, number="4", send=True)
        house.run()
        assert formed(match, ANA) == ["3", "lock"]
        fills(match, BO, lock=True)
        house.run()
        assert match.shows("headline")[0][0].startswith("Ana to answer")
        assert stands(match, BO) == ["", "", False, False]

    def test_the_drop_downs_follow_what_is_asked_and_what_is_filled_in(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        assert offered(match, ANA, "half") == ["low", "high"]
        assert offered(match, ANA, "number") == [*"123456"]
        assert offered(match, BO, "half") == offered(match, BO, "number") == []
        fills(match, ANA, half="high")
        house.run()
        assert offered(match, ANA, "number") == [*"456"]
        fills(match, ANA, number="5", send=True)
        house.run()
        assert offered(match, ANA, "half") == offered(match, ANA, "number") == []
        assert offered(match, BO, "half") == ["low", "high"]

    def test_a_page_is_told_of_which_texts_the_note_is(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        assert previewed(match, ANA) == {"range": "form_note_1", "of": {}, "line": ""}
        fills(match, ANA, half="high", number="5")
        house.run()
        of = {"form_half_1": "high", "form_number_1": "5"}
        assert previewed(match, ANA) == {"range": "form_note_1", "of": of, "line": "5"}
        fills(match, ANA, half="", number="9")
        house.run()
        told = previewed(match, ANA)
        assert (told["of"], told["line"], told["wrong"]) == ({"form_number_1": "9"}, "9", True)
        assert note(match, ANA) == f"“9”: {told['more']}"
        fills(match, ANA, number="5", send=True)
        house.run()
        assert previewed(match, ANA) == {"range": "form_note_1", "of": {}, "line": ""}

    def test_the_note_says_what_to_fill_in_and_nothing_to_who_is_not_asked(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        assert note(match, ANA) == ""
        house.run()
        assert note(match, ANA) == "Fill in “half” and “number”, then tick send."
        assert note(match, BO) == ""
        house.stop()
        assert note(match, ANA) == "Fill in “half” and “number”, then tick send."
        house.store.inbox.put(match.row.id, "umpire", "pause", "2026-01-01T12:00:00Z")
        house.watch = house.daemon()
        house.run()
        assert note(match, ANA) == ""

    def test_fields_stay_plain_text_and_boxes_boxes_whatever_is_pasted_there(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        form = {
            "sheetId": 1002,
            "startRowIndex": 1,
            "endRowIndex": 3,
            "startColumnIndex": 2,
            "endColumnIndex": 4,
        }
        date = {"userEnteredFormat": {"numberFormat": {"type": "DATE", "pattern": "d mmm"}}}
        paste = {"range": form, "cell": date, "fields": "userEnteredFormat,dataValidation"}
        match.change({"repeatCell": paste})
        match.types(ANA, "x")
        house.run()
        text = {"numberFormat": {"type": "TEXT", "pattern": "@"}}
        assert cell_data(match, 1, 1, 2)["userEnteredFormat"] == text
        send = cell_data(match, 1, 1, 3)
        assert "userEnteredFormat" not in send
        assert send["dataValidation"]["condition"] == {"type": "BOOLEAN"}
        assert send["dataValidation"]["inputMessage"] == "Tick to send."

    def test_the_next_row_to_write_in_is_the_one_below_what_the_form_wrote(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        fills(match, ANA, number="9", send=True)
        house.run()
        fields = "sheets.data.rowData.values(effectiveFormat(backgroundColor))"
        rows = match.metadata(fields)["sheets"][1]["data"][0]["rowData"]
        fills_of_entries = [row["values"][1]["effectiveFormat"] for row in rows[7:11]]
        first, second, *others = fills_of_entries
        assert second != first
        assert others == [first, first]

    def test_only_its_player_can_fill_it_in(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        for cell, value in (("number", "3"), ("send", True)):
            with pytest.raises(UmpireError, match="protected cell"):
                match.writes(f"form_{cell}_1", value, who="Bo")


class TestRequests:
    def test_it_costs_no_read_more_and_no_write_while_nothing_changes(self, house: House) -> None:
        house.match("Ana", "Bo")
        house.run()
        house.forget_calls()
        house.run(10)
        assert len(house.calls("read")) == 20
        assert house.calls("write") == []

    def test_a_cell_filled_in_costs_one_write_that_says_what_would_be_sent(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        fills(match, ANA, number="3")
        house.forget_calls()
        house.run(10)
        assert len(house.calls("write")) == 1
        assert match.shows("form_note_1") == [["Tick send for “3”."]]

    def test_one_write_answers_unticks_empties_and_offers_anew(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        fills(match, ANA, number="3", send=True)
        house.forget_calls()
        house.run(5)
        assert len(house.calls("write")) == 1
        assert stands(match, ANA) == ["", "", False, False]

    def test_who_is_asked_again_finds_the_empty_forms_choices_after_that_one_write(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Ana", "Bo")
        house.run()
        fills(match, ANA, half="high", number="5")
        house.run()
        assert offered(match, ANA, "number") == [*"456"]
        house.forget_calls()
        fills(match, ANA, send=True)
        house.run(5)
        assert len(house.calls("write")) == 1
        assert offered(match, ANA, "number") == [*"123456"]


class TestTrouble:
    @pytest.mark.parametrize("fault", [DOWN, RESET, LOST, Fault("status", 500, html=True)])
    def test_a_write_that_fails_is_repeated_and_nothing_is_sent_twice(
        self, house: House, fault: Fault
    ) -> None:
        match = house.match("Ana", "Ana", "Bo")
        house.run()
        fills(match, ANA, number="3", send=True)
        house.goes_wrong("write", fault, fault)
        house.run(8)
        assert match.log() == [("Ana", "3", None)]
        assert stands(match, ANA) == ["", "", False, False]
        assert offered(match, ANA, "number") == [*"123456"]

    def test_after_a_crash_between_log_and_sheet_the_same_tick_is_not_sent_twice(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Ana", "Bo")
        house.run()
        fills(match, ANA, number="3", send=True)
        house.goes_wrong("write", *[RESET] * 9)
        house.run(3)
        assert match.log() == [("Ana", "3", None)]
        assert stands(match, ANA, "number", "send") == ["3", True]
        house.server.faults.coming.clear()
        house.hands.move(TTL + 1)
        house.watch = house.daemon()
        house.run()
        assert match.log() == [("Ana", "3", None)]
        assert stands(match, ANA) == ["", "", False, False]
        assert formed(match, ANA) == ["3"]

    def test_what_is_changed_before_the_write_comes_through_is_sent_too_not_emptied(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        fills(match, ANA, number="9", send=True)
        house.goes_wrong("write", *[RESET] * 4)
        house.run(1)
        fills(match, ANA, number="4")
        house.run(10)
        assert match.log() == [("Ana", "9", "illegal"), ("Ana", "4", None)]

    def test_a_name_moved_over_the_score_sheet_destroys_nothing_that_was_typed(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        match.types(ANA, "twelve")
        house.run()
        names = {one["name"]: one for one in match.metadata("namedRanges")["namedRanges"]}
        for name in ("form_number_1", "form_send_1"):
            moved = {**names[name], "range": names["entry_1"]["range"]}
            match.change({"updateNamedRange": {"namedRange": moved, "fields": "range"}})
        house.run(70)
        fills(match, ANA, lock=True)
        house.run(5)
        assert match.shows("entry_1") == [["twelve"]]


class TestTakenAway:
    def gone(self, match: Game, *cells: str) -> list[Any]:
        names = [
            one
            for one in match.metadata("namedRanges")["namedRanges"]
            if one["name"] in [f"form_{cell}_1" for cell in cells]
        ]
        ids = [one["namedRangeId"] for one in names]
        match.change(*({"deleteNamedRange": {"namedRangeId": one}} for one in ids))
        return names

    def test_a_form_may_be_taken_away_in_the_middle_of_a_match(self, house: House) -> None:
        """Its cells go, and with them its names and their protected ranges."""
        match = house.match("Ana", "Bo")
        house.run()
        form = {"sheetId": 1002, "dimension": "ROWS", "startIndex": 1, "endIndex": 4}
        match.change({"deleteDimension": {"range": form}})
        house.run(5)
        match.types(ANA, "3")
        house.run(5)
        assert match.answers(ANA) == ["taken: 3"]
        assert house.watch.status().matches[0].troubles == ()
        fills(match, BO, number="4", send=True)
        house.run()
        assert match.answers(BO) == ["taken: 4"]

    def test_of_half_a_form_the_umpire_is_told(self, house: House) -> None:
        match = house.match("Ana", "Ana", "Bo")
        house.run()
        row = {"sheetId": 1002, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}
        match.change({"deleteDimension": {"range": row}})
        house.run(5)
        assert house.watch.status().matches[0].troubles == (
            "The entry form of Ana has no range named form_half_1, form_number_1, form_send_1: "
            "define it again, or remove the whole form.",
        )
        match.types(ANA, "3")
        house.run()
        assert match.answers(ANA) == ["taken: 3"]

    def test_names_that_somebody_has_taken_from_it_are_put_back(self, house: House) -> None:
        match = house.match("Ana", "Ana", "Bo")
        house.run()
        self.gone(match, "half", "number", "send", "lock", "note")
        house.run(2)
        fills(match, ANA, number="3", send=True)
        house.run(5)
        assert match.answers(ANA) == ["taken: 3"]
        assert offered(match, ANA, "half") == ["low", "high"]

    def test_cells_may_be_moved_about(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        above = {"sheetId": 1002, "dimension": "ROWS", "startIndex": 1, "endIndex": 4}
        match.change({"insertDimension": {"range": above}})
        house.run()
        fills(match, ANA, number="3", send=True)
        house.run()
        assert match.answers(ANA) == ["taken: 3"]
        assert match.lines()[-1].cell == "Ana!D5"
        assert stands(match, ANA) == ["", "", False, False]


def test_the_score_sheet_grows_with_what_the_form_writes(house: House) -> None:
    match = house.match("Ana", "Bo")
    house.run()
    for number in range(32):
        fills(match, ANA, number=str(10 + number), send=True)
        house.run(1)
    rows = read_named(match.link("Ana"), match.spreadsheet, ["formed_1"])["formed_1"]
    assert len(rows) == 160
    assert len(formed(match, ANA)) == 32
    assert read_named(house.sheets(DAEMON), match.spreadsheet, ["answer_1"])["answer_1"][31][0]


class TestOnATable:
    """A game with secrets: the form is on its player's own spreadsheet."""

    @pytest.fixture
    def house(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
        folder = tmp_path / "with_tables"
        shutil.copytree(Path(__file__).parent / "form_sheets", folder)
        main = (folder / "template.toml").read_text()
        main = main.replace('["board.toml", "sheet.toml"]', '["board.toml"]')
        tables = 'table_title = "{player}"\ntables = ["sheet.toml"]\n'
        (folder / "template.toml").write_text(main + tables)
        sheet = (folder / "sheet.toml").read_text()
        own = '{ at = "A2:A4", name = "events" },\n  { at = "A5:A6", name = "said" },\n'
        (folder / "sheet.toml").write_text(sheet.replace("areas = [\n", f"areas = [\n  {own}"))
        game = type("PrivateNumbers", (type(TOY),), {"private": True})()
        with open_house(tmp_path, monkeypatch, game, str(folder)) as house:
            yield house

    def test_it_is_heard_and_tidied_there(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        own = {"who": "Ana", "on": match.table(ANA)}
        match.writes("form_number_1", "3", **own)
        match.writes("form_send_1", True, **own)
        house.run(3)
        assert match.log() == [("Ana", "3", None)]
        names = ["formed_1", "form_number_1", "form_send_1", "form_note_1"]
        blocks = read_named(match.link("Ana"), match.table(ANA), names)
        assert [blocks[name][0][0] for name in names] == ["3", "", False, ""]
