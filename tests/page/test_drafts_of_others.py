"""What somebody fills in is in nobody else's data before it is sent, and not on the board."""

import tomllib
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hosting_kit import Game, house_of
from leak_kit import everything
from named_ranges import places_of
from own_games import OURS
from test_page_comes_back import AUCTION, PLAYERS
from test_page_frame import LIMITS, goes_on

from umpire.match import Header
from umpire.sheets.errors import Refused

pytestmark = pytest.mark.end_to_end

MOMENTS = 5
SECRET = "ZQX7"
BOXES = ("form_send", "form_lock", "form_note")


def fills_in(match: Game) -> None:
    """Write the same text into every cell of Ana's form."""
    for name in places_of(match.link("Ana"), match.table(0)):
        if name.startswith("form_") and not name.startswith(BOXES):
            with suppress(Refused):  # a label
                match.writes(name, SECRET, who="Ana", on=match.table(0))
    match.house.run(3)


@pytest.mark.parametrize("name", [name for name, game in OURS.items() if game.private])
def test_what_one_player_fills_in_is_sent_to_no_other(tmp_path: Path, name: str) -> None:
    game, random = OURS[name], Random(name)
    players = PLAYERS[: 3 if 3 in game.seats else 2]
    options = (
        tomllib.loads(AUCTION.read_text("utf-8")) if game.is_directed else LIMITS.get(name, {})
    )
    with house_of(tmp_path, game) as house:
        match = house.make(Header(name, players, options))
        daemon = house.sheets("the daemon's token")
        house.run(3)
        own = []
        for _ in range(MOMENTS):
            goes_on(match, random, random.randint(1, 4))
            fills_in(match)
            own.append(SECRET in everything(daemon, match.table(0)))
            others = {*match.hosting.spreadsheets.values()} - {match.table(0)}
            for other in others:
                assert SECRET not in everything(daemon, other)
        assert any(own), "there was something to be seen"
