"""The history of the requests to each spreadsheet, and the requests that are wanted now.

Each function returns the history after a request was answered, has failed or was put off. Times are
seconds on the planner's clock.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from umpire.live.rates import NEVER, Kind, RateLimit

Priority: TypeAlias = Literal["near", "directed", "pending", "answered", "idle", "console", "none"]

_FIRST_BACK_OFF = 1.0
_LOST_AFTER = 2  # a first 404 may be an accident of the transport


@dataclass(frozen=True, slots=True)
class Failures:
    """Failures in a row of one kind of request, and when it may be tried again."""

    tries: int = 0
    not_before: float = NEVER


_NO_FAILURES = Failures()


@dataclass(frozen=True, slots=True)
class RequestHistory:
    """The last requests to one spreadsheet, and the requests that are wanted of it now.

    `limit` is when the next limit on it falls. `needs_write` says that there is something to write,
    `needs_full_read` that a full read must come first, and `is_busy` that a request is under way,
    which began at `requested_at`. `takes_entries` says that players have a score sheet here, or
    that the umpire owes an answer. `accounts` are the accounts that may open it, as indices into
    the usages that `plan` gets. `pending_since` is when the pending decisions here became pending.
    `entry_at` is when the last request began that showed a new entry; until a later write somebody
    waits for an answer to it.

    `announced_at` is when the server last announced a change here. For `rest` seconds after a read
    there is no need for another one unless the server announces a change.

    `read_at`, `written_at` and `full_read_at` are when the last answered read, write and full read
    began. A write is a read too. `requested_at` is when the last request began, answered or not.
    """

    id: str
    priority: Priority = "idle"
    limit: float | None = None
    needs_write: bool = False
    needs_full_read: bool = False
    is_busy: bool = False
    takes_entries: bool = True
    accounts: tuple[int, ...] = (0,)
    pending_since: float = NEVER
    entry_at: float = NEVER
    read_at: float = NEVER
    written_at: float = NEVER
    full_read_at: float = NEVER
    requested_at: float = NEVER
    announced_at: float = NEVER
    rest: float = 0.0
    read_failures: Failures = _NO_FAILURES
    write_failures: Failures = _NO_FAILURES
    not_found: int = 0

    @property
    def is_awaited(self) -> bool:
        """Whether somebody waits for an answer to an entry."""
        return NEVER < self.entry_at >= self.written_at

    @property
    def is_unshown(self) -> bool:
        """Whether somebody has not been shown their question yet."""
        return self.takes_entries and self.pending_since > self.written_at

    @property
    def is_expected(self) -> bool:
        """Whether somebody waits for the next write here."""
        return self.is_awaited or self.is_unshown

    @property
    def is_announced(self) -> bool:
        """Whether the server has announced a change that no read has shown yet."""
        is_news = NEVER < self.announced_at >= self.read_at
        return is_news and not (self.needs_full_read or self.is_lost)

    @property
    def is_lost(self) -> bool:
        """Whether the spreadsheet is gone: not found twice in a row."""
        return self.not_found >= _LOST_AFTER


def note_answer(
    history: RequestHistory,
    kind: Kind,
    began_at: float,
    *,
    full: bool = False,
    has_entry: bool = False,
) -> RequestHistory:
    """Note a request that was answered; `has_entry` if it showed a new entry."""
    history = replace(
        history, not_found=0, requested_at=began_at, read_at=began_at, read_failures=_NO_FAILURES
    )
    if has_entry:
        history = replace(history, entry_at=began_at)
    if full:
        history = replace(history, full_read_at=began_at, needs_full_read=False)
    if kind == "write":
        return replace(history, written_at=began_at, write_failures=_NO_FAILURES, needs_write=False)
    return history


def note_failure(
    history: RequestHistory,
    kind: Kind,
    began_at: float,
    now: float,
    jitter: float,
    rate: RateLimit,
    retry_after: float | None = None,
) -> RequestHistory:
    """Note a request that failed and may be repeated; `jitter` is in 0..1 (full jitter)."""
    failures = history.write_failures if kind == "write" else history.read_failures
    tries = failures.tries + 1
    wait = jitter * min(_FIRST_BACK_OFF * 2.0 ** (tries - 1), rate.back_off)
    failures = Failures(tries, now + max(wait, retry_after or 0.0))
    if kind == "write":
        return replace(history, requested_at=began_at, write_failures=failures)
    return replace(history, requested_at=began_at, read_failures=failures)


def note_not_found(
    history: RequestHistory, kind: Kind, began_at: float, now: float, jitter: float, rate: RateLimit
) -> RequestHistory:
    """Note a 404: tried once more before the spreadsheet counts as lost."""
    return replace(
        note_failure(history, kind, began_at, now, jitter, rate), not_found=history.not_found + 1
    )


def put_off(history: RequestHistory, until: float) -> RequestHistory:
    """Make no more requests to a spreadsheet until then: only a person can mend it."""
    return replace(
        history,
        read_failures=Failures(history.read_failures.tries + 1, until),
        write_failures=replace(history.write_failures, not_before=until),
    )
