"""A server that matches are played on: its accounts, and each request made to it.

Requests to different spreadsheets overlap, each on its own connection and thread. They begin here,
and here their results are processed, one after the other. A request that fails ends here: it is
tried again later, or its match pauses by itself and waits, while the others go on.
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
"""Requests that are under way at the same time at most."""

_VAIN_TRIES = 3
"""Failures in a row at the very start that mean that nobody is there."""

_OVER_QUOTA = 429

RESTS = 30.0
"""Seconds until a spreadsheet is read again whose server tells of changes, but told of none."""

_TOO_LONG = CONNECT_SECONDS + READ_SECONDS + 5.0
"""Seconds after which a request is given up whose bytes still come, one by one."""


class NobodyThere(UmpireError):
    """Nothing has ever answered the requests of a connection."""


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
class _Planned:
    """The last plan to wait, with the version of all that was known and the time of planning."""

    wait: Wait
    version: tuple[int, ...]
    at: float

    def holds(self, version: tuple[int, ...], now: float) -> bool:
        """Return whether nothing has changed since, and nothing is due yet."""
        is_due = self.wait.until is not None and self.wait.until <= now
        return not is_due and now < self.at + MOMENT and version == self.version


class ServerConnection:
    """A server, its matches and the budgets of its accounts. `jitter` gives numbers from 0 to 1."""

    def __init__(
        self,
        accounts: Sequence[Account],
        rate: RateLimit,
        clocks: Clocks,
        jitter: Callable[[], float],
        runner: Runner[CompletedRequest],
    ) -> None:
        self._accounts = tuple(accounts)
        self._free: list[list[SheetsClient]] = [[] for _ in accounts]
        self._usages = [Usage() for _ in accounts]
        self._rate = rate
        self._clocks = clocks
        self._jitter = jitter
        self._runner = runner
        self._sessions: list[MatchSession] = []
        self._busy: dict[str, PendingRequest] = {}
        self._histories: dict[str, RequestHistory] = {}
        self._answers: dict[tuple[str, bool], SnapshotAnswer] = {}
        self._changes = 0
        self._answered = False
        self._intervals: Mapping[str, float | None] = {}
        self._planned: _Planned | None = None
        self._listening = Listening(self._accounts[0], clocks.monotonic)

    @property
    def rate(self) -> RateLimit:
        """How much each account may ask."""
        return self._rate

    @property
    def accounts(self) -> tuple[str, ...]:
        """The accounts that it works as; the first owns the spreadsheets, or is let in by hand."""
        return tuple(account.email for account in self._accounts)

    @property
    def answered(self) -> bool:
        """Whether any of its requests has ever been answered."""
        return self._answered

    @property
    def _version(self) -> tuple[int, ...]:
        """A value that changes with everything new, from an answer or an announced change."""
        versions = [session.version for session in self._sessions]
        return self._changes, self._listening.state, *versions

    @property
    def is_idle(self) -> bool:
        """Whether no request is under way."""
        return not self._busy

    def __iter__(self) -> Iterator[MatchSession]:
        return iter(self._sessions)

    def __len__(self) -> int:
        return len(self._sessions)

    def add(self, session: MatchSession) -> None:
        """Add a match."""
        for sheet in session.sheets:
            self._histories[sheet.id] = self._open_to_all(RequestHistory(sheet.id))
        self._sessions.append(session)
        self._attend()

    def drop(self, session: MatchSession) -> None:
        """Forget a match."""
        self._sessions.remove(session)
        for sheet in session.sheets:
            del self._histories[sheet.id]
            for full in (False, True):
                self._answers.pop((sheet.id, full), None)
        self._attend()

    def listen(self) -> None:
        """Read each spreadsheet as soon as the server announces a change in it, if it does so."""
        self._runner.attend(self._listening.run)

    def _attend(self) -> None:
        self._changes += 1
        self._listening.attend_to(
            sheet.id for session in self._sessions for sheet in session.sheets
        )

    def close(self) -> None:
        """Close the connections that are not in use."""
        self._listening.stop()
        for sheets in (one for free in self._free for one in free):
            sheets.close()

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
        if self._planned is not None and self._planned.holds(self._version, now):
            return self._planned.wait
        self._planned = None
        for session in self._sessions:
            session.set_remarks(self._intervals)
        histories = [
            _under_way(history, self._busy[history.id].began_at)
            if history.id in self._busy
            else history
            for session in self._sessions
            for history in self._announced(session, now)
        ]
        self._intervals = planner.intervals(histories, self._rate, len(self._accounts))
        while len(self._busy) < AT_ONCE:
            plan = planner.plan(histories, self._usages, self._rate, now)
            if isinstance(plan, Wait):
                self._planned = _Planned(plan, self._version, now)
                return plan
            self._begin(plan, now)
            histories = [
                _under_way(history, now) if history.id == plan.sheet_id else history
                for history in histories
            ]
        return None

    def _announced(self, session: MatchSession, now: float) -> Iterator[RequestHistory]:
        """Yield the histories of a match's spreadsheets, with the changes the server announced.

        Spreadsheets rest only while all is well: a match that paused by itself waits for reads.
        """
        listening = self._listening
        is_quiet = listening.is_connected and not session.log.history.stopped_by_itself
        before = [self._histories[sheet.id] for sheet in session.sheets]
        for history in session.request_histories(before, now, self._rate):
            failures = history.read_failures.tries + history.write_failures.tries
            rests = RESTS if is_quiet and not failures else 0.0
            yield replace(history, announced_at=listening.announced_at(history.id), rest=rests)

    def overdue(self) -> list[CompletedRequest]:
        """Return the requests that have taken too long, such as an answer that comes in drops."""
        now = self._clocks.monotonic()
        late = Unreachable("no answer came in time: check the network.")
        return [
            CompletedRequest(self, pending, late)
            for pending in self._busy.values()
            if now - pending.began_at > _TOO_LONG
        ]

    def process(
        self, pending: PendingRequest, outcome: Snapshot | SnapshotAnswer | Exception
    ) -> None:
        """Process the result of a request.

        Raises TakenOver if the spreadsheet is another daemon's now, StoreError for what the store
        refuses, and NobodyThere if nothing answers although nothing ever has.
        """
        sheet_id, full = pending.request.sheet_id, pending.request.full
        if self._busy.get(sheet_id) is not pending:
            return  # it was given up
        del self._busy[sheet_id]
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
                left = tuple(one for one in history.accounts if one != pending.request.account)
                self._histories[sheet_id] = replace(history, accounts=left)
            case SheetsError():
                self._fail(pending, outcome)
            case _:
                raise outcome

    def borrow_account(self) -> Account | None:
        """Return an account that may make one read and one write beside the matches; count both.

        None if either would be more than the account may make now.
        """
        now = self._clocks.monotonic()
        for number, usage in enumerate(self._usages):
            if rates.has_room(usage, self._usages, self._rate, now):
                usage = rates.count(rates.count(usage, "read", now), "write", now)
                self._usages[number] = usage
                return self._accounts[number]
        return None

    def let_go(self, session: MatchSession, why: str) -> None:
        """Pause a match by itself, let its sheets say so if they can, and give its lease back."""
        log = session.log
        try:
            log.pause_itself(why)
            session.set_remarks({})
            for sheet in session.sheets:
                is_free = sheet.id not in self._busy and not sheet.trouble
                if is_free and sheet.layout.full is not None:
                    self._write_last(sheet, session.next_write(sheet.id))
        finally:
            log.let_go()
        self.drop(session)

    def _write_last(self, sheet: SpreadsheetState, batch: Batch) -> None:
        """Bring a spreadsheet up to date if the quota allows it; if not, the next daemon does."""
        now = self._clocks.monotonic()
        made = [rates.requests_made(usage, now)[1] for usage in self._usages]
        account = made.index(min(made))
        if batch.requests and made[account] < self._rate.writes:
            self._usages[account] = rates.count(self._usages[account], "write", now)
            with suppress(SheetsError), self._sheets(account) as sheets:
                sheets.write(sheet.id, list(batch.requests))

    def _begin(self, request: Request, now: float) -> None:
        session = next(one for one in self._sessions if request.sheet_id in one)
        batch = session.next_write(request.sheet_id) if request.kind == "write" else None
        pending = PendingRequest(request, session, now, session.log.read_context(), batch)
        usage = self._usages[request.account]
        self._usages[request.account] = rates.count(usage, request.kind, now)
        self._busy[request.sheet_id] = pending
        ranges = None if request.full else session.sheet(request.sheet_id).layout.ranges
        before = self._answers.get((request.sheet_id, request.full))
        self._runner.start(
            lambda: CompletedRequest(self, pending, self._outcome(pending, ranges, before))
        )

    def _outcome(
        self,
        pending: PendingRequest,
        ranges: Mapping[str, Place] | None,
        before: SnapshotAnswer | None,
    ) -> Snapshot | SnapshotAnswer | Exception:
        """Make a request, in a thread of its own, and return its answer or its error."""
        request, batch = pending.request, pending.batch
        try:
            with self._sheets(request.account) as sheets:
                if batch is None:
                    answer = sheets.fetch_if_changed(request.sheet_id, ranges, before)
                    return _with_file(sheets, request.sheet_id, answer) if request.full else answer
                return sheets.write_and_fetch(request.sheet_id, batch.requests, ranges or {})
        except SheetsError as error:
            return error
        except UmpireError as error:  # such as a credential's file that has gone
            return Unreachable(str(error))
        except Exception as error:  # not lost with its thread, but raised where it is processed
            return error

    @contextmanager
    def _sheets(self, account: int) -> Iterator[SheetsClient]:
        """Give a connection that nothing else uses meanwhile."""
        free = self._free[account]
        sheets = free.pop() if free else self._opened(account)
        try:
            yield sheets
        finally:
            free.append(sheets)

    def _opened(self, account: int) -> SheetsClient:
        sheets = self._accounts[account].open()
        sheets.listens_as(self._listening.name)
        return sheets

    def _process_snapshot(self, pending: PendingRequest, snapshot: Snapshot) -> None:
        session, kind, began_at = pending.session, pending.request.kind, pending.began_at
        sheet_id, full = pending.request.sheet_id, snapshot.full is not None
        self._answered = True
        heard = False
        try:
            heard = session.process_answer(
                sheet_id, pending.context, snapshot, pending.batch, began_at
            )
        finally:  # it was answered, whatever the store says
            history = request_history.note_answer(
                self._histories[sheet_id], kind, began_at, full=full, has_entry=heard
            )
            self._histories[sheet_id] = self._open_to_all(history) if full else history
        is_hindered = full and session.hindrance(sheet_id) is not None
        if is_hindered or session.sheet(sheet_id).layout.missing:
            until = began_at + self._rate.idle
            self._histories[sheet_id] = request_history.put_off(self._histories[sheet_id], until)

    def _fail(self, pending: PendingRequest, error: SheetsError) -> None:
        """Try again later, with fresh knowledge where a request was refused."""
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
            # It was too early, which is no failure: nothing is done and nothing in doubt.
            usage = self._usages[request.account]
            usage = rates.note_over_quota(usage, request.kind, now, error.retry_after)
            self._usages[request.account] = usage
            return
        failure = request.kind, pending.began_at, str(error), pending.batch
        session.replace_sheet(sheet.record_failure(*failure, is_lost=history.is_lost))
        if not self._answered and history.read_failures.tries == _VAIN_TRIES:
            raise NobodyThere(str(error)) from error

    def _open_to_all(self, history: RequestHistory) -> RequestHistory:
        """Let each account try again: one that was refused may have access by now."""
        return replace(history, accounts=tuple(range(len(self._accounts))))


def _with_file(sheets: SheetsClient, spreadsheet_id: str, answer: SnapshotAnswer) -> SnapshotAnswer:
    """Return a snapshot with what Drive says of the file; without it if Drive does not answer."""
    file = None
    with suppress(SheetsError):
        file = sheets.file_state(spreadsheet_id)
    snapshot = answer.snapshot
    return (
        answer if snapshot.file == file else replace(answer, snapshot=replace(snapshot, file=file))
    )


def _under_way(history: RequestHistory, began_at: float) -> RequestHistory:
    return replace(history, is_busy=True, requested_at=began_at)
