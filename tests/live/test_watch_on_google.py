"""The daemon on Google: its pace beside local matches, who is let in meanwhile, what fails."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cloud_kit import EMAILS, PLAYERS, Google, Host, google
from hosting_kit import DAEMON, RATE, House, OneAfterTheOther, numbers_template
from in_process import ServerAtHand
from live_kit import TOY
from umpires_server import UmpiresServer

from umpire.errors import UmpireError
from umpire.hosting.creation import CreatedMatch
from umpire.hosting.retry import try_once
from umpire.hosting.sharing import change_guests, replace_addresses
from umpire.live.driver import Watch
from umpire.live.rates import GOOGLE as GOOGLE_RATE
from umpire.match import Header
from umpire.projections.spreadsheets import match_context, spreadsheets_of
from umpire.sheets.account import Account
from umpire.sheets.addresses import local_account
from umpire.sheets.client import SheetsClient, connect_local
from umpire.store import GOOGLE, Hosting, MatchRow
from umpire.store.records import LinkOwner

pytestmark = pytest.mark.end_to_end

CLEO = "cleo@example.org"
HEADER = Header(TOY.id, PLAYERS, {"phases": [{"who": "Ana"}, {"who": "Bo"}, {"who": "Ana"}]})


@pytest.fixture(scope="module")
def world() -> Iterator[Google]:
    with google() as running:
        yield running


@pytest.fixture
def host(world: Google, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    template = numbers_template()
    monkeypatch.setattr("umpire.catalogue.games", lambda: {TOY.id: TOY})
    for module in ("live.setup", "hosting.plan"):
        monkeypatch.setattr(f"umpire.{module}.find_template", lambda *_: template)
    made = Host(world, tmp_path / "store", f"umpire+{tmp_path.name}@example.org")
    made.template = template
    yield made
    made.close()


@pytest.fixture
def house(host: Host) -> Iterator[House]:
    """A local server beside Google, with the same store and clocks."""
    with ExitStack() as stack:
        server = stack.enter_context(ServerAtHand(None))
        made = House(server, host.store)
        made.hands = host.hands
        stack.callback(made.close)
        yield made


def let_in(host: Host, row: MatchRow, **emails: str | None) -> None:
    change_guests(
        *(host.store, host.sheets, host.email, row, by_seat(row, emails)),
        lambda links: spreadsheets_of(
            host.template, match_context(row.id, row.header(), links, [host.email])
        ),
        try_once,
    )


def editors(host: Host, made: CreatedMatch) -> set[str]:
    board = made.hosting.spreadsheets["board"]
    document = host.world.server.service.open(host.email, board).document
    return {
        email for sheet in document.sheets for one in sheet.protections for email in one.editors
    } - {host.email}


class TestGuests:
    def test_who_is_let_in_meanwhile_may_write_and_who_is_not_any_more_may_not(
        self, host: Host
    ) -> None:
        made = host.make(host.request(HEADER))
        host.run()
        let_in(host, made.row, Ana=CLEO)
        host.run(RATE.full + 5)
        assert editors(host, made) == {CLEO, EMAILS["Bo"]}
        host.type(made.row, "Ana", "3")
        host.run()
        lines = [(line.by, line.say) for line in host.store.lines(made.row.id) if line.cell]
        assert lines == [("Ana", "3")]

    def test_a_daemon_that_put_the_old_protection_back_puts_the_new_one_there(
        self, host: Host
    ) -> None:
        made = host.make(host.request(HEADER))
        host.run()
        host.store.set_hosting(
            made.row.id,
            hosting_with(host, made, Ana=CLEO),  # the log says so; the sheets not yet
        )
        host.run(5)
        assert editors(host, made) == {CLEO, EMAILS["Bo"]}

    def test_who_is_let_in_by_nobody_is_shut_out(self, host: Host) -> None:
        made = host.make(host.request(HEADER))
        host.run()
        ana = host.world.sheets(EMAILS["Ana"])
        let_in(host, made.row, Ana=None)
        host.run(5)
        assert editors(host, made) == {EMAILS["Bo"]}
        with pytest.raises(UmpireError):
            ana.write(made.hosting.spreadsheets["board"], [{"addSheet": {"properties": {}}}])


def hosting_with(host: Host, made: CreatedMatch, **emails: str) -> Hosting:
    return replace(
        made.hosting, links=replace_addresses(made.hosting.links, by_seat(made.row, emails))
    )


def by_seat(row: MatchRow, emails: Mapping[str, str | None]) -> dict[LinkOwner, str | None]:
    return {row.players.index(player): email for player, email in emails.items()}


class TestLocale:
    def test_another_locale_is_put_back(self, host: Host) -> None:
        made = host.make(host.request(HEADER))
        host.run()
        board = made.hosting.spreadsheets["board"]
        german = {"properties": {"locale": "de_DE"}, "fields": "locale"}
        host.sheets.write(board, [{"updateSpreadsheetProperties": german}])
        host.run(RATE.full + 5)
        told = host.sheets.metadata(board, "properties.locale")
        assert told == {"properties": {"locale": host.template.locale}}


class TestTwoHosts:
    def daemon(self, host: Host, house: House, connect: Any = None, **more: Any) -> Watch:
        def connected(server: str) -> tuple[Account, ...]:
            if server == GOOGLE:
                sheets = connect() if connect else host.sheets
                return (Account(host.email, lambda: sheets),)
            return (Account(local_account(DAEMON), lambda: house.sheets(DAEMON)),)

        clocks = host.hands.clocks()
        runner = OneAfterTheOther(host.hands)
        about = host.store, connected, RATE
        return Watch(*about, clocks=clocks, jitter=lambda: 1.0, runner=runner, **more)

    def run(self, watch: Watch, host: Host, seconds: float) -> None:
        end = host.hands.passed + seconds
        while host.hands.passed < end:
            watch.turn()

    def reads(self, server: UmpiresServer, spreadsheet: str) -> int:
        return sum(call.kind == "read" and spreadsheet in call.path for call in server.faults.calls)

    def test_each_is_read_at_its_own_pace(self, host: Host, house: House) -> None:
        here, there = house.make(HEADER), host.make(host.request(HEADER))
        watch = self.daemon(host, house)
        self.run(watch, host, 5)
        for server in (house.server, host.world.server):
            server.faults.calls.clear()
        self.run(watch, host, 60)
        read_here = self.reads(house.server, here.spreadsheet)
        read_there = self.reads(host.world.server, there.hosting.spreadsheets["board"])
        assert read_there <= GOOGLE_RATE.reads
        assert read_here >= 60 / RATE.floor - 5
        most = {account.name: account.most_reads for account in watch.status().accounts}
        assert most == {local_account(DAEMON): RATE.reads, host.email: GOOGLE_RATE.reads}

    def test_a_sign_in_that_fails_leaves_local_matches_alone(
        self, host: Host, house: House
    ) -> None:
        here, there = house.make(HEADER), host.make(host.request(HEADER))
        tries: list[float] = []

        def in_vain() -> SheetsClient:
            tries.append(host.hands.passed)
            if len(tries) < 3:
                raise UmpireError("the sign-in has run out: run 'umpire login'.")
            return host.sheets

        watch = self.daemon(host, house, in_vain)
        self.run(watch, host, 20)
        here.types(0, "3")
        self.run(watch, host, 2)
        assert here.answers(0) == ["taken: 3"]
        ((_, why),) = watch.status().refusals
        assert why == "the sign-in has run out: run 'umpire login'."
        assert len(tries) == 1
        self.run(watch, host, 70)
        assert len(tries) == 3
        assert watch.status().refusals == ()
        assert host.store.find(there.row.id).status == "running"

    def test_if_nothing_answers_on_google_local_matches_go_on(
        self, host: Host, house: House
    ) -> None:
        here, _ = house.make(HEADER), host.make(host.request(HEADER))
        with UmpiresServer(None) as gone:
            nowhere = connect_local(gone.base_url, "token")
        watch = self.daemon(host, house, lambda: nowhere)
        self.run(watch, host, 20)
        here.types(0, "3")
        self.run(watch, host, 2)
        assert here.answers(0) == ["taken: 3"]
        nowhere.close()

    def test_if_nothing_answers_anywhere_that_is_an_error(self, host: Host, house: House) -> None:
        host.make(host.request(HEADER))
        with UmpiresServer(None) as gone:
            nowhere = connect_local(gone.base_url, "token")
        watch = self.daemon(host, house, lambda: nowhere)
        with pytest.raises(UmpireError, match="nothing answers"):
            self.run(watch, host, 20)
        nowhere.close()
