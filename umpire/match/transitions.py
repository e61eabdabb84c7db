"""How a match runs its course: answers held and taken, states entered, limits fallen.

Nothing here judges an answer: what comes in is valid. What happens `t` seconds after the start
makes a match of that moment; a copy with its time alone, before it, would cost some percent a line.
"""

from collections.abc import Collection, Sequence
from operator import attrgetter
from typing import Any

from umpire.games.base import (
    CHANCE,
    UMPIRE,
    VOID,
    Answers,
    AnyGame,
    AnyKind,
    Decision,
    Event,
    Outcome,
    Recorder,
)
from umpire.match import cutting
from umpire.match.clock import Clock, exact, whole_reserve
from umpire.match.dealing import chance_answer
from umpire.match.header import Header
from umpire.match.state import Match, PendingDecision, Step, Taken

Moved = tuple[Match, tuple[Event, ...]]
"""The match afterwards, and what to tell of how it came there."""


_BY = attrgetter("by")

MOST_FALLS = 10_000
"""This many limits may fall before one line, and no more."""


class TooManyFalls(Exception):
    """More than MOST_FALLS limits would fall before a line."""


def start(header: Header, game: AnyGame) -> Moved:
    """Start a match: its clock at 0, its first decisions open."""
    options = game.read_options(header.players, header.game_options)
    reserve = game.reserve(options) if header.clock else None
    each = 0.0 if reserve is None else whole_reserve(reserve)
    match = Match(
        header=header,
        game=game,
        reserve=reserve,
        state=None,
        now=0.0,
        stopped=False,
        pending=(),
        taken=(),
        left=dict.fromkeys(header.players, each),
        outcome=None,
        chance_count=0,
        cuts={},
        closed=False,
        last_step=None,
        last_events=(),
        opened=None if header.cut else 0.0,
        ended=None,
    )
    state, tell = game.initial_state(header.players, options), Recorder()
    return _enter(match, 0.0, state if header.cut else game.start(state, tell), tell)


def at(match: Match, t: float) -> Match:
    """Return the match at a later moment, at which nothing has happened."""
    return match if t == match.now else match.replace(now=t)


def hold(match: Match, t: float, pending: PendingDecision, answer: Any) -> Match:
    """Hold an answer until its decision closes; the one held before, and a lock, are gone."""
    decision = pending.decision
    held = PendingDecision(decision, pending.rule, pending.clock, answer)
    step = Step(match, decision.by, "held", decision, answer)
    return match.replace(now=t, pending=_with(match, pending, held), last_step=step, last_events=())


def lock(match: Match, t: float, pending: PendingDecision) -> Moved:
    """Lock a held answer; its decision closes once everybody who owes one with it has."""
    locked = PendingDecision(pending.decision, pending.rule, pending.clock, pending.held, True)
    step = Step(match, pending.by, "locked", pending.decision, pending.held)
    still_pending = _with(match, pending, locked)
    return _settle(match.replace(now=t, pending=still_pending, last_step=step, last_events=()))


def take(match: Match, t: float, pending: PendingDecision, answer: Any) -> Moved:
    """Take an answer, charge what it spent of the reserve, and resolve what is complete."""
    decision, clock = pending.decision, pending.clock
    if decision.kind is cutting.CUT:
        return _cut(match, t, pending, answer)
    step = match.last_step  # what chance answers goes with the step that it followed
    if decision.by != CHANCE:
        step = Step(match, decision.by, "taken", decision, answer)
    if clock is not None and clock.in_reserve(t):
        match = _leave(match, decision.by, clock.left_at(t))
    if decision.group is None:
        return _resolve(match, t, decision.kind, Answers({decision.by: answer}), step)
    return _keep(match, t, pending, Taken(decision, answer), step)


def _cut(match: Match, t: float, pending: PendingDecision, text: str) -> Moved:
    """Keep a cut; once all have cut the game's first decisions open."""
    cut = match.replace(cuts={**match.cuts, pending.by: text})
    state, tell = match.state, Recorder()
    cutting.tell_cut(cut.cut, pending.by, tell)
    if cut.is_cut:
        state, cut = match.game.start(state, tell), cut.replace(opened=t)
    return _enter(cut, t, state, tell, (pending.by,), match.last_step)


def restored(back: Match, match: Match) -> Moved:
    """Return to where a match stood before, at the time of now, with all limits afresh.

    No cut is taken back. Whether the clock runs is as the umpire has said last, also where an end
    came in between.
    """
    there = back.replace(now=match.now, stopped=match.stopped, cuts=match.cuts, opened=match.opened)
    there = with_limits_afresh(there)
    tell = Recorder()
    state = match.game.set_clock(there.state, running=not there.paused, tell=tell)
    if back.cuts == match.cuts:
        return _enter_if_changed(there, state, tell)
    if match.is_cut:
        state = match.game.start(state, tell)
    return _enter(there, there.now, state, tell, tuple(match.cuts), there.last_step)


def resumed_in(match: Match) -> Match:
    """Return a match with what its state owes, and with what follows from it by itself.

    What is pending or taken already stays so where the state still asks for it.
    """
    return _enter(match, match.now, match.state)[0] if match.outcome is None else match


def turned(match: Match, *, paused: bool) -> Moved:
    """Stop the match clock, or let it run on, and with it what its pause held up."""
    tell = Recorder()
    state = match.game.set_clock(match.state, running=not paused, tell=tell)
    return _enter_if_changed(match.replace(stopped=paused), state, tell)


def _enter_if_changed(match: Match, state: Any, tell: Recorder) -> Moved:
    """Enter a state that nobody's answer led to, unless nothing has happened."""
    if state is match.state and not tell.events:
        return match, ()
    return _enter(match, match.now, state, tell, step=match.last_step)


def _keep(
    match: Match,
    t: float,
    pending: PendingDecision,
    taken: Taken,
    step: Step | None,
    events: tuple[Event, ...] = (),
) -> Moved:
    """Keep the answer of a member of a group until every member's is taken."""
    others = tuple([other for other in match.pending if other is not pending])
    kept = (*match.taken, taken)
    last_events = match.last_events + events if step is match.last_step else events
    settled, more = _settle(
        match.replace(now=t, pending=others, taken=kept, last_step=step, last_events=last_events)
    )
    return settled, events + more


def forfeit(match: Match, player: str) -> Moved:
    """End the match for one player, as the game's file says. It spends no reserve."""
    tell = Recorder()
    state = match.game.forfeit(match.state, player, tell)
    changes = bool(tell.events) or state is not match.state
    step = Step(match, player, "forfeit" if changes else "second forfeit")
    return _enter(match, match.now, state, tell, step=step)


def end_void(match: Match) -> Moved:
    """End the match without a result, in whatever state it is. It spends no reserve.

    What is kept of a group stays kept: an `undo` goes on from there.
    """
    step = Step(match, UMPIRE, "void")
    events = (Event("The umpire declares the match void: it has no result."),)
    outcome = Outcome(None, VOID)
    ended = match.replace(
        pending=(), outcome=outcome, last_step=step, last_events=events, ended=match.now
    )
    return ended, events


def let_limits_fall(match: Match, t: float) -> Moved:
    """Let all limits fall that fall strictly before `t`, each at its own moment.

    The earliest comes first, ties in seat order; each is a step of its own. Raises TooManyFalls
    where they are more than MOST_FALLS: some games go on without end while all are silent.
    """
    for pending in match.pending:
        clock = pending.clock
        if clock is not None and clock.deadline < t:
            break
    else:  # as before nearly every line
        return match, ()
    due = _next_to_fall(match, t)
    announced: list[Event] = []
    fallen = 0
    while due is not None:
        if fallen == MOST_FALLS:
            raise TooManyFalls
        match, events = _fall(match, *due)
        announced += events
        fallen += 1
        due = _next_to_fall(match, t)
    return match, tuple(announced)


def with_clock(match: Match, pending: PendingDecision, clock: Clock) -> Match:
    """Return the match with another clock for a pending decision."""
    return match.replace(pending=_with(match, pending, pending._replace(clock=clock)))


def with_limits_afresh(match: Match) -> Match:
    """Count the limits of all pending decisions from this moment."""
    return match.replace(pending=tuple(pending.afresh(match.now) for pending in match.pending))


def _next_to_fall(match: Match, t: float) -> tuple[PendingDecision, float] | None:
    due: tuple[PendingDecision, float] | None = None
    if match.paused:
        return None
    for pending in match.pending:
        if pending.clock is None or pending.clock.deadline >= t:
            continue
        fall = pending.falls
        if fall is not None and fall < (t if due is None else due[1]):
            due = pending, fall
    return due


def _fall(match: Match, pending: PendingDecision, fall: float) -> Moved:
    decision, answer = pending.decision, pending.held
    step = Step(match, pending.by, "limit", decision)
    silent = answer is None
    if silent:
        answer = decision.kind.default_answer(match.state, decision)
        if decision.reserve:
            match = _leave(match, pending.by, 0.0)
    taken = Taken(decision, answer, silent)
    # Told to all, it would tell of a secret answer whether its author had locked it.
    only = pending.by if decision.is_secret else None
    time_is_up = Event(f"{pending.by}'s time is up.", only, pending.by)
    if decision.group is not None and not (silent and decision.fatal):
        return _keep(match, fall, pending, taken, step, (time_is_up,))
    return _resolve(match, fall, decision.kind, _answers([taken]), step, time_is_up)


def _resolve(
    match: Match, t: float, kind: AnyKind, answers: Answers[Any], step: Step | None, *first: Event
) -> Moved:
    """Apply answers, and enter the state that they lead to; events that come `first` are told."""
    tell = Recorder()
    tell.events += first
    state = kind.apply(match.state, answers, tell)
    return _enter(match, t, state, tell, answers, step)


def _enter(
    match: Match,
    t: float,
    state: Any,
    tell: Recorder | None = None,
    answered: Collection[str] = (),
    step: Step | None = None,
) -> Moved:
    """Enter a state; those who `answered` have nothing open any more."""
    outcome = match.game.outcome(state)
    decisions = _owed(match, state) if outcome is None else ()
    pending, taken = _opened(match, t, decisions, answered)
    events = () if tell is None else tuple(tell.events)
    entered = match.replace(
        now=t,
        state=state,
        pending=pending,
        taken=taken,
        outcome=outcome,
        chance_count=match.chance_count + (CHANCE in answered),
        last_step=step,
        # What a step leads to by itself is told with it.
        last_events=match.last_events + events if step is match.last_step else events,
        ended=None if outcome is None else t,
    )
    settled, more = _settle(entered)
    return settled, events + more


def _owed(match: Match, state: Any) -> tuple[Decision, ...]:
    """Return what is owed in a state: first of all the cuts of those who have not cut."""
    header = match.header
    if header.cut and not match.is_cut:
        return cutting.pending(header.players, match.cuts)
    decisions = match.game.pending(state)
    if header.update:
        return tuple([_with_update(decision, header.update) for decision in decisions])
    return decisions


def _with_update(decision: Decision, update: float) -> Decision:
    """Return a decision with its limit longer by the time that the board takes to be updated."""
    limit = decision.limit
    return decision if limit is None else decision._replace(limit=exact(limit + update))


def _opened(
    match: Match, t: float, decisions: Sequence[Decision], answered: Collection[str]
) -> tuple[tuple[PendingDecision, ...], tuple[Taken, ...]]:
    """Return what is owed in a new state, and what is taken already.

    A decision that stays pending keeps its clock and what is held; a new one's limit starts now.
    """
    if len(decisions) > 1 and tuple(map(_BY, decisions)) != match.header.players:
        decisions = sorted(decisions, key=match.order)  # most often all are asked, and in order
    was = {old.decision.by: old for old in match.pending if old.decision.by not in answered}
    answers = {old.decision.by: old for old in match.taken if old.decision.by not in answered}
    pending, taken = [], []
    for decision in decisions:
        by, same = decision.by, decision.id
        if by in was and (before := was[by]).decision.id == same:
            pending.append(before._replace(decision=decision))
        elif by in answers and answers[by].decision.id == same:
            taken.append(answers[by]._replace(decision=decision))
        else:
            pending.append(_new(match, t, decision))
    return tuple(pending), tuple(taken)


def _new(match: Match, t: float, decision: Decision) -> PendingDecision:
    if not match.header.clock:
        return PendingDecision(decision, "first", None)
    limit = decision.limit
    if limit is None:
        return PendingDecision(decision, decision.rule, None)
    reserve, left = None, 0.0
    if decision.reserve and match.reserve is not None:
        reserve, left = match.reserve, match.left[decision.by]
    return PendingDecision(decision, decision.rule, Clock(t, exact(t + limit), reserve, left))


def _settle(match: Match) -> Moved:
    """Answer chance if the header has a seed, and resolve what everybody has answered."""
    seed = match.header.seed
    if seed is not None and (pending := match.pending_of(CHANCE)) is not None:
        text = chance_answer(match, seed)
        kind = pending.decision.kind
        answers = Answers({CHANCE: kind.read(match.state, pending.decision, text)})
        match, events = _resolve(match, match.now, kind, answers, match.last_step)
        return match, (Event(f"chance: {text}", only=UMPIRE), *events)
    complete = _complete(match)
    if complete is not None:
        decision, answers = complete
        return _resolve(match, match.now, decision.kind, answers, match.last_step)
    if match.game.is_directed and match.outcome is None and not match.stopped:
        tell = Recorder()
        state = match.game.advance(match.state, tell)
        if state is not None:
            return _enter(match, match.now, state, tell, step=match.last_step)
    return match, ()


def _complete(match: Match) -> tuple[Decision, Answers[Any]] | None:
    """Return a decision, or one of a group, in which nobody has anything left to say; its answers.

    They are in seat order, so that nothing made of them tells who answered when.
    """
    answered, open_groups = [], []
    for pending in match.pending:
        if pending.locked:
            answered.append(pending.decision)
        else:
            open_groups.append(pending.decision.group)
    if match.taken:
        answered += [taken.decision for taken in match.taken]
    for decision in answered:
        if decision.group is None or decision.group not in open_groups:
            together = [
                Taken(pending.decision, pending.held)
                for pending in match.pending
                if pending.locked and _together(pending.decision, decision)
            ]
            if match.taken:
                together += [taken for taken in match.taken if _together(taken.decision, decision)]
                together.sort(key=lambda other: match.order(other.decision))
            return decision, _answers(together)
    return None


def _answers(taken: Sequence[Taken]) -> Answers[Any]:
    answers: Answers[Any] = Answers()
    for decision, answer, silent in taken:
        answers[decision.by] = answer
        if silent:
            answers.silent = (*answers.silent, decision.by)
    return answers


def _together(one: Decision, other: Decision) -> bool:
    return one is other or (one.group is not None and one.group == other.group)


def _with(match: Match, was: PendingDecision, now: PendingDecision) -> tuple[PendingDecision, ...]:
    """Return what is owed with one decision in the place of what it was."""
    return tuple([now if pending is was else pending for pending in match.pending])


def _leave(match: Match, player: str, left: float) -> Match:
    """Return the match with this much reserve left to a player."""
    return match.replace(left={**match.left, player: left})
