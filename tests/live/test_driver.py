"""The daemon against a real server over HTTP: what players see, and what it asks for."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import DAEMON, RATE, Game, House, open_house
from live_kit import ANA
from named_ranges import read_named

from sheets_emulator.faults import Fault, Kind
from umpire.errors import UmpireError
from umpire.live.match_log import TTL
from umpire.live.status import DaemonStatus
from umpire.live.submissions import BEGINS
from umpire.projections.sentences import OPENS_SOON
from umpire.sheets.addresses import local_account
from umpire.sheets.client import SheetsClient
from umpire.sheets.errors import Forbidden
from umpire.sheets.lease import lease_candidates
from umpire.sheets.ranges import LEASE
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata
from umpire.store import Store

pytestmark = pytest.mark.end_to_end

TIMED = [{"who": "Ana", "limit": 60}, {"who": "Bo", "limit": 60}, "Ana"]
DOWN, RESET, LOST = Fault("status", 503), Fault("reset"), Fault("lost")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch) as house:
        yield house


class TestAtTheSheet:
    def test_a_new_match_waits_and_says_so(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        assert match.shows("headline")[0][0] == OPENS_SOON
        told = f"Commitment to the secret seed: {match.row.commitment}"
        assert match.shows("fairness")[0][0] == told

    def test_a_submission_is_answered_in_its_row_and_the_board_goes_on(self, house: House) -> None:
        match = house.match(*TIMED)
        house.run()
        assert match.shows("headline")[0][0].startswith("Ana to answer (number) (until 12:01:0")
        assert match.shows("ask_1")[0][0].startswith("Say a number from 1 to 6, such as 3. (until")
        assert match.shows("ask_2")[0][0].startswith("Waiting for Ana to answer (number) (until")
        match.types(ANA, "seven", "3")
        house.run(1)
        assert match.answers(ANA) == [
            "refused: seven is no number: say one from 1 to 6, such as 3.",
            "taken: 3",
        ]
        assert match.shows("headline")[0][0].startswith("Bo to answer (number)")
        assert match.shows("events") == [["Ana says 3."]]
        assert match.lines()[-1].cell == "Ana!B5"

    def test_what_counts_down_is_kept_beside_the_cells(self, house: House) -> None:
        match = house.match(*TIMED)
        house.goes_wrong("write", LOST)
        house.run()
        assert match.counts_down() == ["headline", "ask_1", "ask_2"]
        match.types(ANA, "3")
        house.run(1)
        assert match.counts_down() == ["headline", "ask_1", "ask_2"]
        house.store.inbox.put(match.row.id, "umpire", "pause", "2026-01-01T12:00:00.000Z")
        house.run(1)
        assert match.counts_down() == []

    def test_the_end_stands_for_10_minutes_and_is_then_shown_with_seed_and_head(
        self, house: House
    ) -> None:
        match = house.match("Ana")
        house.run()
        match.types(ANA, "3")
        house.run()
        assert match.shows("headline")[0][0].startswith(
            "★ Ana has won (sum). The umpire may take that back until 12:10:0"
        )
        assert match.shows("ask_1")[0][0] == "★ You have won (sum)."
        stands, committed = match.shows("fairness")[0][0].splitlines()
        assert stands.startswith("The result stands until 12:10:0")
        assert committed == f"Commitment to the secret seed: {match.row.commitment}"
        house.hands.move(590)
        house.run(15)
        assert match.shows("headline")[0][0] == "★ Ana has won (sum)."
        assert match.shows("fairness")[0][0].splitlines() == [
            "Closed: the result is final.",
            f"Seed: {house.store.seed(match.row.id)}",
            f"Commitment: {match.row.commitment}",
            f"Head of the log: {match.lines()[-1].hash}",
        ]

    def test_entry_cells_become_plain_text_again(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        cells = {
            "sheetId": 1002,
            "startRowIndex": 3,
            "endRowIndex": 9,
            "startColumnIndex": 1,
            "endColumnIndex": 2,
        }
        match.change({"repeatCell": {"range": cells, "cell": {}, "fields": "userEnteredFormat"}})
        match.types(ANA, "x")
        house.run()
        look = match.metadata("sheets.data.rowData.values.userEnteredFormat.numberFormat")
        assert look["sheets"][1]["data"][0]["rowData"][4]["values"][1] == {
            "userEnteredFormat": {"numberFormat": {"type": "TEXT", "pattern": "@"}}
        }

    def test_a_drop_down_offers_answers_in_the_next_free_row_of_who_is_asked(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        match.types(ANA, "x")
        house.run()
        rows = match.metadata("sheets.data.rowData.values.dataValidation.condition.values")
        offered = [
            (tab, row)
            for tab, sheet in enumerate(rows["sheets"])
            for row, cells in enumerate(sheet["data"][0].get("rowData", []))
            if any("dataValidation" in cell for cell in cells.get("values", []))
        ]
        assert offered == [(1, 4)]

    def test_rows_may_be_inserted_above_and_tabs_renamed_in_the_middle_of_a_match(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        above = {"sheetId": 1002, "dimension": "ROWS", "startIndex": 0, "endIndex": 2}
        tab = {"sheetId": 1002, "title": "Ana's own"}
        match.change(
            {"insertDimension": {"range": above}},
            {"updateSheetProperties": {"properties": tab, "fields": "title"}},
        )
        match.types(ANA, "3")
        house.run()
        assert match.answers(ANA) == ["taken: 3"]
        assert match.lines()[-1].cell in ("'Ana''s own'!B6", None)

    @pytest.mark.parametrize("request_made", ["fetch_if_changed", "write_and_fetch"])
    def test_a_tab_renamed_just_before_a_request_is_no_trouble(
        self, house: House, monkeypatch: pytest.MonkeyPatch, request_made: str
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        make_request = getattr(SheetsClient, request_made)
        tab = {"sheetId": 1001, "title": "Mine"}

        def renamed_before(sheets: SheetsClient, *arguments: Any, **more: Any) -> Any:
            monkeypatch.setattr(SheetsClient, request_made, make_request)
            match.change({"updateSheetProperties": {"properties": tab, "fields": "title"}})
            return make_request(sheets, *arguments, **more)

        match.types(ANA, "3")
        monkeypatch.setattr(SheetsClient, request_made, renamed_before)
        troubles: set[str] = set()
        while not match.answers(ANA):
            house.run(0.1)
            troubles.update(*(one.troubles for one in house.watch.status().matches))
        assert getattr(SheetsClient, request_made) is make_request, "the tab was renamed"
        assert match.answers(ANA) == ["taken: 3"]
        assert troubles == set()

    def test_a_score_sheet_grows_at_its_end_before_it_is_full(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        match.types(ANA, *["x"] * 35)
        house.run()
        rows = read_named(match.link("Ana"), match.spreadsheet, ["entry_1"])["entry_1"]
        assert len(rows) == 160
        match.types(ANA, "3")
        house.run()
        assert match.answers(ANA)[-1] == "taken: 3"


class TestRequests:
    def test_one_read_a_poll_and_one_write_a_turn_and_none_when_nothing_changed(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        house.forget_calls()
        house.run(10)
        assert len(house.calls("read")) == 20
        assert house.calls("write") == []
        house.forget_calls()
        match.types(ANA, "x", "9", "3")
        house.run(3)
        assert len(house.calls("read")) <= 7
        assert len(house.calls("write")) == 1
        assert not house.calls("drive")

    def test_a_paused_match_is_read_rarely(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        house.store.inbox.put(match.row.id, "umpire", "pause", "2026-01-01T12:00:00.000Z")
        house.run()
        house.forget_calls()
        house.run(20)
        assert 3 <= len(house.calls("read")) <= 5
        assert house.calls("write") == []

    def test_many_matches_share_one_daemon(self, house: House) -> None:
        matches = [house.match("Ana", "Bo") for _ in range(3)]
        house.run()
        for match in matches[:2]:
            match.types(ANA, "3")
        house.forget_calls()
        house.run()
        assert [match.log() for match in matches] == [[("Ana", "3", None)]] * 2 + [[]]
        assert len(house.calls("write")) == 2


class TestLimits:
    def test_a_short_trouble_far_from_a_limit_pauses_nothing(self, house: House) -> None:
        match = house.match(*TIMED)
        house.run(5)
        house.goes_wrong("read", DOWN, RESET)
        match.types(ANA, "3")
        house.run(8)
        assert match.log() == [("Ana", "3", None)]
        assert match.notes() == [BEGINS]

    def test_a_daemon_that_stood_still_charges_nobody(self, house: House) -> None:
        match = house.match(*TIMED)
        house.run(5)
        house.hands.move(40)
        match.types(ANA, "3")
        house.run()
        assert match.lines()[-1].t == pytest.approx(5, abs=1)


class TestTrouble:
    def test_429_stops_reads_for_as_long_as_the_server_says(self, house: House) -> None:
        house.match("Ana", "Bo")
        house.run()
        house.goes_wrong("read", Fault("status", 429, retry_after=20))
        house.run(1)
        house.forget_calls()
        house.run(18)
        assert house.calls("read") == []
        house.run(5)
        assert house.calls("read") != []

    @pytest.mark.parametrize("fault", [DOWN, RESET, LOST, Fault("status", 500, html=True)])
    def test_a_write_that_fails_is_repeated_and_nothing_is_taken_twice(
        self, house: House, fault: Fault
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        match.types(ANA, "x", "3")
        house.goes_wrong("write", fault, fault)
        house.run(8)
        assert match.log() == [("Ana", "x", "syntax"), ("Ana", "3", None)]
        assert match.answers(ANA)[1] == "taken: 3"
        assert match.notes() == [BEGINS]

    @pytest.mark.faulty_traffic
    @pytest.mark.parametrize("kind", ["read", "write"])
    @pytest.mark.parametrize("nonsense", [{}, [], "", {"spreadsheetId": 3}, {"sheets": [[]]}])
    def test_an_answer_that_makes_no_sense_is_none(
        self, house: House, kind: Kind, nonsense: Any
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        match.types(ANA, "3")
        house.goes_wrong(kind, *[Fault("status", 200, body=nonsense)] * 2)
        house.run(8)
        assert match.log() == [("Ana", "3", None)]
        assert match.answers(ANA) == ["taken: 3"]
        assert house.watch.status().matches[0].troubles == ()

    def test_a_missing_tab_stops_one_match_with_a_sentence(self, house: House) -> None:
        broken, other = house.match("Ana", "Bo"), house.match("Ana", "Bo")
        house.run()
        broken.change({"deleteSheet": {"sheetId": 1003}})
        house.run(5)
        assert broken.notes()[-1] == (
            "pause: the spreadsheet has no range named ask_2, answer_2, entry_2: define it again "
            "and the match goes on"
        )
        assert house.watch.status().matches[0].troubles != ()
        other.types(ANA, "3")
        broken.types(ANA, "4")
        house.run(5)
        assert (other.log(), broken.log()) == ([("Ana", "3", None)], [])

    def test_no_server_at_all_is_one_sentence(self, house: House) -> None:
        house.match("Ana", "Bo")
        house.server.stop()
        with pytest.raises(UmpireError, match="nothing answers at http"):
            house.run(10)


class TestVandalism:
    def test_a_changed_board_is_put_back_at_the_next_poll_and_noted_once(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        for text in ("I have won", "Nobody has won"):
            match.writes("headline", text)
            match.writes("said", "junk", row=15)
            house.run(1.2)
            assert match.shows("headline")[0][0].startswith("Ana to answer")
            assert match.shows("said") == []
        assert match.notes()[1:] == [
            "the sheet (said, headline) was changed by hand and is put back"
        ]

    def test_a_name_moved_over_a_score_sheet_destroys_nothing_and_is_put_back(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        match.types(ANA, "twelve")
        house.run()
        names = {one["name"]: one for one in match.metadata("namedRanges")["namedRanges"]}
        moved = {**names["said"], "range": names["entry_1"]["range"]}
        match.change({"updateNamedRange": {"namedRange": moved, "fields": "range"}})
        house.run(5)
        assert match.shows("entry_1") == [["twelve"]]
        assert house.watch.status().matches[0].troubles == ()
        again = {one["name"]: one for one in match.metadata("namedRanges")["namedRanges"]}
        assert again["said"] == names["said"]
        match.types(ANA, "3")
        house.run()
        assert match.answers(ANA)[1] == "taken: 3"

    def test_conditional_formats_that_were_taken_away_come_back(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        fields = "sheets.conditionalFormats"
        before = match.metadata(fields)
        match.change({"deleteConditionalFormatRule": {"sheetId": 1001, "index": 0}})
        house.run(70)
        assert match.metadata(fields) == before
        house.forget_calls()
        house.run(65)
        assert house.calls("write") == []

    def test_a_player_can_let_nobody_in_and_shut_nobody_out(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        with pytest.raises(Forbidden):
            match.link("Bo").share(match.spreadsheet, "a@friend.example", "writer")
        with pytest.raises(Forbidden):
            match.link("Bo").share(match.spreadsheet, local_account(DAEMON), "reader")

    def test_another_player_cannot_write_and_nothing_is_taken(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        with pytest.raises(UmpireError, match="protected cell"):
            match.writes("entry_1", "3", who="Bo")
        with pytest.raises(UmpireError, match="protected cell"):
            match.writes("headline", "3", who="Bo")


class TestTwoDaemons:
    def test_a_second_one_is_refused(self, house: House) -> None:
        house.match("Ana", "Bo")
        house.run()
        with pytest.raises(UmpireError, match="stop it, or wait"):
            house.daemon()._begin()

    def test_one_that_finds_its_spreadsheet_taken_goes_on_when_the_other_has_gone(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        house.hands.move(TTL + 1)
        first, house.watch = house.watch, house.daemon()
        house.run()
        (connection,) = first._connections.values()
        for _ in range(2):
            house.hands.move(RATE.floor)
            connection.begin()
            first._process_completed(0.0)
        assert "Another umpire has taken over the " in first.status().refusals[0][1]
        house.stop()
        house.watch = first
        match.types(ANA, "3")
        house.run(5)
        assert match.answers(ANA) == ["taken: 3"]

    def test_one_from_another_machine_is_kept_out_by_the_spreadsheets_own_lease(
        self, house: House, tmp_path: Path
    ) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        (tmp_path / "copy").mkdir()
        with (
            closing(sqlite3.connect(tmp_path / "umpire.db")) as own,
            closing(sqlite3.connect(tmp_path / "copy" / "umpire.db")) as copied,
        ):
            own.backup(copied)
        with Store.open(tmp_path / "copy") as copy:
            house.hands.move(TTL + 1)
            first, house.watch = house.watch, house.daemon(copy)
            house.run()
            second, house.watch = house.watch, first
            match.types(ANA, "3")
            house.run(5)
            told = f"Another umpire has taken over the spreadsheet of {match.row.id}"
            assert house.watch.status().refusals == ((match.row.id, f"{told}: this one stops."),)
            assert match.answers(ANA) == []
            house.watch = second
            house.run()
            assert match.answers(ANA) == ["taken: 3"]
            house.stop()

    def test_a_lease_that_was_removed_is_taken_again(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        before = leases(match)
        ids = [
            one["protectedRangeId"]
            for tab in match.metadata("sheets.protectedRanges")["sheets"]
            for one in tab["protectedRanges"]
            if one["description"].startswith(LEASE)
        ]
        match.change(*({"deleteProtectedRange": {"protectedRangeId": one}} for one in ids))
        match.types(ANA, "3")
        house.run(8)
        assert match.answers(ANA) == ["taken: 3"]
        assert leases(match) == before
        assert len(ids) == len(before) == 2


class TestStopsAndStarts:
    def test_the_end_is_painted_even_if_the_daemon_died_just_before(self, house: House) -> None:
        match = house.match("Ana")
        house.run()
        match.types(ANA, "3")
        house.goes_wrong("write", *[RESET] * 9)
        house.run(3)
        house.server.faults.coming.clear()
        house.hands.move(TTL + 1)
        house.watch = house.daemon()
        house.watch._begin()
        house.run()
        assert match.shows("headline")[0][0].startswith("★ Ana has won")

    def test_a_match_that_is_over_goes_on_after_an_undo_and_is_let_go_of_once_closed(
        self, house: House
    ) -> None:
        match = house.match("Ana")
        house.run()
        match.types(ANA, "3")
        house.run(5)
        house.store.inbox.put(match.row.id, "umpire", "undo", "2026-01-01T12:00:00Z")
        house.run(5)
        assert match.shows("headline")[0][0].startswith("Ana to answer")
        assert match.shows("fairness")[0][0].startswith("Commitment")
        match.types(ANA, "4")
        house.run(5)
        assert house.watch.status().matches != ()
        house.hands.move(590)
        house.run(15)
        assert match.shows("headline")[0][0] == "★ Ana has won (sum)."
        assert house.watch.status().matches != ()
        house.hands.move(120)
        house.run(5)
        until = time.monotonic() + 30
        while house.watch.status().matches and time.monotonic() < until:
            time.sleep(0.02)  # its replay is made in a thread of its own
            house.run(1)
        assert house.watch.status().matches == ()

    def test_the_last_thing_that_is_seen_is_how_it_ended(self, house: House) -> None:
        match, seen = house.match("Ana", "Bo"), list[DaemonStatus]()
        house.watch = house.daemon(until_over=True, show=seen.append)
        house.run()
        house.store.inbox.put(match.row.id, "umpire", "forfeit Ana", "2026-01-01T12:00:00Z")
        house.run(5)
        assert house.watch._is_finished()
        (match,) = seen[-1].matches
        assert match.headline == "★ Bo has won (forfeit)."

    def test_after_a_crash_what_is_played_comes_before_what_is_over(self, house: House) -> None:
        over, played = house.match("Ana"), house.match("Ana")
        house.run()
        over.types(ANA, "3")
        house.run()
        house.hands.move(TTL + 1)
        house.forget_calls()
        house.watch = house.daemon()
        house.watch._begin()
        house.run()
        paths = [call.path for call in house.calls("read")]
        first = [
            next(n for n, path in enumerate(paths) if one in path)
            for one in (played.spreadsheet, over.spreadsheet)
        ]
        assert first == sorted(first)

    def test_what_is_deleted_meanwhile_is_let_go_of_and_not_spoken_of(self, house: House) -> None:
        gone, kept = house.match("Ana", "Bo"), house.match("Ana", "Bo")
        house.run()
        house.store.leases.take(
            gone.row.id, "deleting", TTL, house.hands.clocks().wall(), by_force=True
        )
        house.run()
        assert "Another umpire" in house.watch.status().refusals[0][1]
        house.store.delete(gone.row.id)
        house.run()
        assert house.watch.status().refusals == ()
        kept.types(ANA, "3")
        house.run()
        assert kept.answers(ANA) == ["taken: 3"]


def leases(match: Game) -> set[str]:
    """The marks by which daemons know of each other."""
    return set(
        lease_candidates(
            SpreadsheetMetadata.read(match.metadata("sheets(properties,protectedRanges)"))
        )
    )
