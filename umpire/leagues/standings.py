"""The standings of a league or of all matches, from the store."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from umpire.catalogue import find_game
from umpire.errors import UmpireError
from umpire.games.base import VOID, Outcome
from umpire.leagues.names import Aliases
from umpire.leagues.results import Result, Rules
from umpire.leagues.table import Table, table
from umpire.store import League, MatchRow, Store
from umpire.store.replay import outcome_of, replay

_FORFEIT = "forfeit"
"""The reason, in every game, if a match ends because a player forfeits it."""

Pairs = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The table of many matches: its title, its game, and the rounds as paired."""

    title: str
    league: str | None
    game: str | None
    table: Table
    rounds: tuple[Pairs, ...] = ()

    @property
    def subtitle(self) -> str:
        """The game, how many rounds are paired, and how many matches have ended."""
        rules, ended = self.table.rules, len(self.table.ended)
        rounds = f"round {len(self.rounds)} of {rules.rounds}" if self.rounds else ""
        matches = f"{ended} of {ended + len(self.table.unfinished)} matches ended"
        return ", ".join(filter(None, (self.game, rounds, matches)))


def league_standings(
    store: Store,
    league: League,
    names: Aliases,
    rules: Rules | None = None,
    *,
    rows: Sequence[MatchRow] | None = None,
) -> Standings:
    """Return a league's standings; `rules` replace its own.

    `rows` are its matches, if the caller has read them already.
    """
    rows = matches_of(store, league.name) if rows is None else rows
    rounds = tuple(store.leagues.rounds(league.name))
    aliases = _with_spellings(names, rows, league.players)
    rules = rules or Rules.from_json(league.rules)
    byes = Counter(aliases.of(pair[0]) for pairs in rounds for pair in pairs if len(pair) == 1)
    players = [aliases.of(player) for player in league.players]
    changes = [change._replace(player=aliases.of(change.player)) for change in league.changes]
    return Standings(
        title=league.title,
        league=league.name,
        game=_title(league.game),
        table=table(_results(store, rows, aliases), players, rules, byes, changes),
        rounds=rounds,
    )


def standings_of_all(
    store: Store, names: Aliases, rules: Rules | None = None, game: str | None = None
) -> Standings:
    """Return the standings of all matches, or of all matches of a game, without demos."""
    rows = [
        row for row in store.matches() if row.shelf != "demo" and (game is None or row.game == game)
    ]
    results = _results(store, rows, _with_spellings(names, rows, ()))
    title = None if game is None else _title(game)
    return Standings("All matches", None, title, table(results, (), rules))


def matches_of(store: Store, league: str) -> list[MatchRow]:
    """Return the matches of a league, oldest first, including archived ones."""
    return [row for row in store.matches() if row.fixture and row.fixture.league == league]


def _with_spellings(names: Aliases, rows: Sequence[MatchRow], first: Sequence[str]) -> Aliases:
    return names.with_spellings(first, (player for row in rows for player in row.players))


def _results(store: Store, rows: Sequence[MatchRow], names: Aliases) -> Iterator[Result]:
    for row in rows:
        outcome = outcome_of(store, row)
        is_over = row.is_over and outcome is not None
        winners = outcome.winners if outcome else ()
        yield Result(
            match=row.id,
            players=tuple(map(names.of, row.players)),
            status="open" if not is_over else "closed" if row.status == "closed" else "over",
            winner=names.of(winners[0]) if len(winners) == 1 else None,
            shared_by=tuple(map(names.of, winners)) if len(winners) > 1 else (),
            reason=outcome.reason if outcome else None,
            forfeited=frozenset(map(names.of, _forfeiters(store, row, outcome))),
            ended=row.ended,
            round=row.fixture.round if row.fixture else None,
        )


def _forfeiters(store: Store, row: MatchRow, outcome: Outcome | None) -> Iterator[str]:
    """Yield the players who forfeited a match that is over; with more than two, read the log."""
    if outcome is None or not row.is_over or outcome.reason == VOID:
        return
    if outcome.reason == _FORFEIT:
        yield from (player for player in row.players if player not in outcome.winners)
    elif len(row.players) > 2:
        judged = list(replay(find_game(row.game), row.header(), store.lines(row.id)))
        match = judged[-1].judgement.match if judged else None
        while match is not None and match.last_step is not None:
            if match.last_step.kind == "forfeit":
                yield match.last_step.by
            match = match.before


def _title(game: str) -> str:
    try:
        return find_game(game).title
    except UmpireError:  # the game is not installed here, but its matches count
        return game
