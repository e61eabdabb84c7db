"""What was really typed is what counts, whatever a cell shows, and one look tells it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import DAEMON, Game, House, open_house
from live_kit import ANA
from named_ranges import read_named

from umpire.live.match_log import TTL
from umpire.sheets.snapshot import Snapshot
from umpire.store import LogLine

pytestmark = pytest.mark.end_to_end

TIMED = [{"who": "Ana", "limit": 60}, {"who": "Bo", "limit": 60}, "Ana"]
TEXT = "=1+1"
CHIP = {"personProperties": {"email": "bo@example.org"}}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch) as house:
        yield house


def started(house: House, *phases: Any) -> Game:
    match = house.match(*(phases or ("Ana", "Bo")))
    house.run()
    house.forget_calls()
    return match


def puts(match: Game, row: int, cell: dict[str, Any], *, on: int = 3) -> None:
    """Have a CellData in a row of Ana's score sheet, whoever typed it."""
    area = {
        "sheetId": 1002,
        "startRowIndex": on + row,
        "endRowIndex": on + row + 1,
        "startColumnIndex": 1,
        "endColumnIndex": 2,
    }
    fields = "userEnteredValue,chipRuns"
    match.change({"updateCells": {"range": area, "rows": [{"values": [cell]}], "fields": fields}})


def text(value: str) -> dict[str, Any]:
    return {"userEnteredValue": {"stringValue": value}}


def formula(value: str) -> dict[str, Any]:
    return {"userEnteredValue": {"formulaValue": value}}


def chip() -> dict[str, Any]:
    return {**text("@"), "chipRuns": [{"chip": CHIP}]}


class TestWhatIsTyped:
    def test_a_text_that_looks_like_a_formula_is_judged_as_text_and_kept_so(
        self, house: House
    ) -> None:
        match = started(house)
        puts(match, 0, text(TEXT))
        house.run()
        assert match.log() == [("Ana", TEXT, "syntax")]
        assert match.answers(ANA) == ["refused: =1+1 is no number: say one from 1 to 6, such as 3."]
        (entry,) = house.store.entries(match.row.id)
        assert entry.value == TEXT

    @pytest.mark.parametrize(
        ("cell", "answer"),
        [
            (formula("=1+1"), "a formula; type it again without the = in front."),
            (formula('="3"'), "a formula; type it again without the = in front."),
            (formula("=+A9"), "a formula; type it again with an apostrophe in front"),
            (chip(), "a smart chip; type it again as plain text"),
        ],
    )
    def test_what_is_no_text_is_never_taken_whatever_it_shows(
        self, house: House, cell: dict[str, Any], answer: str
    ) -> None:
        match = started(house)
        match.change(
            {
                "updateCells": {
                    "start": {"sheetId": 1002, "rowIndex": 8, "columnIndex": 0},
                    "rows": [{"values": [{"userEnteredValue": {"numberValue": 3}}]}],
                    "fields": "userEnteredValue",
                }
            }
        )
        puts(match, 0, cell)
        house.run(4)
        assert match.log() == []
        assert f"the sheet took this for {answer}" in match.answers(ANA)[0]
        assert len(match.notes()) == 2
        puts(match, 0, text("3"))
        house.run()
        assert match.log() == [("Ana", "3", None)]

    @pytest.mark.parametrize("cell", [formula('="3"'), formula('=T("@")'), chip()])
    def test_the_same_text_typed_over_a_formula_or_a_chip_is_heard(
        self, house: House, cell: dict[str, Any]
    ) -> None:
        match = started(house)
        puts(match, 0, cell)
        house.run(4)
        shows = read_named(match.link("Ana"), match.spreadsheet, ["entry_1"])["entry_1"][0][0]
        puts(match, 0, text(str(shows)))
        house.run()
        assert [say for _, say, _ in match.log()] == [shows]

    def test_a_formula_that_shows_nothing_is_a_formula(self, house: House) -> None:
        match = started(house)
        puts(match, 0, formula('=""'))
        match.writes("entry_1", "3", row=1)
        house.run()
        assert match.log() == [("Ana", "3", None)]
        assert match.answers(ANA)[0].startswith("refused: the sheet took this for a formula")


class TestRequests:
    def test_a_poll_is_one_request_that_shows_what_was_typed_and_where_names_lie(
        self, house: House
    ) -> None:
        match = started(house)
        match.types(ANA, "x")
        house.run(1)
        for call in house.calls("read"):
            assert call.path == f"/v4/spreadsheets/{match.spreadsheet}"

    def test_what_was_typed_while_a_write_was_under_way_its_answer_shows(
        self, house: House
    ) -> None:
        match = started(house)
        match.types(ANA, "7")
        daemon = house.sheets(DAEMON)
        write = daemon.write_and_fetch

        def after(*about: Any, **more: Any) -> Snapshot:
            daemon.write_and_fetch = write  # type: ignore[method-assign]
            match.types(ANA, "3")
            house.forget_calls()
            return write(*about, **more)

        daemon.write_and_fetch = after  # type: ignore[method-assign]
        while not match.log() or match.log()[-1] != ("Ana", "3", None):
            house.run(0.01)
        assert match.log() == [("Ana", "7", "illegal"), ("Ana", "3", None)]
        assert house.calls("read") == []

    def test_a_formula_that_changes_by_itself_costs_nothing(self, house: House) -> None:
        match = started(house)
        puts(match, 0, formula("=A2*2"))
        house.run()
        notes, lines = match.notes(), len(match.lines())
        house.forget_calls()
        for number in range(1, 4):
            cell = {"userEnteredValue": {"numberValue": number}}
            match.change(
                {
                    "updateCells": {
                        "start": {"sheetId": 1002, "rowIndex": 1, "columnIndex": 0},
                        "rows": [{"values": [cell]}],
                        "fields": "userEnteredValue",
                    }
                }
            )
            house.run(0.5)
        assert (match.notes(), len(match.lines())) == (notes, lines)
        assert len(house.calls("read")) <= 4  # one each half a second, with both ends
        match.types(ANA, "3")
        house.run()
        assert match.log() == [("Ana", "3", None)]


def told(match: Game) -> list[LogLine]:
    """The log without the pauses of a daemon that comes and goes."""
    return [line for line in match.lines() if line.say not in ("pause", "resume")]


KINDS: dict[str, dict[str, Any]] = {
    "a number": {"userEnteredValue": {"numberValue": 7}},
    "a date": {"userEnteredValue": {"numberValue": 45017}},
    "a time": {"userEnteredValue": {"numberValue": 0.3125}},
    "a tick": {"userEnteredValue": {"boolValue": True}},
    "a formula": formula("=1+1"),
    "a formula that shows a text": formula('="3"'),
    "a chip": chip(),
    "a text": text(TEXT),
}


class TestStartingAgain:
    def all_kinds(self, house: House) -> Game:
        match = started(house)
        for row, cell in enumerate(KINDS.values()):
            puts(match, row, cell)
        house.run(4)
        assert match.log() == [("Ana", TEXT, "syntax")]
        return match

    def after(self, house: House, match: Game) -> list[Any]:
        """What is told of the match once another daemon has watched it for a while."""
        house.hands.move(TTL + 1)
        house.watch = house.daemon()
        house.forget_calls()
        house.run(8)
        return told(match)

    def test_a_daemon_that_was_killed_leaves_one_that_notes_and_judges_nothing_anew(
        self, house: House
    ) -> None:
        match = self.all_kinds(house)
        before, answers = told(match), match.answers(ANA)
        assert len(answers) == len(KINDS)
        for _ in range(2):
            assert self.after(house, match) == before
            assert match.answers(ANA) == answers
        match.types(ANA, "3")
        house.run()
        assert match.log()[-1] == ("Ana", "3", None)
