"""The inbox: commands from the command line to the daemon that umpires a match."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from umpire.store import schema
from umpire.store.database import Database
from umpire.store.errors import CommandGone
from umpire.store.records import Command, CommandAnswer

_WAITING: Final = select(schema.inbox.c.match_id).where(schema.inbox.c.ok.is_(None))
"""Built once: it runs several times a second, and building it takes as long as running it."""


class Inbox:
    """The part of a store with commands and their answers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, match_id: str, by: str, say: str, at: str) -> int:
        """Leave a command for the daemon and return its number; `at` is the time in the world."""
        with self._database.writing() as connection:
            result = connection.execute(
                insert(schema.inbox).values(match_id=match_id, by=by, say=say, at=at)
            )
            (number,) = result.inserted_primary_key or (None,)
        assert isinstance(number, int)
        return number

    def waiting(self) -> set[str]:
        """Return the matches with unanswered commands."""
        with self._database.reading() as connection:
            return {*connection.scalars(_WAITING)}

    def pending(self, match_id: str) -> list[Command]:
        """Return the unanswered commands of a match, oldest first."""
        table = schema.inbox
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table.c.id, table.c.match_id, table.c.by, table.c.say, table.c.at)
                .where(table.c.match_id == match_id, table.c.ok.is_(None))
                .order_by(table.c.id)
            ).all()
        return [Command(**row._mapping) for row in rows]

    def result(self, command: int) -> CommandAnswer | None:
        """Return the answer to a command, None while there is none."""
        table = schema.inbox
        with self._database.reading() as connection:
            row = connection.execute(select(table).where(table.c.id == command)).first()
        return None if row is None or row.ok is None else CommandAnswer(row.id, row.ok, row.answer)

    def withdraw(self, command: int) -> bool:
        """Withdraw an unanswered command; return whether it was unanswered."""
        table = schema.inbox
        with self._database.writing() as connection:
            result = connection.execute(
                delete(table).where(table.c.id == command, table.c.ok.is_(None))
            )
        return result.rowcount == 1


def save_answers(connection: Connection, answers: Iterable[CommandAnswer]) -> None:
    """Save answers in the current transaction.

    Raises CommandGone if a command was withdrawn. Whoever withdrew it was told that it had no
    effect, so it must have none.
    """
    table = schema.inbox
    for answer in answers:
        result = connection.execute(
            update(table)
            .where(table.c.id == answer.command)
            .values(ok=answer.ok, answer=answer.text)
        )
        if not result.rowcount:
            raise CommandGone(
                f"Command {answer.command} was withdrawn before it was answered. Nothing was "
                "written."
            )
