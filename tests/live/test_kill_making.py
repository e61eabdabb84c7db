"""`kill -9` of `umpire new` while it makes several spreadsheets at once: nothing is made twice."""

import os
import random
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from kill_kit import ERRORS, WHOLE, wait_until
from processes import PROCESSES, umpire
from umpires_server import UmpiresServer

from sheets_emulator.faults import Chance, Fault
from sheets_emulator.model import Document
from umpire.hosting.accounts import own_token
from umpire.sheets.addresses import local_account
from umpire.store import Store

pytestmark = pytest.mark.end_to_end

KILLS = 8
MOST_REQUESTS = 9
"""Requests that a command may make at most before it is killed."""
LATE = 0.05


def documents(server: UmpiresServer, folder: Path) -> dict[str, Document]:
    """All that the umpire owns, by id."""
    owner = local_account(own_token(folder))
    ids = (listed.file.spreadsheet_id for listed in server.service.visible(owner))
    return {its: server.service.open(owner, its).document for its in ids}


def look(document: Document) -> dict[str, Any]:
    """What two spreadsheets of the same role have in common."""
    return {
        "guests": Counter((grant.kind, grant.role) for grant in document.grants),
        "names": sorted(name.name for name in document.names),
        "tabs": [sheet.title for sheet in document.sheets],
        "protected": [len(sheet.protections) for sheet in document.sheets],
    }


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_made_twice_and_nothing_forgotten_whenever_making_is_killed(
    tmp_path: Path, seed: int
) -> None:
    luck = random.Random(seed)
    tried_at_once = 0
    with UmpiresServer(tmp_path) as server, Store.open(tmp_path) as store:
        server.faults.chances = (Chance(1.0, Fault("late", seconds=LATE)),)
        new = ("--home", str(tmp_path), "new", "devils-deal", "--players", "Ana,Bo")
        arguments = (tmp_path / ERRORS, *new, "--server", server.base_url)

        def make(until: int | None = None) -> int:
            """Run the command; kill it once it has made so many requests."""
            server.faults.calls.clear()
            command = PROCESSES.Process(target=umpire, args=arguments)
            command.start()
            if until is not None:
                wait_until(
                    lambda: len(server.faults.calls) >= until or not command.is_alive(),
                    "it makes no request",
                )
                command.kill()
            command.join(WHOLE)
            assert command.exitcode in (0, -signal.SIGKILL)
            return command.exitcode

        for _ in range(KILLS):
            if make(luck.randint(2, MOST_REQUESTS)) == 0:
                break
            (one,) = store.pending_matches.all()
            tried_at_once = max(tried_at_once, len(one.requested))
        else:
            assert make() == 0
        assert tried_at_once > 1, "it was never killed while it asked for several"
        (row,) = store.matches()
        made = store.hosting(row.id).spreadsheets
        assert store.pending_matches.all() == store.pending_matches.unshown() == []
        assert documents(server, tmp_path).keys() == {*made.values()}
        assert make() == 0
        row_in_peace = store.matches()[-1]
        in_peace = store.hosting(row_in_peace.id).spreadsheets
        found = documents(server, tmp_path)
        assert made.keys() == in_peace.keys() == {"board", "table-1", "table-2", "console"}
        for role in made:
            assert look(found[made[role]]) == look(found[in_peace[role]]), role
        print((tmp_path / ERRORS).read_text())  # noqa: T201 -- shown if the test fails
