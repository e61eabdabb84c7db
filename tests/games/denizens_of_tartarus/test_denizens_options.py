"""The options of a header: what is taken, and which field is named when one is wrong."""

import json
from typing import Any

import pytest
from tartarus import DEALS, PLAYERS, STARTS, Table, compact

from umpire.games.base import BadOption, Bank
from umpire.games.denizens_of_tartarus import GAME


def field(**options: Any) -> str:
    """The field that is named in the refusal of these options."""
    with pytest.raises(BadOption) as caught:
        GAME.read_options(PLAYERS, options)
    assert caught.value.problem
    assert "\n" not in str(caught.value)
    return compact(caught.value.field)


def starts(index: int, **changes: Any) -> list[dict[str, Any]]:
    """The four starts, one of them changed."""
    changed = [dict(start) for start in STARTS]
    changed[index] |= changes
    return changed


def test_the_defaults() -> None:
    table = Table()
    assert table.match.reserve == Bank(300)
    assert table.asked.by == "chance"
    assert table.asked.limit is None
    table.say(*DEALS)
    assert (table.asked.by, table.asked.limit) == ("Bo", 60)
    table.say("a", "b", "c", "none")
    assert (table.asked.by, table.asked.limit) == ("Ana", 90)


def test_limits_and_bank_are_options() -> None:
    table = Table(
        decider="Bo",
        configurations=STARTS,
        seats_seconds=1,
        ban_seconds=2.5,
        declare_seconds=3,
        turn_seconds=4,
        bank_seconds=0,
    )
    limits = [table.asked.limit]
    limits += [table.say(text).asked.limit for text in ("first", "a", "b", "c", "none")]
    assert limits == [1, 2.5, 2.5, 2.5, 3, 4]
    assert table.match.reserve == Bank(0)


@pytest.mark.parametrize("value", ["ana", "Cy", "", None, 1, ["Ana"]])
def test_the_decider_is_a_players_exact_name(value: object) -> None:
    assert field(decider=value) == "decider"


def test_the_decider_is_asked_first_and_settles_seats_and_sides() -> None:
    table = Table(decider="Bo", configurations=STARTS)
    assert (table.asked.by, table.asked.id) == ("Bo", "seats")
    assert table.state["seats"] == ["Ana", "Bo"]
    table.say("first, right")
    assert table.state["seats"] == ["Bo", "Ana"]
    assert table.state["left"] == "Ana"
    assert table.asked.by == "Ana", "Player 2 bans first"


def test_spirits_follow_their_player_when_the_seats_change() -> None:
    spirits = {"Ana": {"normal": 2, "attuned": 3}}
    table = Table(decider="Bo", configurations=STARTS, spirits=spirits).say("first")
    assert table.state["spirits"] == spirits | {"Bo": {"normal": 1, "attuned": 1}}


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (None, "spirits"),
        (1, "spirits"),
        ([], "spirits"),
        ({"Cy": {"normal": 1, "attuned": 1}}, "spirits.Cy"),
        ({"ana": {"normal": 1, "attuned": 1}}, "spirits.ana"),
        ({"Ana": {"normal": 1}}, "spirits.Ana.attuned"),
        ({"Ana": {"normal": 1, "attuned": 1, "odd": 1}}, "spirits.Ana.odd"),
        ({"Ana": 2}, "spirits.Ana"),
        ({"Ana": {"normal": -1, "attuned": 1}}, "spirits.Ana.normal"),
        ({"Ana": {"normal": 1.5, "attuned": 1}}, "spirits.Ana.normal"),
        ({"Ana": {"normal": 1, "attuned": True}}, "spirits.Ana.attuned"),
        ({"Bo": {"normal": 1, "attuned": "1"}}, "spirits.Bo.attuned"),
    ],
)
def test_wrong_spirits(value: object, wrong: str) -> None:
    assert field(spirits=value) == wrong


def test_configurations_are_texts_or_lists_in_any_spelling() -> None:
    by_text = Table(configurations=STARTS).state
    first = {
        "hands": [["g 3", "YELLOW2", "r1"], "Red3; purple 2,blue 1"],
        "deck": DEALS[0].split("|")[2],
    }
    assert Table(configurations=[first, *STARTS[1:]]).state == by_text


def test_the_same_start_may_be_given_four_times() -> None:
    assert Table(configurations=STARTS[:1] * 4).kind == "ban"


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (None, "configurations"),
        ("R1", "configurations"),
        (STARTS[:3], "configurations"),
        (STARTS * 2, "configurations"),
        ({"A": STARTS[0]}, "configurations"),
        ([*STARTS[:3], "x"], "configurations[3]"),
        (starts(1, more=1), "configurations[1].more"),
        ([{"hands": STARTS[0]["hands"]}, *STARTS[1:]], "configurations[0].deck"),
        (starts(2, hands="R1 Y2 G3"), "configurations[2].hands"),
        (starts(2, hands=["R1 Y2 G3"]), "configurations[2].hands"),
        (starts(0, hands=["R1 Y2 G3", 5]), "configurations[0].hands[1]"),
        (starts(0, hands=["R1 Y2 G9", "B1 P2 R3"]), "configurations[0].hands[0]"),
        (starts(0, hands=[["R1", "Y2 G3"], "B1 P2 R3"]), "configurations[0].hands[0][1]"),
        (starts(0, hands=[["R1", "Y2", 3], "B1 P2 R3"]), "configurations[0].hands[0][2]"),
        (starts(0, hands=[["R1", "Y2", ""], "B1 P2 R3"]), "configurations[0].hands[0][2]"),
        (starts(0, hands=["R1 Y2", "B1 P2 R3"]), "configurations[0]"),
        (starts(0, hands=["R1 Y2 R2", "B1 P2 R3"]), "configurations[0]"),
        (starts(0, hands=["R1 Y2 P5", "B1 P2 R3"]), "configurations[0]"),
        (starts(3, deck="P5"), "configurations[3]"),
        (starts(3, deck="P5 | P4"), "configurations[3].deck"),
        (starts(3, deck=None), "configurations[3].deck"),
    ],
)
def test_wrong_configurations(value: object, wrong: str) -> None:
    assert field(configurations=value) == wrong


def test_options_are_not_changed_by_reading_them() -> None:
    given = {"configurations": starts(0), "spirits": {"Ana": {"normal": 2.0, "attuned": 0}}}
    before = json.dumps(given)
    table = Table(**given)
    assert json.dumps(given) == before
    assert json.dumps(table.state["spirits"]["Ana"]) == '{"normal": 2, "attuned": 0}'
