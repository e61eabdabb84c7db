"""The status of a match: its open tasks, its clocks and its troubles, in one value.

The terminal's screen, `umpire status`, `umpire matches` and their JSON are made from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from umpire.games.base import CHANCE, UMPIRE
from umpire.games.text import normalize
from umpire.match import Clock, PendingDecision
from umpire.projections.match_history import MatchHistory
from umpire.projections.sentences import umpires_headline
from umpire.store import MatchRow
from umpire.store.worldtime import duration

EVENTS = 40
"""The number of last events in a status; the log has all."""

Standing = Literal[
    "not begun", "running", "stopped by itself", "paused by the umpire", "over", "closed"
]


@dataclass(frozen=True, slots=True)
class OpenTask:
    """An open task of a player, since when on the match clock, and its clock, None without a limit.

    `until` is the time in the world at which the limit falls (seconds since 1970), None while no
    clock runs. `decision` is the id of the decision.
    """

    player: str
    task: str
    since: float
    clock: Clock | None
    until: float | None = None
    decision: str = ""

    def time_left(self, now: float) -> tuple[float, bool]:
        """Return the seconds that are left, and whether the reserve is running."""
        if self.clock is None:
            return float("inf"), False
        in_reserve = self.clock.in_reserve(now)
        return (self.clock.end - now if in_reserve else self.clock.until_limit(now)), in_reserve

    def remaining(self, now: float, until: str = "") -> str:
        """Return the time left in words; `until` is a text about the time of the limit."""
        if self.clock is None:
            return "no limit"
        left, in_reserve = self.time_left(now)
        if left < 0 or (in_reserve and not left):
            return "time is up"
        if in_reserve:
            return f"{duration(left)} of reserve left"
        reserve = (
            f", then {duration(self.clock.reserve_left)} of reserve"
            if self.clock.reserve_left
            else ""
        )
        return f"{duration(left)} left{until}{reserve}"


class PublicEvent(NamedTuple):
    """An event for everybody: its number among all events, its time (RFC 3339), and its text."""

    number: int
    at: str
    text: str


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """The status of a match.

    `now` is the match clock. `waiting_seconds` is the longest time that any open task has been
    waiting: on the match clock, and while the match has stopped by itself. It is None if there is
    no task. `events` are the last public ones, and `troubles` are for the umpire to repair.
    """

    match: str
    game: str
    players: tuple[str, ...]
    headline: str
    standing: Standing
    now: float = 0.0
    waiting_seconds: float | None = None
    open_tasks: tuple[OpenTask, ...] = ()
    events: tuple[PublicEvent, ...] = ()
    troubles: tuple[str, ...] = ()

    @property
    def tasks(self) -> dict[str, list[str]]:
        """The players with an open task, by the task."""
        tasks: dict[str, list[str]] = {}
        for pending in self.open_tasks:
            tasks.setdefault(pending.task, []).append(pending.player)
        return tasks


def match_status(
    row: MatchRow,
    history: MatchHistory,
    now: float,
    at: float,
    troubles: tuple[str, ...] = (),
    *,
    is_watched: bool = True,
) -> MatchStatus:
    """Return the status of a match at `now` on its clock, which is `at` in the world.

    No clock runs while nobody watches it.
    """
    match = history.match
    runs = is_watched and not history.is_stopped
    open_tasks = tuple(
        _open_task(history, pending, runs=runs)
        for pending in match.awaited_by(UMPIRE)
        if pending.by != CHANCE
    )
    standing = _standing(history)
    return MatchStatus(
        match=row.id,
        game=match.title,
        players=match.header.players,
        headline=umpires_headline(history),
        standing=standing,
        now=now,
        waiting_seconds=_waiting_seconds(history, standing, open_tasks, now, at),
        open_tasks=open_tasks,
        events=_last_events(history, row.started),
        troubles=troubles,
    )


def _open_task(history: MatchHistory, pending: PendingDecision, *, runs: bool) -> OpenTask:
    limit = history.limit_of(pending) if runs else None
    until = None if limit is None else limit.falls
    since = _asked_at(history, pending)
    return OpenTask(
        pending.by, pending.decision.task, since, pending.clock, until, pending.decision.id
    )


def _standing(history: MatchHistory) -> Standing:
    if history.match.outcome is not None:
        return "closed" if history.match.closed else "over"
    if not history.is_stopped:
        return "running"
    if history.is_paused_by_umpire:
        return "paused by the umpire"
    return "not begun" if history.has_to_begin else "stopped by itself"


def _waiting_seconds(
    history: MatchHistory, standing: Standing, open_tasks: Sequence[OpenTask], now: float, at: float
) -> float | None:
    if not open_tasks or standing not in ("running", "stopped by itself"):
        return None
    waits = now - min(pending.since for pending in open_tasks)
    return waits + _stopped_for(history, at) if standing == "stopped by itself" else waits


def _stopped_for(history: MatchHistory, at: float) -> float:
    """Return for how many seconds a paused match has been paused."""
    pauses = (
        judged.line
        for judged in reversed(history.judged_lines)
        if judged.line.ok
        and judged.line.by == UMPIRE
        and normalize(judged.line.say or "") == "pause"
    )
    return max(0.0, at - datetime.fromisoformat(next(pauses).at).timestamp())


def _asked_at(history: MatchHistory, pending: PendingDecision) -> float:
    """Return when a decision became open, on the match clock."""
    if pending.clock is not None:
        return pending.clock.start
    decision, by = pending.decision.id, pending.by
    for judged in reversed(history.judged_lines):
        if judged.open_before.get(by) != decision:
            return judged.line.t or 0.0
    return 0.0


def _last_events(history: MatchHistory, started: str) -> tuple[PublicEvent, ...]:
    """Return the last public events."""
    events, last = history.events, list[PublicEvent]()
    for number in range(len(events) - 1, -1, -1):
        if events[number].only is None:
            at = history.event_times[number] or started
            last.append(PublicEvent(number, at, history.text_of_event(number)))
            if len(last) == EVENTS:
                break
    return tuple(reversed(last))
