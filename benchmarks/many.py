"""What many matches of two cost one local server and one daemon, and how long people wait there.

Run it with `python benchmarks/many.py [--matches N] [--seconds N] [--thinks N]`.

`umpire serve` and `umpire watch` run as a host starts them, in processes of their own. The matches
are of all games for two. Half of them have running clocks, with limits in Devil's Deal that are so
short that they often fall; the others wait for their cut first. Processor time is taken while all
wait, then while all play, each player thinking for a while about each answer. How late a limit
falls is in the log. One match more is made while the others wait. The reference, measured in the
same run, is one match of each game. It reads /proc, so it needs Linux.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from math import inf, nan
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from gspread.http_client import ParamsType
from gspread.utils import a1_to_rowcol, rowcol_to_a1
from rest import address_of, commit, processor_seconds, running
from stored import memory

from umpire.catalogue import find_game, games
from umpire.games.base import UMPIRE
from umpire.hosting.accounts import connections
from umpire.hosting.creation import create_match
from umpire.hosting.plan import MatchRequest
from umpire.match import Match, asking, begin, judge, read_header
from umpire.sheets.client import local_client
from umpire.sheets.ranges import ANSWER, ENTRY, of_seat
from umpire.store import LogLine, MatchRow, Store
from umpire.store.replay import as_input

GAMES: Mapping[str, Mapping[str, float]] = {
    "denizens-of-tartarus": {},
    "devils-deal": {"simple_seconds": 10, "complicated_seconds": 10, "break_seconds": 2},
    "eighteenth-hell": {},
    "box-within-a-box": {},
}
"""The games, and the limits that they have here where a clock runs."""

PLAYERS = ("Ana", "Bo")
MATCHES, SECONDS, THINKS = 50, 30.0, 20.0
SETTLES = 5.0
"""Seconds after the last match has begun until all that is written at a start is written."""
LOOK = 0.01
PATIENCE = 180.0


@dataclass(frozen=True, slots=True)
class Hosted:
    """A server, its daemon, and where both keep their things."""

    home: Path
    store: Store
    server: subprocess.Popen[str]
    address: str

    def make(self, game: str, *, clock: bool) -> MatchRow:
        """Make a match with running clocks, or one that waits for its cut."""
        options = GAMES[game] if clock else {"clock": False, "cut": True}
        header = {"umpire": 1, "game": game, "players": PLAYERS, "options": options}
        (account,) = connections(self.home)(self.address)
        request = MatchRequest(read_header(json.dumps(header), games()), self.address)
        return create_match(self.store, account, request, time.time()).row

    def seconds_until_begun(self, rows: Sequence[MatchRow]) -> list[float]:
        """Return after how many seconds each of the matches has begun."""
        since = time.monotonic()
        begun: dict[str, float] = {}
        while len(begun) < len(rows) and time.monotonic() < since + PATIENCE:
            status = {row.id: row.status for row in self.store.matches()}
            for row in rows:
                if status[row.id] != "paused":  # as it is before it begins
                    begun.setdefault(row.id, time.monotonic() - since)
            time.sleep(LOOK)
        return sorted(begun.values())


class Table:
    """A match as its players know it from its log."""

    def __init__(self, store: Store, row: MatchRow) -> None:
        self._store = store
        self._row = row
        self.match = begin(row.header(), find_game(row.game)).match
        self.lines: list[LogLine] = []

    def catch_up(self) -> Match:
        """Come to where the log stands."""
        for line in self._store.lines(self._row.id, self.lines[-1].n if self.lines else 0):
            self.match = judge(self.match, as_input(line)).match
            self.lines.append(line)
        return self.match

    @property
    def pauses(self) -> int:
        """How often the match was paused."""
        return sum(line.by == UMPIRE and line.say == "pause" for line in self.lines)

    def late_limits(self) -> Iterator[float]:
        """Yield how many seconds late each limit fell, if the clock never stood still."""
        for line in self.lines[1:] if not self.pauses else ():
            if line.by is None and line.t is not None:
                yield _seconds(line) - _seconds(self.lines[0]) - line.t


class Typist:
    """A player who thinks, types an answer and sees the umpire's beside it."""

    def __init__(self, hosted: Hosted, table: Table, row: MatchRow, seat: int) -> None:
        self._table, self._player = table, row.players[seat]
        hosting = hosted.store.hosting(row.id)
        link = hosting.link(seat)
        self._spreadsheet = hosting.spreadsheets[link.role]
        self._http = local_client(hosted.address, link.secret).http_client
        self._columns = [self._column(of_seat(name, seat)) for name in (ENTRY, ANSWER)]
        self._row = 0
        self._types_at: float | None = None
        self._typed_at: float | None = None

    @property
    def waits_since(self) -> float | None:
        """When they typed what the umpire has not answered yet."""
        return self._typed_at

    def look(self, dice: random.Random, thinks: float, keep: Callable[[float], None]) -> None:
        """Do what comes next."""
        now = time.monotonic()
        if self._typed_at is not None:
            if "values" in self._http.values_get(self._spreadsheet, self._cell(1)):
                keep(now - self._typed_at)
                self._row, self._typed_at = self._row + 1, None
        elif self._types_at is None:
            self._types_at = now + dice.expovariate(1 / thinks)
        elif now >= self._types_at:
            self._types_at = None
            if text := self._answer(dice):
                self._typed_at = time.monotonic()
                how: ParamsType = {"valueInputOption": "RAW"}
                self._http.values_update(
                    self._spreadsheet, self._cell(0), how, {"values": [[text]]}
                )

    def _answer(self, dice: random.Random) -> str | None:
        """Return an answer to what is asked; None if nothing is. What is held is locked."""
        match = self._table.catch_up()
        owed = match.pending_of(self._player)
        if owed is None or owed.locked or match.paused:
            return None
        return "lock" if asking.can_lock(match, owed) else asking.random_answer(match, owed, dice)

    def _cell(self, column: int) -> str:
        tab, row, number = self._columns[column]
        return f"{tab}!{rowcol_to_a1(row + self._row, number)}"

    def _column(self, name: str) -> tuple[str, int, int]:
        found = self._http.values_get(self._spreadsheet, name)["range"]
        tab, _, cells = str(found).rpartition("!")
        return tab, *a1_to_rowcol(cells.partition(":")[0])


class League:
    """Matches on one server under one daemon, and what is measured of them."""

    def __init__(self, hosted: Hosted, matches: int, seed: int) -> None:
        self._hosted = hosted
        self._dice = random.Random(seed)
        names = [*GAMES]
        self._rows = [
            hosted.make(names[number % len(names)], clock=number // len(names) % 2 == 0)
            for number in range(matches)
        ]
        self._tables = [Table(hosted.store, row) for row in self._rows]
        self._typists = [
            Typist(hosted, table, row, seat)
            for table, row in zip(self._tables, self._rows, strict=True)
            for seat in range(len(PLAYERS))
        ]

    def measured(self, seconds: float, thinks: float) -> dict[str, float]:
        """Let all begin, wait and play, and return the figures."""
        hosted, waits = self._hosted, list[float]()
        with watching(hosted.home) as daemon:
            begun = hosted.seconds_until_begun(self._rows)
            time.sleep(SETTLES)
            both = hosted.server, daemon
            waiting = shares(both, partial(time.sleep, seconds))
            one_more = hosted.seconds_until_begun([hosted.make("devils-deal", clock=False)])
            playing = shares(both, partial(self._play, seconds, thinks, waits.append))
            took = [memory(process.pid) for process in both]
            for table in self._tables:
                table.catch_up()
        late = [late for table in self._tables for late in table.late_limits()]
        return {
            "all begun after, s": begun[-1] if len(begun) == len(self._rows) else inf,
            "the median one after, s": median(begun or [nan]),
            "one made beside them, s": max(one_more, default=inf),
            "answers a second": len(waits) / seconds,
            "from typing to the answer, median s": median(waits or [nan]),
            "the 95th percentile, s": at_most(waits or [nan], 0.95),
            "the longest, s": max(waits, default=nan),
            "limits that fell": len(late),
            "how late, median s": median(late or [nan]),
            "the latest, s": max(late, default=nan),
            "serve, all waiting, % of a core": 100 * waiting[0],
            "watch, all waiting, % of a core": 100 * waiting[1],
            "serve, all playing, % of a core": 100 * playing[0],
            "watch, all playing, % of a core": 100 * playing[1],
            "serve, MB": took[0],
            "watch, MB": took[1],
            "paused by itself": sum(table.pauses for table in self._tables),
        }

    def _play(self, seconds: float, thinks: float, keep: Callable[[float], None]) -> None:
        """Let everybody play for so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for typist in self._typists:
                typist.look(self._dice, thinks, keep)
            time.sleep(LOOK)
        for since in (typist.waits_since for typist in self._typists):
            if since is not None:  # who still waits has waited for so long at least
                keep(time.monotonic() - since)


@contextmanager
def watching(home: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the daemon, whose words nobody reads."""
    command = [sys.executable, "-m", "umpire", "--home", str(home), "watch"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def shares(
    processes: Sequence[subprocess.Popen[str]], meanwhile: Callable[[], object]
) -> list[float]:
    """Return what share of a core each process uses while something is done."""
    began = time.monotonic()
    before = [processor_seconds(process) for process in processes]
    meanwhile()
    took = time.monotonic() - began
    return [
        (processor_seconds(process) - used) / took
        for process, used in zip(processes, before, strict=True)
    ]


def at_most(seconds: Sequence[float], part: float) -> float:
    """Return what so large a part of these are at most."""
    return sorted(seconds)[min(len(seconds) - 1, int(part * len(seconds)))]


def _seconds(line: LogLine) -> float:
    """Return when a line was written, in seconds since 1970."""
    return datetime.fromisoformat(line.at).timestamp()


def measured(matches: int, seconds: float, thinks: float, seed: int) -> dict[str, float]:
    """Return the figures of so many matches."""
    with TemporaryDirectory() as name, ExitStack() as stack:
        home = Path(name)
        server = stack.enter_context(running(home, "serve", "--port", "0"))
        address = address_of(server)
        store = stack.enter_context(Store.open(home))
        hosted = Hosted(home, store, server, address)
        return League(hosted, matches, seed).measured(seconds, thinks)


def main() -> None:
    """Measure, and print many matches beside the reference."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long to wait, and play")
    parser.add_argument("--thinks", type=float, default=THINKS, help="seconds about each answer")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    about = given.seconds, given.thinks, given.seed
    many, few = measured(given.matches, *about), measured(len(GAMES), *about)
    print(f"{given.seconds:g} s each, commit {commit()}\n")
    print(f"| | {given.matches} matches | {len(GAMES)} matches |\n| --- | --- | --- |")
    for name, figure in many.items():
        print(f"| {name} | {figure:.3g} | {few[name]:.3g} |")


if __name__ == "__main__":
    main()
