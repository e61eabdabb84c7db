"""The view of a match as JSON, for the screens that are still laid out from one."""

from typing import Any

from umpire.games.base import AnyGame, JsonObject, Situation


def view_of(game: AnyGame, seen: Any, match: Situation) -> JsonObject:
    """Return what a viewer may know of a state, and of the match around it, as JSON."""
    outcome = game.outcome(seen)
    return {
        "players": list(match.players),
        "status": "paused" if match.paused else "running" if outcome is None else "over",
        "pending": [
            {"by": by, "kind": owed.kind.name, "held": owed.held, "locked": owed.locked}
            for by, owed in match.owed.items()
        ],
        "reserve": match.reserve,
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
        "state": game.report(seen),
    }
