"""Leagues and their rounds."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from umpire.errors import UsageError
from umpire.games.names import did_you_mean
from umpire.store import schema
from umpire.store.database import Database
from umpire.store.pending_matches import hosting_columns, read_hosting
from umpire.store.records import Fixture, Hosting, League, MembershipChange


class Leagues:
    """The part of a store with the leagues. The row of a match names its league."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, league: League) -> None:
        """Save a new league. Raises UsageError if its name is in use."""
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
                        **hosting_columns(league.hosting),
                    )
                )
            except IntegrityError:
                raise UsageError(
                    f"there is already a league {league.name}: choose another name."
                ) from None

    def all(self) -> list[League]:
        """Return all leagues, oldest first."""
        table = schema.leagues
        changes_table = schema.league_changes
        with self._database.reading() as connection:
            rows = connection.execute(select(table).order_by(table.c.started, table.c.name)).all()
            changes = connection.execute(
                select(changes_table).order_by(changes_table.c.number)
            ).all()
        return [
            _league(row, [change for change in changes if change.league == row.name])
            for row in rows
        ]

    def find(self, name: str) -> League:
        """Return the league with this name. Raises UsageError."""
        leagues = {league.name: league for league in self.all()}
        key = name.strip().lower()
        if key not in leagues:
            hint = did_you_mean(key, leagues) if leagues else " 'umpire league new' makes one."
            raise UsageError(f"there is no league {name!r}: 'umpire league' lists them.{hint}")
        return leagues[key]

    def delete(self, name: str) -> None:
        """Delete a league and its rounds. Its matches stay, outside any league."""
        with self._database.writing() as connection:
            for table in (schema.matches, schema.unfinished):
                connection.execute(
                    update(table).where(table.c.league == name).values(league=None, round=None)
                )
            leagues = schema.leagues
            for table in (schema.league_rounds, schema.league_changes):
                connection.execute(delete(table).where(table.c.league == name))
            connection.execute(delete(leagues).where(leagues.c.name == name))

    def change_players(self, league: League, rounds: Sequence[Sequence[Sequence[str]]]) -> None:
        """Save a league's players, membership changes and rules, and all its rounds."""
        table, changes = schema.leagues, schema.league_changes
        with self._database.writing() as connection:
            connection.execute(
                update(table)
                .where(table.c.name == league.name)
                .values(players=list(league.players), rules=league.rules)
            )
            connection.execute(delete(changes).where(changes.c.league == league.name))
            for number, change in enumerate(league.changes, 1):
                connection.execute(
                    insert(changes).values(league=league.name, number=number, **change._asdict())
                )
            rounds_table = schema.league_rounds
            for number, pairs in enumerate(rounds, 1):
                connection.execute(
                    update(rounds_table)
                    .where(rounds_table.c.league == league.name, rounds_table.c.number == number)
                    .values(pairs=[list(pair) for pair in pairs])
                )

    def set_hosting(self, name: str, hosting: Hosting) -> None:
        """Save where the spreadsheet with a league's standings is."""
        table = schema.leagues
        with self._database.writing() as connection:
            connection.execute(
                update(table).where(table.c.name == name).values(**hosting_columns(hosting))
            )

    def rounds(self, name: str) -> list[tuple[tuple[str, ...], ...]]:
        """Return the rounds in order, with pairs in seat order; a bye is one name."""
        table = schema.league_rounds
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table.c.pairs).where(table.c.league == name).order_by(table.c.number)
            ).all()
        return [tuple(tuple(pair) for pair in pairs) for (pairs,) in rows]

    def round_paired_after(self, fixture: Fixture | None) -> int | None:
        """Return the number of the round whose pairs depend on a match, if it exists already.

        It is the next round of a Swiss tournament. The pairs of a round robin depend on no result.
        """
        if fixture is None or fixture.round is None:
            return None
        swiss = [league.name for league in self.all() if league.rules.get("pairing") == "swiss"]
        if fixture.league not in swiss or len(self.rounds(fixture.league)) <= fixture.round:
            return None
        return fixture.round + 1

    def add_round(self, name: str, number: int, pairs: Sequence[Sequence[str]]) -> None:
        """Save the pairs of a round, before its matches are made."""
        with self._database.writing() as connection:
            connection.execute(
                insert(schema.league_rounds).values(
                    league=name, number=number, pairs=[list(pair) for pair in pairs]
                )
            )


def _league(row: Any, changes: Sequence[Any]) -> League:
    return League(
        name=row.name,
        title=row.title,
        game=row.game,
        players=tuple(row.players),
        options=row.options,
        rules=row.rules,
        started=row.started,
        hosting=read_hosting(row, ()),
        changes=tuple(
            MembershipChange(change.player, change.what, change.rounds) for change in changes
        ),
    )
