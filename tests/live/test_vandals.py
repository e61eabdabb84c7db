"""Who breaks what they may write in gains nothing by it: no clock but their own is touched."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hosting_kit import RATE as USUAL
from hosting_kit import Game, open_house
from live_kit import ANA, BO, TOY
from secret_toy import GAME as SECRET
from vandalisms import FIELDS, SEEN, UNSEEN, There, Vandalism

from umpire.errors import UmpireError
from umpire.live.health import AGAIN
from umpire.live.match_session import UNMOVED
from umpire.projections.match_history import rebuild
from umpire.sheets.ranges import LEASE

pytestmark = pytest.mark.end_to_end

TOGETHER = {"who": "group", "rule": "last", "limit": 4, "secret": True}
PHASES = (TOGETHER, {"who": "Bo", "limit": 9}, {"who": "Ana", "limit": 3}, "Bo")
KINDS = {"one for all": (TOY, "form_sheets"), "private tables": (SECRET, "secret_sheets")}

SECONDS = 10

RATE = replace(USUAL, floor=1.0, console=10.0)


@contextmanager
def played(tmp_path: Path, kind: str, vandal: Vandalism | None, free: bool) -> Iterator[Game]:
    """A match in which Bo answers and Ana never does; instead she breaks something each second."""
    with pytest.MonkeyPatch.context() as patch, open_house(tmp_path, patch, *KINDS[kind]) as house:
        patch.setattr("hosting_kit.RATE", RATE)
        house.watch = house.daemon()
        house.server.service.free_names = free
        match = house.match(*PHASES)
        house.run(2)
        for second in range(SECONDS):
            if second in (1, 5):
                put(match, BO, second // 5, "5")
            if vandal is not None:
                vandalise(match, vandal)
            house.run(1)
        yield match


def vandalise(match: Game, vandal: Vandalism) -> None:
    """What the server refuses does not happen, of a batch that is refused each one by one."""
    sheets, table = match.link("Ana"), match.table(ANA)
    there = There.read(sheets.metadata(table, FIELDS), 1)
    with suppress(KeyError):
        requests = vandal(there)
        for batch in (requests, *([one] for one in requests)):
            with suppress(UmpireError):
                sheets.write(table, batch)
                if batch is requests:
                    break


ENTRIES = {"one for all": 7, "private tables": 10}
"""The row from 0 of the first entry."""


def put(match: Game, seat: int, row: int, text: str) -> None:
    """Type into a row of the score sheet where it is laid out, whatever is called what."""
    table = match.table(seat)
    tab = 1001 if table != match.spreadsheet else 1002 + seat
    top = ENTRIES["private tables" if table != match.spreadsheet else "one for all"] + row
    cell = {"sheetId": tab, "rowIndex": top, "columnIndex": 1}
    value = {"userEnteredValue": {"stringValue": text}}
    rows = [{"values": [value]}]
    update = {"start": cell, "rows": rows, "fields": "userEnteredValue"}
    match.link(match.row.players[seat]).write(table, [{"updateCells": update}])


def moves(match: Game) -> list[tuple[float, str | None, str | None, bool]]:
    return [(one.t, one.by, one.say, one.ok) for one in match.lines() if one.note is None]


def laid_out(match: Game, spreadsheet: str) -> Any:
    """All that may be put back of a spreadsheet, but for what lies in tabs of others."""
    there = match.metadata(FIELDS, on=spreadsheet)
    names = {one["name"]: one["range"] for one in there["namedRanges"]}
    tabs = [
        (
            one["properties"]["title"],
            {
                kept["protectedRangeId"]
                for kept in one["protectedRanges"]
                if not kept.get("description", "").startswith(LEASE)
            },
        )
        for one in there["sheets"]
        if one["properties"]["sheetId"] < 2000
    ]
    return there["properties"], names, tabs, there["sheets"][0]["properties"]["title"]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, Any]]:
    """The moves of each kind of match that nobody disturbs, and how Ana's spreadsheet lies."""
    found = {}
    for number, kind in enumerate(KINDS):
        with played(tmp_path_factory.mktemp(f"{number}"), kind, None, False) as match:
            found[kind] = moves(match), laid_out(match, match.table(ANA))
    return found


def in_turn(seed: int) -> Vandalism:
    """Another two things each second, drawn from a seed."""
    luck, every = Random(seed), [*SEEN.values(), *UNSEEN.values()]
    return lambda there: [
        request for vandalism in luck.sample(every, 2) for request in vandalism(there)
    ]


CASES = [
    *(
        pytest.param(vandal, "one for all", True, id=name)
        for name, vandal in (SEEN | UNSEEN).items()
    ),
    *(
        pytest.param(in_turn(seed), kind, free, id=f"in turn, {kind}{', free' * free}")
        for seed, kind in enumerate(KINDS)
        for free in (False, True)
    ),
]


@pytest.mark.parametrize(("vandal", "kind", "free"), CASES)
def test_no_second_is_won_and_all_is_put_back_and_told(
    tmp_path: Path, undisturbed: Any, vandal: Vandalism, kind: str, free: bool
) -> None:
    with played(tmp_path, kind, vandal, free) as match:
        expected, untouched = undisturbed[kind]
        is_random = vandal not in (SEEN | UNSEEN).values()
        found = moves(match)
        assert [one[1:] for one in found] == [one[1:] for one in expected]
        for now, then in zip(found, expected, strict=True):
            assert now[0] == pytest.approx(then[0], abs=RATE.floor)
        assert not any(note.startswith("pause") for note in match.notes()[1:])
        match.house.run(2 * AGAIN if is_random else AGAIN - SECONDS + 3)
        *there, first = laid_out(match, match.table(ANA))
        *before, tab = untouched
        assert first == tab
        names = {name: place for name, place in there[1].items() if name in before[1]}
        assert [there[0], names, there[2]] == before
        if vandal not in UNSEEN.values():
            assert_told(match)


def assert_told(match: Game) -> None:
    """One line in the log since each step, and on what the opponent sees."""
    said = [note.endswith(UNMOVED) for note in match.notes()]
    steps = len(moves(match))
    assert 1 <= sum(said) <= steps + 1
    record = rebuild(match.row.header(), match.house.game, match.lines(), ())
    assert any(text.endswith(UNMOVED) for text in record.texts_for("Bo"))
    assert any(text.endswith(UNMOVED) for text, *_ in match.on_console("events"))
