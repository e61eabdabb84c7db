"""Every numbered ruling of the game has a test here, or elsewhere in this folder, that names it."""

import json
from typing import Any

import pytest
from boxes import BETS, DEAL, PLAYERS, Table, board, box_at, card_list, in_round_1, one_card, trying


def numbers(*given: int) -> str:
    return " ".join(map(str, given))


SEVEN_DEALS = [
    numbers(1, 2, 3, 4, 5, 6, 7, 8),
    numbers(1, 2, 3, 4, 5, 6, 7, 8),
    numbers(9, 10, 11, 12, 13, 14, 15, 16),
    numbers(9, 10, 11, 12, 13, 14, 15, 16),
    numbers(17, 17, 18, 18, 19, 20, 21, 22),
    numbers(23, 24, 25, 26, 27, 28, 29, 30),
    numbers(31, 32, 33, 34, 35, 36, 37, 38),
]


def play_any(table: Table, rounds: int = 4) -> Table:
    """Play rounds with whatever the form offers first."""
    for _ in range(rounds):
        for player in PLAYERS:
            pending = table.match.pending_of(player)
            assert pending is not None
            kind, filled = pending.decision.kind, dict[str, str]()
            for field in ("card", "way"):
                offered = kind.form(table.match.state, pending.decision, filled)[field]
                filled[field] = next(iter(offered), "")
            table.say(player, kind.form_line(table.match.state, pending.decision, filled))
    return table


def bout(table: Table, ana: str | None, bo: str | None) -> Table:
    """Play the next bout; None is said where nothing is owed."""
    table.deal(SEVEN_DEALS[table.state["bout"] - 1])
    for player, bets in zip(PLAYERS, (ana, bo), strict=True):
        if bets is not None:
            table.say(player, bets)
    return play_any(table)


# Looking


@pytest.mark.parametrize("kind", ["examine-boards", "examine-cards"])
def test_ruling_1_without_a_clock_the_examinations_wait_for_both(kind: str) -> None:
    table = Table(**{f"seconds_{kind.replace('-', '_')}": 5})
    if kind == "examine-cards":
        table.deal(DEAL)
    assert table.owing == [("Ana", kind), ("Bo", kind)]
    assert all(pending.deadline is None for pending in table.match.pending)
    table.wait(1000).say("Bo", "ready")
    assert table.owing == [("Ana", kind)]
    assert table.state["phase"] == kind
    table.say("Ana", "ready")
    assert table.state["phase"] == ("deal" if kind == "examine-boards" else "bet")


def test_ruling_1_with_a_clock_the_limit_says_ready_for_each() -> None:
    table = Table(clock=True, seconds_examine_boards=20).say("Ana", "ready", 5)
    assert table.wait(20).owing == [("Bo", "examine-boards")]
    assert table.wait(20.5).owing == [("chance", "deal")]
    table = Table(clock=True, seconds_examine_boards=20).wait(21)
    assert table.owing == [("chance", "deal")]


def test_ruling_1_zero_seconds_take_the_examinations_away() -> None:
    for clock in (True, False):
        table = Table(clock=clock)
        assert table.owing == [("chance", "deal")]
        assert table.deal(DEAL).owing == [("Ana", "bet"), ("Bo", "bet")]


# Time


def timed(**options: object) -> Table:
    return Table(clock=True, seconds_bet=100, seconds_play=50, **options).deal(DEAL)


def test_ruling_2_who_uses_up_limit_and_reserve_in_a_bet_has_lost() -> None:
    table = timed(reserve_periods=2, reserve_seconds=10).say("Ana", BETS)
    assert table.wait(120).report["winner"] is None
    report = table.wait(120.5).report
    assert (report["winner"], report["reason"]) == ("Ana", "time")
    state = report["state"]
    assert (state["phase"], state["bout"], state["round"]) == ("over", 1, None)
    assert state["bets"] == {"Ana": None, "Bo": None}
    assert len(state["pool"]) == 8


def test_ruling_2_who_uses_up_limit_and_reserve_in_a_play_has_lost_though_the_other_holds() -> None:
    table = timed(reserve_periods=0).both(BETS, BETS).both("lock", "lock")
    table.say("Bo", "3 up", 30)
    assert table.wait(50).report["winner"] is None
    table.wait(51)
    assert (table.report["winner"], table.report["reason"]) == ("Bo", "time")
    state = table.state
    assert (state["phase"], state["round"], state["rounds"]) == ("over", 1, [])
    assert state["bets"]["Ana"][0] == {"condition": "2", "stake": 1}


@pytest.mark.parametrize("phase", ["bet", "play"])
def test_ruling_2_at_one_instant_the_first_seat_has_lost(phase: str) -> None:
    table = timed(reserve_periods=1)
    if phase == "play":
        table.both(BETS, BETS).both("lock", "lock")
    table.wait(1000)
    assert (table.report["winner"], table.report["reason"]) == ("Bo", "time")


def test_ruling_2_who_runs_out_first_loses_first() -> None:
    table = timed(reserve_periods=2, reserve_seconds=10).say("Ana", BETS, 101).say("Bo", BETS, 120)
    assert table.report["reserve"] == {"Ana": 10, "Bo": 0}
    report = table.wait(1000).report
    assert (report["winner"], report["reason"]) == ("Ana", "time")


def test_a_held_answer_is_taken_at_the_limit_and_spends_no_reserve() -> None:
    table = timed().say("Ana", BETS, 10).say("Bo", BETS, 20)
    table.wait(100.5)
    assert table.state["phase"] == "play"
    assert table.report["reserve"] == {"Ana": 480, "Bo": 480}


# Stakes


def test_ruling_3_a_lost_stake_is_gone_and_a_won_one_is_in_the_payout() -> None:
    table = in_round_1(ana="4 on 0; 5 on 1; 1 on 2", bo="1 on 3; 1 on 4; 1 on 5")
    play_any(table, 3)
    assert table.state["points"] == {"Ana": 20, "Bo": 20}, "nothing is paid within a bout"
    play_any(table, 1)
    (settled,) = table.state["bouts"]
    landings = sum(len(one["A"]["landed"]) for one in settled["rounds"])
    assert settled["staked"] == {"Ana": 10, "Bo": 3}
    assert settled["payout"] == {"Ana": 2 * landings, "Bo": 0}
    assert settled["points"] == {"Ana": 20 - 10 + 2 * landings, "Bo": 17}


@pytest.mark.parametrize(
    ("condition", "rate"), [("2", 2), ("black", 2), ("2 and black", 4), ("2 or black", 1.5)]
)
def test_ruling_3_the_rates_are_of_points_staked_for_each_hit(condition: str, rate: float) -> None:
    table = in_round_1(ana=f"3 on {condition}; 1 on 0; 1 on 1")
    table = play_any(table)
    (settled,) = table.state["bouts"]
    landings = sum(len(one["A"]["landed"]) for one in settled["rounds"])
    assert settled["bets"]["Ana"][0]["hits"] == landings, "both traits of an or are one hit"
    assert settled["bets"]["Ana"][0]["payout"] == landings * 3 * rate


def test_ruling_4_all_points_may_be_staked_and_no_more() -> None:
    table = Table().deal(DEAL)
    assert table.code("Ana", "18 on 0; 1 on 1; 1 on 3") is None
    assert table.code("Ana", "18 on 0; 2 on 1; 1 on 3") == "illegal"


def test_ruling_4_who_has_lost_everything_has_the_award_to_stake() -> None:
    table = bout(Table(), "18 on 0; 1 on 1; 1 on 3", BETS)
    assert table.state["bouts"][0]["points"]["Ana"] == 0
    assert table.state["points"]["Ana"] == 3
    table.deal(SEVEN_DEALS[1])
    assert table.code("Ana", "1 on 0; 1 on 1; 1 on 3") is None
    assert table.code("Ana", "2 on 0; 1 on 1; 1 on 3") == "illegal"


def test_ruling_4_a_half_point_cannot_be_staked() -> None:
    table = in_round_1(ana="17 on 0; 1 on 1; 1 on 7 or 9", board=board(D7="b7"))
    table.both("3 down", "3 up").both("7 l", "9 l l").both("19 u", "21 D5").both("6 l l", "10 u l")
    assert table.state["points"]["Ana"] == 20 - 19 + 1.5 + 3
    table.deal("1 2 4 5 8 11 12 13")
    assert table.code("Ana", "3 on 0; 1 on 1; 1 on 3") is None
    assert table.code("Ana", "4 on 0; 1 on 1; 1 on 3") == "illegal"


SPENDING = [
    "1 on 0 and 1; 1 on 2 and 3; 1 on 4 and 5",
    "1 on 0 and 1; 1 on 2 and 3; 1 on 4 and 5",
    "1 on 0 and 1; 1 on 2 and 3; 1 on 4 and 5",
    "1 on 6 and 7; 1 on 8 and 9; 1 on black and white",
    "1 on 6 and 7; 1 on 8 and 9; 1 on black and white",
]
"""Five bouts' bets that leave one use each of 6, 7, 8 and 9."""


def after_five_bouts() -> Table:
    table = Table()
    other = [f"1 on {a}; 1 on {b}; 1 on {c}" for a, b, c in ("012", "345", "678", "901", "234")]
    for ana, bo in zip(SPENDING, other, strict=True):
        bout(table, ana, bo)
    used = table.state["used"]["Ana"]
    assert [key for key, times in used.items() if times < (2 if key in "blackwhite" else 3)] == [
        *("6", "7", "8", "9")
    ]
    return table


def test_ruling_5_three_bets_are_owed_as_long_as_the_traits_allow_three() -> None:
    table = after_five_bouts().deal(SEVEN_DEALS[5])
    assert table.code("Ana", "1 on 6; 1 on 7") == "illegal"
    assert table.code("Ana", "1 on 6 and 7; 1 on 8; 1 on 9") is None
    assert table.code("Ana", "1 on 6 and 7; 1 on 6 or 7; 1 on 9") == "illegal"
    assert table.code("Ana", "1 on 0; 1 on 8; 1 on 9") == "illegal"


@pytest.mark.parametrize(
    ("bets", "wanted", "right"),
    [
        ("1 on 6 and 7; 1 on 8; 1 on 9", 0, None),
        ("1 on 6; 1 on 7; 1 on 8", 1, "1 on 9"),
    ],
)
def test_ruling_5_with_fewer_left_as_many_as_they_allow(
    bets: str, wanted: int, right: str | None
) -> None:
    table = bout(after_five_bouts(), bets, "1 on 5; 1 on 6; 1 on 7").deal(SEVEN_DEALS[6])
    if not wanted:
        assert table.owing == [("Bo", "bet")]
        assert table.state["bets"] == {"Ana": None, "Bo": None}
        table.say("Bo", "1 on 8; 1 on 9; 1 on 0")
        assert table.owing == [("Ana", "play"), ("Bo", "play")]
        assert table.state["bets"]["Ana"] == []
        assert table.state["bets"]["Bo"][0] == {"condition": "8", "stake": 1}
        assert table.seen("Bo")["state"]["bets"] == {
            "Ana": None,
            "Bo": table.state["bets"]["Bo"],
        }
    else:
        assert right is not None
        assert table.code("Ana", "1 on 9; 1 on 8; 1 on 7") == "illegal"
        assert table.code("Ana", "") == "syntax"
        assert table.code("Ana", right) is None


def test_ruling_5_two_traits_left_twice_allow_a_third_condition_of_both() -> None:
    table = Table()
    bets = [
        *("1 on 0 and 1; 1 on 2 and 3; 1 on 4 and 5",) * 3,
        "1 on 6 and 7; 1 on 6 or 7; 1 on black and white",
        "1 on 6 and 7; 1 on 8 and 9; 1 on black and white",
    ]
    for one in bets:
        bout(table, one, one)
    table.deal(SEVEN_DEALS[5])
    assert {t for t in "89" if table.state["used"]["Ana"][t] == 1} == {"8", "9"}
    for player in PLAYERS:
        assert table.code(player, "1 on 8; 1 on 9") == "illegal"
        assert table.code(player, "1 on 8; 1 on 9; 1 on 8 and 9") is None
        assert table.code(player, "1 on 8; 1 on 9 or 8; 1 on 8 and 9") == "illegal"
        assert table.code(player, "1 on 8; 1 on 9; 1 on 8 or 9") is None
    table.both("1 on 8; 1 on 9; 1 on 8 and 9", "1 on 8; 1 on 9; 1 on 8 or 9")
    play_any(table).deal(SEVEN_DEALS[6])
    assert table.owing == [("Ana", "play"), ("Bo", "play")]
    assert table.state["bets"] == {"Ana": [], "Bo": []}
    assert table.state["round"] == 1
    play_any(table)
    assert table.state["bouts"][6]["bets"] == {"Ana": [], "Bo": []}
    assert table.state["bouts"][6]["staked"] == {"Ana": 0, "Bo": 0}


def test_ruling_6_a_condition_that_never_holds_is_legal_and_its_player_alone_is_warned() -> None:
    table = Table().deal(DEAL).say("Ana", "1 on 1 and 2; 1 on black and white; 1 on 3")
    assert table.events == ()
    table.say("Bo", BETS)
    warned = [event.text for event in table.events if event.only == "Ana"]
    assert len(warned) == 1
    assert "1 and 2" in warned[0]
    assert "black and white" in warned[0]
    assert table.told("Bo") == ["All bets are in. Round 1 begins."]
    play_any(table)
    used = table.state["used"]["Ana"]
    assert (used["black"], used["white"], used["1"], used["2"], used["3"]) == (1, 1, 1, 1, 1)
    assert [bet["hits"] for bet in table.state["bouts"][0]["bets"]["Ana"][:2]] == [0, 0]


def test_ruling_6_the_warning_comes_already_with_an_answer_that_is_held() -> None:
    table = Table(clock=True).deal(DEAL).say("Ana", "1 on 1 and 2; 1 on 4; 1 on 3")
    assert [event.only for event in table.events] == ["Ana", "Ana"]
    assert "You cannot win on 1 and 2" in table.events[1].text


def test_ruling_7_one_trait_twice_is_refused_and_the_order_makes_no_difference() -> None:
    table = Table().deal(DEAL)
    assert table.code("Ana", "1 on 5 and 5; 1 on 3; 1 on 4") == "illegal"
    assert table.code("Ana", "1 on 5 or 5; 1 on 3; 1 on 4") == "illegal"
    assert table.code("Ana", "1 on 5 and 6; 1 on 6 and 5; 1 on 4") == "illegal"
    assert table.code("Ana", "1 on 5 and 6; 1 on 6 or 5; 1 on 4") is None


def test_ruling_7_a_condition_may_come_back_in_a_later_bout() -> None:
    table = bout(Table(), BETS, BETS)
    bout(table, BETS, BETS)
    table.deal(SEVEN_DEALS[2])
    assert table.code("Ana", BETS) == "illegal", "black and white are used twice"
    assert table.code("Ana", "1 on 2; 1 on 3; 1 on 4") is None


# Rounds


def test_ruling_8_both_may_play_one_copy_and_each_has_an_own_one_of_two() -> None:
    table = in_round_1("3 4 4 7 9 10 18 19").both("3 up", "3 left")
    assert len(table.state["pool"]) == 7
    assert table.code("Ana", "3 down") == "illegal"
    table.both("4 C6", "4 B5")
    assert table.state["pool"] == ["7 MARCH", "9 PACE", "10 DOGLEG", "18 KNIGHTWISE", "19 SOW"]


def test_ruling_8_one_of_two_copies_stays_if_one_player_plays_it() -> None:
    table = in_round_1("3 3 4 7 9 10 18 19").both("3 up", "4 F6")
    assert table.state["pool"][0] == "3 LUNGE"


def test_ruling_10_numbers_go_round() -> None:
    table = trying([1], "up", "increase 3", board=board(D5="w9")).both("2 up", "1")
    assert table.state["boards"]["A"] == board(D5="w2")


def only_up(*kinds: int) -> list[dict[str, object]]:
    changes = [
        {"number": n, "type": "B", "numbers": [6], "displacement": "up", "special": None}
        for n in kinds
    ]
    return card_list(*changes)


def test_ruling_12_none_is_allowed_where_no_card_of_the_pool_can_move() -> None:
    table = in_round_1("1 2 3 4 5 6 7 8", cards=only_up(*range(1, 9)))
    assert table.code("Ana", "1") == "illegal"
    assert table.code("Ana", "none") is None
    table.both("none", " NONE ")
    (done,) = table.state["rounds"]
    for letter, by in (("A", "Bo"), ("B", "Ana")):
        assert done[letter] == {
            "by": by,
            "card": None,
            "from": "D4",
            "path": [],
            "landed": [],
            "to": "D4",
        }
    assert len(table.state["pool"]) == 8, "it uses up no card"
    for _ in range(3):
        table.both("none", "none")
    assert table.state["pool"] == []
    assert table.code("chance", "1 2 3 4 5 6 7 8") is None, "the second copies"
    table.deal("1 2 3 4 5 6 7 8")
    assert "1 STEP" not in table.state["undealt"]


def test_ruling_12_none_is_forbidden_as_long_as_one_card_can_move() -> None:
    table = in_round_1("1 2 3 4 5 6 7 9", cards=only_up(1, 2, 3, 4, 5, 6, 7))
    assert table.code("Ana", "none") == "illegal"
    assert "9 PACE" in table.error("Ana", "none")
    low = box_at("D1", in_round_1("1 2 3 4 5 6 7 8", cards=only_up(*range(1, 9))))
    assert low.code("Ana", "none") == "illegal"


def stuck(*moving: int, **options: object) -> Table:
    """A table at the first round of cards that go six up from D4; some of them really move."""
    cards = only_up(*({1, 2, 3, 4, 5, 6, 7, 8} - set(moving)))
    return in_round_1("1 2 3 4 5 6 7 8", cards=cards, **options)


def test_ruling_12_none_is_also_called_pass_and_no_card() -> None:
    for text in ("pass", " No, Card ", "PASS;"):
        assert stuck().understood("Ana", text) == "none"
        assert stuck(3).code("Ana", text) == "illegal"


def test_ruling_12_whatever_else_is_said_where_none_is_right_is_told_so() -> None:
    for text, code in (("1 up", "illegal"), ("33", "illegal"), ("1 H4", "syntax"), ("", "syntax")):
        assert stuck().code("Ana", text) == code
        assert (
            stuck()
            .error("Ana", text)
            .endswith("No card can move the Box on D4 of board B. Answer none.")
        )
        assert "say none" not in stuck(3).error("Ana", text)


def test_ruling_12_who_has_no_valid_movement_has_no_reserve_at_stake_and_silence_is_none() -> None:
    clocks = {"clock": True, "seconds_play": 50, "reserve_periods": 1}
    table = Table(cards=only_up(1, 2, 4, 5, 6, 7, 8), **clocks).deal("1 2 3 4 5 6 7 8")
    for ana, bo in ((BETS, BETS), ("lock", "lock"), ("3 down", "3 left"), ("lock", "lock")):
        table.both(ana, bo)
    assert table.code("Ana", "1 up") == "illegal", "six up from A4"
    assert table.code("Bo", "1 up") is None, "six up from D1"
    table.wait(60)
    assert table.owing == [("Bo", "play")]
    assert table.report["reserve"] == {"Ana": 30, "Bo": 0}
    table.say("Bo", "1 up", 70)
    done = table.state["rounds"][1]
    assert (done["A"]["card"], done["B"]["card"]) == (None, "1 STEP")


def test_ruling_12_silence_of_both_is_none_for_both() -> None:
    table = stuck(clock=True, seconds_play=50, reserve_periods=1).both("lock", "lock")
    assert [row["A"]["card"] for row in table.wait(101).state["rounds"]] == [None, None]
    assert table.report["reserve"] == {"Ana": 30, "Bo": 30}
    assert table.report["winner"] is None


def test_ruling_13_the_best_bout_counts_payouts_alone() -> None:
    table = play_any(in_round_1(ana="10 on 2; 5 on 0; 5 on 1", bo="1 on 0; 1 on 1; 1 on 3"))
    payout = table.state["bouts"][0]["payout"]
    assert payout["Ana"] > 0
    assert table.state["best"] == payout
    play_any(
        table.deal("1 2 4 5 8 11 12 13").both("1 on 0; 1 on 1; 1 on 3", "1 on 0; 1 on 1; 1 on 3")
    )
    assert table.state["best"] == payout


def test_ruling_14_a_round_is_public_at_its_end_and_bets_only_once_they_are_paid() -> None:
    table = in_round_1(ana="3 on 2; 1 on 6; 1 on 7").both("19 down", "3 up")
    public = table.seen(None)["state"]
    assert public["rounds"] == table.state["rounds"]
    assert public["boards"] == table.state["boards"]
    assert public["bets"] == {"Ana": None, "Bo": None}
    assert "3 on 2" not in json.dumps(table.seen("Bo"))
    play_any(table, 3)
    assert table.seen(None)["state"]["bouts"] == table.state["bouts"]
    assert table.seen(None)["state"]["bouts"][0]["bets"]["Ana"][0]["condition"] == "2"


def test_ruling_14_bets_of_a_bout_that_never_ends_stay_hidden() -> None:
    table = in_round_1(ana="3 on 2; 1 on 6; 1 on 7").say("umpire", "forfeit Bo")
    assert table.report["winner"] == "Ana"
    assert table.state["bets"]["Ana"] is not None
    for viewer in (None, "Bo"):
        assert table.seen(viewer)["state"]["bets"]["Ana"] is None
    assert table.seen("Ana")["state"]["bets"]["Ana"] == table.state["bets"]["Ana"]


def test_ruling_15_the_cards_of_the_game_come_with_it_and_others_can_be_given() -> None:
    assert in_round_1().state["pool"][0] == "3 LUNGE"
    given = card_list({"number": 3, "name": "charge"})
    assert in_round_1(cards=given).state["pool"][0] == "3 CHARGE"


@pytest.mark.parametrize("tiles", [["w0 " * 7] * 7, ["b9 " * 7] * 7])
def test_ruling_16_any_49_tiles_are_a_board(tiles: list[str]) -> None:
    assert Table(board=tiles).owing == [("chance", "deal")]
    assert Table(board=None).code("chance", " ".join(tiles)) is None


def test_ruling_17_a_movement_over_the_edge_is_none_and_no_part_is_cut_short() -> None:
    table = box_at("D6", trying([1, 2], "orthogonal"))
    assert table.code("Ana", "1 u r") is None
    assert table.code("Ana", "1 r u") == "illegal"
    assert table.code("Ana", "1 u u") == "illegal"


def test_ruling_18_an_end_is_enough_where_it_leaves_one_movement() -> None:
    table = in_round_1()
    assert table.understood("Ana", "10 D6-E6") == "DOGLEG D5-D6-E6"
    assert table.understood("Ana", "9 D6") == "PACE D5-D6"


def test_ruling_18_an_end_is_enough_where_all_movements_to_it_come_to_the_same() -> None:
    table = in_round_1("3 5 6 7 9 10 18 19")
    assert table.understood("Ana", "STROLL D5") == "STROLL C4-C5-D5", "the first of nine"
    assert table.code("Ana", "STROLL E5") == "illegal", "nothing ends there"
    assert table.code("Ana", "9 E5") == "illegal", "PACE lands on every tile of its way"
    error = table.error("Ana", "PACE D4")
    assert all(path in error for path in ("D3-D4", "C4-D4", "E4-D4", "D5-D4"))


@pytest.mark.parametrize(
    ("displacement", "special", "more", "meant"),
    [
        ("orthogonal", None, {"type": "A"}, "D5-E5"),  # before E4-E5
        ("orthogonal", "swap", {"type": "A"}, "D5-E5"),
        ("orthogonal", "double", {"type": "A"}, "D5-E5"),
        ("orthogonal", "return", {"type": "A"}, "D5-E5"),
        ("orthogonal", None, {"type": "A+"}, None),  # they land on other tiles
        ("orthogonal", None, {"type": "C"}, None),
        ("orthogonal", "flip", {"type": "A"}, None),  # they change other tiles
        ("orthogonal", "increase 1", {"type": "A"}, None),
        ("orthogonal", None, {"type": "A", "name": "KNIGHTWISE"}, None),  # needs the whole path
    ],
)
def test_ruling_18_what_movements_come_to(
    displacement: str, special: str | None, more: dict[str, str], meant: str | None
) -> None:
    cards = one_card([1, 1], displacement, special, **more)
    if "name" in more:
        cards[17]["name"] = "OTHER"
    table = in_round_1("1 2 3 4 5 6 7 8", cards=cards)
    if meant is None:
        assert table.code("Ana", "1 E5") == "illegal"
    else:
        assert table.understood("Ana", "1 E5") == f"TEST {meant}"
    assert table.code("Ana", "1 E4-E5") is None


def test_ruling_19_the_award_comes_from_the_second_bout_on() -> None:
    table = Table().deal(SEVEN_DEALS[0])
    assert table.state["points"] == {"Ana": 20, "Bo": 20}
    play_any(table.both("1 on 0; 1 on 1; 1 on 3", "1 on 0; 1 on 1; 1 on 3"))
    assert table.state["bouts"][0]["points"] == {"Ana": 17, "Bo": 17}
    assert table.state["points"] == {"Ana": 20, "Bo": 20}


def test_ruling_20_the_other_learns_only_that_an_answer_is_there() -> None:
    seen = []
    for bets, play in ((BETS, "3 up"), ("5 on 0 and 1; 2 on 6; 9 on 7 / 8", "19 left")):
        table = Table().deal(DEAL).say("Ana", bets)
        views = [table.seen(viewer) for viewer in ("Bo", None)]
        table.say("Bo", BETS).say("Ana", play)
        views += [table.seen(viewer) for viewer in ("Bo", None)]
        seen.append(views)
    assert seen[0] == seen[1]
    assert [pending["by"] for pending in seen[0][0]["pending"]] == ["Bo"]


# The end


NOTHING_WON = ["1 on 0; 1 on 1; 1 on 3"] * 3 + ["1 on 4; 1 on 5; 1 on 6"] * 3
"""Bets on numbers that no tile has."""


def at_the_end(points: tuple[int, int], best: tuple[int, int]) -> dict[str, Any]:
    """A match whose points and best bouts are set before its last round, in which nobody wins."""
    table = Table()
    for bets in NOTHING_WON:
        bout(table, bets, bets)
    table.deal(SEVEN_DEALS[6]).both("1 on 7; 1 on 8; 1 on 9", "1 on 7; 1 on 8; 1 on 9")
    play_any(table, 3)
    state = table.match.state.replace(points=points, best=best)
    table.match = table.match.replace(state=state)
    return play_any(table, 1).report


@pytest.mark.parametrize(
    ("points", "best", "winner", "reason"),
    [
        ((201, 200), (0, 900), "Ana", "points"),
        ((200, 201), (900, 0), "Bo", "points"),
        ((200, 200), (30, 29), "Ana", "best-bout"),
        ((200, 200), (29, 30), "Bo", "best-bout"),
        ((200, 200), (30, 30), "Bo", "opponent"),
    ],
)
def test_the_end_is_decided_by_points_best_bout_and_seat(
    points: tuple[int, int], best: tuple[int, int], winner: str, reason: str
) -> None:
    report = at_the_end(points, best)
    assert (report["winner"], report["reason"], report["status"]) == (winner, reason, "over")
    state = report["state"]
    assert (state["phase"], state["bout"], state["round"]) == ("over", 7, None)
    assert (state["pool"], state["rounds"], state["undealt"]) == ([], [], [])
    assert len(state["bouts"]) == 7
    assert state["points"] == state["bouts"][6]["points"], "no award after the last bout"
