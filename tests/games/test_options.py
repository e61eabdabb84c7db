"""What is wrong with a header's options is one sentence that says where and what."""

import json
from typing import Annotated, Any, Literal

import pytest
from own_games import OURS
from pydantic import Field, field_validator

from umpire.games.base import BadOption, ChanceKind
from umpire.games.options import Options, help_of, read_model, schema_of


class Add(Options):
    type: Literal["add"]
    value: Annotated[int, Field(ge=-9, le=9)]
    where: Literal["mine", "theirs"] = "mine"


class Tell(Options):
    type: Literal["tell"]


class Hell(Options):
    name: str
    effects: Annotated[
        list[Annotated[Add | Tell, Field(discriminator="type")]], Field(max_length=2)
    ]

    @field_validator("name")
    @classmethod
    def _is_not_empty(cls, name: str) -> str:
        if not name:
            raise ValueError("must not be empty")
        return name


class Given(Options):
    hells: list[Hell] = Field(default=[], description="The hells.")
    seconds: Annotated[float, Field(gt=0, description="Above 0.")] = 90.0
    fast: bool = False


def hell(**effect: Any) -> dict[str, Any]:
    return {"hells": [{"name": "Ice", "effects": [{"type": "tell"}, effect]}]}


def test_what_is_right_is_read() -> None:
    given = read_model(Given, {**hell(type="add", value=2.0), "seconds": 20})
    effect = given.hells[0].effects[1]
    assert isinstance(effect, Add)
    assert (effect.value, type(effect.value)) == (2, int)
    assert (given.seconds, type(given.seconds)) == (20.0, float)


SECOND = 'hells, entry 1 ("Ice"), effects, entry 2'


@pytest.mark.parametrize(
    ("given", "field", "problem"),
    [
        (
            {"hell": []},
            "hell",
            "is not known, perhaps you mean hells; "
            "the options are hells, seconds, fast, clock, cut and update",
        ),
        (
            {"speed": 3},
            "speed",
            "is not known; the options are hells, seconds, fast, clock, cut and update",
        ),
        ({"hells": {}}, "hells", "must be a list, not an object"),
        ({"hells": [3]}, "hells, entry 1", "must be an object, not 3"),
        ({"hells": [{"name": ""}]}, 'hells, entry 1 (""), name', "must not be empty"),
        (
            {"hells": [{"name": "Ice", "efects": []}]},
            'hells, entry 1 ("Ice"), efects',
            "is not a key here, perhaps you mean effects; the keys are name and effects",
        ),
        (
            {"hells": [{"name": "Ice", "effects": [], "fast": True}]},
            'hells, entry 1 ("Ice"), fast',
            "is an option, not a key of this table: in TOML, options come before all tables",
        ),
        (
            {"hells": [{"name": "Ice", "effects": [{"type": "tell"}] * 3}]},
            'hells, entry 1 ("Ice"), effects',
            "must have at most 2 entries, not 3",
        ),
        ({"hells": [{"name": "Ice"}]}, 'hells, entry 1 ("Ice"), effects', "is missing"),
        (hell(type="add"), f"{SECOND}, value", "is missing"),
        (hell(type="add", value=10), f"{SECOND}, value", "must be at most 9, not 10"),
        (hell(type="add", value=True), f"{SECOND}, value", "must be a whole number, not true"),
        (hell(type="add", value=1.5), f"{SECOND}, value", "must be a whole number, not 1.5"),
        (
            hell(type="add", value=1, where="his"),
            f"{SECOND}, where",
            'must be "mine" or "theirs", not "his"',
        ),
        (
            hell(type="add", value=1, where="Their"),
            f"{SECOND}, where",
            'must be "mine" or "theirs", not "Their"; perhaps you mean "theirs"',
        ),
        (
            hell(type="tell", value=1),
            f"{SECOND}, value",
            "is not a key here; the keys are type",
        ),
        (hell(type="sub"), f"{SECOND}, type", 'must be "add" or "tell", not "sub"'),
        (
            hell(type="Tel"),
            f"{SECOND}, type",
            'must be "add" or "tell", not "Tel"; perhaps you mean "tell"',
        ),
        (hell(type=None), f"{SECOND}, type", 'must be "add" or "tell", not null'),
        (hell(), f"{SECOND}, type", "is missing"),
        ({"seconds": 0}, "seconds", "must be above 0, not 0"),
        ({"seconds": True}, "seconds", "must be a finite number, not true"),
        ({"seconds": float("nan")}, "seconds", "must be a finite number, not nan"),
        (
            {"seconds": 10**400},
            "seconds",
            "must be a finite number, not a number with that many digits",
        ),
        ({"seconds": "90"}, "seconds", 'must be a finite number, not "90"'),
        ({"fast": 1}, "fast", "must be true or false, not 1"),
    ],
)
def test_a_fault_says_where_and_what(given: dict[str, Any], field: str, problem: str) -> None:
    with pytest.raises(BadOption) as caught:
        read_model(Given, given)
    assert (caught.value.field, caught.value.problem) == (field, problem)


def test_the_model_tells_its_help_and_its_schema() -> None:
    assert help_of(Given) == {"hells": "The hells.", "seconds": "Above 0.", "fast": ""}
    schema = schema_of(Given)
    assert schema["properties"]["seconds"]["exclusiveMinimum"] == 0
    assert schema["additionalProperties"] is False
    assert "title" not in schema["properties"]["seconds"]
    assert not {"title", "description"} & schema.keys(), "those of the model are not for umpires"


def test_a_key_without_a_letter_is_unknown_too() -> None:
    with pytest.raises(BadOption) as caught:
        read_model(Given, {"": 1})
    assert caught.value.problem.startswith("is not known")


def test_options_nested_beyond_reason_are_refused() -> None:
    nested: Any = []
    for _ in range(5000):
        nested = [nested]
    with pytest.raises(BadOption, match="nested too deeply"):
        read_model(Given, {"hells": nested})


# The games

TIMES = {
    name: [key for key in game.schema()["properties"] if "seconds" in key or "periods" in key]
    for name, game in OURS.items()
}
MAY_BE_ZERO = {
    *("break_seconds", "bank_seconds"),
    *("seconds_examine_boards", "seconds_examine_cards", "reserve_periods"),
}
MAY_BE_NONE = {"move_seconds", "poll_seconds"}


def refused(name: str, **options: Any) -> str:
    """The field that a game names where it refuses these options."""
    game = OURS[name]
    with pytest.raises(BadOption) as caught:
        game.read_options(("Ana", "Bo", "Cy")[: game.seats[0]], options)
    assert caught.value.problem
    assert "\n" not in str(caught.value)
    return caught.value.field


@pytest.mark.parametrize(("name", "key"), [(name, key) for name in OURS for key in TIMES[name]])
def test_times_are_finite_numbers_above_0(name: str, key: str) -> None:
    wrong: list[Any] = [True, False, "60", -1, [60], {}, float("inf"), float("nan"), 10**400]
    wrong += [] if key in MAY_BE_ZERO else [0, 0.0]
    wrong += [] if key in MAY_BE_NONE else [None]
    assert {refused(name, **{key: value}) for value in wrong} == {key}


@pytest.mark.parametrize("name", OURS)
def test_an_option_that_a_game_does_not_have_is_refused(name: str) -> None:
    for key in ("foo", "", "seed", "seconds", "Rounds"):
        assert refused(name, **{key: 1}) == key


@pytest.mark.parametrize("name", OURS)
def test_every_option_of_a_game_has_help_and_stands_in_its_schema(name: str) -> None:
    game, schema = OURS[name], OURS[name].schema()
    assert list(game.option_help) == list(schema["properties"])
    assert all(text.endswith((".", "}")) for text in game.option_help.values())
    assert schema["additionalProperties"] is False
    assert json.dumps(schema)


@pytest.mark.parametrize("name", OURS)
def test_every_kind_of_decision_that_is_no_chance_is_described(name: str) -> None:
    for kind in OURS[name].kinds:
        if not isinstance(kind, ChanceKind):
            assert kind.asks.endswith(".")
            assert kind.examples
            assert kind.limit
            named = kind.limit.split(";")[0].split(",")[0]
            assert OURS[name].is_directed or named in TIMES[name]
