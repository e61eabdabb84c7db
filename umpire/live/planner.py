"""The choice of the next request to the spreadsheets: a pure function of what is known now.

The planner sees the history of each spreadsheet, the requests made by each account and the rate
limit, and gives one request to make now, or the moment until which to wait. It has no clock and no
generator: `now` is any clock that only grows, in seconds, and the jitter of a retry is handed in.
Requests may overlap: each is counted when it begins, and a spreadsheet that is busy gets no other.

A read shows everything. A write is a read too, because its answer shows the cells where people
type. Both have budgets over a rolling minute, each account's own and the project's, and are spread
evenly over it. Urgent requests may be made ahead of their turn and go before all others: a read
that a limit waits for, a read of a change that the server has announced, the first read of a
spreadsheet, and a write that somebody waits for.

Each request goes where the waiting time, multiplied by a weight, is greatest. For a read, that is
the time since the last one, in which somebody may have typed. Its weight is four near a limit,
three at a console where somebody directs the match, two while a decision is pending or somebody has
typed at a console lately, and one where every pending decision has an answer already. No read
delays a write that somebody waits for. Writes go to people waiting for an answer to their entry.
They also go, half as urgently unless the limit is near, to people who have not been shown their
question yet.

All else is background work: the more of it there is, the rarer each part. Its reads are those that
are not needed where somebody waits, and an eighth of the budget at least. Other consoles, and
tables where nobody owes an answer, are read now and then. Boards are read by their writes, and by a
full read now and then. Other news are written when nobody waits, or after some patience.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from umpire.live.rates import (
    MINUTE,
    NEVER,
    Kind,
    Pace,
    Paces,
    RateLimit,
    Usage,
    account_paces,
    reads_a_minute,
    shared_paces,
)
from umpire.live.request_history import Priority, RequestHistory

_WEIGHTS: dict[Priority, float] = {"near": 4, "directed": 3, "pending": 2, "answered": 1}
_LIMIT = 8.0  # the weight of a read that a limit waits for,
_ANNOUNCED = 4.0  # of one that will show something new, as the server has announced,
_READ_BY_WRITE = 0.25  # and of one where a write is due, which reads it too
_ANSWER = {"directed": 3.0}  # the weight of a write to somebody who has typed, 2 elsewhere,
_QUESTION = {"near": 2.0}  # of one to somebody who is asked, 1 elsewhere,
_NEWS = 0.5  # and of any other
_TABLES_NEWS = 2  # how many times as soon a table has its news as a board
_IDLE_READ = 2.0  # the weight of a read where nobody waits, once it is due
_BACKGROUND = 1 / 8  # of the budgets at least, for all together that nobody waits for
_ENOUGH = 15.0  # reads a minute, times its weight, that do for a place where somebody waits
_ANNOUNCED_SPACING = 0.05  # seconds between two reads, however many changes are announced


@dataclass(frozen=True, slots=True)
class Request:
    """Make this request now, as this account; a full read brings formats and protections too."""

    kind: Kind
    sheet_id: str
    account: int = 0
    full: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do before `until`; None: nothing at all until something changes."""

    until: float | None


def plan(
    histories: Sequence[RequestHistory], usages: Sequence[Usage], rate: RateLimit, now: float
) -> Request | Wait:
    """Return the request to make now, or how long to wait.

    A write that may be made goes before any read: it takes nothing from the reads, and saves one.
    """
    budgets = account_paces(usages, rate)
    background = _background_share(histories, rate, len(usages))
    answers_due = (
        history.requested_at
        for history in histories
        if history.is_awaited and (history.is_busy or history.needs_write)
    )
    after_answers = max(answers_due, default=NEVER) + rate.gives_way
    paces: dict[tuple[int, ...], Paces] = {}
    first: _Task | None = None
    until: float | None = None
    for history in histories:
        if history.is_busy or not history.accounts:
            continue
        if history.accounts not in paces:
            paces[history.accounts] = shared_paces(history.accounts, budgets)
        for task in _tasks(history, paces[history.accounts], background, rate, now):
            if task.kind == "write" and not history.is_awaited:
                task = task._replace(at=max(task.at, after_answers))
            if task.at > now:
                until = task.at if until is None else min(until, task.at)
            elif first is None or task.rank > first.rank:
                first = task
    if first is None:
        return Wait(until)
    return Request(first.kind, first.sheet_id, first.account, first.full)


def intervals(
    histories: Sequence[RequestHistory], rate: RateLimit, accounts: int = 1
) -> dict[str, float | None]:
    """Return about how many seconds lie between two reads of each spreadsheet; None if it has none.

    Lost spreadsheets are left out: a read is tried now and then.
    """
    present = [history for history in histories if not history.is_lost]
    background = _background_share(histories, rate, accounts)
    reads = (
        reads_a_minute(rate, accounts) - _idle_reads_a_minute(present, rate) / background.slowdown
    )
    weight = _weight(present)
    each = MINUTE * weight / reads if weight else 0.0
    return {
        history.id: rate.floor  # read at once when the server tells of it
        if history.rest
        else max(rate.floor, each / _WEIGHTS[history.priority])
        if history.priority in _WEIGHTS
        else _idle_interval(history, background, rate)
        for history in present
    }


class _BackgroundShare(NamedTuple):
    """How rarely background work is done: reads and writes that nobody waits for.

    Its reads are those that are not needed where somebody waits, and an eighth of all at least.
    They are `slowdown` times as long apart as if there were few. A board has its news written after
    `patience` seconds even while others wait.
    """

    slowdown: float
    patience: float


def _background_share(
    histories: Sequence[RequestHistory], rate: RateLimit, accounts: int
) -> _BackgroundShare:
    reads = reads_a_minute(rate, accounts)
    left = max(_BACKGROUND * reads, reads - _ENOUGH * _weight(histories))
    writes = _BACKGROUND * min(accounts * rate.writes, rate.project_writes)
    boards = sum(not history.takes_entries for history in histories)
    return _BackgroundShare(
        max(1.0, _idle_reads_a_minute(histories, rate) / left), MINUTE * boards / writes
    )


def _weight(histories: Iterable[RequestHistory]) -> float:
    """Return the sum of the weights of all spreadsheets where somebody waits."""
    return sum(_WEIGHTS.get(history.priority, 0.0) for history in histories)


def _idle_reads_a_minute(histories: Iterable[RequestHistory], rate: RateLimit) -> float:
    """Return how many background reads a minute there would be without any slowdown."""
    unhurried = _BackgroundShare(slowdown=1.0, patience=0.0)
    intervals = [
        _idle_interval(history, unhurried, rate)
        for history in histories
        if history.priority not in _WEIGHTS
    ]
    return sum(MINUTE / every for every in intervals if every is not None)


def _idle_interval(
    history: RequestHistory, background: _BackgroundShare, rate: RateLimit
) -> float | None:
    """Return the seconds between two reads of a spreadsheet where nobody owes an answer."""
    if history.priority == "none":
        return None
    if history.priority == "console":
        every = rate.console
    else:
        every = rate.idle if history.takes_entries else rate.full
    return max(rate.floor, every * background.slowdown)


class _Task(NamedTuple):
    """A request that may be made from `at` on; the one of the highest rank goes first.

    The rank says whether it is a write, whether it is urgent, and how much somebody waits for it.
    """

    at: float
    rank: tuple[bool, bool, float]
    kind: Kind
    sheet_id: str
    account: int
    full: bool = False


def _tasks(
    history: RequestHistory, paces: Paces, background: _BackgroundShare, rate: RateLimit, now: float
) -> Iterator[_Task]:
    is_soon_read = False
    if history.needs_write and not history.needs_full_read and not history.is_lost:
        yield (write := _write_task(history, paces.write, background, rate, now))
        is_soon_read = history.is_expected and write.at <= now + rate.spacing
    full_at = history.full_read_at + rate.full * background.slowdown
    full = history.needs_full_read or history.is_lost or full_at <= now
    retry_at = history.read_failures.not_before
    ready = max(history.requested_at + rate.spacing, retry_at)
    rested = history.read_at + max(rate.floor, 0.0 if full else history.rest)
    for reason in _read_reasons(history, background, rate):
        start, due, since = paces.read.ahead, reason.due, reason.since
        if not reason.hurries:
            if is_soon_read:
                continue  # it would put off the write that somebody waits for, and which reads too
            start, due, since = paces.read.turn, max(due, rested), max(since, rested - rate.floor)
        rank = (False, reason.hurries, reason.weight * _waiting_time(max(since, retry_at), now))
        yield _Task(max(start.at, due, ready), rank, "read", history.id, start.account, full)


class _ReadReason(NamedTuple):
    """A reason to read a spreadsheet: from when on, since when, its weight, and its urgency."""

    due: float
    since: float
    weight: float
    hurries: bool = False


def _read_reasons(
    history: RequestHistory, background: _BackgroundShare, rate: RateLimit
) -> Iterator[_ReadReason]:
    since = max(history.read_at, history.pending_since)
    weight = _WEIGHTS.get(history.priority)
    if history.is_lost:
        # Looked for now and then, in case it comes back.
        tried_at = max(history.requested_at, history.read_failures.not_before)
        due = tried_at + rate.idle * background.slowdown
        yield _ReadReason(due, due, 1.0)
        return
    if history.is_announced:
        due = history.requested_at + _ANNOUNCED_SPACING
        yield _ReadReason(due, history.announced_at, _ANNOUNCED, hurries=True)
    if history.limit is not None and history.read_at < history.limit:
        # A limit only takes effect after a read that began at or after it.
        yield _ReadReason(history.limit, since, _LIMIT, hurries=True)
    if history.needs_full_read:
        # As if it had never been read: one match after the other at a start. One that cannot be
        # read is tried again in its turn.
        hurries = history.read_failures.tries == 0
        yield _ReadReason(NEVER, NEVER, _WEIGHTS["pending"], hurries)
    elif weight is not None:
        written_soon = history.needs_write and history.write_failures.tries == 0
        yield _ReadReason(
            NEVER, since, _READ_BY_WRITE if written_soon and history.is_expected else weight
        )
    elif (interval := _idle_interval(history, background, rate)) is not None:
        last_read = history.full_read_at  # NEVER if a full read is wanted at once
        if last_read != NEVER and (history.takes_entries or history.priority == "console"):
            last_read = history.read_at
        yield _ReadReason(last_read + interval, last_read + interval, _IDLE_READ)


def _write_task(
    history: RequestHistory, pace: Pace, background: _BackgroundShare, rate: RateLimit, now: float
) -> _Task:
    retry_at = history.write_failures.not_before
    ready = max(history.requested_at + rate.spacing, retry_at)
    if history.is_awaited:
        if history.requested_at == history.entry_at:
            # What was read a moment ago is answered at once.
            ready = max(history.written_at + rate.spacing, retry_at)
        since, weight = history.entry_at, _ANSWER.get(history.priority, 2.0)
    elif history.is_unshown:
        since, weight = history.pending_since, _QUESTION.get(history.priority, 1.0)
    else:
        patience = background.patience / (_TABLES_NEWS if history.takes_entries else 1)
        since = history.written_at + patience
        weight = _NEWS
    hurries = since <= now  # even news, once they have waited for long
    start = pace.ahead if hurries else pace.turn
    at = start.at if hurries else min(start.at, max(pace.ahead.at, since))
    rank = (True, hurries, weight * _waiting_time(max(since, retry_at), now))
    return _Task(max(at, ready), rank, "write", history.id, start.account)


def _waiting_time(since: float, now: float) -> float:
    """Return for how long a request waits; one that was never made waits for a minute."""
    return MINUTE if since == NEVER else now - since
