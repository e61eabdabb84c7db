"""The page of rules: each of its examples may be typed where it says so."""

import pytest

from umpire.games.eighteenth_hell import GAME
from umpire.match import asking, judge
from umpire.sheets.template import find_template
from umpire.testing import opened

TEMPLATE = find_template(GAME.id)
ANA, BO = "2:-1 3:0(2) 4:-1 5:1,-1 6:4", "3:1,-1,-1 5:2 6:0(4) 7:-1 | hells Four"


def after(lines, ana=0, bo=0):
    """A match whose players stand in these blocks, once some lines have been said."""
    match = opened(GAME, position=[{"block": ana}, {"block": bo}])
    for by, said in lines:
        match = judge(match, {"t": 0, "by": by, "say": said}).match
    return match


def lines_under(heading):
    """What the tab Rules shows as typed below one of its headings."""
    (rules,) = (tab for tab in TEMPLATE.tables if tab.title == "Rules")
    left = [area for area in rules.areas if area.at.left == 1 and area.text]
    titles = sorted(area.at.top for area in left if area.style == ["section"])
    (first,) = (area.at.top for area in left if area.text == [heading])
    last = min((top for top in titles if top > first), default=rules.rows)
    codes = [area for area in left if area.style == ["code"] and first < area.at.top < last]
    assert codes
    return [line for area in codes for line in area.text[0].split("\n")]


@pytest.mark.parametrize("line", lines_under("What to type in Round 1"))
def test_each_example_of_round_1_is_legal(line):
    block = 1 if "hell" in line.lower() else 0
    match = after([("Ana", ANA)] if line == "lock" else [], block, 1)
    assert judge(match, {"t": 0, "by": "Ana", "say": line}).ok


@pytest.mark.parametrize("line", lines_under("What to type in Round 2"))
def test_each_example_of_round_2_is_legal(line):
    lines = [("Ana", "2:-1 3:1 4:2 5:3 6:-1 7:4"), ("Ana", "lock"), ("Bo", BO), ("Bo", "lock")]
    match = after(lines, 0, 1)
    assert judge(match, {"t": 0, "by": "Ana", "say": line}).ok


@pytest.mark.parametrize("cell", lines_under("What to type in the form"))
def test_each_example_of_a_cell_of_the_form_can_be_read(cell):
    match = opened(GAME)
    line = asking.form_line(match, match.pending_of("Ana"), {"field_7": cell, "field_2": "-1"})
    assert "understood" not in judge(match, {"t": 0, "by": "Ana", "say": line}).error
