"""The judge: one line of a script at a time, in the order that the contract gives."""

from collections.abc import Mapping
from math import inf, isfinite
from typing import Any, Literal, NamedTuple

from umpire.games.base import CHANCE, UMPIRE, AnyGame, Decision, Event, NotAllowed, Rejected
from umpire.games.names import named
from umpire.games.text import listed, normalize, printable
from umpire.match import asking, transitions
from umpire.match.clock import shown
from umpire.match.commands import (
    Close,
    Command,
    Extend,
    Forfeit,
    Note,
    Pause,
    Resume,
    Undo,
    Void,
    is_command,
    read_command,
)
from umpire.match.header import Header
from umpire.match.state import Match, PendingDecision
from umpire.match.undoing import undo

Code = Literal["syntax", "illegal", "not-pending", "time", "unknown-player"]
Effect = Literal["taken", "held", "locked"]

_TOO_LATE = (
    f"More than {transitions.MOST_FALLS:,} time limits would fall before that: give an earlier `t`."
)
_FAR = 1e15
"""Later than any moment of a match, in seconds."""
_PAUSED = "The match is paused: wait until the umpire resumes it."


class Judgement(NamedTuple):
    """The result of judging one line.

    `events` are also those of limits that fell before the line was judged, even if it is rejected.
    `effect` tells what became of an accepted answer, None for any other line.
    """

    match: Match
    events: tuple[Event, ...] = ()
    code: Code | None = None
    error: str | None = None
    effect: Effect | None = None
    answer: Any = None
    """The answer as the game read it; None for any other line."""
    decision: Decision | None = None
    """What it answered."""
    withdrawn: tuple[Event, ...] = ()
    """What had been told that no longer counts, because the line was an `undo`; oldest first."""

    @property
    def ok(self) -> bool:
        """Whether the line was accepted."""
        return self.code is None

    @property
    def is_open(self) -> bool:
        """Whether everybody may read the words of an answer: it is taken, and not only held."""
        return (
            self.effect == "taken"
            and self.decision is not None
            and self.decision.is_open(self.answer)
        )

    @property
    def warning(self) -> str:
        """What the author of an answer that is held or taken should know of it; "" if nothing."""
        before = self.match.before
        if before is None or self.decision is None or self.effect == "locked":
            return ""
        pending = before.pending_of(self.decision.by)
        if pending is None or pending.decision is not self.decision:
            return ""  # chance's: no step of its own
        sentences = (
            asking.warn(before, pending, self.answer),
            asking.preview(before, pending, self.answer),
        )
        return " ".join(filter(None, sentences))

    @property
    def understood(self) -> str | None:
        """An accepted answer in canonical form; `lock` for a lock."""
        if self.decision is None:
            return None
        return self.decision.kind.format(self.answer)


class _Refused(Exception):
    """A line is rejected for what the contract, not a game, asks of it."""

    def __init__(self, code: Code, error: str) -> None:
        super().__init__(error)
        self.code = code


def begin(header: Header, game: AnyGame) -> Judgement:
    """Return the match at its start; with a seed chance has been answered already.

    Raises BadOption if the header's options are not the game's: `read_header` checks them.
    """
    match, events = transitions.start(header, game)
    return Judgement(match, events)


def judge(match: Match, line: Mapping[str, Any] | None) -> Judgement:
    """Judge a line of the script as it was read; None is a line that is no JSON object."""
    if line is None:
        return Judgement(match, (), "syntax", "A line must be one JSON object.")
    try:
        t = _moment(match, line.get("t"))
        match, events = transitions.let_limits_fall(match, t)
    except _Refused as refusal:
        return Judgement(match, (), refusal.code, str(refusal))
    except transitions.TooManyFalls:
        return Judgement(match, (), "time", _TOO_LATE)
    try:
        judgement = _judge(match, t, line)
    except _Refused as refusal:
        return Judgement(transitions.at(match, t), events, refusal.code, str(refusal))
    except Rejected as rejection:
        error = printable(str(rejection))
        return Judgement(transitions.at(match, t), events, rejection.code, error)
    return judgement._replace(events=events + judgement.events) if events else judgement


def _moment(match: Match, t: object) -> float:
    if (type(t) is int or type(t) is float) and match.now <= t < _FAR and not match.stopped:
        return float(t)  # as in nearly every line
    if isinstance(t, bool) or not isinstance(t, (int, float)):
        raise _Refused("time", "`t` must be a number: the seconds on the match clock.")
    try:
        moment = float(t)
    except OverflowError:
        moment = inf
    if not isfinite(moment):
        raise _Refused("time", "`t` must be a number of seconds that a clock can show.")
    if match.paused and moment != match.now:
        raise _Refused("time", f"The match is paused and its clock stands at {shown(match.now)}.")
    if moment < match.now:
        raise _Refused("time", f"The match clock is at {shown(match.now)} already.")
    return moment


def _judge(match: Match, t: float, line: Mapping[str, Any]) -> Judgement:
    say = line.get("say")
    if "by" not in line:
        if match.paused:
            raise _Refused("not-pending", _PAUSED)
        if "say" in line:
            raise _Refused("syntax", "`say` needs `by`: who says it.")
        return Judgement(transitions.at(match, t))
    by = line["by"]
    if by == UMPIRE:
        return _umpire(match, t, say)
    pending = match.pending_of(by)
    if pending is None or match.stopped:
        raise _not_asked(match, by)
    return _answer(match, t, pending, say if type(say) is str else _text(say))


def _umpire(match: Match, t: float, say: object) -> Judgement:
    """Judge what the umpire says: a command, or in a game that is directed an answer."""
    if not match.game.is_directed or (isinstance(say, str) and is_command(say)):
        return _obey(transitions.at(match, t), read_command(_text(say), match.header.players))
    pending = match.pending_of(UMPIRE)  # also while the match is paused
    if pending is None:
        raise _Refused("not-pending", _nothing_asked(match, UMPIRE))
    return _answer(match, t, pending, _text(say))


def _text(say: object) -> str:
    if not isinstance(say, str):
        raise _Refused("syntax", "`say` must be a text.")
    return say


def _unknown(match: Match, by: object) -> str:
    players = ", ".join(match.header.players)
    name = named(by) if isinstance(by, str) else "'that'"
    return f"Nobody here is called {name}: the players are {players}."


def _not_asked(match: Match, by: object) -> _Refused:
    if by != CHANCE and by not in match.header.players:
        return _Refused("unknown-player", _unknown(match, by))
    return _Refused("not-pending", _nothing_asked(match, str(by)))


def _nothing_asked(match: Match, by: str) -> str:
    if match.outcome is not None:
        return f"The match is {match.status}."
    if match.paused and by != UMPIRE:
        return _PAUSED
    sentence = "Nothing is left to chance now" if by == CHANCE else "You are not asked anything now"
    viewer = None if by == CHANCE else by
    waiting = [asking.called(pending.by) for pending in match.awaited_by(viewer)]
    return f"{sentence}: {listed(waiting)} must answer." if waiting else f"{sentence}."


def _answer(match: Match, t: float, pending: PendingDecision, text: str) -> Judgement:
    decision = pending.decision
    last = pending.rule_at(t) == "last"
    if last and _is_lock(text):
        return _lock(match, t, pending)
    if pending.held is None:
        answer = decision.kind.read(match.state, decision, text)
    else:
        answer = decision.kind.revise(match.state, decision, pending.held, text)
    assert answer is not None, f"`read` of {decision.kind.name!r} must return an answer or raise"
    if last:
        holding = transitions.hold(match, t, pending, answer)
        events = [Event(f"Your answer is held: {decision.kind.format(answer)}", decision.by)]
        if warning := asking.warn(match, pending, answer):
            events.append(Event(warning, decision.by))
        return Judgement(holding, tuple(events), None, None, "held", answer, decision)
    if lacking := asking.incomplete(match, pending, answer):
        raise NotAllowed(lacking)
    after, take_events = transitions.take(match, t, pending, answer)
    return Judgement(after, take_events, None, None, "taken", answer, decision)


def refusal(judgement: Judgement, by: str | None, text: str) -> str | None:
    """Return why a line was refused, for whoever wrote it; None if it was not.

    An answer that would have fitted a question before is told that this question is over. To find
    that out takes longer than to judge a line.
    """
    match = judgement.match
    pending = None if by is None or by == CHANCE else match.pending_of(by)
    over = None
    if judgement.code == "syntax" and pending is not None:
        over = asking.overtaken(match, pending, text)
    if over is None or pending is None:
        return judgement.error
    return f"You are no longer asked to {over.task}. {asking.ask(match, pending)}"


def _is_lock(text: str) -> bool:
    """Return whether a text is `lock`; most are told apart by their length, and soon."""
    text = text.strip()
    return text == "lock" or (len(text) == len("lock") and normalize(text) == "lock")


def _lock(match: Match, t: float, pending: PendingDecision) -> Judgement:
    if pending.held is None:
        raise NotAllowed("There is nothing to lock yet: give a valid answer first.")
    if lacking := asking.incomplete(match, pending, pending.held):
        raise NotAllowed(lacking)
    locked, events = transitions.lock(match, t, pending)
    return Judgement(locked, events, effect="locked")


def _obey(match: Match, command: Command) -> Judgement:
    if match.closed:
        raise NotAllowed("The match is closed: nothing can be said in it any more.")
    if match.outcome is not None and not isinstance(command, Undo | Close | Note):
        raise NotAllowed("The match is over: only undo, close and note are left to the umpire.")
    match command:
        case Pause():
            if match.paused:
                raise NotAllowed("The match is paused already.")
            return _turned(match, "The umpire stops the clock.", paused=True)
        case Resume():
            if not match.paused:
                raise NotAllowed("The match is not paused.")
            return _turned(match, "The umpire restarts the clock.", paused=False)
        case Extend(player, seconds):
            return _extend(match, player, seconds)
        case Undo(steps):
            after, events, withdrawn = undo(match, steps)
            return Judgement(after, events, withdrawn=withdrawn)
        case Forfeit(player):
            after, events = transitions.forfeit(match, player)
            return Judgement(after, events)
        case Void():
            after, events = transitions.end_void(match)
            return Judgement(after, events)
        case Close():
            if match.outcome is None:
                raise NotAllowed("The match is not over yet: it can be closed once it is.")
            closed = Event("The match is closed: its result is final.")
            return Judgement(match.replace(closed=True), (closed,))
        case Note(text):
            return Judgement(match, (Event(f"The umpire notes: {printable(text)}", only=UMPIRE),))


def _turned(match: Match, text: str, *, paused: bool) -> Judgement:
    after, events = transitions.turned(match, paused=paused)
    return Judgement(after, (Event(text), *events))


def _extend(match: Match, player: str, seconds: float) -> Judgement:
    pending = match.pending_of(player)
    if pending is None or pending.clock is None:
        raise NotAllowed(f"No time limit of {player} is running.")
    longer = transitions.with_clock(match, pending, pending.clock.extended(seconds))
    only = None if match.knows(None, pending.decision) else player
    return Judgement(
        longer, (Event(f"The umpire gives {player} {shown(seconds)} seconds more.", only),)
    )
