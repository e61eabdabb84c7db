"""The worked examples of the rules page, number by number."""

import json

import pytest
from boxes import Table, board, in_round_1

ANA_BETS = "3 on black and 2; 1 on 6; 5 on 7 or 9"
ROUNDS = [("19 down", "3 up"), ("7 left", "18 D2-D3-D4-E4"), ("6 E5-G5", "10 B5-C5")]
LAST_ROUND = ("9 C4-C5", "21 E7")


def through_three_rounds() -> Table:
    table = in_round_1(ana=ANA_BETS, board=board(D7="b6"))
    for ana, bo in ROUNDS:
        table.both(ana, bo)
    return table


def moved(by: str, card: str, start: str, path: str, landed: str) -> dict[str, object]:
    tiles = path.split()
    return {
        "by": by,
        "card": card,
        "from": start,
        "path": tiles,
        "landed": landed.split(", "),
        "to": tiles[-1],
    }


FOUR_ROUNDS = [
    {
        "round": 1,
        "A": moved("Bo", "3 LUNGE", "D4", "D5 D6 D7", "D7 b6"),
        "B": moved("Ana", "19 SOW", "D4", "D3 D2", "D3 b2, D2 b2"),
    },
    {
        "round": 2,
        "A": moved("Ana", "7 MARCH", "D7", "C7 B7", "C7 b2, B7 b2"),
        "B": moved("Bo", "18 KNIGHTWISE", "D2", "D3 D4 E4", "D3 b4, D4 b2, E4 b2"),
    },
    {
        "round": 3,
        "A": moved("Bo", "10 DOGLEG", "B7", "B6 B5 C5", "B5 b2, C5 b2"),
        "B": moved("Ana", "6 GALLOP", "E4", "E5 F5 G5", "E5 b2, G5 b2"),
    },
    {
        "round": 4,
        "A": moved("Ana", "9 PACE", "C5", "C4 C5", "C4 b2, C5 b2"),
        "B": moved("Bo", "21 VAULT", "G5", "E7", "E7 b2"),
    },
]


def test_the_rounds_of_example_a() -> None:
    state = through_three_rounds().state
    assert (state["phase"], state["bout"], state["round"]) == ("play", 1, 4)
    assert state["rounds"] == FOUR_ROUNDS[:3]
    assert state["boxes"] == {"A": "C5", "B": "G5"}
    assert state["pool"] == ["9 PACE", "21 VAULT"]
    assert state["points"] == {"Ana": 20, "Bo": 20}
    assert state["boards"]["A"] == board(D7="b6")
    assert state["boards"]["B"] == board(D7="b6", D3="b4", D2="b4")


def test_the_settlement_of_example_a() -> None:
    table = through_three_rounds().both(*LAST_ROUND)
    assert table.owing == [("chance", "deal")]
    state = table.state
    assert (state["phase"], state["bout"], state["round"]) == ("deal", 2, None)
    assert state["points"] == {"Ana": 88, "Bo": 50}
    assert state["boxes"] == {"A": "C5", "B": "E7"}
    assert state["boards"]["B"] == board(D7="b6", D3="b4", D2="b4", E7="b3")
    assert (state["rounds"], state["pool"]) == ([], [])
    assert state["bets"] == {"Ana": None, "Bo": None}
    assert state["best"] == {"Ana": 74, "Bo": 30}
    assert state["bouts"] == [
        {
            "bout": 1,
            "rounds": FOUR_ROUNDS,
            "bets": {
                "Ana": [
                    {"condition": "black and 2", "stake": 3, "hits": 6, "payout": 72},
                    {"condition": "6", "stake": 1, "hits": 1, "payout": 2},
                    {"condition": "7 or 9", "stake": 5, "hits": 0, "payout": 0},
                ],
                "Bo": [
                    {"condition": "2", "stake": 1, "hits": 7, "payout": 14},
                    {"condition": "black", "stake": 1, "hits": 8, "payout": 16},
                    {"condition": "white", "stake": 1, "hits": 0, "payout": 0},
                ],
            },
            "staked": {"Ana": 9, "Bo": 3},
            "payout": {"Ana": 74, "Bo": 30},
            "points": {"Ana": 85, "Bo": 47},
        }
    ]
    used = dict.fromkeys(["black", "white", *map(str, range(10))], 0)
    assert state["used"] == {
        "Ana": used | {"black": 1, "2": 1, "6": 1, "7": 1, "9": 1},
        "Bo": used | {"black": 1, "white": 1, "2": 1},
    }
    assert len(state["undealt"]) == 48
    assert state["undealt"][:3] == ["1 STEP", "1 STEP", "2 STRIDE"]


def test_the_events_of_a_round_name_their_players_and_pieces() -> None:
    table = in_round_1(ana=ANA_BETS, board=board(D7="b6")).both(*ROUNDS[0])
    assert [event[2:7] for event in table.events] == [
        ("Bo", "move", ("3 LUNGE", "D7 b6"), "moved {Ana's} Box to D7", ""),
        (
            "Ana",
            "move",
            ("19 SOW", "D3 b2", "D2 b2"),
            "moved {Bo's} Box to D2",
            "",
        ),
    ]
    for ana, bo in (*ROUNDS[1:], LAST_ROUND):
        table.both(ana, bo)
    assert [(event.by, event.kind) for event in table.events] == [
        *(("Ana", "move"), ("Bo", "move"), ("Ana", "result"), ("Bo", "result")),
    ]
    table.deal("1 1 2 3 4 5 6 7")
    (dealt,) = table.events
    assert (dealt.by, dealt.kind, dealt.did) == (None, "round", "Bout 2")
    assert dealt.pieces[:3] == ("1 STEP", "1 STEP", "2 STRIDE")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("none", "illegal"),
        ("KNIGHTWISE E6", "illegal"),
        ("PACE D4", "illegal"),
        ("3 H4", "syntax"),
        ("11 up", "illegal"),
        ("jump up", "syntax"),
        ("SOW D4-D6", None),
    ],
)
def test_the_refusals_of_example_b(text: str, code: str | None) -> None:
    assert in_round_1().code("Ana", text) == code


def test_the_refusals_of_example_b_say_what_would_be_right() -> None:
    table = in_round_1()
    for path in ("D5-D6-E6", "E4-E5-E6"):
        assert path in table.error("Ana", "KNIGHTWISE E6")
    for path in ("D3-D4", "C4-D4", "E4-D4", "D5-D4"):
        assert path in table.error("Ana", "PACE D4")
    assert "11 GLIDE is not among the community cards" in table.error("Ana", "11 up")


def test_example_b_s_answer_is_kept_until_the_other_s() -> None:
    table = in_round_1()
    before = table.state
    table.say("Ana", "SOW D4-D6")
    assert table.state == before
    assert table.owing == [("Bo", "play")]
    table.say("Bo", "3 up")
    assert table.state["boxes"] == {"A": "D7", "B": "D6"}


def test_the_halves_of_example_c() -> None:
    tiles = board(C4="b7", B4="w9", A4="b9")
    table = in_round_1("3 7 7 9 9 11 11 19", ana="1 on 7 or 9; 1 on 0; 1 on 1", board=tiles)
    table.both("3 up", "7 left").both("9 A4-A5", "9 D6-D7").both("19 D6-D5", "7 up")
    table.both("11 right", "11 left")
    (bout,) = table.state["bouts"]
    assert bout["bets"]["Ana"][0]["hits"] == 3
    assert json.dumps(bout["bets"]["Ana"][0]["payout"]) == "4.5"
    assert json.dumps(bout["points"]["Ana"]) == "21.5"
    assert json.dumps(table.state["points"]["Ana"]) == "24.5"


@pytest.mark.parametrize(("deal", "left"), [("3 6 7 9 10 18 19 21", 7), ("3 3 7 9 10 18 19 21", 6)])
def test_the_same_card_of_example_d(deal: str, left: int) -> None:
    table = in_round_1(deal).both("3 up", "3 left")
    assert len(table.state["pool"]) == left
    assert "3 LUNGE" not in table.state["pool"]
    assert table.state["boxes"] == {"A": "A4", "B": "D7"}
