"""`kill -9` of the daemon while the umpire writes commands: none lost, none carried out twice."""

import os
import random
from contextlib import ExitStack
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from kill_kit import GAME, PLAYERS, WHOLE, ended, made, shown, started, wait_until
from named_ranges import places_of

from umpire.catalogue import games
from umpire.export.script import script_lines
from umpire.match import Header, verify
from umpire.projections.spreadsheets import CONSOLE
from umpire.sheets.client import SheetsClient, connect_local
from umpire.sheets.grid import Place, Rect
from umpire.store import Entry, MatchRow, Store

pytestmark = pytest.mark.end_to_end

KILLS = 4
ORDERS = ("note {}", "extend Ana {}", "frobnicate {}", "undo {}", "say Xi {}")
UMPIRES = 2


def write(sheets: SheetsClient, spreadsheet: str, row: int, text: str) -> None:
    """Write a command as the umpire does, with the umpire's own link."""
    place = places_of(sheets, spreadsheet)["entry"]
    top, left = place.rect.top + row, place.rect.left
    cell = Place(place.sheet, Rect(top, left, top + 1, left + 1)).grid_range()
    value = {"values": [{"userEnteredValue": {"stringValue": text}}]}
    sheets.write(
        spreadsheet,
        [{"updateCells": {"range": cell, "rows": [value], "fields": "userEnteredValue"}}],
    )


def rows_of(store: Store, row: MatchRow) -> list[Entry]:
    return [entry for entry in store.entries(row.id) if entry.seat == UMPIRES]


def wait_for_a_command(store: Store, row: MatchRow, daemon: BaseProcess) -> None:
    """Wait until the daemon has carried out something, so that it dies at its work."""
    before = len(rows_of(store, row))
    wait_until(
        lambda: len(rows_of(store, row)) > before or not daemon.is_alive(),
        "the daemon hears nothing",
    )


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_each_command_is_carried_out_once_whenever_the_daemon_dies(tmp_path: Path) -> None:
    luck = random.Random(5)
    written: list[str] = []
    with (
        made(tmp_path, tmp_path, Header(GAME.id, PLAYERS, {})) as (server, sheets, store, row),
        ExitStack() as stack,
    ):
        console = store.hosting(row.id).spreadsheets[CONSOLE]
        umpire = connect_local(server.base_url, store.hosting(row.id).link("umpire").secret)
        stack.callback(umpire.close)

        def say(*texts: str) -> None:
            for text in texts:
                write(umpire, console, len(written), text)
                written.append(text)

        for number in range(KILLS):
            say(*(luck.choice(ORDERS).format(number + 1) for _ in range(6)))
            with started(tmp_path, row.id) as daemon:
                wait_for_a_command(store, row, daemon)
                assert not ended(daemon, luck.uniform(0.0, 0.1))
        say("forfeit Ana")
        with started(tmp_path, row.id) as daemon:
            assert ended(daemon, WHOLE)
        told = [line for line in store.lines(row.id) if line.cell is not None]
        assert [line.cell for line in told] == [f"Console!B{21 + at}" for at in range(len(written))]
        for text, line in zip(written, told, strict=True):
            assert line.say is not None
            assert line.say == text or (text.startswith("say") and text in line.say)
        assert [entry.value for entry in rows_of(store, row)] == written
        assert shown(sheets, row, store, "answer", CONSOLE) == [
            entry.answer for entry in rows_of(store, row)
        ]
        assert verify(script_lines(store, row), games()).remark is None
