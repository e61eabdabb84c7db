"""The progress of webhooks in announcing matches. The next post follows from it and the log."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from umpire.store import schema
from umpire.store.database import Database
from umpire.store.leases import has_ended


@dataclass(frozen=True, slots=True)
class Progress:
    """What a webhook has posted: the number of events, the last headline, the last reminder.

    `headline` is None before the match was announced. `reminded` names the decision of the last
    reminder.
    """

    events: int = 0
    headline: str | None = None
    reminded: str = ""


@dataclass(frozen=True, slots=True)
class WebhookState:
    """The state of one webhook of one match.

    `viewer` is the player whose own webhook it is, None for the public one. `progress` counts what
    has arrived, `attempt` also the post that is under way or may have arrived. `stop_reason` says
    why nothing is posted any more.
    """

    match_id: str
    viewer: str | None
    progress: Progress = field(default_factory=Progress)
    attempt: Progress | None = None
    stop_reason: str | None = None


class Announcements:
    """The part of a store with the states of webhooks. Times are in seconds since 1970.

    If several hosts share the database, its own clock replaces `now`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def states_of(self, match_id: str) -> list[WebhookState]:
        """Return the states of a match's webhooks."""
        table = schema.announced
        with self._database.reading() as connection:
            rows = connection.execute(select(table).where(table.c.match_id == match_id)).all()
        return [_state(row) for row in rows]

    def open_webhooks(self) -> set[tuple[str, str | None]]:
        """Return match and viewer of each webhook that has begun and is not finished."""
        table = schema.announced
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table.c.match_id, table.c.viewer).where(table.c.done.is_(False))
            ).all()
        return {(row.match_id, row.viewer or None) for row in rows}

    def begin(self, match_id: str, viewer: str | None, progress: Progress) -> None:
        """Begin a webhook with this progress; do nothing if it has begun."""
        with self._database.writing() as connection:
            if _find(connection, match_id, viewer) is None:
                connection.execute(
                    insert(schema.announced).values(
                        match_id=match_id, viewer=viewer or "", **_columns(progress), **_IDLE
                    )
                )

    def forget(self, match_id: str, viewers: Sequence[str | None]) -> None:
        """Delete the states of some webhooks of a match."""
        table = schema.announced
        with self._database.writing() as connection:
            connection.execute(
                delete(table).where(
                    table.c.match_id == match_id,
                    table.c.viewer.in_([viewer or "" for viewer in viewers]),
                )
            )

    def claim(
        self, before: WebhookState, attempt: Progress, holder: str, now: float, seconds: float
    ) -> WebhookState | None:
        """Claim the right to send a post, and return the new state.

        Return None if another daemon has this right, or has posted since `before` was read. The
        claim ends after so many seconds, or with its holder's process on this machine.
        """
        table = schema.announced
        with self._database.writing() as connection:
            now = self._database.now(connection, now)
            row = _find(connection, before.match_id, before.viewer, lock=True)
            if row is None or _state(row) != before:
                return None
            is_claimed = row.claimed not in (None, holder) and row.until > now
            if is_claimed and not has_ended(row.claimed):
                return None
            connection.execute(
                update(table)
                .where(*_is(before.match_id, before.viewer))
                .values(trying=_columns(attempt), claimed=holder, until=now + seconds)
            )
        return replace(before, attempt=attempt)

    def confirm(self, claim: WebhookState) -> None:
        """Record that the post of a claim has arrived."""
        assert claim.attempt is not None
        self._settle(claim, {**_columns(claim.attempt), **_IDLE})

    def finish(self, state: WebhookState) -> None:
        """Record that nothing is left to announce."""
        self._settle(state, {"done": True})

    def release(self, claim: WebhookState, *, perhaps: bool) -> None:
        """Record that the post of a claim has failed; with `perhaps` it may still have arrived."""
        self._settle(claim, {"claimed": None} if perhaps else _IDLE)

    def stop(self, claim: WebhookState, why: str) -> None:
        """Stop posting to a webhook that refuses everything, until another is added."""
        self._settle(claim, {**_IDLE, "stopped": why})

    def resume(self, match_id: str, viewer: str | None) -> None:
        """Post again to a webhook that was stopped."""
        with self._database.writing() as connection:
            connection.execute(
                update(schema.announced).where(*_is(match_id, viewer)).values(stopped=None)
            )

    def _settle(self, claim: WebhookState, values: dict[str, Any]) -> None:
        with self._database.writing() as connection:
            connection.execute(
                update(schema.announced).where(*_is(claim.match_id, claim.viewer)).values(**values)
            )


_IDLE: dict[str, Any] = {"trying": None, "claimed": None, "until": 0.0}


def _is(match_id: str, viewer: str | None) -> tuple[Any, Any]:
    table = schema.announced
    return table.c.match_id == match_id, table.c.viewer == (viewer or "")


def _find(connection: Connection, match_id: str, viewer: str | None, *, lock: bool = False) -> Any:
    query = select(schema.announced).where(*_is(match_id, viewer))
    return connection.execute(query.with_for_update() if lock else query).first()


def _columns(progress: Progress) -> dict[str, Any]:
    return {"events": progress.events, "headline": progress.headline, "reminded": progress.reminded}


def _state(row: Any) -> WebhookState:
    return WebhookState(
        match_id=row.match_id,
        viewer=row.viewer or None,
        progress=Progress(row.events, row.headline, row.reminded),
        attempt=None if row.trying is None else Progress(**row.trying),
        stop_reason=row.stopped,
    )
