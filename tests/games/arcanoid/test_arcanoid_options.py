"""The options of a header: what is taken, and which field is named when one is wrong."""

from typing import Any

import pytest
from arcanoid_table import NAMES, Table, deal
from text_blocks import texts

from umpire.games.arcanoid import GAME
from umpire.games.base import BadOption
from umpire.match import report


def wrong(players: tuple[str, ...] = NAMES[:3], /, **options: Any) -> str:
    """The field that is named in the refusal of these options."""
    with pytest.raises(BadOption) as caught:
        GAME.read_options(players, options)
    assert caught.value.problem
    assert "\n" not in str(caught.value)
    return caught.value.field


def test_the_defaults() -> None:
    state = Table(rounds=5).state
    assert (state["variant"], state["gaza"], state["rounds"]) == ("DRESDEN", False, 5)
    assert GAME.read_options(NAMES[:2], {}) == GAME.read_options(
        NAMES[:2],
        {
            "variant": "DRESDEN",
            "gaza": False,
            "rounds": 5,
            "move_seconds": None,
            "poll_seconds": None,
        },
    )
    assert GAME.read_options(NAMES[:2], {"gaza": True}).variant.name == "MAINZ"


def test_there_is_no_reserve() -> None:
    assert report(Table(clock=True).match)["reserve"] == {"Ana": None, "Bo": None}


@pytest.mark.parametrize("typed", ["KOBLENZ", "koblenz", "Koblenz"])
def test_a_variant_in_any_case(typed: str) -> None:
    assert Table(variant=typed).state["variant"] == "KOBLENZ"


@pytest.mark.parametrize("given", ["", "MAIN", "GAZA", "MAINZ ", "DRESDEN+GAZA", None, 1, True, []])
def test_other_variants_are_refused(given: object) -> None:
    assert wrong(variant=given) == "variant"


@pytest.mark.parametrize("given", [1, 0, "true", None, []])
def test_gaza_is_a_bool(given: object) -> None:
    assert wrong(gaza=given) == "gaza"


@pytest.mark.parametrize("given", [1, 20, 2.0])
def test_rounds(given: float) -> None:
    assert Table(rounds=given).state["rounds"] == given


@pytest.mark.parametrize("given", [0, 21, -1, 1.5, "3", True, None, [], float("inf")])
def test_rounds_are_from_1_to_20(given: object) -> None:
    assert wrong(rounds=given) == "rounds"


LIMITED = [
    ("chance", None, lambda table: table),
    ("move", "move_seconds", lambda table: table.say(deal("C9", ""))),
    ("call", "move_seconds", lambda table: table.say(deal("18", ""), "moon S2")),
    ("wheel", "move_seconds", lambda table: table.say(deal("10", ""), "wheel")),
    ("steal", "poll_seconds", lambda table: table.say(deal("C9", ""), "commit cups C9")),
    ("hermit", "poll_seconds", lambda table: table.say(deal("9", ""), "hermit")),
]


@pytest.mark.parametrize("given", [{"move_seconds": 7.5}, {"poll_seconds": 3}, {}])
@pytest.mark.parametrize(("kind", "option", "to"), LIMITED)
def test_ruling_6_each_kind_has_the_limit_that_is_given_or_none(
    given: dict[str, Any], kind: str, option: str | None, to: object
) -> None:
    assert callable(to)
    table: Table = to(Table(clock=True, **given))
    assert table.match.pending[0].decision.limit == given.get(option or "")


def test_pledges_and_refills_are_limited_as_polls_and_lapse() -> None:
    table = Table(3, clock=True, poll_seconds=9).say(
        deal("9", "8 C9", "", top="S1 0 S2 S3 S4 S5 S6"), "hermit", "pass", "justice"
    )
    table.say("commit cups C9", "pass", "pass")
    assert (table.kind, table.match.pending[0].decision.limit) == ("pledge", 9)
    assert table.wait(10).wait(10).wait(10).field("Bo", "cups")["value"] == 9
    while table.kind != "refill":
        table.idle()
    assert table.match.pending[0].decision.limit == 9
    table.wait(10).wait(10).wait(10)
    assert table.kind == "reshuffle", "a lapse is a yes"


def test_lapses_of_calls_wheels_steals_and_extra_moves() -> None:
    clock = {"clock": True, "move_seconds": 9, "poll_seconds": 9}
    table = Table(**clock).say(deal("18", ""), "moon S2").wait(10)
    assert table.owing == [("Bo", "move")]
    table = Table(**clock).say(deal("10 S9 S8", "", top="T1 T2 T3 T4 T5"), "wheel")
    oldest = table.hand("Ana").split()[:4]
    assert set(oldest) <= set(table.wait(10).state["discard"])
    table = Table(**clock).say(deal("C9", "0"), "commit cups C9").wait(10)
    assert table.field("Ana", "cups")["value"] == 9
    table = Table(**clock).say(deal("9", ""), "hermit").wait(10)
    assert table.owing == [("Bo", "move")]


def test_a_lapsed_move_with_only_visible_cards_discards_the_first() -> None:
    table = Table(clock=True, move_seconds=9).say(
        deal("11 13 S1 S2 S3 S4", "", top="T9 T1"), "strength two"
    )
    table.idle().say("death").idle()
    while table.hand("Ana"):
        table.say(f"discard {table.hand('Ana').split()[0]}").idle()
    assert table.seat("Ana")["visible"] == ["T1", "T9"]
    table.wait(10)
    assert table.seat("Ana")["visible"] == ["T9"]


@pytest.mark.parametrize(
    "name",
    texts(
        """
daemon ~ Daemon ~ DAEMON2 ~ daemon17 ~ ｄａｅｍｏｎ ~ demon ~ USA ~ usa ~ Justice ~ me
"""
    ),
)
def test_names_that_mean_something_else(name: str) -> None:
    assert wrong((name, "Bo")) == "players"


@pytest.mark.parametrize("name", ["daemonic", "Damon", "usable", "Jus", "meg", "demon2", "chariot"])
def test_other_names_are_taken(name: str) -> None:
    assert GAME.read_options((name, "Bo"), {}).players == (name, "Bo")


def test_two_to_ten_play() -> None:
    assert list(GAME.seats) == list(range(2, 11))


def test_a_variant_has_no_default_in_the_schema() -> None:
    schema = GAME.schema()
    assert "default" not in schema["properties"]["variant"], "it depends on gaza"
    assert schema["properties"]["variant"]["type"] == "string"
