"""The report: what a match has come to, for the umpire or as a viewer may know it."""

from typing import Any

from umpire.games.base import Screen
from umpire.json_types import JsonObject, copied
from umpire.match.state import Match, PendingDecision


def report(match: Match) -> JsonObject:
    """Return the whole report: everything the umpire knows."""
    state = copied(match.game.report(match.state))
    return _report(match, state, [_pending(o) for o in match.pending])


def view(match: Match, viewer: str | None) -> JsonObject:
    """Return the report as a player may know it; None is the public."""
    seen = _view(match, match.game.seen_by(match.state, viewer), viewer)
    return seen | {"state": copied(seen["state"])}


def _view(match: Match, masked: Any, viewer: str | None) -> JsonObject:
    """Return the view that a viewer has of a state, masked for them."""
    pending = [
        _pending(owed) if owed.by == viewer else _pending(owed) | {"held": None, "locked": None}
        for owed in match.pending
    ]
    return _report(match, match.game.report(masked), pending)


def screen(match: Match, viewer: str | None) -> Screen:
    """Return the named blocks that a player's spreadsheet shows; None is the public board's."""
    masked = match.game.seen_by(match.state, viewer)
    seen = _view(match, masked, viewer) | {"handout": match.game.handout(masked)}
    return match.game.screen(seen, viewer)


def _report(match: Match, state: JsonObject, pending: list[JsonObject]) -> JsonObject:
    outcome = match.outcome
    return {
        "game": match.header.game,
        "players": list(match.header.players),
        "status": match.status,
        **({"cut": match.cut} if match.header.cut else {}),
        "t": match.now,
        "pending": pending,
        "reserve": match.reserve_left(),
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
        "state": state,
    }


def _pending(owed: PendingDecision) -> JsonObject:
    return {
        "by": owed.by,
        "kind": owed.decision.kind.name,
        "held": owed.held is not None,
        "locked": owed.locked,
        "deadline": owed.deadline,
    }
