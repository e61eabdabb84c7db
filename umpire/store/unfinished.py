"""Matches that are being made, and those that were perhaps never shown to the umpire.

The first need what a second try needs to finish them. A match that is made stays here until its
links have been printed: before that it was perhaps never shown, unless its log says that it was
watched.
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
    Unfinished,
    bots_named,
    fixture_columns,
)


class Beginnings:
    """The part of a store that keeps the matches whose spreadsheets are being made."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, one: Unfinished) -> None:
        """Record how far a match is made, replacing the previous record."""
        table = schema.unfinished
        with self._database.writing() as connection:
            drop(connection, one.id)
            connection.execute(
                insert(table).values(
                    id=one.id,
                    game=one.game,
                    players=list(one.players),
                    options=one.options,
                    seed=one.seed,
                    started=one.started,
                    trying=" ".join(one.trying),
                    given=list(one.given),
                    bots=one.bots,
                    **columns_of(one.hosting),
                    **fixture_columns(one.fixture),
                )
            )

    def all(self) -> list[Unfinished]:
        """Return all that are not finished, oldest first."""
        return self._those(schema.unfinished.c.id.not_in(select(schema.matches.c.id)))

    def unshown(self) -> list[Unfinished]:
        """Return those that are matches by now but were perhaps never shown, oldest first.

        The umpire knows a match whose log has a line, because it was watched.
        """
        table = schema.unfinished
        is_match = table.c.id.in_(select(schema.matches.c.id))
        return self._those(is_match & table.c.id.not_in(select(schema.log_lines.c.match_id)))

    def _those(self, which: ColumnElement[bool]) -> list[Unfinished]:
        table = schema.unfinished
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table).where(which).order_by(table.c.started, table.c.id)
            ).all()
        return [
            Unfinished(
                id=row.id,
                game=row.game,
                players=tuple(row.players),
                options=row.options,
                seed=row.seed,
                started=row.started,
                hosting=hosting_of(row, row.players),
                trying=tuple((row.trying or "").split()),
                given=tuple(row.given),
                fixture=fixture_of(row),
                bots=bots_of(row),
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


def columns_of(hosting: Hosting) -> dict[str, Any]:
    """Return a hosting as the columns of a table."""
    return {
        "server": hosting.server,
        "spreadsheets": hosting.spreadsheets,
        "links": [
            [link.owner, link.role, link.secret, link.tab, link.email] for link in hosting.links
        ],
        "template": hosting.template,
    }


def hosting_of(row: Any, players: Sequence[str]) -> Hosting:
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


def fixture_of(row: Any) -> Fixture | None:
    """Return the league and round of a match from the columns of its row."""
    return None if row.league is None else Fixture(row.league, row.round)


def bots_of(row: Any) -> tuple[BotSeat, ...]:
    """Return the seats of bots from the columns of a match's row.

    Before they were kept, the players' names said which they are.
    """
    if row.bots is None:
        return bots_named(row.players)
    return tuple(BotSeat(*bot) for bot in row.bots)
