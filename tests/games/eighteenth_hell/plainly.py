"""The rules once more, as plainly as they can be written, over effects as a header gives them.

It is slow and shares nothing with the engine, so that the two can be held against each other.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from diyu import FIELDS, UNITS, Json

Board = dict[str, list[str]]
Effects = list[Json]

ALL_FIELDS = [int(field) for field in FIELDS]


def of(effects: Effects, kind: str) -> Effects:
    return [one for one in effects if one["type"] == kind]


def fields(one: Json) -> list[str]:
    return [str(field) for field in one.get("fields", ALL_FIELDS)]


def units(one: Json) -> list[str]:
    return list(one.get("units", UNITS))


def bare(unit: str) -> str:
    return "0" if unit.startswith("0(") else unit


# Placings


def keeps_to(effects: Effects, number: int, placing: Board, mine: Board, theirs: Board) -> bool:
    """Whether the placing of a round (1 or 2) offends against no effect but `count`."""
    used = [field for field in FIELDS if placing[field]]
    for one in of(effects, "closed"):
        if number in one.get("rounds", [1, 2]):
            for field in fields(one):
                if any(bare(unit) in units(one) for unit in placing[field]):
                    return False
    for one in of(effects, "cap"):
        for field in fields(one):
            there = [bare(unit) for unit in placing[field] + mine[field]]
            if sum(unit in units(one) for unit in there) > one["max"]:
                return False
    for one in of(effects, "width"):
        if one["round"] == number and not one.get("min", 0) <= len(used) <= one.get("max", 6):
            return False
    for one in of(effects, "forced"):
        if one["round"] == number:
            there = [bare(unit) for field in fields(one) for unit in placing[field]]
            if one["unit"] not in there:
                return False
    if number == 2:
        for one in of(effects, "shun"):
            where = one["where"]
            lies = mine if "mine" in where else theirs
            for field in used:
                if bool(lies[field]) != where.startswith("not-"):
                    return False
    return True


def nothing() -> Board:
    return {field: [] for field in FIELDS}


def every_placing(hand: list[str], number: int) -> Iterator[Board]:
    """Every placing of so many units of a hand, some of them more than once."""
    for chosen in set(combinations(hand, number)):
        for where in product(FIELDS, repeat=number):
            placing = nothing()
            for unit, field in zip(chosen, where, strict=True):
                placing[field].append(unit)
            yield placing


# Battles


def fight(
    round1: list[Board], round2: list[Board], effects: list[Effects], spirits: list[Any]
) -> Json:
    """What comes of the battles; lists are by seat.

    `spirits` are the spirits in force, as they are reported.
    """
    destroyed: list[Board] = [nothing(), nothing()]
    strength: list[dict[str, int]] = [{}, {}]
    result: dict[str, int | None] = {}
    for field in FIELDS:
        alive: list[list[str]] = [[], []]
        for me in (0, 1):
            reached = False
            for owner in (0, 1):
                if "2" in round1[owner][field] + round2[owner][field]:
                    twos = [one["destroys"] for one in of(effects[owner], "two")]
                    if not twos or ("none" not in twos and owner == me):
                        reached = True
            exposed = set()
            for one in of(effects[me], "exposed"):
                exposed |= set(one.get("units", ["-1", "0", "1", "3", "4"]))
            for number, board in ((1, round1[me]), (2, round2[me])):
                for unit in board[field]:
                    dies = bare(unit) != "2" and (number == 2 or bare(unit) in exposed)
                    (destroyed[me][field] if reached and dies else alive[me]).append(unit)
        alive = [[bare(unit) for unit in here] for here in alive]
        for me in (0, 1):
            strength[me][field] = _strength(field, alive, effects, spirits, me)
        result[field] = _winner(field, alive, effects, [strength[0][field], strength[1][field]])
    for board in destroyed:
        for there in board.values():
            there.sort(key=lambda unit: int(bare(unit)))
    return {"destroyed": destroyed, "strength": strength, "result": result}


def _strength(
    field: str, alive: list[list[str]], effects: list[Effects], spirits: list[Any], me: int
) -> int:
    mine, theirs = alive[me], alive[1 - me]
    own, foe = effects[me], effects[1 - me]
    total = 0
    for unit in mine:
        bases = [one["value"] for one in of(own, "base") if one["unit"] == unit]
        total += min(bases) if bases else int(unit)
        for one in of(own, "add") + of(foe, "foe_add"):
            if unit in units(one) and field in fields(one):
                total += one["value"]
        if not of(own, "no_spirit"):
            total += sum(one["spirit"] == "strength" and one["unit"] == unit for one in spirits[me])
    if mine.count("-1") > theirs.count("-1"):
        total += _bonus(own, "-1", 3)
    if "1" in mine:
        total += _bonus(own, "1", 1) * len(theirs)
    if mine == ["4"]:
        total += _bonus(own, "4", 4)
    return total


def _bonus(effects: Effects, unit: str, usual: int) -> int:
    given = [one["value"] for one in of(effects, "ability") if one["unit"] == unit]
    return min(given) if given else usual


def _winner(
    field: str, alive: list[list[str]], effects: list[Effects], strength: list[int]
) -> int | None:
    difference = abs(strength[0] - strength[1])
    if difference == 0:
        gives = [any(field in fields(one) for one in of(own, "ties")) for own in effects]
        return None if gives[0] == gives[1] else int(gives[0])
    winner = 0 if strength[0] > strength[1] else 1
    for me in (0, 1):
        thresholds = [one["threshold"] for one in of(effects[me], "three")]
        works = None not in thresholds and difference >= max(thresholds, default=3)
        if "3" in alive[me] and works:
            return 1 - winner
    return winner


# Scores


def worth(effects: Effects, field: str) -> int:
    given = [one["points"] for one in of(effects, "value") if field in fields(one)]
    return min(given) if given else int(field)


def score(effects: list[Effects], result: dict[str, int | None]) -> list[int]:
    return [sum(worth(effects[me], f) for f in FIELDS if result[f] == me) for me in (0, 1)]


def winners(effects: list[Effects], result: dict[str, int | None]) -> list[int]:
    points = score(effects, result)
    won = []
    for me in (0, 1):
        own, lead = effects[me], points[me] - points[1 - me]
        fields_won = [field for field in FIELDS if result[field] == me]
        met = [
            lead >= 0,
            *(lead >= one["points"] for one in of(own, "margin")),
            *(len(fields_won) >= one["fields"] for one in of(own, "least")),
            *(
                all((field in fields_won) == one["won"] for field in fields(one))
                for one in of(own, "need")
            ),
        ]
        if all(met):
            won.append(me)
    return won
