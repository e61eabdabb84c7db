"""Matches that are being made, and matches whose links were perhaps never printed.

A second try finishes a half-made match from what is stored here. A complete match stays here until
its links have been printed. Until then the umpire may not know of it, unless its log shows that it
was watched.
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
        """Save how far a match is made, in place of what was saved before."""
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
        """Return all half-made matches, oldest first."""
        return self._select(schema.unfinished.c.id.not_in(select(schema.matches.c.id)))

    def unshown(self) -> list[PendingMatch]:
        """Return the complete matches that were perhaps never shown to the umpire, oldest first.

        A match whose log has a line was watched, so the umpire knows it.
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
        """Delete one, because it was given up, or has been shown to its umpire."""
        with self._database.writing() as connection:
            drop(connection, match_id)


def drop(connection: Connection, match_id: str) -> None:
    """Delete one in the current transaction, because it is complete."""
    table = schema.unfinished
    connection.execute(delete(table).where(table.c.id == match_id))


def hosting_columns(hosting: Hosting) -> dict[str, Any]:
    """Return the columns of a table for a hosting."""
    return {
        "server": hosting.server,
        "spreadsheets": hosting.spreadsheets,
        "links": [
            [link.owner, link.role, link.secret, link.tab, link.email] for link in hosting.links
        ],
        "template": hosting.template,
    }


def read_hosting(row: Any, players: Sequence[str]) -> Hosting:
    """Return the hosting from the columns of a row; `players` are those of its match."""
    links = tuple(Link(_owner(owner, players), *link) for owner, *link in row.links)
    return Hosting(row.server, row.spreadsheets, links, row.template)


def _owner(stored: str | int, players: Sequence[str]) -> LinkOwner:
    """Return the owner of a stored link.

    Older versions stored a player's name, not the seat. No player could have the name of a role.
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

    Older versions did not store them: there the names of the players tell.
    """
    if row.bots is None:
        return bots_named(row.players)
    return tuple(BotSeat(*bot) for bot in row.bots)
