"""Every numbered ruling of the game has a test here, or elsewhere in this folder, that names it."""

import pytest
from tartarus import DEALS, EXAMPLE, STARTS, Table, at, board, laid, won

# The start


def test_ruling_1_any_board_can_be_given() -> None:
    assert at(EXAMPLE).state == EXAMPLE


def test_ruling_1_any_four_starts_can_be_given() -> None:
    table = Table(configurations=STARTS)
    assert table.kind == "ban"
    assert table.state["configurations"][0]["hands"] == [["R1", "Y2", "G3"], ["R3", "B1", "P2"]]


def test_ruling_1_a_fresh_deal_is_the_default() -> None:
    table = Table()
    for letter, deal in zip("ABCD", DEALS, strict=True):
        assert (table.asked.by, table.asked.id) == ("chance", f"deal {letter}")
        table.say(deal)
    assert table.asked.id == "ban 1"


def test_ruling_2_the_colours_differ_within_each_hand_by_itself() -> None:
    both_have_red = "R1 Y2 G3 | B1 P2 R3 | " + DEALS[0].split("|")[2]
    assert Table().code(both_have_red) is None
    two_reds_in_one_hand = (
        "R1 R2 G3 | B1 P2 Y3 | Y1 G1 P1 Y2 G2 B2 R3 B3 P3 R4 Y4 G4 B4 P4 R5 Y5 G5 B5 P5"
    )
    assert Table().code(two_reds_in_one_hand) == "illegal"
    assert "three different colours" in Table().error(two_reds_in_one_hand)


def test_ruling_3_missed_decisions_before_the_first_turn_fall_to_their_defaults() -> None:
    table = Table(decider="Bo", configurations=STARTS)
    table.miss()
    assert table.state["seats"] == ["Ana", "Bo"]
    assert table.state["left"] == "Ana"
    table.say("b").miss().miss()
    assert table.state["bans"] == ["B", "A", "C"]
    table.miss()
    assert table.state["blocked"] is None
    assert table.state["turn"] == 1


def test_ruling_3_a_missed_turn_loses_the_match() -> None:
    table = at(EXAMPLE).miss()
    assert not table.match.pending
    assert table.outcome == ("Bo", "time")


def test_ruling_3_only_turns_have_reserve() -> None:
    table = Table(decider="Ana", configurations=STARTS)
    for text in ("first", "a", "b", "c", "none"):
        assert not table.asked.reserve
        table.say(text)
    assert table.asked.reserve


def test_ruling_4_seats_and_declaration_have_the_time_of_a_ban() -> None:
    table = Table(decider="Ana", configurations=STARTS)
    limits = {}
    for text in ("first", "a", "b", "c", "none"):
        limits[table.kind] = table.asked.limit
        table.say(text)
    assert limits == {"seats": 60, "ban": 60, "declare": 60}


def test_ruling_5_a_declaration_closes_turn_1_only_and_spends_nothing() -> None:
    table = Table(configurations=STARTS).say("a", "b", "c")
    before = table.state["spirits"]
    table.say("declare set")
    assert table.state["blocked"] == "Set"
    assert table.state["closed"] == ["Set"]
    assert table.state["spirits"] == before
    assert table.state["blocks_made"] == {"Ana": [], "Bo": []}
    table.say("P1 balance")
    assert table.state["blocked"] is None
    assert table.state["closed"] == ["Balance"]
    assert table.code("B1 order; block set") is None, "a declaration is no Blocking"


# Invocations


def test_ruling_6_blocking_and_mulligan_draw_on_one_supply() -> None:
    assert Table().state["spirits"]["Ana"] == {"normal": 1, "attuned": 1}
    table = at(board()).say("R1 balance; block set", "B1 matching", "Y2 shuffle", "P2 balance")
    assert table.state["spirits"]["Ana"] == {"normal": 0, "attuned": 1}
    assert table.code("G3 order; mulligan R2") == "illegal"
    assert table.code("G3 order; block set") == "illegal"
    assert table.code("G3 order") is None


def test_ruling_6_the_supply_is_an_option() -> None:
    table = Table(spirits={"Bo": {"normal": 3, "attuned": 0}})
    assert table.state["spirits"] == {
        "Ana": {"normal": 1, "attuned": 1},
        "Bo": {"normal": 3, "attuned": 0},
    }


def test_ruling_7_attuned_is_spent_only_by_its_word() -> None:
    table = at(board(spirits={"Ana": {"normal": 0}}))
    assert table.code("R1 balance; block set") == "illegal"
    assert table.code("R1 balance; mulligan Y2") == "illegal"
    table.say("R1 balance; attuned mulligan Y2")
    assert table.state["spirits"]["Ana"] == {"normal": 0, "attuned": 0}


def test_ruling_7_attuned_may_be_used_where_a_normal_one_would_do() -> None:
    table = at(board()).say("R1 balance; attuned block set")
    assert table.state["spirits"]["Ana"] == {"normal": 1, "attuned": 0}
    assert table.state["blocked"] == "Set"


def test_ruling_7_a_mulligan_of_no_card_is_none() -> None:
    assert at(board()).code("R1 balance; attuned mulligan") == "syntax"


def test_ruling_8_blocking_lasts_for_one_turn() -> None:
    table = at(board()).say("R1 balance; block set")
    assert table.state["closed"] == ["Balance", "Order", "Set"]
    table.say("B1 matching")
    assert table.state["blocked"] is None
    assert table.state["closed"] == ["Balance", "Matching"]
    table.say("Y2 shuffle")
    assert table.state["closed"] == ["Matching", "Shuffle"]


@pytest.mark.parametrize("module", ["balance", "order"])
def test_ruling_8_blocking_what_is_closed_anyway_is_a_slip(module: str) -> None:
    assert at(board()).code(f"R1 balance; block {module}") == "illegal"


def test_ruling_8_one_may_block_what_oneself_played_on_the_turn_before() -> None:
    assert at(board()).code("R1 balance; block pair") is None


def test_ruling_8_no_module_is_blocked_twice_by_one_player() -> None:
    blocked = board(blocks_made={"Ana": ["Set"], "Bo": ["Shuffle"]})
    assert at(blocked).code("R1 balance; block set") == "illegal"
    assert at(blocked).code("R1 balance; attuned block set") == "illegal"
    assert at(blocked).code("R1 balance; block shuffle") is None, "the opponent's do not count"


def test_ruling_8_modules_are_counted_after_the_wins_of_the_turn() -> None:
    about_to_win = {"Matching": {"points": {"Ana": 2}, "card": "R1"}}
    table = at(board(modules=about_to_win))
    assert table.code("R1 balance; block set") is None
    assert table.code("R1 matching; block set") == "illegal"
    assert table.code("R1 matching; attuned block set") is None
    assert table.code("R1 matching; attuned block matching") == "illegal", "it is won by then"


def test_ruling_8_with_five_modules_left_nothing_is_blocked() -> None:
    five = board(modules=won(Matching="Ana", Stones="Bo"))
    assert at(five).code("R1 balance; attuned block set") == "illegal"


def test_ruling_9_nobody_passes() -> None:
    assert at(EXAMPLE).code("pass") == "illegal"
    assert at(EXAMPLE).code("PASS ") == "illegal"
    assert at(EXAMPLE).code("pass pass") == "syntax"


# The course of a match


def third_for_bo_in_anas_turn() -> Table:
    """Bo has two modules; Ana lays the fourth card on Set, by which Bo wins it."""
    modules = won(Stones="Bo", Pair="Bo") | {
        "Set": {"points": {"Bo": 1}, "cards": laid("Bo P5", "Ana B2", "Bo G4")}
    }
    return at(board(modules=modules, recent=("Order", "Shuffle"))).say("R1 set")


def test_ruling_10_a_third_module_waits_for_its_winners_own_turn() -> None:
    table = third_for_bo_in_anas_turn()
    assert table.module("Set")["won"] == "Bo"
    assert table.state["phase"] == "turn"
    assert table.state["to_move"] == "Bo"
    table.say("B1 balance")
    assert not table.match.pending
    assert table.outcome == ("Bo", "modules")
    assert table.state["turn"] == 4


def test_ruling_10_a_mover_with_three_wins_before_an_opponent_with_three() -> None:
    modules = won(Stones="Bo", Pair="Bo", Order="Ana", Matching="Ana") | {
        "Set": {"points": {"Ana": 1}, "cards": laid("Ana P5", "Bo B2", "Ana G4")},
        "Balance": {"points": {"Bo": 4}, "weight": {"Bo": 1}},
    }
    table = at(board(modules=modules, recent=("Balance", "Shuffle"))).say("R1 set")
    assert table.module("Balance")["won"] == "Bo"
    assert table.outcome == ("Ana", "modules")


def test_ruling_11_a_won_module_stays_the_most_recent() -> None:
    about_to_win = {"Matching": {"points": {"Ana": 2}, "card": "R1"}}
    table = at(board(modules=about_to_win)).say("R1 matching")
    assert table.state["recent"]["Ana"] == "Matching"
    assert table.state["closed"] == ["Order", "Matching"], "nothing takes its place"
    table.say("B1 balance")
    assert table.state["closed"] == ["Balance", "Matching"]


@pytest.mark.parametrize(
    ("modules", "closed"),
    [
        ({}, ["Balance", "Shuffle"]),
        (won(Stones="Bo", Pair="Ana"), ["Balance", "Stones", "Pair", "Shuffle"]),
        (won(Stones="Bo", Pair="Ana", Set="Bo"), ["Balance", "Set", "Stones", "Pair"]),
        (
            won(Stones="Bo", Pair="Ana", Set="Bo", Order="Ana"),
            ["Balance", "Order", "Set", "Stones", "Pair"],
        ),
    ],
)
def test_ruling_11_the_fewer_remain_the_less_is_closed(modules: object, closed: list[str]) -> None:
    assert at(board(modules=modules, recent=("Balance", "Shuffle"))).state["closed"] == closed


def test_ruling_11_with_two_remaining_nothing_more_is_closed() -> None:
    modules = won(Stones="Bo", Pair="Ana", Set="Bo", Order="Ana", Balance="Ana")
    two = at(board(modules=modules, recent=("Matching", "Shuffle")))
    assert two.state["closed"] == ["Balance", "Order", "Set", "Stones", "Pair"]
    assert two.code("R1 matching") is None


# Modules


def test_ruling_12_balance_is_reset_at_a_tie_too() -> None:
    modules = {
        "Matching": {"card": "R1"},
        "Balance": {"points": {"Ana": 2, "Bo": 1}, "weight": {"Ana": 6, "Bo": 6}},
    }
    table = at(board(modules=modules)).say("R1 matching")
    assert table.module("Balance") == {
        "won": None,
        "points": {"Ana": 2, "Bo": 1},
        "weight": {"Ana": 0, "Bo": 0},
    }


def test_ruling_13_the_opponents_point_tips_balance_as_well() -> None:
    modules = {
        "Set": {"cards": laid("Bo P5", "Ana B2", "Bo G4")},
        "Balance": {"weight": {"Ana": 3, "Bo": 2}},
    }
    table = at(board(modules=modules)).say("R1 set")
    assert table.module("Set")["points"] == {"Ana": 0, "Bo": 1}
    assert table.module("Balance")["points"] == {"Ana": 1, "Bo": 0}


def test_ruling_13_balance_that_is_won_tips_no_more() -> None:
    modules = won(Balance="Bo") | {"Matching": {"card": "R1"}}
    table = at(board(modules=modules)).say("R1 matching")
    assert table.module("Matching")["points"] == {"Ana": 1, "Bo": 0}
    assert table.module("Balance")["points"] == {"Ana": 0, "Bo": 5}


def test_ruling_13_balance_won_by_a_tip_has_had_its_last_reset() -> None:
    modules = {
        "Matching": {"card": "R1"},
        "Balance": {"points": {"Bo": 4}, "weight": {"Ana": 1, "Bo": 2}},
    }
    table = at(board(modules=modules)).say("R1 matching")
    assert table.module("Balance") == {
        "won": "Bo",
        "points": {"Ana": 0, "Bo": 5},
        "weight": {"Ana": 0, "Bo": 0},
    }


ENDS_FOR_R1 = "R2 Y3 Y4 Y5 G2 R3 R5 G4 G5 B2 B3 B4 G1 Y1 P1 P3 P4 P5 B5"
"""A deck whose piles end in R2 R3, R5 G1 and Y1 B5: five cards for R1."""


@pytest.mark.parametrize(("before", "points", "after"), [(0, 1, 0), (4, 1, 0)])
def test_ruling_14_five_tokens_or_more_give_one_point_and_all_go(
    before: int, points: int, after: int
) -> None:
    modules = {"Shuffle": {"tokens": {"Ana": before, "Bo": 3}}}
    table = at(board(top=ENDS_FOR_R1, modules=modules)).say("R1 shuffle")
    assert table.module("Shuffle")["points"]["Ana"] == points
    assert table.module("Shuffle")["tokens"] == {"Ana": after, "Bo": 3}


def test_ruling_15_tokens_count_on_6_7_6_and_a_deck_drawn_from_is_6_6_6() -> None:
    table = at(board(top=ENDS_FOR_R1)).say("R1 shuffle draw module MBT")
    assert table.module("Shuffle")["points"]["Ana"] == 1
    assert table.hand("Ana") == "R2 Y2 G3"
    assert table.deck == ("G4 G5 B2 B3 B4 G1 Y1 P1 P3 P4 P5 B5 Y3 Y4 Y5 G2 R3 R5 R1")


def test_ruling_16_piles_change_places_and_nothing_else_moves() -> None:
    table = at(board(top=ENDS_FOR_R1)).say("R1 shuffle MBT")
    assert table.hand("Ana") == "R5 Y2 G3"
    assert table.deck == "G4 G5 B2 B3 B4 G1 Y1 P1 P3 P4 P5 B5 R2 Y3 Y4 Y5 G2 R3 R1"


def test_ruling_16_piles_left_out_keep_their_places() -> None:
    table, same = at(board(top=ENDS_FOR_R1)), at(board(top=ENDS_FOR_R1))
    assert table.say("R1 shuffle").state == same.say("R1 shuffle TMB").state
    assert table.deck == f"{ENDS_FOR_R1[3:]} R1"


def test_ruling_17_matching_shows_a_card_that_stays_where_it_is() -> None:
    table = Table(configurations=STARTS).say("a", "b", "c", "none")
    shown = table.module("Matching")["card"]
    assert shown == table.state["deck"][-1]
    modules = {"Matching": {"card": "R1"}}
    table = at(board(modules=modules, bottom="B3 P4")).say("R1 matching")
    assert table.module("Matching")["card"] == "P4", "the bottom before the card is discarded"
    assert table.deck.endswith("B3 P4 R1")


def test_ruling_18_a_colour_with_no_stones_left_may_be_played_for_nothing() -> None:
    modules = {"Stones": {"points": {"Bo": 1}, "stones": {"Red": 0}}}
    table = at(board(modules=modules)).say("R1 stones")
    assert table.module("Stones")["points"] == {"Ana": 0, "Bo": 1}
    assert table.module("Stones")["stones"]["Red"] == 0


def test_ruling_19_only_the_lights_of_who_gains_the_point_go_off() -> None:
    order = {"lights": {"Ana": ["Yellow", "Green", "Blue"], "Bo": ["Red", "Blue", "Purple"]}}
    table = at(board(modules={"Order": order}, recent=("Pair", "Set"))).say("R1 order")
    assert table.module("Order")["points"] == {"Ana": 1, "Bo": 0}
    assert table.module("Order")["lights"] == {"Ana": [], "Bo": ["Red", "Blue", "Purple"]}

    pair = {"lights": {"Ana": [0, 2, 3], "Bo": [0, 1, 4]}}
    table = at(board(modules={"Pair": pair}, recent=("Order", "Set"))).say("R1 pair")
    assert table.module("Pair")["points"] == {"Ana": 1, "Bo": 0}
    assert table.module("Pair")["lights"] == {"Ana": [], "Bo": [0, 1, 4]}


def test_ruling_20_sets_fifth_card_scores_whatever_the_sums() -> None:
    cards = laid("Bo P5", "Ana B2", "Bo G1", "Ana Y4")
    table = at(board(ana="R3 Y2 G3", bo="B1 P2 R4", modules={"Set": {"cards": cards}}))
    assert table.code("Y2 set") == "illegal"
    assert table.code("G3 set") == "illegal"
    table.say("R3 set")
    assert table.module("Set") == {"won": None, "points": {"Ana": 1, "Bo": 0}, "cards": []}


def test_ruling_20_at_equal_sums_the_four_lie_on() -> None:
    cards = laid("Bo P5", "Ana B2", "Bo G1")
    table = at(board(ana="Y4 R1 R2", modules={"Set": {"cards": cards}})).say("Y4 set")
    assert table.module("Set")["points"] == {"Ana": 0, "Bo": 0}
    assert table.module("Set")["cards"] == [*cards, {"by": "Ana", "card": "Y4"}]


# Draws and discards


def test_ruling_21_discards_lie_extra_card_played_card_mulligans_cards() -> None:
    table = at(board(ana="R1 Y2 G3", top="P3 P4 B5 B4"))
    table.say("R1 stones draw module Y2; attuned mulligan P3 G3")
    assert table.hand("Ana") == "B4 B5 P4"
    assert table.deck.endswith("Y2 R1 P3 G3")


def test_ruling_22_a_module_won_by_the_play_still_lends_its_draw_option() -> None:
    about_to_win = {"Matching": {"points": {"Ana": 2}, "card": "G3"}}
    table = at(board(top="P3 P4 B5", modules=about_to_win)).say("G3 matching draw module 3")
    assert table.module("Matching")["won"] == "Ana"
    assert table.hand("Ana") == "R1 Y2 B5"


@pytest.mark.parametrize("module", ["balance", "matching", "set", "stones", "shuffle"])
def test_ruling_23_the_top_card_can_always_be_drawn(module: str) -> None:
    table = at(board(top="P3")).say(f"R1 {module} draw top")
    assert table.hand("Ana") == "Y2 G3 P3"


def test_ruling_23_shuffles_usual_draw_comes_after_the_rearranging() -> None:
    table = at(board(top="P3 P4 B5", bottom="R5 R2 Y1 Y5 G5 B2"))
    table.say("R1 shuffle BTM draw top")
    assert table.hand("Ana") == "R5 Y2 G3"


def test_a_refusal_says_why_a_module_is_closed() -> None:
    closed = {"blocked": "Shuffle", "blocks_made": {"Bo": ["Shuffle"]}, "modules": won(Set="Bo")}
    table = at(board("R1 Y2 G3", "B1 P2 Y4", turn=5, recent=("Order", "Balance"), **closed))
    for module, why in (
        ("Set", "Bo has won it"),
        ("Shuffle", "Bo has closed it for this turn"),
        ("Order", "it is your most recent module"),
        ("Balance", "it is Bo's most recent module"),
    ):
        refusal = table.error(f"R1 {module}")
        assert refusal.startswith(f"{module} is closed to you: {why}. Open: "), refusal
