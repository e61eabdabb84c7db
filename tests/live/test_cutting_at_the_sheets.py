"""The cut, typed into the score sheet and into the entry form of every game's own sheets."""

from pathlib import Path

import pytest
from hosting_kit import house_of
from live_kit import ANA
from own_games import RULED

from umpire.catalogue import find_game
from umpire.match import Header
from umpire.sheets.ranges import BOXES, FORM, SEND
from umpire.sheets.template import find_template
from umpire.showing.record import rebuild
from umpire.store import LogLine

pytestmark = pytest.mark.end_to_end

LONG = "7♣ " * 66 + "xx"
"""As long as a cut may be."""


def first_cell(game: str) -> str:
    """The name of the first cell to fill in of a form."""
    template = find_template(game)
    areas = [area for tab in (*template.tables, *template.tabs) for area in tab.areas]
    boxes = {f"{FORM}{box}" for box in BOXES}
    written = [area.name[0] for area in areas if area.player_writes and area.name]
    return next(name for name in written if name.startswith(FORM) and name not in boxes)


@pytest.mark.parametrize("name", RULED)
def test_one_cuts_in_the_score_sheet_and_the_other_in_the_form(tmp_path: Path, name: str) -> None:
    def said() -> list[tuple[str | None, str | None, str | None]]:
        return [_said(line) for line in match.lines() if line.by in ("Ana", "Bo")]

    with house_of(tmp_path, find_game(name)) as house:
        match = house.make(Header(name, ("Ana", "Bo"), {"cut": True}))
        house.run()
        assert "Cut the deck" in str(match.shows("ask_1", "Ana"))
        match.types(ANA, 7, f"x{LONG}", {"stringValue": "=1+1"})
        house.run(4)
        refused, too_long, taken = match.answers(ANA)[:3]
        assert "number" in refused
        assert "201 characters are too many" in too_long
        assert taken == "taken: =1+1"
        assert said() == [("Ana", f"x{LONG}", "syntax"), ("Ana", "=1+1", None)]

        table = match.table(1)
        match.writes(f"{first_cell(name)}_2", {"stringValue": LONG}, who="Bo", on=table)
        match.writes(f"{FORM}{SEND}_2", True, who="Bo", on=table)
        house.run(4)
        assert said()[2:] == [("Bo", LONG, None)]
        played = rebuild(match.row.header(), house.game, match.lines(), ()).match
        assert played.cut == {"Ana": "=1+1", "Bo": LONG}
        assert "Cut the deck" not in str(match.shows("ask_1", "Ana"))


def _said(line: LogLine) -> tuple[str | None, str | None, str | None]:
    return line.by, line.say, line.code
