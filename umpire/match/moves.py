"""The moves of a match: what players have settled of what they were asked."""

from collections.abc import Iterator
from typing import NamedTuple

from umpire.games.base import Decision
from umpire.match.state import Match, Step


class Move(NamedTuple):
    """A decision of a player's that is settled, and the step that settled it."""

    decision: Decision
    step: Step


def moves(match: Match, viewer: str | None) -> list[Move]:
    """Return the moves of a match that a viewer knows of, oldest first; None is the public.

    A decision is a move once it is closed, by its answer or at its limit: which of the two may be
    secret. Of a group all are moves at once, when it is closed. A cut is none, nor is what was
    taken back.
    """
    players = match.header.players
    settled = [
        move
        for move in _settled(match)
        if move.decision.by in players and match.knows(viewer, move.decision)
    ]
    return settled[::-1]


def _settled(match: Match) -> Iterator[Move]:
    """Yield what each step settled, the last step first."""
    after = match
    for step in match.steps():
        if step.decision is not None:
            still = set(map(_key, _open(after)))
            for decision in _open(step.before):
                if _key(decision) not in still and _is_part(decision, step.decision):
                    yield Move(decision, step)
        after = step.before


def _open(match: Match) -> list[Decision]:
    """Return the decisions that are not closed, also those whose answers wait for a group's."""
    return [
        *(pending.decision for pending in match.pending),
        *(taken.decision for taken in match.taken),
    ]


def _key(decision: Decision) -> tuple[str, str]:
    return decision.by, decision.id


def _is_part(decision: Decision, answered: Decision) -> bool:
    """Return whether a decision is closed with the one that was answered: itself or its group."""
    if _key(decision) == _key(answered):
        return True
    return decision.group is not None and decision.group == answered.group
