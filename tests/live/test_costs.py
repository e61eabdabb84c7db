"""What an entry and a match cost the daemon, in figures that are the same on every machine.

An entry is counted in calls of Umpire's functions until all pages show it; what comprehensions and
generators do is left out, for how they run is each Python's own. A match takes memory.
"""

import gc
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hosting_kit import Game, House, house_of
from live_kit import ANA

import umpire
from umpire.catalogue import find_game
from umpire.hosting import creation
from umpire.match import Header

UMPIRE = str(Path(umpire.__file__).parent)
MOST = 18_500
"""There were 35,000 while each cell and each pair of rectangles was asked about by a call."""

MOST_BYTES = 2_000_000
"""With the JSON of the full snapshots a match of two took 5.4 MB."""

READ = ("live/*.py", "projections/*.py", "sheets/*.py")
"""The modules of Umpire that keep what is read and shown."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(creation, "new_seed", lambda: "5e" * 32)
    with house_of(tmp_path, find_game("devils-deal")) as house:
        yield house


def test_an_entry_of_devils_deal_is_painted_everywhere_with_few_calls(house: House) -> None:
    match = house.make(Header("devils-deal", ("Ana", "Bo"), {"clock": False}))
    house.run(6)
    match.types(ANA, "Ana")
    assert calls_until_painted(house) <= MOST
    assert match.answers(ANA)[0] == "taken: Ana"
    assert was_painted(match) == {"board", "table-1", "table-2", "console"}


def calls_until_painted(house: House) -> int:
    """Turn the daemon until it has written, and then until it asks nothing more."""
    calls = 0

    def count(frame: FrameType, event: str, _: Any) -> None:
        nonlocal calls
        code = frame.f_code
        own = code.co_filename.startswith(UMPIRE) and not code.co_name.startswith("<")
        calls += own and event == "call"

    house.forget_calls()
    asked = -1
    while not writes(house) or asked < len(house.server.faults.calls):
        asked = len(house.server.faults.calls)
        sys.setprofile(count)
        house.watch.turn()
        sys.setprofile(None)
    return calls


def writes(house: House) -> list[str]:
    return [call.path for call in house.server.faults.calls if call.kind == "write"]


def was_painted(match: Game) -> set[str]:
    """The roles of the spreadsheets that were written."""
    at = match.hosting.spreadsheets
    return {role for role, its in at.items() if any(its in path for path in writes(match.house))}


def test_a_match_takes_little_memory_which_is_free_once_it_is_let_go(house: House) -> None:
    header = Header("devils-deal", ("Ana", "Bo"), {"clock": False})
    house.make(header)
    house.run(6)
    (connection,) = house.watch._connections.values()
    tracemalloc.start()
    try:
        at_first = allocated()
        house.make(header)
        house.run(6)
        taken = allocated() - at_first
        connection.let_go(list(connection)[-1], "for now")
        house.watch._ids = ("another",)  # so that it is not taken on again
        house.run(6)
        left = allocated() - at_first
    finally:
        tracemalloc.stop()
    assert 100_000 < taken < MOST_BYTES
    assert left < taken / 5


def allocated() -> int:
    """The bytes that Umpire's modules have allocated and not let go."""
    gc.collect()
    filters = [tracemalloc.Filter(True, f"{UMPIRE}/{part}") for part in READ]
    kept = tracemalloc.take_snapshot().filter_traces(filters)
    return sum(trace.size for trace in kept.traces)
