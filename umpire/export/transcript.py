"""The transcript of a match: its lines, their results, and what was taken back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from umpire.export.adjudication import AdjudicatedLog, adjudicate
from umpire.games.base import UMPIRE, AnyGame, Decision, Event
from umpire.games.text import normalize
from umpire.json_types import JsonObject
from umpire.match import Judgement, Match, Move, judge, known_options, moves, view
from umpire.match.commands import is_command
from umpire.match.cutting import CUT
from umpire.match.judging import Effect
from umpire.projections.match_history import TO_UMPIRE
from umpire.store import FIRST_LINE, LogLine, MatchRow, Store
from umpire.store.replay import ReplayedLine


class FallenLimit(NamedTuple):
    """A limit that fell: its decision, and the time on the match clock."""

    decision: Decision
    at: float


@dataclass(frozen=True, slots=True)
class Turn:
    """A line of the log and its results.

    `number` is that of the line in the whole log. If some lines do not exist for the viewer, `line`
    has another number. `decision` is the open decision of its author before the line. `is_open`
    tells whether everybody may know the answer, and `is_open_once_known` whether everybody may who
    learns of the decision. `limits` are those that fell before the line, the first of them at
    `first_limit_at`, with their `limit_events`; `events` are those of the line itself. `reserve` is
    what each player had left afterwards. `undone_by` is the number of the line that took this one
    back, and `limits_undone_by` of the line that took those limits back.
    """

    number: int
    line: LogLine
    decision: Decision | None
    effect: Effect | None
    understood: str | None
    is_open: bool
    is_open_once_known: bool
    limits: tuple[FallenLimit, ...]
    first_limit_at: float | None
    limit_events: tuple[Event, ...]
    events: tuple[Event, ...]
    reserve: dict[str, float | None]
    undone_by: int | None = None
    limits_undone_by: int | None = None

    @property
    def is_command(self) -> bool:
        """Whether it is a command of the umpire that exists in every game."""
        return self.line.by == UMPIRE and is_command(self.line.say or "")

    @property
    def is_remark(self) -> bool:
        """Whether the program remarks something to the umpire: a text that was not judged."""
        return self.line.by == UMPIRE and self.line.note == TO_UMPIRE

    @property
    def is_undo(self) -> bool:
        """Whether it is an `undo` of the umpire."""
        return self.is_command and normalize(self.line.say or "").startswith("undo")

    @property
    def tells_something(self) -> bool:
        """Whether somebody said something or something happened, and not only time passed."""
        return self.line.by is not None or bool(self.limit_events or self.events)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A match with its opening events and its turns, as its viewer may know them.

    `viewer` is a player, None for everybody, or the umpire, who knows all. `turns` are the turns as
    the viewer knows them, and `all_turns` those of the umpire.
    """

    log: AdjudicatedLog
    opening: tuple[Event, ...]
    turns: tuple[Turn, ...]
    all_turns: tuple[Turn, ...]
    viewer: str | None = UMPIRE

    @property
    def row(self) -> MatchRow:
        """The match in the list of matches."""
        return self.log.row

    @property
    def match(self) -> Match:
        """The match after the last line of its log."""
        return self.log.match

    @property
    def seed(self) -> str | None:
        """The seed of chance; None until the match is closed."""
        return self.log.seed

    @property
    def opened_at(self) -> str:
        """The time (RFC 3339, UTC) of the first question after the cut.

        Until then it is the time at which the match was made.
        """
        times = (
            replayed.line.at
            for replayed in self.log.replays
            if replayed.judgement.match.opened_at is not None
        )
        return next(times, self.row.started)

    @property
    def closed(self) -> bool:
        """Whether the match is closed, so that nothing is secret any more."""
        return self.match.closed

    @property
    def is_complete(self) -> bool:
        """Whether it has all of a closed match, for no single viewer."""
        return self.closed and self.viewer == UMPIRE

    @property
    def head(self) -> str | None:
        """The hash of the log's last line, once the match is closed."""
        return self.turns[-1].line.hash if self.closed else None

    @property
    def state(self) -> Any:
        """The match's state, as its viewer may know it."""
        match = self.match
        is_whole = self.viewer == UMPIRE
        return match.state if is_whole else match.game.seen_by(match.state, self.viewer)

    @property
    def report(self) -> JsonObject:
        """The match's report, as its viewer may know it."""
        return view(self._match_so_far, self.viewer)

    @property
    def length(self) -> float:
        """How many seconds the match was played, as its viewer may know it."""
        return self._match_so_far.length

    @property
    def _match_so_far(self) -> Match:
        """The match with the clock of its viewer.

        In a directed game it stands at the last line that the viewer knows.
        """
        match = self.match
        if self.viewer == UMPIRE or self.closed or not match.game.is_directed:
            return match
        return match.replace(now=max((turn.line.t or 0.0 for turn in self.turns), default=0.0))

    @property
    def moves(self) -> list[Move]:
        """The match's moves that its viewer knows of by now."""
        return moves(self.match, self.viewer)

    @property
    def options(self) -> JsonObject:
        """The match's options, as its viewer may know them."""
        return known_options(self.match, self.viewer)

    def public_part(self) -> "Transcript":
        """Return the public part of it, which is all of it once the match is closed."""
        return self if self.closed else self.seen_by(None)

    def seen_by(self, viewer: str | None) -> "Transcript":
        """Return the transcript as a player, or None for everybody, knew it before the close."""
        known_turns = (self.turn_known_to(turn, viewer) for turn in self.all_turns)
        turns = tuple(turn for turn in known_turns if turn is not None and turn.tells_something)
        if self.match.game.is_directed and not self.closed:  # later the whole log is public
            turns = _renumber(turns, self._numbers(viewer))
        opening = _events_for(viewer, self.log.opening)
        return replace(self, opening=opening, turns=turns, viewer=viewer)

    def leaves_out(self, turn: Turn, viewer: str | None) -> bool:
        """Return whether a line does not exist for a viewer, who may not even know of it.

        There are such lines only in directed games: lines of others who have no open decision that
        the viewer knows of by now, directions without an event for the viewer, the times of limits
        that the viewer does not know, and what the program remarks to the umpire: that would tell
        of texts which leave no line where they are judged. The result is the same after the close.
        """
        match, by = self.match, turn.line.by
        if not match.game.is_directed:
            return False
        if by is None:
            return bool(turn.limits) and not self._limits_known_to(turn, viewer)
        if by == UMPIRE and (turn.is_remark or not turn.is_command):
            return not _events_for(viewer, (*turn.limit_events, *turn.events))
        if by == viewer or by not in match.header.players:
            return False
        return turn.decision is None or not self._knows(viewer, turn.decision)

    def _knows(self, viewer: str | None, decision: Decision) -> bool:
        return self.match.game.knows(self.match.state, viewer, decision)

    def _limits_known_to(self, turn: Turn, viewer: str | None) -> list[FallenLimit]:
        return [fall for fall in turn.limits if self._knows(viewer, fall.decision)]

    def _numbers(self, viewer: str | None) -> dict[int, int]:
        """Return the viewer's number of each line that exists for the viewer."""
        numbers = (turn.number for turn in self.all_turns if not self.leaves_out(turn, viewer))
        return {number: n for n, number in enumerate(numbers, FIRST_LINE)}

    def turn_known_to(self, turn: Turn, viewer: str | None) -> Turn | None:
        """Return a turn as a player, or None for everybody, knew it; None if they knew nothing.

        It is what they knew before the close, even if the match is closed now. Until then hashes
        are left out: they depend on the whole state, so guesses at secrets could be tested with
        them.
        """
        if self.leaves_out(turn, viewer):
            return None
        limit_events = _events_for(viewer, turn.limit_events)
        events = _events_for(viewer, turn.events)
        line = turn.line if self.closed else replace(turn.line, hash="")
        known = replace(turn, line=line, limit_events=limit_events, events=events)
        if self.match.game.is_directed:
            known_falls = self._limits_known_to(turn, viewer)
            known = replace(known, first_limit_at=known_falls[0].at if known_falls else None)
            if line.by != viewer:  # the row of the score sheet would reveal hidden ones
                line = replace(line, cell=None)
                known = replace(known, line=line)
            if line.by == UMPIRE:
                return _umpires_turn(known) if limit_events or events else None
        if self._may_read(turn, viewer):
            return known
        if line.by is None:
            return known if limit_events or not turn.limit_events else None
        if turn.decision is not None and not _is_secret_once_known(turn.decision) and not line.ok:
            # the reason of a refusal may tell what its author holds
            return replace(known, line=replace(line, say=None, error=None))
        if not limit_events and not events:
            return None
        if line.by == UMPIRE and events:
            return known
        unsaid = replace(line, by=None, say=None, error=None, cell=None, note=None)
        return replace(known, line=unsaid, decision=None, effect=None, understood=None)

    def _may_read(self, turn: Turn, viewer: str | None) -> bool:
        """Return whether a viewer may read the words of a turn: their own, or an open answer.

        Cuts are open once all have cut. An answer to a question that nobody knew of is open once
        the question is known.
        """
        if turn.is_open or (viewer is not None and turn.line.by == viewer):
            return True
        if turn.is_open_once_known:
            return True
        is_cut = turn.decision is not None and turn.decision.kind is CUT and turn.line.ok
        return is_cut and self.match.is_cut


def read_transcript(store: Store, row: MatchRow, game: AnyGame) -> Transcript:
    """Return the transcript of a match. Raises UmpireError if the log does not fit the rules."""
    return transcript_of(adjudicate(store, row, game))


def transcript_of(log: AdjudicatedLog) -> Transcript:
    """Return the transcript of an adjudicated log."""
    turns = tuple(_turns(log.replays))
    return Transcript(log, opening=log.opening, turns=turns, all_turns=turns)


def _turns(replays: Iterable[ReplayedLine]) -> list[Turn]:
    turns: list[Turn] = []
    steps: list[tuple[int, int]] = []
    for replayed in replays:
        # the same line without its words shows the effect of time alone
        after_wait = judge(replayed.before, {"t": replayed.line.t})
        turn = _turn(replayed, after_wait.match, after_wait.events)
        before, after = _steps(after_wait.match), _steps(replayed.judgement.match)
        if after < before:
            turns = [
                _mark_undone(turn_before, steps_before, after, turn.line.n)
                for turn_before, steps_before in zip(turns, steps, strict=True)
            ]
            if turn.limit_events:
                turn = replace(turn, limits_undone_by=turn.line.n)
        turns.append(turn)
        steps.append((before, after))
    return turns


def _turn(replayed: ReplayedLine, before: Match, limit_events: tuple[Event, ...]) -> Turn:
    """Return a line as a turn.

    `before` is the match at the line's time, when limits have fallen with these `limit_events`.
    """
    line, judgement = replayed.line, replayed.judgement
    pending = before.pending_of(line.by) if line.by else None
    count = len(limit_events)
    return Turn(
        number=line.n,
        line=line,
        decision=pending.decision if pending else None,
        effect=judgement.effect,
        understood=judgement.understood,
        is_open=judgement.is_open,
        is_open_once_known=_is_open_once_known(judgement),
        limits=_limits_between(replayed.before, before),
        first_limit_at=replayed.before.falls_at() if count else None,
        limit_events=judgement.events[:count],
        events=judgement.events[count:],
        reserve=judgement.match.reserve_left(),
    )


def _is_open_once_known(judgement: Judgement) -> bool:
    """Return whether an answer is secret only because its question is not known."""
    decision = judgement.decision
    if decision is None or not decision.unknown_to_others or judgement.effect != "taken":
        return False
    return decision._replace(unknown_to_others=False).is_open(judgement.answer)


def _is_secret_once_known(decision: Decision) -> bool:
    return decision._replace(unknown_to_others=False).is_secret


def _limits_between(before: Match, after: Match) -> tuple[FallenLimit, ...]:
    """Return the limits that fell between two moments of a match."""
    falls, step = list[FallenLimit](), after.last_step
    while step is not None and step is not before.last_step:
        at = step.before.falls_at()
        if step.decision is not None and at is not None:
            falls.append(FallenLimit(step.decision, at))
        step = step.before.last_step
    return tuple(reversed(falls))


def _umpires_turn(turn: Turn) -> Turn:
    """Return a turn of the umpire in a directed game as players know it.

    They know its events and those of limits before it, but not whether it was refused. They may
    read commands that exist in every game, except `undo`, whose number of steps might reveal steps
    that they do not know of.
    """
    by = UMPIRE if turn.events else None
    say = turn.line.say if turn.events and turn.is_command and not turn.is_undo else None
    line = replace(turn.line, by=by, say=say, ok=True, code=None, error=None, cell=None)
    return replace(turn, line=line, decision=None, effect=None, understood=None)


def _renumber(turns: tuple[Turn, ...], numbers: Mapping[int, int]) -> tuple[Turn, ...]:
    """Return turns with other line numbers, and with new ids of decisions."""
    decisions: dict[tuple[str, str], Decision] = {}
    for turn in turns:
        if (own := turn.decision) is not None:
            id_ = f"{own.kind.name} {len(decisions) + 1}"
            decisions.setdefault((own.by, own.id), own._replace(id=id_))
    return tuple(
        replace(
            turn,
            decision=turn.decision and decisions[turn.decision.by, turn.decision.id],
            line=replace(turn.line, n=numbers[turn.number]),
            undone_by=turn.undone_by and numbers[turn.undone_by],
            limits_undone_by=turn.limits_undone_by and numbers[turn.limits_undone_by],
        )
        for turn in turns
    )


def _steps(match: Match) -> int:
    """Count the steps that an `undo` could take back."""
    return sum(1 for _ in match.steps())


def _mark_undone(turn: Turn, steps: tuple[int, int], remaining: int, by: int) -> Turn:
    """Mark what an undo in line `by` takes back of a turn, if only so many steps remain."""
    limits_step, last_step = steps
    if turn.limit_events and limits_step > remaining and turn.limits_undone_by is None:
        turn = replace(turn, limits_undone_by=by)
    is_step = (
        turn.line.ok
        and turn.line.by is not None
        and (turn.line.by != UMPIRE or last_step > limits_step)
    )
    if is_step and last_step > remaining and turn.undone_by is None:
        turn = replace(turn, undone_by=by)
    return turn


def _events_for(viewer: str | None, events: tuple[Event, ...]) -> tuple[Event, ...]:
    return tuple(event for event in events if event.is_told_to(viewer))
