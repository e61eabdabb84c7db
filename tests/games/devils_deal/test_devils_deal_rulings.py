"""Every numbered ruling of the game has a test here, or elsewhere in this folder, that names it."""

import pytest
from devils_table import DEAL, DIVISION, SELECTION, Table, betting, choosing, dividing, started

from umpire.games.devils_deal import GAME
from umpire.match import asking

CLOCK = {"clock": True, "break_seconds": 20}


# The start


def test_ruling_1_the_first_player_decides_in_the_time_of_a_simple_decision() -> None:
    table = Table(clock=True, simple_seconds=7).say(DEAL)
    assert table.owing == [("Ana", "start")]
    assert table.match.pending[0].deadline == 7


def test_ruling_1_silence_means_taking_the_start_oneself() -> None:
    table = Table(clock=True).say(DEAL).wait(20)
    assert table.state["starter"] is None, "exactly at the limit there is still time"
    assert table.wait(0.5).state["starter"] == "Ana"
    assert Table().say(DEAL, "opponent").state["starter"] == "Bo"


def test_ruling_2_both_pools_are_public_before_the_starting_player_is_chosen() -> None:
    table = Table()
    assert (table.owing, table.state["start_pools"]) == ([("chance", "deal")], None)
    table.say(DEAL)
    assert (table.owing, table.state["round"]) == ([("Ana", "start")], 0)
    pools = {"Ana": ["B1", "B4", "B7", "G7", "R9"], "Bo": ["B2", "G3", "G4", "R4", "R8"]}
    assert table.seen(None)["start_pools"] == pools


def test_ruling_3_the_later_stakes_hold() -> None:
    table = started().say("yes")
    assert table.state["chips"] == {"Ana": 25, "Bo": 30}
    table = betting()
    assert (table.state["chips"], table.state["pot"], table.state["removed"]) == (
        {"Ana": 28, "Bo": 28},
        3,
        1,
    )
    assert table.say("fold").state["chips"] == {"Ana": 26, "Bo": 33}
    assert GAME.read_options(("Ana", "Bo"), {}).break_seconds == 20


# Refills


def test_ruling_4_chips_paid_for_a_refill_leave_the_match() -> None:
    table = started().say("yes")
    assert (table.state["chips"], table.state["removed"]) == ({"Ana": 25, "Bo": 30}, 5)


def test_ruling_5_who_has_too_few_chips_is_not_asked_about_a_refill() -> None:
    table = started().with_chips(6, 4).say("no")
    assert table.owing == [("chance", "community")]
    assert any("Bo has too few chips" in sentence for sentence in table.told(None))
    table = Table().say(DEAL).with_chips(4, 30).say("me")
    assert table.owing == [("Bo", "refill")]


def test_ruling_5_nobody_is_asked_if_neither_has_the_chips() -> None:
    assert Table().say(DEAL).with_chips(4, 4).say("me").owing == [("chance", "community")]


def test_ruling_5_with_exactly_5_chips_it_may_be_bought() -> None:
    table = started().with_chips(5, 30).say("yes")
    assert table.state["chips"]["Ana"] == 0
    table.say(SELECTION, "none", "pass")
    assert table.owing == [("Bo", "refill")], "the buyer has too few for another"
    table.say("no", "R1", "B1 B4", "B2 G3")
    assert table.outcome == ("Bo", "ante")


def test_ruling_6_no_to_a_refill_ends_the_turn_for_the_round() -> None:
    table = started().say("no", "yes", SELECTION, "none", "pass")
    assert table.owing == [("Bo", "refill")]
    assert table.say("no").owing == [("chance", "community")]


def test_ruling_7_the_time_of_a_division_starts_with_the_selection() -> None:
    table = started(**CLOCK).wait(10).say("yes").wait(3).say(SELECTION)
    assert table.match.pending[0].deadline == 13 + 90


def test_ruling_7_the_time_of_the_taker_starts_with_the_closing_of_the_division() -> None:
    table = dividing(**CLOCK).wait(30).say("G1 *").wait(5).say("lock")
    assert table.owing == [("Bo", "take")]
    assert table.match.pending[0].deadline == 35 + 20


def test_ruling_8_a_draft_is_its_author_s_alone_and_counts_once_it_closes() -> None:
    table = dividing(**CLOCK)
    before = table.state
    table.say("B5 | G5 *")
    assert table.state == before
    assert "B5 | G5 *" in " ".join(table.told("Ana"))
    assert table.told("Bo") == table.told(None) == []
    table.say("G1 *", "lock")
    assert (table.refill["aside"], table.refill["piles"]) == (["G1"], [])
    assert "G1" in " ".join(table.told(None))


def test_ruling_9_an_invalid_division_is_refused_and_the_valid_one_stays_held() -> None:
    table = dividing(**CLOCK).say("B5 | G5 *").wait(80)
    for text in ("B5 | G6 *", "B5 | G5 * nonsense"):
        assert not table.by("Ana", text).ok
    pending = table.report["pending"][0]
    assert (pending["held"], pending["deadline"]) == (True, 90)
    table.wait(10.5)
    assert table.refill["piles"] == [["B5"]]


def test_ruling_9_only_with_no_valid_division_is_all_set_aside() -> None:
    table = dividing(**CLOCK)
    assert table.code("lock") == "illegal"
    assert not table.by("Ana", "B5 | G6 *").ok
    table.wait(90.5)
    refill = table.refill
    assert (refill["piles"], refill["unused"], refill["discarded"]) == ([], [], [])
    assert refill["aside"] == sorted(SELECTION.split())


def test_ruling_10_a_single_pile_set_aside_keeps_nothing_and_no_pile_is_no_division() -> None:
    table = dividing()
    assert table.code("unused: G1") == "illegal"
    table.say("G5 B3 *")
    assert (table.refill["piles"], table.refill["aside"]) == ([], ["B3", "G5"])
    assert table.pool("Ana") == "B1 B4 B7 G7 R9"
    assert len(table.refill["unused"]) == 10


def test_ruling_11_a_pile_of_one_card_will_do_and_one_of_none_will_not() -> None:
    assert dividing().code("G5 | B5 *") is None
    assert dividing().code("G5 | *") == "syntax"


def test_ruling_12_unused_are_the_cards_in_no_pile() -> None:
    table = dividing()
    assert table.code("B5 | G5 * | unused: G5") == "illegal"
    table.say("B5 | G5 * | unused: G1 G2")
    assert (table.refill["aside"], len(table.refill["unused"])) == (["G5"], 10)
    assert table.owing == [("Bo", "take")]
    assert table.code("R7") is None, "what is in no pile is unused, named so or not"


@pytest.mark.parametrize(
    "text", ["B5 | unused: G5", "B5\nG5 (unused)", "G5 unused\nB5", "(unused) G5 | B5"]
)
def test_ruling_12_a_pile_marked_unused_with_the_sum_of_the_others_is_the_one_set_aside(
    text: str,
) -> None:
    table = dividing().say(text)
    assert (table.refill["piles"], table.refill["aside"]) == ([["B5"]], ["G5"])
    assert len(table.refill["unused"]) == 10


def test_ruling_12_with_another_sum_it_is_no_pile_set_aside() -> None:
    assert dividing().code("B5 | unused: G6") == "illegal"
    table = dividing().say("B5 | G5 * | unused: G6")
    assert (table.refill["aside"], "G6" in table.refill["unused"]) == (["G5"], True)


def test_ruling_13_discards_may_be_old_or_just_kept() -> None:
    table = dividing().say(f"{DIVISION} discard: B1 R2 B4")
    assert table.refill["discarded"] == ["B1", "B4", "R2"]
    assert table.pool("Ana") == "B3 B6 B7 B9 G5 G6 G7 G8 R3 R9"


@pytest.mark.parametrize(
    ("discards", "why"),
    [
        ("B1 B4 B7 G7", "discard 3 cards, not 4"),
        ("B5", "you do not have B5"),
        ("B1 B1", "you do not have B1"),
    ],
)
def test_ruling_13_wrong_discards_count_as_none_named(discards: str, why: str) -> None:
    table = dividing(**CLOCK).say("G1 *", f"{DIVISION} discard: {discards}")
    assert table.told("Ana")[0] == f"Your answer is held: {DIVISION}"
    assert why in table.told("Ana")[1]
    assert table.told("Bo") == table.told(None) == []
    assert table.code("lock") == "illegal"
    table.wait(90.5)
    assert (table.refill["discarded"], len(table.refill["piles"])) == ([], 3)
    assert table.owing == [("chance", "discard")]


@pytest.mark.parametrize("clock", [True, False])
def test_ruling_13_where_none_must_go_a_division_stands_without_its_discards(clock: bool) -> None:
    table = dividing(clock=clock).say("B5 | G5 * | discard: B1")
    assert any("there is nothing to discard" in sentence for sentence in table.told("Ana"))
    if clock:
        table.say("lock")
    assert table.refill["discarded"] == []
    assert table.pool("Ana") == "B1 B4 B5 B7 G7 R9"
    assert not any("not count" in sentence for sentence in table.told("Bo"))


def test_ruling_13_what_is_wrong_with_the_piles_is_still_refused() -> None:
    assert dividing(**CLOCK).code("B5 | G6 * | discard: B1") == "illegal"


def test_ruling_14_missing_discards_are_drawn_at_the_limit_alone() -> None:
    table = dividing(**CLOCK).say(f"{DIVISION} discard: R2").wait(90.5)
    assert table.owing == [("chance", "discard")]
    assert len(table.state["pools"]["Ana"]) == 12
    assert (table.refill["discarded"], table.refill["random"]) == (["R2"], None)
    table.say("R9 B1")
    assert (table.refill["discarded"], table.refill["random"]) == (
        ["B1", "R2", "R9"],
        ["B1", "R9"],
    )
    assert table.pool("Ana") == "B3 B4 B6 B7 B9 G5 G6 G7 G8 R3"
    assert table.owing == [("Bo", "take")]


def test_ruling_14_a_division_with_too_few_discards_is_held_and_not_locked() -> None:
    table = dividing(**CLOCK).say(f"{DIVISION} discard: R2")
    assert table.owing == [("Ana", "divide")]
    _, warning = table.told("Ana")
    assert "You must discard 2 more cards" in warning
    assert "discard: R2 B1 B4" in warning, "an example that would do"
    assert table.told("Bo") == []
    code, error = table.refused("lock")
    assert (code, "2 more cards" in (error or "")) == ("illegal", True)
    assert table.say("discard: R2 B1 B4", "lock").owing == [("Bo", "take")]


@pytest.mark.parametrize("discards", ["", "discard", "discard: R2", "discard: B1 B1 B4"])
def test_ruling_14_without_a_clock_it_is_refused(discards: str) -> None:
    assert dividing().code(f"{DIVISION} {discards}") == "illegal"


def test_ruling_14_discards_may_be_named_later_and_alone() -> None:
    table = dividing(**CLOCK).say(f"{DIVISION} discard: R2").wait(60)
    table.say("d: B1, B4;R3")
    held, sums = table.told("Ana")
    assert held == f"Your answer is held: {DIVISION} | discard: B1 B4 R3"
    assert sums == "Each pile has the sum 14."
    table.say("discard: R9").say("discard: G7 B7 B4", "lock")
    assert table.refill["discarded"] == ["B4", "B7", "G7"]
    assert table.refill["random"] == []


@pytest.mark.parametrize("text", ["discard: B1 R2 B4 B7", "discard: B5", "d B1 B1", "discard G1"])
def test_ruling_14_discards_alone_must_fit_the_division_that_is_held(text: str) -> None:
    table = dividing(**CLOCK).say(f"{DIVISION} discard: R2")
    assert table.code(text) == "illegal"
    assert table.wait(90.5).refill["discarded"] == ["R2"]


@pytest.mark.parametrize("text", ["discard: none", "discard", "d"])
def test_ruling_14_discards_alone_may_be_none(text: str) -> None:
    table = dividing(**CLOCK).say(f"{DIVISION} discard: R2", text)
    assert table.told("Ana")[0] == f"Your answer is held: {DIVISION}"


def test_ruling_14_nothing_goes_with_none_that_is_held() -> None:
    table = dividing(**CLOCK).say("none")
    assert table.code("discard: B1") == "illegal"
    assert table.say("discard: none", "lock").refill["piles"] == []


@pytest.mark.parametrize("clock", [True, False])
def test_ruling_14_discards_alone_need_a_division_that_is_held(clock: bool) -> None:
    table = dividing(clock=clock)
    assert table.code("discard: B1") == "illegal"
    assert table.code("discard") == "illegal"
    assert table.code("discard: X1") == "syntax"
    if clock:
        held = table.say(DIVISION)
        assert held.code("discard: B1 | unused: G1") == "illegal", "that is not discards alone"


@pytest.mark.parametrize("text", [f"{DIVISION} discard: B1 R2 B4", "G1 *", "none"])
def test_ruling_14_there_is_no_warning_where_nothing_is_missing(text: str) -> None:
    table = dividing(**CLOCK).say(text)
    assert "must discard" not in " ".join(table.told("Ana"))
    table.say("lock")


def full() -> Table:
    """Bo takes a card of his opponent's refill, his own pool full."""
    table = Table().say(DEAL, "opponent", "yes", SELECTION)
    table.say("B5 R2 | R3 B3 G1 | R7 | G2 G5 * | discard: R8", "pass", "no", "yes")
    return table.say("R1 R2 R3 R4 R5 R6 R7 R8 R9 G1 G2 G3", "R5 | G3 R2 *")


def test_ruling_15_the_needed_discard_comes_with_the_card() -> None:
    table = full()
    assert (table.owing, table.pool("Bo")) == (
        [("Bo", "take")],
        "B2 B3 B5 G1 G3 G4 R2 R3 R4 R7",
    )
    code, error = table.refused("R9")
    assert code == "illegal"
    assert "discard" in (error or "")
    table.say("R9 discard: R7")
    assert table.pool("Bo") == "B2 B3 B5 G1 G3 G4 R2 R3 R4 R9"
    taken = table.state["current"]["refills"][-1]
    assert (taken["taken"], taken["taken_discard"]) == ("R9", "R7")


def test_ruling_15_the_card_just_taken_may_be_the_discard() -> None:
    table = full().say("R9 discard: R9")
    assert table.pool("Bo") == "B2 B3 B5 G1 G3 G4 R2 R3 R4 R7"


def test_ruling_15_at_the_limit_nothing_is_taken() -> None:
    table = dividing(**CLOCK).say("G1 *", "lock").wait(20.5)
    assert table.refill["taken"] == "pass"
    assert table.owing == [("Ana", "refill")]


def test_ruling_16_a_card_may_be_taken_after_every_refill() -> None:
    table = dividing().say("none", "R7", "yes", SELECTION, "none")
    assert table.owing == [("Bo", "take")]
    assert table.say("R7").pool("Bo") == "B2 G3 G4 R4 R7 R7 R8"


# The poker step


def test_ruling_17_the_community_card_is_drawn_when_both_have_finished_refilling() -> None:
    table = started().say("no")
    assert table.owing == [("Bo", "refill")]
    assert table.say("no").owing == [("chance", "community")]
    assert table.state["current"]["community"] is None


@pytest.mark.parametrize("card", ["B1", "G4", "R1"])
def test_ruling_18_the_community_card_is_any_of_the_27(card: str) -> None:
    table = started().say("no", "no", card)
    assert table.state["current"]["community"] == card


def bo_in_need() -> Table:
    """Bo, who starts round 3, has one card left, Ana 7."""
    table = Table().say("B1 B4 B7 G7 R9 B2 G3 G4 R4 R8", "me", "yes", SELECTION)
    table.say("B3 G6 | B9 | G8 G1 * ", "pass", "no", "no", "R1")
    table.say("B1 B4", "B2 G3", "fold", "no", "no", "R2")
    table.say("B3 B7", "G4 R4", "raise 1", "fold", "no")
    assert [table.pool(name) for name in ("Ana", "Bo")] == ["B9 G6 G7 R9", "R8"]
    assert table.state["starter"] == "Bo"
    return table


def test_ruling_19_who_cannot_choose_is_judged_at_once() -> None:
    table = bo_in_need().say("no", "R1")
    assert table.outcome == ("Ana", "cards")
    state = table.state
    assert (state["phase"], state["current"]["community"]) == ("over", "R1")
    assert (state["current"]["private"], state["pot"]) == (None, 0)


def test_ruling_19_if_neither_can_the_starting_player_loses() -> None:
    pools = "G1 G2 G3 G4 G5 R1 R2 R3 R4 R5"
    table = Table().say(pools, "opponent", "no", "no", "B9", "G1 G2", "R1 R2", "raise 1", "call")
    table.say("raise 1", "call", "no", "no", "B9", "G3 G4", "R3 R4", "raise 1", "call")
    table.say("raise 1", "call", "no", "no")
    starter = table.state["starter"]
    winner = "Bo" if starter == "Ana" else "Ana"
    assert table.say("B9").outcome == (winner, "cards")


def test_ruling_20_the_first_valid_choice_of_private_cards_is_final() -> None:
    table = choosing(**CLOCK)
    table.by("Ana", "B4 R9")
    assert table.by("Ana", "B1 B7").code == "not-pending"
    table.by("Bo", "G4 R4")
    assert table.state["current"]["private"]["Ana"] == ["B4", "R9"]


@pytest.mark.parametrize(("answered", "winner"), [("Ana", "Ana"), ("Bo", "Bo"), (None, "Bo")])
def test_ruling_21_failing_in_time_loses_for_both_the_starting_player(
    answered: str | None, winner: str
) -> None:
    table = choosing(**CLOCK)
    if answered:
        table.by(answered, {"Ana": "B4 R9", "Bo": "G4 R4"}[answered])
    table.wait(90.5)
    assert table.outcome == (winner, "time")
    state = table.state
    assert state["current"]["private"] is None
    assert {name: len(pool) for name, pool in state["pools"].items()} == {"Ana": 5, "Bo": 5}
    assert state["chips"] == {"Ana": 30, "Bo": 30}


def test_ruling_21_a_failure_is_judged_when_the_other_has_answered_or_failed() -> None:
    table = choosing(**CLOCK).umpire("extend Bo 60").wait(100)
    assert (table.outcome, table.owing) == (None, [("Bo", "private")])
    table.by("Bo", "G4 R4")
    assert table.outcome == ("Bo", "time")
    table = choosing(**CLOCK).umpire("extend Ana 60").wait(100)
    assert table.owing == [("Ana", "private")]
    assert table.wait(51).outcome == ("Bo", "time"), "both have failed, and Ana starts"


def test_ruling_22_private_cards_leave_the_pools_when_both_have_chosen() -> None:
    table = choosing()
    table.by("Bo", "G4 R4")
    assert table.pool("Bo") == "B2 G3 G4 R4 R8"
    table.by("Ana", "B4 R9")
    assert [table.pool(name) for name in ("Ana", "Bo")] == ["B1 B7 G7", "B2 G3 R8"]
    assert table.seen("Ana")["pools"] == {"Ana": ["B1", "B7", "G7"], "Bo": 3}


@pytest.mark.parametrize(("chips", "winner"), [((1, 30), "Bo"), ((30, 1), "Ana"), ((1, 0), "Bo")])
def test_ruling_23_the_ante_is_judged_after_the_choice_of_cards(
    chips: tuple[int, int], winner: str
) -> None:
    table = choosing().with_chips(*chips)
    assert table.outcome is None
    state = table.say("B4 R9", "G4 R4").state
    assert table.outcome == (winner, "ante")
    assert tuple(state["chips"].values()) == chips, "nobody has paid"
    assert (state["pot"], state["current"]["betting"]) == (0, 0)
    assert state["current"]["private"] == {"Ana": ["B4", "R9"], "Bo": ["G4", "R4"]}
    assert state["pools"]["Ana"] == ["B1", "B7", "G7"]


def test_ruling_23_who_cannot_choose_loses_though_the_other_cannot_pay() -> None:
    table = bo_in_need().with_chips(0, 30)
    assert table.say("no", "R1").outcome == ("Ana", "cards")


def test_ruling_24_having_no_chips_does_not_end_the_match() -> None:
    table = betting("B4 R9", "G4 R4", community="R1").say("raise 28", "call")
    assert table.outcome is None
    assert 0 in table.state["chips"].values()
    assert table.state["round"] == 2


# Bets


def test_ruling_25_the_winner_takes_the_antes_too() -> None:
    assert betting("B1 B4", "G4 R4", community="G7").say("fold").state["chips"]["Bo"] == 31 + 2
    no_penalty = betting("B7 R9", community="G7").say("fold").state["chips"]
    assert no_penalty == {"Ana": 28, "Bo": 31}


def test_ruling_26_in_a_tie_bets_return_and_the_odd_chip_is_removed() -> None:
    deal = "B4 B5 G6 G7 R9 G4 G5 B1 B2 B8"
    table = betting("B4 B5", "G4 G5", deal=deal, community="R6")
    table.say("raise 3", "raise 4", "call", "raise 2", "call")
    state = table.state
    over = state["history"][0]
    assert over["hands"] == {"Ana": "straight", "Bo": "straight"}
    assert (over["result"], over["winner"], over["penalty"]) == ("tie", None, None)
    assert over["bets"] == {"Ana": 9, "Bo": 9}
    assert (state["chips"], state["pot"], state["removed"]) == ({"Ana": 29, "Bo": 29}, 0, 2)


@pytest.mark.parametrize("starter", ["Ana", "Bo"])
def test_ruling_27_after_a_tie_the_starting_player_stays(starter: str) -> None:
    table = Table().say("B4 B5 G6 G7 R9 G4 G5 B1 B2 B8", starter, "no", "no", "R6")
    table.say("B4 B5", "G4 G5", "raise 1", "call", "raise 1", "call")
    assert table.state["history"][0]["result"] == "tie"
    assert table.state["starter"] == table.state["current"]["starter"] == starter


@pytest.mark.parametrize(
    ("chips", "most"), [((28, 28), 28), ((3, 28), 3), ((28, 3), 3), ((1, 1), 1)]
)
def test_ruling_28_a_first_raise_is_limited_by_both_players_chips(
    chips: tuple[int, int], most: int
) -> None:
    table = betting().with_chips(*chips)
    assert table.code(f"raise {most}") is None
    assert table.code(f"raise {most + 1}") == "illegal"


def test_ruling_28_a_later_raise_by_the_chips_the_opponent_has_before_calling() -> None:
    table = betting().with_chips(10, 28).say("raise 4")
    assert table.state["chips"]["Ana"] == 6
    assert table.code("raise 7") == "illegal"
    table.say("raise 6")
    assert table.state["current"]["to_call"] == 6
    assert table.code("raise 1") == "illegal", "all of Ana's chips go into the call"
    assert table.code("call") is None


def test_ruling_28_and_by_what_the_raiser_can_pay_on_top_of_the_call() -> None:
    table = betting().with_chips(28, 10).say("raise 4")
    assert table.code("raise 7") == "illegal"
    assert table.code("raise 6") is None


def test_ruling_29_folding_by_time_limit_is_folding() -> None:
    table = betting(clock=True).wait(20.5)
    over = table.state["history"][0]
    assert over["actions"] == [{"phase": 1, "by": "Ana", "action": "fold"}]
    assert (over["result"], over["penalty"]) == ("fold", "paid")


@pytest.mark.parametrize(
    ("left", "penalty"), [(0, "unpaid"), (1, "unpaid"), (2, "paid"), (3, "paid")]
)
def test_ruling_30_the_penalty_is_paid_in_full_or_not_at_all(left: int, penalty: str) -> None:
    table = betting().with_chips(left, 28)
    state = table.say("fold").state
    assert state["history"][0]["penalty"] == penalty
    if penalty == "paid":
        assert table.outcome is None
        assert state["chips"] == {"Ana": left - 2, "Bo": 33}
    else:
        assert table.outcome == ("Bo", "penalty")
        assert state["chips"] == {"Ana": left, "Bo": 31}
        assert (state["phase"], state["current"], state["starter"]) == ("over", None, "Bo")
        assert state["pot"] == 0


@pytest.mark.parametrize(
    ("private", "penalty"),
    [("B4 R9", "paid"), ("B7 G7", None), ("B7 B4", "paid"), ("B1 B4", None), ("R9 B1", None)],
)
def test_ruling_31_a_folded_hand_is_judged_whole(private: str, penalty: str | None) -> None:
    table = betting(private, community="R1").say("raise 1", "call", "fold")
    over = table.state["history"][0]
    assert (over["revealed"], over["penalty"]) == (1, penalty)


def test_ruling_32_three_of_a_kind_always_ties() -> None:
    deal = "B7 G7 B1 B2 B3 B4 G4 G1 G2 G3"
    table = Table().say(deal, "me", "yes", "R7 B7 G7 R1 R2 R3 R4 R5 R6 B8 G8 R8")
    table.say("B7 | G7 * ", "G7", "no", "yes", "B7 G9 R9 B9 R1 R2 R3 R4 R5 R6 R8 G8")
    table.say("B7 | R4 R3 *", "pass", "no", "R7", "B7 G7", "B7 G7")
    table.say("raise 1", "call", "raise 1", "call")
    over = table.state["history"][0]
    assert over["hands"] == {"Ana": "three of a kind", "Bo": "three of a kind"}
    assert over["result"] == "tie"


def test_ruling_33_a_phase_without_chips_is_skipped_and_its_reveal_is_not() -> None:
    table = choosing().with_chips(2, 30).say("B4 R9", "G4 R4")
    over = table.state["history"][0]
    assert over["actions"] == []
    assert (over["revealed"], over["betting"], over["bets"]) == (2, 2, {"Ana": 0, "Bo": 0})
    assert over["hands"] == {"Ana": "high card", "Bo": "pair"}
    assert table.state["chips"] == {"Ana": 0, "Bo": 31}


def test_ruling_33_only_the_second_phase_is_skipped_after_an_all_in() -> None:
    table = betting().with_chips(5, 28).say("raise 5", "call")
    over = table.state["history"][0]
    assert [one["phase"] for one in over["actions"]] == [1, 1]
    assert (over["revealed"], over["betting"]) == (2, 2)


# The break


def test_ruling_34_each_may_end_the_break_for_oneself() -> None:
    table = betting(**CLOCK).say("fold")
    assert table.owing == [("Ana", "break"), ("Bo", "break")]
    assert (table.state["phase"], table.state["current"]) == ("break", None)
    assert (table.state["starter"], table.state["round"]) == ("Bo", 1)
    table.wait(5).by("Bo", "ready")
    assert table.owing == [("Ana", "break")]
    assert table.match.pending[0].deadline == 20, "the other's limit runs on"
    assert not table.by("Bo", "ready").ok
    table.by("Ana", "ready")
    assert (table.owing, table.state["round"]) == ([("Bo", "refill")], 2)


def test_ruling_34_at_the_limit_both_are_ready() -> None:
    table = betting(**CLOCK).say("fold").wait(20.5)
    assert table.owing == [("Bo", "refill")]
    assert table.match.pending[0].deadline == 20 + 20


def test_ruling_34_without_a_clock_it_lasts_until_both_are_ready() -> None:
    table = betting(break_seconds=20).say("fold").wait(10_000)
    assert table.owing == [("Ana", "break"), ("Bo", "break")]


def test_ruling_34_there_is_none_at_0_seconds_or_after_the_last_round() -> None:
    assert betting(clock=True, break_seconds=0).say("fold").owing == [("Bo", "refill")]
    last = betting(**CLOCK).with_chips(0, 28).say("fold")
    assert (last.outcome, last.owing) == (("Bo", "penalty"), [])


# What is known and what is said


def test_ruling_35_a_player_sees_the_own_pool_at_all_times() -> None:
    table = dividing().say(f"{DIVISION} discard: B1 R2 B4", "G1")
    assert table.seen("Ana")["pools"] == {"Ana": table.pool("Ana").split(), "Bo": 6}
    assert table.seen("Bo")["pools"] == {"Ana": 10, "Bo": table.pool("Bo").split()}
    assert table.seen(None)["pools"] == {"Ana": 10, "Bo": 6}


def test_ruling_35_the_pools_at_the_start_stay_on_record() -> None:
    table = betting().say("fold")
    for viewer in (None, "Ana", "Bo"):
        assert table.seen(viewer)["start_pools"] == {
            "Ana": ["B1", "B4", "B7", "G7", "R9"],
            "Bo": ["B2", "G3", "G4", "R4", "R8"],
        }


@pytest.mark.parametrize("text", ["I take the first two", "R2 and B3", "fives set aside"])
def test_ruling_36_what_fits_no_notation_is_refused_and_may_be_said_again(text: str) -> None:
    table = dividing()
    assert table.code(text) == "syntax"
    assert table.code("R2 B3 | B5 *") is None


def test_ruling_37_no_division_is_suggested_for_a_player() -> None:
    table = dividing()
    pending = table.match.pending[0]
    assert asking.suggest(table.match, pending) == ("none",)
    assert not any(asking.form(table.match, pending, {}).values())
