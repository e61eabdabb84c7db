"""The umpire directs a game on the console, line after line, as players answer on their sheets."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from errands import GAME
from hosting_kit import RATE, Game, House, open_house
from live_kit import ANA, BO
from named_ranges import read_named

from umpire.live.match_log import MatchLog
from umpire.match import Header
from umpire.projections.match_history import MatchHistory, rebuild
from umpire.sheets.template import folder_of_templates

SHEETS = str(folder_of_templates() / "plain-private")

pytestmark = pytest.mark.end_to_end


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch, GAME, SHEETS) as house:
        yield house


@pytest.fixture
def match(house: House) -> Game:
    """A match that goes on."""
    match = house.make(Header(GAME.id, ("Ana", "Bo"), {}))
    house.run(2)
    return match


def answers(match: Game) -> list[str]:
    return [row[0] for row in match.on_console("answer")]


def asked(match: Game, seat: int) -> str:
    who = match.row.players[seat]
    name = f"ask_{seat + 1}"
    return str(read_named(match.link(who), match.table(seat), [name])[name][0][0])


def record(match: Game) -> MatchHistory:
    """The match as its log has it."""
    return rebuild(match.row.header(), GAME, match.lines(), ())


@pytest.mark.parametrize("first", ["shout one", "pause"])
def test_who_directs_is_heard_as_a_player_is_however_long_they_think(
    house: House, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    monkeypatch.setattr("hosting_kit.RATE", replace(RATE, console=60.0))
    house.watch = house.daemon()
    match = house.make(Header(GAME.id, ("Ana", "Bo"), {}))
    house.run(2)
    for number, text in enumerate((first, "shout two")):
        house.run(300)
        match.commands(text)
        house.run(RATE.floor + 0.1)
        assert answers(match)[number].startswith("done")


class TestDirections:
    def test_several_may_be_typed_ahead_each_is_answered_in_its_row(self, match: Game) -> None:
        match.commands("shout one", "roll", "sing", "ask Ana", "undo", "shout two")
        match.house.run(3)
        told = answers(match)
        assert told[0] == "done: The umpire says: one."
        assert told[1].startswith("done")
        assert told[2].startswith("refused: 'sing' is no errand")
        assert told[4].startswith("done: The umpire undid part of the match.")
        state = record(match).match.state
        assert [text for _, text in state.told][::2] == ["one", "two"]
        cells = [line.cell for line in match.lines() if line.cell]
        assert cells == [f"Console!B{row}" for row in range(21, 27)]

    def test_a_direction_may_be_long_and_an_answer_may_not(self, match: Game) -> None:
        match.commands(f"shout {'x' * 3000}", f"shout {'x' * 4000}", f"say Ana {'x' * 600}")
        match.house.run(3)
        told = answers(match)
        assert told[0].startswith("done")
        assert "at most 4000" in told[1]
        assert "at most 500" in told[2]

    def test_they_are_heard_while_the_umpire_has_the_match_paused(self, match: Game) -> None:
        match.commands("pause", "ask Ana", "roll", "resume", "roll")
        match.house.run(3)
        told = answers(match)
        assert told[1] == "done: The umpire asks Ana."
        assert told[2].startswith("refused: No die is rolled")
        assert told[4].startswith("done")
        assert record(match).match.chance_count == 1

    def test_the_next_free_row_offers_directions_and_commands(self, match: Game) -> None:
        match.commands("shout one")
        match.house.run(3)
        fields = "sheets.data(startRow,startColumn,rowData.values.dataValidation)"
        sheet = match.metadata(fields, on=match.console)["sheets"][0]["data"][0]
        (rule,) = [
            cell["dataValidation"]
            for line in sheet["rowData"]
            for cell in line.get("values", [])[1:2]
            if "roll" in json.dumps(cell.get("dataValidation"))
        ]
        offered = [one["userEnteredValue"] for one in rule["condition"]["values"]]
        assert {"roll", "ask Ana", "pause", "undo"} <= {*offered}
        assert "withdraw Ana" not in offered, "nobody is asked anything"
        assert rule["inputMessage"].startswith("What is next?")

    def test_hundreds_of_rows_may_be_used(self, match: Game) -> None:
        for hundred in range(3):
            rows = [f"shout {hundred}.{number}" for number in range(100)]
            match.writes("entry", rows, row=100 * hundred, on=match.console)
            match.house.run(15)
        assert len(answers(match)) == 300
        assert all(answer.startswith("done") for answer in answers(match))
        assert len(record(match).match.state.told) == 300


class TestWhoSeesWhat:
    def test_a_secret_question_shows_at_its_player_s_table_alone(self, match: Game) -> None:
        match.commands("secretly Bo in 500")
        match.house.run(3)
        assert asked(match, BO).startswith("Say a number from 1 to 6.")
        assert "umpire" in asked(match, ANA)
        assert "Bo" not in asked(match, ANA)
        assert "Bo" not in match.shows("headline")[0][0]
        assert match.on_console("asked") == [[""], ["answer"]]
        match.types(BO, "4")
        match.house.run(3)
        assert "Bo" not in asked(match, ANA)

    def test_the_umpire_too_sees_that_somebody_has_answered_and_not_yet_what(
        self, match: Game
    ) -> None:
        match.commands("together Ana Bo")
        match.house.run(2)
        match.types(ANA, "x", "5")
        match.house.run(3)
        assert match.on_console("held") == [["answered"]]
        assert [row[0] for row in match.on_console("reply")] == ["answered"]
        shown = [*match.on_console("log_say"), *match.on_console("log_judged")]
        assert "5" not in str(shown)
        assert "taken" not in str(shown)
        match.types(BO, "2")
        match.house.run(3)
        assert "5" in [row[0] for row in match.on_console("log_say")]


def test_what_the_umpire_says_in_a_terminal_directs_too(match: Game) -> None:
    match.house.stop()
    with MatchLog.open(match.house.store, match.row, "token") as live:
        live.resume_itself()
        assert live.command("umpire", "shout one").text == "The umpire says: one."
        assert not live.command("umpire", "sing").ok
