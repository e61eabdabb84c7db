"""Leagues and the rounds that were paired in them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from umpire.errors import UsageError
from umpire.games.notation import did_you_mean
from umpire.store import schema
from umpire.store.database import Database
from umpire.store.records import Hosting, League
from umpire.store.unfinished import columns_of, hosting_of


class Leagues:
    """The part of a store that keeps the leagues; a match's row says which league it is in."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, league: League) -> None:
        """Keep a new league. Raises UsageError if there is one of its name."""
        with self._database.writing() as connection:
            try:
                connection.execute(
                    insert(schema.leagues).values(
                        name=league.name,
                        title=league.title,
                        game=league.game,
                        players=list(league.players),
                        options=league.options,
                        rules=league.rules,
                        started=league.started,
                        **columns_of(league.hosting),
                    )
                )
            except IntegrityError:
                raise UsageError(
                    f"there is already a league {league.name}: choose another name."
                ) from None

    def all(self) -> list[League]:
        """Return all leagues, oldest first."""
        table = schema.leagues
        with self._database.reading() as connection:
            rows = connection.execute(select(table).order_by(table.c.started, table.c.name)).all()
        return [_league(row) for row in rows]

    def find(self, name: str) -> League:
        """Return the league of this name. Raises UsageError."""
        known = {league.name: league for league in self.all()}
        wanted = name.strip().lower()
        if wanted not in known:
            hint = did_you_mean(wanted, known) if known else " 'umpire league new' makes one."
            raise UsageError(f"there is no league {name!r}: 'umpire league' lists them.{hint}")
        return known[wanted]

    def delete(self, name: str) -> None:
        """Delete a league and its rounds; its matches stay, outside any league."""
        with self._database.writing() as connection:
            for table in (schema.matches, schema.unfinished):
                connection.execute(
                    update(table).where(table.c.league == name).values(league=None, round=None)
                )
            rounds, leagues = schema.league_rounds, schema.leagues
            connection.execute(delete(rounds).where(rounds.c.league == name))
            connection.execute(delete(leagues).where(leagues.c.name == name))

    def host(self, name: str, hosting: Hosting) -> None:
        """Record where the spreadsheet with a league's standings is."""
        table = schema.leagues
        with self._database.writing() as connection:
            connection.execute(
                update(table).where(table.c.name == name).values(**columns_of(hosting))
            )

    def rounds(self, name: str) -> list[tuple[tuple[str, ...], ...]]:
        """Return the rounds that were paired, in order: pairs in seat order, a bye as one name."""
        table = schema.league_rounds
        with self._database.reading() as connection:
            found = connection.execute(
                select(table.c.pairs).where(table.c.league == name).order_by(table.c.number)
            ).all()
        return [tuple(tuple(pair) for pair in pairs) for (pairs,) in found]

    def add_round(self, name: str, number: int, pairs: Sequence[Sequence[str]]) -> None:
        """Record the pairs of a round, before its matches are made."""
        with self._database.writing() as connection:
            connection.execute(
                insert(schema.league_rounds).values(
                    league=name, number=number, pairs=[list(pair) for pair in pairs]
                )
            )


def _league(row: Any) -> League:
    return League(
        name=row.name,
        title=row.title,
        game=row.game,
        players=tuple(row.players),
        options=row.options,
        rules=row.rules,
        started=row.started,
        hosting=hosting_of(row, ()),
    )
