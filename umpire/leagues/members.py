"""Let players join and leave a league between its rounds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from umpire.errors import UmpireError, UsageError
from umpire.games.names import name_key
from umpire.games.text import printable
from umpire.hosting.match_requests import header_for
from umpire.leagues.pairing import Pair, rest_of_round_robin
from umpire.leagues.results import Rules
from umpire.leagues.rounds import Rounds
from umpire.leagues.standings import matches_of
from umpire.match import BadHeader
from umpire.match.header import check_names
from umpire.store import League, MatchRow, Store
from umpire.store.records import MembershipChange, has_left

_CANNOT_JOIN = "the player cannot join"


@dataclass(frozen=True, slots=True)
class Joining:
    """A league that a player has joined: the name as it is spelt there, and the first round."""

    league: League
    player: str
    first_round: int


@dataclass(frozen=True, slots=True)
class Departure:
    """A league that a player has left, after so many `rounds`.

    `unplayed` are the player's matches in which nobody has entered anything. `running` are the
    others that are not over.
    """

    league: League
    player: str
    rounds: int
    unplayed: tuple[MatchRow, ...]
    running: tuple[MatchRow, ...]


def join(store: Store, league: League, name: str) -> Joining:
    """Let a player join a league, or come back to it.

    Raises UmpireError if they play in it, or if there is no round left to be paired, and UsageError
    if it cannot be a player's name.
    """
    player = _check_joining(league, name.strip())
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
    return Joining(league, player, len(rounds) + 1)


def leave(store: Store, league: League, player: str) -> Departure:
    """Let a player leave a league, and drop their half-made matches.

    May be repeated as long as some of their matches are unplayed; otherwise raises UmpireError if
    they have left already.
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
        player=player,
        rounds=next(
            change.rounds for change in reversed(league.changes) if change.player == player
        ),
        unplayed=unplayed,
        running=tuple(row for row in rows if not row.is_over and row not in unplayed),
    )


def _check_joining(league: League, name: str) -> str:
    """Return the name of a player who may join, in its spelling in the league if it has one.

    Raises UmpireError.
    """
    for player in league.players:
        if name_key(player) == name_key(name):
            if not has_left(player, league.changes):
                raise UmpireError(f"{printable(player)} plays in {league.name} already.")
            return player
    try:
        check_names([*league.players, name])
    except BadHeader as error:
        raise UsageError(f"{_CANNOT_JOIN}: {error.problem.removesuffix('.')}.") from error
    header_for(
        league.game, (league.players[0], name), league.options, clock=True, refusal=_CANNOT_JOIN
    )
    return name


def _with_its_rounds(league: League, rounds: Rounds) -> League:
    """Return a league with as many rounds as its players need; a Swiss keeps its number."""
    rules = Rules.from_json(league.rules)
    if rules.pairing == "swiss":
        return league
    rest = rest_of_round_robin(league.active_players, rounds, double=rules.double)
    return replace(league, rules=replace(rules, rounds=len(rounds) + len(rest)).to_json())


def _is_unplayed(store: Store, row: MatchRow) -> bool:
    """Return whether a match of a round is not over and no player has entered anything."""
    if row.is_over or row.fixture is None or row.fixture.round is None:
        return False
    return not any(line.ok and line.by in row.players for line in store.lines(row.id))


def _without(player: str, rounds: Rounds, played: Sequence[MatchRow]) -> list[tuple[Pair, ...]]:
    """Return rounds without those pairs of a player that have not played."""
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
