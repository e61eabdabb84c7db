"""What somebody who owes a decision is asked, offered and warned of.

All of it is made from the state as its owner may know it, so that no secret of somebody else can
reach a cell.
"""

from collections.abc import Mapping
from typing import Any, Final

from umpire.games.base import (
    CHANCE,
    UMPIRE,
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
)
from umpire.match.state import Match, PendingDecision

_COUNTS_NOW: Final = "It counts as soon as it is sent."
_STEPS_BACK: Final = 20
"""How far back is looked for the question that a late answer was to."""
_KINDS_BACK: Final = 2
"""To how many kinds of questions before a late answer may have been."""
_TRIES: Final = 100
"""How many random answers are tried where one must be complete."""


def called(who: str) -> str:
    """Return how somebody who is asked is called in a sentence."""
    return "the umpire" if who == UMPIRE else who


def ask(match: Match, pending: PendingDecision) -> str:
    """Return what is wanted, with an example; also that an answer which else is held counts now."""
    question = pending.decision.kind.ask(_view(match, pending), pending.decision)
    counts_now = pending.decision.rule == "last" and pending.rule_at(match.now) == "first"
    return f"{question} {_COUNTS_NOW}" if counts_now else question


def suggest(match: Match, pending: PendingDecision) -> tuple[str, ...]:
    """Return legal answers to offer in a drop-down; not all of them."""
    return pending.decision.kind.suggest(_view(match, pending), pending.decision)


def bot_moves(match: Match, pending: PendingDecision) -> tuple[str, ...]:
    """Return the answers that a bot tries first; some may not be legal."""
    return match.game.bot_moves(_view(match, pending), pending.decision)


def form(match: Match, pending: PendingDecision, filled: Mapping[str, str]) -> Form:
    """Return the cells of the entry form, and what each offers as the others are filled."""
    return pending.decision.kind.form(_view(match, pending), pending.decision, filled)


def form_line(match: Match, pending: PendingDecision, filled: Mapping[str, str]) -> str:
    """Return the line that a filled-in form stands for."""
    return pending.decision.kind.form_line(_view(match, pending), pending.decision, filled)


def warn(match: Match, pending: PendingDecision, answer: Any) -> str:
    """Return what the author of a valid answer should know of it; empty if nothing."""
    kind = pending.decision.kind
    if type(kind).warn is DecisionKind.warn:
        return incomplete(match, pending, answer)  # without a state masked for nothing
    return kind.warn(_view(match, pending), pending.decision, answer)


def preview(match: Match, pending: PendingDecision, answer: Any) -> str:
    """Return what will come of a valid answer if its author should know; empty if nothing."""
    return pending.decision.kind.preview(_view(match, pending), pending.decision, answer)


def incomplete(match: Match, pending: PendingDecision, answer: Any) -> str:
    """Return in a sentence what an answer lacks to be locked, or taken at once; empty if nothing.

    One that is held is no less so when something else has changed the state since.
    """
    kind = pending.decision.kind
    if type(kind).incomplete is DecisionKind.incomplete:
        return ""  # most kinds have no incomplete answers, and every answer comes here
    return kind.incomplete(_view(match, pending), pending.decision, answer)


def overtaken(match: Match, pending: PendingDecision, text: str) -> Decision | None:
    """Return the last question to the same player that a text answers; None if there is none.

    Only the last ones of _KINDS_BACK kinds other than what is asked now are tried, and of those
    not more than _STEPS_BACK steps ago. Only steps that the player knows of count, so that how many
    others there were, such as answers that others hold, makes no difference.
    """
    steps, kinds = 0, [pending.decision.kind]
    step = match.last_step
    while step is not None and steps < _STEPS_BACK and len(kinds) <= _KINDS_BACK:
        match = step.before
        steps += step.by == pending.by or step.is_known
        earlier = match.pending_of(pending.by)
        step = match.last_step
        if earlier is None or earlier.decision.kind in kinds:
            continue
        if _parses(match, earlier, text):
            return earlier.decision
        kinds.append(earlier.decision.kind)
    return None


def _parses(match: Match, pending: PendingDecision, text: str) -> bool:
    try:
        pending.decision.kind.read(match.state, pending.decision, text)
    except NotUnderstood:
        return False
    except NotAllowed:
        pass  # it would have been against the rules, but it was an answer
    return True


def can_lock(match: Match, pending: PendingDecision) -> bool:
    """Return whether an answer is held that lacks nothing."""
    return pending.held is not None and not incomplete(match, pending, pending.held)


def random_answer(match: Match, pending: PendingDecision, random: RandomSource) -> str:
    """Return a random legal answer, as bots and tests give it."""
    kind, decision = pending.decision.kind, pending.decision
    answer = kind.random_choice(match.state, decision, random)
    if pending.rule == "first" and type(kind).incomplete is not DecisionKind.incomplete:
        for _ in range(_TRIES):
            if not incomplete(match, pending, answer):
                break
            answer = kind.random_choice(match.state, decision, random)
    return kind.format(answer)


def _view(match: Match, pending: PendingDecision) -> Any:
    if pending.by == UMPIRE:
        return match.state  # who knows all of it
    return match.game.seen_by(match.state, None if pending.by == CHANCE else pending.by)
