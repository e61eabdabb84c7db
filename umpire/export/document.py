"""A match as one JSON document, for programs that want more than a script.

The types here are what a document is: its JSON schema is made of them, and their descriptions.
"""

from typing import Annotated

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from umpire.export.history import History, Turn
from umpire.games.base import Event
from umpire.json_types import JsonObject
from umpire.match import Status
from umpire.match.judging import Effect


class Told(TypedDict):
    """An event: a sentence for people."""

    text: str
    only: Annotated[str | None, Field(description="Who alone may read it; null is everybody.")]


class Asked(TypedDict):
    """What an input answered."""

    id: Annotated[str, Field(description="Unique within the match as it stands.")]
    kind: Annotated[str, Field(description="As the game's file names it.")]


class Limits(TypedDict):
    """The time limits that fell before an input."""

    t: Annotated[float | None, Field(description="When the first of them fell.")]
    events: list[Told]
    undone_by: Annotated[int | None, Field(description="The line whose `undo` took them back.")]


class Input(TypedDict):
    """A line of the log, and what came of it."""

    line: Annotated[int, Field(ge=2, description="Its number; the script's header is line 1.")]
    t: Annotated[float | None, Field(description="Seconds on the match clock.")]
    at: Annotated[str, Field(description="The time in the world, RFC 3339, UTC.")]
    by: Annotated[
        str | None,
        Field(description="A player, `chance` or `umpire`; null also for secrecy."),
    ]
    decision: Annotated[Asked | None, Field(description="What its author owed then.")]
    say: Annotated[str | None, Field(description="What was typed; null also for secrecy.")]
    cell: Annotated[str | None, Field(description="Where it was typed, such as `Ana!B12`.")]
    ok: Annotated[bool, Field(description="Whether it was accepted.")]
    code: Annotated[str | None, Field(description="Why it was rejected, as the contract has it.")]
    error: Annotated[str | None, Field(description="The same as a sentence.")]
    effect: Annotated[
        Effect | None,
        Field(description="What became of an accepted answer."),
    ]
    understood: Annotated[str | None, Field(description="The answer in canonical form.")]
    note: Annotated[str | None, Field(description="Why the program spoke by itself.")]
    limits: Limits
    events: list[Told]
    undone_by: Annotated[int | None, Field(description="The line whose `undo` took it back.")]
    reserve: Annotated[
        dict[str, float | None], Field(description="Each player's seconds of reserve afterwards.")
    ]
    hash: Annotated[
        str | None, Field(description="Chained to the line before; null until the match is closed.")
    ]


class Document(TypedDict):
    """A match as `umpire export --format json` writes it. All keys are always there."""

    id: str
    game: Annotated[str, Field(description="The game's id, such as `devils-deal`.")]
    title: str
    players: Annotated[list[str], Field(description="In seat order.")]
    options: Annotated[JsonObject, Field(description="The game's own.")]
    engine: Annotated[str, Field(description="The version of umpire that adjudicated.")]
    started: Annotated[str, Field(description="RFC 3339, UTC.")]
    ended: Annotated[str | None, Field(description="RFC 3339, UTC.")]
    commitment: str
    seed: Annotated[str | None, Field(description="Null until the match is closed.")]
    head: Annotated[str | None, Field(description="The last hash; null until it is closed.")]
    status: Status
    winner: Annotated[str | None, Field(description="Null while it runs, and of a draw.")]
    reason: Annotated[str | None, Field(description="The game's code for how it ended.")]
    result: Annotated[str | None, Field(description="The same in words.")]
    viewer: Annotated[
        str | None, Field(description="For whose eyes: `umpire` is everything, null is everybody.")
    ]
    opening: Annotated[list[Told], Field(description="What was told before the first input.")]
    turns: list[Input]
    report: Annotated[JsonObject, Field(description="The report of the match contract.")]


def document(history: History) -> Document:
    """Return the document of what its viewer may know: what is secret is null or left out."""
    row, match = history.row, history.match
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
        "seed": history.seed,
        "head": history.head,
        "status": match.status,
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
        "result": match.game.ended(outcome) if outcome else None,
        "viewer": history.viewer,
        "opening": _told(history.opening),
        "turns": [_input(turn) for turn in history.turns],
        "report": history.report,
    }


def schema() -> JsonObject:
    """Return the JSON schema of a document."""
    return TypeAdapter(Document).json_schema()


def _input(turn: Turn) -> Input:
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
            "events": _told(turn.fallen),
            "undone_by": turn.fallen_undone,
        },
        "events": _told(turn.events),
        "undone_by": turn.undone,
        "reserve": turn.reserve,
        "hash": line.hash or None,
    }


def _told(events: tuple[Event, ...]) -> list[Told]:
    return [{"text": event.text, "only": event.only} for event in events]
