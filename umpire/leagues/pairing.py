"""Who plays whom in a round: everybody against everybody, or a Swiss.

A pair is in seat order; a bye is a tuple of one name. The same state gives the same pairs.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from umpire.errors import UmpireError

Pair = tuple[str, ...]


def round_robin(players: Sequence[str], *, double: bool = False) -> list[list[Pair]]:
    """Return the rounds in which each two meet once, or twice with the seats exchanged.

    It uses the circle method. How often a player has the first seat and how often the second differ
    by at most one.
    """
    count = len(players) + len(players) % 2 - 1
    """Players on the circle: where their number is even the last stands in its middle."""
    rounds = []
    for turn in range(count):
        pairs = [_in_the_middle(players, count, turn)]
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
    """Return the rounds of a round robin after `rounds`, for the `players` who play on.

    Those who have not met each other yet, or in a double one not twice, are left to meet. Each pair
    is in the first round in which both are free, so taking the first of the rounds changes nothing
    in the others. As long as nobody has come or gone, these are those of `round_robin`.
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
    """Return a round after a history, which it joins: byes first, and each pair in seat order."""
    paired_players = {player for pair in pairs for player in pair}
    byes: list[Pair] = [(player,) for player in players if player not in paired_players]
    new_pairs = [history.exchange_seats(a, b, number) for number, (a, b) in enumerate(pairs)]
    history.add(new_pairs)
    return byes + new_pairs


def most_rounds(count: int) -> int:
    """Return in how many rounds of a Swiss nobody needs to meet again or have a second bye."""
    return count - 1 + count % 2


def repeated_pairs(pairs: Sequence[Pair], rounds: Sequence[Sequence[Pair]]) -> list[Pair]:
    """Return the pairs of a round that have met before, and the second byes."""
    before = {frozenset(pair) for earlier in rounds for pair in earlier}
    return [pair for pair in pairs if frozenset(pair) in before]


def _in_the_middle(players: Sequence[str], count: int, turn: int) -> Pair:
    """Return the pair of whom the circle leaves over with the middle, or a bye."""
    left_over, middle = players[turn], players[count:]
    return (*middle, left_over) if turn % 2 else (left_over, *middle)


def swiss_round(
    ranked: Sequence[str], points: Mapping[str, Fraction], rounds: Sequence[Sequence[Pair]]
) -> list[Pair]:
    """Return the next round of a Swiss after `rounds`; `ranked` are the players, the best first.

    These count, the most important first: nobody has a second bye; no two players meet again; the
    bye goes to the lowest player; the points of each pair differ as little as possible; seats are
    balanced; among players with equal points the upper half plays the lower. Raises UmpireError
    if networkx is missing.
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
    """Return pairs of all nodes; no sum of faults can be less, those named first counting most.

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
    """What the rounds so far tell of each player."""

    def __init__(self, rounds: Sequence[Sequence[Pair]]) -> None:
        self.byes: Counter[str] = Counter()
        self.met: Counter[frozenset[str]] = Counter()
        self._balance: Counter[str] = Counter()
        self._last: dict[str, int] = {}
        self.seats: Counter[Pair] = Counter()
        for pairs in rounds:
            self.add(pairs)

    def add(self, pairs: Iterable[Pair]) -> None:
        """Let a round follow."""
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
        """Return how far the seats of two get out of balance at least if they meet, squared."""
        first, second = self._balance[a], self._balance[b]
        best = min(
            max(abs(first + 1), abs(second - 1)),
            max(abs(first - 1), abs(second + 1)),
        )
        return max(0, best - 1) ** 2

    def exchange_seats(self, a: str, b: str, number: int) -> Pair:
        """Return two in seat order where those who have met exchange their seats."""
        if self.seats[a, b] == self.seats[b, a]:
            return self.in_seat_order(a, b, number)
        return (a, b) if self.seats[a, b] < self.seats[b, a] else (b, a)

    def in_seat_order(self, a: str, b: str, number: int) -> Pair:
        """Return two in seat order: first who was it less often, then who was not last time."""
        of_a = (self._balance[a], self._last.get(a, 0))
        of_b = (self._balance[b], self._last.get(b, 0))
        if of_a == of_b:
            return (b, a) if number % 2 else (a, b)
        return (a, b) if of_a < of_b else (b, a)
