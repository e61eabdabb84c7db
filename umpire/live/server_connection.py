"""A server that matches are played on: its accounts, and the requests to it.

Requests to different spreadsheets overlap, each with a client and a thread of its own. They begin
here, and their results are processed here, one after the other. A request that fails is tried again
later, or its match pauses by itself; the other matches go on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from umpire.errors import UmpireError
from umpire.live import planner, rates, request_history
from umpire.live.batch import Batch
from umpire.live.listening import Listening
from umpire.live.match_log import Clocks
from umpire.live.match_session import MOMENT, MatchSession
from umpire.live.planner import Request, Wait
from umpire.live.rates import RateLimit, Usage
from umpire.live.request_history import RequestHistory
from umpire.live.runner import Runner
from umpire.live.spreadsheet_state import SpreadsheetState
from umpire.live.submissions import ReadContext
from umpire.sheets.account import Account
from umpire.sheets.answers import SnapshotAnswer
from umpire.sheets.client import CONNECT_SECONDS, READ_SECONDS, SheetsClient
from umpire.sheets.errors import Forbidden, Gone, NameMissing, Refused, SheetsError, Unreachable
from umpire.sheets.grid import Place
from umpire.sheets.snapshot import Snapshot

AT_ONCE = 16
"""The most requests that are under way at the same time."""

_VAIN_TRIES = 3
"""Failures in a row at the very start that mean that no server is there."""

_OVER_QUOTA = 429

RESTS = 30.0
"""Seconds until a spreadsheet is read again if its server announces changes, but none in it."""

_TOO_LONG = CONNECT_SECONDS + READ_SECONDS + 5.0
"""Seconds after which a request is given up although bytes of its answer still arrive."""


class NobodyThere(UmpireError):
    """No request of a connection was ever answered."""


@dataclass(frozen=True, slots=True)
class PendingRequest:
    """A request under way, with the state of its match when it began.

    `batch` is its write; None if it only reads.
    """

    request: Request
    session: MatchSession
    began_at: float
    context: ReadContext
    batch: Batch | None


@dataclass(frozen=True, slots=True)
class CompletedRequest:
    """A request that has ended, with its answer or its error."""

    connection: "ServerConnection"
    pending: PendingRequest
    outcome: Snapshot | SnapshotAnswer | Exception


@dataclass(frozen=True, slots=True)
class _PlannedWait:
    """The last plan to wait, with the version of all that was known and the time of planning."""

    wait: Wait
    version: tuple[int, ...]
    at: float

    def is_current(self, version: tuple[int, ...], now: float) -> bool:
        """Return whether nothing has changed since, and nothing is due yet."""
        is_due = self.wait.until is not None and self.wait.until <= now
        return not is_due and now < self.at + MOMENT and version == self.version


class ServerConnection:
    """A server, its matches and the budgets of its accounts.

    `jitter` returns random numbers from 0 to 1.
    """

    def __init__(
        self,
        accounts: Sequence[Account],
        rate: RateLimit,
        clocks: Clocks,
        jitter: Callable[[], float],
        runner: Runner[CompletedRequest],
    ) -> None:
        self._accounts = tuple(accounts)
        self._free_clients: list[list[SheetsClient]] = [[] for _ in accounts]
        self._usages = [Usage() for _ in accounts]
        self._rate = rate
        self._clocks = clocks
        self._jitter = jitter
        self._runner = runner
        self._sessions: list[MatchSession] = []
        self._pending: dict[str, PendingRequest] = {}
        self._histories: dict[str, RequestHistory] = {}
        self._answers: dict[tuple[str, bool], SnapshotAnswer] = {}
        self._changes = 0
        self._has_answered = False
        self._intervals: Mapping[str, float | None] = {}
        self._planned_wait: _PlannedWait | None = None
        self._listening = Listening(self._accounts[0], clocks.monotonic)

    @property
    def rate(self) -> RateLimit:
        """The limits of the requests of each account."""
        return self._rate

    @property
    def accounts(self) -> tuple[str, ...]:
        """The emails of its accounts; the first owns the spreadsheets, or was let in by hand."""
        return tuple(account.email for account in self._accounts)

    @property
    def has_answered(self) -> bool:
        """Whether any of its requests was ever answered."""
        return self._has_answered

    @property
    def _version(self) -> tuple[int, ...]:
        """A value that changes with every answer, change of a match and announcement."""
        versions = [session.version for session in self._sessions]
        return self._changes, self._listening.state, *versions

    @property
    def is_idle(self) -> bool:
        """Whether no request is under way."""
        return not self._pending

    def __iter__(self) -> Iterator[MatchSession]:
        return iter(self._sessions)

    def __len__(self) -> int:
        return len(self._sessions)

    def add(self, session: MatchSession) -> None:
        """Add a match."""
        for sheet in session.sheets:
            self._histories[sheet.id] = self._open_to_all(RequestHistory(sheet.id))
        self._sessions.append(session)
        self._follow_spreadsheets()

    def drop(self, session: MatchSession) -> None:
        """Forget a match."""
        self._sessions.remove(session)
        for sheet in session.sheets:
            del self._histories[sheet.id]
            for full in (False, True):
                self._answers.pop((sheet.id, full), None)
        self._follow_spreadsheets()

    def listen(self) -> None:
        """Read each spreadsheet as soon as the server announces a change in it, if it does so."""
        self._runner.attend(self._listening.run)

    def _follow_spreadsheets(self) -> None:
        self._changes += 1
        self._listening.follow(sheet.id for session in self._sessions for sheet in session.sheets)

    def close(self) -> None:
        """Close the clients that are not in use."""
        self._listening.stop()
        for clients in self._free_clients:
            for client in clients:
                client.close()

    def requests_made(self) -> list[tuple[str, int, int]]:
        """Return each account with its reads and writes of the last minute."""
        now = self._clocks.monotonic()
        return [
            (account.email, *rates.requests_made(usage, now))
            for account, usage in zip(self._accounts, self._usages, strict=True)
        ]

    def begin(self) -> Wait | None:
        """Begin all requests that are due; return until when to wait, None if no more may begin."""
        now = self._clocks.monotonic()
        if self._planned_wait is not None and self._planned_wait.is_current(self._version, now):
            return self._planned_wait.wait
        self._planned_wait = None
        for session in self._sessions:
            session.set_remarks(self._intervals)
        histories = [
            _under_way(history, self._pending[history.id].began_at)
            if history.id in self._pending
            else history
            for session in self._sessions
            for history in self._current_histories(session, now)
        ]
        self._intervals = planner.intervals(histories, self._rate, len(self._accounts))
        while len(self._pending) < AT_ONCE:
            plan = planner.plan(histories, self._usages, self._rate, now)
            if isinstance(plan, Wait):
                self._planned_wait = _PlannedWait(plan, self._version, now)
                return plan
            self._begin(plan, now)
            histories = [
                _under_way(history, now) if history.id == plan.sheet_id else history
                for history in histories
            ]
        return None

    def _current_histories(self, session: MatchSession, now: float) -> Iterator[RequestHistory]:
        """Yield the histories of a match's spreadsheets, with the changes the server announced.

        Spreadsheets rest only while all is well: a match that paused by itself waits for reads.
        """
        listening = self._listening
        is_quiet = listening.is_connected and not session.log.history.is_stopped_by_itself
        before = [self._histories[sheet.id] for sheet in session.sheets]
        for history in session.request_histories(before, now, self._rate):
            failures = history.read_failures.tries + history.write_failures.tries
            rest = RESTS if is_quiet and not failures else 0.0
            yield replace(history, announced_at=listening.announced_at(history.id), rest=rest)

    def overdue(self) -> list[CompletedRequest]:
        """Return the requests that have taken too long, as failed."""
        now = self._clocks.monotonic()
        late = Unreachable("no answer came in time: check the network.")
        return [
            CompletedRequest(self, pending, late)
            for pending in self._pending.values()
            if now - pending.began_at > _TOO_LONG
        ]

    def process(
        self, pending: PendingRequest, outcome: Snapshot | SnapshotAnswer | Exception
    ) -> None:
        """Process the result of a request.

        Raises TakenOver if another daemon has taken the spreadsheet, StoreError if the store
        refuses something, and NobodyThere if the server does not answer and never has.
        """
        sheet_id, full = pending.request.sheet_id, pending.request.full
        if self._pending.get(sheet_id) is not pending:
            return  # it was given up
        del self._pending[sheet_id]
        self._changes += 1
        if pending.session not in self._sessions:
            return
        history = self._histories[sheet_id]
        match outcome:
            case SnapshotAnswer():
                self._answers[sheet_id, full] = outcome
                self._process_snapshot(pending, outcome.snapshot)
            case Snapshot():
                self._process_snapshot(pending, outcome)
            case NameMissing():  # a tab was renamed, and nothing was written
                self._histories[sheet_id] = request_history.note_answer(
                    history, "read", pending.began_at
                )
                sheet = pending.session.sheet(sheet_id)
                pending.session.replace_sheet(sheet.record_success().require_full_read())
            case Gone() | Forbidden() if len(history.accounts) > 1:
                refused = pending.request.account
                others = tuple(account for account in history.accounts if account != refused)
                self._histories[sheet_id] = replace(history, accounts=others)
            case SheetsError():
                self._fail(pending, outcome)
            case _:
                raise outcome

    def borrow_account(self) -> Account | None:
        """Return an account for one read and one write beside the matches, and count both.

        Return None if no account may make them now.
        """
        now = self._clocks.monotonic()
        for number, usage in enumerate(self._usages):
            if rates.has_room(usage, self._usages, self._rate, now):
                usage = rates.count(rates.count(usage, "read", now), "write", now)
                self._usages[number] = usage
                return self._accounts[number]
        return None

    def let_go(self, session: MatchSession, why: str) -> None:
        """Pause a match by itself, write so on its sheets if possible, and release its lease."""
        log = session.log
        try:
            log.pause_itself(why)
            session.set_remarks({})
            for sheet in session.sheets:
                is_free = sheet.id not in self._pending and not sheet.trouble
                if is_free and sheet.layout.full is not None:
                    self._write_last(sheet, session.next_write(sheet.id))
        finally:
            log.let_go()
        self.drop(session)

    def _write_last(self, sheet: SpreadsheetState, batch: Batch) -> None:
        """Bring a spreadsheet up to date if the quota allows it; if not, the next daemon does."""
        now = self._clocks.monotonic()
        writes = [rates.requests_made(usage, now)[1] for usage in self._usages]
        account = writes.index(min(writes))
        if batch.requests and writes[account] < self._rate.writes:
            self._usages[account] = rates.count(self._usages[account], "write", now)
            with suppress(SheetsError), self._client(account) as client:
                client.write(sheet.id, list(batch.requests))

    def _begin(self, request: Request, now: float) -> None:
        session = next(session for session in self._sessions if request.sheet_id in session)
        batch = session.next_write(request.sheet_id) if request.kind == "write" else None
        pending = PendingRequest(request, session, now, session.log.read_context(), batch)
        usage = self._usages[request.account]
        self._usages[request.account] = rates.count(usage, request.kind, now)
        self._pending[request.sheet_id] = pending
        sheet = session.sheet(request.sheet_id)
        ranges = None if request.full else sheet.layout.ranges
        results = sheet.spreadsheet.has_workings
        before = self._answers.get((request.sheet_id, request.full))
        self._runner.start(
            lambda: CompletedRequest(self, pending, self._outcome(pending, ranges, before, results))
        )

    def _outcome(
        self,
        pending: PendingRequest,
        ranges: Mapping[str, Place] | None,
        before: SnapshotAnswer | None,
        results: bool,
    ) -> Snapshot | SnapshotAnswer | Exception:
        """Make a request, in another thread, and return its answer or its error."""
        request, batch = pending.request, pending.batch
        try:
            with self._client(request.account) as client:
                if batch is None:
                    answer = client.fetch_if_changed(
                        request.sheet_id, ranges, before, results=results
                    )
                    return _with_file(client, request.sheet_id, answer) if request.full else answer
                return client.write_and_fetch(
                    request.sheet_id, batch.requests, ranges or {}, results=results
                )
        except SheetsError as error:
            return error
        except UmpireError as error:  # for example if a credential's file is missing
            return Unreachable(str(error))
        except Exception as error:  # to be raised in the main thread
            return error

    @contextmanager
    def _client(self, account: int) -> Iterator[SheetsClient]:
        """Yield a client of an account that nothing else uses meanwhile."""
        free = self._free_clients[account]
        client = free.pop() if free else self._open_client(account)
        try:
            yield client
        finally:
            free.append(client)

    def _open_client(self, account: int) -> SheetsClient:
        client = self._accounts[account].open()
        client.set_listener_name(self._listening.name)
        return client

    def _process_snapshot(self, pending: PendingRequest, snapshot: Snapshot) -> None:
        session, kind, began_at = pending.session, pending.request.kind, pending.began_at
        sheet_id, full = pending.request.sheet_id, snapshot.full is not None
        self._has_answered = True
        has_entry = False
        try:
            has_entry = session.process_answer(
                sheet_id, pending.context, snapshot, pending.batch, began_at
            )
        finally:  # it was answered, even if the store fails
            history = request_history.note_answer(
                self._histories[sheet_id], kind, began_at, full=full, has_entry=has_entry
            )
            self._histories[sheet_id] = self._open_to_all(history) if full else history
        is_hindered = full and session.hindrance(sheet_id) is not None
        if is_hindered or session.sheet(sheet_id).layout.missing:
            until = began_at + self._rate.idle
            self._histories[sheet_id] = request_history.put_off(self._histories[sheet_id], until)

    def _fail(self, pending: PendingRequest, error: SheetsError) -> None:
        """Plan to try again later, after a full read if the request was refused."""
        request, session, now = pending.request, pending.session, self._clocks.monotonic()
        sheet_id, history = request.sheet_id, self._histories[request.sheet_id]
        sheet = session.sheet(sheet_id)
        about = request.kind, pending.began_at, now
        if isinstance(error, Refused) and pending.batch is not None:
            is_repair = pending.batch.is_repair
            refused = sheet.record_refusal(pending.began_at, str(error), is_repair=is_repair)
            sheet = session.replace_sheet(refused)
            if is_repair:  # nobody waits for that
                self._histories[sheet_id] = replace(history, requested_at=pending.began_at)
                return
        if isinstance(error, Unreachable):
            wait = error.retry_after
            history = request_history.note_failure(
                history, *about, self._jitter(), self._rate, wait
            )
        elif isinstance(error, Refused):
            history = request_history.note_failure(history, *about, 1.0, self._rate)
            sheet = session.replace_sheet(sheet.require_full_read())
        else:
            history = request_history.note_not_found(history, *about, self._jitter(), self._rate)
        self._histories[sheet_id] = history
        if isinstance(error, Unreachable) and error.status == _OVER_QUOTA:
            # The request came too early, which is no failure: nothing was done, for certain.
            usage = self._usages[request.account]
            usage = rates.note_over_quota(usage, request.kind, now, error.retry_after)
            self._usages[request.account] = usage
            return
        failure = request.kind, pending.began_at, str(error), pending.batch
        session.replace_sheet(sheet.record_failure(*failure, is_lost=history.is_lost))
        if not self._has_answered and history.read_failures.tries == _VAIN_TRIES:
            raise NobodyThere(str(error)) from error

    def _open_to_all(self, history: RequestHistory) -> RequestHistory:
        """Let each account try again, since one that was refused may have access by now."""
        return replace(history, accounts=tuple(range(len(self._accounts))))


def _with_file(client: SheetsClient, spreadsheet_id: str, answer: SnapshotAnswer) -> SnapshotAnswer:
    """Return a snapshot with the state of the file by Drive, if Drive answers."""
    file = None
    with suppress(SheetsError):
        file = client.file_state(spreadsheet_id)
    snapshot = answer.snapshot
    return (
        answer if snapshot.file == file else replace(answer, snapshot=replace(snapshot, file=file))
    )


def _under_way(history: RequestHistory, began_at: float) -> RequestHistory:
    return replace(history, is_busy=True, requested_at=began_at)
