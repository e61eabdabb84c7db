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

    `limit` is when the next limit on it falls, on the planner's clock. `changed` says that there
    is something to write, `unknown` that a full read must come first, and `busy` that a request is
    under way, which began at `asked_at`. `typed_in` says that a player has a score sheet here.
    `accounts` are the accounts that may open it, as indices into the usages that `plan` gets.
    `owed_since` is when the pending decisions here became pending. `heard_at` is when the last
    request began that showed a new entry; until a later write somebody waits for an answer to it.

    `told_at` is when the server last announced a change here. For `rests` seconds after a read
    there is no need for another one unless the server announces a change.

    `read_at`, `written_at` and `full_read_at` are when the last answered read, write and full read
    began. A write is a read too. `asked_at` is when the last request began, answered or not.
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
    full_read_at: float = NEVER
    asked_at: float = NEVER
    told_at: float = NEVER
    rests: float = 0.0
    read_failures: Failures = _NO_FAILURES
    write_failures: Failures = _NO_FAILURES
    not_found: int = 0

    @property
    def is_awaited(self) -> bool:
        """Whether somebody waits for an answer to an entry."""
        return NEVER < self.heard_at >= self.written_at

    @property
    def is_unshown(self) -> bool:
        """Whether somebody has not been shown their question yet."""
        return self.typed_in and self.owed_since > self.written_at

    @property
    def is_expected(self) -> bool:
        """Whether somebody waits for the next write here."""
        return self.is_awaited or self.is_unshown

    @property
    def is_told(self) -> bool:
        """Whether the server has announced a change that no read has shown yet."""
        return NEVER < self.told_at >= self.read_at and not self.unknown and not self.lost

    @property
    def lost(self) -> bool:
        """Whether the spreadsheet is gone: not found twice in a row."""
        return self.not_found >= _LOST_AFTER


def note_answer(
    sheet: RequestHistory, kind: Kind, began_at: float, *, full: bool = False, heard: bool = False
) -> RequestHistory:
    """Note a request that was answered; `heard` if it showed a new entry."""
    sheet = replace(
        sheet, not_found=0, asked_at=began_at, read_at=began_at, read_failures=_NO_FAILURES
    )
    if heard:
        sheet = replace(sheet, heard_at=began_at)
    if full:
        sheet = replace(sheet, full_read_at=began_at, unknown=False)
    if kind == "write":
        return replace(sheet, written_at=began_at, write_failures=_NO_FAILURES, changed=False)
    return sheet


def note_failure(
    sheet: RequestHistory,
    kind: Kind,
    began_at: float,
    now: float,
    jitter: float,
    rate: RateLimit,
    retry_after: float | None = None,
) -> RequestHistory:
    """Note a request that failed and may be repeated; `jitter` is in 0..1 (full jitter)."""
    failures = sheet.write_failures if kind == "write" else sheet.read_failures
    tries = failures.tries + 1
    wait = jitter * min(_FIRST_BACK_OFF * 2.0 ** (tries - 1), rate.back_off)
    failures = Failures(tries, now + max(wait, retry_after or 0.0))
    if kind == "write":
        return replace(sheet, asked_at=began_at, write_failures=failures)
    return replace(sheet, asked_at=began_at, read_failures=failures)


def note_not_found(
    sheet: RequestHistory, kind: Kind, began_at: float, now: float, jitter: float, rate: RateLimit
) -> RequestHistory:
    """Note a 404: tried once more before the spreadsheet counts as lost."""
    return replace(
        note_failure(sheet, kind, began_at, now, jitter, rate), not_found=sheet.not_found + 1
    )


def put_off(sheet: RequestHistory, until: float) -> RequestHistory:
    """Make no more requests to a spreadsheet until then: only a person can mend it."""
    return replace(
        sheet,
        read_failures=Failures(sheet.read_failures.tries + 1, until),
        write_failures=replace(sheet.write_failures, not_before=until),
    )
