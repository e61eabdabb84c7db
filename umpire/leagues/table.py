"""The table of a league: points, tie-breaks and ratings, in whatever order results arrive."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, groupby

from umpire.games.names import name_key
from umpire.leagues.ratings import ratings
from umpire.leagues.results import Kind, Result, Rules
from umpire.store.records import MembershipChange


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row of the table; players who are equal in everything share a `place`.

    `breaks` holds the tie-breaks by name. `head-to-head` is None if nobody else has the same
    points, or if not all players with these points have met. `provisional` counts the matches whose
    result may still be taken back. `changes` say when the player joined or left.
    """

    place: int
    player: str
    points: Fraction
    won: int
    drawn: int
    lost: int
    forfeited: int
    byes: int
    breaks: Mapping[str, Fraction | None]
    rating: float
    provisional: int
    changes: tuple[MembershipChange, ...] = ()

    @property
    def played(self) -> int:
        """How many of the player's matches have ended, forfeits included."""
        return self.won + self.drawn + self.lost + self.forfeited


@dataclass(frozen=True, slots=True)
class Table:
    """A league's standings: the rows in order, and the matches in the order of their ends.

    A void match is among those that have `ended`, but counts for nobody.
    """

    rules: Rules
    rows: tuple[Row, ...]
    ended: tuple[Result, ...]
    unfinished: tuple[Result, ...]

    @property
    def provisional(self) -> tuple[str, ...]:
        """The ids of matches whose result may still be taken back."""
        return tuple(result.match for result in self.ended if result.status == "over")


def table(
    results: Iterable[Result],
    players: Iterable[str] = (),
    rules: Rules | None = None,
    byes: Mapping[str, int] | None = None,
    changes: Sequence[MembershipChange] = (),
) -> Table:
    """Return the standings after results; `players` have a row even without any match.

    `changes` say which of them joined later or left. `byes` are counted by player.
    """
    rules, byes = rules or Rules(), byes or {}
    ordered = sorted(results, key=lambda result: (result.ended or "", _by_number(result.match)))
    ended = tuple(result for result in ordered if result.is_over)
    names = {*players, *byes, *(player for result in ordered for player in result.players)}
    everybody = sorted(names, key=lambda player: (name_key(player), player))
    count = _Tally([result for result in ended if result.counts], everybody, rules, byes, changes)
    return Table(
        rules, tuple(count.rows()), ended, tuple(result for result in ordered if not result.is_over)
    )


def _by_number(match: str) -> tuple[str, int, str]:
    """Return a sort key by which `tic-10` comes after `tic-9`."""
    game, _, last = match.rpartition("-")
    return (game, int(last) if last.isdecimal() else 0, match)


class _Tally:
    """The results of a league, counted."""

    def __init__(
        self,
        ended: Sequence[Result],
        everybody: Sequence[str],
        rules: Rules,
        byes: Mapping[str, int],
        changes: Sequence[MembershipChange],
    ) -> None:
        self._changes = changes
        self._ended = ended
        self._everybody = everybody
        self._rules = rules
        self._byes = byes
        self._kinds: dict[str, Counter[Kind]] = {player: Counter() for player in everybody}
        self._results_of: dict[str, list[Result]] = {player: [] for player in everybody}
        for result in ended:
            for player in result.players:
                self._kinds[player][result.kind(player)] += 1
                self._results_of[player].append(result)
        self._points = {
            player: self._points_from(self._results_of[player], player)
            + byes.get(player, 0) * rules.bye
            for player in everybody
        }
        penalty = rules.points.loss - rules.points.forfeit
        # A penalty for a forfeit is only for the player who forfeits. Otherwise a win over somebody
        # with less than 0 points would be worth less in tie-breaks than a loss.
        self._strengths = {
            player: self._points[player] + self._kinds[player]["forfeited"] * penalty
            for player in everybody
        }
        self._ratings = ratings(ended, everybody)
        self._breaks: dict[str, dict[str, Fraction | None]] = {player: {} for player in everybody}

    def rows(self) -> Iterable[Row]:
        """Yield the rows in order."""
        groups = list(_split([self._everybody], lambda group: self._points))
        counting: dict[str, Callable[[Sequence[str]], Mapping[str, Fraction | None]]] = {
            "head-to-head": self._head_to_head,
            "sonneborn-berger": self._sonneborn_berger,
            "buchholz": self._buchholz,
            "wins": self._wins,
            "fewer-forfeits": lambda group: {
                player: Fraction(-self._kinds[player]["forfeited"]) for player in group
            },
            "rating": lambda group: {player: Fraction(self._ratings[player]) for player in group},
        }
        for name in self._rules.tie_breaks:
            for group in groups:
                for player, value in counting[name](group).items():
                    self._breaks[player][name] = value
            groups = list(_split(groups, partial(self._tie_break_values, name)))
        place = 1
        for group in groups:
            yield from (self._row(player, place) for player in group)
            place += len(group)

    def _row(self, player: str, place: int) -> Row:
        kinds = self._kinds[player]
        return Row(
            place=place,
            player=player,
            points=self._points[player],
            won=kinds["won"],
            drawn=kinds["drawn"],
            lost=kinds["lost"],
            forfeited=kinds["forfeited"],
            byes=self._byes.get(player, 0),
            breaks=self._breaks[player],
            rating=self._ratings[player],
            provisional=sum(result.status == "over" for result in self._results_of[player]),
            changes=tuple(change for change in self._changes if change.player == player),
        )

    def _wins(self, group: Sequence[str]) -> Mapping[str, Fraction | None]:
        byes = self._byes if self._rules.bye_wins else {}
        return {
            player: Fraction(self._kinds[player]["won"] + byes.get(player, 0)) for player in group
        }

    def _tie_break_values(self, name: str, group: Sequence[str]) -> Mapping[str, Fraction]:
        return {player: self._breaks[player][name] or Fraction(0) for player in group}

    def _points_from(self, results: Iterable[Result], player: str) -> Fraction:
        worth = (self._rules.points.of(result.kind(player)) for result in results)
        return sum(worth, Fraction(0))

    def _head_to_head(self, group: Sequence[str]) -> Mapping[str, Fraction | None]:
        """Return points from matches among a group; None unless all pairs met equally often."""
        among: list[Result] = []
        met: Counter[frozenset[str]] = Counter()
        for result in self._ended:
            members = [player for player in group if player in result.players]
            if len(members) > 1:
                among.append(result)
                met.update(frozenset(pair) for pair in combinations(members, 2))
        times = {met[frozenset(pair)] for pair in combinations(group, 2)}
        if len(times) != 1 or times == {0}:
            return dict.fromkeys(group)
        return {
            player: self._points_from(
                [result for result in among if player in result.players], player
            )
            for player in group
        }

    def _sonneborn_berger(self, group: Sequence[str]) -> Mapping[str, Fraction | None]:
        return {
            player: sum(
                (
                    _share(result, player, other) * self._strengths[other]
                    for result in self._results_of[player]
                    for other in result.players
                    if other != player
                ),
                Fraction(0),
            )
            for player in group
        }

    def _buchholz(self, group: Sequence[str]) -> Mapping[str, Fraction | None]:
        return {
            player: sum(
                (
                    self._strengths[other]
                    for result in self._results_of[player]
                    for other in result.players
                    if other != player
                ),
                Fraction(0),
            )
            for player in group
        }


def _share(result: Result, player: str, other: str) -> Fraction:
    """Return 1 if a player beat another, 1/2 in a draw or if both won, else 0."""
    kind, others = result.kind(player), result.kind(other)
    if kind == "drawn" or kind == others == "won":
        return Fraction(1, 2)
    return Fraction(kind == "won")


def _split(
    groups: Iterable[Sequence[str]], value: Callable[[Sequence[str]], Mapping[str, Fraction]]
) -> Iterable[Sequence[str]]:
    """Split each group into parts with equal values, and yield the parts, the highest first."""
    for group in groups:
        values = value(group)
        ordered = sorted(group, key=lambda player: -values[player])
        for _, same in groupby(ordered, key=lambda player: values[player]):
            yield list(same)
