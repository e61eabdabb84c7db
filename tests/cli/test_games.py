"""`umpire games`."""

from collections.abc import Callable
from typing import Any

Run = Callable[..., Any]


def test_games_lists_players_and_options(run: Run) -> None:
    ran = run("games")
    shown = ran.out.decode()
    assert ran.status == 0
    assert "numbers: Numbers, 2 to 4 players" in shown
    assert "Options: phases, bank, periods, clock." in shown


def test_one_game_is_shown_with_what_its_options_mean(run: Run) -> None:
    shown = run("games", "numbers").out.decode()
    assert "highest sum wins" in shown
    assert "what is asked" in shown
    assert "whether time limits fall" in shown


def test_json_is_for_programs(run: Run) -> None:
    ((one,),) = run("games", "--json").lines
    assert (one["id"], one["players"]) == ("numbers", {"fewest": 2, "most": 4})
    (alone,) = run("games", "numbers", "--json").lines
    assert alone == one
    assert "clock" in alone["options"]


def test_a_game_that_is_not_there_is_one_sentence_and_status_2(run: Run) -> None:
    ran = run("games", "ludo")
    assert (ran.status, ran.out) == (2, b"")
    assert "'ludo'" in ran.error
    assert "numbers" in ran.error
