"""The engine against the rules written plainly: placings, battles, scores, whole bouts."""

from collections.abc import Iterator
from random import Random

import plainly
import pytest
from diyu import ARMY, FIELDS, PLAYERS, Json, Table, hell, hells
from made_up import PLACING, random_effects, random_hells

from umpire.games.base import BadOption
from umpire.games.eighteenth_hell import GAME
from umpire.games.eighteenth_hell.hells import Hell, rules_under
from umpire.games.eighteenth_hell.rules import (
    NO_UNITS,
    Round1Units,
    Rules,
    find_placing,
    placing_error,
)
from umpire.games.eighteenth_hell.units import Placing
from umpire.match import asking

Board = dict[str, list[str]]

# Placings


def readable(random: Random, most: int = 3) -> tuple[Hell, list[Json]]:
    """A random hell that options take, and its effects."""
    while True:
        effects = random_effects(random, PLACING, most)
        name = f"Hell {random.random()}"
        try:
            options = GAME.read_options(PLAYERS, {"hells": hells(hell(*effects, name=name))})
        except BadOption:
            continue
        return options.terms.hells[0], effects


def one_or_two(random: Random) -> tuple[Rules, list[Json]]:
    """The rules under one random hell or two of them, and all their effects."""
    both = [readable(random) for _ in range(random.choice((1, 2)))]
    effects = [effect for _, theirs in both for effect in theirs]
    return rules_under(tuple(made for made, _ in both)), effects


def as_placing(board: Board) -> Placing:
    return tuple(tuple(sorted(map(int, board[field]))) for field in FIELDS)


def as_board(found: Placing) -> Board:
    return {f: [str(unit) for unit in units] for f, units in zip(FIELDS, found, strict=True)}


def scattered(random: Random, hand: list[str], number: int) -> Board:
    """So many units of a hand at random, on few battlefields or on many."""
    board = plainly.nothing()
    fields = random.sample(FIELDS, random.randint(1, 6))
    for unit in random.sample(hand, number):
        board[random.choice(fields)].append(unit)
    return board


def units_of(board: Board) -> list[str]:
    return sorted((unit for units in board.values() for unit in units), key=int)


def left_of(board: Board) -> list[str]:
    hand = list(ARMY)
    for unit in units_of(board):
        hand.remove(unit)
    return hand


@pytest.mark.parametrize("seed", range(40))
def test_a_placing_is_judged_as_the_rules_say(seed: int) -> None:
    random = Random(seed)
    rules, effects = one_or_two(random)
    for _ in range(60):
        mine, theirs = scattered(random, ARMY, 6), scattered(random, ARMY, 6)
        nothing = plainly.nothing()
        problem = placing_error(rules, 1, as_placing(mine), NO_UNITS)
        legal = plainly.keeps_to(effects, 1, mine, nothing, nothing)
        assert (problem is None) == legal
        assert problem is None or problem.endswith(".")
        if not legal:
            continue
        board = scattered(random, left_of(mine), 3)
        table = Round1Units(as_placing(mine), as_placing(theirs))
        problem = placing_error(rules, 2, as_placing(board), table)
        assert (problem is None) == plainly.keeps_to(effects, 2, board, mine, theirs)
        assert problem is None or problem.endswith(".")


def legal_round_1(random: Random, effects: list[Json]) -> Board | None:
    for _ in range(30):
        board = scattered(random, ARMY, random.choice((5, 6, 6, 6, 7)))
        if plainly.keeps_to(effects, 1, board, plainly.nothing(), plainly.nothing()):
            return board
    return None


def small_cases(seed: int) -> Iterator[tuple[Rules, list[Json], int, list[str], int, Board, Board]]:
    """Rules, effects, round, hand, number of units, and what lies on the battlefields."""
    random = Random(seed)
    for _ in range(8):
        rules, effects = one_or_two(random)
        mine, theirs = legal_round_1(random, effects), scattered(random, ARMY, 6)
        if mine is not None:
            hand = left_of(mine)
            yield rules, effects, 2, hand, random.randint(1, min(3, len(hand))), mine, theirs
        hand = sorted(random.sample(ARMY, random.randint(3, 5)), key=int)
        nothing = plainly.nothing()
        yield (
            rules,
            effects,
            1,
            hand,
            random.randint(2, 4 if len(hand) > 3 else 3),
            nothing,
            nothing,
        )


@pytest.mark.parametrize("seed", range(40))
def test_a_legal_placing_is_found_just_when_there_is_one(seed: int) -> None:
    """The search against every placing there is."""
    for rules, effects, number, hand, count, mine, theirs in small_cases(seed):
        round_ = 1 if number == 1 else 2
        table = Round1Units(as_placing(mine), as_placing(theirs))
        found = find_placing(rules, round_, tuple(map(int, hand)), count, table)
        legal = any(
            plainly.keeps_to(effects, number, board, mine, theirs)
            for board in plainly.every_placing(hand, count)
        )
        assert (found is not None) == legal, (effects, hand, count, mine, theirs)
        if found is not None:
            board = as_board(found)
            assert plainly.keeps_to(effects, number, board, mine, theirs)
            assert len(units_of(board)) == count
            assert all(hand.count(unit) >= units_of(board).count(unit) for unit in ARMY)


def test_the_small_cases_have_both_those_with_a_legal_placing_and_those_without() -> None:
    found = [
        find_placing(rules, 1 if number == 1 else 2, tuple(map(int, hand)), count)
        for seed in range(40)
        for rules, _, number, hand, count, _, _ in small_cases(seed)
    ]
    assert 50 < sum(one is None for one in found) < len(found) - 50


# Whole bouts


def effects_in(match_hells: list[Json], names: list[str]) -> list[Json]:
    return [effect for one in match_hells if one["name"] in names for effect in one["effects"]]


def check_bout(made: list[Json], between: Json, record: Json) -> None:
    """Hold the record of a bout that was fought against the rules.

    `between` is the state between its rounds.
    """
    effects = [effects_in(made, record["hells"][player]) for player in PLAYERS]
    round1 = [record["round1"][player] for player in PLAYERS]
    round2 = [record["round2"][player] for player in PLAYERS]
    spirits = [between["players"][player]["active"] for player in PLAYERS]
    expected = plainly.fight(round1, round2, effects, spirits)
    result = expected["result"]
    score = plainly.score(effects, result)
    tied = sum(int(field) for field in FIELDS if result[field] is None)
    won = plainly.winners(effects, result)
    for seat, player in enumerate(PLAYERS):
        assert record["destroyed"][player] == expected["destroyed"][seat]
        assert record["strength"][player] == expected["strength"][seat]
        assert record["score"][player] == score[seat]
        there = between["players"][player]["block"] == 5
        assert record["gained"][player] == (score[seat] + tied / 2 if there else 0)
        assert record["cleared"][player] == (record["hells"][player] if seat in won else [])
    names = {None: None, 0: "Ana", 1: "Bo"}
    assert record["result"] == {field: names[who] for field, who in result.items()}
    assert record["won"] == [PLAYERS[seat] for seat in won]


def legal_in_round_2(made: list[Json], between: Json, record: Json, player: str) -> bool:
    """Whether a player has a legal Round 2, tried placing by placing."""
    other = next(name for name in PLAYERS if name != player)
    effects = effects_in(made, record["hells"][player])
    mine, theirs = record["round1"][player], record["round1"][other]
    hand = left_of({field: [plainly.bare(u) for u in units] for field, units in mine.items()})
    more = sum(one["add"] for one in plainly.of(effects, "count") if one["round"] == 2)
    number = max(1, len(hand) + more)
    if number > 3:  # too many to try one by one
        return player not in record["automatic"]
    return any(
        plainly.keeps_to(effects, 2, board, mine, theirs)
        for board in plainly.every_placing(hand, number)
    )


def random_table(random: Random) -> tuple[Table, list[Json]]:
    """A table with random hells, somewhere in the middle of a match, many spirits in force."""
    spirit = [{"spirit": "foresight", "wins": 1}]
    spirit += [{"spirit": "strength", "unit": unit, "wins": 2} for unit in "01234"]
    while True:
        made = random_hells(random)
        blocks = [random.choice((1, 2, 3, 4, 4, 5)) for _ in PLAYERS]
        position = [
            {"block": b, "active": random.sample(spirit, random.randint(0, 3)) if b < 5 else []}
            for b in blocks
        ]
        uses = {"normal": 9, "attuned": 9}
        try:
            return Table(hells=made, position=position, spirits=[uses, uses]), made
        except ValueError:
            continue


@pytest.mark.parametrize("seed", range(60))
def test_bouts_under_random_hells_go_as_the_rules_say(seed: int) -> None:
    random = Random(seed)
    table, made = random_table(random)
    for _ in range(8):
        if table.match.outcome is not None:
            return
        number = table.state["bout"]
        for player in PLAYERS:
            table.say(player, sampled(table, player, random))
        if table.state["bout"] == number and table.state["round"] == 2:
            between = table.state
            for player in PLAYERS:
                table.say(player, sampled(table, player, random))
            check_bout(made, between, table.last)
            stuck = [p for p in PLAYERS if not legal_in_round_2(made, between, table.last, p)]
            assert stuck == []
        else:
            record = table.last
            stuck = [p for p in PLAYERS if not legal_in_round_2(made, record, record, p)]
            assert record["automatic"] == stuck
            assert record["won"] == ([p for p in PLAYERS if p not in stuck] if stuck else [])


def sampled(table: Table, player: str, random: Random) -> str:
    pending = table.match.pending_of(player)
    assert pending is not None
    return asking.random_answer(table.match, pending, random)
