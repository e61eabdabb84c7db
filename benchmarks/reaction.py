"""How long a player waits for the umpire's answer, and how long `umpire --help` takes.

Run it with `python benchmarks/reaction.py`. A match is played on the local server beside its
daemon. A cell of the entry form is filled in at random moments, and the time until the form's note
tells of it is taken; then moves are typed, and the time until the answer stands beside each. All of
it goes through the API. The reference of both is typing and reading back alone, with nobody in
between. The reference of `--help` is a Python that does nothing.
"""

import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median

from gspread import Spreadsheet, Worksheet
from gspread.utils import a1_to_rowcol, rowcol_to_a1

from sheets_emulator.app import LocalServer
from umpire.catalogue import find_game, games
from umpire.hosting.accounts import connections, own_token
from umpire.hosting.creation import create_match
from umpire.hosting.plan import MatchRequest
from umpire.live.driver import Watch
from umpire.live.rates import LOCAL
from umpire.match import Match, PendingDecision, read_header
from umpire.projections.match_history import rebuild
from umpire.projections.spreadsheets import BOARD
from umpire.sheets.addresses import LOCAL_DOMAIN
from umpire.sheets.client import local_client
from umpire.sheets.ranges import ANSWER, ENTRY, FORM, NOTE, of_seat
from umpire.store import MatchRow, Store

HEADER = (
    '{"umpire": 1, "game": "denizens-of-tartarus", "players": ["Ana", "Bo"],'
    ' "options": {"clock": false}}'
)
CHOICE = "choice"
"""The cell of the entry form that the game's first question asks for."""
MOVES = 40
STARTS = 15
LOOK = 0.005
"""Seconds between two looks, so that they take nothing from whoever is measured."""


@contextmanager
def hosted() -> Iterator[tuple[Store, MatchRow, Spreadsheet, Worksheet]]:
    """Return a match on a local server under a daemon, its spreadsheet, and a sheet of no use."""
    with tempfile.TemporaryDirectory() as name, LocalServer(None, domain=LOCAL_DOMAIN) as server:
        folder = Path(name)
        with Store.open(folder) as store:
            (account,) = connections(folder)(server.base_url)
            header = read_header(HEADER, games())
            request = MatchRequest(header, server.base_url)
            row = create_match(store, account, request, time.time()).row
            client = local_client(server.base_url, own_token(folder))
            book = client.open_by_key(store.hosting(row.id).spreadsheets[BOARD])
            idle = client.create("idle").sheet1
            stop = threading.Event()
            watch = Watch(store, connections(folder), LOCAL)
            daemon = threading.Thread(target=watch.run, args=(stop,))
            daemon.start()
            try:
                yield store, row, book, idle
            finally:
                stop.set()
                daemon.join()


def cells_of(book: Spreadsheet, name: str) -> Iterator[str]:
    """Return the cells of a named column, from its first row on."""
    first = book.values_get(name)["range"].rpartition("!")[2].partition(":")[0]
    row, column = a1_to_rowcol(first)
    return (rowcol_to_a1(below, column) for below in count(row))


def wait_of(sheet: Worksheet, cell: str, text: str, answer: str) -> float:
    """Type a text into a cell and give the seconds until a text stands in that of the answer."""
    began = time.perf_counter()
    sheet.update_acell(cell, text)
    while not sheet.acell(answer).value:
        time.sleep(LOOK)
    return time.perf_counter() - began


def asked(store: Store, row: MatchRow) -> tuple[Match, PendingDecision]:
    """Return the match once a player owes an answer, and what they owe."""
    while True:
        match = rebuild(row.header(), find_game(row.game), store.lines(row.id), ()).match
        if not match.paused and match.pending and match.pending[0].by in row.players:
            return match, match.pending[0]


def reaction() -> tuple[float, float, float]:
    """Return the median seconds from a typed move to its answer, to a note, to seeing it typed."""
    dice = random.Random(1)
    answered: list[float] = []
    with hosted() as (store, row, book, idle):
        columns = {
            player: [cells_of(book, of_seat(name, seat)) for name in (ENTRY, ANSWER)]
            for seat, player in enumerate(row.players)
        }
        noted = list(note_waits(book, row.players.index(asked(store, row)[1].by), dice))
        while len(answered) < MOVES:
            match, owed = asked(store, row)
            text = owed.decision.kind.random_answer(match.state, owed.decision, dice)
            cell, answer = map(next, columns[owed.by])
            answered.append(wait_of(book.worksheet(owed.by), cell, text, answer))
            time.sleep(dice.random())
        bare = [wait_of(idle, f"B{number}", "typed", f"B{number}") for number in range(1, MOVES)]
    return median(answered), median(noted), median(bare)


def note_waits(book: Spreadsheet, seat: int, dice: random.Random) -> Iterator[float]:
    """Fill in a cell of a player's form and give the seconds until its note tells of it."""
    cell, note = (of_seat(f"{FORM}{name}", seat) for name in (CHOICE, NOTE))
    for number in range(MOVES):
        time.sleep(dice.random())
        text = f"choice {number}"
        began = time.perf_counter()
        book.values_update(cell, {"valueInputOption": "RAW"}, {"values": [[text]]})
        while text not in str(book.values_get(note).get("values")):
            time.sleep(LOOK)
        yield time.perf_counter() - began


def start(*arguments: str) -> float:
    """Return the median seconds that a Python takes with these arguments."""
    command = [sys.executable, *arguments]
    run = partial(subprocess.run, command, capture_output=True, check=True)
    return median(_seconds(run) for _ in range(STARTS))


def _seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def main() -> None:
    """Measure both and print them beside their references."""
    answered, noted, bare = reaction()
    rows = {
        "from typing to the answer": (answered, bare),
        "from a form's cell to its note": (noted, bare),
        "umpire --help": (start("-m", "umpire", "--help"), start("-c", "pass")),
    }
    print(f"{'seconds':32}{'umpire':>10}{'reference':>12}{'ratio':>8}")
    for name, (mine, reference) in rows.items():
        print(f"{name:32}{mine:>10.3f}{reference:>12.3f}{mine / reference:>8.1f}")


if __name__ == "__main__":
    main()
