"""The store: the matches of an umpire and their logs."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Column, Connection, Table, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from umpire.errors import UmpireError, UsageError
from umpire.games.base import Outcome
from umpire.games.names import did_you_mean
from umpire.match import Header, Status
from umpire.match.dealing import commitment
from umpire.store import schema
from umpire.store.announcements import Announcements
from umpire.store.database import PATIENCE, Database
from umpire.store.errors import LineConflict
from umpire.store.inbox import Inbox, save_answers
from umpire.store.leagues import Leagues
from umpire.store.leases import Leases, check_lease, lock_match
from umpire.store.pending_matches import (
    PendingMatches,
    drop,
    hosting_columns,
    read_bots,
    read_fixture,
    read_hosting,
)
from umpire.store.records import (
    BotSeat,
    CommandAnswer,
    Entry,
    Fixture,
    Hosting,
    LogLine,
    MatchRow,
    Shelf,
    fixture_columns,
)

FIRST_LINE = 2
"""The number of the first line after the header."""

_FORM_COLUMNS = {"cells": "value"}
"""The fields of an entry by the columns of the table of forms, if their names differ."""


class Store:
    """All that an umpire stores, in one database. Every change is one transaction.

    If the database cannot be used, every method raises StoreError.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.leases = Leases(database)
        self.inbox = Inbox(database)
        self.announcements = Announcements(database)
        self.pending_matches = PendingMatches(database)
        self.leagues = Leagues(database)

    @classmethod
    def open(cls, place: str | Path, *, patience: float = PATIENCE) -> Self:
        """Open the store in a folder, or at a database URL such as `postgresql://host/name`.

        Missing files and tables are made. `patience` is how many seconds to wait for a database in
        use.
        """
        return cls(Database.open(place, patience))

    @property
    def name(self) -> str:
        """The name of the database for people: its file or address, without a password."""
        return self._database.name

    @property
    def is_shared(self) -> bool:
        """Whether several hosts may share it."""
        return self._database.is_shared

    def change_stamp(self) -> object:
        """Return a value that differs after each change; None if only a query could tell.

        Two changes within a few milliseconds may give the same value.
        """
        return self._database.change_stamp()

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def lock_making(self) -> AbstractContextManager[None]:
        """Wait until no other command makes a match in this store, then make all others wait.

        So no command takes a match that another is making for a half-made one.
        """
        return self._database.lock_making()

    def new_id(self, game: str) -> str:
        """Return an id for a new match, `<game>-<n>`; no id is given twice."""
        table = schema.numbers
        with self._database.writing() as connection:
            connection.execute(select(schema.about).with_for_update())  # one number at a time
            result = connection.execute(
                update(table).where(table.c.game == game).values(last=table.c.last + 1)
            )
            if not result.rowcount:
                connection.execute(insert(table).values(game=game, last=1))
            last = connection.scalar(select(table.c.last).where(table.c.game == game))
        return f"{game}-{last}"

    def create(
        self,
        match_id: str,
        header: Header,
        seed: str,
        *,
        engine: str,
        started: str,
        lines: Sequence[LogLine] = (),
        status: Status = "paused",
        outcome: Outcome | None = None,
        hosting: Hosting | None = None,
        is_shown: bool = True,
        fixture: Fixture | None = None,
        bots: Sequence[BotSeat] = (),
    ) -> None:
        """Save a new match with its first lines and its hosting, all in one transaction.

        Its pending match is deleted, unless it has yet to be shown. `seed` is 64 hex digits, secret
        until the match is closed. `engine` is the version that adjudicates, and `started` the time
        in the world. Raises UmpireError if the id is in use.
        """
        with self._database.writing() as connection:
            try:
                connection.execute(
                    insert(schema.matches).values(
                        id=match_id,
                        game=header.game,
                        players=list(header.players),
                        options=header.options,
                        seed=seed,
                        commitment=commitment(header, seed),
                        engine=engine,
                        started=started,
                        ended=None,
                        status=status,
                        **fixture_columns(fixture),
                        bots=bots,
                    )
                )
            except IntegrityError:
                raise UmpireError(
                    f"There is already a match {match_id}: run the command again."
                ) from None
            if is_shown:
                drop(connection, match_id)
            _add_lines(connection, match_id, lines)
            _set_status(connection, match_id, status, lines, outcome)
            if hosting is not None:
                _set_hosting(connection, match_id, hosting)

    def matches(self) -> list[MatchRow]:
        """Return all matches, oldest first."""
        table = schema.matches
        with self._database.reading() as connection:
            rows = connection.execute(select(table).order_by(table.c.started, table.c.id)).all()
        return [_match_row(row) for row in rows]

    def find(self, name: str) -> MatchRow:
        """Return the match with this id, or the only one whose id begins so. Raises UsageError."""
        key = name.strip().lower()
        rows = self.matches()
        matching = [row for row in rows if row.id == key]
        matching = matching or [row for row in rows if row.id.startswith(key)]
        if len(matching) == 1:
            return matching[0]
        if matching:
            ids = ", ".join(row.id for row in matching[:5]) + (", ..." if matching[5:] else "")
            raise UsageError(f"{name!r} could be {ids}: write more of the match's id.")
        if not rows:
            raise UsageError(
                f"there is no match {name!r}, nor any other yet: 'umpire new' makes one."
            )
        raise UsageError(
            f"there is no match {name!r}: 'umpire matches' lists them."
            f"{did_you_mean(key, [row.id for row in rows])}"
        )

    def shelve(self, match_id: str, shelf: Shelf | None) -> None:
        """Put a match on a shelf, or with None back among those that are listed and watched."""
        table = schema.matches
        with self._database.writing() as connection:
            connection.execute(update(table).where(_is(table, match_id)).values(shelf=shelf))

    def delete(self, match_id: str) -> None:
        """Delete everything about a match; its id is never used again."""
        with self._database.writing() as connection:
            lock_match(connection, match_id)
            for table in (*schema.OF_A_MATCH, schema.matches):
                key = table.c.id if table is schema.matches else table.c.match_id
                connection.execute(delete(table).where(key == match_id))
            drop(connection, match_id)

    def seed(self, match_id: str) -> str:
        """Return the match's seed, a secret until the match is closed."""
        table = schema.matches
        with self._database.reading() as connection:
            seed: str = connection.scalars(select(table.c.seed).where(_is(table, match_id))).one()
        return seed

    def lines(self, match_id: str, after: int = 0) -> list[LogLine]:
        """Return the log lines with numbers above `after`, in order."""
        table = schema.log_lines
        with self._database.reading() as connection:
            rows = connection.execute(
                select(*_columns(table))
                .where(table.c.match_id == match_id, table.c.n > after)
                .order_by(table.c.n)
            ).all()
        return [LogLine(**row._mapping) for row in rows]

    def last_lines(self, match_ids: Sequence[str]) -> dict[str, int]:
        """Return the number of the last log line of each of these matches that has any."""
        table = schema.log_lines
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table.c.match_id, func.max(table.c.n).label("last"))
                .where(table.c.match_id.in_(match_ids))
                .group_by(table.c.match_id)
            ).all()
        return {row.match_id: row.last for row in rows}

    def entries(self, match_id: str) -> list[Entry]:
        """Return the processed rows of score sheets by seat and row, typed ones first."""
        with self._database.reading() as connection:
            return [
                Entry(
                    **{_FORM_COLUMNS.get(name, name): value for name, value in row._mapping.items()}
                )
                for table in (schema.entries, schema.forms)
                for row in connection.execute(
                    select(*_columns(table))
                    .where(table.c.match_id == match_id)
                    .order_by(table.c.seat, table.c.row)
                )
            ]

    def append(
        self,
        match_id: str,
        lines: Sequence[LogLine],
        entries: Iterable[Entry] = (),
        *,
        status: Status | None = None,
        outcome: Outcome | None = None,
        answers: Iterable[CommandAnswer] = (),
        token: str | None = None,
    ) -> None:
        """Commit lines, score-sheet rows and answers to commands, all or nothing.

        An entry replaces the one with the same seat and row, of typed ones or of those that a form
        filled. `status` is that of the match after the last line, and `outcome` how it ended;
        without a `status` both stay. With a `token` all is refused unless it has the match's lease.
        Raises LineConflict if the lines do not follow the last stored one, LeaseLost, CommandGone
        for a withdrawn command, and StoreError.
        """
        with self._database.writing() as connection:
            lock_match(connection, match_id)
            if token is not None:
                check_lease(connection, match_id, token)
            _add_lines(connection, match_id, lines)
            for entry in entries:
                _put_entry(connection, match_id, entry)
            if status is not None:
                _set_status(connection, match_id, status, lines, outcome)
            save_answers(connection, answers)

    def hosting(self, match_id: str) -> Hosting:
        """Return where the match is played."""
        return self.hostings([match_id]).get(match_id, Hosting())

    def hostings(self, match_ids: Sequence[str]) -> dict[str, Hosting]:
        """Return where several matches are played, if that is known, in one query."""
        table, matches = schema.hostings, schema.matches
        query = select(table, matches.c.players).join(matches)
        with self._database.reading() as connection:
            rows = connection.execute(query.where(table.c.match_id.in_(match_ids))).all()
        return {row.match_id: read_hosting(row, row.players) for row in rows}

    def set_hosting(self, match_id: str, hosting: Hosting) -> None:
        """Save where the match is played."""
        with self._database.writing() as connection:
            _set_hosting(connection, match_id, hosting)


def _is(table: Any, match_id: str) -> Any:
    return table.c.id == match_id


def _columns(table: Table) -> list[Column[Any]]:
    """Return the columns of a match's table except the match's id."""
    return [column for column in table.c if column.name != "match_id"]


def _match_row(row: Any) -> MatchRow:
    return MatchRow(
        id=row.id,
        game=row.game,
        players=tuple(row.players),
        options=row.options,
        status=row.status,
        engine=row.engine,
        started=row.started,
        ended=row.ended,
        outcome=None if row.reason is None else _outcome(row.winner, row.reason),
        commitment=row.commitment,
        shelf=row.shelf,
        fixture=read_fixture(row),
        bots=read_bots(row),
    )


def _outcome(winner: str | list[str] | None, reason: str) -> Outcome:
    """Return how a match ended. Several winners are stored as a list."""
    if isinstance(winner, list):
        return Outcome(None, reason, tuple(winner))
    return Outcome(winner, reason)


def _add_lines(connection: Connection, match_id: str, lines: Sequence[LogLine]) -> None:
    table = schema.log_lines
    last = connection.scalar(select(func.max(table.c.n)).where(table.c.match_id == match_id))
    expected = FIRST_LINE if last is None else last + 1
    for n, line in enumerate(lines, expected):
        if line.n != n:
            raise LineConflict(
                f"Line {line.n} does not follow line {expected - 1} of {match_id}, so nothing was "
                "written: make sure that only one umpire watches the match, and try again."
            )
    if not lines:
        return
    names = [column.name for column in _columns(table)]
    rows = [
        {"match_id": match_id} | {name: getattr(line, name) for name in names} for line in lines
    ]
    try:
        connection.execute(insert(table), rows)
    except IntegrityError as error:
        raise LineConflict(
            f"Line {expected} of {match_id} exists already, or there is no such match, so "
            "nothing was written: make sure that only one umpire watches the match, and try "
            "again."
        ) from error


def _put_entry(connection: Connection, match_id: str, entry: Entry) -> None:
    """Save a row of a score sheet in place of the one with the same number."""
    table = schema.entries if entry.text is None else schema.forms
    names = [column.name for column in _columns(table)]
    values = {name: getattr(entry, _FORM_COLUMNS.get(name, name)) for name in names}
    place = (table.c.match_id == match_id, table.c.seat == entry.seat, table.c.row == entry.row)
    connection.execute(delete(table).where(*place))
    connection.execute(insert(table).values(match_id=match_id, **values))


def _set_status(
    connection: Connection,
    match_id: str,
    status: Status,
    lines: Sequence[LogLine],
    outcome: Outcome | None = None,
) -> None:
    """Save the status. A match ends at its last line, and an undo may make it run again."""
    table = schema.matches
    change = update(table).where(_is(table, match_id))
    winner = outcome and (list(outcome.shared_by) or outcome.winner)
    reason = outcome and outcome.reason
    connection.execute(change.values(status=status, winner=winner, reason=reason))
    if status not in ("over", "closed"):
        connection.execute(change.values(ended=None))
    elif lines:
        connection.execute(change.where(table.c.ended.is_(None)).values(ended=lines[-1].at))


def _set_hosting(connection: Connection, match_id: str, hosting: Hosting) -> None:
    table = schema.hostings
    connection.execute(delete(table).where(table.c.match_id == match_id))
    connection.execute(insert(table).values(match_id=match_id, **hosting_columns(hosting)))
