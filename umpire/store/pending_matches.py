"""Matches that are being made, and matches that were perhaps never shown to the umpire.

A second try finishes a match that is half made with what is stored here. A finished match stays
here until its links have been printed. Until then it was perhaps never shown, unless its log says
that it was watched.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from umpire.store import schema
from umpire.store.database import Database
from umpire.store.records import (
    BotSeat,
    Fixture,
    Hosting,
    Link,
    LinkOwner,
    PendingMatch,
    bots_named,
    fixture_columns,
)


class PendingMatches:
    """The part of a store that holds the matches whose spreadsheets are being made."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, pending: PendingMatch) -> None:
        """Record how far a match is made, replacing the previous record."""
        table = schema.unfinished
        with self._database.writing() as connection:
            drop(connection, pending.id)
            connection.execute(
                insert(table).values(
                    id=pending.id,
                    game=pending.game,
                    players=list(pending.players),
                    options=pending.options,
                    seed=pending.seed,
                    started=pending.started,
                    trying=" ".join(pending.requested),
                    given=list(pending.handmade),
                    bots=pending.bots,
                    **hosting_columns(pending.hosting),
                    **fixture_columns(pending.fixture),
                )
            )

    def all(self) -> list[PendingMatch]:
        """Return all that are not finished, oldest first."""
        return self._select(schema.unfinished.c.id.not_in(select(schema.matches.c.id)))

    def unshown(self) -> list[PendingMatch]:
        """Return those that are matches by now but were perhaps never shown, oldest first.

        The umpire knows a match whose log has a line, because it was watched.
        """
        table = schema.unfinished
        is_match = table.c.id.in_(select(schema.matches.c.id))
        return self._select(is_match & table.c.id.not_in(select(schema.log_lines.c.match_id)))

    def _select(self, condition: ColumnElement[bool]) -> list[PendingMatch]:
        table = schema.unfinished
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table).where(condition).order_by(table.c.started, table.c.id)
            ).all()
        return [
            PendingMatch(
                id=row.id,
                game=row.game,
                players=tuple(row.players),
                options=row.options,
                seed=row.seed,
                started=row.started,
                hosting=read_hosting(row, row.players),
                requested=tuple((row.trying or "").split()),
                handmade=tuple(row.given),
                fixture=read_fixture(row),
                bots=read_bots(row),
            )
            for row in rows
        ]

    def drop(self, match_id: str) -> None:
        """Forget one: it is given up, or it has been shown to its umpire."""
        with self._database.writing() as connection:
            drop(connection, match_id)


def drop(connection: Connection, match_id: str) -> None:
    """Forget one in the current transaction: it is a match now."""
    table = schema.unfinished
    connection.execute(delete(table).where(table.c.id == match_id))


def hosting_columns(hosting: Hosting) -> dict[str, Any]:
    """Return a hosting as the columns of a table."""
    return {
        "server": hosting.server,
        "spreadsheets": hosting.spreadsheets,
        "links": [
            [link.owner, link.role, link.secret, link.tab, link.email] for link in hosting.links
        ],
        "template": hosting.template,
    }


def read_hosting(row: Any, players: Sequence[str]) -> Hosting:
    """Return the hosting that the columns of a row hold; `players` are those of its match."""
    links = tuple(Link(_owner(owner, players), *link) for owner, *link in row.links)
    return Hosting(row.server, row.spreadsheets, links, row.template)


def _owner(stored: str | int, players: Sequence[str]) -> LinkOwner:
    """Return the owner of a stored link; older versions stored a player's name, not the seat.

    They let no player be called as a role is.
    """
    match stored:
        case int() | "umpire" | "reader":
            return stored
        case player:
            return players.index(player)


def read_fixture(row: Any) -> Fixture | None:
    """Return the league and round of a match from the columns of its row."""
    return None if row.league is None else Fixture(row.league, row.round)


def read_bots(row: Any) -> tuple[BotSeat, ...]:
    """Return the seats of bots from the columns of a match's row.

    Before they were kept, the players' names said which they are.
    """
    if row.bots is None:
        return bots_named(row.players)
    return tuple(BotSeat(*bot) for bot in row.bots)
