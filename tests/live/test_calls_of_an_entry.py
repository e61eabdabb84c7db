"""What one entry costs the daemon until all pages show it, in calls of Umpire's functions.

They are the same on every machine, as time is not. What comprehensions and generators do is not
counted: how they run is each Python's own.
"""

import sys
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
MOST = 19_500
"""There were 35,000 while each cell and each pair of rectangles was asked about by a call."""


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
