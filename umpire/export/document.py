"""A match as one JSON document, for programs that want more than a script."""

from typing import Any

from umpire.export.history import History, Turn
from umpire.games.base import Event
from umpire.json_types import JsonObject
from umpire.match import report, view


def document(history: History) -> JsonObject:
    """Return the document; its keys are always all there.

    While the match is not closed it holds only what anybody may know: `report` is then the
    public view, and what is secret is null or left out.
    """
    told = history if history.closed else history.public()
    row, match = told.row, told.match
    outcome = match.outcome
    return {
        "id": row.id,
        "game": row.game,
        "title": match.game.title,
        "players": list(row.players),
        "options": row.options,
        "engine": row.engine,
        "started": row.started,
        "ended": row.ended,
        "commitment": row.commitment,
        "seed": told.seed,
        "head": told.head,
        "status": match.status,
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
        "opening": _events(told.opening),
        "turns": [_turn(turn) for turn in told.turns],
        "report": report(match) if history.closed else view(match, None),
    }


def _turn(turn: Turn) -> dict[str, Any]:
    line, decision = turn.line, turn.decision
    return {
        "line": line.n,
        "t": line.t,
        "at": line.at,
        "by": line.by,
        "decision": None if decision is None else {"id": decision.id, "kind": decision.kind.name},
        "say": line.say,
        "cell": line.cell,
        "ok": line.ok,
        "code": line.code,
        "error": line.error,
        "effect": turn.effect,
        "understood": turn.understood,
        "note": line.note,
        "limits": {
            "t": turn.fell_at,
            "events": _events(turn.fallen),
            "undone_by": turn.fallen_undone,
        },
        "events": _events(turn.events),
        "undone_by": turn.undone,
        "reserve": turn.reserve,
        "hash": line.hash or None,
    }


def _events(events: tuple[Event, ...]) -> list[JsonObject]:
    return [{"text": event.text, "only": event.only} for event in events]
