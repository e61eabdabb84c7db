"""Spreadsheets in which people cannot play: the match waits, and its umpire is told why."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import DAEMON, RATE, Game, House, open_house
from live_kit import ANA, BO

from sheets_emulator.faults import Fault
from umpire.checkup.match import Checkup
from umpire.live.health import Health
from umpire.live.match_session import MatchSession
from umpire.sheets.addresses import local_account
from umpire.sheets.growth import LEAST_FREE, MOST_CELLS

pytestmark = pytest.mark.end_to_end

TIMED = [{"who": "Ana", "limit": 600}, {"who": "Bo", "limit": 600}, *["Ana"] * 70]
ROWS = 60
"""The rows of a score sheet in the template of these tests."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch) as house:
        yield house


def session(house: House) -> MatchSession:
    (only,) = (one for connection in house.watch._connections.values() for one in connection)
    return only


def drive(match: Game, method: str, path: str, body: Any = None) -> Any:
    """Ask Drive about the match's spreadsheet, as its owner."""
    where = f"/drive/v3/files/{match.spreadsheet}{path}"
    return match.house.sheets(DAEMON).request(method, where, body).body


def doctor(match: Game) -> list[str]:
    house = match.house
    connect = house.sheets(DAEMON), (local_account(DAEMON),)
    checkup = Checkup(house.store, match.row, lambda _: connect, 0.0)
    return [one.sentence for one in checkup.findings() if one.level in ("warning", "wrong")]


def waits(match: Game) -> str | None:
    """Why a match waits that has paused by itself."""
    return session(match.house).log.history.paused_because


class TestInTheTrash:
    def test_the_match_waits_until_it_is_restored(self, house: House) -> None:
        match = house.match(*TIMED)
        house.run()
        drive(match, "patch", "", {"trashed": True})
        house.run(RATE.full + 1)
        why = waits(match)
        assert why is not None
        assert "is in the trash of the Drive, where nobody can edit it: restore it there" in why
        assert session(house).troubles == (why,)
        assert any("trash" in found for found in doctor(match))
        assert "Waiting" not in match.shows("headline")[0][0]
        drive(match, "patch", "", {"trashed": False})
        match.types(ANA, "3")
        house.run(2 * RATE.idle)
        assert waits(match) is None
        assert match.answers(ANA) == ["taken: 3"]

    def test_drive_that_does_not_answer_stops_nobody(self, house: House) -> None:
        match = house.match(*TIMED)
        house.run()
        drive(match, "patch", "", {"trashed": True})
        down = Fault("status", 503, when=lambda call: call.kind == "drive")
        house.server.faults.plan(*[down] * 5)
        house.run(RATE.full + 1)
        assert waits(match) is None
        match.types(ANA, "3")
        house.run()
        assert match.answers(ANA) == ["taken: 3"]


class TestWithoutTheRightToEdit:
    @pytest.mark.parametrize(
        ("player", "change"),
        [("Bo", ("patch", {"role": "reader"})), ("Ana", ("delete", None))],
        ids=["who may only read", "who is let in no more"],
    )
    def test_a_player_stops_the_match_until_let_in_again(
        self, house: House, player: str, change: tuple[str, Any]
    ) -> None:
        match = house.match(*TIMED)
        house.run()
        account = local_account(match.link_of(player).secret)
        (share,) = (
            one for one in house.sheets(DAEMON).shares(match.spreadsheet) if one.email == account
        )
        method, body = change
        drive(match, method, f"/permissions/{share.id}", body)
        house.run(RATE.full + 1)
        assert f"{player} can no longer edit" in (waits(match) or "")
        house.sheets(DAEMON).share(match.spreadsheet, account, "writer")
        house.run(2 * RATE.idle)
        assert waits(match) is None


class TestAtTheLimitOfCells:
    def fill(self, match: Game, left: int) -> int:
        """Fill the spreadsheet with a player's tab, and return the tab's id."""
        sizes = match.metadata("sheets.properties.gridProperties")["sheets"]
        used = sum(
            grid["rowCount"] * grid["columnCount"]
            for grid in (one["properties"]["gridProperties"] for one in sizes)
        )
        free = MOST_CELLS - used - left
        for its, rows, columns in ((7, free // 26, 26), (8, free % 26, 1)):
            grid = {"rowCount": max(1, rows), "columnCount": columns}
            tab = {"sheetId": its, "title": f"notes {its}", "gridProperties": grid}
            match.link("Bo").write(match.spreadsheet, [{"addSheet": {"properties": tab}}])
        return 7

    def test_what_must_grow_and_cannot_is_told_and_stops_the_match_when_it_is_full(
        self, house: House
    ) -> None:
        match = house.match(*TIMED)
        house.run()
        tab = self.fill(match, left=20)
        match.types(ANA, *["no number"] * (ROWS - LEAST_FREE + 1))
        house.run(RATE.full + 1)
        (trouble,) = session(house).troubles
        assert "The score sheet of Ana is nearly full and cannot grow" in trouble
        assert "at most 10,000,000 cells" in trouble
        assert "notes 7 (9,9" in trouble
        assert waits(match) is None, "there are rows left"
        assert any("It cannot grow any more" in found for found in doctor(match))
        match.types(ANA, *["no number"] * (LEAST_FREE - 1))
        house.run(RATE.full + 1)
        assert "cannot grow" in (waits(match) or "")
        match.change({"deleteSheet": {"sheetId": tab}})
        house.run(4 * RATE.idle)
        assert waits(match) is None
        match.types(BO, "too early")
        match.types(ANA, "3")
        house.run()
        assert match.answers(ANA)[-1] == "taken: 3"


def test_what_is_refused_again_and_again_is_told_until_it_succeeds() -> None:
    health = Health()
    for began in range(3):
        assert health.findings == ()
        health = health.record_write(began, is_repair=False).record_refusal(
            began, "there is no room."
        )
    assert health.findings == (
        "What was changed there by hand cannot be put back: there is no room.",
    )
    assert health.record_refusal(4.0).record_write(5.0, is_repair=False).findings != ()
    assert health.record_write(6.0, is_repair=True).findings == ()
