"""What a write did whose answer is lost, and what somebody changed beside the cells: looks tell."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import RATE, Game, House, open_house
from live_kit import ANA
from secret_toy import GAME as SECRET

from sheets_emulator.faults import Fault

NO_ANSWER = Fault("status", 503, after=True)
OF_TABS = "sheets(properties.sheetId,protectedRanges(protectedRangeId,range))"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house in which each player has a table, beside a board where nobody types."""
    with open_house(tmp_path, monkeypatch, SECRET, "secret_sheets") as house:
        yield house


def test_a_look_shows_that_all_was_written_though_no_write_was_answered(house: House) -> None:
    house.watch = house.daemon(until_over=True)
    match = house.match("Ana")
    house.run(10)
    house.goes_wrong("write", *[NO_ANSWER] * 100, at=match.spreadsheet)
    match.types(ANA, "3")
    house.run(5)
    assert len(match.shows("said")) == 1
    assert not house.watch._is_finished()
    house.run(RATE.full)
    assert house.watch._is_finished()


@pytest.mark.parametrize("role", ["board", "table-1"])
def test_what_a_write_shows_to_be_changed_is_looked_at_widely_at_the_next_read(
    house: House, role: str
) -> None:
    match = house.match("Ana", "Bo")
    on = match.hosting.spreadsheets[role]
    house.run(10)
    kept = protected(match, on)
    (sheet, *_) = kept
    foreign = {"range": {"sheetId": sheet, "startRowIndex": 0, "endRowIndex": 1}}
    match.change({"addProtectedRange": {"protectedRange": foreign}}, on=on)
    assert protected(match, on) != kept
    match.types(ANA, "3")
    house.run(RATE.idle + 1)
    assert protected(match, on) == kept


def protected(match: Game, on: str) -> dict[int, list[Any]]:
    """The protected ranges of each tab."""
    tabs = match.metadata(OF_TABS, on)["sheets"]
    return {tab["properties"]["sheetId"]: tab.get("protectedRanges", []) for tab in tabs}
