"""The console in a spreadsheet: what the umpire ticks and writes there, and what goes wrong."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import RATE, Game, House, open_house
from live_kit import ANA
from named_ranges import read_named
from secret_toy import GAME as SECRET

from sheets_emulator.faults import Fault
from umpire.live.submissions import BEGINS

pytestmark = pytest.mark.end_to_end

DOWN = Fault("status", 503)
RESET = Fault("lost", 0)
LONG = {"who": "Ana", "limit": 600}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch, SECRET, "secret_sheets") as house:
        yield house


@pytest.fixture
def match(house: House) -> Game:
    """A match that goes on."""
    match = house.match(LONG, "Bo", "Ana", "Bo")
    house.run(2)
    assert headline(match).startswith("Waiting for Ana to answer")
    return match


def headline(match: Game) -> str:
    return str(match.on_console("headline")[0][0])


def answers(match: Game) -> list[str]:
    return [row[0] for row in match.on_console("answer")]


def said(match: Game) -> list[str | None]:
    """What was said in the match, by anybody but the program."""
    return [say for _, say, _ in match.log()]


class TestCommands:
    def test_a_command_is_carried_out_and_answered_in_its_row(self, match: Game) -> None:
        written = ["say Ana 4", "extend bo 60", "undo", "frobnicate", "note 1-2"]
        match.commands(*written)
        match.house.run(3)
        told = answers(match)
        assert told[:3] == ["taken: 4", "refused: No time limit of Bo is running.",
                            "done: The umpire takes back the last step: Ana's \"4\". "
                            "\"Ana says 4\" no longer counts."]  # fmt: skip
        assert told[3].startswith("refused: 'frobnicate' is not a command")
        assert match.on_console("entry") == [[text] for text in written]
        assert [line.cell for line in match.lines() if line.note is None] == [
            f"Console!B{row}" for row in range(21, 26)
        ]
        assert match.shows("said") == []

    def test_commands_are_heard_while_the_match_is_paused_and_after_its_end(
        self, match: Game
    ) -> None:
        match.commands("pause")
        match.house.run(3)
        match.commands("resume", "forfeit Ana")
        match.house.run(3)
        assert headline(match).startswith("★ Bo has won")
        match.commands("undo")
        match.house.run(3)
        assert headline(match).startswith("Waiting for Ana to answer")
        assert said(match) == ["pause", "resume", "forfeit Ana", "undo"]

    def test_the_column_grows_at_its_end(self, match: Game) -> None:
        match.writes("entry", "note far down", row=175, on=match.console)
        match.house.run(4)
        assert answers(match)[-1] == "done: The umpire notes: far down"
        rows = read_named(match.link("umpire"), match.console, ["entry", "answer", "number"])
        assert {len(block) for block in rows.values()} == {301}
        assert rows["number"][-1] == ("301",)
        match.writes("entry", "note at the end", row=300, on=match.console)
        match.house.run(4)
        assert answers(match)[-1] == "done: The umpire notes: at the end"

    def test_the_next_free_row_offers_commands(self, match: Game) -> None:
        match.commands("note one")
        match.house.run(3)
        fields = "sheets.data(startRow,startColumn,rowData.values.dataValidation)"
        sheet = match.metadata(fields, on=match.console)["sheets"][0]["data"][0]
        rules = {
            row: cell["dataValidation"]["condition"]
            for row, line in enumerate(sheet["rowData"])
            for cell in line.get("values", [])[1:2]
            if "dataValidation" in cell
        }
        assert 21 in rules, "row 22, which is the second of the column"
        offered = [one["userEnteredValue"] for one in rules[21]["values"]]
        assert offered == ["pause", "extend Ana 60", "undo"]

    def test_what_was_written_while_the_daemon_was_away_waits_until_the_match_goes_on(
        self, house: House
    ) -> None:
        match = house.match(LONG, "Bo")
        match.commands("say Ana 4")
        house.run(3)
        assert answers(match) == ["taken: 4"]


def how_often(match: Game) -> str:
    """What the console tells of how often it is read: the last of what it tells beside the box."""
    return [text for row in match.on_console("findings") for text in row if text][-1]


def test_a_console_says_how_often_it_is_read_until_nobody_reads_it(match: Game) -> None:
    assert match.on_console("findings")[0] == ["Everything is in order"]
    assert how_often(match) == "What you write here is read at once."
    match.house.stop()
    assert "read" not in how_often(match)


def test_a_console_at_which_somebody_typed_is_read_more_often_for_two_minutes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hosting_kit.RATE", replace(RATE, console=20.0))
    house.watch = house.daemon()
    match = house.match(LONG, "Bo", "Ana", "Bo")
    house.run(25)
    assert how_often(match) == "What you write here is read every 20 seconds."

    def reads(seconds: float) -> int:
        house.forget_calls()
        house.run(seconds)
        return len(house.calls("read", consoles=True))

    assert reads(40) <= 3
    match.ticks(True)
    house.run(25)
    assert headline(match).startswith("Paused by the umpire")
    assert how_often(match) == "What you write here is read at once."
    assert reads(60) > 60
    match.commands("note one")
    house.run(RATE.floor + 0.1)
    assert answers(match) == ["done: The umpire notes: one"], "answered as soon as a player is"
    house.run(125)
    assert reads(40) <= 3
    assert how_often(match) == "What you write here is read every 20 seconds."


class TestTheBox:
    def test_ticked_the_match_is_paused_until_it_is_unticked(self, match: Game) -> None:
        match.ticks(True)
        match.house.run(2)
        assert headline(match) == "Paused by the umpire. The clock stands."
        match.house.run(3)
        assert match.is_ticked
        match.ticks(False)
        match.house.run(2)
        assert headline(match).startswith("Waiting for Ana to answer")
        assert said(match) == ["pause", "resume"]

    def test_it_follows_what_is_said_otherwise(self, match: Game) -> None:
        live = only_match(match.house)
        for order, ticked in (("pause", True), ("resume", False), ("pause", True)):
            live.command("umpire", order)
            match.house.run(3)
            assert match.is_ticked == ticked
        match.commands("resume", "forfeit Ana")
        match.house.run(4)
        match.ticks(True)
        match.house.run(4)
        assert not match.is_ticked, "nothing can be paused any more"
        assert said(match) == ["pause", "resume", "pause", "resume", "forfeit Ana"]

    def test_a_tick_is_not_swallowed_by_a_pause_by_itself(self, match: Game) -> None:
        house = match.house
        house.stop()
        match.ticks(True)
        house.watch = house.daemon()
        house.run(5)
        assert headline(match) == "Paused by the umpire. The clock stands."
        assert match.is_ticked
        match.ticks(False)
        house.run(3)
        assert headline(match).startswith("Waiting for Ana to answer")
        assert said(match) == ["pause", "resume"]

    def test_the_clock_never_runs_where_it_was_ticked_while_the_daemon_was_away(
        self, house: House
    ) -> None:
        match = house.match(LONG, "Bo")
        match.ticks(True)
        house.run(5)
        assert headline(match) == "Paused by the umpire. The clock stands."
        assert only_match(house).now() == 0.0

    @pytest.mark.parametrize("lost", [True, False], ids=["the answer", "the write"])
    def test_a_write_nobody_knows_of_is_no_word_of_the_umpires(
        self, match: Game, lost: bool
    ) -> None:
        house, live = match.house, only_match(match.house)
        live.command("umpire", "pause")
        house.goes_wrong("write", RESET if lost else DOWN, at=match.console)
        house.run(0.3)
        live.command("umpire", "resume")
        house.run(5)
        live.command("umpire", "pause")
        house.run(5)
        assert match.is_ticked
        assert said(match) == ["pause", "resume", "pause"]


class TestWithoutIt:
    def test_a_match_that_was_made_without_one_is_played_as_before(self, house: House) -> None:
        match = house.match(LONG, "Bo")
        hosting = match.hosting
        kept = {role: at for role, at in hosting.spreadsheets.items() if role != "console"}
        house.store.set_hosting(match.row.id, replace(hosting, spreadsheets=kept))
        house.run(2)
        match.types(ANA, "4")
        house.run(2)
        assert match.answers(ANA) == ["taken: 4"]
        assert house.calls("read", consoles=True) == []

    @pytest.mark.parametrize("has_begun", [True, False])
    @pytest.mark.parametrize("fault", [Fault("status", 404), Fault("status", 403), DOWN])
    def test_it_may_be_gone_and_the_match_begins_and_goes_on(
        self, house: House, fault: Fault, has_begun: bool
    ) -> None:
        match = house.match(LONG, "Bo")
        house.run(2 if has_begun else 0)
        for kind in ("read", "write"):
            house.goes_wrong(kind, *[fault] * 40, at=match.console)
        house.run(30)
        match.types(ANA, "4")
        house.run(2)
        assert match.answers(ANA) == ["taken: 4"]
        assert match.notes() == [BEGINS]
        (status,) = house.watch.status().matches
        assert any(trouble.startswith("the console: ") for trouble in status.troubles)

    def test_names_that_are_gone_are_done_without_and_told(self, match: Game) -> None:
        gone = ["events", "entry", "report"]
        ids = {one["name"]: one["namedRangeId"] for one in
               match.metadata("namedRanges", on=match.console)["namedRanges"]}  # fmt: skip
        match.change(
            *({"deleteNamedRange": {"namedRangeId": ids[name]}} for name in gone),
            on=match.console,
        )
        match.house.run(5)
        finding = "the console: It has no range named entry, events, report: define it again"
        assert match.on_console("findings")[0][0].startswith(finding)
        match.ticks(True)
        match.house.run(3)
        assert headline(match) == "Paused by the umpire. The clock stands."

    def test_what_another_spreadsheet_lacks_is_told_there(self, match: Game) -> None:
        ids = {one["name"]: one["namedRangeId"] for one in
               match.metadata("namedRanges")["namedRanges"]}  # fmt: skip
        match.change({"deleteNamedRange": {"namedRangeId": ids["headline"]}})
        match.house.run(70)
        assert "the board has no range named headline" in match.on_console("findings")[0][0]

    def test_what_the_umpire_changes_by_hand_elsewhere_in_it_is_put_back(self, match: Game) -> None:
        match.writes("players", "Zoe", on=match.console)
        match.house.run(4)
        assert match.on_console("players") == [["Ana"], ["Bo"]]
        assert match.notes()[-1].startswith("the console: the sheet (players) was changed by hand")


def only_match(house: House) -> Any:
    (connection,) = house.watch._connections.values()
    (session,) = connection
    return session.log


def test_a_player_called_like_a_command_is_a_player(house: House) -> None:
    match = house.match({"who": "say", "limit": 60}, "note", players=("say", "note"))
    house.run(2)
    match.commands("say say 4", "say note 5", "note 5")
    house.run(3)
    assert answers(match) == ["taken: 4", "taken: 5", "done: The umpire notes: 5"]
