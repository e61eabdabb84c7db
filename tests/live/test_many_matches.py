"""Many matches on one local server: none of them keeps another waiting."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting_kit import House, open_house

from umpire.live.planner import LOCAL

pytestmark = pytest.mark.end_to_end

MANY = 20


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr("hosting_kit.RATE", LOCAL)
    with open_house(tmp_path, monkeypatch) as house:
        yield house


def begun(house: House) -> list[str]:
    """Return the matches that are not as they were made any more."""
    return [row.id for row in house.store.matches() if row.status != "paused"]


def test_all_of_many_matches_begin_at_once(house: House) -> None:
    for _ in range(MANY):
        house.match("Ana", "Bo", cut=True)
    house.run(2)
    assert len(begun(house)) == MANY


def test_a_match_that_is_made_while_many_wait_for_their_cut_begins_at_once(house: House) -> None:
    for _ in range(MANY):
        house.match("Ana", "Bo", cut=True)
    house.run(15)
    made = house.match("Ana", "Bo", cut=True)
    house.run(3)
    assert made.row.id in begun(house)
