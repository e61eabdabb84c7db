"""An entry form at a real server over HTTP: what its player sees, and what the daemon asks for."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import Game, House, open_house
from live_kit import ANA, BO
from named_ranges import read_named
from toy import Number

from umpire.errors import UmpireError
from umpire.games.base import Decision
from umpire.games.page import Draft, DraftBlock, DraftRow, Field, Sum

pytestmark = pytest.mark.end_to_end

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

    def test_a_formula_is_refused_whatever_it_shows(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        fills(match, ANA, number='="3"', send=True)
        house.run(4)
        assert match.log() == []
        assert match.answers(ANA)[0].startswith("refused: the sheet took number for a formula; ")
        assert stands(match, ANA, "number", "send") == ["3", False]
        fills(match, ANA, number="3", send=True)
        house.run(4)
        assert match.log() == [("Ana", "3", None)]
        assert stands(match, ANA) == ["", "", False, False]

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

    def test_a_page_is_given_what_the_game_says_of_the_form(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fields(_: Number, view: Any, decision: Decision, filled: Any) -> dict[str, Field]:
            number = Field("Your number", {"4": "even", "9": "odd"}, least=0, most=6)
            return {"half": Field("Which half?", optional=True), "number": number}

        def draft(_: Number, view: Any, decision: Decision, filled: Any) -> Draft:
            half = filled["half"]
            rows = (DraftRow("Yours", (half,), good=True),)
            return Draft(
                say=f"You say {half}.",
                sums={"number": Sum("4 of 6", ok=False), "elsewhere": Sum("0")},
                blocks=(DraftBlock("Halves", rows=rows),),
            )

        monkeypatch.setattr(Number, "fields", fields)
        monkeypatch.setattr(Number, "draft", draft)
        match = house.match("Ana", "Bo")
        house.run()
        fills(match, ANA, half="high", number="9")
        house.run()
        told = previewed(match, ANA)
        assert told["fields"] == {
            "form_half_1": {"label": "Which half?", "optional": True},
            "form_number_1": {"label": "Your number", "least": 0, "most": 6},
        }
        assert told["says"] == [{"of": ["form_number_1"], "texts": {"4": "even"}}], (
            "nine is not offered"
        )
        assert told["draft"] == {
            "say": "You say high.",
            "missing": told["more"],
            "sums": {"form_number_1": {"text": "4 of 6", "ok": False}},
            "blocks": [
                {
                    "title": "Halves",
                    "rows": [{"label": "Yours", "pieces": ["high"], "good": True}],
                }
            ],
        }

    def test_a_draft_is_given_anew_even_if_no_cell_changes(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def draft(_: Number, view: Any, decision: Decision, filled: Any) -> Draft:
            return Draft(f"You say {filled['half']}.")

        monkeypatch.setattr(Number, "draft", draft)
        match = house.match("Ana", "Bo")
        house.run()
        for half in ("neither", "nothing"):  # both are refused with the same sentence
            fills(match, ANA, half=half, number="9")
            house.run()
            assert note(match, ANA).startswith("“9”: 9 is too much")
            assert previewed(match, ANA)["draft"]["say"] == f"You say {half}."

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


def test_it_costs_no_read_more_and_one_write_for_whatever_changes(house: House) -> None:
    match = house.match("Ana", "Ana", "Bo")
    house.run()

    def costs() -> tuple[int, int]:
        house.forget_calls()
        house.run(10)
        return len(house.calls("read")), len(house.calls("write"))

    assert costs() == (20, 0)
    fills(match, ANA, half="high", number="5")
    assert costs()[1] == 1
    assert note(match, ANA) == "Tick send for “5”."
    assert offered(match, ANA, "number") == [*"456"]
    fills(match, ANA, send=True)
    assert costs()[1] == 1, "it answers, unticks, empties and offers anew"
    assert match.answers(ANA)[0].endswith("taken: 5")
    assert stands(match, ANA) == ["", "", False, False]
    assert offered(match, ANA, "number") == [*"123456"]


def test_a_name_moved_over_the_score_sheet_destroys_nothing_that_was_typed(house: House) -> None:
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
