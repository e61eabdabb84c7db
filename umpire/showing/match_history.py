"""What a match's log comes to: the match as it stands, the score sheets, what was told.

A record is folded from log lines alone, so that a daemon that starts again knows exactly what the
one before it knew. It judges; it neither reads a clock nor writes anything down.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, TypeAlias

from umpire.games.base import CHANCE, UMPIRE, AnyGame, Event
from umpire.match import (
    Clock,
    Header,
    Judgement,
    Match,
    PendingDecision,
    header_hash,
)
from umpire.showing.judged_line import Judged, judged_line, obeyed
from umpire.showing.scoresheet import ProcessedRow
from umpire.store import FIRST_LINE, Entry, LogLine
from umpire.store.replay import (
    Replayed,
    begins,
    judge_again,
    opening,
    replay,
)

TO_ALL = "umpire, to everybody"
"""The note of a line in which the program says something by itself that all may read."""

TAKEN_BACK = "(taken back) "
"""Stands before the words of an event that no longer counts."""


Rows: TypeAlias = tuple[Mapping[int, ProcessedRow], ...]
"""The rows of each seat's score sheet that were processed."""


class Limit(NamedTuple):
    """When a limit falls, and ends with its reserve, in seconds since 1970.

    `now` is how far the log has come, and `in_reserve` whether the reserve was running then.
    """

    clock: Clock
    falls: float
    ends: float
    now: float
    in_reserve: bool


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """A match and all that its log tells.

    `told` are all events, each with whom it is for, and `told_at` when each was told in the world
    (RFC 3339), "" for those of the opening; `taken_back` are the places in it of those that an
    `undo` took back. `sheets` holds for each seat the rows that were typed
    and processed, the umpire's own after the players', and `forms` those that its entry form has
    filled.
    `begun` tells whether somebody has watched it yet: before that no clock runs, and chance is
    silent. `stopped_because` is the note of the pause that was ordered last and not ended, None if
    the umpire ordered it or there is none. `offset` is the time in the world (seconds since 1970)
    at which the match clock would have stood at 0, had it always run as it does since it was last
    started; None before.
    `ended` is when in the world the match ended (seconds since 1970), and `ended_by` the number of
    the line that ended it; both are None while it is not over.
    """

    match: Match
    hash: str
    judged: tuple[Judged, ...] = ()
    told: tuple[Event, ...] = ()
    told_at: tuple[str, ...] = ()
    taken_back: frozenset[int] = frozenset()
    sheets: Rows = ()
    forms: Rows = ()
    begun: bool = False
    stopped_because: str | None = None
    offset: float | None = None
    ended: float | None = None
    ended_by: int | None = None

    @property
    def next_line(self) -> int:
        """The number that the next log line will have."""
        return FIRST_LINE + len(self.judged)

    @property
    def is_stopped(self) -> bool:
        """Whether the match clock stands, because the match is paused or has not begun."""
        return self.match.paused or self.has_to_begin

    @property
    def has_to_begin(self) -> bool:
        """Whether it is a new match that nobody has watched yet, and that nobody has paused."""
        return not (self.begun or self.match.paused or self.match.outcome)

    @property
    def stopped_by_itself(self) -> bool:
        """Whether it stands and the umpire has not paused it: it goes on once it is watched."""
        return self.is_stopped and not self.paused_by_umpire

    @property
    def paused_because(self) -> str | None:
        """The note of the pause that holds, None if the umpire paused the match or none holds."""
        return self.stopped_because if self.match.paused else None

    @property
    def paused_by_umpire(self) -> bool:
        """Whether it is the umpire's own pause that holds."""
        return self.match.paused and self.paused_because is None

    @property
    def umpires_seat(self) -> int:
        """The seat of the umpire's own score sheet, whose entries are commands."""
        return len(self.match.header.players)

    def told_to(self, viewer: str | None) -> list[str]:
        """Return the events that a player, or None for everybody, may read, oldest first."""
        told = enumerate(self.told)
        return [self.told_now(place) for place, event in told if event.is_told_to(viewer)]

    def told_now(self, place: int) -> str:
        """Return the words of an event, by its place in `told`, marked if it was taken back."""
        text = self.told[place].text
        return f"{TAKEN_BACK}{text}" if place in self.taken_back else text

    def standing(self) -> list[Judged]:
        """Return the lines of which nothing was taken back, oldest first."""
        steps = set(map(id, self.match.steps()))
        return [
            judged
            for judged in self.judged
            if judged.last_step is None or id(judged.last_step) in steps
        ]

    def open_decisions(self) -> dict[str, str]:
        """Return the id of the decision that each player owes."""
        return {pending.by: pending.decision.id for pending in self.match.pending}

    def limit_of(self, pending: PendingDecision) -> Limit | None:
        """Return when a decision's limit falls in the world; None without one."""
        clock = pending.clock
        if clock is None or self.offset is None or pending.by == CHANCE:
            return None
        falls, ends = self.offset + clock.deadline, self.offset + clock.end
        now = self.offset + self.match.now
        return Limit(clock, falls, ends, now, clock.in_reserve(self.match.now))

    def last_formed(self, seat: int) -> ProcessedRow | None:
        """Return what a seat's entry form filled last, None if it has filled nothing."""
        filled = self.forms[seat]
        return filled[max(filled)] if filled else None

    def is_done_with(self, seat: int, processed: ProcessedRow) -> bool:
        """Return whether the decision that a row of a player's answered is closed."""
        player = self.match.header.players[seat]
        decision = processed.decision
        return decision is not None and self.open_decisions().get(player) != decision

    def is_settled(self, seat: int, processed: ProcessedRow) -> bool:
        """Return whether what a row of a player's answered can be answered no more."""
        pending = self.match.pending_of(self.match.header.players[seat])
        is_locked = pending is not None and pending.locked
        return is_locked or self.is_done_with(seat, processed)

    def rows_used(self, seat: int) -> int:
        """Return how many rows of a score sheet are used, by whichever way, gaps among them."""
        return max((*self.sheets[seat], *self.forms[seat]), default=-1) + 1


def first_history(header: Header, game: AnyGame) -> MatchHistory:
    """Return the record of a match whose log holds the header alone."""
    start = opening(game, header)
    return MatchHistory(
        match=start.match,
        hash=header_hash(header.to_json()),
        told=start.events,
        told_at=("",) * len(start.events),
        sheets=tuple({} for _ in (*header.players, UMPIRE)),
        forms=tuple({} for _ in (*header.players, UMPIRE)),
    )


def rebuild(
    header: Header,
    game: AnyGame,
    lines: Iterable[LogLine],
    entries: Iterable[Entry],
) -> MatchHistory:
    """Return the record of a log. Raises UmpireError where a line was judged otherwise then."""
    replays = replay(game, header, lines)
    return deque(histories_of(header, game, replays, entries), maxlen=1).pop()


def append_lines(record: MatchHistory, lines: Iterable[LogLine]) -> MatchHistory:
    """Return a record with the lines that its log has grown by; their hashes are not checked.

    Raises UmpireError where a line was judged otherwise then.
    """
    for line in lines:
        record = append_line(record, line, judge_again(record.match, line))
    return record


def histories_of(
    header: Header,
    game: AnyGame,
    replays: Iterable[Replayed],
    entries: Iterable[Entry],
) -> Iterator[MatchHistory]:
    """Yield the record of a log's header, then the one after each line, with the rows it answers.

    `replays` are the lines of the log, judged again.
    """
    record = first_history(header, game)
    yield record
    kept = defaultdict[int | None, list[Entry]](list)
    for entry in entries:
        kept[entry.line].append(entry)
    for replayed in replays:
        record = append_line(record, replayed.line, replayed.judgement)
        for entry in kept[replayed.line.n]:
            record = with_entry(record, entry)
        yield record


def with_entry(record: MatchHistory, entry: Entry) -> MatchHistory:
    """Return the record with a score sheet's row processed."""
    if entry.text is None:
        return replace(record, sheets=_with_row(record, record.sheets, entry))
    return replace(record, forms=_with_row(record, record.forms, entry))


def _with_row(record: MatchHistory, seats: Rows, entry: Entry) -> Rows:
    row = {**seats[entry.seat], entry.row: _processed(record, entry)}
    return (*seats[: entry.seat], row, *seats[entry.seat + 1 :])


def _processed(record: MatchHistory, entry: Entry) -> ProcessedRow:
    """Return a row as processed; one that only a note tells of was refused."""
    assert entry.line is not None
    judged = record.judged[entry.line - FIRST_LINE]
    line, fate, say, decision = judged.line, judged.fate, judged.line.say, None
    if entry.seat == record.umpires_seat:
        # What was said once the match was closed has no line of its own, but the last one.
        own = line.note is None and (line.seed is None or line.entry == entry.row)
        fate = "taken" if line.ok else "refused"
        say = say if line.by == UMPIRE else f"say {line.by} {say}"
    else:
        player = record.match.header.players[entry.seat]
        own, decision = line.by == player, judged.open_before.get(player)
    said = say if own else None
    return ProcessedRow(
        row=entry.row,
        value=entry.value,
        answer=entry.answer,
        text=said if entry.text is None else entry.text,
        fate=fate if own else "refused",
        decision=decision,
        line=line.n,
        standing=obeyed(judged) if own else entry.answer,
    )


def append_line(before: MatchHistory, line: LogLine, judgement: Judgement) -> MatchHistory:
    """Return the record with the next line of its log, which has been judged so."""
    match = judgement.match
    because, offset = before.stopped_because, before.offset
    begun = before.begun or begins(line)
    if match.stopped is not before.match.stopped:  # it stays stopped through an end undone later
        because = line.note if match.stopped else None
    if begun and not match.paused and (before.match.paused or offset is None):
        offset = datetime.fromisoformat(line.at).timestamp() - match.now
    # the headline tells of pauses that nobody ordered, while they last
    is_own = bool(line.note) and not match.closed
    told = _remark(line) if is_own else _to_be_told(judgement, line.by)
    ended, ended_by = _ended(before, line, match)
    judged = judged_line(line, judgement, before.open_decisions(), offset)
    taken_back = before.taken_back
    if judgement.withdrawn:
        taken_back = _with_withdrawn(before, judgement.withdrawn)
    return replace(
        before,
        match=match,
        hash=line.hash,
        judged=(*before.judged, judged),
        told=(*before.told, *told),
        told_at=(*before.told_at, *(line.at for _ in told)),
        taken_back=taken_back,
        begun=begun,
        stopped_because=because,
        offset=offset,
        ended=ended,
        ended_by=ended_by,
    )


def _with_withdrawn(before: MatchHistory, withdrawn: Sequence[Event]) -> frozenset[int]:
    """Return the places of all events taken back, with those that are so now.

    Of the same words said several times those said last are meant.
    """
    places = set(before.taken_back)
    for event in reversed(withdrawn):
        said = reversed(range(len(before.told)))
        place = next((at for at in said if before.told[at] == event and at not in places), None)
        if place is not None:
            places.add(place)
    return frozenset(places)


def _ended(before: MatchHistory, line: LogLine, match: Match) -> tuple[float | None, int | None]:
    """Return when in the world the match ended, and by which line."""
    if match.outcome is None:
        return None, None
    if before.ended is not None:
        return before.ended, before.ended_by
    return datetime.fromisoformat(line.at).timestamp(), line.n


def _to_be_told(judgement: Judgement, by: str | None) -> tuple[Event, ...]:
    """Return the events of a line; about what is held its author reads beside the row."""
    if judgement.effect != "held":
        return judgement.events
    return tuple(event for event in judgement.events if event.only != by)


def _remark(line: LogLine) -> tuple[Event, ...]:
    """Return what the program says to everybody by itself."""
    if line.note != TO_ALL or line.say is None:
        return ()
    return (Event(line.say.removeprefix("note ")),)
