"""The moves of a match: the decisions of players that are closed."""

from collections.abc import Iterator
from typing import NamedTuple

from umpire.games.base import Decision
from umpire.match.state import Match, Step


class Move(NamedTuple):
    """A closed decision of a player, and the step that closed it."""

    decision: Decision
    step: Step


def moves(match: Match, viewer: str | None) -> list[Move]:
    """Return the moves of a match of which a viewer knows, oldest first; None is the public.

    A decision is a move once it is closed, by its answer or at its limit; which of the two may be
    a secret. The decisions of a group become moves together. A cut is no move, and neither is
    anything that was taken back.
    """
    players = match.header.players
    visible = [
        move
        for move in _all_moves(match)
        if move.decision.by in players and match.knows(viewer, move.decision)
    ]
    return visible[::-1]


def _all_moves(match: Match) -> Iterator[Move]:
    """Yield the decisions that each step closed, the last step first."""
    after = match
    for step in match.steps():
        if step.decision is not None:
            still_open = set(map(_key, _open_decisions(after)))
            for decision in _open_decisions(step.before):
                if _key(decision) not in still_open and _closes_with(decision, step.decision):
                    yield Move(decision, step)
        after = step.before


def _open_decisions(match: Match) -> list[Decision]:
    """Return the decisions that are not closed, also those whose answers wait for their group."""
    return [
        *(pending.decision for pending in match.pending),
        *(waiting.decision for waiting in match.taken_answers),
    ]


def _key(decision: Decision) -> tuple[str, str]:
    return decision.by, decision.id


def _closes_with(decision: Decision, answered: Decision) -> bool:
    """Return whether a decision is the one that was answered, or of the same group."""
    if _key(decision) == _key(answered):
        return True
    return decision.group is not None and decision.group == answered.group
