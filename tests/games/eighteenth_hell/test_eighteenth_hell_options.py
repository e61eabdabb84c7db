"""The options of a header: what is taken, and which field is named when one is wrong."""

import json
import re
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from diyu import PLAYERS, SPREAD, UNITS, Table, effect, effects, hell, hells, written
from text_blocks import meanings, texts

import umpire
from umpire.games.base import BadOption
from umpire.games.eighteenth_hell import GAME
from umpire.games.eighteenth_hell.hells import DEFAULT_HELLS, TYPES

ROOT = Path(__file__).parents[3]
PACKAGE = Path(umpire.__file__).parent / "games" / "eighteenth_hell"


def refusal(**options: Any) -> str:
    """The whole sentence with which options are refused."""
    with pytest.raises(BadOption) as caught:
        GAME.read_options(PLAYERS, options)
    assert caught.value.field
    assert caught.value.problem
    assert "\n" not in str(caught.value)
    return str(caught.value)


def field(**options: Any) -> str:
    return refusal(**options).split(":")[0]


def taken(**options: Any) -> None:
    GAME.read_options(PLAYERS, options)


def test_the_defaults() -> None:
    table = Table(clock=True)
    assert [one["deadline"] for one in table.report["pending"]] == [90, 90]
    assert table.state["target"] == 44
    for player in PLAYERS:
        assert table.player(player)["spirits"] == {"normal": 1, "attuned": 1}
        assert table.player(player)["block"] == 0
    assert GAME.reserve(GAME.read_options(PLAYERS, {})) is None
    given = Table(None, None, hells=DEFAULT_HELLS, target=44, round1_seconds=90)
    assert given.state == Table().state


def test_the_default_hells_are_a_file_of_the_package() -> None:
    assert json.loads((PACKAGE / "hells.json").read_text("utf-8")) == DEFAULT_HELLS
    taken(hells=deepcopy(DEFAULT_HELLS))


def test_limits_are_options() -> None:
    table = Table(clock=True, round1_seconds=1.5, round2_seconds=86400)
    assert [one["deadline"] for one in table.report["pending"]] == [1.5, 1.5]
    for player in PLAYERS:
        table.say(player, SPREAD).say(player, "lock")
    assert [one["deadline"] for one in table.report["pending"]] == [86400, 86400]


def test_a_round_lasts_a_day_at_most() -> None:
    for name in ("round1_seconds", "round2_seconds"):
        assert field(**{name: 86400.5}) == name


@pytest.mark.parametrize("value", [0, 1000, 1.5, True, "44", None, 10**400])
def test_wrong_targets(value: object) -> None:
    assert field(target=value) == "target"


def test_whole_numbers_may_be_written_with_a_point() -> None:
    assert Table(target=5.0).state["target"] == 5


# Spirits

ONE = {"normal": 1, "attuned": 1}


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (None, "spirits"),
        ({}, "spirits"),
        ([], "spirits"),
        ([ONE], "spirits"),
        ([ONE, ONE, ONE], "spirits"),
        ([ONE, None], "spirits, entry 2"),
        ([ONE, {"normal": 1}], "spirits, entry 2, attuned"),
        ([{**ONE, "other": 1}, ONE], "spirits, entry 1, other"),
        ([ONE, {**ONE, "normal": 10}], "spirits, entry 2, normal"),
        ([ONE, {**ONE, "normal": -1}], "spirits, entry 2, normal"),
        ([ONE, {**ONE, "normal": True}], "spirits, entry 2, normal"),
        ([ONE, {**ONE, "normal": 0.5}], "spirits, entry 2, normal"),
    ],
)
def test_wrong_spirits(value: object, where: str) -> None:
    assert field(spirits=value) == where


def test_spirits_are_by_seat() -> None:
    table = Table(spirits=[{"normal": 0, "attuned": 9}, {"normal": 3, "attuned": 0}])
    assert table.player("Ana")["spirits"] == {"normal": 0, "attuned": 9}
    assert table.player("Bo")["spirits"] == {"normal": 3, "attuned": 0}


# Positions

STRENGTH = {"spirit": "strength", "unit": "3", "wins": 2}


def test_a_position() -> None:
    spirit = {"spirit": "foresight", "unit": None, "wins": 1}
    table = Table(
        {"block": 2, "passed": ["Ice"], "active": [STRENGTH, spirit, STRENGTH]},
        {"block": 5, "points": 99.5},
    )
    ana, bo = table.player("Ana"), table.player("Bo")
    first = [one["name"] for one in DEFAULT_HELLS if one["block"] == 1]
    assert ana["passed"] == [*first, "Ice"]
    assert ana["open"] == ["Iron Trees", "Copper Pillars", "Knives"]
    assert ana["active"] == [STRENGTH, spirit, STRENGTH]
    assert bo["passed"] == [one["name"] for one in DEFAULT_HELLS]
    assert (bo["points"], bo["open"]) == (99.5, [])


def test_wrong_positions() -> None:
    for entry, where in (
        (3, "position, entry 2"),
        ({}, "position, entry 2, block"),
        ({"block": 6}, "position, entry 2, block"),
        ({"block": -1}, "position, entry 2, block"),
        ({"block": True}, "position, entry 2, block"),
        ({"block": None}, "position, entry 2, block"),
        ({"block": 1, "hell": []}, "position, entry 2, hell"),
        ({"block": 1, "passed": None}, "position, entry 2, passed"),
        ({"block": 1, "passed": "Four"}, "position, entry 2, passed"),
        ({"block": 1, "passed": [4]}, "position, entry 2, passed, entry 1"),
        ({"block": 1, "passed": ["four"]}, "position, entry 2, passed"),
        ({"block": 1, "passed": ["Ice"]}, "position, entry 2, passed"),
        ({"block": 1, "passed": ["Four", "Four"]}, "position, entry 2, passed"),
        ({"block": 0, "passed": ["Four"]}, "position, entry 2, passed"),
        ({"block": 5, "passed": ["Saws"]}, "position, entry 2, passed"),
        (
            {"block": 2, "passed": ["Iron Trees", "Copper Pillars", "Knives", "Ice"]},
            "position, entry 2, passed",
        ),
        ({"block": 5, "points": -0.5}, "position, entry 2, points"),
        ({"block": 5, "points": 0.25}, "position, entry 2, points"),
        ({"block": 5, "points": True}, "position, entry 2, points"),
        ({"block": 5, "points": "1"}, "position, entry 2, points"),
        ({"block": 5, "points": None}, "position, entry 2, points"),
        ({"block": 5, "points": 1e999}, "position, entry 2, points"),
        ({"block": 4, "points": 0.5}, "position, entry 2, points"),
        ({"block": 5, "active": [STRENGTH]}, "position, entry 2, active"),
        ({"block": 1, "active": None}, "position, entry 2, active"),
        ({"block": 1, "active": [STRENGTH] * 19}, "position, entry 2, active"),
        ({"block": 1, "active": ["foresight"]}, "position, entry 2, active, entry 1"),
        ({"block": 1, "active": [{}]}, "position, entry 2, active, entry 1, spirit"),
        (
            {"block": 1, "active": [{**STRENGTH, "spirit": "sight"}]},
            "position, entry 2, active, entry 1, spirit",
        ),
        (
            {"block": 1, "active": [{**STRENGTH, "unit": "-1"}]},
            "position, entry 2, active, entry 1, unit",
        ),
        (
            {"block": 1, "active": [{**STRENGTH, "unit": 3}]},
            "position, entry 2, active, entry 1, unit",
        ),
        (
            {"block": 1, "active": [{**STRENGTH, "unit": None}]},
            "position, entry 2, active, entry 1, unit",
        ),
        (
            {"block": 1, "active": [{"spirit": "strength", "wins": 1}]},
            "position, entry 2, active, entry 1, unit",
        ),
        (
            {"block": 1, "active": [{"spirit": "foresight", "unit": "3", "wins": 1}]},
            "position, entry 2, active, entry 1, unit",
        ),
        (
            {"block": 1, "active": [{"spirit": "foresight"}]},
            "position, entry 2, active, entry 1, wins",
        ),
        (
            {"block": 1, "active": [{**STRENGTH, "wins": 3}]},
            "position, entry 2, active, entry 1, wins",
        ),
        (
            {"block": 1, "active": [{**STRENGTH, "wins": True}]},
            "position, entry 2, active, entry 1, wins",
        ),
    ):
        assert field(position=[None, entry]) == where, entry


@pytest.mark.parametrize("value", [None, {}, [], [None], [None] * 3])
def test_positions_are_a_list_of_two(value: object) -> None:
    assert field(position=value) == "position"


def test_positions_that_are_just_right() -> None:
    taken(position=[{"block": 0, "passed": [], "points": 0, "active": [STRENGTH] * 18}, None])
    taken(position=[{"block": 5, "passed": [], "points": 1000, "active": []}, {"block": 5}])
    taken(position=[{"block": 1, "passed": ["Four", "Tongues", "Scissors", "Mirrors"]}, None])
    taken(position=[{"block": 1, "active": [{"spirit": "foresight", "wins": 2}]}, None])


# Hells


def test_another_set_of_hells() -> None:
    """Ruling 2: any number."""
    made = hells(hell(name="A", block=1), hell(name="B", block=1), hell(name="C", block=3))
    table = Table(1, 3, hells=made)
    assert table.player("Ana")["open"] == ["A", "B"]
    assert table.player("Bo")["open"] == ["C"]
    assert table.player("Bo")["passed"] == ["A", "B", "Quiet 2"]
    taken(hells=hells(*(hell(name=f"Hell {n:02}!", block=2) for n in range(37))))
    for block in (1, 2, 3, 4):
        taken(hells=[hell(name="Only", block=block)])


def test_nobody_starts_in_a_block_without_hells() -> None:
    made = [hell(name="A", block=1), hell(name="B", block=4)]
    for block, where in ((0, None), (1, None), (2, "position, entry 2, block"), (4, None)):
        position = [None, {"block": block}]
        if where is None:
            taken(hells=made, position=position)
        else:
            assert field(hells=made, position=position) == where


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (None, "hells"),
        ({}, "hells"),
        ("Four", "hells"),
        ([], "hells"),
        (hells(*(hell(name=f"Hell {n:02}!", block=2) for n in range(38))), "hells"),
        ([*hells(), 3], "hells, entry 5"),
        ([*hells(), {"name": "A", "block": 1, "text": ""}], 'hells, entry 5 ("A"), effects'),
        ([*hells(), hell(name="A") | {"more": 1}], 'hells, entry 5 ("A"), more'),
        ([*hells(), hell(name="A", block=0)], 'hells, entry 5 ("A"), block'),
        ([*hells(), hell(name="A", block=5)], 'hells, entry 5 ("A"), block'),
        ([*hells(), hell(name="A") | {"block": True}], 'hells, entry 5 ("A"), block'),
        ([*hells(), hell(name="A") | {"text": "x" * 401}], 'hells, entry 5 ("A"), text'),
        ([*hells(), hell(name="A") | {"text": None}], 'hells, entry 5 ("A"), text'),
        ([*hells(), hell(name="A") | {"effects": {}}], 'hells, entry 5 ("A"), effects'),
        ([*hells(), hell(*[effect("tell")] * 11, name="A")], 'hells, entry 5 ("A"), effects'),
        ([*hells(), hell(name="A"), hell(name="a")], 'hells, entry 6 ("a")'),
        ([*hells(), hell(name="A"), hell(name="Hell of A")], 'hells, entry 6 ("Hell of A")'),
        ([*hells(), hell(name="of A"), hell(name="Ａ", block=2)], 'hells, entry 6 ("Ａ")'),
    ],
)
def test_wrong_hells(value: object, where: str) -> None:
    assert field(hells=value) == where


@pytest.mark.parametrize(
    "name",
    [
        *("", " A", "A ", "x" * 41, "A\n", "A\u200b", "A\u00a0B"),
        *("A,B", "A;B", "A|B", "A，B", "A；B", "A｜B", "A\u037eB", 3, None),
    ],
)
def test_wrong_names(name: object) -> None:
    given = hell(name="A") | {"name": name}
    assert field(hells=[*hells(), given]).startswith("hells, entry 5")


@pytest.mark.parametrize("name", ["x", "x" * 40, "É ü 火", "2:-1", "Hell of", "lock", "a.b: (c)"])
def test_names_that_are_just_right(name: str) -> None:
    table = Table(1, None, hells=hells(hell(name=name)))
    understood = table.understood(f"{SPREAD} | hells: {name}")
    assert understood.endswith(name)
    assert table.understood(understood) == understood


WRONG_EFFECTS = """
2, unit <- base unit="5" value=1 ~ base unit=4 value=1 ~ ability unit="2" value=1 ~ forced round=1
2, unit <- forced unit="x" round=1
2, value <- base unit="4" ~ base unit="4" value=10 ~ base unit="4" value=-10
2, value <- base unit="4" value=true ~ base unit="4" value=0.5 ~ add value=0 ~ add value=10
2, value <- foe_add ~ foe_add value=0 ~ ability unit="4" value=-1 ~ ability unit="4" value=10
2, fields <- base unit="4" value=0 fields=[2] ~ add value=1 fields=[] ~ add value=1 fields=[2,2]
2, fields <- add value=1 fields=[2,2.0] ~ add value=1 fields=null ~ no_disguise fields=[2]
2, fields <- value points=3 ~ ties fields=[] ~ least fields=0 ~ least fields=7 ~ least fields=[3]
2, fields <- least ~ need won=true ~ need fields=[] won=true ~ tell fields=[2]
2, units <- add value=1 units=[] ~ add value=1 units=["1","1"] ~ add value=1 units="1"
2, units <- exposed units=[] ~ exposed units=["1","1"] ~ no_spirit units=["1"]
2, units, entry 1 <- add value=1 units=["7"] ~ exposed units=["2"]
2, fields, entry 1 <- add value=1 fields=[8] ~ add value=1 fields=["2"] ~ add value=1 fields=[true]
2, destroys <- two ~ two destroys="both"
2, threshold <- three ~ three threshold=0 ~ three threshold=21 ~ three threshold=true
2 <- closed ~ width round=1 ~ width round=1 min=4 max=3 ~ count round=2 add=1 ~ blind
2, rounds <- closed rounds=[] ~ closed rounds=[1,1] ~ closed rounds=1
2, rounds, entry 1 <- closed rounds=[3] ~ closed rounds=[true]
2, max <- cap ~ cap max=0 ~ cap max=9 ~ width round=1 max=7
2, round <- width min=2 ~ width round=3 min=2 ~ width round=true min=2 ~ forced unit="4"
2, round <- forced unit="4" round=0
2, min <- width round=1 min=0 ~ width round=1 min=null max=2
2, where <- shun ~ shun where="both"
2, add <- count round=1 add=0 ~ count round=1 add=3 ~ count round=2 add=-3 ~ count round=2
2, points <- value fields=[2] ~ value fields=[2] points=21 ~ value fields=[2] points=-1
2, points <- margin points=0 ~ margin points=28
2, won <- need fields=[2] ~ need fields=[2] won=1
"""


def test_wrong_effects() -> None:
    for given, where in [
        *[(written(text), where) for text, where in meanings(WRONG_EFFECTS)],
        ("base", "2"),
        ({}, "2, type"),
        ({"type": "curse"}, "2, type"),
        ({"type": 3}, "2, type"),
    ]:
        made = hell(name="A", block=1) | {"effects": [effect("tell"), given]}
        expected = f'hells, entry 5 ("A"), effects, entry {where}'
        assert field(hells=[*hells(), made]) == expected, given


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_the_example_of_each_type_is_taken_and_its_meaning_told(kind: Any) -> None:
    example = json.loads(kind.example)
    assert kind.__doc__
    taken(hells=hells(hell(example, block=3)))
    assert kind.example in GAME.formats["Effects of a hell"]


def test_effects_that_are_just_right() -> None:
    for text in texts(
        """
three threshold=null ~ three threshold=20 ~ closed fields=[2] ~ closed units=["4"]
closed rounds=[2] ~ width round=1 min=1 ~ width round=2 max=6 ~ count round=1 add=-2
count round=2 add=-2 ~ exposed ~ ties ~ value fields=[2.0] points=0
"""
    ):
        taken(hells=hells(hell(written(text))))


@pytest.mark.parametrize("block", [1, 2, 4])
def test_blind_is_for_block_3(block: int) -> None:
    taken(hells=hells(hell(effect("blind"), block=3)))
    assert field(hells=[*hells(), hell(effect("blind"), name="A", block=block)])


POSSIBLE = """
closed rounds=[2]
closed units=["0","1","2"] rounds=[1]
cap max=1
cap max=1 units=["-1"]; width round=1 max=1
width round=1 min=6
shun where="mine"; shun where="not-mine"
forced unit="4" round=2; closed units=["4"]
"""
IMPOSSIBLE = """
closed rounds=[1]
closed units=["-1"] rounds=[1]
closed units=["0","1","2","3"] rounds=[1]
cap max=1; closed fields=[3]
cap max=1 units=["-1","0"]; width round=1 max=1
width round=1 min=6; count round=1 add=-1
width round=1 min=4; width round=1 max=3
forced unit="4" round=1 fields=[2,3]; forced unit="4" round=1 fields=[4]
forced unit="4" round=1 fields=[7]; closed fields=[7]
"""


def test_a_hell_must_leave_a_legal_round_1() -> None:
    every = [f'forced unit="{unit}" round=1' for unit in UNITS]
    negatives = [f'forced unit="-1" round=1 fields=[{n}]' for n in range(2, 7)]
    for text in [*texts(POSSIBLE), "; ".join(every), "; ".join([*negatives[:4], *every[1:3]])]:
        taken(hells=hells(hell(*effects(text))))
    for text in [*texts(IMPOSSIBLE), "; ".join(negatives)]:
        given = hells(hell(*effects(text)))
        assert "no legal way" in refusal(hells=given), text
        assert field(hells=given) == 'hells, entry 1 ("Test")'


def test_refusals_are_plain_words() -> None:
    made = hell(effect("base", unit="4", value=True), name="Iron Trees")
    assert refusal(hells=[*hells(), made]) == (
        'hells, entry 5 ("Iron Trees"), effects, entry 1, value: must be a whole number, not true'
    )
    curse = hell(effect("curse"), name="A")
    assert 'type: must be "base", "add"' in refusal(hells=[*hells(), curse])


def test_the_hells_of_the_rules_page_are_taken() -> None:
    page = (ROOT / "docs" / "games" / "eighteenth-hell.md").read_text("utf-8")
    toml, written = (page.split(f"```{kind}\n")[1].split("```")[0] for kind in ("toml", "json"))
    files = tomllib.loads(toml), json.loads(written)
    for options in files:
        taken(**options)
    first, second = ([one["effects"] for one in options["hells"]] for options in files)
    assert first == second
    for example in re.findall(r"`(\{\"type\".*?\})`", page):
        taken(hells=hells(hell(json.loads(example), block=3)))
