"""What somebody who owes a decision is asked, offered and warned of.

All of it is made from the state as its owner may know it, so that no secret of somebody else can
reach a cell.
"""

from collections.abc import Mapping
from typing import Any

from umpire.games.base import CHANCE, DecisionKind, Form, RandomSource
from umpire.match.state import Match, PendingDecision


def ask(match: Match, owed: PendingDecision) -> str:
    """Return one sentence that says what is wanted, with an example."""
    return owed.decision.kind.ask(_seen(match, owed), owed.decision)


def suggest(match: Match, owed: PendingDecision) -> tuple[str, ...]:
    """Return legal answers to offer in a drop-down; not all of them."""
    return owed.decision.kind.suggest(_seen(match, owed), owed.decision)


def form(match: Match, owed: PendingDecision, filled: Mapping[str, str]) -> Form:
    """Return the cells of the entry form, and what each offers as the others are filled."""
    return owed.decision.kind.form(_seen(match, owed), owed.decision, filled)


def form_line(match: Match, owed: PendingDecision, filled: Mapping[str, str]) -> str:
    """Return the line that a filled-in form stands for."""
    return owed.decision.kind.form_line(_seen(match, owed), owed.decision, filled)


def warn(match: Match, owed: PendingDecision, answer: Any) -> str:
    """Return in a sentence what a held answer lacks; empty if it lacks nothing."""
    kind = owed.decision.kind
    if type(kind).warn is DecisionKind.warn:
        return ""  # most kinds warn of nothing, and every answer held comes here
    return kind.warn(_seen(match, owed), owed.decision, answer)


def random_answer(match: Match, owed: PendingDecision, random: RandomSource) -> str:
    """Return a random legal answer, as bots and tests give it."""
    return owed.decision.kind.random_answer(match.state, owed.decision, random)


def _seen(match: Match, owed: PendingDecision) -> Any:
    return match.game.seen_by(match.state, None if owed.by == CHANCE else owed.by)
