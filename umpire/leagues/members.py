"""Players who join a league, and who leave it, between its rounds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from umpire.errors import UmpireError
from umpire.games.text import printable
from umpire.leagues.pairing import Pair, rest_of_round_robin
from umpire.leagues.results import Rules
from umpire.leagues.rounds import Rounds
from umpire.leagues.standings import matches_of
from umpire.store import League, MatchRow, Store
from umpire.store.records import MembershipChange, has_left


@dataclass(frozen=True, slots=True)
class Departure:
    """A league that a player has left, after so many `rounds`.

    Of the player's matches those that nobody has played are `unplayed`, and the others that are not
    over are `running`.
    """

    league: League
    rounds: int
    unplayed: tuple[MatchRow, ...]
    running: tuple[MatchRow, ...]


def join(store: Store, league: League, player: str) -> League:
    """Let a player join a league, or come back to it, and return the league as it is then.

    Raises UmpireError if there is no round left to be paired.
    """
    rounds = store.leagues.rounds(league.name)
    rules = Rules.from_json(league.rules)
    if rules.pairing == "swiss" and len(rounds) >= (rules.rounds or 0):
        raise UmpireError(f"all rounds of {league.name} are paired: nobody can join it now.")
    league = replace(
        league,
        players=tuple(dict.fromkeys((*league.players, player))),
        changes=(*league.changes, MembershipChange(player, "joined", len(rounds))),
    )
    league = _with_its_rounds(league, rounds)
    store.leagues.change_players(league, rounds)
    return league


def leave(store: Store, league: League, player: str) -> Departure:
    """Let a player leave a league, and give up their matches that are only half made.

    May be repeated as long as some of their matches are unplayed. Raises UmpireError if they have
    left already.
    """
    rounds: Rounds = store.leagues.rounds(league.name)
    rows = [row for row in matches_of(store, league.name) if player in row.players]
    unplayed = tuple(row for row in rows if _is_unplayed(store, row))
    if not has_left(player, league.changes):
        paired = rounds
        rounds = _without(player, paired, [row for row in rows if row not in unplayed])
        last = len(rounds) if rounds == paired else _last_round(player, rounds)
        change = MembershipChange(player, "left", last)
        league = replace(league, changes=(*league.changes, change))
        league = _with_its_rounds(league, rounds)
        store.leagues.change_players(league, rounds)
    elif not unplayed:
        raise UmpireError(f"{printable(player)} has left {league.name} already.")
    for pending in store.pending_matches.all():
        fixture = pending.fixture
        if fixture and fixture.league == league.name and player in pending.players:
            store.pending_matches.drop(pending.id)
    return Departure(
        league=league,
        rounds=next(
            change.rounds for change in reversed(league.changes) if change.player == player
        ),
        unplayed=unplayed,
        running=tuple(row for row in rows if not row.is_over and row not in unplayed),
    )


def _with_its_rounds(league: League, rounds: Rounds) -> League:
    """Return a league with the number of rounds that its players need; a Swiss keeps its own."""
    rules = Rules.from_json(league.rules)
    if rules.pairing == "swiss":
        return league
    rest = rest_of_round_robin(league.active_players, rounds, double=rules.double)
    return replace(league, rules=replace(rules, rounds=len(rounds) + len(rest)).to_json())


def _is_unplayed(store: Store, row: MatchRow) -> bool:
    """Return whether a match of a round is not over and no player has entered anything in it."""
    if row.is_over or row.fixture is None or row.fixture.round is None:
        return False
    return not any(line.ok and line.by in row.players for line in store.lines(row.id))


def _without(player: str, rounds: Rounds, played: Sequence[MatchRow]) -> list[tuple[Pair, ...]]:
    """Return rounds without the pairs in which a player has not played."""
    played_pairs = {(row.fixture and row.fixture.round, row.players) for row in played}
    return [
        tuple(
            pair
            for pair in pairs
            if len(pair) == 1 or player not in pair or (number, pair) in played_pairs
        )
        for number, pairs in enumerate(rounds, 1)
    ]


def _last_round(player: str, rounds: Rounds) -> int:
    """Return the last round in which a player has a match; 0 if there is none."""
    numbered = enumerate(rounds, 1)
    return max(
        (n for n, pairs in numbered for pair in pairs if player in pair and len(pair) == 2),
        default=0,
    )
