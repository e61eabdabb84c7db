"""The steps of a match: holding and taking answers, entering states, applying limits.

Answers are valid here: `judging` has read them. Functions that take `t` also move the match clock
there; to copy the match for its time first would take some percent longer a line.
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
from umpire.match.state import Match, PendingDecision, Step, TakenAnswer

Transition = tuple[Match, tuple[Event, ...]]
"""The match afterwards, and the events that led to it."""

_BY = attrgetter("by")

MOST_LIMITS = 10_000
"""So many limits may fall before one line."""


class TooManyLimits(Exception):
    """More than MOST_LIMITS limits would fall before a line."""


def start(header: Header, game: AnyGame) -> Transition:
    """Start a match: its clock at 0, its first decisions open."""
    options = game.read_options(header.players, header.game_options)
    reserve = game.reserve(options) if header.clock else None
    seconds = 0.0 if reserve is None else whole_reserve(reserve)
    match = Match(
        header=header,
        game=game,
        reserve=reserve,
        state=None,
        now=0.0,
        stopped=False,
        pending=(),
        taken_answers=(),
        reserves=dict.fromkeys(header.players, seconds),
        outcome=None,
        chance_count=0,
        cuts={},
        closed=False,
        last_step=None,
        last_events=(),
        opened_at=None if header.cut else 0.0,
        ended_at=None,
    )
    state, tell = game.initial_state(header.players, options), Recorder()
    return _enter(match, 0.0, state if header.cut else game.start(state, tell), tell)


def move_clock(match: Match, t: float) -> Match:
    """Return the match at a later moment, otherwise unchanged."""
    return match if t == match.now else match.replace(now=t)


def hold(match: Match, t: float, pending: PendingDecision, answer: Any) -> Match:
    """Hold an answer until its decision closes, in the place of any before; it is not locked."""
    decision = pending.decision
    held = PendingDecision(decision, pending.rule, pending.clock, answer)
    step = Step(match, decision.by, "held", decision, answer)
    return match.replace(
        now=t, pending=_replace_pending(match, pending, held), last_step=step, last_events=()
    )


def lock(match: Match, t: float, pending: PendingDecision) -> Transition:
    """Lock a held answer; the decision closes once all members of its group are locked."""
    locked = PendingDecision(pending.decision, pending.rule, pending.clock, pending.held, True)
    step = Step(match, pending.by, "locked", pending.decision, pending.held)
    still_pending = _replace_pending(match, pending, locked)
    return _settle(match.replace(now=t, pending=still_pending, last_step=step, last_events=()))


def take(match: Match, t: float, pending: PendingDecision, answer: Any) -> Transition:
    """Take an answer, charge its reserve, and apply it once its group is complete."""
    decision, clock = pending.decision, pending.clock
    if decision.kind is cutting.CUT:
        return _cut(match, t, pending, answer)
    step = match.last_step  # an answer of chance belongs to the step before it
    if decision.by != CHANCE:
        step = Step(match, decision.by, "taken", decision, answer)
    if clock is not None and clock.in_reserve(t):
        match = _with_reserve(match, decision.by, clock.left_at(t))
    if decision.group is None:
        return _resolve(match, t, decision.kind, Answers({decision.by: answer}), step)
    return _add_to_group(match, t, pending, TakenAnswer(decision, answer), step)


def _cut(match: Match, t: float, pending: PendingDecision, text: str) -> Transition:
    """Record a cut; once all have cut the game's first decisions open."""
    cut = match.replace(cuts={**match.cuts, pending.by: text})
    state, tell = match.state, Recorder()
    cutting.tell_cut(cut.cut, pending.by, tell)
    if cut.is_cut:
        state, cut = match.game.start(state, tell), cut.replace(opened_at=t)
    return _enter(cut, t, state, tell, (pending.by,), match.last_step)


def restore(match: Match, *, to: Match) -> Transition:
    """Return to an earlier match at the present time, with all limits counted from now.

    No cut is taken back. Whether the clock runs is not taken back either.
    """
    back = restart_limits(
        to.replace(now=match.now, stopped=match.stopped, cuts=match.cuts, opened_at=match.opened_at)
    )
    tell = Recorder()
    state = match.game.set_clock(back.state, running=not back.paused, tell=tell)
    if to.cuts == match.cuts:
        return _enter_if_changed(back, state, tell)
    if match.is_cut:
        state = match.game.start(state, tell)
    return _enter(back, back.now, state, tell, tuple(match.cuts), back.last_step)


def enter_own_state(match: Match) -> Match:
    """Return a match with the decisions of its state open, and with all that follows by itself.

    A decision that is pending or taken already stays so if its state still has it.
    """
    return _enter(match, match.now, match.state)[0] if match.outcome is None else match


def set_clock(match: Match, *, paused: bool) -> Transition:
    """Stop the match clock or restart it; the game may have waited for that."""
    tell = Recorder()
    state = match.game.set_clock(match.state, running=not paused, tell=tell)
    return _enter_if_changed(match.replace(stopped=paused), state, tell)


def _enter_if_changed(match: Match, state: Any, tell: Recorder) -> Transition:
    """Enter a state to which no answer led, unless nothing has happened."""
    if state is match.state and not tell.events:
        return match, ()
    return _enter(match, match.now, state, tell, step=match.last_step)


def _add_to_group(
    match: Match,
    t: float,
    pending: PendingDecision,
    answer: TakenAnswer,
    step: Step | None,
    events: tuple[Event, ...] = (),
) -> Transition:
    """Add an answer to those of its group, which is applied once every member's is taken."""
    after = match.replace(
        now=t,
        pending=tuple([other for other in match.pending if other is not pending]),
        taken_answers=(*match.taken_answers, answer),
        last_step=step,
        last_events=match.last_events + events if step is match.last_step else events,
    )
    settled, more_events = _settle(after)
    return settled, events + more_events


def forfeit(match: Match, player: str) -> Transition:
    """Apply a player's forfeit, which spends no reserve."""
    tell = Recorder()
    state = match.game.forfeit(match.state, player, tell)
    changes = bool(tell.events) or state is not match.state
    step = Step(match, player, "forfeit" if changes else "second forfeit")
    return _enter(match, match.now, state, tell, step=step)


def end_void(match: Match) -> Transition:
    """End the match without a result, which spends no reserve.

    The answers of an incomplete group stay, since `undo` may take the end back.
    """
    step = Step(match, UMPIRE, "void")
    events = (Event("The umpire declares the match void: it has no result."),)
    after = match.replace(
        pending=(),
        outcome=Outcome(None, VOID),
        last_step=step,
        last_events=events,
        ended_at=match.now,
    )
    return after, events


def apply_limits(match: Match, t: float) -> Transition:
    """Apply all limits that fall strictly before `t`, each at its own moment.

    The earliest comes first, ties in seat order; each is a step of its own. Raises TooManyLimits if
    there are more than MOST_LIMITS: some games never end while everybody is silent.
    """
    for pending in match.pending:
        clock = pending.clock
        if clock is not None and clock.deadline < t:
            break
    else:  # as before nearly every line
        return match, ()
    all_events: list[Event] = []
    count = 0
    while (due := _next_limit(match, t)) is not None:
        if count == MOST_LIMITS:
            raise TooManyLimits
        match, events = _apply_limit(match, *due)
        all_events += events
        count += 1
    return match, tuple(all_events)


def with_clock(match: Match, pending: PendingDecision, clock: Clock) -> Match:
    """Return the match with another clock for a pending decision."""
    return match.replace(pending=_replace_pending(match, pending, pending._replace(clock=clock)))


def restart_limits(match: Match) -> Match:
    """Return the match with the limits of all pending decisions counted from now."""
    return match.replace(pending=tuple(pending.restart(match.now) for pending in match.pending))


def _next_limit(match: Match, t: float) -> tuple[PendingDecision, float] | None:
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


def _apply_limit(match: Match, pending: PendingDecision, fall: float) -> Transition:
    decision, answer = pending.decision, pending.held
    step = Step(match, pending.by, "limit", decision)
    silent = answer is None
    if silent:
        answer = decision.kind.default_answer(match.state, decision)
        if decision.reserve:
            match = _with_reserve(match, pending.by, 0.0)
    taken_answer = TakenAnswer(decision, answer, silent)
    # Everybody could infer from it whether a secret answer was locked.
    only = pending.by if decision.is_secret else None
    time_is_up = Event(f"{pending.by}'s time is up.", only, pending.by)
    if decision.group is not None and not (silent and decision.fatal):
        return _add_to_group(match, fall, pending, taken_answer, step, (time_is_up,))
    return _resolve(match, fall, decision.kind, _answers([taken_answer]), step, time_is_up)


def _resolve(
    match: Match, t: float, kind: AnyKind, answers: Answers[Any], step: Step | None, *first: Event
) -> Transition:
    """Apply answers, and enter the state to which they lead; `first` are events before its own."""
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
) -> Transition:
    """Enter a state in which the decisions of those who `answered` are closed."""
    outcome = match.game.outcome(state)
    decisions = _decisions_in(match, state) if outcome is None else ()
    pending, taken_answers = _carry_over(match, t, decisions, answered)
    events = () if tell is None else tuple(tell.events)
    after = match.replace(
        now=t,
        state=state,
        pending=pending,
        taken_answers=taken_answers,
        outcome=outcome,
        chance_count=match.chance_count + (CHANCE in answered),
        last_step=step,
        # What follows from a step by itself belongs to it.
        last_events=match.last_events + events if step is match.last_step else events,
        ended_at=None if outcome is None else t,
    )
    settled, more_events = _settle(after)
    return settled, events + more_events


def _decisions_in(match: Match, state: Any) -> tuple[Decision, ...]:
    """Return the decisions that are owed in a state; until all have cut these are the cuts."""
    header = match.header
    if header.cut and not match.is_cut:
        return cutting.pending(header.players, match.cuts)
    decisions = match.game.pending(state)
    if not header.update:
        return decisions
    return tuple(
        [
            decision
            if decision.limit is None
            else decision._replace(limit=exact(decision.limit + header.update))
            for decision in decisions
        ]
    )


def _carry_over(
    match: Match, t: float, decisions: Sequence[Decision], answered: Collection[str]
) -> tuple[tuple[PendingDecision, ...], tuple[TakenAnswer, ...]]:
    """Return the pending decisions of a new state, and the answers that are taken already.

    A decision that stays pending keeps its clock and its held answer; a new limit starts now.
    """
    if len(decisions) > 1 and tuple(map(_BY, decisions)) != match.header.players:
        decisions = sorted(decisions, key=match.sort_key)  # most often they are in seat order
    old_pending = {old.decision.by: old for old in match.pending if old.decision.by not in answered}
    old_taken = {
        old.decision.by: old for old in match.taken_answers if old.decision.by not in answered
    }
    pending, taken_answers = [], []
    for decision in decisions:
        by = decision.by
        if by in old_pending and old_pending[by].decision.id == decision.id:
            pending.append(old_pending[by]._replace(decision=decision))
        elif by in old_taken and old_taken[by].decision.id == decision.id:
            taken_answers.append(old_taken[by]._replace(decision=decision))
        else:
            pending.append(_open_decision(match, t, decision))
    return tuple(pending), tuple(taken_answers)


def _open_decision(match: Match, t: float, decision: Decision) -> PendingDecision:
    if not match.header.clock:
        return PendingDecision(decision, "first", None)
    limit = decision.limit
    if limit is None:
        return PendingDecision(decision, decision.rule, None)
    reserve, left = None, 0.0
    if decision.reserve and match.reserve is not None:
        reserve, left = match.reserve, match.reserves[decision.by]
    return PendingDecision(decision, decision.rule, Clock(t, exact(t + limit), reserve, left))


def _settle(match: Match) -> Transition:
    """Apply everything that follows by itself: chance with a seed, complete groups, `advance`."""
    seed = match.header.seed
    if seed is not None and (pending := match.pending_of(CHANCE)) is not None:
        text = chance_answer(match, seed)
        kind = pending.decision.kind
        answers = Answers({CHANCE: kind.read(match.state, pending.decision, text)})
        match, events = _resolve(match, match.now, kind, answers, match.last_step)
        return match, (Event(f"chance: {text}", only=UMPIRE), *events)
    complete = _find_complete(match)
    if complete is not None:
        decision, answers = complete
        return _resolve(match, match.now, decision.kind, answers, match.last_step)
    if match.game.is_directed and match.outcome is None and not match.stopped:
        tell = Recorder()
        state = match.game.advance(match.state, tell)
        if state is not None:
            return _enter(match, match.now, state, tell, step=match.last_step)
    return match, ()


def _find_complete(match: Match) -> tuple[Decision, Answers[Any]] | None:
    """Return a decision with its answers, or those of its group, if they are complete.

    They are in seat order, so that nothing made from them reveals who answered when.
    """
    answered, open_groups = [], []
    for pending in match.pending:
        if pending.locked:
            answered.append(pending.decision)
        else:
            open_groups.append(pending.decision.group)
    if match.taken_answers:
        answered += [waiting.decision for waiting in match.taken_answers]
    for decision in answered:
        if decision.group is None or decision.group not in open_groups:
            group = [
                TakenAnswer(pending.decision, pending.held)
                for pending in match.pending
                if pending.locked and _is_same_group(pending.decision, decision)
            ]
            if match.taken_answers:
                group += [
                    waiting
                    for waiting in match.taken_answers
                    if _is_same_group(waiting.decision, decision)
                ]
                group.sort(key=lambda answer: match.sort_key(answer.decision))
            return decision, _answers(group)
    return None


def _answers(taken_answers: Sequence[TakenAnswer]) -> Answers[Any]:
    answers: Answers[Any] = Answers()
    for decision, answer, silent in taken_answers:
        answers[decision.by] = answer
        if silent:
            answers.silent = (*answers.silent, decision.by)
    return answers


def _is_same_group(decision: Decision, other: Decision) -> bool:
    return decision is other or (decision.group is not None and decision.group == other.group)


def _replace_pending(
    match: Match, old: PendingDecision, new: PendingDecision
) -> tuple[PendingDecision, ...]:
    """Return the pending decisions with one of them replaced."""
    return tuple([new if pending is old else pending for pending in match.pending])


def _with_reserve(match: Match, player: str, left: float) -> Match:
    """Return the match with so many seconds of reserve left for a player."""
    return match.replace(reserves={**match.reserves, player: left})
