"""The history of a match: its state, its score sheets and its events, folded from its log.

It follows only from log lines, so that a daemon that starts again knows exactly what the one before
it knew. This module judges lines. It reads no clock and stores nothing.
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
from umpire.projections.judged_line import JudgedLine, command_answer, judged_line
from umpire.projections.scoresheet import ProcessedRow
from umpire.store import FIRST_LINE, Entry, LogLine
from umpire.store.replay import (
    ReplayedLine,
    begins_match,
    judge_again,
    open_match,
    replay,
)

TO_ALL = "umpire, to everybody"
"""The note of a line that the program itself announces to everybody."""

TO_UMPIRE = "umpire"
"""The note of a line in which the program itself remarks something to the umpire alone."""

TAKEN_BACK = "(taken back) "
"""The words before an event that no longer counts."""


Rows: TypeAlias = tuple[Mapping[int, ProcessedRow], ...]
"""The processed rows of each seat's score sheet."""


class Limit(NamedTuple):
    """The times (seconds since 1970) at which a limit falls and at which its reserve ends.

    `now` is the time that the log has reached, and `in_reserve` tells whether the reserve was
    running then.
    """

    clock: Clock
    falls: float
    ends: float
    now: float
    in_reserve: bool


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """A match and everything that follows from its log.

    `events` are all events, each with its readers, and `event_times` the time of each (RFC 3339,
    UTC), "" for an event of the opening. `undone_events` are the places in `events` of those that
    an `undo` took back. `sheets` has the processed rows that were typed, by seat, after the
    players' the umpire's and that of the umpire's workings, and `forms` those that entry forms
    filled. `has_begun` tells whether
    somebody has watched the match yet: before that no clock runs, and chance does not answer.
    `stopped_because` is the note of the present pause, None if the umpire ordered it or there is
    none. `offset` is the time in the world at which the match clock would have shown 0 if it had
    never stopped since; None before its first start. `ended_at` is the time in the world at which
    the match ended, and `ended_by` the number of the line that ended it; both are None until then.
    These times in the world are seconds since 1970.
    """

    match: Match
    hash: str
    judged_lines: tuple[JudgedLine, ...] = ()
    events: tuple[Event, ...] = ()
    event_times: tuple[str, ...] = ()
    undone_events: frozenset[int] = frozenset()
    sheets: Rows = ()
    forms: Rows = ()
    has_begun: bool = False
    stopped_because: str | None = None
    offset: float | None = None
    ended_at: float | None = None
    ended_by: int | None = None

    @property
    def next_line(self) -> int:
        """The number that the next log line will have."""
        return FIRST_LINE + len(self.judged_lines)

    @property
    def is_stopped(self) -> bool:
        """Whether the match clock is stopped, because the match is paused or has not begun."""
        return self.match.paused or self.has_to_begin

    @property
    def has_to_begin(self) -> bool:
        """Whether it is a new match that nobody has watched or paused yet."""
        return not (self.has_begun or self.match.paused or self.match.outcome)

    @property
    def is_stopped_by_itself(self) -> bool:
        """Whether the clock is stopped, but not by the umpire: it runs again once it is watched."""
        return self.is_stopped and not self.is_paused_by_umpire

    @property
    def paused_because(self) -> str | None:
        """The note of the present pause, None if the umpire ordered it or there is none."""
        return self.stopped_because if self.match.paused else None

    @property
    def is_paused_by_umpire(self) -> bool:
        """Whether the umpire has paused the match."""
        return self.match.paused and self.paused_because is None

    @property
    def umpires_seat(self) -> int:
        """The seat of the umpire's own score sheet, whose entries are commands."""
        return len(self.match.header.players)

    @property
    def workings_seat(self) -> int:
        """The seat of the umpire's workings, whose rows are ticks."""
        return self.umpires_seat + 1

    def texts_for(self, viewer: str | None) -> list[str]:
        """Return the events that a player, or None for everybody, may read, oldest first."""
        events = enumerate(self.events)
        return [self.text_of_event(place) for place, event in events if event.is_told_to(viewer)]

    def text_of_event(self, place: int) -> str:
        """Return the text of the event at a place in `events`, marked if it was taken back."""
        text = self.events[place].text
        return f"{TAKEN_BACK}{text}" if place in self.undone_events else text

    def lines_in_force(self) -> list[JudgedLine]:
        """Return the lines that no `undo` took back, oldest first."""
        steps = set(map(id, self.match.steps()))
        return [
            judged
            for judged in self.judged_lines
            if judged.last_step is None or id(judged.last_step) in steps
        ]

    def is_taken_back(self, number: int | None) -> bool:
        """Return whether an `undo` took back what a line did, given the line's number."""
        newest_first = reversed(self.judged_lines)
        judged = next((each for each in newest_first if each.line.n == number), None)
        if judged is None or judged.last_step is None:
            return False
        return all(step is not judged.last_step for step in self.match.steps())

    def open_decisions(self) -> dict[str, str]:
        """Return the id of each open decision by its player."""
        return {pending.by: pending.decision.id for pending in self.match.pending}

    def limit_of(self, pending: PendingDecision) -> Limit | None:
        """Return the limit of a decision in times of the world, None if it has none."""
        clock = pending.clock
        if clock is None or self.offset is None or pending.by == CHANCE:
            return None
        falls, ends = self.offset + clock.deadline, self.offset + clock.end
        now = self.offset + self.match.now
        return Limit(clock, falls, ends, now, clock.in_reserve(self.match.now))

    def last_form_row(self, seat: int) -> ProcessedRow | None:
        """Return the last row that a seat's entry form filled, None if there is none."""
        filled = self.forms[seat]
        return filled[max(filled)] if filled else None

    def is_decision_closed(self, seat: int, processed: ProcessedRow) -> bool:
        """Return whether the decision that a player's row answered is closed."""
        player = self.match.header.players[seat]
        decision = processed.decision
        return decision is not None and self.open_decisions().get(player) != decision

    def is_answer_final(self, seat: int, processed: ProcessedRow) -> bool:
        """Return whether the answer in a player's row can no longer be changed."""
        pending = self.match.pending_of(self.match.header.players[seat])
        is_locked = pending is not None and pending.locked
        return is_locked or self.is_decision_closed(seat, processed)

    def rows_used(self, seat: int) -> int:
        """Return the number of used rows of a score sheet, typed or filled by a form, with gaps."""
        return max((*self.sheets[seat], *self.forms[seat]), default=-1) + 1


def first_history(header: Header, game: AnyGame) -> MatchHistory:
    """Return the history of a match whose log holds only the header."""
    start = open_match(game, header)
    return MatchHistory(
        match=start.match,
        hash=header_hash(header.to_json()),
        events=start.events,
        event_times=("",) * len(start.events),
        sheets=({},) * (len(header.players) + 2),
        forms=({},) * (len(header.players) + 2),
    )


def rebuild(
    header: Header,
    game: AnyGame,
    lines: Iterable[LogLine],
    entries: Iterable[Entry],
) -> MatchHistory:
    """Return the history of a log. Raises UmpireError if a line's judgement has changed."""
    replays = replay(game, header, lines)
    return deque(histories_of(header, game, replays, entries), maxlen=1).pop()


def append_lines(history: MatchHistory, lines: Iterable[LogLine]) -> MatchHistory:
    """Return a history with further lines of its log, whose hashes are not checked.

    Raises UmpireError if a line's judgement has changed.
    """
    for line in lines:
        history = append_line(history, line, judge_again(history.match, line))
    return history


def histories_of(
    header: Header,
    game: AnyGame,
    replays: Iterable[ReplayedLine],
    entries: Iterable[Entry],
) -> Iterator[MatchHistory]:
    """Yield the history after a log's header, then after each line with the rows that it answers.

    `replays` are the lines of the log, judged again.
    """
    history = first_history(header, game)
    yield history
    entries_of_line = defaultdict[int | None, list[Entry]](list)
    for entry in entries:
        entries_of_line[entry.line].append(entry)
    for replayed in replays:
        history = append_line(history, replayed.line, replayed.judgement)
        for entry in entries_of_line[replayed.line.n]:
            history = with_entry(history, entry)
        yield history


def with_entry(history: MatchHistory, entry: Entry) -> MatchHistory:
    """Return the history with one more processed row of a score sheet."""
    if entry.text is None:
        return replace(history, sheets=_with_row(history, history.sheets, entry))
    return replace(history, forms=_with_row(history, history.forms, entry))


def _with_row(history: MatchHistory, seats: Rows, entry: Entry) -> Rows:
    row = {**seats[entry.seat], entry.row: _processed_row(history, entry)}
    return (*seats[: entry.seat], row, *seats[entry.seat + 1 :])


def _processed_row(history: MatchHistory, entry: Entry) -> ProcessedRow:
    """Return a processed row. A row that only a note mentions was refused."""
    assert entry.line is not None
    judged = history.judged_lines[entry.line - FIRST_LINE]
    line, fate, say, decision = judged.line, judged.fate, judged.line.say, None
    if entry.seat >= history.umpires_seat:
        # An entry after the match was closed has no line of its own, but the last one.
        own = line.note is None and (line.seed is None or line.entry == entry.row)
        fate = "taken" if line.ok else "refused"
        say = say if line.by == UMPIRE else f"say {line.by} {say}"
    else:
        player = history.match.header.players[entry.seat]
        own, decision = line.by == player, judged.open_before.get(player)
    text = say if own else None
    return ProcessedRow(
        row=entry.row,
        value=entry.value,
        answer=entry.answer,
        text=text if entry.text is None else entry.text,
        fate=fate if own else "refused",
        decision=decision,
        line=line.n,
        line_answer=command_answer(judged) if own else entry.answer,
    )


def append_line(before: MatchHistory, line: LogLine, judgement: Judgement) -> MatchHistory:
    """Return the history with the next line of its log and the judgement of it."""
    match = judgement.match
    stopped_because, offset = before.stopped_because, before.offset
    has_begun = before.has_begun or begins_match(line)
    if match.stopped is not before.match.stopped:  # an undone end leaves it stopped
        stopped_because = line.note if match.stopped else None
    if has_begun and not match.paused and (before.match.paused or offset is None):
        offset = datetime.fromisoformat(line.at).timestamp() - match.now
    # the headline announces a pause that nobody ordered
    is_own = bool(line.note) and not match.closed
    events = _program_note(line) if is_own else _events_of(judgement, line.by)
    ended_at, ended_by = _end_of(before, line, match)
    judged = judged_line(line, judgement, before.open_decisions(), offset)
    undone_events = before.undone_events
    if judgement.withdrawn:
        undone_events = _all_undone(before, judgement.withdrawn)
    return replace(
        before,
        match=match,
        hash=line.hash,
        judged_lines=(*before.judged_lines, judged),
        events=(*before.events, *events),
        event_times=(*before.event_times, *(line.at for _ in events)),
        undone_events=undone_events,
        has_begun=has_begun,
        stopped_because=stopped_because,
        offset=offset,
        ended_at=ended_at,
        ended_by=ended_by,
    )


def _all_undone(before: MatchHistory, withdrawn: Sequence[Event]) -> frozenset[int]:
    """Return the places of all undone events, with those of this `undo`.

    Of several events with the same words the last ones are undone.
    """
    places = set(before.undone_events)
    for event in reversed(withdrawn):
        places_back = reversed(range(len(before.events)))
        place = next(
            (at for at in places_back if before.events[at] == event and at not in places), None
        )
        if place is not None:
            places.add(place)
    return frozenset(places)


def _end_of(before: MatchHistory, line: LogLine, match: Match) -> tuple[float | None, int | None]:
    """Return the time in the world at which the match ended, and the line that ended it."""
    if match.outcome is None:
        return None, None
    if before.ended_at is not None:
        return before.ended_at, before.ended_by
    return datetime.fromisoformat(line.at).timestamp(), line.n


def _events_of(judgement: Judgement, by: str | None) -> tuple[Event, ...]:
    """Return the events of a line. The author of a held answer reads theirs beside the row."""
    if judgement.effect != "held":
        return judgement.events
    return tuple(event for event in judgement.events if event.only != by)


def _program_note(line: LogLine) -> tuple[Event, ...]:
    """Return the event of a line that the program itself announces to everybody."""
    if line.note != TO_ALL or line.say is None:
        return ()
    return (Event(line.say.removeprefix("note ")),)
