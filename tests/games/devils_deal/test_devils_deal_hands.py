"""What three cards are worth, alone and against each other."""

from itertools import combinations, permutations

import pytest

from umpire.games.devils_deal.cards import DECK, Card, Hand, hand_of


def hand(cards: str) -> Hand:
    first, second, community = (Card(card) for card in cards.split())
    return hand_of((first, second), community)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("B5 G5 R5", "three of a kind"),
        ("B4 B6 B5", "straight flush"),
        ("B1 B2 B3", "straight flush"),
        ("R9 R7 R8", "straight flush"),
        ("B6 B4 R5", "straight"),
        ("G1 R3 B2", "straight"),
        ("R9 B1 G2", "high card"),
        ("R8 B9 G1", "high card"),
        ("B9 B1 B2", "flush"),
        ("G1 G4 G9", "flush"),
        ("G4 R4 R1", "pair"),
        ("G4 R1 R4", "pair"),
        ("R4 R5 G5", "pair"),
        ("B4 R9 R1", "high card"),
        ("B4 B6 R8", "high card"),
    ],
)
def test_a_hand_is_the_first_kind_that_it_is(cards: str, name: str) -> None:
    for order in permutations(cards.split()):
        assert hand(" ".join(order)).name == name


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # kind by kind
        ("B1 G1 R1", "B9 B8 B7"),
        ("B1 B2 B3", "B9 G8 R7"),
        ("B1 B2 G3", "B9 B8 B6"),
        ("B1 B2 B4", "B9 G9 R8"),
        ("B1 G1 R2", "B9 G8 R6"),
        # within a kind
        ("B2 B3 B4", "R1 R2 R3"),
        ("B2 B3 G4", "R3 R2 G1"),
        ("B9 B2 B1", "R8 R7 R5"),
        ("B9 B3 B1", "R9 R2 R1"),
        ("B9 B3 B2", "R9 R3 R1"),
        ("B2 G2 R3", "B1 G1 R9"),
        ("B2 G2 R4", "G2 R2 R3"),
        ("B9 G2 R1", "B8 G7 R5"),
        ("B9 G3 R1", "R9 G2 B1"),
        ("B9 G4 R2", "R9 G4 B1"),
    ],
)
def test_the_better_hand(better: str, worse: str) -> None:
    assert hand(better).worth > hand(worse).worth


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("B1 G1 R1", "B9 G9 R9"),
        ("B2 B3 B4", "R2 R3 R4"),
        ("B2 B3 G4", "R4 G2 B3"),
        ("B9 B3 B2", "R9 R3 R2"),
        ("B2 G2 R4", "R2 G2 G4"),
        ("B9 G4 R2", "G9 R4 B2"),
    ],
)
def test_hands_that_tie(one: str, other: str) -> None:
    assert hand(one) == hand(other)


def test_how_many_hands_there_are_of_each_kind() -> None:
    named = [hand(" ".join(cards)).name for cards in combinations(DECK, 3)]
    assert {name: named.count(name) for name in set(named)} == {
        "three of a kind": 9,
        "straight flush": 3 * 7,
        "straight": 7 * 27 - 3 * 7,
        "flush": 3 * (84 - 7),
        "pair": 9 * 3 * 24,
        "high card": (84 - 7) * (27 - 3),
    }
