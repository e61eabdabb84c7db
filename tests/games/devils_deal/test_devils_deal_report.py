"""The report's state in every phase, its keys in order; views; ids; what is asked and told."""

from typing import Any

import pytest
from devils_table import (
    DEAL,
    DIVISION,
    PLAYERS,
    SELECTION,
    Table,
    betting,
    choosing,
    dividing,
    drawing,
    started,
)

from umpire.match import asking

REFILL_KEYS = [
    *("by", "selection", "piles", "aside", "unused", "discarded", "random", "taken"),
    "taken_discard",
]

PHASES = {
    "deal": Table,
    "start": lambda: Table().say(DEAL),
    "refill": started,
    "selection": lambda: started().say("yes"),
    "divide": dividing,
    "discard": drawing,
    "take": lambda: dividing().say("G1 *"),
    "community": lambda: started().say("no", "no"),
    "private": choosing,
    "bet": betting,
    "break": lambda: betting(break_seconds=20).say("fold"),
}
IN_EVERY_PHASE = pytest.mark.parametrize("phase", PHASES)


def at(phase: str) -> Table:
    table: Table = PHASES[phase]()
    return table


NOTHING_YET: dict[str, Any] = dict.fromkeys(REFILL_KEYS) | {"by": "Ana"}


def test_a_refill_step_by_step() -> None:
    table = started(clock=True).say("yes")
    assert table.refill == NOTHING_YET
    table.say(SELECTION)
    dealt = NOTHING_YET | {"selection": SELECTION.split()}
    assert table.refill == dealt
    table.say(f"{DIVISION} discard: R2").wait(90.5)
    closed = dealt | {
        "piles": [["B3", "G6", "R2", "R3"], ["B6", "G8"], ["B9", "G5"]],
        "aside": ["B5", "G2", "R7"],
        "unused": ["G1"],
        "discarded": ["R2"],
    }
    assert table.refill == closed
    table.say("R9 B1")
    settled = closed | {"discarded": ["B1", "R2", "R9"], "random": ["B1", "R9"]}
    assert table.refill == settled
    table.say("G2")
    assert table.refill == settled | {"taken": "G2"}, "what is taken stays in aside"


def test_random_is_settled_when_nothing_is_missing() -> None:
    assert dividing().say("B5 | G5 *").refill["random"] == []
    assert dividing().say("none").refill == NOTHING_YET | {
        "selection": SELECTION.split(),
        "piles": [],
        "aside": sorted(SELECTION.split()),
        "unused": [],
        "discarded": [],
        "random": [],
    }


def test_piles_are_sorted_among_themselves() -> None:
    piles = dividing().say("R3 | B3 | G1 G2 *").refill["piles"]
    assert piles == [["B3"], ["R3"]]
    piles = drawing("G6 R3 R2 B3 | B6 G8 | B9 G5 | G2 B5 R7 *").refill["piles"]
    assert piles == [["B3", "G6", "R2", "R3"], ["B6", "G8"], ["B9", "G5"]]


@IN_EVERY_PHASE
@pytest.mark.parametrize("loser", PLAYERS)
def test_a_forfeit_ends_the_match_and_changes_nothing_else(phase: str, loser: str) -> None:
    table = at(phase)
    before = table.state
    table.umpire(f"forfeit {loser}")
    assert table.outcome == ({"Ana": "Bo", "Bo": "Ana"}[loser], "forfeit")
    if before["current"] is not None:
        before["current"]["to_call"] = None
    assert table.state == before | {"phase": "over"}


# Views


def test_hidden_cards_stay_hidden_when_the_match_is_over() -> None:
    table = betting().say("raise 1", "call", "fold").umpire("forfeit Bo")
    hidden = table.seen("Bo")["history"][0]["private"]
    assert hidden == {"Ana": ["B4", None], "Bo": ["G4", "R4"]}


# Decisions


def test_kinds_owners_and_rules() -> None:
    for phase in PHASES:
        for pending in at(phase).match.pending:
            decision = pending.decision
            assert decision.kind.name == phase
            assert (decision.by == "chance") == (
                phase in ("deal", "selection", "discard", "community")
            )
            assert decision.rule == ("last" if phase == "divide" else "first")
            assert decision.secret == (phase in ("divide", "private"))
            assert (decision.group is not None) == (phase == "private")
            assert not decision.reserve


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "discard"])
def test_what_is_asked_names_no_notation_and_what_is_offered_is_legal(phase: str) -> None:
    table = at(phase)
    for pending in table.match.pending:
        asked = asking.ask(table.match, pending)
        offered = asking.suggest(table.match, pending) or [asked.rpartition("Example: ")[2][:-1]]
        pending.decision.kind.read(table.match.state, pending.decision, offered[0])
        assert pending.by == "chance" or "Example" not in asked


def test_what_is_asked_of_chance_tells_no_card_of_a_pool() -> None:
    table = at("discard")
    asked = asking.ask(table.match, table.match.pending[0])
    assert asked == "Draw 3 to discard from Ana's pool."


def test_a_full_pool_is_asked_for_a_discard_too() -> None:
    table = dividing().say(f"{DIVISION} discard: B1 R2 B4", "pass", "no", "yes", SELECTION, "none")
    asked = asking.ask(table.match, table.match.pending[0])
    assert asked == "Take one of these 12 cards and discard one for it, or pass?"
    example = str(table.refused("what?")[1]).rpartition("Example: ")[2].removesuffix(".")
    assert "discard" in example
    assert table.code(example) is None


def test_events_are_sentences_for_those_whom_they_concern() -> None:
    table = dividing().say(f"{DIVISION} discard: B1 R2 B4")
    assert table.told(None) == [
        "Ana keeps B3 G6 R2 R3 | B6 G8 | B9 G5 and sets aside B5 G2 R7 (sum 14). Unused: G1.",
        "Ana discards B1 B4 R2.",
    ]
    assert table.say("G1").told(None) == ["Bo takes G1."]
    table.say("no", "no", "R1").by("Ana", "B6 G8")
    assert table.events == ()
    table.by("Bo", "G4 R4")
    assert table.told(None) == [
        "Both have chosen their cards.",
        "Both pay an ante of 2 chips. The pot is 3, and 1 chip leaves the game.",
    ]
    assert table.told("Ana")[0] == "Your cards are B6 and G8. B6 is shown first."
    assert not any("Your" in sentence for sentence in table.told(None))
    table.say("raise 2", "call")
    assert table.told(None) == [
        "Bo calls 2 chips.",
        "The first cards are shown: Ana B6, Bo G4.",
    ]
    table.say("raise 1", "call")
    assert table.told(None) == [
        "Bo calls 1 chip.",
        "The second cards are shown: Ana G8, Bo R4.",
        "Ana: high card, Bo: pair of 4. Bo wins the pot of 9 chips.",
        "Round 2. Bo starts.",
    ]
