"""The worked examples of the rules page, line by line, with the whole state they lead to."""

from typing import Any

from devils_table import DEAL, Table

ALL_OPEN = {
    "start_pools": {
        "Ana": ["B1", "B4", "B7", "G7", "R9"],
        "Bo": ["B2", "G3", "G4", "R4", "R8"],
    }
}


def a_round(**given: Any) -> dict[str, Any]:
    """A round as it is reported, before anything in it has happened."""
    untouched = {
        "round": 1,
        "starter": "Ana",
        "refills": [],
        "community": None,
        "private": None,
        "revealed": 0,
        "betting": 0,
        "bets": {"Ana": 0, "Bo": 0},
        "to_call": None,
        "actions": [],
        "hands": None,
        "result": None,
        "winner": None,
        "penalty": None,
    }
    assert set(given) <= set(untouched)
    return untouched | given


def action(phase: int, by: str, what: str) -> dict[str, Any]:
    return {"phase": phase, "by": by, "action": what}


def test_the_source_s_division() -> None:
    table = Table().say(DEAL)
    assert table.owing == [("Ana", "start")]
    table.say("me", "yes")
    assert (table.state["chips"], table.state["removed"]) == ({"Ana": 25, "Bo": 30}, 5)
    table.say("G5 B3 R3 R7 B6 G1 G2 G8 B5 R2 B9 G6")
    code, error = table.refused("R2 B3 R3 G6 | G5 B9 | B6 G8 | G2 B5 R6 *")
    assert (code, "R6" in (error or "")) == ("illegal", True)
    table.say("R2 B3 R3 G6 | G5 B9 | B6 G8 | G2 B5 R7 * | unused: G1 | discard: B1 R2 B4")
    assert table.owing == [("Bo", "take")]
    code, error = table.refused("G6")
    assert (code, "G6" in (error or "")) == ("illegal", True)
    table.say("G1")
    assert table.owing == [("Ana", "refill")]
    assert table.state == {
        "phase": "refill",
        "round": 1,
        "starter": "Ana",
        "chips": {"Ana": 25, "Bo": 30},
        "pot": 0,
        "removed": 5,
        **ALL_OPEN,
        "pools": {
            "Ana": ["B3", "B6", "B7", "B9", "G5", "G6", "G7", "G8", "R3", "R9"],
            "Bo": ["B2", "G1", "G3", "G4", "R4", "R8"],
        },
        "current": a_round(
            refills=[
                {
                    "by": "Ana",
                    "selection": [
                        *("G5", "B3", "R3", "R7", "B6", "G1"),
                        *("G2", "G8", "B5", "R2", "B9", "G6"),
                    ],
                    "piles": [["B3", "G6", "R2", "R3"], ["B6", "G8"], ["B9", "G5"]],
                    "aside": ["B5", "G2", "R7"],
                    "unused": ["G1"],
                    "discarded": ["B1", "B4", "R2"],
                    "random": [],
                    "taken": "G1",
                    "taken_discard": None,
                }
            ]
        ),
        "history": [],
    }


def test_an_instant_fold_and_a_penalty() -> None:
    table = Table().say(DEAL, "Ana", "no", "no", "R1")
    assert table.owing == [("Ana", "private"), ("Bo", "private")]
    table.by("Ana", "B4 R9")
    assert table.owing == [("Bo", "private")], "Ana waits"
    assert table.state["current"]["private"] is None
    assert "B4" in table.state["pools"]["Ana"]
    table.by("Bo", "G4 R4")
    state = table.state
    assert (state["chips"], state["pot"], state["removed"]) == ({"Ana": 28, "Bo": 28}, 3, 1)
    assert table.code("call") == "illegal"
    table.say("fold")
    assert table.state == {
        "phase": "refill",
        "round": 2,
        "starter": "Bo",
        "chips": {"Ana": 26, "Bo": 33},
        "pot": 0,
        "removed": 1,
        **ALL_OPEN,
        "pools": {"Ana": ["B1", "B7", "G7"], "Bo": ["B2", "G3", "R8"]},
        "current": a_round(round=2, starter="Bo"),
        "history": [
            a_round(
                community="R1",
                private={"Ana": ["B4", "R9"], "Bo": ["G4", "R4"]},
                betting=1,
                actions=[action(1, "Ana", "fold")],
                result="fold",
                winner="Bo",
                penalty="paid",
            )
        ],
    }
    hidden = [None, None]
    assert table.seen("Ana")["history"][0]["private"] == {"Ana": ["B4", "R9"], "Bo": hidden}
    assert table.seen("Bo")["history"][0]["private"] == {"Ana": hidden, "Bo": ["G4", "R4"]}
    assert table.seen(None)["history"][0]["private"] == {"Ana": hidden, "Bo": hidden}


def all_in() -> Table:
    table = Table().say("B4 B6 G2 G8 R9 B1 B2 G5 R3 R7", "Bo", "n", "n", "R5")
    table.by("Bo", "G5 B2")
    table.by("Ana", "B6 B4")
    assert table.code("raise 29") == "illegal"
    table.say("raise 28")
    assert table.code("raise 1") == "illegal"
    return table.say("call")


def test_all_in_and_a_straight_of_6_5_4() -> None:
    table = all_in()
    state = table.state
    assert state["history"] == [
        a_round(
            starter="Bo",
            community="R5",
            private={"Ana": ["B6", "B4"], "Bo": ["G5", "B2"]},
            revealed=2,
            betting=2,
            bets={"Ana": 28, "Bo": 28},
            actions=[action(1, "Bo", "raise 28"), action(1, "Ana", "call")],
            hands={"Ana": "straight", "Bo": "pair"},
            result="win",
            winner="Ana",
        )
    ]
    assert (state["chips"], state["pot"], state["removed"]) == ({"Ana": 59, "Bo": 0}, 0, 1)
    assert (state["round"], state["starter"]) == (2, "Ana")
    assert table.owing == [("Ana", "refill")]


def test_after_it_only_the_winner_is_asked_to_refill_and_the_loser_fails_at_the_ante() -> None:
    table = all_in().say("no")
    assert table.owing == [("chance", "community")], "Bo, with no chips, is not asked"
    table.say("G9", "G2 G8", "B1 R3")
    assert table.outcome == ("Ana", "ante")
    state = table.state
    assert (state["phase"], state["chips"], state["pot"]) == ("over", {"Ana": 59, "Bo": 0}, 0)
    assert state["current"] == a_round(
        round=2, community="G9", private={"Ana": ["G2", "G8"], "Bo": ["B1", "R3"]}
    )


def test_it_may_end_at_the_choice_of_cards_before_the_ante() -> None:
    table = all_in().say("no", "R3")
    assert table.owing == [("Ana", "private"), ("Bo", "private")], "B1 and R7 are left to Bo"
