"""The report through the phases of a match, and what of it each viewer is shown."""

import pytest
from boxes import BETS, DEAL, PLAYERS, Table, board, card_list, in_round_1
from test_box_properties import random_match

from umpire.games.base import Answers, tell_nobody
from umpire.games.box_within_a_box import GAME
from umpire.match import report, view


@pytest.mark.parametrize(
    "phase", ["board", "examine-boards", "deal", "examine-cards", "bet", "play"]
)
def test_a_forfeit_leaves_everything_else_as_it_was(phase: str) -> None:
    table = Table(board=None, seconds_examine_boards=1, seconds_examine_cards=1)
    steps = [
        *(("chance", " ".join(board())), ("Ana", "ready"), ("Bo", "ready"), ("chance", DEAL)),
        *(("Ana", "ready"), ("Bo", "ready"), ("Ana", BETS), ("Bo", BETS), ("Ana", "3 up")),
    ]
    for by, text in steps:
        if table.state["phase"] == phase != "play":
            break
        table.say(by, text)
    before = table.state
    assert before["phase"] == phase
    table.say("umpire", "forfeit Ana")
    assert table.state == before | {"phase": "over"}
    assert (table.report["winner"], table.report["reason"]) == ("Bo", "forfeit")
    assert table.owing == []


def test_cards_of_ones_own_are_reported_by_their_names_in_capitals() -> None:
    table = in_round_1(cards=card_list({"number": 3, "name": "Charge"}))
    assert table.state["pool"][0] == "3 CHARGE"
    assert table.state["undealt"].count("3 CHARGE") == 1
    table.both("charge up", "7 up")
    assert table.state["rounds"][0]["B"]["card"] == "3 CHARGE"


@pytest.mark.parametrize("seed", range(4))
def test_views_show_all_but_the_other_s_bets(seed: int) -> None:
    hidden = 0
    for match, _, _ in random_match(seed):
        state = report(match)["state"]
        for viewer in (None, *PLAYERS):
            seen = view(match, viewer)["state"]
            assert {**seen, "bets": None} == {**state, "bets": None}
            for player in PLAYERS:
                assert seen["bets"][player] == (state["bets"][player] if player == viewer else None)
                hidden += seen["bets"][player] != state["bets"][player]
    assert hidden > 100


@pytest.mark.parametrize("viewer", [None, *PLAYERS])
def test_no_bout_is_settled_on_what_a_viewer_knows(viewer: str | None) -> None:
    table = in_round_1()
    for number in (1, 2, 3, 4):
        state, pending = table.match.state, table.match.pending
        says = {owed.by: owed.decision.kind.suggest(state, owed.decision)[0] for owed in pending}
        if number < 4:
            table.both(**{by.lower(): says[by] for by in says})
    kind = pending[0].decision.kind
    answers = Answers((one.by, kind.read(state, one.decision, says[one.by])) for one in pending)
    assert kind.apply(state, answers, tell_nobody).bouts
    with pytest.raises(AssertionError):
        kind.apply(GAME.seen_by(state, viewer), answers, tell_nobody)
