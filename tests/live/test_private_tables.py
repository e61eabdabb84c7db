"""A game with secrets: a public board, and a table for each player that nobody else can open."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest
from hosting_kit import DAEMON, RATE, Game, House, numbers_template, open_house
from live_kit import ANA, BO
from secret_toy import GAME as SECRET

from sheets_emulator.faults import Fault
from umpire.errors import UmpireError, UsageError
from umpire.live.match_log import TTL
from umpire.live.match_session import PATIENCE
from umpire.projections.spreadsheets import spreadsheets_of
from umpire.sheets.addresses import local_account
from umpire.sheets.context import Context
from umpire.sheets.errors import Forbidden
from umpire.sheets.grid import Place, Rect
from umpire.sheets.lease import SheetLease, lease_candidates
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata
from umpire.sheets.template import find_template

pytestmark = pytest.mark.end_to_end

GROUP = {"who": "group", "rule": "last", "limit": 60, "secret": True}
DOWN, RESET = Fault("status", 503), Fault("reset")
EVERY_ROLE = {"board", "table-1", "table-2", "console"}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch, SECRET, "secret_sheets") as house:
        yield house


class TestOpening:
    def test_there_is_a_board_and_a_table_for_each_player(self, house: House) -> None:
        match = house.match(GROUP)
        assert set(match.hosting.spreadsheets) == {"board", "table-1", "table-2", "console"}
        titles = {
            role: match.metadata("properties.title", on=id_)["properties"]["title"]
            for role, id_ in match.hosting.spreadsheets.items()
        }
        assert titles == {
            "board": "Secret Numbers: Ana and Bo",
            "table-1": "Secret Numbers: Ana's table",
            "table-2": "Secret Numbers: Bo's table",
            "console": f"Secret Numbers: the umpire's console ({match.row.id})",
        }

    @pytest.mark.parametrize(
        ("who", "reads", "writes"),
        [
            ("Ana", {"board", "table-1"}, {"table-1"}),
            ("Bo", {"board", "table-2"}, {"table-2"}),
            ("reader", {"board"}, set()),
            ("umpire", EVERY_ROLE, EVERY_ROLE),
        ],
    )
    def test_each_account_may_open_what_is_theirs(
        self, house: House, who: str, reads: set[str], writes: set[str]
    ) -> None:
        match = house.match(GROUP)
        assert {role for role in match.hosting.spreadsheets if can_read(match, who, role)} == reads
        assert {role for role in match.hosting.spreadsheets if can_type(match, who, role)} == writes

    def test_the_links_open_ones_own_tab_the_board_and_for_the_umpire_everything(
        self, house: House
    ) -> None:
        match = house.match(GROUP)
        addresses = match.hosting.addresses()
        assert addresses.board is not None
        assert [*addresses.umpire] == ["console", "board", "table-1", "table-2"]
        at = match.hosting.spreadsheets
        assert f"/{at['table-1']}#gid=1001" in addresses.players[ANA]
        assert f"/{at['table-2']}#gid=1001" in addresses.players[BO]
        assert addresses.board.endswith(at["board"])
        assert addresses.umpire["console"].endswith(at["console"])
        everybody = *addresses.players.values(), *addresses.umpire.values(), addresses.board
        secrets = {address.split("/s/")[1].split("/")[0] for address in everybody}
        assert len(secrets) == 4

    def test_a_player_types_in_the_own_column_alone(self, house: House) -> None:
        match = house.match(GROUP)
        for name in ("ask_1", "answer_1", "mine_1"):
            with pytest.raises(UmpireError, match="protected cell"):
                match.writes(name, "x", who="Ana", on=match.table(ANA))
        match.types(ANA, "3")

    @pytest.mark.parametrize(
        ("name", "on", "told"),
        [
            ("mine", "table.toml", "no range named 'mine'"),
            ("said", "board.toml", "no range named 'said'"),
        ],
    )
    def test_a_template_that_lacks_a_name_is_refused_before_anything_is_made(
        self,
        house: House,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        name: str,
        on: str,
        told: str,
    ) -> None:
        folder = copytree(numbers_template("secret_sheets").folder, tmp_path / "sheets")
        file = folder / on
        lines = file.read_text().splitlines()
        file.write_text("\n".join(line for line in lines if f'"{name}"' not in line))
        template = find_template(SECRET.id, folder)
        monkeypatch.setattr("umpire.hosting.plan.find_template", lambda *_: template)
        with pytest.raises(UsageError, match=told):
            house.match(GROUP)
        assert house.server.service.visible(local_account(DAEMON)) == []

    def test_a_player_called_reader_has_a_link_of_their_own(self, house: House) -> None:
        hosting = house.match(GROUP, players=("Ana", "reader")).hosting
        assert hosting.link(1).role == "table-2"
        assert hosting.link("reader").role == "board"
        assert hosting.link(1).secret != hosting.link("reader").secret

    def test_one_spreadsheet_is_the_case_without_tables(self) -> None:
        context = Context("m", "g", ("Ana", "Bo"))
        only, console = spreadsheets_of(find_template("denizens-of-tartarus"), context)
        assert (only.role, only.viewer, only.seats) == ("board", None, (0, 1))
        assert only.writers() == (0, 1, "umpire")
        assert only.readers() == ("reader",)
        assert (console.role, console.viewer, console.seats) == ("console", "umpire", (2,))
        assert (console.writers(), console.readers()) == (("umpire",), ())


class TestAtTheTables:
    def test_a_secret_answer_shows_at_its_authors_table_alone_until_all_are_in(
        self, house: House
    ) -> None:
        match = house.match(GROUP)
        house.run()
        match.types(ANA, "5")
        house.run()
        assert match.answers(ANA) == ["held: 5; change it until 12:01:00 UTC, or write lock"]
        assert match.shows("held_1", "Ana") == [["5"]]
        assert match.shows("reply_1", "Ana") == [[match.answers(ANA)[0]]]
        assert match.shows("held_2", "Bo") == []
        assert match.shows("headline")[0][0] == (
            "Ana and Bo to answer (number) (until 12:01:00 UTC)"
        )
        match.types(ANA, "lock")
        house.run()
        assert match.shows("held_1", "Ana") == [["5 (locked)"]]
        assert match.shows("headline")[0][0].startswith("Ana and Bo to answer")
        match.types(BO, "4", "lock")
        house.run()
        assert match.shows("said") == [["Ana", "5"], ["Bo", "4"]]
        assert match.shows("headline")[0][0].startswith("★ Ana has won (sum). The umpire may")
        assert match.shows("mine_2", "Bo") == [["4"]]

    def test_each_reads_the_events_that_are_theirs(self, house: House) -> None:
        match = house.match({"who": "Ana", "secret": "forever"}, "Bo", "Ana")
        house.run()
        match.types(ANA, "5")
        house.run()
        match.types(BO, "2")
        house.run()
        assert match.shows("events") == [["Bo says 2."]]
        assert match.shows("events_1", "Ana") == [["Bo says 2."], ["Ana says 5."]]
        assert match.shows("events_2", "Bo") == [["Bo says 2."]]
        assert match.shows("said") == [["Ana", "?"], ["Bo", "2"]]
        assert match.shows("mine_1", "Ana") == [["5"]]


class TestRequests:
    def test_one_write_for_each_spreadsheet_that_changes(self, house: House) -> None:
        match = house.match("Ana", "Bo", "Ana")
        house.run()
        house.forget_calls()
        house.run(10)
        assert house.calls("write") == []
        reads = [call.path for call in house.calls("read")]
        by_role = {
            role: sum(id_ in path for path in reads)
            for role, id_ in match.hosting.spreadsheets.items()
            if role != "console"
        }
        assert by_role == {"board": 0, "table-1": 20, "table-2": 2}
        house.forget_calls()
        match.types(ANA, "3")
        house.run(1)
        written = [call.path for call in house.calls("write")]
        assert len(written) == 3
        assert all(sum(id_ in path for path in written) == 1 for id_ in by_ids(match))

    def test_what_concerns_one_table_alone_is_one_write(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        house.forget_calls()
        match.types(ANA, "x")
        house.run(1)
        assert [match.table(ANA) in call.path for call in house.calls("write")] == [True]

    def test_at_a_limit_the_table_of_who_owes_is_read(self, house: House) -> None:
        match = house.match({"who": "Ana", "limit": 60}, "Bo")
        house.run(59.9)
        house.forget_calls()
        house.run(0.6)
        assert any(match.table(ANA) in call.path for call in house.calls("read"))
        house.run()
        assert match.log() == [(None, None, None)]


class TestTrouble:
    def test_while_one_table_cannot_be_read_the_match_stands_and_says_which(
        self, house: House
    ) -> None:
        match = house.match({"who": "Bo", "limit": 60}, "Ana")
        house.run(55)
        house.goes_wrong("read", *[RESET] * 15, at=match.table(BO))
        house.run(PATIENCE + 2)
        assert match.notes()[-1] == "pause: Bo's table cannot be reached"
        paused = match.lines()[-1].t
        assert paused == pytest.approx(54.8, abs=0.8)
        assert match.shows("headline")[0][0].startswith("Paused: Bo's table cannot be reached")
        match.types(BO, "3")
        house.run(60)
        assert match.log() == [("Bo", "3", None)]
        assert match.lines()[-1].t == paused

    def test_a_table_that_was_seldom_read_while_its_player_waited_is_not_lost(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("hosting_kit.RATE", replace(RATE, idle=30.0))
        house.watch = house.daemon()
        match = house.match("Ana", "Bo", "Ana")
        for seat, thinks in ((ANA, 25), (BO, 29)):
            house.run(thinks)
            match.types(seat, "3")
            house.run(5)
        assert [by for by, _, _ in match.log()] == ["Ana", "Bo"]
        assert not any(note.startswith("pause") for note in match.notes())

    def test_it_is_lost_if_it_cannot_be_read_once_its_player_owes_an_answer(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("hosting_kit.RATE", replace(RATE, idle=30.0))
        house.watch = house.daemon()
        match = house.match("Ana", "Bo")
        house.run(25)
        house.goes_wrong("read", *[DOWN] * 40, at=match.table(BO))
        match.types(ANA, "3")
        house.run(5)
        assert not match.notes()[-1].startswith("pause: Bo")
        house.run(PATIENCE)
        assert match.notes()[-1] == "pause: Bo's table cannot be reached"

    def test_a_good_read_of_another_table_does_not_let_it_go_on(self, house: House) -> None:
        match = house.match(GROUP)
        house.run(5)
        house.goes_wrong("read", *[DOWN] * 40, at=match.table(BO))
        house.run(PATIENCE + 2)
        assert match.notes()[-1] == "pause: Bo's table cannot be reached"
        match.types(ANA, "5")
        house.run(20)
        assert match.log() == []
        house.server.faults.coming.clear()
        paused = match.lines()[-1].t
        house.run(10)
        assert match.log() == [("Ana", "5", None)]
        (said,) = [line for line in match.lines() if line.by == "Ana"]
        assert said.t == paused, "what was typed while the clock stood costs no time"

    def test_a_board_that_cannot_be_read_stops_the_clock_where_it_is(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run(28)
        house.goes_wrong("read", *[RESET] * 40, at=match.spreadsheet)
        house.run(RATE.full + PATIENCE)
        assert match.notes()[-1] == "pause: the board cannot be reached"
        assert match.lines()[-1].t == pytest.approx(RATE.full + PATIENCE, abs=6)
        house.server.faults.coming.clear()
        house.run(10)
        assert match.notes()[-1] == "resume: umpire watch goes on"

    def test_a_missing_name_where_no_player_writes_is_a_sentence_until_it_is_put_back(
        self, house: House
    ) -> None:
        match = house.match({**GROUP, "limit": 600})
        house.run()
        (name,) = [
            one for one in match.metadata("namedRanges")["namedRanges"] if one["name"] == "headline"
        ]
        match.change({"deleteNamedRange": {"namedRangeId": name["namedRangeId"]}})
        house.run(70)
        why = "the board has no range named headline: define it again and the match goes on"
        assert match.notes()[-1] == f"pause: {why}"
        assert house.watch.status().matches[0].troubles == (why,)
        match.types(ANA, "5")
        house.run(5)
        assert match.log() == []
        match.change({"addNamedRange": {"namedRange": name}})
        house.run(10)
        assert match.log() == [("Ana", "5", None)]
        assert house.watch.status().matches[0].troubles == ()

    def test_a_table_that_is_gone_stops_the_match_and_no_other(self, house: House) -> None:
        lost, other = house.match(GROUP), house.match(GROUP)
        house.run()
        house.sheets(DAEMON).trash(lost.table(BO))
        other.types(ANA, "3")
        house.run(PATIENCE + 8)
        assert lost.notes()[-1] == (
            "pause: Bo's table: there is no such spreadsheet: it was deleted, or its link is wrong"
        )
        assert other.answers(ANA)[0].startswith("held: 3")
        lost.types(ANA, "3")
        house.run(8)
        assert lost.log() == []

    def test_a_match_that_is_over_is_let_go_of_without_a_table_that_is_gone(
        self, house: House
    ) -> None:
        match = house.match("Ana", "Bo")
        house.watch = house.daemon(until_over=True)
        house.run()
        house.sheets(DAEMON).trash(match.table(BO))
        house.run(8)
        house.store.inbox.put(match.row.id, "umpire", "forfeit Ana", "2026-01-01T12:00:00Z")
        house.run(8)
        assert house.watch._is_finished()
        assert match.shows("headline")[0][0].startswith("★ Bo has won (forfeit). The umpire")

    def test_no_limit_falls_by_a_look_at_where_the_rows_were_before(self, house: House) -> None:
        match = house.match({"who": "Ana", "limit": 20}, "Bo")
        house.run(19)
        count = match.metadata("sheets.properties", on=match.table(ANA))["sheets"][0]
        rows = count["properties"]["gridProperties"]["rowCount"]
        above = {"sheetId": 1001, "dimension": "ROWS", "startIndex": 0, "endIndex": rows}
        match.change({"insertDimension": {"range": above}}, on=match.table(ANA))
        match.types(ANA, "3")
        house.run(3)
        assert match.log() == [("Ana", "3", None)]


class TestLeases:
    def test_every_spreadsheet_has_its_own(self, house: House) -> None:
        match = house.match(GROUP)
        house.run()
        assert len({lease_of(match, id_) for id_ in by_ids(match)}) == 1
        assert lease_of(match, match.table(BO)) is not None

    @pytest.mark.parametrize("role", ["board", "table-1", "table-2"])
    def test_who_has_lost_one_stops(self, house: House, role: str) -> None:
        match = house.match(GROUP)
        house.run()
        taken = match.hosting.spreadsheets[role]
        lease = SheetLease(lease_of(match, taken), has_gate=True)
        cell = Place(1001, Rect(0, 0, 1, 1))
        match.change(*lease.claim_requests("another", cell, []), on=taken)
        match.types(ANA, "3")
        match.types(BO, "3", "x")
        house.run(70)
        ((_, refusal),) = house.watch.status().refusals
        assert refusal.startswith("Another umpire has taken over ")
        assert house.watch.status().matches == ()


class TestStopsAndStarts:
    def test_a_clean_stop_says_so_everywhere_and_the_next_daemon_goes_on(
        self, house: House
    ) -> None:
        match = house.match(GROUP)
        house.run(10)
        match.types(ANA, "5")
        house.run()
        house.stop()
        for who, name in (("reader", "headline"), ("Ana", "ask_1"), ("Bo", "ask_2")):
            told = match.shows(name, who)[0][0]
            assert told.endswith("Paused: the umpire is away. The clock stands.")
        house.hands.move(1000)
        match.types(BO, "3")
        house.watch = house.daemon()
        house.run()
        assert match.log() == [("Ana", "5", None), ("Bo", "3", None)]
        assert match.shows("held_1", "Ana") == [["5"]]

    @pytest.mark.parametrize("unpainted", ["board", "table-1", "table-2"])
    def test_after_a_crash_what_differs_is_repainted(self, house: House, unpainted: str) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        match.types(ANA, "3")
        house.goes_wrong("write", *[RESET] * 9, at=match.hosting.spreadsheets[unpainted])
        house.run(3)
        assert match.log() == [("Ana", "3", None)]
        house.server.faults.coming.clear()
        house.hands.move(TTL + 1)
        house.watch = house.daemon()
        house.run()
        assert match.answers(ANA) == ["taken: 3"]
        assert match.shows("said") == [["Ana", "3"]]
        assert match.shows("ask_2", "Bo")[0][0].startswith("Say a number")
        assert match.log() == [("Ana", "3", None)]

    def test_until_over_ends_when_everything_shows_the_end(self, house: House) -> None:
        match = house.match("Ana")
        house.watch = house.daemon(until_over=True)
        house.run()
        match.types(ANA, "3")
        house.run()
        assert house.watch._is_finished()
        assert match.shows("headline")[0][0].startswith("★ Ana has won")
        assert match.shows("ask_2", "Bo")[0][0] == "★ Ana has won (sum)."
        assert house.store.leases.current(match.row.id, 0.0) is None

    def test_a_match_that_was_made_without_its_tables_is_refused(self, house: House) -> None:
        match = house.match(GROUP)
        one = replace(match.hosting, spreadsheets={"board": match.spreadsheet})
        house.store.set_hosting(match.row.id, one)
        house.run()
        why = "secret-numbers-1 was made without Ana's table: make a new match instead."
        assert house.watch.status().refusals == ((match.row.id, why),)
        assert house.store.leases.current(match.row.id, 0.0) is None


def can_read(match: Game, who: str, role: str) -> bool:
    try:
        match.link(who).metadata(match.hosting.spreadsheets[role], "properties.title")
    except Forbidden:
        return False
    return True


def can_type(match: Game, who: str, role: str) -> bool:
    """Whether an account may write anywhere in a spreadsheet."""
    name = {"board": "said", "table-1": "entry_1", "table-2": "entry_2", "console": "entry"}[role]
    try:
        match.writes(name, "x", who=who, on=match.hosting.spreadsheets[role])
    except UmpireError:
        return False
    return True


def by_ids(match: Game) -> list[str]:
    """The spreadsheets in which the match is played."""
    return [id_ for role, id_ in match.hosting.spreadsheets.items() if role != "console"]


def lease_of(match: Game, spreadsheet: str) -> str | None:
    kept = lease_candidates(
        SpreadsheetMetadata.read(
            match.metadata("sheets(properties.sheetId,protectedRanges)", on=spreadsheet)
        )
    )
    return SheetLease.from_candidates(kept, {1001}).holder
