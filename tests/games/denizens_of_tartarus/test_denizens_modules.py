"""What a play does on each module, and what its draw option draws."""

from typing import Any

import pytest
from tartarus import at, board, laid

from umpire.match import suggest

# Balance


def test_balance_weighs_the_number_and_gives_no_point() -> None:
    table = at(board(modules={"Balance": {"weight": {"Ana": 4, "Bo": 1}}})).say("G3 balance")
    assert table.module("Balance")["weight"] == {"Ana": 7, "Bo": 1}
    assert table.module("Balance")["points"] == {"Ana": 0, "Bo": 0}


def test_a_point_elsewhere_goes_on_balance_to_the_heavier_and_both_weights_go() -> None:
    modules = {"Matching": {"card": "R1"}, "Balance": {"weight": {"Ana": 4, "Bo": 9}}}
    table = at(board(modules=modules)).say("R1 matching")
    assert table.module("Balance")["points"] == {"Ana": 0, "Bo": 1}
    assert table.module("Balance")["weight"] == {"Ana": 0, "Bo": 0}


def test_five_points_win_balance_and_its_own_points_trigger_nothing() -> None:
    modules = {
        "Matching": {"card": "R1"},
        "Balance": {"points": {"Ana": 4}, "weight": {"Ana": 1}},
    }
    table = at(board(modules=modules)).say("R1 matching")
    assert table.module("Balance")["won"] == "Ana"
    assert table.module("Balance")["points"] == {"Ana": 5, "Bo": 0}
    assert "Ana wins Balance." in table.sentences


def test_balance_draws_the_nth_card() -> None:
    table = at(board(top="P3 P4 B5")).say("G3 balance draw module")
    assert table.hand("Ana") == "R1 Y2 B5"
    assert table.deck.startswith("P3 P4 R2")


# Order


@pytest.mark.parametrize(
    ("shown", "then", "lights"),
    [("Red", "Yellow", ["Red"]), ("Green", "Blue", []), ("Purple", "Red", [])],
)
def test_order_lights_the_colour_shown_and_moves_on(
    shown: str, then: str, lights: list[str]
) -> None:
    position = board(modules={"Order": {"color": shown}}, recent=("Pair", "Pair"))
    table = at(position).say("R1 order")
    assert table.module("Order")["color"] == then
    assert table.module("Order")["lights"] == {"Ana": lights, "Bo": []}


def test_a_light_that_is_on_stays_on() -> None:
    lights = {"Ana": ["Red", "Blue"], "Bo": []}
    position = board(modules={"Order": {"lights": lights}}, recent=("Pair", "Pair"))
    assert at(position).say("R1 order").module("Order")["lights"]["Ana"] == ["Red", "Blue"]


def test_order_draws_the_topmost_card_of_the_colour() -> None:
    table = at(board(top="P3 P4 R5 R2", recent=("Pair", "Pair"))).say("R1 order draw module")
    assert table.hand("Ana") == "R5 Y2 G3"
    assert table.deck.startswith("P3 P4 R2")


# Matching


def test_matching_gives_nothing_for_another_card() -> None:
    table = at(board(modules={"Matching": {"card": "P5"}})).say("R1 matching")
    assert table.module("Matching")["points"] == {"Ana": 0, "Bo": 0}
    assert table.module("Matching")["card"] == "P5"


@pytest.mark.parametrize(("pick", "drawn"), [("1", "P3"), ("2", "P4"), ("3", "B5"), ("P4", "P4")])
def test_matching_draws_one_of_the_n_topmost(pick: str, drawn: str) -> None:
    table = at(board(top="P3 P4 B5 B4")).say(f"G3 matching draw module {pick}")
    assert drawn in table.state["hands"]["Ana"]


@pytest.mark.parametrize("pick", ["0", "4", "B4", "G3", "R1"])
def test_matching_draws_no_other(pick: str) -> None:
    assert at(board(top="P3 P4 B5 B4")).code(f"G3 matching draw module {pick}") == "illegal"


# Set


def test_set_keeps_cards_in_the_order_played() -> None:
    table = at(board(modules={"Set": {"cards": laid("Bo P5", "Ana B3")}})).say("R1 set")
    assert table.module("Set")["cards"] == laid("Bo P5", "Ana B3", "Ana R1")


@pytest.mark.parametrize("card", ["G1 set", "R3 set"])
def test_set_refuses_a_colour_or_a_number_that_lies_there(card: str) -> None:
    position = board(ana="G1 R3 Y2", bo="R1 B2 P4", modules={"Set": {"cards": laid("Bo R1")}})
    assert at(position).code(card) == "illegal"
    assert at(position).code("Y2 set") is None


def test_sets_fourth_card_gives_the_point_to_the_higher_sum_and_all_go() -> None:
    modules = {"Set": {"cards": laid("Ana P5", "Bo B2", "Ana G4")}}
    table = at(board(modules=modules)).say("R1 set")
    assert table.module("Set") == {"won": None, "points": {"Ana": 1, "Bo": 0}, "cards": []}


def test_set_draws_the_topmost_card_unlike_the_one_played() -> None:
    table = at(board(top="R5 G1 P1 P3")).say("R1 set draw module")
    assert table.hand("Ana") == "Y2 G3 P3"
    assert table.deck.startswith("R5 G1 P1 ")


# Stones


@pytest.mark.parametrize(("there", "left", "points"), [(6, 3, 0), (4, 1, 0), (3, 0, 1), (1, 0, 1)])
def test_stones_go_and_the_last_one_gives_a_point(there: int, left: int, points: int) -> None:
    table = at(board(modules={"Stones": {"stones": {"Green": there}}})).say("G3 stones")
    assert table.module("Stones")["stones"]["Green"] == left
    assert table.module("Stones")["points"] == {"Ana": points, "Bo": 0}


def test_stones_discards_one_card_more_and_draws_two() -> None:
    table = at(board(top="P3 P4 B5")).say("G3 stones draw module R1")
    assert table.hand("Ana") == "Y2 P3 P4"
    assert table.deck.startswith("B5 ")
    assert table.deck.endswith("R1 G3")


# Pair


@pytest.mark.parametrize(
    ("hand", "play", "light"), [("R1 Y2 G3", "R1", 1), ("R1 Y5 G1", "Y5", 0), ("R1 Y5 G3", "G3", 4)]
)
def test_pair_lights_the_difference_of_the_cards_left(hand: str, play: str, light: int) -> None:
    table = at(board(ana=hand, bo="B1 P2 R4", recent=("Set", "Set"))).say(f"{play} pair")
    assert table.module("Pair")["lights"] == {"Ana": [light], "Bo": []}


def test_pair_draws_the_tenth_card() -> None:
    position = board(top="R2 R3 R5 Y1 Y3 Y4 Y5 G1 G2 P5 G4", recent=("Set", "Set"))
    table = at(position).say("R1 pair draw module")
    assert "P5" in table.state["hands"]["Ana"]
    assert table.deck.startswith("R2 R3 R5 Y1 Y3 Y4 Y5 G1 G2 G4")


# Shuffle

ENDS = "R2 Y3 Y4 Y5 G2 G1 R5 G4 G5 B2 B3 B4 P1 Y1 P3 R3 P4 P5 B5"


def test_shuffle_counts_colour_or_number_at_both_ends_of_each_pile() -> None:
    table = at(board(top=ENDS)).say("G3 shuffle")
    assert table.module("Shuffle")["tokens"] == {"Ana": 1, "Bo": 0}, "of the six only G1"
    table = at(board(top=ENDS)).say("Y2 shuffle")
    assert table.module("Shuffle")["tokens"]["Ana"] == 2, "R2 and Y1"
    table = at(board(top=ENDS, modules={"Shuffle": {"tokens": {"Bo": 2}}})).say("R1 shuffle")
    assert table.module("Shuffle")["points"]["Ana"] == 1, "R2, G1, R5, P1 and Y1"
    assert table.module("Shuffle")["tokens"] == {"Ana": 0, "Bo": 2}


# Points and wins


NEARLY: list[tuple[str, str, dict[str, Any]]] = [
    ("R1 order", "Order", {"points": {"Ana": 1}, "lights": {"Ana": ["Yellow", "Green", "Blue"]}}),
    ("R1 matching", "Matching", {"points": {"Ana": 2}, "card": "R1"}),
    ("R1 set", "Set", {"points": {"Ana": 1}, "cards": laid("Ana P5", "Bo B2", "Ana G4")}),
    (
        "R1 stones",
        "Stones",
        {"points": {"Ana": 2}, "stones": {"Red": 1, "Blue": 0, "Purple": 0}},
    ),
    ("R1 pair", "Pair", {"points": {"Ana": 1}, "lights": {"Ana": [0, 2, 4]}}),
    ("R1 shuffle", "Shuffle", {"points": {"Ana": 3}, "tokens": {"Ana": 4}}),
]


@pytest.mark.parametrize(("play", "name", "own"), NEARLY)
def test_the_last_point_needed_wins_a_module_for_good(
    play: str, name: str, own: dict[str, Any]
) -> None:
    position = board(top=ENDS, modules={name: own}, recent=("Balance", "Balance"))
    table = at(position).say(play)
    assert table.module(name)["won"] == "Ana"
    assert f"Ana wins {name}." in table.sentences
    assert name in table.state["closed"]
    table.say(suggest(table.match, table.match.pending[0])[0])
    assert table.code(f"Y2 {name}") == "illegal"
