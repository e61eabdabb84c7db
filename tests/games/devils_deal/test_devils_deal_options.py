"""The options of a header: what is taken, and which field is named when one is wrong."""

from typing import Any

import pytest
from devils_table import DEAL, PLAYERS, SELECTION, Table

from umpire.games.base import BadOption, ChanceKind
from umpire.games.devils_deal import GAME

NAMES = ("simple_seconds", "complicated_seconds", "break_seconds")


def field(**options: Any) -> str:
    """The field that is named in the refusal of these options."""
    with pytest.raises(BadOption) as caught:
        GAME.read_options(PLAYERS, options)
    assert caught.value.problem
    assert "\n" not in str(caught.value)
    return caught.value.field


def limits(**options: Any) -> dict[str, float | None]:
    """The limit of each kind of decision, met in a match of a round."""
    table = Table(clock=True, **options)
    met: dict[str, float | None] = {}
    for text in (DEAL, "me", "yes", SELECTION, "none", "lock", "pass", "no", "no", "R1"):
        decision = table.match.pending[0].decision
        met[decision.kind.name] = decision.limit
        table.say(text)
    for text in ("B4 R9", "G4 R4", "fold"):
        decision = table.match.pending[0].decision
        met[decision.kind.name] = decision.limit
        table.say(text)
    if table.owing[0][1] == "break":
        met["break"] = table.match.pending[0].decision.limit
    return met


CHANCE = {"deal": None, "selection": None, "community": None}


def test_the_defaults() -> None:
    simple = dict.fromkeys(("start", "refill", "take", "bet", "break"), 20)
    assert limits(break_seconds=20) == {**CHANCE, **simple, "divide": 90, "private": 90}
    assert GAME.read_options(PLAYERS, {}) == GAME.read_options(
        PLAYERS, {"simple_seconds": 20, "complicated_seconds": 90, "break_seconds": 20}
    )


def test_each_limit_is_an_option() -> None:
    assert limits(simple_seconds=1.5, complicated_seconds=7, break_seconds=0.25) == {
        **CHANCE,
        **dict.fromkeys(("start", "refill", "take", "bet"), 1.5),
        **dict.fromkeys(("divide", "private"), 7),
        "break": 0.25,
    }


def test_without_a_break_there_is_no_such_decision() -> None:
    assert "break" not in limits(break_seconds=0)


def test_there_is_no_reserve() -> None:
    table = Table(clock=True)
    assert GAME.reserve(GAME.read_options(PLAYERS, {})) is None
    assert table.report["reserve"] == {"Ana": None, "Bo": None}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "value", [True, False, None, "20", -1, [20], {}, float("inf"), float("nan"), 10**400]
)
def test_seconds_are_finite_numbers(name: str, value: object) -> None:
    assert field(**{name: value}) == name


@pytest.mark.parametrize("name", NAMES[:2])
@pytest.mark.parametrize("value", [0, 0.0])
def test_limits_are_above_0(name: str, value: float) -> None:
    assert field(**{name: value}) == name


@pytest.mark.parametrize("name", ["foo", "Simple_seconds", "seed", "", "bank_seconds"])
def test_an_unknown_option_is_an_error(name: str) -> None:
    assert field(**{name: 1}) == name


def test_every_option_has_help_and_stands_in_the_schema() -> None:
    assert tuple(GAME.option_help) == NAMES
    assert all(text.endswith(".") for text in GAME.option_help.values())
    schema = GAME.schema()
    assert tuple(schema["properties"]) == NAMES
    assert schema["properties"]["simple_seconds"]["exclusiveMinimum"] == 0
    assert schema["properties"]["break_seconds"]["minimum"] == 0
    assert schema["additionalProperties"] is False


def test_every_kind_of_decision_of_a_player_is_described_with_examples() -> None:
    asked = [kind for kind in GAME.kinds if not isinstance(kind, ChanceKind)]
    assert [kind.name for kind in asked] == [
        *("start", "refill", "divide", "take", "private", "bet", "break")
    ]
    for kind in asked:
        assert kind.asks.endswith(".")
        assert kind.examples
        assert kind.limit.split("_")[0] in ("simple", "complicated", "break")
