"""The title of the game beside the cells, which the top bar of the local page says."""

import json
from typing import Any

import pytest

from umpire.catalogue import find_game
from umpire.live.page_data import page_data
from umpire.projections.spreadsheets import spreadsheets_of
from umpire.sheets.addresses import local_account
from umpire.sheets.context import Context
from umpire.sheets.template import find_template
from umpire.testing import opened
from umpire.testing.outputs import transaction_of

LOCAL = (local_account("secret"),)


def titles(role: str, keepers: tuple[str, ...] = LOCAL) -> list[dict[str, Any]]:
    """What a spreadsheet of a match called Devil's Deal is told of titles."""
    context = Context("m", "Devil's Deal", ("Ana", "Bo"), keepers)
    made = spreadsheets_of(find_template("devils-deal"), context)
    (spreadsheet,) = (one for one in made if one.role == role)
    history = transaction_of(opened(find_game("devils-deal")), ()).history
    return [one for one in json.loads(page_data(history, spreadsheet)) if "game" in one]


@pytest.mark.parametrize(("role", "name"), [("table-1", "ask_1"), ("board", "headline")])
def test_each_tab_that_is_drawn_as_a_table_is_told_the_title(role: str, name: str) -> None:
    assert titles(role) == [{"range": name, "game": "Devil's Deal"}]


def test_neither_the_console_nor_a_spreadsheet_on_google_is_told_it() -> None:
    assert titles("console") == []
    assert titles("table-1", keepers=("daemon@example.org",)) == []
