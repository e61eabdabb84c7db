"""A match as one JSON document, for programs that need more than a script.

The JSON schema of a document is made from the types here and their descriptions.
"""

from typing import Annotated

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from umpire.export.transcript import Transcript, Turn
from umpire.games.base import Event
from umpire.json_types import JsonObject
from umpire.match import Status
from umpire.match.judging import Effect


class Told(TypedDict):
    """An event: a sentence for people."""

    text: str
    only: Annotated[
        str | None, Field(description="The only one who may read it; null means everybody.")
    ]


class Asked(TypedDict):
    """What an input answered."""

    id: Annotated[str, Field(description="Unique within the match as it stands.")]
    kind: Annotated[str, Field(description="As the game's rules name it.")]


class Limits(TypedDict):
    """The time limits that ran out before an input."""

    t: Annotated[float | None, Field(description="When the first of them ran out.")]
    events: list[Told]
    undone_by: Annotated[int | None, Field(description="The line whose `undo` took them back.")]


class Input(TypedDict):
    """A line of the log, and its result."""

    line: Annotated[int, Field(ge=2, description="The line's number; the header is line 1.")]
    t: Annotated[float | None, Field(description="Seconds on the match clock.")]
    at: Annotated[str, Field(description="The real time, RFC 3339, UTC.")]
    by: Annotated[
        str | None,
        Field(description="A player, `chance` or `umpire`; null also where it is secret."),
    ]
    decision: Annotated[Asked | None, Field(description="The decision that its author owed.")]
    say: Annotated[str | None, Field(description="What was typed; null also where it is secret.")]
    cell: Annotated[str | None, Field(description="Where it was typed, such as `Ana!B12`.")]
    ok: Annotated[bool, Field(description="Whether it was accepted.")]
    code: Annotated[
        str | None, Field(description="Why it was rejected, as a code of the contract.")
    ]
    error: Annotated[str | None, Field(description="Why it was rejected, in a sentence.")]
    effect: Annotated[
        Effect | None,
        Field(description="What happened to an accepted answer."),
    ]
    understood: Annotated[str | None, Field(description="The answer in canonical form.")]
    note: Annotated[str | None, Field(description="Why the umpire's program said it by itself.")]
    limits: Limits
    events: list[Told]
    undone_by: Annotated[int | None, Field(description="The line whose `undo` took it back.")]
    reserve: Annotated[
        dict[str, float | None], Field(description="Each player's seconds of reserve afterwards.")
    ]
    hash: Annotated[
        str | None,
        Field(description="Chained to the previous line's; null until the match is closed."),
    ]


class Document(TypedDict):
    """A match as `umpire export --format json` writes it. Every key is always present."""

    id: str
    game: Annotated[str, Field(description="The game's id, such as `devils-deal`.")]
    title: str
    players: Annotated[list[str], Field(description="In seat order.")]
    options: Annotated[JsonObject, Field(description="The match's options, as given.")]
    engine: Annotated[str, Field(description="The version of umpire that adjudicated.")]
    started: Annotated[str, Field(description="RFC 3339, UTC.")]
    ended: Annotated[str | None, Field(description="RFC 3339, UTC.")]
    commitment: str
    seed: Annotated[str | None, Field(description="Null until the match is closed.")]
    head: Annotated[
        str | None, Field(description="The log's last hash; null until the match is closed.")
    ]
    status: Status
    winner: Annotated[
        str | None,
        Field(description="Null while the match runs, after a draw, and where several have won."),
    ]
    winners: Annotated[list[str], Field(description="Everybody who has won, in seat order.")]
    reason: Annotated[str | None, Field(description="The game's code for how it ended, or `void`.")]
    result: Annotated[str | None, Field(description="How it ended, in words.")]
    viewer: Annotated[
        str | None,
        Field(
            description="Whom the document is for: `umpire` sees everything, null means everybody."
        ),
    ]
    opening: Annotated[list[Told], Field(description="The events before the first input.")]
    turns: list[Input]
    report: Annotated[JsonObject, Field(description="The report of the match contract.")]


def document(transcript: Transcript) -> Document:
    """Return the document for a transcript. Secrets are null or left out."""
    row, match = transcript.row, transcript.match
    outcome = match.outcome
    return {
        "id": row.id,
        "game": row.game,
        "title": match.title,
        "players": list(row.players),
        "options": transcript.options,
        "engine": row.engine,
        "started": row.started,
        "ended": row.ended,
        "commitment": row.commitment,
        "seed": transcript.seed,
        "head": transcript.head,
        "status": match.status,
        "winner": outcome.winner if outcome else None,
        "winners": list(outcome.winners) if outcome else [],
        "reason": outcome.reason if outcome else None,
        "result": match.result or None,
        "viewer": transcript.viewer,
        "opening": _event_texts(transcript.opening),
        "turns": [_input(turn) for turn in transcript.turns],
        "report": transcript.report,
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
            "t": turn.first_limit_at,
            "events": _event_texts(turn.limit_events),
            "undone_by": turn.limits_undone_by,
        },
        "events": _event_texts(turn.events),
        "undone_by": turn.undone_by,
        "reserve": turn.reserve,
        "hash": line.hash or None,
    }


def _event_texts(events: tuple[Event, ...]) -> list[Told]:
    return [{"text": event.text, "only": event.only} for event in events]
