"""The rounds of a league: which of their matches are not made yet, and who meets in the next."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from umpire.errors import UmpireError
from umpire.games.text import listed, printable
from umpire.leagues.names import Aliases
from umpire.leagues.pairing import Pair, repeated, rest_of_round_robin, swiss_round
from umpire.leagues.results import Rules
from umpire.leagues.standings import league_standings, matches_of
from umpire.store import Fixture, League, MatchRow, Store

Rounds: TypeAlias = Sequence[Sequence[Pair]]

NumberedPair: TypeAlias = tuple[int, Pair]
"""The number of a round, and one of its pairs."""

_NAMED = 5
"""The most matches that a sentence names."""


def pairs_without_match(store: Store, league: League, rounds: Rounds) -> list[NumberedPair]:
    """Return the pairs without a match, or with one whose links were perhaps never printed.

    Those of players who have left are left out.
    """
    unshown = {pending.id for pending in store.pending_matches.unshown()}
    existing = {
        (row.fixture, row.players)
        for row in matches_of(store, league.name)
        if row.id not in unshown
    }
    return [
        (number, players)
        for number, pairs in enumerate(rounds, 1)
        for players in pairs
        if len(players) == 2
        and {*players} <= {*league.active_players}
        and (Fixture(league.name, number), players) not in existing
    ]


def next_round(
    store: Store, league: League, rounds: Rounds, left_out: Collection[str]
) -> list[Pair]:
    """Return the pairs of the round after these. Raises UmpireError if there is none yet."""
    rules = Rules.from_json(league.rules)
    if rules.pairing == "round-robin":
        if rest := rest_of_round_robin(league.active_players, rounds, double=rules.double):
            return rest[0]
        raise _all_paired(league)
    if len(rounds) >= (rules.rounds or 0):
        raise _all_paired(league)
    if waits := _open_matches(store, league):
        raise UmpireError(
            f"round {len(rounds)} of {league.name} is not over: {_few(waits)}. "
            "Wait for them, or end them with 'umpire forfeit'."
        )
    table = league_standings(store, league, Aliases()).table
    points = {row.player: row.points for row in table.rows}
    first = {player: number for number, player in enumerate(league.players)}
    ranked = [row.player for row in sorted(table.rows, key=lambda r: (r.place, first[r.player]))]
    playing = [
        player for player in ranked if player in league.active_players and player not in left_out
    ]
    if len(playing) < 2:
        advice = "leave out fewer" if left_out else "'umpire league join' lets others play"
        raise UmpireError(f"fewer than two players are left: {advice}.")
    return swiss_round(playing, points, rounds)


def notes_on(store: Store, league: League, rounds: Rounds, paired: Sequence[Pair]) -> Iterator[str]:
    """Yield what the umpire should know of the pairs of a new round."""
    number = len(rounds) + 1
    if waits := _open_matches(store, league):
        yield f"Round {number} is paired although not all before it is over: {_few(waits)}."
    if Rules.from_json(league.rules).pairing == "swiss":
        for pair in repeated(paired, rounds):
            again = "have met before" if len(pair) == 2 else "has had a bye before"
            yield f"{' and '.join(pair)} {again}: no other pairing of this round is better."


def match_with_players(row: MatchRow) -> str:
    """Return a match's id and its players, for people."""
    return f"{row.id} ({printable(' – '.join(row.players))})"


def _all_paired(league: League) -> UmpireError:
    return UmpireError(
        f"all rounds of {league.name} are paired. 'umpire standings --league {league.name}' "
        "shows the standings."
    )


def _open_matches(store: Store, league: League) -> list[MatchRow]:
    """Return the matches of a league's rounds that are not over."""
    rows = matches_of(store, league.name)
    return [row for row in rows if row.fixture and row.fixture.round and not row.is_over]


def _few(rows: Iterable[MatchRow]) -> str:
    """Return the first few matches, and how many more there are."""
    names = list(map(match_with_players, rows))
    more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
    return listed([*names[:_NAMED], *more])
