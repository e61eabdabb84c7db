"""What holds in every match, whatever is played: random whole matches and random texts."""

from collections import Counter
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from boxes import PLAYERS
from hypothesis import given
from hypothesis import strategies as st
from test_box_figures import random_board, random_entry

from umpire.games.base import CHANCE
from umpire.games.box_within_a_box import GAME
from umpire.games.box_within_a_box.bet import read_bets
from umpire.games.box_within_a_box.cards import CardList
from umpire.games.box_within_a_box.conditions import (
    TRAITS,
    Bet,
    add_uses,
    bets_due,
    condition_on,
    possible_conditions,
    uses_left,
)
from umpire.games.box_within_a_box.options import DEFAULT_CARDS
from umpire.match import Header, Match, begin, chance_answer, judge, report

SEEDS = range(8)
SEED = "c4a7" * 16


def options_of(random: Random) -> dict[str, Any]:
    """Options of a random match: sometimes with cards and a board of its own."""
    options: dict[str, Any] = {"clock": random.random() < 0.5}
    if random.random() < 0.5:
        options["cards"] = [random_entry(random, number) for number in range(1, 39)]
    if random.random() < 0.5:
        options["board"] = random_board(random)
    if random.random() < 0.7:
        options |= {"seconds_examine_boards": 0, "seconds_examine_cards": 0}
    return options


@cache
def random_match(seed: int) -> list[tuple[Match, dict[str, Any], Match]]:
    """Play a random match to its end; give each match, the line said there and the match then."""
    random, played = Random(seed), []
    match = begin(Header(GAME.id, PLAYERS, options_of(random)), GAME).match
    while match.outcome is None:
        line = next_line(match, random)
        judged = judge(match, line)
        assert judged.ok, (line, judged.error)
        played.append((match, line, judged.match))
        match = judged.match
    return played


def next_line(match: Match, random: Random) -> dict[str, Any]:
    if match.pending[0].by == CHANCE:
        return {"t": match.now, "by": CHANCE, "say": chance_answer(match, SEED)}
    owed_now = random.choice(match.pending)
    say = owed_now.decision.kind.random_answer(match.state, owed_now.decision, random)
    if owed_now.held is not None and random.random() < 0.9:
        say = "lock"
    return {"t": match.now + random.choice((0, 0.5, 3)), "by": owed_now.by, "say": say}


def of(match: Match) -> dict[str, Any]:
    state: dict[str, Any] = report(match)["state"]
    return state


def test_nobody_bets_at_random_on_what_no_tile_can_be() -> None:
    fitting = [
        [bet.condition.matching_faces for bet in read_bets(line["say"])]
        for seed in range(4)
        for before, line, _ in random_match(seed)
        if line["say"] != "lock" and before.pending[0].decision.kind.name == "bet"
    ]
    assert len(fitting) > 20
    assert all(map(all, fitting))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_56_cards_are_conserved(seed: int) -> None:
    all_cards: Counter[str] = Counter()
    for _, _, match in random_match(seed):
        state = of(match)
        cards = match.state.terms.cards.cards
        all_cards = Counter({card.text: 2 if card.number <= 18 else 1 for card in cards})
        undealt, pool = Counter(state["undealt"]), Counter(state["pool"])
        assert sum(all_cards.values()) == 56
        assert not undealt - all_cards
        assert not (undealt + pool) - all_cards
        dealt = state["bout"] if state["phase"] != "deal" else max(0, state["bout"] - 1)
        assert sum(undealt.values()) == 56 - 8 * dealt
        assert state["undealt"] == sorted(state["undealt"], key=lambda text: int(text.split()[0]))
        played = [one[b]["card"] for one in state["rounds"] for b in "AB" if one[b]["card"]]
        if state["phase"] == "play":
            assert 8 - len(played) <= len(state["pool"]) <= 8
            assert (len(state["pool"]) == 8) == (not played)


def payout(bet: dict[str, Any], rounds: list[dict[str, Any]], letter: str) -> tuple[int, Fraction]:
    """What a bet pays, counted from the report alone."""
    traits = bet["condition"].replace(" or ", " and ").split(" and ")
    faces = [landing.split()[1] for one in rounds for landing in one[letter]["landed"]]
    some = any if " or " in bet["condition"] else all
    hits = sum(some(has(face, trait) for trait in traits) for face in faces)
    rate = {1: Fraction(2), 2: Fraction(3, 2) if some is any else Fraction(4)}[len(traits)]
    return hits, hits * bet["stake"] * rate


def has(face: str, trait: str) -> bool:
    return face[1] == trait if trait.isdigit() else face[0] == trait[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_points_are_what_the_bouts_say_exactly(seed: int) -> None:
    *_, (_, _, end) = random_match(seed)
    state = of(end)
    have = {player: Fraction(20) for player in PLAYERS}
    used = {player: Counter[str]() for player in PLAYERS}
    best = dict.fromkeys(PLAYERS, Fraction(0))
    assert len(state["bouts"]) == 7
    for number, bout in enumerate(state["bouts"], 1):
        assert (bout["bout"], [one["round"] for one in bout["rounds"]]) == (number, [1, 2, 3, 4])
        for player, letter in zip(PLAYERS, "AB", strict=True):
            have[player] += 3 if number > 1 else 0
            paid = Fraction(0)
            assert bout["staked"][player] <= have[player]
            for bet in bout["bets"][player]:
                hits, pays = payout(bet, bout["rounds"], letter)
                assert (bet["hits"], Fraction(bet["payout"])) == (hits, pays)
                paid += pays
                used[player].update(bet["condition"].replace(" or ", " and ").split(" and "))
            assert bout["staked"][player] == sum(bet["stake"] for bet in bout["bets"][player])
            have[player] += paid - bout["staked"][player]
            best[player] = max(best[player], paid)
            assert Fraction(bout["payout"][player]) == paid
            assert Fraction(bout["points"][player]) == have[player]
            conditions = [bet["condition"] for bet in bout["bets"][player]]
            assert len(set(conditions)) == len(conditions)
    for player in PLAYERS:
        assert state["used"][player] == {trait: used[player][trait] for trait in TRAITS}
        assert all(n <= (3 if trait.isdigit() else 2) for trait, n in used[player].items())
        assert Fraction(state["best"][player]) == best[player]
    for value in (*state["points"].values(), *state["best"].values()):
        assert isinstance(value, int) or value % 1 == 0.5


@pytest.mark.parametrize("seed", SEEDS)
def test_boxes_and_boards_follow_from_the_rounds(seed: int) -> None:
    for before, _, after in random_match(seed):
        old, new = of(before), of(after)
        if len(new["rounds"]) + 4 * len(new["bouts"]) == len(old["rounds"]) + 4 * len(old["bouts"]):
            assert new["boxes"] == old["boxes"]
            assert old["boards"] in (None, new["boards"])
            continue
        last = new["rounds"][-1] if new["rounds"] else new["bouts"][-1]["rounds"][-1]
        for letter, seat in (("A", 0), ("B", 1)):
            moved = last[letter]
            assert moved["by"] == PLAYERS[1 - seat if last["round"] % 2 else seat]
            assert (moved["from"], moved["to"]) == (old["boxes"][letter], new["boxes"][letter])
            faces = old["boards"][letter]
            for landing in moved["landed"]:
                tile, face = landing.split()
                assert faces[7 - int(tile[1])].split()["ABCDEFG".index(tile[0])] == face
                assert tile in moved["path"]


def test_random_matches_use_every_rule() -> None:
    said: dict[str, list[str]] = {}
    owing: set[int] = set()
    moved: set[str] = set()
    staked_all = False
    for seed in range(40):
        played = random_match(seed)
        for match, line, _ in played:
            owed_now = match.pending_of(line["by"])
            assert owed_now is not None
            said.setdefault(owed_now.decision.kind.name, []).append(line["say"].lower())
            if match.state.phase == "bet":
                owing |= {bets_due(used) for used in match.state.used}
        for bout in played[-1][2].state.bouts:
            moved |= {one.card.name for both in bout.rounds for one in both if one.card}
            staked_all |= any(bout.points[seat] <= bout.payout[seat] for seat in (0, 1))
    assert {card.name for card in DEFAULT_CARDS.cards} <= moved
    assert {0, 3} < owing
    assert staked_all
    assert "none" in said["play"]
    bets = "\n".join(said["bet"])
    assert all(mark in bets for mark in (" and ", " or ", *TRAITS))


# How many bets are owed


@st.composite
def uses(draw: st.DrawFn) -> tuple[int, ...]:
    """Uses that leave few traits."""
    free = draw(st.lists(st.integers(0, 11), max_size=4))
    most = (2, 2, *(3,) * 10)
    return tuple(
        draw(st.integers(0, times)) if trait in free else times for trait, times in enumerate(most)
    )


@given(uses())
def test_as_many_bets_are_owed_as_the_traits_allow_up_to_three(used: tuple[int, ...]) -> None:
    traits = [trait for trait, times in enumerate(uses_left(used)) if times]
    conditions = [condition_on(trait) for trait in traits] + [
        condition_on(first, second, joint)
        for first in traits
        for second in traits
        if first < second
        for joint in ("and", "or")
        if (first, second, joint) != (0, 1, "or")
    ]
    assert bets_due(used) == most_that_fit(used, conditions, 3)
    chosen = possible_conditions(used)
    assert len(set(chosen)) == len(chosen) == bets_due(used)
    assert min(uses_left(add_uses(used, tuple(Bet(1, one) for one in chosen)))) >= 0


def most_that_fit(used: tuple[int, ...], conditions: list[Any], most: int) -> int:
    """Try every choice of different conditions."""
    best = 0
    for place, one in enumerate(conditions):
        after = add_uses(used, (Bet(1, one),))
        if most and min(uses_left(after)) >= 0:
            best = max(best, 1 + most_that_fit(after, conditions[place + 1 :], most - 1))
        if best == most:
            break
    return best


def test_a_card_list_knows_every_beginning_of_its_names() -> None:
    cards: CardList = DEFAULT_CARDS
    assert [card.name for card in cards.find("s")] == [
        card.name for card in cards.cards if card.name.startswith("S")
    ]
    assert cards.find("") == ()
    for card in cards.cards:
        for word in (card.name.lower(), str(card.number), f"#{card.number}"):
            assert cards.find(word) == (card,)
