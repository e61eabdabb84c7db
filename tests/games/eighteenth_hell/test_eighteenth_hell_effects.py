"""Each type of effect by an example, and what placings, names and spirits it touches.

Combined, and whatever lies where, `test_eighteenth_hell_plainly` holds them against the rules.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from diyu import (
    LATER,
    SPREAD,
    Json,
    Table,
    effect,
    effects,
    fought,
    hell,
    hells,
    laid,
    written,
)
from made_up import KINDS

from umpire.games.eighteenth_hell.hells import DEFAULT_HELLS, TYPES

SAME = (SPREAD, LATER)
"""Both play the same: every battlefield is tied, at -1 -1 -1 2 3 7."""


def test_every_type_of_effect_is_in_the_random_hells() -> None:
    assert {kind.example.split('"')[3] for kind in TYPES} == {*KINDS, "blind"}


def strength(record: Json, player: str) -> list[int]:
    return list(record["strength"][player].values())


def result(record: Json) -> str:
    """The winners of the six battlefields by their first letters, - for a tie."""
    return "".join("-" if who is None else who[0] for who in record["result"].values())


def test_without_effects_the_same_is_a_tie() -> None:
    record = fought(SAME, SAME)
    assert strength(record, "Ana") == strength(record, "Bo") == [-1, -1, -1, 2, 3, 7]
    assert result(record) == "------"


@pytest.mark.parametrize(
    ("given", "ana", "bo", "won"),
    [
        ('base unit="4" value=0', [-1, -1, -1, 2, 3, 3], None, "-----B"),
        ('base unit="-1" value=2', [2, 2, 2, 2, 3, 7], None, "AAA---"),
        ('base unit="2" value=9; base unit="2" value=4', [-1, -1, -1, 4, 3, 7], None, "---A--"),
        ("add value=1 fields=[2]", [0, -1, -1, 2, 3, 7], None, "A-----"),
        ("add value=-1", [-2, -2, -2, 1, 1, 5], None, "BBBBBB"),
        ('add value=2 units=["1","4"]', [-1, -1, -1, 2, 3, 11], None, "-----A"),
        ("add value=2 fields=[3,4]; add value=-1 fields=[4]", [-1, 1, 0, 2, 3, 7], None, "-AA---"),
        ("foe_add value=1 fields=[4,5]", [-1, -1, -1, 2, 3, 7], [-1, -1, 0, 3, 3, 7], "--BB--"),
        ('ability unit="1" value=0', [-1, -1, -1, 2, 3, 5], None, "-----B"),
        ('ability unit="1" value=3', [-1, -1, -1, 2, 3, 11], None, "-----A"),
        ('foe_add value=3 units=["3"]', [-1, -1, -1, 2, 3, 7], [-1, -1, -1, 2, 6, 7], "----A-"),
        ('foe_add value=2 units=["3"]', None, [-1, -1, -1, 2, 5, 7], "----B-"),
        ("ties", None, None, "BBBBBB"),
        ("ties fields=[2,7]", None, None, "B----B"),
    ],
)
def test_effects_on_strength(
    given: str, ana: list[int] | None, bo: list[int] | None, won: str
) -> None:
    record = fought(SAME, SAME, *effects(given))
    assert strength(record, "Ana") == (ana or [-1, -1, -1, 2, 3, 7])
    assert strength(record, "Bo") == (bo or [-1, -1, -1, 2, 3, 7])
    assert result(record) == won


# Twos

TWO = ("2:-1 3:-1,-1 4:0 6:3 7:4", "3:2 4:1 7:-1")
"""Ana's Two comes to 3 in Round 2."""
MET = ("3:0(2) 4:-1 5:-1,-1 6:1 7:3", "3:-1 4:4 6:2")
"""Bo plays a -1 on 3 and a Two on 6, where Ana has a Three of Round 1."""


@pytest.mark.parametrize(
    ("mine", "bos", "ana", "bo"),
    [
        ("", "", "", "3:-1"),
        ('two destroys="none"', "", "", ""),
        ('two destroys="own"', "", "", ""),
        ("exposed", "", "3:-1,-1 6:3", "3:-1"),
        ('exposed units=["3"]', "", "6:3", "3:-1"),
        ('exposed units=["3"]', 'two destroys="none"', "", "3:-1"),
        ('exposed units=["3"]', 'two destroys="own"', "", "3:-1"),
        ('exposed units=["-1"]; two destroys="own"', "", "3:-1,-1", ""),
        ('exposed units=["-1"]; two destroys="none"', "", "", ""),
        ("", 'exposed units=["0","1"]', "", "3:-1,0(2) 6:1"),
        ("", 'exposed; two destroys="own"', "", "3:-1,0(2) 6:1"),
        ('two destroys="none"', 'exposed; two destroys="own"', "", "6:1"),
    ],
)
def test_what_twos_destroy(mine: str, bos: str, ana: str, bo: str) -> None:
    record = fought(TWO, MET, *effects(mine), bos=effects(bos))
    assert record["destroyed"] == {"Ana": laid(ana), "Bo": laid(bo)}


# Threes


@pytest.mark.parametrize(
    ("threshold", "add", "won"),
    [
        ([], 3, "A"),
        ([], 2, "B"),
        ([5], 4, "B"),
        ([5], 5, "A"),
        ([1], 1, "A"),
        ([1, 4], 3, "B"),
        ([4, 1], 4, "A"),
        ([None], 9, "B"),
        ([2, None], 9, "B"),
        ([None, 2], 9, "B"),
    ],
)
def test_from_which_difference_the_three_works(
    threshold: list[int | None], add: int, won: str
) -> None:
    """Ana has the only Three, on 7, where Bo is stronger by `add`."""
    threes = [effect("three", threshold=one) for one in threshold]
    mine = ("2:-1 3:-1 4:-1 5:-1 6:0 7:3", "2:1 3:2 4:4")
    theirs = ("2:-1 3:-1 4:-1 5:-1 6:3 7:0", "2:1 3:2 4:4")
    strong = effect("add", value=min(add + 3, 9), units=["0"])
    more = [effect("add", value=add - 6, units=["0"])] if add > 6 else []
    record = fought(mine, theirs, *threes, bos=(strong, *more))
    assert record["strength"]["Bo"]["7"] - record["strength"]["Ana"]["7"] == add
    assert result(record)[-1] == won


# Worth, ties, conditions


def decided(*mine: Json, bos: Sequence[Json] = ()) -> Json:
    """A bout in which Ana wins 6 and Bo all the rest, each by 1."""
    one, two = effect("add", value=1, fields=[6]), effect("add", value=1, fields=[2, 3, 4, 5, 7])
    return fought(SAME, SAME, one, *mine, bos=(two, *bos))


def test_the_bout_on_which_conditions_are_tried() -> None:
    record = decided()
    assert (result(record), record["score"], record["won"]) == (
        "BBBBAB",
        {"Ana": 6, "Bo": 21},
        ["Bo"],
    )


@pytest.mark.parametrize(
    ("bos", "score", "won"),
    [
        ("value fields=[7] points=0", 14, ["Bo"]),
        ("value fields=[2,3,4,5] points=0", 7, ["Bo"]),
        ("value fields=[2,3,4,5,7] points=1", 5, ["Ana"]),
        ("value fields=[7] points=3; value fields=[6,7] points=20", 17, ["Bo"]),
        ("margin points=15", 21, ["Bo"]),
        ("margin points=16", 21, []),
        ("margin points=16; margin points=2", 21, []),
        ("least fields=5", 21, ["Bo"]),
        ("least fields=6", 21, []),
        ("least fields=6; least fields=2", 21, []),
        ("need fields=[7,2] won=true", 21, ["Bo"]),
        ("need fields=[7,6] won=true", 21, []),
        ("need fields=[6] won=false", 21, ["Bo"]),
        ("need fields=[6,2] won=false", 21, []),
        ("need fields=[2] won=true; need fields=[2] won=false", 21, []),
    ],
)
def test_worth_and_conditions(bos: str, score: int, won: list[str]) -> None:
    record = decided(bos=effects(bos))
    assert record["score"] == {"Ana": 6, "Bo": score}
    assert record["won"] == won


def test_ties_of_both_cancel_out() -> None:
    assert result(fought(SAME, SAME, effect("ties"), bos=(effect("ties"),))) == "------"
    bos = (effect("ties", fields=[2, 3]),)
    assert result(fought(SAME, SAME, effect("ties", fields=[3, 4]), bos=bos)) == "A-B---"


# What may be said in Round 1

LINE = f"{SPREAD} | hells Test"


def with_hell(*effects: Json, block: int = 1, **options: Any) -> Table:
    """A table at which Ana can attempt a hell of these effects."""
    return Table(block, None, hells=hells(hell(*effects, block=block)), **options)


@pytest.mark.parametrize(
    ("given", "legal", "illegal"),
    [
        (
            "closed fields=[7] rounds=[1]",
            ["2:-1 3:-1 4:-1 5:2 6:3,4"],
            ["2:-1 3:-1 4:-1 5:2 6:3 7:4"],
        ),
        ("count round=1 add=2", ["7:-1,-1,-1,-1,0,1,2,3"], ["7:-1,-1,-1,0,1,2,3"]),
        ("count round=1 add=-2", ["7:0,1,2,3"], [SPREAD]),
        ("count round=2 add=-2", [SPREAD], ["7:0,1,2,3"]),
        ("no_disguise", ["2:-1 3:-1 4:-1 5:2 6:3 7:0"], ["2:-1 3:-1 4:-1 5:2 6:3 7:0(1)"]),
        ("no_spirit", [SPREAD], [f"{SPREAD} | spirit foresight"]),
        ("tell", [SPREAD, f"{SPREAD} | spirit foresight"], []),
    ],
)
def test_limits_of_round_1(given: str, legal: list[str], illegal: list[str]) -> None:
    table = with_hell(written(given))
    for line in legal:
        assert table.code(f"{line} | hells Test") is None, line
    for line in illegal:
        assert table.code(f"{line} | hells Test") == "illegal", line


@pytest.mark.parametrize(
    ("adds", "numbers"),
    [
        ([], 6),
        ([2, 2], 8),
        ([2, 2, 2], 8),
        ([-2, -2], 2),
        ([-2, -2, -2], 1),
        ([-2, -2, -2, -2, 1], 1),
        ([2, -1], 7),
    ],
)
def test_counts_of_round_1_add_up_within_1_to_8(adds: list[int], numbers: int) -> None:
    table = with_hell(*(effect("count", round=1, add=add) for add in adds))
    army = ["-1", "-1", "-1", "-1", "0", "1", "2", "3", "4"]
    legal = [n for n in range(1, 10) if table.code(f"7:{','.join(army[:n])} | hells Test") is None]
    assert legal == [numbers]


@pytest.mark.parametrize(("adds", "number"), [([-1, -1], 1), ([-2, -2], 1), ([-1], 2)])
def test_counts_of_round_2_add_up_and_leave_one(adds: list[int], number: int) -> None:
    table = with_hell(*(effect("count", round=2, add=add) for add in adds)).play(LINE, SPREAD)
    lines = {1: "2:-1", 2: "2:-1 3:0", 3: "2:-1 3:0 4:1"}
    assert [n for n, line in lines.items() if table.code(line) is None] == [number]


def test_one_unit_more_in_round_1_and_one_never_played() -> None:
    table = Table(3, None).play("2:-1,-1 3:-1 4:-1 5:2 6:3 7:4 | hells Dism", SPREAD)
    assert table.player("Ana")["hand"] == ["0", "1"]
    assert table.code("7:0,1") == "illegal"
    table.play("7:1", LATER)
    assert table.last["round2"]["Ana"] == laid("7:1")


# Spirits under no_spirit, tell, blind


def test_no_spirit_takes_the_effect_of_those_in_force_but_not_their_end() -> None:
    active = [{"spirit": "strength", "unit": "4", "wins": 2}, {"spirit": "foresight", "wins": 1}]
    table = Table(
        {"block": 1, "active": active}, None, hells=hells(hell(effect("no_spirit")), hell(name="B"))
    )
    five = "2:-1 3:-1 4:-1 5:2 6:3"
    assert table.code(f"{five} | hells Test") == "illegal"
    assert table.code(f"{five} | hells B") is None
    table.play("2:-1 3:-1 4:-1 5:2 6:3 7:4 | hells Test", SPREAD, LATER, LATER)
    assert table.last["strength"]["Ana"]["7"] == 7
    assert table.last["won"] == ["Ana", "Bo"]
    assert table.player("Ana")["active"] == [{"spirit": "strength", "unit": "4", "wins": 1}]


def test_tell_announces_that_hell_alone() -> None:
    made = hells(hell(effect("tell"), name="Loud"), hell(name="Still"))
    table = Table(1, None, hells=made).play(f"{SPREAD} | hells Still, Loud", SPREAD)
    assert table.player("Ana")["hells"] == ["Loud", "Still"]
    assert table.view(None)["players"]["Ana"]["told"] == ["Loud"]
    assert (None, "Ana attempts the Hell of Loud.") in table.told


def test_blind_hides_units_but_not_their_number() -> None:
    made = hells(hell(effect("blind", fields=[4, 5, 7]), block=3))
    table = Table(3, None, hells=made).play(f"{SPREAD} | hells Test", "5:-1,-1,-1 6:0(2) 7:1,3")
    shown = table.view("Ana")["players"]["Bo"]["shown"]
    assert shown == laid("6:2") | {"4": 0, "5": 3, "7": 2}
    assert table.view("Bo")["players"]["Bo"]["shown"] == laid("5:-1,-1,-1 6:2 7:1,3")
    assert table.view("Bo")["players"]["Ana"]["shown"] == laid(SPREAD)
    (told,) = [text for only, text in table.told if only == "Ana" and text.startswith("Bo shows")]
    assert told == "Bo shows 4: 0 hidden, 5: 3 hidden, 6: 2, 7: 2 hidden."


def test_no_refusal_tells_a_blind_player_what_is_hidden() -> None:
    blinded = "2:-1 3:-1 4:-1 5:1 6:0 7:2 | hells blood pool"
    told = {
        Table(3, None).play(blinded, shown).error("2:-1 3:3 4:4 | hells blood pool")
        for shown in ("2:2 3:-1 4:-1 5:4 6:3 7:-1", "2:2 3:-1 4:-1 5:-1 6:3 7:4")
    }
    (refusal,) = told
    assert "Example: " in refusal


def test_blind_ends_with_the_bout() -> None:
    made = hells(hell(effect("blind"), block=3))
    table = Table(3, None, hells=made).play(f"{SPREAD} | hells Test", SPREAD, LATER, LATER)
    assert table.view("Ana")["bouts"][0]["round1"]["Bo"] == laid(SPREAD)


# The default set


def test_the_default_hells_are_five_and_three_times_four() -> None:
    assert [sum(one["block"] == n for one in DEFAULT_HELLS) for n in (1, 2, 3, 4)] == [5, 4, 4, 4]
