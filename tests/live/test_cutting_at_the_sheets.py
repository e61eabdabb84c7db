"""The cut, typed into the score sheets of every game: no form has a cell for it."""

from pathlib import Path

import pytest
from hosting_kit import house_of
from live_kit import ANA, BO
from own_games import RULED

from umpire.catalogue import find_game
from umpire.match import Header
from umpire.projections.match_history import rebuild
from umpire.sheets.ranges import FORM, LABEL, NOTE
from umpire.sheets.template import find_template
from umpire.store import LogLine

pytestmark = pytest.mark.end_to_end

LONG = "7♣ " * 66 + "xx"
"""As long as a cut may be."""


@pytest.mark.parametrize("name", RULED)
def test_all_cut_in_their_score_sheets_and_no_form_asks_for_anything(
    tmp_path: Path, name: str
) -> None:
    def said() -> list[tuple[str | None, str | None, str | None]]:
        return [_said(line) for line in match.lines() if line.by in ("Ana", "Bo")]

    with house_of(tmp_path, find_game(name)) as house:
        match = house.make(Header(name, ("Ana", "Bo"), {"cut": True}))
        house.run()
        assert "Cut the deck" in str(match.shows("ask_1", "Ana"))
        names = [area for area in labels(name) if match.shows(f"{area}_1", "Ana") != []]
        assert names == []
        match.types(ANA, 7, f"x{LONG}", {"stringValue": "=1+1"})
        house.run(4)
        refused, too_long, taken = match.answers(ANA)[:3]
        assert "number" in refused
        assert "201 characters are too many" in too_long
        assert taken == "taken: =1+1"
        assert said() == [("Ana", f"x{LONG}", "syntax"), ("Ana", "=1+1", None)]

        match.types(BO, {"stringValue": LONG})
        house.run(4)
        assert said()[2:] == [("Bo", LONG.strip(), None)]
        played = rebuild(match.row.header(), house.game, match.lines(), ()).match
        assert played.cut == {"Ana": "=1+1", "Bo": LONG.strip()}
        assert "Cut the deck" not in str(match.shows("ask_1", "Ana"))


def labels(game: str) -> list[str]:
    """The names of the labels of a form's cells, and of its note, on a player's page."""
    template = find_template(game)
    areas = [area for tab in (*template.tables, *template.tabs) for area in tab.areas if area.name]
    wanted = (LABEL, f"{FORM}{NOTE}")
    return sorted({area.name[0] for area in areas if area.name[0].startswith(wanted)})


def _said(line: LogLine) -> tuple[str | None, str | None, str | None]:
    return line.by, line.say, line.code
