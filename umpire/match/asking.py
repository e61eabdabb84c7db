"""Questions, suggestions, forms, drafts and warnings for the owner of a pending decision.

All of them are made from the state as the owner may know it, so that no secret of somebody else
can reach a cell.
"""

from collections.abc import Mapping
from dataclasses import replace
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
from umpire.games.page import Draft, Field, Question
from umpire.match.state import Match, PendingDecision

_COUNTS_NOW: Final = "It counts as soon as it is sent."
_STEPS_BACK: Final = 20
"""So many steps back a question is looked for that fits a late answer."""
_KINDS_BACK: Final = 2
"""So many kinds of earlier questions are tried for a late answer."""
_TRIES: Final = 100
"""So many random answers are tried to get a complete one."""


def name_in_sentence(owner: str) -> str:
    """Return the name of a decision's owner as a sentence has it."""
    return "the umpire" if owner == UMPIRE else owner


def ask(match: Match, pending: PendingDecision) -> str:
    """Return the question with an example, and that an answer counts at once where it is so now."""
    question = pending.decision.kind.ask(_view(match, pending), pending.decision)
    counts_now = pending.decision.rule == "last" and pending.rule_at(match.now) == "first"
    return f"{question} {_COUNTS_NOW}" if counts_now else question


def suggest(match: Match, pending: PendingDecision) -> tuple[str, ...]:
    """Return some of the legal answers, to offer in a drop-down."""
    return pending.decision.kind.suggest(_view(match, pending), pending.decision)


def bot_moves(match: Match, pending: PendingDecision) -> tuple[str, ...]:
    """Return the answers that a bot tries first; some may not be legal."""
    return match.game.bot_moves(_view(match, pending), pending.decision)


def form(match: Match, pending: PendingDecision, filled: Mapping[str, str]) -> Form:
    """Return the cells of the entry form, and what each offers given the text in the others."""
    return pending.decision.kind.form(_view(match, pending), pending.decision, filled)


def form_line(match: Match, pending: PendingDecision, filled: Mapping[str, str]) -> str:
    """Return the line that a filled-in form means."""
    return pending.decision.kind.form_line(_view(match, pending), pending.decision, filled)


def question(match: Match, pending: PendingDecision) -> Question:
    """Return the question for a page; whether an answer is final is as it is now.

    Without a limit it does not say what happens when the time is over.
    """
    asked = pending.decision.kind.question(_view(match, pending), pending.decision)
    is_final = pending.rule_at(match.now) == "first"
    return replace(asked, final=is_final, otherwise=asked.otherwise if pending.clock else "")


def fields(
    match: Match, pending: PendingDecision, filled: Mapping[str, str]
) -> Mapping[str, Field]:
    """Return what a page says at cells of the form."""
    return pending.decision.kind.fields(_view(match, pending), pending.decision, filled)


def draft(match: Match, pending: PendingDecision, filled: Mapping[str, str]) -> Draft | None:
    """Return what a filled-in form would do; None if the game does not say."""
    return pending.decision.kind.draft(_view(match, pending), pending.decision, filled)


def warn(match: Match, pending: PendingDecision, answer: Any) -> str:
    """Return a warning for the author of a valid answer; empty if there is none."""
    kind = pending.decision.kind
    if type(kind).warn is DecisionKind.warn:
        return incomplete(match, pending, answer)  # without a state masked for nothing
    return kind.warn(_view(match, pending), pending.decision, answer)


def preview(match: Match, pending: PendingDecision, answer: Any) -> str:
    """Return what a valid answer will lead to, if its author should know; else empty."""
    return pending.decision.kind.preview(_view(match, pending), pending.decision, answer)


def incomplete(match: Match, pending: PendingDecision, answer: Any) -> str:
    """Return as a sentence why an answer cannot be locked or taken at once; empty if it can."""
    kind = pending.decision.kind
    if type(kind).incomplete is DecisionKind.incomplete:
        return ""  # most kinds have no incomplete answers, and every answer comes here
    return kind.incomplete(_view(match, pending), pending.decision, answer)


def find_earlier_question(match: Match, pending: PendingDecision, text: str) -> Decision | None:
    """Return the player's last earlier decision that a text answers; None if there is none.

    It tries the last decision of each of the _KINDS_BACK kinds before the one that is pending, at
    most _STEPS_BACK steps ago. Only steps of which the player knows count, so that the number of
    other steps, such as answers that others hold, makes no difference.
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
        try:
            earlier.decision.kind.read(match.state, earlier.decision, text)
        except NotUnderstood:
            kinds.append(earlier.decision.kind)
            continue
        except NotAllowed:
            pass  # against the rules, but an answer
        return earlier.decision
    return None


def can_lock(match: Match, pending: PendingDecision) -> bool:
    """Return whether a complete answer is held."""
    return pending.held is not None and not incomplete(match, pending, pending.held)


def random_answer(match: Match, pending: PendingDecision, random: RandomSource) -> str:
    """Return a random legal answer, as bots and tests give it."""
    return pending.decision.kind.format(random_choice(match, pending, random))


def random_choice(match: Match, pending: PendingDecision, random: RandomSource) -> Any:
    """Return a random legal answer as its kind reads it, a complete one if it can be found."""
    kind, decision = pending.decision.kind, pending.decision
    answer = kind.random_choice(match.state, decision, random)
    if pending.rule == "first" and type(kind).incomplete is not DecisionKind.incomplete:
        for _ in range(_TRIES):
            if not incomplete(match, pending, answer):
                break
            answer = kind.random_choice(match.state, decision, random)
    return answer


def _view(match: Match, pending: PendingDecision) -> Any:
    if pending.by == UMPIRE:
        return match.state
    return match.game.seen_by(match.state, None if pending.by == CHANCE else pending.by)
