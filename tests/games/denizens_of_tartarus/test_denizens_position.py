"""The option `position`: each of its rules broken once, and boards that just hold."""

from copy import deepcopy
from typing import Any

import pytest
from tartarus import EXAMPLE, PLAYERS, STARTS, at, board, changed, compact, example, laid, won

from umpire.games.base import BadOption
from umpire.games.denizens_of_tartarus import GAME


def field(position: object, **options: Any) -> str:
    """The field that is named in the refusal of a position."""
    with pytest.raises(BadOption) as caught:
        GAME.read_options(PLAYERS, {"position": position, **options})
    return compact(caught.value.field).removeprefix("position.")


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in EXAMPLE.items() if name != key}


def module(name: str, **own: Any) -> dict[str, Any]:
    return example(modules={name: own})


@pytest.mark.parametrize("value", [None, [], "turn", 25])
def test_a_position_is_an_object(value: object) -> None:
    assert field(value) == "position"


@pytest.mark.parametrize("key", [key for key in EXAMPLE if key != "closed"])
def test_every_key_must_be_there(key: str) -> None:
    assert field(without(key)) == key


def test_only_closed_may_be_left_out_and_nothing_added() -> None:
    assert at(without("closed")).state == EXAMPLE
    assert field(EXAMPLE | {"note": "x"}) == "note"


@pytest.mark.parametrize("key", ["decider", "configurations", "spirits"])
def test_what_a_position_settles_may_not_be_given_beside_it(key: str) -> None:
    assert field(EXAMPLE, **{key: {}}) == key


def test_limits_may_be_given_beside_a_position() -> None:
    options = GAME.read_options(PLAYERS, {"position": EXAMPLE, "turn_seconds": 7})
    (decision,) = GAME.pending(GAME.initial_state(PLAYERS, options))
    assert decision.limit == 7


def lacking(*path: str) -> dict[str, Any]:
    """The example without what a path of keys leads to."""
    *way, last = path
    whole = inner = deepcopy(EXAMPLE)
    for key in way:
        inner = inner[key]
    del inner[last]
    return whole


WRONG: list[tuple[str, dict[str, Any]]] = [
    # who and when
    ("phase", example(phase="over")),
    ("phase", example(phase="declare")),
    ("seats", example(seats=["Ana"])),
    ("seats", example(seats=["Ana", "Ana"])),
    ("seats[1]", example(seats=["Ana", "bo"])),
    ("seats", example(seats="Ana")),
    ("left", example(left="Cy")),
    ("left", example(left=None)),
    ("turn", example(turn=0)),
    ("turn", example(turn=True)),
    ("turn", example(turn=25.5)),
    ("turn", example(turn="25")),
    ("to_move", example(to_move="Bo")),
    ("to_move", example(to_move=None)),
    ("to_move", example(turn=26)),
    # how it began
    ("configurations", example(configurations=None)),
    ("configurations", example(configurations=STARTS[:3], bans=["A", "B", "C"], configuration="D")),
    ("bans", example(configurations=STARTS, configuration="D")),
    ("bans", example(bans=["A"])),
    ("bans", example(bans=None)),
    ("bans[2]", example(configurations=STARTS, bans=["A", "B", "A"], configuration="D")),
    ("bans[0]", example(configurations=STARTS, bans=["a", "B", "C"], configuration="D")),
    ("configuration", example(configuration="A")),
    ("configuration", example(configurations=STARTS, bans=["A", "B", "C"])),
    ("configuration", example(configurations=STARTS, bans=["A", "B", "C"], configuration="A")),
    (
        "configurations[0].hands[0][0]",
        example(
            configurations=[
                changed(STARTS[0], {"hands": [["r1", "Y2", "G3"], ["B1", "P2", "R3"]]}),
                *STARTS[1:],
            ],
            bans=["A", "B", "C"],
            configuration="D",
        ),
    ),
    (
        "configurations[0].deck",
        example(
            configurations=[changed(STARTS[0], {"deck": " ".join(STARTS[0]["deck"])}), *STARTS[1:]],
            bans=["A", "B", "C"],
            configuration="D",
        ),
    ),
    (
        "configurations[0]",
        example(
            configurations=[changed(STARTS[0], {"hands": [["R1", "Y2", "G3"]] * 2}), *STARTS[1:]],
            bans=["A", "B", "C"],
            configuration="D",
        ),
    ),
    # cards
    ("hands", example(hands=[["R1", "Y5", "B3"], ["R4", "G1", "B5"]])),
    ("hands.Cy", example(hands={"Cy": []})),
    ("hands.Ana", example(hands={"Ana": ["R1", "Y5"]})),
    ("hands.Ana", example(hands={"Ana": "R1 Y5 B3"})),
    ("hands.Ana[1]", example(hands={"Ana": ["R1", "y5", "B3"]})),
    ("hands.Ana[1]", example(hands={"Ana": ["R1", "R1", "B3"]})),
    ("deck", example(hands={"Ana": ["R1", "Y5", "R4"]})),
    ("deck", example(deck=EXAMPLE["deck"][1:])),
    ("deck", example(deck=["R1", *EXAMPLE["deck"][1:]])),
    ("deck[18]", example(deck=[*EXAMPLE["deck"][:-1], "Y1"])),
    ("deck", example(deck=" ".join(EXAMPLE["deck"]))),
    # every module
    ("modules", example(modules=[])),
    ("modules.Sets", example(modules={"Sets": {}})),
    ("modules.Balance.extra", module("Balance", extra=1)),
    ("modules.Balance.won", module("Balance", won="Cy")),
    ("modules.Balance.won", module("Balance", won=False)),
    ("modules.Balance.points", module("Balance", points=3)),
    ("modules.Balance.points.Bo", lacking("modules", "Balance", "points", "Bo")),
    ("modules.Balance.points.Cy", module("Balance", points={"Cy": 0})),
    ("modules.Balance.points.Ana", module("Balance", points={"Ana": -1})),
    ("modules.Balance.points.Ana", module("Balance", points={"Ana": True})),
    ("modules.Balance.points.Ana", module("Balance", points={"Ana": 5})),
    ("modules.Balance.points.Ana", module("Balance", won="Ana", weight={"Ana": 0, "Bo": 0})),
    ("modules.Stones.points.Bo", module("Stones", won=None)),
    ("modules.Stones.points.Bo", module("Stones", points={"Bo": 4})),
    # each module's own
    ("modules.Stones.stones.Red", lacking("modules", "Stones", "stones", "Red")),
    ("modules.Balance.weight.Bo", module("Balance", weight={"Bo": -1})),
    ("modules.Balance.weight", module("Balance", won="Ana", points={"Ana": 5})),
    ("modules.Order.color", module("Order", color="R")),
    ("modules.Order.color", module("Order", color=["Red"])),
    ("modules.Order.lights.Ana[1]", module("Order", lights={"Ana": ["Red", "Red"]})),
    ("modules.Order.lights.Ana[0]", module("Order", lights={"Ana": ["R"]})),
    ("modules.Order.lights.Ana", module("Order", lights={"Ana": "Red"})),
    (
        "modules.Order.lights.Bo",
        module("Order", lights={"Bo": ["Red", "Yellow", "Green", "Blue"]}),
    ),
    ("modules.Matching.card", module("Matching", card=None)),
    ("modules.Matching.card", module("Matching", card="y2")),
    ("modules.Set.cards", module("Set", cards=None)),
    ("modules.Set.cards[0].by", module("Set", cards=laid("Cy P4"))),
    ("modules.Set.cards[0].x", module("Set", cards=[{"by": "Bo", "card": "P4", "x": 1}])),
    ("modules.Set.cards[1].card", module("Set", cards=laid("Bo P4", "Bo P3"))),
    ("modules.Set.cards[1].card", module("Set", cards=laid("Bo P4", "Ana R4"))),
    ("modules.Set.cards", module("Set", cards=laid("Ana P4", "Bo B2", "Ana R3", "Bo G1"))),
    (
        "modules.Set.cards",
        module("Set", cards=laid("Ana P4", "Bo B2", "Ana R3", "Bo G5", "Bo Y1")),
    ),
    ("modules.Set.cards", module("Set", won="Ana", points={"Ana": 2})),
    ("modules.Stones.stones.Blue", module("Stones", stones={"Blue": 7})),
    ("modules.Stones.stones.Pink", module("Stones", stones={"Pink": 1})),
    ("modules.Stones.stones", module("Stones", stones={"Red": 1})),
    ("modules.Stones.stones", module("Stones", points={"Ana": 1})),
    ("modules.Pair.lights.Ana[0]", module("Pair", lights={"Ana": [5]})),
    ("modules.Pair.lights.Ana[0]", module("Pair", lights={"Ana": [True]})),
    ("modules.Pair.lights.Ana[1]", module("Pair", lights={"Ana": [1, 1]})),
    ("modules.Pair.lights.Ana", module("Pair", lights={"Ana": [0, 1, 2, 3]})),
    ("modules.Shuffle.tokens.Ana", module("Shuffle", tokens={"Ana": 5})),
    ("modules.Shuffle.tokens.Ana", module("Shuffle", tokens={"Ana": -1})),
    # who has won what
    ("modules", board(modules=won(Stones="Bo", Pair="Bo", Set="Bo"))),
    ("modules", board(modules=won(Stones="Ana", Pair="Ana", Order="Ana"))),
    ("modules", board(modules=won(Stones="Ana", Pair="Ana", Order="Ana", Set="Ana"))),
    (
        "modules",
        board(modules=won(Stones="Ana", Pair="Ana", Order="Ana", Set="Ana", Balance="Ana")),
    ),
    # most recent modules
    ("recent", example(recent=None)),
    ("recent.Ana", example(recent={"Ana": None})),
    ("recent.Ana", example(recent={"Ana": "balance"})),
    ("recent.Bo", example(recent={"Bo": None})),
    ("recent.Ana", board(turn=1, recent=("Set", None))),
    ("recent.Ana", board(turn=2, recent=(None, None))),
    ("recent.Bo", board(turn=2, recent=("Set", "Pair"))),
    # what is blocked
    ("blocked", example(blocked="set")),
    ("blocked", example(blocked="Stones", blocks_made={"Bo": ["Stones"]})),
    ("blocked", example(blocked="Set")),
    ("blocked", example(blocked="Order", blocks_made={"Ana": ["Order"]})),
    ("blocked", example(blocked="Pair", blocks_made={"Bo": ["Pair"]})),
    ("blocked", example(blocked="Balance", blocks_made={"Bo": ["Balance"]})),
    (
        "blocked",
        board(modules=won(Pair="Ana", Stones="Bo"), blocked="Set", blocks_made={"Bo": ["Set"]}),
    ),
    ("blocks_made.Bo[1]", example(blocks_made={"Bo": ["Set", "Set"]})),
    ("blocks_made.Bo", example(blocks_made={"Bo": "Set"})),
    # invocations, closed
    ("spirits.Ana.normal", example(spirits={"Ana": {"normal": None}})),
    ("spirits.Ana.bad", example(spirits={"Ana": {"bad": 1}})),
    ("closed", example(closed=[])),
    ("closed", example(closed=["Balance", "Stones"])),
    ("closed", example(closed=["Balance", "Stones", "Pair", "Set"])),
    ("closed[3]", example(closed=["Balance", "Stones", "Pair", "Pair"])),
    ("closed", example(closed=None)),
]


def test_a_position_that_breaks_a_rule_names_the_field() -> None:
    for wrong, position in WRONG:
        assert field(position) == wrong, wrong


@pytest.mark.parametrize("key", ["weight", "won", "points"])
def test_every_module_has_all_its_keys(key: str) -> None:
    position = deepcopy(EXAMPLE)
    del position["modules"]["Balance"][key]
    assert field(position) == f"modules.Balance.{key}"


@pytest.mark.parametrize(
    "position",
    [
        EXAMPLE,
        example(turn=25.0),
        board(turn=1, recent=(None, None)),
        board(turn=1, recent=(None, None), blocked="Set"),
        board(turn=2, recent=("Set", None)),
        board(turn=2, recent=("Set", None), blocked="Pair", blocks_made={"Ana": ["Pair"]}),
        board(recent=("Set", "Set")),
        board(blocked="Set", blocks_made={"Bo": ["Set"]}, modules=won(Matching="Bo")),
        board(modules=won(Stones="Ana", Pair="Ana", Set="Ana")),
        board(modules=won(Stones="Ana", Pair="Ana", Balance="Ana")),
        board(modules=won(Stones="Ana", Set="Ana", Balance="Ana")),
        board(modules=won(Stones="Ana", Pair="Ana", Set="Ana", Balance="Ana")),
        board(modules=won(Stones="Ana", Pair="Ana", Order="Bo", Matching="Bo")),
        board(modules={"Set": {"cards": laid("Ana P4", "Bo B2", "Ana R1", "Bo G3")}}),
        board(
            modules={
                "Stones": {
                    "points": {"Ana": 1, "Bo": 2},
                    "stones": dict.fromkeys(("Red", "Blue", "Purple"), 0),
                }
            }
        ),
        example(configurations=STARTS, bans=["D", "A", "C"], configuration="B"),
        example(seats=["Bo", "Ana"], to_move="Bo", closed=["Balance", "Stones", "Pair"]),
    ],
)
def test_positions_that_hold_are_reported_as_they_were_given(position: dict[str, Any]) -> None:
    reported = at(position).state
    given = deepcopy(position)
    closed = given.pop("closed", reported["closed"])
    assert reported == given | {"closed": closed}


def test_hands_lights_and_lists_of_modules_may_be_in_any_order() -> None:
    shuffled = example(
        hands={"Ana": ["B3", "R1", "Y5"]},
        modules={
            "Order": {"lights": {"Ana": ["Green", "Red"]}},
            "Pair": {"lights": {"Bo": [2, 0]}},
        },
        blocks_made={"Bo": ["Shuffle", "Balance"]},
        closed=["Pair", "Balance", "Stones"],
    )
    assert at(shuffled).state == example(blocks_made={"Bo": ["Balance", "Shuffle"]})


def test_a_position_that_was_given_is_not_changed() -> None:
    given = example()
    at(given).say("Y5 set draw module")
    assert given == EXAMPLE
