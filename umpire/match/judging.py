"""Judging the lines of a script, one at a time and in the order that the contract gives."""

from collections.abc import Mapping
from math import inf, isfinite
from typing import Any, Literal, NamedTuple

from umpire.games.base import CHANCE, UMPIRE, AnyGame, Decision, Event, NotAllowed, Rejected
from umpire.games.names import named
from umpire.games.text import join_words, normalize, printable
from umpire.match import asking, transitions
from umpire.match.clock import format_seconds
from umpire.match.commands import (
    Command,
    Extend,
    Forfeit,
    Note,
    Undo,
    is_command,
    read_command,
)
from umpire.match.header import Header
from umpire.match.state import Match, PendingDecision
from umpire.match.undoing import undo

Code = Literal["syntax", "illegal", "not-pending", "time", "unknown-player"]
Effect = Literal["taken", "held", "locked"]

_TOO_MANY_LIMITS = (
    f"More than {transitions.MOST_LIMITS:,} time limits would fall before that: "
    "give an earlier `t`."
)
_LATEST = 1e15
"""Later than any moment of a match, in seconds."""
_PAUSED = "The match is paused: wait until the umpire resumes it."


class Judgement(NamedTuple):
    """The result of judging one line.

    `events` include those of limits that fell before the line was judged, even if it is rejected.
    `effect` says whether an answer was taken, held or locked; it is None for any other line.
    """

    match: Match
    events: tuple[Event, ...] = ()
    code: Code | None = None
    error: str | None = None
    effect: Effect | None = None
    answer: Any = None
    """An accepted answer as the game read it; None for any other line."""
    decision: Decision | None = None
    """The decision that was answered; None for any other line."""
    withdrawn: tuple[Event, ...] = ()
    """The earlier events that no longer count, because the line was an `undo`; oldest first."""

    @property
    def ok(self) -> bool:
        """Whether the line was accepted."""
        return self.code is None

    @property
    def is_open(self) -> bool:
        """Whether the answer was taken and everybody may read it."""
        return (
            self.effect == "taken"
            and self.decision is not None
            and self.decision.is_open(self.answer)
        )

    @property
    def warning(self) -> str:
        """A warning for the author of an answer that is held or taken; "" if there is none."""
        before = self.match.before
        if before is None or self.decision is None or self.effect == "locked":
            return ""
        pending = before.pending_of(self.decision.by)
        if pending is None or pending.decision is not self.decision:
            return ""  # an answer of chance is no step
        sentences = (
            asking.warn(before, pending, self.answer),
            asking.preview(before, pending, self.answer),
        )
        return " ".join(filter(None, sentences))

    @property
    def understood(self) -> str | None:
        """An accepted answer in canonical form; None for any other line."""
        if self.decision is None:
            return None
        return self.decision.kind.format(self.answer)


class _Rejection(Exception):
    """A line is rejected by the contract, not by a game."""

    def __init__(self, code: Code, error: str) -> None:
        super().__init__(error)
        self.code = code


def begin(header: Header, game: AnyGame) -> Judgement:
    """Return the match at its start; with a seed, chance has been answered already.

    Raises BadOption if the header's options are not the game's: `read_header` checks them.
    """
    match, events = transitions.start(header, game)
    return Judgement(match, events)


def judge(match: Match, line: Mapping[str, Any] | None) -> Judgement:
    """Judge a line of a script; None is a line that is no JSON object."""
    if line is None:
        return Judgement(match, (), "syntax", "A line must be one JSON object.")
    try:
        t = _check_time(match, line.get("t"))
        match, events = transitions.apply_limits(match, t)
    except _Rejection as rejection:
        return Judgement(match, (), rejection.code, str(rejection))
    except transitions.TooManyLimits:
        return Judgement(match, (), "time", _TOO_MANY_LIMITS)
    try:
        judgement = _judge(match, t, line)
    except (_Rejection, Rejected) as rejection:
        error = printable(str(rejection)) if isinstance(rejection, Rejected) else str(rejection)
        return Judgement(transitions.move_clock(match, t), events, rejection.code, error)
    return judgement._replace(events=events + judgement.events) if events else judgement


def _check_time(match: Match, t: object) -> float:
    if (type(t) is int or type(t) is float) and match.now <= t < _LATEST and not match.stopped:
        return float(t)  # as in nearly every line
    if isinstance(t, bool) or not isinstance(t, (int, float)):
        raise _Rejection("time", "`t` must be a number: the seconds on the match clock.")
    try:
        moment = float(t)
    except OverflowError:
        moment = inf
    if not isfinite(moment):
        raise _Rejection("time", "`t` must be a number of seconds that a clock can show.")
    if match.paused and moment != match.now:
        raise _Rejection(
            "time", f"The match is paused and its clock stands at {format_seconds(match.now)}."
        )
    if moment < match.now:
        raise _Rejection("time", f"The match clock is at {format_seconds(match.now)} already.")
    return moment


def _judge(match: Match, t: float, line: Mapping[str, Any]) -> Judgement:
    say = line.get("say")
    if "by" not in line:
        if match.paused:
            raise _Rejection("not-pending", _PAUSED)
        if "say" in line:
            raise _Rejection("syntax", "`say` needs `by`: who says it.")
        return Judgement(transitions.move_clock(match, t))
    by = line["by"]
    if by == UMPIRE:
        return _judge_umpire(match, t, say)
    pending = match.pending_of(by)
    if pending is None or match.stopped:
        raise _not_pending(match, by)
    return _judge_answer(match, t, pending, say if type(say) is str else _check_text(say))


def _judge_umpire(match: Match, t: float, say: object) -> Judgement:
    """Judge a line of the umpire's: a command, or an answer in a game that the umpire directs."""
    if not match.game.is_directed or (isinstance(say, str) and is_command(say)):
        return _apply_command(
            transitions.move_clock(match, t), read_command(_check_text(say), match.header.players)
        )
    pending = match.pending_of(UMPIRE)  # also while the match is paused
    if pending is None:
        raise _Rejection("not-pending", _explain_not_pending(match, UMPIRE))
    return _judge_answer(match, t, pending, _check_text(say))


def _check_text(say: object) -> str:
    if not isinstance(say, str):
        raise _Rejection("syntax", "`say` must be a text.")
    return say


def _not_pending(match: Match, by: object) -> _Rejection:
    players = match.header.players
    if by != CHANCE and by not in players:
        name = named(by) if isinstance(by, str) else "'that'"
        error = f"Nobody here is called {name}: the players are {', '.join(players)}."
        return _Rejection("unknown-player", error)
    return _Rejection("not-pending", _explain_not_pending(match, str(by)))


def _explain_not_pending(match: Match, by: str) -> str:
    if match.outcome is not None:
        return f"The match is {match.status}."
    if match.paused and by != UMPIRE:
        return _PAUSED
    sentence = "Nothing is left to chance now" if by == CHANCE else "You are not asked anything now"
    viewer = None if by == CHANCE else by
    owners = [asking.name_in_sentence(pending.by) for pending in match.awaited_by(viewer)]
    return f"{sentence}: {join_words(owners)} must answer." if owners else f"{sentence}."


def _judge_answer(match: Match, t: float, pending: PendingDecision, text: str) -> Judgement:
    decision = pending.decision
    last = pending.rule_at(t) == "last"
    if last and _is_lock(text):
        return _judge_lock(match, t, pending)
    if pending.held is None:
        answer = decision.kind.read(match.state, decision, text)
    else:
        answer = decision.kind.revise(match.state, decision, pending.held, text)
    assert answer is not None, f"`read` of {decision.kind.name!r} must return an answer or raise"
    if last:
        after = transitions.hold(match, t, pending, answer)
        events = [Event(f"Your answer is held: {decision.kind.format(answer)}", decision.by)]
        if warning := asking.warn(match, pending, answer):
            events.append(Event(warning, decision.by))
        return Judgement(after, tuple(events), None, None, "held", answer, decision)
    if lacking := asking.incomplete(match, pending, answer):
        raise NotAllowed(lacking)
    after, game_events = transitions.take(match, t, pending, answer)
    return Judgement(after, game_events, None, None, "taken", answer, decision)


def explain_rejection(judgement: Judgement, by: str | None, text: str) -> str | None:
    """Return why a line was rejected, for its author; None if it was accepted.

    If the text answers an earlier question, it says that this question is over. Finding that out
    takes longer than judging a line.
    """
    match = judgement.match
    pending = None if by is None or by == CHANCE else match.pending_of(by)
    if judgement.code != "syntax" or pending is None:
        return judgement.error
    earlier = asking.find_earlier_question(match, pending, text)
    if earlier is None:
        return judgement.error
    return f"You are no longer asked to {earlier.task}. {asking.ask(match, pending)}"


def _is_lock(text: str) -> bool:
    """Return whether a text is `lock`; for most texts the length decides."""
    text = text.strip()
    return text == "lock" or (len(text) == len("lock") and normalize(text) == "lock")


def _judge_lock(match: Match, t: float, pending: PendingDecision) -> Judgement:
    if pending.held is None:
        raise NotAllowed("There is nothing to lock yet: give a valid answer first.")
    if lacking := asking.incomplete(match, pending, pending.held):
        raise NotAllowed(lacking)
    locked, events = transitions.lock(match, t, pending)
    return Judgement(locked, events, effect="locked")


def _apply_command(match: Match, command: Command) -> Judgement:
    if match.closed:
        raise NotAllowed("The match is closed: nothing can be said in it any more.")
    if match.outcome is not None and command != "close" and not isinstance(command, Undo | Note):
        raise NotAllowed("The match is over: only undo, close and note are left to the umpire.")
    match command:
        case "pause":
            if match.paused:
                raise NotAllowed("The match is paused already.")
            return _set_clock(match, "The umpire stops the clock.", paused=True)
        case "resume":
            if not match.paused:
                raise NotAllowed("The match is not paused.")
            return _set_clock(match, "The umpire restarts the clock.", paused=False)
        case Extend(player, seconds):
            return _extend(match, player, seconds)
        case Undo(steps):
            after, events, withdrawn = undo(match, steps)
            return Judgement(after, events, withdrawn=withdrawn)
        case Forfeit(player):
            after, events = transitions.forfeit(match, player)
            return Judgement(after, events)
        case "void":
            after, events = transitions.end_void(match)
            return Judgement(after, events)
        case "close":
            if match.outcome is None:
                raise NotAllowed("The match is not over yet: it can be closed once it is.")
            closed = Event("The match is closed: its result is final.")
            return Judgement(match.replace(closed=True), (closed,))
        case Note(text):
            return Judgement(match, (Event(f"The umpire notes: {printable(text)}", only=UMPIRE),))


def _set_clock(match: Match, text: str, *, paused: bool) -> Judgement:
    after, events = transitions.set_clock(match, paused=paused)
    return Judgement(after, (Event(text), *events))


def _extend(match: Match, player: str, seconds: float) -> Judgement:
    pending = match.pending_of(player)
    if pending is None or pending.clock is None:
        raise NotAllowed(f"No time limit of {player} is running.")
    only = None if match.knows(None, pending.decision) else player
    event = Event(f"The umpire gives {player} {format_seconds(seconds)} seconds more.", only)
    after = transitions.with_clock(match, pending, pending.clock.extend(seconds))
    return Judgement(after, (event,))
