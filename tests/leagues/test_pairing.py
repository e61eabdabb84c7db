"""Who plays whom: a round robin meets each pair once, a Swiss no pair twice while it can."""

import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.errors import UmpireError
from umpire.leagues.pairing import (
    Pair,
    most_rounds,
    repeated_pairs,
    rest_of_round_robin,
    round_robin,
    swiss_round,
)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def seats(rounds: list[list[Pair]]) -> Counter[str]:
    """How much oftener each sat in the first seat than in the second."""
    balance: Counter[str] = Counter()
    for pairs in rounds:
        for pair in pairs:
            if len(pair) == 2:
                balance.update({pair[0]: 1, pair[1]: -1})
    return balance


@pytest.mark.parametrize("count", range(2, 21))
@pytest.mark.parametrize("double", [False, True])
def test_a_round_robin_meets_each_pair_once_with_balanced_seats(count: int, double: bool) -> None:
    players = LETTERS[:count]
    rounds = round_robin(players, double=double)
    assert len(rounds) == (count - 1 + count % 2) * (2 if double else 1)
    for pairs in rounds:
        assert sorted("".join(map("".join, pairs))) == sorted(players), "each plays or has a bye"
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if len(pair) == 2)
    times = 2 if double else 1
    assert met == {frozenset(pair): times for pair in combinations(players, 2)}
    byes = Counter(pair for pairs in rounds for pair in pairs if len(pair) == 1)
    assert set(byes.values()) == ({times} if count % 2 else set())
    assert max(map(abs, seats(rounds).values())) <= (0 if double else 1)


def test_without_networkx_a_swiss_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(UmpireError, match=r"needs networkx: run pip install .* '\.\[league\]'"):
        swiss_round("AB", dict.fromkeys("AB", Fraction(0)), [])
    assert round_robin("AB") == [[("A", "B")]]


def test_the_first_round_of_a_swiss_is_upper_half_against_lower() -> None:
    pairs = swiss_round("ABCDEF", dict.fromkeys("ABCDEF", Fraction(0)), [])
    assert pairs == [("A", "D"), ("E", "B"), ("C", "F")]


def test_a_second_round_is_among_those_of_the_same_points() -> None:
    first = [("A", "C"), ("D", "B")]
    pairs = swiss_round(
        "ABCD", dict(zip("ABCD", map(Fraction, (1, 1, 0, 0)), strict=True)), [first]
    )
    assert [set(pair) for pair in pairs] == [{"A", "B"}, {"C", "D"}]
    assert pairs[0] == ("B", "A"), "who was second sits first"


def test_a_bye_is_the_lowests_without_one() -> None:
    points = {player: Fraction(0) for player in "ABC"}
    assert swiss_round("ABC", points, [])[-1] == ("C",)
    assert swiss_round("ABC", points, [[("A", "B"), ("C",)]])[-1] == ("B",)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 11), st.integers(1, 4), st.randoms(use_true_random=False))
def test_a_swiss_repeats_nothing_while_avoidable_and_gives_a_bye_once(
    count: int, wanted: int, chance: object
) -> None:
    players = LETTERS[:count]
    points = dict.fromkeys(players, Fraction(0))
    rounds: list[list[Pair]] = []
    for _ in range(wanted):
        ranked = sorted(players, key=lambda player: (-points[player], player))
        pairs = swiss_round(ranked, points, rounds)
        assert sorted("".join(map("".join, pairs))) == sorted(players)
        assert pairs == swiss_round(ranked, points, rounds), "the same state gives the same pairs"
        met = {frozenset(pair) for earlier in rounds for pair in earlier}
        again = [pair for pair in pairs if frozenset(pair) in met]
        if again:
            assert not avoidable(players, met)
        rounds.append(pairs)
        for pair in pairs:
            points[pair[0 if len(pair) == 1 else chance.choice((0, 1))]] += 1  # type: ignore[attr-defined]
    byes = Counter(pair for pairs in rounds for pair in pairs if len(pair) == 1)
    if wanted <= count:
        assert set(byes.values()) <= {1}


def avoidable(players: str, met: set[frozenset[str]]) -> bool:
    """Whether all could be paired with somebody new; a bye is new to who had none."""
    if not players:
        return True
    first, rest = players[0], players[1:]
    if len(players) % 2 and frozenset(first) not in met and avoidable_evenly(rest, met):
        return True
    return any(
        avoidable(rest.replace(other, ""), met)
        for other in rest
        if frozenset((first, other)) not in met
    )


def avoidable_evenly(players: str, met: set[frozenset[str]]) -> bool:
    return len(players) % 2 == 0 and avoidable(players, met)


def test_a_swiss_of_many_is_paired_in_a_moment_with_seats_in_balance() -> None:
    players = [f"p{number:02}" for number in range(40)]
    points = dict.fromkeys(players, Fraction(0))
    rounds: list[list[Pair]] = []
    for _ in range(5):
        ranked = sorted(players, key=lambda player: (-points[player], player))
        rounds.append(swiss_round(ranked, points, rounds))
        for pair in rounds[-1]:
            points[min(pair)] += 1
    assert max(map(abs, seats(rounds).values())) <= 2
    levels = [abs(points[a] - points[b]) for a, b in rounds[-1]]
    assert max(levels) <= 2
    assert all(one != other for one, other in pairwise(rounds))


@pytest.mark.parametrize("count", range(2, 12))
@pytest.mark.parametrize("double", [False, True])
def test_as_long_as_nobody_comes_or_goes_a_round_robin_goes_on_as_it_began(
    count: int, double: bool
) -> None:
    players = LETTERS[:count]
    whole = round_robin(players, double=double)
    for played in range(len(whole) + 1):
        assert rest_of_round_robin(players, whole[:played], double=double) == whole[played:]


def test_who_comes_late_meets_everyone_who_plays_on_once_and_who_left_nobody() -> None:
    rounds = round_robin("ABCDEFG")[:2]
    rest = rest_of_round_robin("ABDEFGH", rounds)
    met = Counter("".join(sorted(pair)) for pairs in (*rounds, *rest) for pair in pairs[-4:])
    assert {"".join(sorted(f"{other}H")) for other in "ABDEFG"} <= {*met}
    assert not any("C" in pair for pairs in rest for pair in pairs)
    assert rest[0] == [("E",), ("H", "B"), ("A", "D"), ("F", "G")]


COMINGS = st.lists(st.sampled_from(["play", "play", "play", "leave", "join", "back"]), max_size=14)


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 9), st.booleans(), COMINGS, st.randoms(use_true_random=False))
def test_everyone_who_plays_on_meets_everyone_however_players_come_and_go(
    count: int, double: bool, course: list[str], chance: Random
) -> None:
    active, left, new = list(LETTERS[:count]), list[str](), iter(LETTERS[count:])
    rounds: list[list[Pair]] = []

    def play() -> None:
        rest = rest_of_round_robin(active, rounds, double=double)
        if not rest:
            return
        assert sorted(player for pair in rest[0] for player in pair) == sorted(active)
        rounds.append(rest[0])
        assert rest_of_round_robin(active, rounds, double=double) == rest[1:], "the plan changed"

    for what in course:
        if what == "leave" and len(active) > 1:
            left.append(active.pop(chance.randrange(len(active))))
        elif what == "join":
            active.append(next(new))
        elif what == "back" and left:
            active.append(left.pop())
        else:
            play()
    while rest_of_round_robin(active, rounds, double=double):
        play()
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if len(pair) == 2)
    times = 2 if double else 1
    assert all(met[frozenset(pair)] == times for pair in combinations(active, 2))
    assert max(met.values(), default=0) <= times
    in_order = Counter(pair for pairs in rounds for pair in pairs if len(pair) == 2)
    assert max(in_order.values(), default=0) <= 1, "who meets again exchanges seats"
    balance = seats(rounds)
    assert max((abs(balance[player]) for player in active), default=0) <= 4


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 3), (4, 3), (7, 7), (8, 7)])
def test_as_many_rounds_of_a_swiss_can_be_played_without_a_repetition(
    players: int, rounds: int
) -> None:
    assert most_rounds(players) == rounds
    paired: list[list[Pair]] = round_robin(LETTERS[:players])
    assert len(paired) == rounds
    assert not any(repeated_pairs(pairs, paired[:number]) for number, pairs in enumerate(paired))
    again = swiss_round(LETTERS[:players], dict.fromkeys(LETTERS, Fraction(0)), paired)
    assert repeated_pairs(again, paired) == again
