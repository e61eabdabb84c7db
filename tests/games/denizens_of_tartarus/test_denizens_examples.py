"""The worked examples of the game's rules page, number by number."""

import json
from typing import Any

import pytest
from tartarus import DEALS, EXAMPLE, Table, at

from umpire.games.denizens_of_tartarus import GAME
from umpire.match import Match, begin, judge, read_header, report


def match(**options: Any) -> Match:
    header = {"umpire": 1, "game": GAME.id, "players": ["Ana", "Bo"], "options": options}
    return begin(read_header(json.dumps(header), {GAME.id: GAME}), GAME).match


def test_the_sources_own_example() -> None:
    table = at(EXAMPLE).say("Y5 set draw module")
    assert table.sentences == [
        "Ana plays Y5 on Set: 4th card, 12 : 2. A point for Ana, one for Bo on Balance (7 to 4). "
        "Ana draws G2 by the draw option."
    ]
    assert table.hand("Ana") == "R1 G2 B3"
    assert table.deck == "Y1 R5 P2 B1 Y3 G5 P4 R2 Y2 B4 P5 R3 Y4 G3 P1 B2 G4 P3 Y5"
    assert table.module("Set") == {"won": None, "points": {"Ana": 1, "Bo": 0}, "cards": []}
    assert table.module("Balance") == {
        "won": None,
        "points": {"Ana": 1, "Bo": 1},
        "weight": {"Ana": 0, "Bo": 0},
    }
    assert table.state["recent"]["Ana"] == "Set"
    assert table.state["to_move"] == "Bo"
    assert table.state["closed"] == ["Set", "Stones", "Pair"]

    table.say("Blue 5 shuffle, Bottom Top Middle")
    assert table.hand("Bo") == "R4 G1 G3"
    assert table.deck == "P1 B2 G4 P3 Y5 Y1 R5 P2 B1 Y3 G5 P4 R2 Y2 B4 P5 R3 Y4 B5"
    assert table.module("Shuffle")["tokens"] == {"Ana": 3, "Bo": 3}
    assert table.state["recent"]["Bo"] == "Shuffle"
    assert (table.state["turn"], table.state["to_move"]) == (27, "Ana")
    assert table.state["closed"] == ["Set", "Stones", "Shuffle"]


@pytest.mark.parametrize(("left", "sums"), [("Ana", "12 : 2"), ("Bo", "2 : 12")])
def test_sums_are_told_left_and_right_as_on_the_board_and_weights_by_the_heavier(
    left: str, sums: str
) -> None:
    table = at(EXAMPLE | {"left": left}).say("Y5 set draw module")
    (told,) = table.sentences
    assert f"on Set: 4th card, {sums}." in told
    assert "one for Bo on Balance (7 to 4)." in told


def test_rejections_draw_first_and_an_attuned_mulligan() -> None:
    table = at(EXAMPLE)
    assert table.code("B3 set") == "illegal"
    assert table.error("B3 set") == (
        "Set does not take B3: a 3 (R3) and a Blue card (B2) are there already."
    )
    assert table.code("R1 balance") == "illegal"
    assert table.code("Y5 set mulligan B3") == "illegal"
    assert table.code("Y5 s") == "syntax"
    assert "Set, Stones or Shuffle" in table.error("Y5 s")

    table.say("Y5 shuffle draw module BTM; attuned mulligan Y1 R1")
    assert table.hand("Ana") == "Y4 G3 B3"
    assert table.state["spirits"]["Ana"] == {"normal": 0, "attuned": 0}
    assert table.deck == "P1 B2 G4 P3 R5 G2 P2 B1 Y3 G5 P4 R2 Y2 B4 P5 R3 Y5 Y1 R1"
    assert table.module("Shuffle")["points"]["Ana"] == 1
    assert table.module("Shuffle")["tokens"]["Ana"] == 0
    assert table.module("Balance")["points"] == {"Ana": 1, "Bo": 1}


def test_an_opening_with_a_decider_and_a_missed_ban() -> None:
    playing = match(decider="Ana")
    script = [
        (20, "Ana", "second left", None),
        *((20, "chance", deal, None) for deal in DEALS),
        (81, "Bo", "ban A", "illegal"),
        (90, "Bo", "C", None),
        (95, "Ana", "d", None),
        (100, "Ana", "block sh", None),
        (101, "Bo", "pass", "illegal"),
    ]
    for t, by, say, code in script:
        judged = judge(playing, {"t": t, "by": by, "say": say})
        assert judged.code == code, f"{say}: {judged.error}"
        playing = judged.match
        if say == "second left":
            assert report(playing)["state"]["seats"] == ["Bo", "Ana"]
            assert report(playing)["state"]["left"] == "Ana"
    told = report(playing)
    state = told["state"]
    assert state["bans"] == ["A", "C", "D"]
    assert state["configuration"] == "B"
    assert state["hands"] == {"Bo": ["R1", "Y3", "B2"], "Ana": ["Y2", "G3", "P1"]}
    assert (state["blocked"], state["closed"]) == ("Shuffle", ["Shuffle"])
    assert told["pending"] == [
        {"by": "Bo", "kind": "turn", "held": False, "locked": False, "deadline": 190}
    ]


def test_a_bank_runs_down_past_the_limit_and_then_the_match_is_lost() -> None:
    playing = match(position=EXAMPLE)
    in_time = judge(playing, {"t": 390, "by": "Ana", "say": "R1 order"})
    assert in_time.ok
    assert report(in_time.match)["reserve"] == {"Ana": 0, "Bo": 300}
    late = judge(playing, {"t": 390.5, "by": "Ana", "say": "R1 order"})
    assert late.code == "not-pending"
    told = report(late.match)
    assert (told["winner"], told["reason"], told["state"]["turn"]) == ("Bo", "time", 25)
    assert told["state"]["phase"] == "over"


def test_a_seed_deals_four_legal_starts_at_once() -> None:
    header = {
        "umpire": 1,
        "game": GAME.id,
        "players": ["Ana", "Bo"],
        "options": {},
        "seed": "07" * 32,
    }
    judged = begin(read_header(json.dumps(header), {GAME.id: GAME}), GAME)
    state = report(judged.match)["state"]
    assert state["phase"] == "ban"
    assert len(state["configurations"]) == 4
    # The dealt starts are legal again when they are given as options.
    assert Table(configurations=state["configurations"]).state == state
