"""What the tests of the daemon share: a server over HTTP, matches on it, clocks to be turned."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from in_process import ServerAtHand
from live_kit import NOON, TOY, Hands
from named_ranges import read_named
from snapshots import create_match_once, new_store

from sheets_emulator.app import LocalServer
from sheets_emulator.faults import Call, Fault
from umpire.games import base
from umpire.hosting.plan import MatchRequest
from umpire.live.driver import Watch
from umpire.live.rates import LOCAL
from umpire.live.runner import Listen
from umpire.live.server_connection import CompletedRequest
from umpire.match import Header
from umpire.projections.spreadsheets import CONSOLE
from umpire.sheets.account import Account
from umpire.sheets.addresses import local_account
from umpire.sheets.client import SheetsClient, connect_local
from umpire.sheets.grid import Place, Rect
from umpire.sheets.ranges import PAUSE
from umpire.sheets.template import Template, read_template
from umpire.store import Hosting, Link, LogLine, MatchRow, Store
from umpire.store.records import READER_LINK, UMPIRE_LINK
from umpire.table import TABLE

AnyGame = base.AnyGame
DAEMON = "the daemon's token"
WHERE = "sheets(properties.sheetId,data(startRow,startColumn,rowData.values.effectiveValue))"
BLANK = (None, {}, {"stringValue": ""})
RATE = replace(LOCAL, floor=0.5, idle=5.0, full=60.0)


class OneAfterTheOther:
    """Does each request at once; to wait for one is to move the clocks."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._done: list[CompletedRequest] = []

    def start(self, task: Callable[[], CompletedRequest]) -> None:
        self._done.append(task())

    def attend(self, listen: Listen) -> None:
        """Let nothing listen: the clocks are the test's, and threads have their own."""

    def wait(self, seconds: float) -> CompletedRequest | None:
        if self._done:
            return self._done.pop(0)
        if seconds:
            self._hands.move(max(seconds, 0.001))
        return None


class House:
    """A server, a store, a daemon that a test turns by hand, and the matches it hosts."""

    def __init__(self, server: LocalServer, store: Store, game: AnyGame = TOY) -> None:
        self.server = server
        self.store = store
        self.game = game
        self.hands = Hands()
        self.connections: dict[str, SheetsClient] = {}
        self.watch = self.daemon()

    def daemon(self, store: Store | None = None, **more: Any) -> Watch:
        return Watch(
            store or self.store,
            lambda server: (Account(local_account(DAEMON), lambda: self.sheets(DAEMON)),),
            RATE,
            clocks=self.hands.clocks(),
            jitter=lambda: 1.0,
            runner=OneAfterTheOther(self.hands),
            **more,
        )

    def sheets(self, token: str) -> SheetsClient:
        if token not in self.connections:
            self.connections[token] = connect_local(self.server.base_url, token)
        return self.connections[token]

    def close(self) -> None:
        for sheets in self.connections.values():
            sheets.close()

    def match(
        self, *phases: Any, players: tuple[str, ...] = ("Ana", "Bo"), **options: Any
    ) -> "Game":
        given = [{"who": phase} if isinstance(phase, str) else phase for phase in phases]
        return self.make(Header(self.game.id, players, {"phases": given, **options}))

    def make(self, header: Header, links: tuple[Link, ...] = ()) -> "Game":
        sheets, owner = self.sheets(DAEMON), local_account(DAEMON)
        wall = NOON + self.hands.passed
        request = MatchRequest(header, self.server.base_url, links=links)
        made = create_match_once(self.store, self.server, sheets, owner, request, wall)
        return Game(self, made.row)

    def run(self, seconds: float = 2.0) -> None:
        """Let the daemon run while so many seconds pass."""
        end = self.hands.passed + seconds
        while self.hands.passed < end:
            self.watch.turn()

    def stop(self) -> None:
        """Stop the daemon as a signal would."""
        self.watch._let_go_of_all()

    def calls(self, kind: str, *, consoles: bool = False) -> list[Call]:
        """What the daemon asked of the server; of spreadsheets in which a match is played, or of
        consoles, in which nobody plays.
        """
        mine = local_account(DAEMON)
        return [
            call
            for call in self.server.faults.calls
            if (call.kind, call.account) == (kind, mine)
            and any(console in call.path for console in self._consoles()) == consoles
        ]

    def _consoles(self) -> list[str]:
        hostings = (self.store.hosting(row.id) for row in self.store.matches())
        return [at.spreadsheets[CONSOLE] for at in hostings if CONSOLE in at.spreadsheets]

    def forget_calls(self) -> None:
        self.server.faults.calls.clear()

    def goes_wrong(self, kind: str, *faults: Fault, at: str = "") -> None:
        """Let the daemon's next requests of a kind go wrong, one for each fault.

        `at` is the id of the spreadsheet that they ask for, any in which a match is played if left
        out.
        """
        mine, consoles = local_account(DAEMON), self._consoles()

        def fits(call: Call) -> bool:
            asks = at in call.path and (at in consoles or not any(c in call.path for c in consoles))
            return (call.kind, call.account) == (kind, mine) and asks

        self.server.faults.plan(*(replace(fault, when=fits) for fault in faults))


class Game:
    """A match on the server, as its players and its umpire see it."""

    def __init__(self, house: House, row: MatchRow) -> None:
        self.house = house
        self.row = row

    @property
    def hosting(self) -> Hosting:
        return self.house.store.hosting(self.row.id)

    @property
    def spreadsheet(self) -> str:
        return self.hosting.spreadsheets["board"]

    @property
    def console(self) -> str:
        return self.hosting.spreadsheets[CONSOLE]

    def commands(self, *texts: Any) -> None:
        """Write into the next free rows of the console with the umpire's own link."""
        self._appends("entry", texts, "umpire", self.console)

    def ticks(self, ticked: bool) -> None:
        """Tick or untick the console's box that pauses."""
        self.writes(PAUSE, ticked, on=self.console)

    @property
    def is_ticked(self) -> bool:
        """Whether the console's box is ticked."""
        (row,) = read_named(self.link("umpire"), self.console, [PAUSE])[PAUSE]
        assert isinstance(row[0], bool)
        return row[0]

    def on_console(self, name: str) -> list[list[Any]]:
        """What a block of the console shows, without what is empty at the end."""
        return filled(read_named(self.link("umpire"), self.console, [name])[name])

    def table(self, seat: int) -> str:
        """The spreadsheet that a player's link opens."""
        return self.hosting.spreadsheets[self.hosting.link(seat).role]

    def link(self, who: str) -> SheetsClient:
        return self.house.sheets(self.link_of(who).secret)

    def link_of(self, who: str) -> Link:
        """The link of a player, by name, of the umpire or of readers."""
        if who in (UMPIRE_LINK, READER_LINK):
            return self.hosting.link(UMPIRE_LINK if who == UMPIRE_LINK else READER_LINK)
        return self.hosting.link(self.row.players.index(who))

    def shows(self, name: str, who: str = "reader") -> list[list[Any]]:
        """What a block shows to somebody's link, without what is empty at the end."""
        spreadsheet = self.hosting.spreadsheets[self.link_of(who).role]
        return filled(read_named(self.link(who), spreadsheet, [name])[name])

    def answers(self, seat: int) -> list[str]:
        return [row[0] for row in self.shows(f"answer_{seat + 1}", self.row.players[seat])]

    def types(self, seat: int, *values: Any) -> None:
        """Write into the next free rows with the player's own link."""
        self._appends(f"entry_{seat + 1}", values, self.row.players[seat], self.table(seat))

    def writes(
        self, name: str, value: Any, *, row: int = 0, who: str = "umpire", on: str | None = None
    ) -> None:
        """Write into a row of a named range, or a list into as many rows from there on."""
        spreadsheet = on or self.spreadsheet
        start, _ = self._range(name, who, spreadsheet)
        self._puts(start, row, value if isinstance(value, list) else [value], who, spreadsheet)

    def _appends(self, name: str, values: Sequence[Any], who: str, on: str) -> None:
        """Write below what stands in the first column of a named range."""
        start, used = self._range(name, who, on)
        self._puts(start, used, values, who, on)

    def _range(self, name: str, who: str, on: str) -> tuple[Place, int]:
        """Where the first cell of a named range is, and how many of its rows are used."""
        asked = {"ranges": [name], "fields": WHERE}
        sheets = self.link(who)
        with sheets._call():
            (tab,) = sheets._http.spreadsheets_get(on, asked)["sheets"]
        (data,) = tab["data"]
        top, left = data.get("startRow", 0), data.get("startColumn", 0)
        cells = [row.get("values", [{}])[0] for row in data.get("rowData", [])]
        filled = [
            row for row, cell in enumerate(cells, 1) if cell.get("effectiveValue") not in BLANK
        ]
        used = max(filled, default=0)
        return Place(tab["properties"]["sheetId"], Rect(top, left, top + 1, left + 1)), used

    def _puts(self, first: Place, row: int, values: Sequence[Any], who: str, on: str) -> None:
        rect = first.rect.shift(row, 0)
        there = Place(first.sheet, Rect(rect.top, rect.left, rect.top + len(values), rect.right))
        update = {
            "range": there.grid_range(),
            "rows": [{"values": [{"userEnteredValue": _value(one)}]} for one in values],
            "fields": "userEnteredValue",
        }
        self.link(who).write(on, [{"updateCells": update}])

    def change(self, *requests: dict[str, Any], on: str | None = None) -> None:
        """Change a spreadsheet, the board if left out, as its owner."""
        self.house.sheets(DAEMON).write(on or self.spreadsheet, list(requests))

    def metadata(self, fields: str, on: str | None = None) -> Any:
        return self.house.sheets(DAEMON).metadata(on or self.spreadsheet, fields)

    def told_beside(self, on: str | None = None) -> list[dict[str, Any]]:
        """What a page is told beside the cells of a spreadsheet."""
        (kept,) = self.metadata("developerMetadata", on)["developerMetadata"]
        told: list[dict[str, Any]] = json.loads(kept["metadataValue"])
        return told

    def counts_down(self, on: str | None = None) -> list[str]:
        """The ranges of which it is kept until when they count down."""
        return [one["range"] for one in self.told_beside(on) if "until" in one]

    def log(self) -> list[tuple[str | None, str | None, str | None]]:
        """The log as (by, say, code), without what umpire says by itself."""
        return [(line.by, line.say, line.code) for line in self.lines() if line.note is None]

    def notes(self) -> list[str]:
        """Why umpire spoke by itself, and what."""
        return [
            line.say.removeprefix("note ")
            if line.say and line.say.startswith("note ")
            else ": ".join(filter(None, (line.say, line.note)))
            for line in self.lines()
            if line.note is not None
        ]

    def lines(self) -> list[LogLine]:
        return self.house.store.lines(self.row.id)


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int | float):
        return {"numberValue": value}
    return {"formulaValue": value} if value.startswith("=") else {"stringValue": value}


@cache
def numbers_template(sheets: str = "numbers_sheets") -> Template:
    """A made-up game's own little template, with the colours of all."""
    return read_template(Path(__file__).parent / sheets)


@contextmanager
def open_house(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: AnyGame = TOY,
    sheets: str = "numbers_sheets",
) -> Iterator[House]:
    """A house in which a made-up game is played."""
    template = numbers_template(sheets)
    monkeypatch.setattr("umpire.catalogue.games", lambda: {game.id: game})
    for module in ("live.setup", "hosting.plan"):
        monkeypatch.setattr(f"umpire.{module}.find_template", lambda *_: template)
    with house_of(tmp_path, game) as house:
        yield house


@contextmanager
def house_of(tmp_path: Path, game: AnyGame) -> Iterator[House]:
    """A house in which a game is played with the template that comes with it."""
    with ExitStack() as stack:
        server = stack.enter_context(ServerAtHand(None, extensions=[TABLE]))
        store = stack.enter_context(new_store(tmp_path))
        house = House(server, store, game)
        stack.callback(house.close)
        yield house


def filled(rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
    """Rows without what is empty at the end: the rows, and the columns that merged cells cover."""
    kept = [list(row) for row in rows]
    while kept and not any(kept[-1]):
        kept.pop()
    width = max((at for row in kept for at, text in enumerate(row, 1) if text != ""), default=1)
    return [row[:width] for row in kept]
