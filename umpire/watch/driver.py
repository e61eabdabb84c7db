"""The daemon's loop over all matches and credentials: thin, for the planner says what to do."""

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from umpire.catalogue import find_game
from umpire.errors import UmpireError, UsageError
from umpire.sheets.account import Account, Connect
from umpire.sheets.template import Template, check_tables, find_template
from umpire.store import Hosting, LeaseLost, LineConflict, MatchRow, Store, StoreError
from umpire.watch.connection import Connection, NobodyThere, nearest
from umpire.watch.hosted import HostedMatch
from umpire.watch.live_match import REAL, STOPPED, Clocks, LiveMatch, new_token
from umpire.watch.live_sheet import LiveSheet, TakenOver
from umpire.watch.planner import GOOGLE as GOOGLE_RATE
from umpire.watch.planner import RateLimit, Request, Wait
from umpire.watch.spreadsheets import CONSOLE, Spreadsheet, match_context, spreadsheets_of
from umpire.watch.status import DaemonStatus, daemon_status

_HEARTBEAT = 1.0
_LOOK = 2.0
_TICK = 0.2
_LINGER = 120.0
_RECENT = 3600.0
_SIGN_IN_AGAIN = 30.0


@dataclass(frozen=True, slots=True)
class _Setup:
    """Where a watched match is played, as which accounts, and what its spreadsheets look like."""

    hosting: Hosting
    template: Template
    accounts: tuple[str, ...]

    def spreadsheets(self, row: MatchRow) -> tuple[Spreadsheet, ...]:
        """Return its spreadsheets, for those to write in whom they are shared with now."""
        return spreadsheets_of(
            self.template, match_context(row.id, row.header(), self.hosting.links, self.accounts)
        )


class Watch:
    """The daemon: it takes the leases of its matches and umpires them until it is stopped.

    `ids` are the matches to watch, all that run if there are none. `rate` is what each local server
    is asked, `google` what Google is.
    """

    def __init__(
        self,
        store: Store,
        connect: Connect,
        rate: RateLimit,
        *,
        google: RateLimit = GOOGLE_RATE,
        ids: Sequence[str] = (),
        until_over: bool = False,
        show: Callable[[DaemonStatus], None] = lambda status: None,
        clocks: Clocks = REAL,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._store = store
        self._connect = connect
        self._rate = rate
        self._google = google
        self._ids = ids
        self._until_over = until_over
        self._show = show
        self._clocks = clocks
        self._jitter = jitter
        self._token = new_token()
        self._connections: dict[str, Connection] = {}
        self._setups: dict[str, _Setup] = {}
        self._vain: dict[str, tuple[float, str]] = {}
        self._over_since: dict[str, float] = {}
        self._refusals: dict[str, str] = {}
        self._taken_over: set[str] = set()
        self._looked = self._beat = self._shown = float("-inf")

    def run(self, stop: threading.Event) -> None:
        """Umpire until `stop` is set, or all is over if that was asked for; then let go of all.

        Raises UmpireError where nothing can be umpired: every match is somebody else's on this same
        machine, no server answers, or the store cannot be used.
        """
        try:
            self._begin()
            self._show(self.status())
            while not stop.is_set() and not self._finished():
                self.turn(stop)
            if any(len(connection) for connection in self._connections.values()):
                self._show(self.status())
        finally:
            self._let_go_of_all()

    def turn(self, stop: threading.Event) -> None:
        """Go round the loop once: look, beat, obey, make the requests that are due, or rest."""
        now = self._clocks.monotonic()
        if now - self._looked >= _LOOK:
            self._looked = now
            self._look_for_matches(start=False)
            self._each(self._look_for_guests)
        if now - self._beat >= _HEARTBEAT:
            self._beat = now
            self._each(lambda _, hosted: hosted.live.heartbeat())
        self._each(lambda _, hosted: hosted.live.obey_commands())
        self._end_what_is_over(now)
        self._each(Connection.prepare)
        plans = [(connection, connection.next()) for connection in self._connections.values()]
        for connection, plan in plans:
            if isinstance(plan, Request):
                self._guarded(
                    connection, connection.hosted(plan.sheet), partial(_carry_out, request=plan)
                )
        self._show_status()
        waits = [plan for _, plan in plans if isinstance(plan, Wait)]
        if len(waits) == len(plans):
            until = nearest(waits)
            left = _TICK if until is None else until - self._clocks.monotonic()
            stop.wait(max(0.0, min(left, _TICK)))

    def status(self) -> DaemonStatus:
        """Return what a view of the daemon shows."""
        connections = tuple(self._connections.values())
        return daemon_status(connections, self._refusals.items(), self._clocks.wall())

    def _show_status(self) -> None:
        now = self._clocks.monotonic()
        if now - self._shown >= _TICK and not self._finished():
            self._shown = now
            self._show(self.status())

    def _begin(self) -> None:
        self._look_for_matches(start=True)
        if self._store.is_shared:
            return  # what another host watches is taken over when that host has gone
        if self._refusals and not any(len(connection) for connection in self._connections.values()):
            raise UmpireError(next(iter(self._refusals.values())))

    def _finished(self) -> bool:
        nothing_left = not any(len(connection) for connection in self._connections.values())
        return self._until_over and nothing_left and not self._refusals

    def _look_for_matches(self, *, start: bool) -> None:
        held = {
            hosted.live.row.id for connection in self._connections.values() for hosted in connection
        }
        # Where several spreadsheets are due at once the first come first: those that are played in.
        for row in sorted(self._store.matches(), key=lambda row: row.status == "over"):
            if row.id in held | self._taken_over or (self._ids and row.id not in self._ids):
                continue
            if row.status != "over" or (start and (self._ids or self._ended_lately(row))):
                self._take(row)
            else:
                self._refusals.pop(row.id, None)

    def _ended_lately(self, row: MatchRow) -> bool:
        """Return whether a daemon that was killed may have left the last board unpainted."""
        if row.ended is None:
            return False
        return self._clocks.wall() - datetime.fromisoformat(row.ended).timestamp() < _RECENT

    def _take(self, row: MatchRow) -> None:
        """Take on a match, or keep the sentence that says why not."""
        self._refusals.pop(row.id, None)
        hosting = self._store.hosting(row.id)
        if hosting.server is None:
            self._refusals[row.id] = f"{row.id} has no spreadsheet: make a new match instead."
            return
        try:
            accounts = self._connected(hosting.server)
            emails = tuple(account.email for account in accounts)
            setup = _Setup(hosting, _template(row, hosting), emails)
            places = _places(row, setup)
            live = LiveMatch.open(self._store, row, self._token, self._clocks)
        except UmpireError as error:
            self._refusals[row.id] = str(error)
            return
        connection = self._connections.get(hosting.server)
        if connection is None:
            rate = self._google if hosting.on_google else self._rate
            connection = Connection(accounts[0].open(), rate, self._clocks, self._jitter)
            self._connections[hosting.server] = connection
        self._setups[row.id] = setup
        at = [
            LiveSheet(live, spreadsheet, spreadsheet_id, emails[0])
            for spreadsheet, spreadsheet_id in places
        ]
        connection.add(HostedMatch(live, at))

    def _connected(self, server: str) -> tuple[Account, ...]:
        """Sign in at a server; where that failed lately say so again, for it takes time."""
        now = self._clocks.monotonic()
        until, why = self._vain.get(server, (now, ""))
        if until > now:
            raise UmpireError(why)
        try:
            return self._connect(server)
        except UmpireError as error:
            self._vain[server] = (now + _SIGN_IN_AGAIN, str(error))
            raise

    def _look_for_guests(self, _connection: Connection, hosted: HostedMatch) -> None:
        """Take it in when others than before are let into a match's spreadsheets."""
        row = hosted.live.row
        setup, hosting = self._setups[row.id], self._store.hosting(row.id)
        if hosting.links == setup.hosting.links:
            return
        self._setups[row.id] = setup = replace(setup, hosting=hosting)
        now = {spreadsheet.role: spreadsheet for spreadsheet in setup.spreadsheets(row)}
        for sheet in hosted.sheets:
            sheet.let_in(now[sheet.spreadsheet.role])

    def _end_what_is_over(self, now: float) -> None:
        """Let go of matches whose end has been shown for a while, or at once if asked to end."""
        for connection in self._connections.values():
            for hosted in list(connection):
                live = hosted.live
                if live.record.match.status != "over":
                    self._over_since.pop(live.row.id, None)
                    continue
                since = self._over_since.setdefault(live.row.id, now)
                if hosted.is_shown and (self._until_over or now - since > _LINGER):
                    self._show(self.status())
                    connection.let_go(hosted, STOPPED)

    def _each(self, act: Callable[[Connection, HostedMatch], object]) -> None:
        for connection in self._connections.values():
            for hosted in list(connection):
                self._guarded(connection, hosted, act)

    def _guarded(
        self,
        connection: Connection,
        hosted: HostedMatch,
        act: Callable[[Connection, HostedMatch], object],
    ) -> None:
        """Do something for a match; one that is another daemon's by now is dropped."""
        try:
            act(connection, hosted)
        except (LeaseLost, LineConflict, TakenOver) as error:
            match_id = hosted.live.row.id
            connection.drop(hosted)
            self._refusals[match_id] = str(error)
            if isinstance(error, TakenOver):
                self._taken_over.add(match_id)
        except NobodyThere:
            if not any(other.answered for other in self._connections.values()):
                raise

    def _let_go_of_all(self) -> None:
        """Pause what runs and give all leases back, each even if another cannot be."""
        troubles: list[StoreError] = []
        for connection in self._connections.values():
            for hosted in list(connection):
                try:
                    connection.let_go(hosted, STOPPED)
                except LeaseLost:
                    continue
                except StoreError as error:
                    troubles.append(error)
            connection.close()
        if troubles:
            raise troubles[0]


def _template(row: MatchRow, hosting: Hosting) -> Template:
    own = hosting.template
    template = find_template(row.game, None if own is None else Path(own))
    check_tables(template, find_game(row.game))
    return template


def _places(row: MatchRow, setup: _Setup) -> list[tuple[Spreadsheet, str]]:
    """Return a match's spreadsheets. Raises UsageError if it was made with others.

    It may have been made without a console, and then does without.
    """
    there = setup.hosting.spreadsheets
    for spreadsheet in setup.spreadsheets(row):
        if spreadsheet.role not in there and spreadsheet.role != CONSOLE:
            raise UsageError(
                f"{row.id} was made without {spreadsheet.name}: make a new match instead."
            )
    return [
        (spreadsheet, there[spreadsheet.role])
        for spreadsheet in setup.spreadsheets(row)
        if spreadsheet.role in there
    ]


def _carry_out(connection: Connection, _hosted: HostedMatch, request: Request) -> None:
    connection.carry_out(request)
