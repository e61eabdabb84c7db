"""`kill -9` of the daemon while the umpire writes commands: none lost, none carried out twice."""

import os
import random
import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from test_kill import GAME, PLAYERS, shown, start

from sheets_emulator.app import LocalServer
from umpire.catalogue import games
from umpire.cli.live import connections
from umpire.export.script import script_lines
from umpire.hosting.creation import MatchRequest, create_match
from umpire.match import Header, verify
from umpire.sheets.client import Sheets, local
from umpire.sheets.grid import Place, Rect, read_place, sheet_ids
from umpire.showing.spreadsheets import CONSOLE
from umpire.store import Entry, MatchRow, Store

pytestmark = pytest.mark.end_to_end

KILLS = 4
ORDERS = ("note {}", "extend Ana {}", "frobnicate {}", "undo {}", "say Xi {}")
UMPIRES = 2


def write(sheets: Sheets, spreadsheet: str, row: int, text: str) -> None:
    """Write a command as the umpire does, with the umpire's own link."""
    block = sheets.read(spreadsheet, ["entry"])["entry"]
    tabs = sheet_ids(sheets.metadata(spreadsheet, "sheets.properties(sheetId,title)"))
    place = read_place(block.range, tabs)
    top, left = place.rect.top + row, place.rect.left
    cell = Place(place.sheet, Rect(top, left, top + 1, left + 1)).grid_range()
    value = {"values": [{"userEnteredValue": {"stringValue": text}}]}
    sheets.write(
        spreadsheet,
        [{"updateCells": {"range": cell, "rows": [value], "fields": "userEnteredValue"}}],
    )


def rows_of(store: Store, row: MatchRow) -> list[Entry]:
    return [entry for entry in store.entries(row.id) if entry.seat == UMPIRES]


def wait_for_a_command(store: Store, row: MatchRow, daemon: "subprocess.Popen[bytes]") -> None:
    """Wait until the daemon has carried out something, so that it dies at its work."""
    before, patience = len(rows_of(store, row)), time.monotonic() + 120
    while len(rows_of(store, row)) == before and daemon.poll() is None:
        assert time.monotonic() < patience, "the daemon hears nothing"
        time.sleep(0.005)


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_each_command_is_carried_out_once_whenever_the_daemon_dies(tmp_path: Path) -> None:
    luck = random.Random(5)
    written: list[str] = []
    with LocalServer(tmp_path) as server, Store.open(tmp_path) as store, ExitStack() as stack:
        (account,) = connections(tmp_path)(server.base_url)
        sheets = account.open()
        stack.callback(sheets.close)
        header = Header(GAME.id, PLAYERS, {})
        request = MatchRequest(header, server.base_url)
        row = create_match(store, sheets, account.email, request, time.time()).row
        console = store.hosting(row.id).spreadsheets[CONSOLE]
        umpire = local(server.base_url, store.hosting(row.id).link("umpire").secret)
        stack.callback(umpire.close)

        def say(*texts: str) -> None:
            for text in texts:
                write(umpire, console, len(written), text)
                written.append(text)

        for number in range(KILLS):
            say(*(luck.choice(ORDERS).format(number + 1) for _ in range(6)))
            with start(tmp_path, row.id) as daemon:
                wait_for_a_command(store, row, daemon)
                time.sleep(luck.uniform(0.0, 0.1))
                daemon.send_signal(signal.SIGKILL)
                assert daemon.wait() == -signal.SIGKILL
        say("forfeit Ana")
        with start(tmp_path, row.id) as daemon:
            assert daemon.wait(300) == 0
        told = [line for line in store.lines(row.id) if line.cell is not None]
        assert [line.cell for line in told] == [f"Console!B{21 + at}" for at in range(len(written))]
        for text, line in zip(written, told, strict=True):
            assert line.say is not None
            assert line.say == text or (text.startswith("say") and text in line.say)
        assert [entry.value for entry in rows_of(store, row)] == written
        assert shown(sheets, row, store, "answer", CONSOLE) == [
            entry.answer for entry in rows_of(store, row)
        ]
        assert verify(script_lines(store, row.id), games()).remark is None
