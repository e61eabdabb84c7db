"""The umpire's own sums on Google: with its quotas, and whatever goes wrong with a request."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cloud_kit import EMAILS, Google, Host, Trouble, goes_wrong, google
from named_ranges import places_of, read_named
from sums_kit import OPTIONS

from sheets_emulator.faults import Fault
from umpire.hosting.creation import CreatedMatch
from umpire.match import Header
from umpire.sheets.grid import Place, Rect

pytestmark = pytest.mark.end_to_end

UMPIRE = "umpire@example.org"
TROUBLES = (
    Trouble("lost", Fault("lost")),
    Trouble("unavailable", Fault("status", 503)),
    Trouble("over quota", Fault("status", 429)),
)


@pytest.fixture(scope="module")
def world() -> Iterator[Google]:
    with google() as running:
        yield running


@pytest.fixture
def host(world: Google, tmp_path: Path) -> Iterator[Host]:
    host = Host(world, tmp_path / "store", f"umpire+{tmp_path.name}@example.org")
    yield host
    host.close()


class Sums:
    """A match by hand on Google, and its umpire in a browser."""

    def __init__(self, host: Host) -> None:
        self.host = host
        request = host.request(Header("by-hand", ("Ana", "Bo"), OPTIONS), emails=EMAILS)
        self.made: CreatedMatch = host.make(request)
        self.console = self.made.hosting.spreadsheets["console"]
        self.sheets = host.world.sheets(host.email)
        host.run(5)

    def write(self, name: str, row: int, value: dict[str, Any]) -> None:
        place = places_of(self.sheets, self.console)[name]
        top, left = place.rect.top + row, place.rect.left
        update = {
            "range": Place(place.sheet, Rect(top, left, top + 1, left + 1)).grid_range(),
            "rows": [{"values": [{"userEnteredValue": value}]}],
            "fields": "userEnteredValue",
        }
        self.sheets.write(self.console, [{"updateCells": update}])

    def read(self, name: str) -> list[Any]:
        return [line[0] for line in read_named(self.sheets, self.console, [name])[name]]

    def said(self) -> list[str | None]:
        lines = self.host.store.lines(self.made.row.id)
        return [line.say for line in lines if line.cell is not None]


def test_formulas_and_ticks_work_as_on_the_local_server(host: Host) -> None:
    match = Sums(host)
    match.write("entry", 0, {"stringValue": "ask Ana: bid = number 0 to budget"})
    host.run(5)
    host.type(match.made.row, "Ana", "7")
    host.run(5)
    assert match.read("workings_directions")[:3] == [7, "Ana", "count Ana budget -7"]
    match.write("workings_ticks", 2, {"boolValue": True})
    host.run(10)
    assert match.said()[-1] == "count Ana budget -7"
    assert match.read("data_budget")[:2] == [13, 20]
    assert match.read("workings_ticks")[2] is False


@pytest.mark.parametrize("trouble", TROUBLES, ids=str)
def test_a_tick_is_said_once_whatever_goes_wrong_with_a_request(
    host: Host, trouble: Trouble
) -> None:
    match = Sums(host)
    for number in range(2):
        match.write("workings_directions", 9, {"stringValue": f"count all points +{number}1"})
        match.write("workings_ticks", 9, {"boolValue": True})
        with goes_wrong(host, trouble, number, several=2) as was_made:
            host.run(30)
            assert was_made()
        host.run(60)
        assert match.said() == [f"count all points +{one}1" for one in range(number + 1)]
        assert match.read("workings_ticks")[9] is False
        assert match.read("workings_answers")[9].startswith("done: ")
