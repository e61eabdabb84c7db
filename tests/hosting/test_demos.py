"""Who plays in a demo, with which clock, and how fast bots answer there."""

import pytest

from umpire.errors import UsageError
from umpire.hosting.demos import BOTS_PACE, DemoOptions
from umpire.json_types import JsonObject
from umpire.store.records import USUAL_PACE

SERVER = "http://127.0.0.1:8765"


def demo(
    game: str = "arcanoid",
    number: int | None = None,
    options: JsonObject | None = None,
    *,
    bots: bool = False,
    against_bots: bool = False,
    clock: bool | None = None,
) -> DemoOptions:
    return DemoOptions.of(
        game,
        number,
        options or {},
        bots=bots,
        against_bots=against_bots,
        clock=clock,
        level=2,
        pace=None,
    )


def test_people_play_every_seat_without_a_clock() -> None:
    options = demo(number=3)
    request = options.request(SERVER)
    assert request.header.players == ("Ana", "Bo", "Cleo")
    assert (request.bots, request.header.clock) == ((), False)
    assert (options.solo_player, options.only_bots) == (None, False)


def test_against_bots_somebody_has_the_first_seat() -> None:
    options = demo(number=3, against_bots=True)
    bots = options.request(SERVER).bots
    assert [(bot.seat, bot.pace) for bot in bots] == [(1, USUAL_PACE), (2, USUAL_PACE)]
    assert options.solo_player == "Ana"


def test_where_only_bots_play_a_clock_runs_and_one_directs() -> None:
    request = demo("by-hand", 2, bots=True).request(SERVER)
    assert [(bot.seat, bot.pace) for bot in request.bots] == [
        (seat, BOTS_PACE) for seat in (0, 1, 2)
    ]
    assert request.header.clock


def test_an_option_asks_for_the_clock_unless_the_command_says_otherwise() -> None:
    assert demo(options={"clock": True}).clock
    assert not demo(options={"clock": True}, clock=False).clock


def test_a_game_has_only_so_many_players() -> None:
    with pytest.raises(UsageError, match="Arcanoid is for 2 to 10 players, not 11"):
        demo(number=11)
