"""The rounds of a league: plan the next one, or the matches that are missing, and make them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from umpire.errors import UmpireError, UsageError
from umpire.games.text import join_words, printable
from umpire.hosting.accounts import Warn
from umpire.hosting.creation import CreatedMatch
from umpire.hosting.match_requests import HostingOptions, check_requests, make_matches
from umpire.hosting.plan import MatchRequest
from umpire.hosting.players import find_player
from umpire.hosting.steps import Progress
from umpire.leagues.names import Aliases
from umpire.leagues.pairing import Pair, repeated_pairs, rest_of_round_robin, swiss_round
from umpire.leagues.results import Rules
from umpire.leagues.standings import league_standings, matches_of
from umpire.sheets.account import Connect
from umpire.store import Fixture, League, MatchRow, Store

Rounds: TypeAlias = Sequence[Sequence[Pair]]

NumberedPair: TypeAlias = tuple[int, Pair]
"""The number of a round, and one of its pairs."""

_NAMED = 5
"""The most matches that a sentence names."""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The pairs of a league whose matches are to be made.

    They are a new round, or pairs of earlier rounds without a match (`is_new` is false). `notes`
    are sentences for the umpire about a new round.
    """

    league: League
    pairs: Sequence[NumberedPair]
    is_new: bool
    notes: Sequence[str] = ()

    @property
    def number(self) -> int:
        """The number of the new round, or of the first one that lacks a match."""
        return self.pairs[0][0]

    @property
    def matches(self) -> list[NumberedPair]:
        """The pairs without the byes."""
        return [(number, players) for number, players in self.pairs if len(players) == 2]

    def requests(self, options: HostingOptions) -> list[MatchRequest]:
        """Return the requests for the matches. Raises UsageError."""
        league = self.league
        return [
            options.request(
                options.header(league.game, players, league.options),
                league.players,
                fixture=Fixture(league.name, number),
            )
            for number, players in self.matches
        ]


def plan_round(store: Store, league: League, without: Sequence[str]) -> RoundPlan:
    """Return the pairs that lack a match; if there are none, pair the next round.

    `without` names players whom the next round of a Swiss leaves out. Raises UsageError, and
    UmpireError if the next round cannot be paired yet.
    """
    left_out = _read_left_out(league, without)
    rounds, rows = store.leagues.rounds(league.name), matches_of(store, league.name)
    if pairs_to_make := _pairs_without_match(store, league, rounds, rows):
        if left_out:
            raise UsageError(
                "--without is for a new round, and matches of round "
                f"{pairs_to_make[0][0]} are yet to be made: leave it out."
            )
        return RoundPlan(league, pairs_to_make, is_new=False)
    pairs = _next_round(store, league, rounds, rows, left_out)
    notes = tuple(_notes_on(league, rounds, rows, pairs))
    number = len(rounds) + 1
    return RoundPlan(league, [(number, players) for players in pairs], is_new=True, notes=notes)


def make_round(
    store: Store,
    plan: RoundPlan,
    requests: Sequence[MatchRequest],
    connect: Connect,
    progress: Progress,
    say: Warn,
) -> Iterator[CreatedMatch]:
    """Make the matches of a plan, and yield each as `make_matches` does.

    A new round is recorded first, but not before all its matches were checked. Raises UsageError
    and UmpireError.
    """
    if plan.is_new:
        check_requests(connect, requests, progress)
        pairs = [players for _, players in plan.pairs]
        store.leagues.add_round(plan.league.name, plan.number, pairs)
    yield from make_matches(store, connect, requests, progress, say=say)


def _read_left_out(league: League, without: Sequence[str]) -> set[str]:
    """Return the players who are left out of a round. Raises UsageError."""
    if without and Rules.from_json(league.rules).pairing == "round-robin":
        raise UsageError(
            "--without is for a Swiss: in a round robin everyone meets everyone. If a player has "
            f"left, run 'umpire league leave {league.name} PLAYER'."
        )
    left_out = {find_player(player, league.players) for player in without}
    gone = left_out - {*league.active_players}
    if absent := [player for player in league.players if player in gone]:
        raise UsageError(
            f"{join_words(absent)} has left {league.name}: leave out --without {absent[0]}."
        )
    return left_out


def _pairs_without_match(
    store: Store, league: League, rounds: Rounds, rows: Sequence[MatchRow]
) -> list[NumberedPair]:
    """Return the pairs without a match, or with one whose links were perhaps never printed.

    Pairs with a player who has left are not among them.
    """
    unshown = {pending.id for pending in store.pending_matches.unshown()}
    existing = {(row.fixture, row.players) for row in rows if row.id not in unshown}
    return [
        (number, players)
        for number, pairs in enumerate(rounds, 1)
        for players in pairs
        if len(players) == 2
        and {*players} <= {*league.active_players}
        and (Fixture(league.name, number), players) not in existing
    ]


def _next_round(
    store: Store, league: League, rounds: Rounds, rows: Sequence[MatchRow], left_out: set[str]
) -> list[Pair]:
    """Return the pairs of the round after these. Raises UmpireError if there is none yet."""
    rules = Rules.from_json(league.rules)
    if rules.pairing == "round-robin":
        if rest := rest_of_round_robin(league.active_players, rounds, double=rules.double):
            return rest[0]
        raise _all_paired(league)
    if len(rounds) >= (rules.rounds or 0):
        raise _all_paired(league)
    if open_matches := _open_matches(rows):
        raise UmpireError(
            f"round {len(rounds)} of {league.name} is not over: {_list_matches(open_matches)}. "
            "Wait for them, or end them with 'umpire forfeit'."
        )
    table = league_standings(store, league, Aliases(), rows=rows).table
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


def _notes_on(
    league: League, rounds: Rounds, rows: Sequence[MatchRow], pairs: Sequence[Pair]
) -> Iterator[str]:
    """Yield what the umpire should know about the pairs of a new round."""
    number = len(rounds) + 1
    if open_matches := _open_matches(rows):
        matches = _list_matches(open_matches)
        yield f"Round {number} is paired although not all before it is over: {matches}."
    if Rules.from_json(league.rules).pairing == "swiss":
        for pair in repeated_pairs(pairs, rounds):
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


def _open_matches(rows: Sequence[MatchRow]) -> list[MatchRow]:
    """Return the matches of rounds that are not over."""
    return [row for row in rows if row.fixture and row.fixture.round and not row.is_over]


def _list_matches(rows: Iterable[MatchRow]) -> str:
    """Return the first few matches, and how many more there are."""
    names = list(map(match_with_players, rows))
    more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
    return join_words([*names[:_NAMED], *more])
