"""How long players wait under the real daemon, on the local server that plays Google.

Run it with `python benchmarks/rehearsal.py [--game GAME] [--matches N] [--accounts N] [--minutes N]
[--seed N] [--commands SECONDS]`.

It is the league of `league.py` in real time: the server counts requests as Google does and takes as
long to answer, the daemon works in a process of its own, as one account or several, and every
player is a typist with another account. A typist who sees a question painted thinks about 8 s,
types an answer into the next free row, and waits until the umpire's stands beside it. There are no
limits of time. With `--commands` an umpire sits at each console and types there, about so many
seconds after what they typed before was answered: by hand every other time a question to a player,
elsewhere notes. By hand four play, and nobody is asked but by these questions. On a busy machine
more is measured than the daemon.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event

from league import LATENCY, PROJECT, QUOTA, THINKS, WARM_UP

from sheets_emulator.access import Caller
from sheets_emulator.app import LocalServer
from sheets_emulator.faults import Call, Fault, Faults, Quota
from sheets_emulator.model import Cell, Document
from sheets_emulator.page_entry import type_block
from umpire.catalogue import find_game, games
from umpire.games.base import UMPIRE
from umpire.hosting.creation import create_match
from umpire.hosting.plan import MatchRequest
from umpire.live.driver import Watch
from umpire.live.rates import GOOGLE as GOOGLE_RATE
from umpire.live.rates import LOCAL, MINUTE
from umpire.match import Match, asking, begin, judge, read_header
from umpire.projections.spreadsheets import CONSOLE
from umpire.sheets.account import Account
from umpire.sheets.client import SheetsClient, connect_local
from umpire.sheets.google import DRIVE_FILE, SERVICE_SCOPES
from umpire.sheets.grid import Place, Rect
from umpire.sheets.ranges import ANSWER, ASK, ENTRY, of_seat
from umpire.store import GOOGLE, MatchRow, Store
from umpire.store.replay import as_input

PLAYERS = ("Ana", "Bo", "Cy", "Di")
TICK = 0.2
"""Seconds between two looks of everybody at their spreadsheets."""


@dataclass(slots=True)
class Latency(Faults):
    """Answers as late as Google does."""

    dice: random.Random = field(default_factory=random.Random)

    def take(self, call: Call) -> Fault | None:
        """Return by how much this answer is late, if it is the umpire's."""
        if "umpire" not in call.account:
            return None
        return Fault("late", seconds=self.dice.uniform(*LATENCY))


@dataclass(slots=True)
class Counted(Quota):
    """Google's quota, which counts what the umpire asks and what is refused."""

    made: Counter[str] = field(default_factory=Counter)

    def take(self, call: Call) -> None:
        """Count a request; raises 429 if there are too many in this minute."""
        if "umpire" in call.account:
            self.made["refused"] += 1
            Quota.take(self, call)
            self.made["refused"] -= 1
            self.made[call.kind] += 1


class Table:
    """A match as its players know it: what is asked from its log, the rest from its sheets."""

    def __init__(self, server: LocalServer, store: Store, row: MatchRow, owner: str) -> None:
        self._owner = owner
        self._server = server
        self._store = store
        self._row = row
        self._links = [store.hosting(row.id).link(seat) for seat in range(len(row.players))]
        self._ids = store.hosting(row.id).spreadsheets
        self._match = begin(row.header(), find_game(row.game)).match
        self._line = 0
        self._questions: dict[int, str | None] = {}
        self.paused = 0

    def catch_up(self) -> Match:
        """Come to where the log stands."""
        for line in self._store.lines(self._row.id, self._line):
            self._questions.clear()
            self._match = judge(self._match, as_input(line)).match
            self._line = line.n
            self.paused += line.by == UMPIRE and line.say == "pause"
        return self._match

    def spreadsheet(self, seat: int) -> str:
        """Return the spreadsheet in which a player types."""
        return self._ids[self._links[seat].role]

    def document(self, seat: int) -> Document:
        """Return what lies in it now."""
        email = self._links[seat].email
        assert email is not None
        return self._server.service.open(email, self.spreadsheet(seat)).document

    def console(self) -> Document:
        """Return what lies in the console now."""
        return self._server.service.open(self._owner, self._ids[CONSOLE]).document

    def command(self, sheet: int, row: int, column: int, text: str) -> None:
        """Type a command into a cell of the console, as the server's own page does."""

        def typed(document: Document) -> None:
            type_block(document, Caller(document, self._owner), sheet, row, column, [[text]])

        self._server.service.change(self._owner, self._ids[CONSOLE], typed)

    def question(self, seat: int) -> str | None:
        """Return how what a player owes is asked; None if nothing is, or it is locked."""
        if seat not in self._questions:
            owed = self._match.pending_of(self._row.players[seat])
            asked = owed is not None and not owed.locked and not self._match.paused
            self._questions[seat] = asking.ask(self._match, owed) if asked and owed else None
        return self._questions[seat]

    def answer(self, seat: int, dice: random.Random) -> str:
        """Return an answer to that: what is held is locked."""
        owed = self._match.pending_of(self._row.players[seat])
        assert owed is not None
        if asking.can_lock(self._match, owed):
            return "lock"
        return asking.random_answer(self._match, owed, dice)


class Typist:
    """A player who answers what they see asked, and sees when the umpire has answered."""

    def __init__(
        self, table: Table, seat: int, sheets: SheetsClient, keep: Callable[[float], None]
    ) -> None:
        self._table = table
        self._seat = seat
        self._sheets = sheets
        self._keep = keep
        self._row = 0
        self._types_at: float | None = None
        self._typed_at: float | None = None

    @property
    def waits_since(self) -> float | None:
        """When they typed what the umpire has not answered yet."""
        return self._typed_at

    def look(self, dice: random.Random) -> None:
        """Look at the sheet and do what comes next."""
        now = time.monotonic()
        if self._typed_at is not None:
            if self._cell(ANSWER, self._row).value:
                self._keep(now - self._typed_at)
                self._row, self._typed_at = self._row + 1, None
        elif self._types_at is None:
            if self._is_asked():
                self._types_at = now + dice.expovariate(1 / THINKS)
        elif now >= self._types_at:
            self._types_at = None
            if self._is_asked():
                self._type(self._table.answer(self._seat, dice))
                self._typed_at = time.monotonic()

    def _is_asked(self) -> bool:
        question = self._table.question(self._seat)
        return question is not None and str(self._cell(ASK, 0).value).startswith(question)

    def _cell(self, name: str, row: int) -> Cell:
        place = self._place(name)
        sheet = self._table.document(self._seat).sheet(place.sheet)
        assert sheet is not None
        return sheet.cell(place.rect.top + row, place.rect.left)

    def _place(self, name: str) -> Place:
        named = self._table.document(self._seat).named(of_seat(name, self._seat))
        assert named is not None
        top, left = named.area.top or 0, named.area.left or 0
        return Place(named.sheet_id, Rect(top, left, top + 1, left + 1))

    def _type(self, text: str) -> None:
        place = self._place(ENTRY)
        top, left = place.rect.top + self._row, place.rect.left
        cell = Place(place.sheet, Rect(top, left, top + 1, left + 1))
        typed = {"userEnteredValue": {"stringValue": text}}
        update = {
            "range": cell.grid_range(),
            "rows": [{"values": [typed]}],
            "fields": "userEnteredValue",
        }
        self._sheets.write(self._table.spreadsheet(self._seat), [{"updateCells": update}])


class Director:
    """An umpire who types at a console, and sees when it was answered."""

    def __init__(self, table: Table, every: float, keep: Callable[[float], None]) -> None:
        self._table = table
        self._every = every
        self._keep = keep
        self._row = 0
        self._types_at = time.monotonic()
        self._typed_at: float | None = None

    def look(self, dice: random.Random) -> None:
        """Look at the console and do what comes next."""
        now = time.monotonic()
        if self._typed_at is None and now >= self._types_at:
            sheet, row, column = self._cell(ENTRY)
            self._table.command(sheet, row, column, self._text(dice))
            self._typed_at = time.monotonic()
        elif self._typed_at is not None:
            sheet, row, column = self._cell(ANSWER)
            tab = self._table.console().sheet(sheet)
            assert tab is not None
            if tab.cell(row, column).value:
                self._keep(now - self._typed_at)
                self._row, self._typed_at = self._row + 1, None
                self._types_at = now + dice.expovariate(1 / self._every)

    def _text(self, dice: random.Random) -> str:
        match = self._table.catch_up()
        if match.pending_of(UMPIRE) is None or dice.random() < 0.5:
            return f"note {self._row}"
        return f"ask {dice.choice(match.header.players)}: {self._row}? = number 0 to 9"

    def _cell(self, name: str) -> tuple[int, int, int]:
        named = self._table.console().named(name)
        assert named is not None
        return named.sheet_id, (named.area.top or 0) + self._row, named.area.left or 0


class Rehearsal:
    """Matches on a server that plays Google, their daemon and their typists."""

    def __init__(
        self,
        folder: Path,
        game: str,
        matches: int,
        accounts: int,
        seed: int,
        commands: float | None = None,
    ) -> None:
        self.dice = random.Random(seed)
        self.quota = Counted()
        self.made: Counter[str] = Counter()
        self.waits: list[float] = []
        self.answered: list[float] = []
        self._commands = commands
        self.server = LocalServer(
            None, google=True, quota=self.quota, faults=Latency(dice=random.Random(seed))
        )
        self.server.start()
        self._folder = folder
        self._apart = get_context("spawn")
        self.store = Store.open(folder)
        self._accounts = [
            (f"umpire{number}@example.org", SERVICE_SCOPES if number else (DRIVE_FILE,))
            for number in range(accounts)
        ]
        self.tables: list[Table] = []
        self.typists: list[Typist] = []
        self.directors: list[Director] = []
        for number in range(matches):
            self._make(game, number)
        self.quota.forget()
        self.quota.per_user, self.quota.per_project = QUOTA, PROJECT

    def run(self, seconds: float) -> None:
        """Let the daemon umpire and everybody play for so long."""
        stop = self._apart.Event()
        tokens = [(email, self._token(email, scopes)) for email, scopes in self._accounts]
        told = (self._folder, self.server.base_url, tokens, stop)
        daemon = self._apart.Process(target=umpire, args=told)
        daemon.start()
        try:
            self._play(time.monotonic() + WARM_UP)
            self.forget()
            self._play(time.monotonic() + seconds)
            self.made = self.quota.made.copy()  # before the daemon takes its leave
        finally:
            stop.set()
            daemon.join()

    def forget(self) -> None:
        """Forget what was measured until now."""
        self.waits.clear()
        self.answered.clear()
        self.quota.made.clear()
        for table in self.tables:
            table.paused = 0

    def all_waits(self) -> list[float]:
        """Return how long players waited, those who still do too."""
        now = time.monotonic()
        still = [one.waits_since for one in self.typists]
        return self.waits + [now - at for at in still if at is not None]

    def close(self) -> None:
        """Let go of everything."""
        self.store.close()
        self.server.stop()

    def _play(self, until: float) -> None:
        while time.monotonic() < until:
            for table in self.tables:
                table.catch_up()
            for typist in self.typists:
                typist.look(self.dice)
            for director in self.directors:
                director.look(self.dice)
            time.sleep(TICK)

    def _token(self, email: str, scopes: Sequence[str], app: str = "umpire") -> str:
        return self.server.sign_in(email, scopes, app)

    def _make(self, game: str, number: int) -> None:
        players = PLAYERS if game == "by-hand" else PLAYERS[:2]
        header = {"umpire": 1, "game": game, "players": players, "options": {"clock": False}}
        emails = {player: f"{player.lower()}{number}@example.org" for player in players}
        (owner, scopes), *further = self._accounts
        request = MatchRequest(
            read_header(json.dumps(header), games()),
            GOOGLE,
            emails=emails,
            further=tuple(email for email, _ in further),
        )
        token = self._token(owner, scopes)
        account = Account(owner, partial(connect_local, self.server.base_url, token))
        row = create_match(self.store, account, request, time.time()).row
        table = Table(self.server, self.store, row, owner)
        self.tables.append(table)
        if self._commands is not None:
            self.directors.append(Director(table, self._commands, self.answered.append))
        for seat, player in enumerate(players):
            token = self._token(emails[player], SERVICE_SCOPES, "a browser")
            typing = connect_local(self.server.base_url, token)
            self.typists.append(Typist(table, seat, typing, self.waits.append))


def umpire(folder: Path, server: str, accounts: list[tuple[str, str]], stop: Event) -> None:
    """Run the daemon until it is told to stop, in a process of its own."""
    works_as = tuple(
        Account(email, partial(connect_local, server, token)) for email, token in accounts
    )
    with Store.open(folder) as store:
        Watch(store, lambda _: works_as, LOCAL, google=GOOGLE_RATE).run(stop)


def measured(rehearsal: Rehearsal, game: str, minutes: float) -> Iterator[str]:
    """Yield the cells of one line of the table."""
    rehearsal.run(minutes * MINUTE)
    waits = rehearsal.all_waits()
    yield game
    yield f"{len(rehearsal.tables)}"
    yield f"{len(rehearsal.waits) / minutes:.0f}"
    yield f"{median(waits):.1f}"
    yield f"{quantiles(waits, n=20)[-1]:.1f}"
    yield f"{max(waits):.1f}"
    yield from (f"{rehearsal.made[kind] / minutes:.0f}" for kind in ("read", "write"))
    yield f"{rehearsal.made['refused']}"
    yield f"{sum(table.paused for table in rehearsal.tables)}"
    if rehearsal.directors:
        answered = rehearsal.answered
        yield f"{median(answered):.1f} / {quantiles(answered, n=20)[-1]:.1f} / {max(answered):.1f}"


HEADINGS = (
    "game",
    "matches",
    "answers/min",
    "median s",
    "95 % s",
    "max s",
    "reads/min",
    "writes/min",
    "429",
    "paused by itself",
)


def main() -> None:
    """Play one league and print what its players wait."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="devils-deal")
    parser.add_argument("--matches", type=int, default=5)
    parser.add_argument("--accounts", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--commands", type=float, help="seconds until an umpire types again")
    asked = parser.parse_args()
    sys.setswitchinterval(0.0005)  # the typists are not to keep the server waiting
    with TemporaryDirectory() as folder:
        rehearsal = Rehearsal(
            *(Path(folder), asked.game, asked.matches, asked.accounts, asked.seed), asked.commands
        )
        try:
            cells = measured(rehearsal, asked.game, asked.minutes)
            headings = (*HEADINGS, "command answered s") if rehearsal.directors else HEADINGS
            print(f"| {' | '.join(headings)} |\n|{' --- |' * len(headings)}")
            print(f"| {' | '.join(cells)} |")
        finally:
            rehearsal.close()


if __name__ == "__main__":
    main()
