"""Pair the rounds of a round robin and of a Swiss.

A pair is in seat order; a bye is a tuple of one name. Equal arguments give equal pairs.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from umpire.errors import UmpireError

Pair = tuple[str, ...]


def round_robin(players: Sequence[str], *, double: bool = False) -> list[list[Pair]]:
    """Return the rounds in which every two players meet once, or twice with seats exchanged.

    It uses the circle method. A player has the first seat as often as the second, or once more or
    less.
    """
    count = len(players) + len(players) % 2 - 1
    """The number of players on the circle; if the number of all is even, the last is inside."""
    rounds = []
    for turn in range(count):
        pairs = [_middle_pair(players, count, turn)]
        for step in range(1, count // 2 + 1):
            low, high = sorted(((turn + step) % count, (turn - step) % count))
            first, second = (low, high) if (low + high) % 2 else (high, low)
            pairs.append((players[first], players[second]))
        rounds.append(pairs)
    if double:
        rounds += [[pair[::-1] for pair in pairs] for pairs in rounds]
    return rounds


def rest_of_round_robin(
    players: Sequence[str], rounds: Sequence[Sequence[Pair]], *, double: bool = False
) -> list[list[Pair]]:
    """Return the rounds of a round robin after `rounds`, for the `players` who are still in it.

    In them all players meet who have not met yet (in a double one: not twice). Each pair is in the
    first round in which both are free, so playing the first of these rounds does not change the
    others. As long as nobody has joined or left, they are the rounds of `round_robin`.
    """
    whole = round_robin(players, double=double)
    past = [list(pairs) for pairs in rounds]
    if whole[: len(past)] == past:
        return whole[len(past) :]
    met = Counter(frozenset(pair) for pairs in past for pair in pairs)
    remaining: list[list[Pair]] = []
    for pair in (pair for pairs in whole for pair in pairs if len(pair) == 2):
        if met[frozenset(pair)]:
            met[frozenset(pair)] -= 1
            continue
        free = (pairs for pairs in remaining if not any({*pair} & {*other} for other in pairs))
        pairs = next(free, None)
        if pairs is None:
            remaining.append(pairs := [])
        pairs.append(pair)
    history = _History(past)
    return [_seat_round(players, pairs, history) for pairs in remaining]


def _seat_round(players: Sequence[str], pairs: Sequence[Pair], history: "_History") -> list[Pair]:
    """Return a round with its byes first and each pair in seat order; add it to the history."""
    paired_players = {player for pair in pairs for player in pair}
    byes: list[Pair] = [(player,) for player in players if player not in paired_players]
    new_pairs = [history.exchange_seats(a, b, number) for number, (a, b) in enumerate(pairs)]
    history.add(new_pairs)
    return byes + new_pairs


def most_rounds(count: int) -> int:
    """Return the most rounds of a Swiss without a second meeting or a second bye of anybody."""
    return count - 1 + count % 2


def repeated_pairs(pairs: Sequence[Pair], rounds: Sequence[Sequence[Pair]]) -> list[Pair]:
    """Return the pairs of a round that have met before, and its second byes."""
    before = {frozenset(pair) for earlier in rounds for pair in earlier}
    return [pair for pair in pairs if frozenset(pair) in before]


def _middle_pair(players: Sequence[str], count: int, turn: int) -> Pair:
    """Return the pair of the player inside the circle, or a bye if nobody is inside."""
    left_over, middle = players[turn], players[count:]
    return (*middle, left_over) if turn % 2 else (left_over, *middle)


def swiss_round(
    ranked: Sequence[str], points: Mapping[str, Fraction], rounds: Sequence[Sequence[Pair]]
) -> list[Pair]:
    """Return the next round of a Swiss after `rounds`; `ranked` are the players, the best first.

    The aims, most important first: nobody has a second bye; no two players meet again; the bye goes
    to the lowest player; the points of each pair differ as little as possible; seats are balanced;
    among players with equal points the upper half plays the lower. Raises UmpireError if networkx
    is missing.
    """
    history = _History(rounds)
    levels = sorted({points[player] for player in ranked}, reverse=True)
    level = {player: levels.index(points[player]) for player in ranked}
    half = {number: count // 2 for number, count in Counter(level.values()).items()}
    nodes = [*range(len(ranked)), *([len(ranked)] if len(ranked) % 2 else [])]

    def faults(first: int, second: int) -> tuple[int, ...]:
        a = ranked[first]
        if second == len(ranked):
            return (history.byes[a], 0, len(ranked) - 1 - first, 0, 0, 0)
        b = ranked[second]
        apart, upper = level[b] - level[a], half[level[a]] if level[a] == level[b] else 1
        unbalanced = history.unbalanced(a, b)
        return (
            0,
            history.met[frozenset((a, b))],
            0,
            apart**2,
            unbalanced,
            (second - first - upper) ** 2,
        )

    pairs: list[Pair] = []
    for first, second in _least_faulty(nodes, faults):
        a = ranked[first]
        pairs.append(
            (a,) if second == len(ranked) else history.in_seat_order(a, ranked[second], first)
        )
    return pairs


def _least_faulty(
    nodes: Sequence[int], faults: Callable[[int, int], tuple[int, ...]]
) -> list[tuple[int, int]]:
    """Return a pairing of all nodes with the least sum of faults; the first faults count most.

    Raises UmpireError if networkx is missing, which is large and comes with the extra `league`.
    """
    try:
        from networkx import Graph, max_weight_matching  # type: ignore[import-untyped]
    except ImportError as error:
        raise UmpireError(
            "pairing a Swiss needs networkx: run pip install ./packages/sheets-emulator "
            "'.[league]' in your copy of Umpire."
        ) from error
    faults_by_pair = {
        (first, second): faults(first, second)
        for first in nodes
        for second in nodes
        if first < second
    }
    scales: list[int] = []
    worst = 1
    for numbers in reversed(list(zip(*faults_by_pair.values(), strict=True))):
        scales.insert(0, worst)
        worst *= 1 + len(nodes) * max(numbers)
    graph = Graph()
    graph.add_nodes_from(nodes)
    for (first, second), counts in faults_by_pair.items():
        weight = sum(scale * fault for scale, fault in zip(scales, counts, strict=True))
        graph.add_edge(first, second, weight=worst - weight)
    matched = max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in matched)


class _History:
    """Each player's byes, opponents and seats in the rounds so far."""

    def __init__(self, rounds: Sequence[Sequence[Pair]]) -> None:
        self.byes: Counter[str] = Counter()
        self.met: Counter[frozenset[str]] = Counter()
        self._balance: Counter[str] = Counter()
        self._last: dict[str, int] = {}
        self.seats: Counter[Pair] = Counter()
        for pairs in rounds:
            self.add(pairs)

    def add(self, pairs: Iterable[Pair]) -> None:
        """Add a round."""
        for pair in pairs:
            if len(pair) == 1:
                self.byes.update(pair)
                continue
            self.met[frozenset(pair)] += 1
            self.seats[pair] += 1
            for player, seat in zip(pair, (1, -1), strict=True):
                self._balance[player] += seat
                self._last[player] = seat

    def unbalanced(self, a: str, b: str) -> int:
        """Return by how much the seats of two players are out of balance if they meet, squared."""
        first, second = self._balance[a], self._balance[b]
        best = min(
            max(abs(first + 1), abs(second - 1)),
            max(abs(first - 1), abs(second + 1)),
        )
        return max(0, best - 1) ** 2

    def exchange_seats(self, a: str, b: str, number: int) -> Pair:
        """Return two players in seat order; if they have met, they exchange their seats."""
        if self.seats[a, b] == self.seats[b, a]:
            return self.in_seat_order(a, b, number)
        return (a, b) if self.seats[a, b] < self.seats[b, a] else (b, a)

    def in_seat_order(self, a: str, b: str, number: int) -> Pair:
        """Return two players in seat order: first is who was first less often, or not last time."""
        of_a = (self._balance[a], self._last.get(a, 0))
        of_b = (self._balance[b], self._last.get(b, 0))
        if of_a == of_b:
            return (b, a) if number % 2 else (a, b)
        return (a, b) if of_a < of_b else (b, a)
