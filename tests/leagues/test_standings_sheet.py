"""The spreadsheet with a league's standings: made once, kept up to date, never in the way."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace

import pytest
from league_kit import Ended
from named_ranges import read_named
from umpires_server import UmpiresServer

from sheets_emulator.faults import Fault
from umpire.errors import UsageError
from umpire.leagues.names import Aliases
from umpire.leagues.screen import screen
from umpire.leagues.spreadsheet import STANDINGS, make_spreadsheet
from umpire.leagues.standings import league_standings
from umpire.live.match_log import Clocks
from umpire.live.rates import LOCAL
from umpire.live.runner import Threads
from umpire.live.server_connection import ServerConnection
from umpire.live.standings import EVERY, StandingsKeeper
from umpire.sheets.account import Account
from umpire.sheets.addresses import local_account
from umpire.sheets.client import SheetsClient, connect_local
from umpire.sheets.errors import Forbidden
from umpire.sheets.grid import Place, Rect
from umpire.store import League, Store

DAEMON = "the daemon's token"
PATIENCE = 30.0
"""Seconds that a spreadsheet may take to be written."""


@dataclass
class Hall:
    """A league with a spreadsheet, and who keeps it up to date."""

    server: UmpiresServer
    store: Store
    sheets: SheetsClient
    passed: float = 0.0
    budget: int = 100
    keeper: StandingsKeeper = field(init=False)

    def __post_init__(self) -> None:
        self.begin()

    def begin(self, names: object = Aliases) -> None:
        """Begin anew, as after a crash."""
        rate = replace(LOCAL, writes=self.budget, refuses=True)
        account = Account(
            local_account(DAEMON), lambda: connect_local(self.server.base_url, DAEMON)
        )
        clocks = Clocks(lambda: self.passed, lambda: self.passed)
        connection = ServerConnection([account], rate, clocks, lambda: 1.0, Threads())
        self.keeper = StandingsKeeper(self.store, names, lambda _: connection)  # type: ignore[arg-type]

    def after(self, seconds: float) -> None:
        """Let the daemon look after so many seconds, and wait for what it does."""
        self.passed += seconds
        self.keeper.update(self.passed)
        for task in self.keeper._tasks.values():
            task.wait(PATIENCE)

    def shows(self, *names: str) -> list[tuple[str, ...]]:
        """What readers see in these columns, row by row."""
        hosting = self.store.leagues.find("cup").hosting
        with closing(connect_local(self.server.base_url, hosting.link("reader").secret)) as sheets:
            found = read_named(sheets, hosting.spreadsheets[STANDINGS], names)
        columns = [[str(row[0]) for row in found[name]] for name in names]
        return [row for row in zip(*columns, strict=True) if any(row)]

    def calls(self) -> int:
        return len(self.server.faults.calls)


@pytest.fixture
def hall(store: Store, cup: League) -> Iterator[Hall]:
    with (
        UmpiresServer(None) as server,
        closing(connect_local(server.base_url, DAEMON)) as sheets,
    ):
        shown = screen(league_standings(store, cup, Aliases()))
        hosting = make_spreadsheet(sheets, local_account(DAEMON), cup, shown, server.base_url)
        store.leagues.set_hosting("cup", hosting)
        yield Hall(server, store, sheets)


def test_it_shows_the_standings_to_readers_who_cannot_write(
    hall: Hall, ended: Ended, cup: League
) -> None:
    assert hall.shows("headline") == [("The <script>Cup</script>",)]
    assert hall.shows("player", "points") == [("Ana", "0"), ("Bo", "0"), ("Cleo", "0")]
    hosting = hall.store.leagues.find("cup").hosting
    reader = connect_local(hall.server.base_url, hosting.link("reader").secret)
    with closing(reader), pytest.raises(Forbidden):
        reader.write(hosting.spreadsheets[STANDINGS], [_typed("x")])


def test_made_again_it_is_the_same_one(hall: Hall, cup: League) -> None:
    again = make_spreadsheet(
        hall.sheets,
        local_account(DAEMON),
        cup,
        screen(league_standings(hall.store, cup, Aliases())),
        hall.server.base_url,
    )
    assert again.spreadsheets == hall.store.leagues.find("cup").hosting.spreadsheets


def test_what_changes_is_written_within_half_a_minute(hall: Hall, ended: Ended) -> None:
    hall.after(EVERY)
    ended("Ana", "=1+1", winner="=1+1", status="over", league="cup", number=1)
    hall.after(EVERY / 2)
    assert hall.shows("player", "points")[0] == ("Ana", "0")
    hall.after(EVERY / 2)
    assert hall.shows("place", "player", "points")[:2] == [("1", "=1+1", "3*"), ("2", "Ana", "0*")]
    assert hall.shows("round", "pair", "result") == [("1", "Ana – =1+1", "=1+1 won (points)*")]
    before = hall.calls()
    hall.after(EVERY)
    assert hall.calls() == before, "nothing has changed, so nothing is asked"


def test_what_is_gone_from_the_standings_goes_from_the_sheet(hall: Hall, ended: Ended) -> None:
    match = ended("Dan", "Eva", winner="Dan", league="cup")
    hall.after(EVERY)
    assert len(hall.shows("player")) == 5
    hall.store.delete(match)
    hall.after(EVERY)
    assert (len(hall.shows("player")), hall.shows("pair")) == (3, [])


def test_what_fails_is_told_of_and_tried_again(hall: Hall, ended: Ended) -> None:
    ended("Ana", "Bo", winner="Bo", league="cup")
    hall.server.faults.plan(Fault("status", 503))
    hall.after(EVERY)
    ((league, why),) = hall.keeper.troubles()
    assert (league, why[:40]) == ("cup", "the standings of cup are not up to date:")
    assert hall.shows("points")[0] == ("0",)
    hall.after(EVERY)
    assert hall.shows("player", "points")[0] == ("Bo", "3")
    assert hall.keeper.troubles() == []


def test_a_faulty_file_of_names_is_told_of(hall: Hall) -> None:
    def faulty() -> Aliases:
        raise UsageError("names.toml is no TOML.")

    hall.begin(faulty)
    hall.after(EVERY)
    assert hall.keeper.troubles()[0][1].endswith("names.toml is no TOML.")


def test_after_a_crash_it_is_painted_again_whoever_has_changed_it(hall: Hall) -> None:
    hall.after(EVERY)
    spreadsheet = hall.store.leagues.find("cup").hosting.spreadsheets[STANDINGS]
    hall.sheets.write(spreadsheet, [_typed("painted over")])
    assert hall.shows("headline") == [("painted over",)]
    hall.begin()
    hall.after(EVERY)
    assert hall.shows("headline") == [("The <script>Cup</script>",)]


def test_where_there_is_no_room_for_a_write_none_is_made(hall: Hall, ended: Ended) -> None:
    hall.budget = 0
    hall.begin()
    ended("Ana", "Bo", winner="Bo", league="cup")
    before = hall.calls()
    hall.after(EVERY)
    assert (hall.calls(), hall.keeper.troubles()) == (before, [])


def test_what_has_changed_last_is_written_at_the_end(hall: Hall, ended: Ended) -> None:
    hall.after(EVERY)
    ended("Ana", "Bo", winner="Bo", league="cup")
    hall.keeper.finish(10)
    assert hall.shows("player", "points")[0] == ("Bo", "3")


def _typed(text: str) -> dict[str, object]:
    return {
        "updateCells": {
            "range": Place(1001, Rect(0, 0, 1, 1)).grid_range(),
            "rows": [{"values": [{"userEnteredValue": {"stringValue": text}}]}],
            "fields": "userEnteredValue",
        }
    }
