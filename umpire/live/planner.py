"""What to ask of the sheets next, and when: a pure function of what is known now.

The planner sees the status of each spreadsheet, the requests made by each account and the rate
limit, and gives one request to make now, or the moment until which to wait. It has no clock and no
generator: `now` is any clock that only grows, in seconds, and the jitter of a retry is handed in.
Requests may overlap: each is counted when it begins, and a spreadsheet that is busy gets no other.

A read tells everything, and a write is a read too: its answer brings what lies where people type.
Both have budgets over a rolling minute, each account's own and the project's, and are spread evenly
over it. What hurries may be made ahead of its turn and goes before all else: a read that a limit
waits for, one of which the server tells that it will show something new, the first read of a
spreadsheet, a write that somebody waits for.

Whenever a request may be made it goes where somebody waits longest, times a weight. For reads that
is the time in which somebody may have typed what nobody has read: four parts near a limit, three at
a console where somebody directs the match, two while a decision is pending or somebody has typed at
a console lately, one where every pending decision has an answer already. No read puts off a write
that somebody waits for. Writes go to those who wait for an answer to what they typed and, half as
urgently unless the limit is near, to those who have not been shown yet what they are asked.

All else is done aside: the more of it the rarer. Reads for it are those that are not needed where
somebody waits, and an eighth of the budget at least. Other consoles, and tables where nobody owes
an answer, are looked at now and then; boards are read by their writes, and by a wide read now and
then. Other news are written when nobody waits, or at last.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["read", "write"]
Priority: TypeAlias = Literal["near", "directed", "pending", "answered", "idle", "console", "none"]

MINUTE = 60.0
NEVER = float("-inf")

_WEIGHTS: dict[Priority, float] = {"near": 4, "directed": 3, "pending": 2, "answered": 1}
_LIMIT = 8.0  # the weight of a read that a limit waits for,
_TOLD = 4.0  # of one of which the server tells that it will show something new,
_UNSEEN = 0.25  # and of one where a write is due, which reads it too
_ANSWER = {"directed": 3.0}  # the weight of a write to somebody who has typed, 2 elsewhere,
_QUESTION = {"near": 2.0}  # of one to somebody who is asked, 1 elsewhere,
_NEWS = 0.5  # and of any other
_TABLES_NEWS = 2  # how many times as soon a table has its news as a board
_LOOK = 2.0  # and of one where nobody waits, once it is due
_ASIDE = 1 / 8  # of the budgets at least, for all together that nobody waits for
_ENOUGH = 15.0  # reads a minute, times its weight, that do for a place where somebody waits
_TOLD_APART = 0.05  # seconds between two reads of a spreadsheet that is told of without end
_SLACK = 2  # requests of a minute that are never planned, so that no full minute stops them all
_CAUGHT_UP = 1.0  # seconds that requests may make up for that came late
_FIRST_BACK_OFF = 1.0
_LOST_AFTER = 2  # a first 404 may be an accident of the transport


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How much may be asked: requests a rolling minute, times in seconds.

    `reads` and `writes` are an account's, `project_reads` and `project_writes` those of all
    accounts together. A server that `refuses` what is above them is never asked for more in any
    rolling minute; any other is spared what nobody waits for above them. Where somebody waits,
    `ahead` requests may be made before their turn comes.

    `spacing` lies between the starts of two requests to one spreadsheet, unless the second is an
    answer to what the first has read; `floor` is the shortest interval between two reads of it
    that nobody waits for, `idle` the interval where nothing is pending, `console` that of a
    console, `near` how long before a limit a spreadsheet counts as near it, `wide` the interval of
    wide reads, and `back_off` the longest wait after a failure. For `gives_way` seconds at most a
    write lets one begin and end first that answers what somebody typed: a server that does all by
    itself would be slower with both.
    """

    reads: int = 54
    writes: int = 54
    project_reads: int = 270
    project_writes: int = 270
    spacing: float = 1.0
    floor: float = 1.0
    idle: float = 30.0
    console: float = 8.0
    near: float = 20.0
    wide: float = 120.0
    back_off: float = 32.0
    ahead: int = 3
    refuses: bool = True
    gives_way: float = 0.0


GOOGLE = RateLimit()
"""Google's 60 reads and 60 writes a minute and account, 300 and 300 a project, less a tenth that is
kept for other commands."""

LOCAL = RateLimit(
    reads=3000,
    writes=3000,
    project_reads=120_000,
    project_writes=120_000,
    spacing=0.0,
    floor=0.5,
    idle=2.0,
    console=1.0,
    wide=60.0,
    back_off=4.0,
    ahead=500,
    refuses=False,
    gives_way=0.5,
)
"""The local server has no quota of its own: where nobody waits it is spared, where somebody does it
is asked at once, as often as in ten seconds of its whole budget."""


@dataclass(frozen=True, slots=True)
class Failures:
    """Failures in a row of one kind of request, and when it may be tried again."""

    tries: int = 0
    not_before: float = NEVER


_NO_FAILURES = Failures()


@dataclass(frozen=True, slots=True)
class SheetStatus:
    """One spreadsheet: what is wanted of it and what was asked of it last.

    `limit` is when the next limit on it falls, on the planner's clock. `replace` tells that there
    is something to write, `unknown` that it must be read, and widely, before anything else, `busy`
    that a request to it is under way, which then began at `asked_at`, `typed_in` that a player has
    a score sheet here. `accounts` are those that may open it, as places in the usages that `plan`
    is given. `owed_since` is when what is owed here now began to be owed: a new question is a new
    moment. `heard_at` is when the last read, or write, began that showed something new which
    somebody typed; until a later write somebody waits for an answer here.

    `told_at` is when the server told last that something has changed here, and `rests` for how many
    seconds after a read it need not be read again unless the server tells so.

    `read_at`, `written_at` and `wide_at` are when the last read, write and wide read began that
    were answered, a write being a read too; `asked_at` is when any began, answered or not.
    """

    id: str
    priority: Priority = "idle"
    limit: float | None = None
    changed: bool = False
    unknown: bool = False
    busy: bool = False
    typed_in: bool = True
    accounts: tuple[int, ...] = (0,)
    owed_since: float = NEVER
    heard_at: float = NEVER
    read_at: float = NEVER
    written_at: float = NEVER
    wide_at: float = NEVER
    asked_at: float = NEVER
    told_at: float = NEVER
    rests: float = 0.0
    read_failures: Failures = _NO_FAILURES
    write_failures: Failures = _NO_FAILURES
    not_found: int = 0

    @property
    def is_awaited(self) -> bool:
        """Whether somebody waits for an answer to what they typed."""
        return NEVER < self.heard_at >= self.written_at

    @property
    def is_unshown(self) -> bool:
        """Whether somebody has not been shown yet what is asked of them."""
        return self.typed_in and self.owed_since > self.written_at

    @property
    def is_expected(self) -> bool:
        """Whether somebody waits for what is to be written here."""
        return self.is_awaited or self.is_unshown

    @property
    def is_told(self) -> bool:
        """Whether the server has told of something that no read has shown yet."""
        return NEVER < self.told_at >= self.read_at and not self.unknown and not self.lost

    @property
    def lost(self) -> bool:
        """Whether the spreadsheet is gone: not found twice in a row."""
        return self.not_found >= _LOST_AFTER


@dataclass(frozen=True, slots=True)
class Usage:
    """The requests of one account in the last minute, and until when a kind is stopped."""

    reads: tuple[float, ...] = ()
    writes: tuple[float, ...] = ()
    reads_stopped: float = NEVER
    writes_stopped: float = NEVER


@dataclass(frozen=True, slots=True)
class Request:
    """Make this request now, as this account; a wide read brings formats and protections too."""

    kind: Kind
    sheet: str
    account: int = 0
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do before `until`; None: nothing at all until something changes."""

    until: float | None


def plan(
    sheets: Sequence[SheetStatus], usages: Sequence[Usage], rate: RateLimit, now: float
) -> Request | Wait:
    """Return the request to make now, or how long to wait.

    A write that may be made goes before any read: it takes nothing from the reads, and saves one.
    """
    budgets = _budgets(usages, rate)
    aside = _aside(sheets, rate, len(usages))
    answered = (one for one in sheets if one.is_awaited and (one.busy or one.changed))
    after_answer = max((one.asked_at for one in answered), default=NEVER) + rate.gives_way
    paces: dict[tuple[int, ...], _Paces] = {}
    first: _Job | None = None
    until: float | None = None
    for sheet in sheets:
        if sheet.busy or not sheet.accounts:
            continue
        if sheet.accounts not in paces:
            paces[sheet.accounts] = _paces(sheet.accounts, budgets)
        for job in _jobs(sheet, paces[sheet.accounts], aside, rate, now):
            if job.kind == "write" and not sheet.is_awaited:
                job = job._replace(at=max(job.at, after_answer))
            if job.at > now:
                until = job.at if until is None else min(until, job.at)
            elif first is None or job.rank > first.rank:
                first = job
    if first is None:
        return Wait(until)
    return Request(first.kind, first.sheet, first.account, first.wide)


def intervals(
    sheets: Sequence[SheetStatus], rate: RateLimit, accounts: int = 1
) -> dict[str, float | None]:
    """Return about how many seconds lie between two reads of each spreadsheet; None: it has none.

    Those that are lost are looked for now and then, and left out here.
    """
    there = [sheet for sheet in sheets if not sheet.lost]
    aside = _aside(sheets, rate, accounts)
    reads = _reads_a_minute(rate, accounts) - _looks(there, rate) / aside.stretched
    weight = _weight(there)
    each = MINUTE * weight / reads if weight else 0.0
    return {
        sheet.id: rate.floor  # read at once when the server tells of it
        if sheet.rests
        else max(rate.floor, each / _WEIGHTS[sheet.priority])
        if sheet.priority in _WEIGHTS
        else _rarely(sheet, aside, rate)
        for sheet in there
    }


def count(usage: Usage, kind: Kind, began: float) -> Usage:
    """Count a request when it begins, forgetting those more than a minute old."""
    if kind == "write":
        return replace(usage, writes=(*_recent(usage.writes, began), began))
    return replace(usage, reads=(*_recent(usage.reads, began), began))


def note_answer(
    sheet: SheetStatus, kind: Kind, began: float, *, wide: bool = False, heard: bool = False
) -> SheetStatus:
    """Note a request that was answered; `heard` if it showed something new that was typed."""
    sheet = replace(sheet, not_found=0, asked_at=began, read_at=began, read_failures=_NO_FAILURES)
    if heard:
        sheet = replace(sheet, heard_at=began)
    if wide:
        sheet = replace(sheet, wide_at=began, unknown=False)
    if kind == "write":
        return replace(sheet, written_at=began, write_failures=_NO_FAILURES, changed=False)
    return sheet


def note_failure(
    sheet: SheetStatus,
    kind: Kind,
    began: float,
    now: float,
    jitter: float,
    rate: RateLimit,
    retry_after: float | None = None,
) -> SheetStatus:
    """Note a request that failed and may be repeated; `jitter` is in 0..1 (full jitter)."""
    failures = sheet.write_failures if kind == "write" else sheet.read_failures
    tries = failures.tries + 1
    wait = jitter * min(_FIRST_BACK_OFF * 2.0 ** (tries - 1), rate.back_off)
    failures = Failures(tries, now + max(wait, retry_after or 0.0))
    if kind == "write":
        return replace(sheet, asked_at=began, write_failures=failures)
    return replace(sheet, asked_at=began, read_failures=failures)


def note_not_found(
    sheet: SheetStatus, kind: Kind, began: float, now: float, jitter: float, rate: RateLimit
) -> SheetStatus:
    """Note a 404: tried once more before the spreadsheet counts as lost."""
    return replace(
        note_failure(sheet, kind, began, now, jitter, rate), not_found=sheet.not_found + 1
    )


def put_off(sheet: SheetStatus, until: float) -> SheetStatus:
    """Ask nothing more of a spreadsheet until then: only a person can mend what is wrong."""
    return replace(
        sheet,
        read_failures=Failures(sheet.read_failures.tries + 1, until),
        write_failures=replace(sheet.write_failures, not_before=until),
    )


def note_over_quota(
    usage: Usage, kind: Kind, now: float, retry_after: float | None = None
) -> Usage:
    """Note a 429: no request of this kind until the server says, or until the window has turned."""
    made_at = usage.writes if kind == "write" else usage.reads
    turned = min(_recent(made_at, now), default=now) + MINUTE
    until = turned if retry_after is None else now + retry_after
    if kind == "write":
        return replace(usage, writes_stopped=max(until, usage.writes_stopped))
    return replace(usage, reads_stopped=max(until, usage.reads_stopped))


def requests_made(usage: Usage, now: float) -> tuple[int, int]:
    """Return the reads and the writes of the last minute."""
    return len(_recent(usage.reads, now)), len(_recent(usage.writes, now))


def has_room(usage: Usage, usages: Iterable[Usage], rate: RateLimit, now: float) -> bool:
    """Return whether an account may make one read and one write more at this moment."""
    if not rate.refuses:
        return True
    made = [requests_made(each, now) for each in usages]
    reads, writes = requests_made(usage, now)
    return (
        max(usage.reads_stopped, usage.writes_stopped) <= now
        and reads < rate.reads
        and writes < rate.writes
        and sum(reads for reads, _ in made) < rate.project_reads
        and sum(writes for _, writes in made) < rate.project_writes
    )


class _Aside(NamedTuple):
    """How rarely that is done which nobody waits for.

    Looks get the reads that are not needed where somebody waits, and an eighth of all at least:
    they are `stretched` times as long apart as if there were few; a board has its news written
    after `patience` seconds even while others wait.
    """

    stretched: float
    patience: float


def _aside(sheets: Sequence[SheetStatus], rate: RateLimit, accounts: int) -> _Aside:
    reads = _reads_a_minute(rate, accounts)
    left = max(_ASIDE * reads, reads - _ENOUGH * _weight(sheets))
    writes = _ASIDE * min(accounts * rate.writes, rate.project_writes)
    boards = sum(not sheet.typed_in for sheet in sheets)
    return _Aside(max(1.0, _looks(sheets, rate) / left), MINUTE * boards / writes)


def _reads_a_minute(rate: RateLimit, accounts: int) -> float:
    return min(accounts * rate.reads, rate.project_reads)


def _weight(sheets: Iterable[SheetStatus]) -> float:
    """Return the weights of all places where somebody waits together."""
    return sum(_WEIGHTS.get(sheet.priority, 0.0) for sheet in sheets)


def _looks(sheets: Iterable[SheetStatus], rate: RateLimit) -> float:
    """Return how many reads a minute would be made where nobody waits if there were few."""
    few = _Aside(1.0, 0.0)
    rarely = [_rarely(sheet, few, rate) for sheet in sheets if sheet.priority not in _WEIGHTS]
    return sum(MINUTE / every for every in rarely if every is not None)


def _rarely(sheet: SheetStatus, aside: _Aside, rate: RateLimit) -> float | None:
    """Return the seconds between two reads of a spreadsheet where nobody owes an answer."""
    if sheet.priority == "none":
        return None
    if sheet.priority == "console":
        every = rate.console
    else:
        every = rate.idle if sheet.typed_in else rate.wide
    return max(rate.floor, every * aside.stretched)


class _Start(NamedTuple):
    """From when on a request may be made, and by which account."""

    at: float
    account: int


class _Pace(NamedTuple):
    """From when on a request of a kind may be made.

    `ahead` is for requests that hurry, because somebody waits for them, `turn` for all others.
    """

    turn: _Start
    ahead: _Start


class _Paces(NamedTuple):
    """The paces of reads and of writes."""

    read: _Pace
    write: _Pace


def _budgets(usages: Sequence[Usage], rate: RateLimit) -> list[_Paces]:
    """Return the pace of each account's reads and writes."""
    reads = [(usage.reads, usage.reads_stopped) for usage in usages]
    writes = [(usage.writes, usage.writes_stopped) for usage in usages]
    return list(
        map(
            _Paces,
            _kept(reads, rate.reads, rate.project_reads, rate),
            _kept(writes, rate.writes, rate.project_writes, rate),
        )
    )


def _kept(
    usages: Sequence[tuple[tuple[float, ...], float]], budget: int, project: int, rate: RateLimit
) -> Iterator[_Pace]:
    """Yield the pace of each account, of which is known what it made and until when it is stopped.

    What is spread over the minute is an account's budget, or its part of the project's.
    """
    room = NEVER
    if rate.refuses and sum(len(made_at) for made_at, _ in usages) >= project:
        room = _room(sorted(at for made_at, _ in usages for at in made_at), project)
    step = MINUTE / max(1, min(budget, project // max(1, len(usages))) - _SLACK)
    for account, (made_at, stopped) in enumerate(usages):
        may = max(room, stopped, _room(made_at, budget) if rate.refuses else NEVER)
        turn = _turn(made_at, step) - _CAUGHT_UP
        ahead = turn - rate.ahead * step
        yield _Pace(_Start(max(may, turn), account), _Start(max(may, ahead), account))


def _paces(accounts: tuple[int, ...], budgets: Sequence[_Paces]) -> _Paces:
    """Return the paces of several accounts: that asks which may do so first."""
    return _Paces(
        _first_of([budgets[account].read for account in accounts]),
        _first_of([budgets[account].write for account in accounts]),
    )


def _first_of(paces: Sequence[_Pace]) -> _Pace:
    return _Pace(min(pace.turn for pace in paces), min(pace.ahead for pace in paces))


class _Job(NamedTuple):
    """A request that may be made from `at` on; among those that of the highest rank goes first.

    The rank tells whether it is a write, whether it hurries, and how much somebody waits for it.
    """

    at: float
    rank: tuple[bool, bool, float]
    kind: Kind
    sheet: str
    account: int
    wide: bool = False


def _jobs(
    sheet: SheetStatus, paces: _Paces, aside: _Aside, rate: RateLimit, now: float
) -> Iterator[_Job]:
    is_soon_read = False
    if sheet.changed and not sheet.unknown and not sheet.lost:
        yield (write := _write(sheet, paces.write, aside, rate, now))
        is_soon_read = sheet.is_expected and write.at <= now + rate.spacing
    wide = sheet.unknown or sheet.lost or sheet.wide_at + rate.wide * aside.stretched <= now
    again = sheet.read_failures.not_before
    ready = max(sheet.asked_at + rate.spacing, again)
    rested = sheet.read_at + max(rate.floor, 0.0 if wide else sheet.rests)
    for want in _reads(sheet, aside, rate):
        start, due, since = paces.read.ahead, want.due, want.since
        if not want.hurries:
            if is_soon_read:
                continue  # it would put off the write that somebody waits for, and which reads too
            start, due, since = paces.read.turn, max(due, rested), max(since, rested - rate.floor)
        rank = (False, want.hurries, want.weight * _late(max(since, again), now))
        yield _Job(max(start.at, due, ready), rank, "read", sheet.id, start.account, wide)


class _Want(NamedTuple):
    """Why a spreadsheet is to be read: from when on, since when, its weight, if it hurries."""

    due: float
    since: float
    weight: float
    hurries: bool = False


def _reads(sheet: SheetStatus, aside: _Aside, rate: RateLimit) -> Iterator[_Want]:
    since = max(sheet.read_at, sheet.owed_since)
    weight = _WEIGHTS.get(sheet.priority)
    if sheet.lost:
        # Looked for now and then, in case it comes back.
        due = max(sheet.asked_at, sheet.read_failures.not_before) + rate.idle * aside.stretched
        yield _Want(due, due, 1.0)
        return
    if sheet.is_told:
        yield _Want(sheet.asked_at + _TOLD_APART, sheet.told_at, _TOLD, hurries=True)
    if sheet.limit is not None and sheet.read_at < sheet.limit:
        # A limit only takes effect after a read that began at or after it.
        yield _Want(sheet.limit, since, _LIMIT, hurries=True)
    if sheet.unknown:
        # As if it had never been read: one match after the other at a start. One that cannot be
        # read is tried again in its turn.
        hurries = sheet.read_failures.tries == 0
        yield _Want(NEVER, NEVER, _WEIGHTS["pending"], hurries)
    elif weight is not None:
        written_soon = sheet.changed and sheet.write_failures.tries == 0
        yield _Want(NEVER, since, _UNSEEN if written_soon and sheet.is_expected else weight)
    elif (rarely := _rarely(sheet, aside, rate)) is not None:
        looks = sheet.typed_in or sheet.priority == "console"
        due = (sheet.read_at if looks else sheet.wide_at) + rarely
        yield _Want(due, due, _LOOK)


def _write(sheet: SheetStatus, pace: _Pace, aside: _Aside, rate: RateLimit, now: float) -> _Job:
    again = sheet.write_failures.not_before
    ready = max(sheet.asked_at + rate.spacing, again)
    if sheet.is_awaited:
        if sheet.asked_at == sheet.heard_at:
            # What was read a moment ago is answered at once.
            ready = max(sheet.written_at + rate.spacing, again)
        since, weight = sheet.heard_at, _ANSWER.get(sheet.priority, 2.0)
    elif sheet.is_unshown:
        since, weight = sheet.owed_since, _QUESTION.get(sheet.priority, 1.0)
    else:
        since = sheet.written_at + aside.patience / (_TABLES_NEWS if sheet.typed_in else 1)
        weight = _NEWS
    hurries = since <= now  # news do once they have waited for long
    start = pace.ahead if hurries else pace.turn
    at = start.at if hurries else min(start.at, max(pace.ahead.at, since))
    rank = (True, hurries, weight * _late(max(since, again), now))
    return _Job(max(at, ready), rank, "write", sheet.id, start.account)


def _late(since: float, now: float) -> float:
    """Return for how long it waits; what was never done waits for a minute."""
    return MINUTE if since == NEVER else now - since


@lru_cache(maxsize=64)  # those of the last minute may be many, and are the same at most turns
def _turn(made_at: tuple[float, ...], step: float) -> float:
    """Return the moment of the next request if all that were made are spread evenly."""
    turn = NEVER
    for at in made_at:
        turn = (at if at > turn else turn) + step
    return turn


def _room(made_at: Sequence[float], budget: int) -> float:
    """Return the moment from which one more request fits into the rolling minute."""
    return NEVER if len(made_at) < budget else made_at[-budget] + MINUTE


def _recent(made_at: tuple[float, ...], now: float) -> tuple[float, ...]:
    return made_at[bisect_right(made_at, now - MINUTE) :]
