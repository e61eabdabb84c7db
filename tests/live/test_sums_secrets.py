"""Nothing of the umpire's own sums reaches a player's spreadsheet, nor an export for others."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting_kit import Game, House
from leak_kit import everything
from live_kit import ANA, BO
from sums_kit import begin, says, sums_house, tick

from umpire.catalogue import games
from umpire.export.script import script_as
from umpire.export.transcript import read_transcript
from umpire.match import known_options
from umpire.projections.match_history import rebuild

pytestmark = pytest.mark.end_to_end

SECRETS = ("data_", "workings", "Workings", "Marked bid", "=MAX", "4711", "3477")
"""The names of ranges, what only the umpire's options hold, and a hidden count before and after."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with sums_house(tmp_path) as house:
        yield house


def played(house: House) -> Game:
    """A match in which the umpire has counted in secret by ticks."""
    match = begin(
        house,
        counters={"hoard-x": {"start": 4711, "seen": "umpire"}},
        workings=[
            ["Marked bid", "=MAX(data_answers)"],
            ["Pay", '="count Ana hoard-x -"&C2'],
            ["Odd", "=C2/0"],
        ],
    )
    says(match, "ask Ana, Bo in secret: bid = number 0 to 9999")
    match.types(ANA, "1234")
    match.types(BO, "987")
    match.house.run(3)
    tick(match, 3)
    match.house.run(3)
    tick(match, 4)
    match.house.run(3)
    assert match.log()[-1] == ("umpire", "count Ana hoard-x -1234", None)
    return match


def test_no_name_of_data_and_no_working_reaches_a_player_or_the_board(house: House) -> None:
    match = played(house)
    daemon = house.sheets("the daemon's token")
    for role, spreadsheet in match.hosting.spreadsheets.items():
        if role == "console":
            continue
        text = everything(daemon, spreadsheet)
        assert not [secret for secret in SECRETS if secret in text], role


def test_no_export_for_others_has_them_before_the_match_is_closed(house: House) -> None:
    match = played(house)
    row = house.store.find(match.row.id)
    history = rebuild(row.header(), games()["by-hand"], house.store.lines(row.id), ())
    for viewer in ("Ana", "Bo", "Cy", None):
        assert "workings" not in known_options(history.match, viewer)
        lines = script_as(read_transcript(house.store, row, history.match.game), viewer)
        assert not [secret for secret in (*SECRETS, "said nothing") if secret in "".join(lines)]
