"""What a read shows for the first time is confirmed before it is taken, and only that."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import DAEMON, Game, House, open_house
from live_kit import ANA, BO

from sheets_emulator.faults import Fault
from umpire.sheets.client import Typed
from umpire.sheets.errors import Unreachable
from umpire.store import LogLine
from umpire.watch.live_match import TTL, LiveMatch
from umpire.watch.planner import GOOGLE

pytestmark = pytest.mark.end_to_end

TIMED = [{"who": "Ana", "limit": 60}, {"who": "Bo", "limit": 60}, "Ana"]
TEXT = "=1+1"
CHIP = {"personProperties": {"email": "bo@example.org"}}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch) as house:
        yield house


@pytest.fixture
def forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch, sheets="form_sheets") as house:
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


def meanwhile(house: House, act: Callable[[], object]) -> None:
    """Let something happen between the next read and the one that confirms it."""
    sheets = house.sheets(DAEMON)
    typed = sheets.typed

    def after(*args: Any) -> dict[str, Typed]:
        del sheets.typed  # type: ignore[method-assign]
        act()
        return typed(*args)

    sheets.typed = after  # type: ignore[method-assign]


def confirmed(house: House) -> list[list[str]]:
    """The ranges of each confirming read from now on."""
    sheets, found = house.sheets(DAEMON), []
    typed = sheets.typed

    def kept(spreadsheet: str, ranges: Sequence[str]) -> dict[str, Typed]:
        found.append(list(ranges))
        return typed(spreadsheet, ranges)

    sheets.typed = kept  # type: ignore[method-assign]
    return found


def live_match_of(house: House) -> LiveMatch:
    ((hosted,),) = house.watch._connections.values()
    return hosted.live


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
        assert len(match.notes()) == 3
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
        shows = match.link("Ana").read(match.spreadsheet, ["entry_1"])["entry_1"].rows[0][0]
        puts(match, 0, text(str(shows)))
        house.run()
        assert [say for _, say, _ in match.log()] == [shows]

    def test_a_formula_that_shows_nothing_is_nothing(self, house: House) -> None:
        match = started(house)
        puts(match, 0, formula('=""'))
        match.types(ANA, "3")
        house.run()
        assert match.log() == [("Ana", "3", None)]


class TestRequests:
    def test_a_row_is_confirmed_once_and_a_formula_is_known_again(self, house: House) -> None:
        match = started(house)
        match.types(ANA, "x", 44689, "=1+1")
        house.run(1)
        polls = 2
        assert len(house.calls("read")) == polls + 1
        assert len(house.calls("write")) == 1
        house.forget_calls()
        house.run(10)
        assert len(house.calls("read")) == 20
        assert house.calls("write") == []
        assert len(match.notes()) == 4

    def test_only_the_rows_that_are_new_are_asked_for(self, house: House) -> None:
        match = started(house)
        match.types(ANA, "x", "=1+1")
        house.run()
        asked = confirmed(house)
        match.types(ANA, "y", "z")
        match.types(BO, "too early")
        house.run(1)
        assert asked == [["Ana!B6:B7", "Bo!B4"]]

    def test_a_formula_that_changes_by_itself_costs_one_read_a_poll_and_no_word(
        self, house: House
    ) -> None:
        match = started(house)
        puts(match, 0, formula("=A2*2"))
        house.run()
        notes, lines = match.notes(), len(match.lines())
        for number in range(1, 9):
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
            house.forget_calls()
            house.run(0.5)
            polls = sum("batchGet" in call.path for call in house.calls("read"))
            assert 0 < len(house.calls("read")) - polls <= polls
            assert house.calls("write") == []
        assert (match.notes(), len(match.lines())) == (notes, lines)
        match.types(ANA, "3")
        house.run()
        assert match.log() == [("Ana", "3", None)]

    def test_confirming_is_counted(self, house: House) -> None:
        match = started(house)
        (connection,) = house.watch._connections.values()
        match.types(ANA, "x")
        asked = confirmed(house)
        reads: list[tuple[int, int]] = []
        confirm = connection._confirm

        def counted(*about: Any) -> dict[str, Typed]:
            before = connection.requests_made()[0]
            found = confirm(*about)
            reads.append((len(found), connection.requests_made()[0] - before))
            return found

        connection._confirm = counted  # type: ignore[method-assign]
        house.run()
        assert asked == [["Ana!B4"]]
        assert reads.count((1, 1)) == 1
        assert set(reads) == {(0, 0), (1, 1)}

    def test_a_quota_is_kept_with_a_formula_that_has_to_be_looked_at_each_time(
        self, house: House
    ) -> None:
        match = started(house)
        puts(match, 0, formula('="3"'))
        house.watch._connections[house.server.base_url]._rate = GOOGLE
        house.run(70)
        longest = 0.0
        (hosted,) = house.watch._connections[house.server.base_url]
        for _ in range(120):
            house.run(0.5)
            (connection,) = house.watch._connections.values()
            assert connection.requests_made()[0] <= GOOGLE.reads
            now = house.hands.clocks().monotonic()
            longest = max(longest, now - hosted.sheets[0].health.read_well)
        assert longest < 4, "reads are spread over the minute"


class TestBetweenTheTwoReads:
    def test_what_is_confirmed_is_what_counts(self, house: House) -> None:
        match = started(house)
        puts(match, 0, text("9"))
        meanwhile(house, lambda: puts(match, 0, text("3")))
        house.run(4)
        assert match.log() == [("Ana", "3", None)]
        assert match.answers(ANA) == ["taken: 3"]

    def test_what_was_emptied_was_not_there_and_may_come_back(self, house: House) -> None:
        match = started(house)
        puts(match, 0, text("3"))
        meanwhile(house, lambda: puts(match, 0, {}))
        house.run(0.5)
        assert match.log() == []
        puts(match, 0, text("3"))
        house.run(4)
        assert match.log() == [("Ana", "3", None)]

    def test_what_is_put_back_at_once_is_heard_as_well(self, house: House) -> None:
        match = started(house, "Ana", "Ana", "Bo")
        puts(match, 0, text("9"))
        meanwhile(house, lambda: puts(match, 0, text("8")))
        house.run(0.5)
        puts(match, 0, text("9"))
        house.run(4)
        assert [say for _, say, _ in match.log()] == ["8", "9"]

    def test_it_is_typed_when_the_first_read_began(self, house: House) -> None:
        match = started(house, *TIMED)
        match.types(ANA, "3")
        began: list[float] = []

        def slow() -> None:
            began.append(live_match_of(house).now())
            house.hands.move(5)

        meanwhile(house, slow)
        house.run(8)
        (line,) = [line for line in match.lines() if line.say == "3"]
        assert [line.t] == began

    def test_what_cannot_be_confirmed_was_not_read_and_no_limit_falls(self, house: House) -> None:
        match = started(house, *TIMED)
        house.run(56)
        match.types(ANA, "3")
        sheets = house.sheets(DAEMON)
        tries: list[object] = []

        def fails(*args: object) -> dict[str, Typed]:
            tries.append(args)
            raise Unreachable("nothing there: try again.")

        sheets.typed = fails  # type: ignore[method-assign]
        house.run(20)
        assert tries
        assert match.log() == []
        assert match.notes()[-1] == "pause: the spreadsheet cannot be reached"
        del sheets.typed  # type: ignore[method-assign]
        house.run(10)
        assert match.log() == [("Ana", "3", None)]

    @pytest.mark.parametrize("fault", [Fault("reset"), Fault("lost"), Fault("status", 500)])
    def test_it_is_tried_again(self, house: House, fault: Fault) -> None:
        match = started(house)
        match.types(ANA, "3")
        meanwhile(house, lambda: house.goes_wrong("read", fault, fault))
        house.run(8)
        assert match.log() == [("Ana", "3", None)]
        assert len(match.notes()) == 2


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

    def test_a_log_of_before_formulas_were_told_from_texts_is_gone_on_with(
        self, house: House, tmp_path: Path
    ) -> None:
        match = self.all_kinds(house)
        with closing(sqlite3.connect(tmp_path / "umpire.db")) as store, store:
            for row, cell in enumerate(KINDS.values()):
                old = cell["userEnteredValue"].get("formulaValue")
                if old is not None:
                    given = (json.dumps(old), row)
                    store.execute('update entries set "value" = ? where "row" = ?', given)
        before = told(match)
        assert self.after(house, match) == before
        puts(match, len(KINDS) - 1, text("3"))
        house.run()
        assert match.log()[-1] == ("Ana", "3", None)


class TestForms:
    def fills(self, match: Game, **cells: Any) -> None:
        for cell, value in cells.items():
            match.writes(f"form_{cell}_1", value, who="Ana")

    def stands(self, match: Game, *cells: str) -> list[Any]:
        names = [f"form_{cell}_1" for cell in cells]
        blocks = match.link("Ana").read(match.spreadsheet, names)
        return [blocks[name].rows[0][0] for name in names]

    def test_a_formula_in_a_field_is_refused(self, forms: House) -> None:
        match = started(forms)
        self.fills(match, number='="3"', send=True)
        forms.run(4)
        assert match.log() == []
        assert match.answers(ANA) == [
            "refused: the sheet took number for a formula; fill it in again without the = in front."
        ]
        assert self.stands(match, "number", "send") == ["3", False]
        self.fills(match, number="3", send=True)
        forms.run(4)
        assert match.log() == [("Ana", "3", None)]
        assert self.stands(match, "number", "send") == ["", False]

    def test_a_text_that_looks_like_a_formula_is_sent_as_text(self, forms: House) -> None:
        match = started(forms)
        self.fills(match, number={"stringValue": "=1+1"}, send=True)
        forms.run(4)
        assert match.log() == [("Ana", "=1+1", "syntax")]
        assert match.shows("formed_1") == [["=1+1"]]

    @pytest.mark.parametrize("box", ["send", "lock"])
    def test_a_box_is_ticked_by_hand_alone(self, forms: House, box: str) -> None:
        match = started(forms)
        self.fills(match, number="3", **{box: "=1=1"})
        forms.run(4)
        assert match.log() == []
        assert match.answers(ANA) == [
            f"refused: the box to {box} holds a formula; tick the box itself."
        ]
        assert self.stands(match, "number", box) == ["3", False]
        self.fills(match, send=True)
        forms.run(4)
        assert match.log() == [("Ana", "3", None)]

    def test_a_tick_is_confirmed_once(self, forms: House) -> None:
        match = started(forms)
        self.fills(match, number="3")
        forms.run()
        asked = confirmed(forms)
        self.fills(match, send=True)
        forms.run(5)
        assert asked == [["Ana!B2", "Ana!C2", "Ana!D2", "Ana!D3"]]

    def test_a_killed_daemon_has_refused_a_formula_once_and_for_all(self, forms: House) -> None:
        match = started(forms)
        self.fills(match, number='="3"', send=True)
        forms.goes_wrong("write", *[Fault("reset")] * 9)
        forms.run(3)
        before = told(match)
        forms.server.faults.coming.clear()
        forms.hands.move(TTL + 1)
        forms.watch = forms.daemon()
        forms.run(5)
        assert told(match) == before
        assert self.stands(match, "number", "send") == ["3", False]
