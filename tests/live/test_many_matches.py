"""Many matches on one local server: none of them keeps another waiting."""

import gc
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest
from hosting_kit import House, open_house
from live_kit import ANA

from umpire.live.rates import LOCAL

MANY = 20


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr("hosting_kit.RATE", LOCAL)
    with open_house(tmp_path, monkeypatch) as house:
        yield house


def begun(house: House) -> list[str]:
    """Return the matches that are not as they were made any more."""
    return [row.id for row in house.store.matches() if row.status != "paused"]


@pytest.mark.end_to_end
def test_all_of_many_matches_and_one_that_is_made_while_they_wait_begin_at_once(
    house: House,
) -> None:
    for _ in range(MANY):
        house.match("Ana", "Bo", cut=True)
    house.run(2)
    assert len(begun(house)) == MANY
    house.run(13)
    made = house.match("Ana", "Bo", cut=True)
    house.run(3)
    assert made.row.id in begun(house)


def test_nothing_is_kept_of_a_match_that_was_let_go_of(house: House) -> None:
    house.watch = watch = house.daemon(close_after=0.0)
    match = house.match("Ana")
    house.run(3)
    (connection,) = watch._connections.values()
    session = ref(next(iter(connection)))
    match.types(ANA, "3")
    house.run(130)
    gc.collect()
    assert session() is None
    assert not {**watch._setups, **watch._done_since, **watch._next_places}
