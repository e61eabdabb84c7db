"""The daemon's loop over all matches and accounts. It is thin: the planner decides what to do."""

import random
import threading
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from umpire.errors import UmpireError
from umpire.hosting.next_match import places_in_next
from umpire.leagues.names import Aliases
from umpire.live.match_log import CLOSE_AFTER, REAL, Clocks, MatchLog, new_token, renew
from umpire.live.match_session import MatchSession
from umpire.live.rates import GOOGLE as GOOGLE_RATE
from umpire.live.rates import RateLimit
from umpire.live.replays import ReplayKeeper
from umpire.live.runner import Runner, Threads
from umpire.live.server_connection import CompletedRequest, NobodyThere, ServerConnection
from umpire.live.setup import MatchSetup, checked_template
from umpire.live.spreadsheet_state import SpreadsheetState, TakenOver
from umpire.live.standings import StandingsKeeper
from umpire.live.status import DaemonStatus, daemon_status
from umpire.projections.ending import OnwardLinks
from umpire.projections.sentences import AWAY
from umpire.sheets.account import Account, Connect
from umpire.store import (
    Hosting,
    LeaseLost,
    LineConflict,
    MatchRow,
    Store,
    StoreError,
    StoreUnavailable,
)

_HEARTBEAT = 1.0
"""Seconds between two renewals of the leases."""
_AWAY = 10.0
"""Seconds between two turns that mean that the daemon stood still, as if its machine had slept."""
_NEW_MATCHES = 2.0
"""Seconds between two searches for matches to watch."""
_INBOX = 0.1
"""Seconds between two reads of a store that does not say whether anything was written to it."""
_STORE_VERSION = 0.1
"""Seconds between two checks of whether anything was written to a store that says so."""
_TICK = 0.2
"""The longest wait in a turn, in seconds, and the time between two updates of the view."""
_REST = 1.0
"""The longest wait in a turn, in seconds, if everything that may happen meanwhile ends it."""
_TOGETHER = 0.005
"""Seconds in which further requests end that are processed in the same turn."""
_LINGER = 120.0
"""Seconds for which a closed match is watched."""
_RECENT = 3600.0
"""Seconds since its end for which an ended match is taken when the daemon starts."""
_SIGN_IN_AGAIN = 30.0
"""Seconds until it signs in again after a failure."""
_LAST_ANSWERS = 3.0
"""Seconds to wait for the last answers at the end."""


class Watch:
    """The daemon: it takes the leases of its matches and umpires them until it is stopped.

    `ids` are the matches to watch; without any, all that are not closed and on no shelf. A match
    that is over is closed `close_after` seconds later. `rate` limits the requests to each local
    server, and `google` those to Google. `names` returns the players' other names for standings.
    `rematches` says that somebody makes the next match of the same people once one is closed.
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
        close_after: float = CLOSE_AFTER,
        show: Callable[[DaemonStatus], None] = lambda status: None,
        clocks: Clocks = REAL,
        jitter: Callable[[], float] = random.random,
        runner: Runner[CompletedRequest] | None = None,
        names: Callable[[], Aliases] = Aliases,
        rematches: bool = False,
    ) -> None:
        self._store = store
        self._connect = connect
        self._rate = rate
        self._google = google
        self._ids = ids
        self._until_over = until_over
        self._close_after = close_after
        self._show = show
        self._clocks = clocks
        self._jitter = jitter
        self._runner = runner or Threads()
        self._token = new_token()
        self._connections: dict[str, ServerConnection] = {}
        self._setups: dict[str, MatchSetup] = {}
        self._failed_sign_ins: dict[str, tuple[float, str]] = {}
        self._done_since: dict[str, float] = {}
        self._refusals: dict[str, str] = {}
        self._taken_over: set[str] = set()
        self._standings = StandingsKeeper(store, names, self._connection)
        self._replays = ReplayKeeper(store)
        self._rematches = rematches
        self._next_places: dict[str, Mapping[str, str]] = {}
        self._store_trouble: str | None = None
        self._version: object = None
        self._tick = _TICK
        self._turned_at = clocks.monotonic()
        self._searched_at = self._inbox_at = self._heartbeat_at = self._shown_at = float("-inf")

    def run(self, stop: threading.Event) -> None:
        """Umpire until `stop` is set, or until all is over if so asked; then let go of all matches.

        Raises UmpireError if nothing can be umpired: other processes on this machine hold every
        match, no server answers, or the store cannot be used.
        """
        try:
            self._begin()
            self._show(self.status())
            if self._store.change_stamp() is not None:
                self._tick = _REST
                self._runner.attend(partial(self._watch_store, stop))
            while not stop.is_set() and not self._is_finished():
                self.turn()
            if any(self._all_sessions()):
                self._show(self.status())
        finally:
            self._let_go_of_all()

    def _watch_store(self, stop: threading.Event, wake: Callable[[], None]) -> None:
        """Wake the loop when anything was written to the store, and when it is to stop."""
        while not stop.wait(_STORE_VERSION):
            if self._store.change_stamp() != self._version:
                wake()
        wake()

    def turn(self) -> None:
        """Go round the loop once: process commands, begin requests, process those that ended."""
        with self._tolerating_store():
            self._keep_up()
        waits = [connection.begin() for connection in self._connections.values()]
        until = [wait.until for wait in waits if wait is not None and wait.until is not None]
        until += self._show_status()
        wait = min(until, default=float("inf")) - self._clocks.monotonic()
        self._process_completed(max(0.0, min(wait, self._tick)))

    def _keep_up(self) -> None:
        """Do the work beside the requests: all of it may be tried again."""
        now = self._clocks.monotonic()
        elapsed, self._turned_at = now - self._turned_at, now
        if elapsed > _AWAY:
            self._each(lambda _, session: session.pause_after(elapsed))
        self._hold_leases()
        if now - self._searched_at >= _NEW_MATCHES:
            self._look_for_matches(start=False)
            self._look_for_guests()
            self._each(self._look_for_next)
            self._searched_at, self._store_trouble = now, None
        version = self._store.change_stamp()
        every = _INBOX if version is None else _REST
        if version != self._version or now - self._inbox_at >= every:
            self._each(lambda _, session: session.log.apply_commands(), self._store.inbox.waiting())
            self._version, self._inbox_at = version, now
        self._each(lambda _, session: session.pause_if_failing(now))
        self._each(lambda _, session: session.log.close_itself())
        self._each(lambda connection, session: self._set_next_match(connection, session, now))
        self._let_go_of_ended(now)
        self._standings.update(now)

    def _hold_leases(self) -> None:
        """Renew the leases of all matches, and drop those that another daemon holds now."""
        now = self._clocks.monotonic()
        logs = [session.log for session in self._all_sessions()]
        if logs and now - self._heartbeat_at >= _HEARTBEAT:
            lost = renew(self._store, logs, self._token, self._clocks.wall())
            self._each(lambda _, session: session.log.heartbeat(), lost)
            self._heartbeat_at = now

    def _process_completed(self, seconds: float) -> None:
        """Process the requests that have ended; wait for the first at most for so many seconds.

        Those that end at about the same time are processed together, before the next turn.
        """
        while (completed := self._runner.wait(seconds)) is not None:
            self._process(completed)
            seconds = 0.0 if self._is_idle else _TOGETHER
        for connection in self._connections.values():
            for completed in connection.overdue():
                self._process(completed)

    @property
    def _is_idle(self) -> bool:
        """Whether no request is under way."""
        return all(connection.is_idle for connection in self._connections.values())

    def _process(self, completed: CompletedRequest) -> None:
        with self._tolerating_store():
            self._guarded(
                completed.connection,
                completed.pending.session,
                lambda connection, _: connection.process(completed.pending, completed.outcome),
            )

    @contextmanager
    def _tolerating_store(self) -> Iterator[None]:
        """Go on if the store cannot be used now: nothing is acknowledged until it can."""
        try:
            yield
        except StoreUnavailable as error:
            self._store_trouble = str(error)

    def status(self) -> DaemonStatus:
        """Return the status that a view of the daemon shows."""
        connections = tuple(self._connections.values())
        side_work = (*self._standings.troubles(), *self._replays.troubles())
        refusals = (*self._refusals.items(), *side_work)
        return daemon_status(connections, refusals, self._clocks.wall(), self._store_trouble)

    def _show_status(self) -> list[float]:
        """Show the status; if that was done just now, return when to do it again."""
        now = self._clocks.monotonic()
        if self._is_finished():
            return []
        if now < self._shown_at + _TICK:
            return [self._shown_at + _TICK]
        self._shown_at = now
        self._show(self.status())
        return []

    def _begin(self) -> None:
        self._look_for_matches(start=True)
        if self._store.is_shared:
            return  # a match that another host watches is taken over once that host has gone
        if self._refusals and not any(self._all_sessions()):
            raise UmpireError(next(iter(self._refusals.values())))

    def _is_finished(self) -> bool:
        return self._until_over and not self._refusals and not any(self._all_sessions())

    def _look_for_matches(self, *, start: bool) -> None:
        held = {session.log.row.id for session in self._all_sessions()}
        rows = self._store.matches()
        ids = {row.id for row in rows}
        self._refusals = {one: why for one, why in self._refusals.items() if one in ids}
        # Matches in play come first, for where several reads are due at once the first goes first.
        for row in sorted(rows, key=lambda row: row.is_over):
            if row.id in held | self._taken_over:
                continue
            if row.id not in self._ids if self._ids else row.shelf is not None:
                continue
            is_done = row.is_over if self._until_over else row.status == "closed"
            if not is_done or (start and (self._ids or self._ended_lately(row))):
                self._take(row)
                self._hold_leases()  # to take many takes a while
            else:
                self._refusals.pop(row.id, None)

    def _ended_lately(self, row: MatchRow) -> bool:
        """Return whether a match may have ended just before a daemon was killed."""
        if row.ended is None:
            return False
        return self._clocks.wall() - datetime.fromisoformat(row.ended).timestamp() < _RECENT

    def _take(self, row: MatchRow) -> None:
        """Add a match, or record why it cannot be watched."""
        self._refusals.pop(row.id, None)
        hosting = self._store.hosting(row.id)
        if hosting.server is None:
            self._refusals[row.id] = f"{row.id} has no spreadsheet: make a new match instead."
            return
        try:
            self._store.leases.check_free(row.id, self._token, self._clocks.wall())
            connection = self._connection(hosting)
            setup = MatchSetup(hosting, checked_template(row, hosting), connection.accounts)
            places = setup.places(row)
            log = MatchLog.open(
                self._store, row, self._token, self._clocks, close_after=self._close_after
            )
        except UmpireError as error:
            self._refusals[row.id] = str(error)
            return
        self._setups[row.id] = setup
        sheets = [
            SpreadsheetState.of(*place, connection.accounts[0], self._token) for place in places
        ]
        connection.add(MatchSession(log, sheets))

    def _connection(self, hosting: Hosting) -> ServerConnection:
        """Return the connection to a match's server. Raises UmpireError."""
        server = hosting.server
        assert server is not None
        if server not in self._connections:
            rate = self._google if hosting.is_on_google else self._rate
            self._connections[server] = ServerConnection(
                self._sign_in(server), rate, self._clocks, self._jitter, self._runner
            )
            if not hosting.is_on_google:
                self._connections[server].listen()
        return self._connections[server]

    def _sign_in(self, server: str) -> tuple[Account, ...]:
        """Sign in at a server; if that failed lately raise the same error, since it takes time."""
        now = self._clocks.monotonic()
        until, why = self._failed_sign_ins.get(server, (now, ""))
        if until > now:
            raise UmpireError(why)
        try:
            return self._connect(server)
        except UmpireError as error:
            self._failed_sign_ins[server] = (now + _SIGN_IN_AGAIN, str(error))
            raise

    def _look_for_guests(self) -> None:
        """Update the sharing of spreadsheets whose guests have changed."""
        hostings = self._store.hostings([session.log.row.id for session in self._all_sessions()])
        self._each(
            lambda _, session: self._update_sharing(session, hostings[session.log.row.id]), hostings
        )

    def _update_sharing(self, session: MatchSession, hosting: Hosting) -> None:
        row = session.log.row
        setup = self._setups[row.id]
        if hosting.links == setup.hosting.links:
            return
        self._setups[row.id] = setup = replace(setup, hosting=hosting)
        session.update_sharing({sheet.role: sheet for sheet in setup.spreadsheets(row)})

    def _look_for_next(self, _connection: ServerConnection, session: MatchSession) -> None:
        """Find the next match of the people of a closed one, which a demo makes."""
        row = session.log.row
        if session.log.history.match.closed and row.shelf == "demo":
            self._next_places[row.id] = places_in_next(self._store, row)

    def _set_next_match(
        self, connection: ServerConnection, session: MatchSession, now: float
    ) -> None:
        """Set the replay and the next match on the pages of a closed match on a local server."""
        row = session.log.row
        if not self._needs_replay(session):
            return
        replay = self._replays.update(row, connection, now)
        next_places = self._next_places.get(row.id, {})
        session.set_next_match(OnwardLinks(replay, next_places, self._rematches))

    def _needs_replay(self, session: MatchSession) -> bool:
        """Return whether a match needs a replay beside its sheets: Google would not show it."""
        log = session.log
        return log.history.match.closed and not self._setups[log.row.id].hosting.is_on_google

    def _waits_for_replay(self, session: MatchSession) -> bool:
        return self._needs_replay(session) and self._replays.is_due(session.log.row.id)

    def _let_go_of_ended(self, now: float) -> None:
        """Let go of matches that have been shown as closed for a while.

        If the daemon ends when all is over, let go of matches as soon as they are over.
        """
        for connection in self._connections.values():
            for session in list(connection):
                log = session.log
                match = log.history.match
                if not match.closed and not (self._until_over and match.outcome):
                    self._done_since.pop(log.row.id, None)
                    continue
                since = self._done_since.setdefault(log.row.id, now)
                is_done = session.is_shown and not self._waits_for_replay(session)
                if is_done and (self._until_over or now - since > _LINGER):
                    self._show(self.status())
                    connection.let_go(session, AWAY)
                    self._forget(log.row.id)

    def _forget(self, match_id: str) -> None:
        """Forget all about a match that is not watched any more."""
        for by_match in (self._setups, self._done_since, self._next_places):
            by_match.pop(match_id, None)

    def _all_sessions(self) -> Iterator[MatchSession]:
        return (session for connection in self._connections.values() for session in connection)

    def _each(
        self,
        act: Callable[[ServerConnection, MatchSession], object],
        among: Container[str] | None = None,
    ) -> None:
        for connection in self._connections.values():
            for session in list(connection):
                if among is None or session.log.row.id in among:
                    self._guarded(connection, session, act)

    def _guarded(
        self,
        connection: ServerConnection,
        session: MatchSession,
        act: Callable[[ServerConnection, MatchSession], object],
    ) -> None:
        """Do something for a match, and drop the match if another daemon has taken it."""
        try:
            act(connection, session)
        except (LeaseLost, LineConflict, TakenOver) as error:
            match_id = session.log.row.id
            if isinstance(error, TakenOver) and _is_ours(session):
                self._taken_over.add(match_id)
            connection.drop(session)
            self._forget(match_id)
            self._refusals[match_id] = str(error)
        except NobodyThere:
            if not any(other.has_answered for other in self._connections.values()):
                raise

    def _let_go_of_all(self) -> None:
        """Pause all matches and give their leases back, even if that fails for some.

        Wait a moment for requests that are under way.
        """
        until = self._clocks.monotonic() + _LAST_ANSWERS
        while not self._is_idle and (wait := until - self._clocks.monotonic()) > 0:
            self._process_completed(wait)
        troubles: list[StoreError] = []
        for connection in self._connections.values():
            for session in list(connection):
                try:
                    connection.let_go(session, AWAY)
                except LeaseLost:
                    continue
                except StoreError as error:
                    troubles.append(error)
            connection.close()
        with suppress(StoreError):
            self._standings.finish(_LAST_ANSWERS)
        if troubles:
            raise troubles[0]


def _is_ours(session: MatchSession) -> bool:
    """Return whether this daemon still holds a match's lease in its store.

    If so, the daemon that has taken the spreadsheet keeps another log, and must be left alone.
    """
    try:
        session.log.heartbeat()
    except LeaseLost:
        return False
    return True
