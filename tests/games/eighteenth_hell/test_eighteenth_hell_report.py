"""What is reported, and what of it each viewer may know."""

import json
from random import Random
from typing import Any

import pytest
from diyu import ARMY, LATER, PLAYERS, SPREAD, Table, effect, hell, hells, laid
from knowing import known
from made_up import random_hells

from umpire.games.eighteenth_hell import GAME
from umpire.games.eighteenth_hell.hells import DEFAULT_HELLS
from umpire.games.eighteenth_hell.state import HIDDEN
from umpire.match import Match, asking, judge


def test_a_held_answer_changes_no_state() -> None:
    table = Table(clock=True)
    before = json.dumps(table.state)
    table.say("Ana", f"{SPREAD} | spirit foresight").say("Ana", "lock")
    assert json.dumps(table.state) == before
    assert table.report["pending"][0]["held"] is True


def test_board_hand_and_shown_are_in_order() -> None:
    table = Table().play("7:3,-1 5:0(4),2 2:-1 3:1", SPREAD)
    ana = table.player("Ana")
    assert ana["board"] == laid("2:-1 3:1 5:0(4),2 7:-1,3")
    assert ana["shown"] == laid("2:-1 3:1 5:2,4 7:-1,3")
    assert ana["hand"] == ["-1", "-1", "4"]


def test_hells_are_in_the_order_of_the_options() -> None:
    table = Table(1, 1).play(f"{SPREAD} | hells Steam, Four", f"{SPREAD} | hells Mirrors, Tongues")
    assert table.player("Ana")["hells"] == ["Four", "Steam"]
    assert table.player("Bo")["hells"] == ["Tongues", "Mirrors"]
    assert table.player("Bo")["told"] == ["Mirrors"]


@pytest.mark.parametrize(
    ("clause", "spirit", "in_force"),
    [
        ("strength 3", "strength 3", {"spirit": "strength", "unit": "3", "wins": 1}),
        ("s 0 a", "strength 0 attuned", {"spirit": "strength", "unit": "0", "wins": 2}),
        ("foresight", "foresight", {"spirit": "foresight", "unit": None, "wins": 1}),
        ("a f", "foresight attuned", {"spirit": "foresight", "unit": None, "wins": 2}),
    ],
)
def test_spirits_invoked_and_in_force(clause: str, spirit: str, in_force: Any) -> None:
    old = {"spirit": "strength", "unit": "1", "wins": 2}
    table = Table({"block": 0, "active": [old]}, None)
    assert table.player("Ana")["spirit"] is None
    table.play(f"{SPREAD} | spirit {clause}", SPREAD)
    assert table.player("Ana")["spirit"] == spirit
    assert table.player("Ana")["invoked"] is True
    assert table.player("Ana")["active"] == [old, in_force], "oldest first"


def test_destroyed_units_of_both_rounds_are_in_order_and_a_zero_keeps_its_disguise() -> None:
    table = Table(1, None, hells=hells(hell(effect("exposed"))))
    other = ("2:-1 3:-1 4:-1 5:1 6:3 7:4", "5:-1 6:0 7:2")
    table.play("2:-1 3:-1 4:-1 5:-1 7:4,0(2) | hells Test", other[0], "7:1,2,3", other[1])
    assert table.last["destroyed"]["Ana"] == laid("7:0(2),1,3,4")


def test_after_the_bout_that_ends_the_match_too() -> None:
    rich = {"block": 5, "points": 80}
    table = Table(rich, 3, hells=hells()).play(SPREAD, f"{SPREAD} | hells Quiet 3", LATER, LATER)
    assert table.report["winner"] == "Ana"
    assert table.state["private"] is True, "as the last bout was"
    assert (table.state["bout"], table.state["round"]) == (1, None)
    assert table.player("Ana")["hand"] == ARMY
    assert table.player("Bo")["hells"] == []
    assert table.view(None) == table.state


def forfeited(match: Match, player: str) -> Match:
    judgement = judge(match, {"t": match.now, "by": "umpire", "say": f"forfeit {player}"})
    assert judgement.ok
    return judgement.match


@pytest.mark.parametrize("lines", [[], [SPREAD], [SPREAD, SPREAD], [SPREAD, SPREAD, LATER]])
def test_after_a_forfeit_all_stays_as_it_was(lines: list[str]) -> None:
    table = Table().play(*lines)
    before = table.state
    table.match = forfeited(table.match, "Ana")
    assert (table.report["winner"], table.report["reason"]) == ("Bo", "forfeit")
    assert table.state == before | {"round": None}
    assert table.view("Bo") == table.view(None) == table.state


@pytest.mark.parametrize("made", ["default", "random"])
@pytest.mark.parametrize("seed", range(12))
def test_each_viewer_sees_what_the_rules_table_says(made: str, seed: int) -> None:
    random = Random(seed)
    table, match_hells = start(random, made)
    for _ in range(40):
        match = table.match
        for viewer in (None, *PLAYERS):
            assert table.view(viewer) == known(table.state, viewer, match_hells)
        if match.outcome is not None:
            break
        pending = random.choice(match.pending)
        table.say(pending.by, asking.random_answer(match, pending, random))


def start(random: Random, made: str) -> tuple[Table, Any]:
    while True:
        match_hells = DEFAULT_HELLS if made == "default" else random_hells(random)
        blocks = [random.choice((0, 1, 2, 3, 3, 3, 4, 5)) for _ in PLAYERS]
        try:
            return Table(*blocks, hells=match_hells), match_hells
        except ValueError:
            continue


def test_nothing_can_be_read_from_what_is_hidden_or_decided_by_it() -> None:
    table = Table().play(f"{SPREAD} | spirit foresight", SPREAD)
    for viewer in (None, "Bo"):
        masked = GAME.seen_by(table.match.state, viewer)
        assert masked.deployments[0].plan is masked.standings[0].uses is HIDDEN
        with pytest.raises(AttributeError):
            _ = masked.deployments[0].plan.hand
        with pytest.raises(TypeError):
            _ = "a spirit" if masked.standings[0].active else "none"
        with pytest.raises(TypeError):
            _ = [*masked.standings[0].active]


def test_points_are_whole_numbers_or_halves() -> None:
    table = Table({"block": 5, "points": 3.0}, {"block": 5, "points": 2.5})
    assert json.dumps([table.player(name)["points"] for name in PLAYERS]) == "[3, 2.5]"
    table.play(SPREAD, SPREAD, LATER, LATER)
    assert json.dumps([table.player(name)["points"] for name in PLAYERS]) == "[16.5, 16]"
