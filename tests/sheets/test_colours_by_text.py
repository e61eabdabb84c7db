"""A colour that asks another cell than its own: one for all, or in a column the one in its row."""

from pathlib import Path

import pytest
from layout_kit import bodies

from umpire.sheets.context import Context
from umpire.sheets.reconcile import setup_requests
from umpire.sheets.template import find_template

MAIN = 'title = "t"\nlocale = "en_GB"\ntime_zone = "Etc/UTC"\ntabs = ["tab.toml"]'
TAB = """
title = "T"
rows = 9
columns = 4
style = "page"
areas = [
  { at = "A1", name = "state" },
  { at = "A3:B6", name = "pool" },
  { at = "D3:D6", name = "played" },
]
colours = [ { on = "pool", style = "closed", %s } ]
"""


def formula(folder: Path, colour: str) -> str:
    """The formula of the only rule, as it is written for the cell A3."""
    (folder / "template.toml").write_text(MAIN)
    (folder / "tab.toml").write_text(TAB % colour)
    requests = setup_requests(find_template("", folder), Context("m", "g", ("Ana", "Bo")), 0)
    (added,) = bodies(requests, "addConditionalFormatRule")
    rule, (pool,) = added["rule"], added["rule"]["ranges"]
    assert (pool["startRowIndex"], pool["endRowIndex"], pool["endColumnIndex"]) == (2, 6, 2)
    condition = rule["booleanRule"]["condition"]
    assert condition["type"] == "CUSTOM_FORMULA"
    return str(condition["values"][0]["userEnteredValue"])


@pytest.mark.parametrize(
    ("colour", "asked"),
    [
        ('where = "state", equals = "shut"', '=$A$1="shut"'),
        ('where = "state", equals = ["shut", "won"]', '=OR($A$1="shut",$A$1="won")'),
        ('where = "state", filled = true', '=$A$1<>""'),
        ('where = "state", blank = true', '=$A$1=""'),
        ('where = "state", begins = "Wait"', '=LEFT($A$1,4)="Wait"'),
        ('where = "played", filled = true', '=$D3<>""'),
        ('where = "played", equals = "Ana"', '=$D3="Ana"'),
    ],
)
def test_a_colour_may_ask_another_cell(tmp_path: Path, colour: str, asked: str) -> None:
    assert formula(tmp_path, colour) == asked
