"""What the tests of matches on Google share: a server that plays Google, its people, a daemon."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from hosting_kit import RATE, OneAfterTheOther
from in_process import ServerAtHand
from live_kit import NOON, Hands
from named_ranges import places_of

from sheets_emulator.app import LocalServer
from sheets_emulator.client_files import service_email_of
from sheets_emulator.faults import Call, Chance, Fault, Quota
from sheets_emulator.model import Document
from umpire.catalogue import find_game
from umpire.hosting.creation import CreatedMatch, create_match
from umpire.hosting.plan import MatchRequest
from umpire.live.driver import Watch
from umpire.match import Header
from umpire.projections.match_history import rebuild
from umpire.sheets.account import Account
from umpire.sheets.client import SheetsClient, connect_local
from umpire.sheets.google import DRIVE_FILE, SERVICE_SCOPES
from umpire.sheets.grid import Place, Rect
from umpire.store import GOOGLE, MatchRow, Store

PLAYERS = ("Ana", "Bo")
EMAILS = {"Ana": "ana@example.org", "Bo": "bo@example.org"}
DEVILS, DENIZENS = "devils-deal", "denizens-of-tartarus"
SERVICE = service_email_of("umpire")


class Crash(BaseException):
    """Stands for the end of the process: nobody catches it."""


class Google:
    """Who plays Google, and everybody's connection to it."""

    def __init__(self, server: LocalServer) -> None:
        self.server = server
        self._connections: dict[str, SheetsClient] = {}

    def sheets(self, email: str) -> SheetsClient:
        """Somebody's connection: the umpire's program sees only its own files, people see all."""
        if email not in self._connections:
            ours = email.startswith("umpire+")
            scopes = (DRIVE_FILE,) if ours else SERVICE_SCOPES
            token = self.server.sign_in(email, scopes, "umpire" if ours else "a browser")
            self._connections[email] = connect_local(self.server.base_url, token)
        return self._connections[email]

    def close(self) -> None:
        for sheets in self._connections.values():
            sheets.close()

    def documents(self, email: str) -> list[Document]:
        """What somebody owns."""
        service = self.server.service
        return [
            service.open(email, one.file.spreadsheet_id).document
            for one in service.visible(email)
            if one.file.owner == email
        ]


@contextmanager
def google() -> Iterator[Google]:
    with ServerAtHand(None, google=True, quota=Quota()) as server:
        world = Google(server)
        yield world
        world.close()


class Host:
    """An umpire with a store of their own, who makes matches on Google and umpires them."""

    def __init__(self, world: Google, folder: Path, email: str) -> None:
        folder.mkdir(exist_ok=True)
        self.world = world
        self.folder = folder
        self.email = email
        self.store = Store.open(folder)
        self.hands = Hands()
        self.sheets = world.sheets(email)
        self.watch = self.daemon()

    def daemon(self, *ids: str) -> Watch:
        return Watch(
            self.store,
            lambda server: (Account(self.email, lambda: self.sheets),),
            RATE,
            google=RATE,
            ids=ids,
            clocks=self.hands.clocks(),
            jitter=lambda: 1.0,
            runner=OneAfterTheOther(self.hands),
        )

    def request(self, header: Header, **more: Any) -> MatchRequest:
        return MatchRequest(header, GOOGLE, **{"emails": EMAILS, **more})

    def make(self, request: MatchRequest, **more: Any) -> CreatedMatch:
        account = Account(self.email, lambda: self.sheets)
        return create_match(self.store, account, request, NOON, **more)

    def run(self, seconds: float = 2.0) -> None:
        """Let the daemon run while so many seconds pass."""
        end = self.hands.passed + seconds
        while self.hands.passed < end:
            self.watch.turn()

    def first_move(self, row: MatchRow) -> None:
        """Let the first player who is asked answer in their sheet, and see it taken."""
        self.watch = self.daemon(row.id)
        self.run()
        match = rebuild(row.header(), find_game(row.game), self.store.lines(row.id), ()).match
        pending = match.pending[0]
        said = pending.decision.kind.random_answer(match.state, pending.decision, Random(1))
        self.type(row, pending.by, said)
        self.run()
        taken = [(line.by, line.ok) for line in self.store.lines(row.id) if line.cell is not None]
        assert taken == [(pending.by, True)]
        self.watch._let_go_of_all()

    def type(self, row: MatchRow, player: str, said: str) -> None:
        """Write into the first row of a player's score sheet, as the player."""
        hosting = self.store.hosting(row.id)
        link = hosting.link(row.players.index(player))
        assert link.email is not None
        write_entry(
            self.world.sheets(link.email),
            hosting.spreadsheets[link.role],
            f"entry_{row.players.index(player) + 1}",
            said,
        )

    def close(self) -> None:
        self.store.close()


def write_entry(sheets: SheetsClient, spreadsheet: str, name: str, text: str) -> None:
    """Write into the first row of a named range."""
    place = places_of(sheets, spreadsheet)[name]
    top, left = place.rect.top, place.rect.left
    request = {
        "range": Place(place.sheet, Rect(top, left, top + 1, left + 1)).grid_range(),
        "rows": [{"values": [{"userEnteredValue": {"stringValue": text}}]}],
        "fields": "userEnteredValue",
    }
    sheets.write(spreadsheet, [{"updateCells": request}])


@dataclass(frozen=True)
class Trouble:
    """Something that goes wrong with one request.

    `fault` is what the server does; where there is none the program itself ends there, `before` the
    request or after its answer, or is told `late` that it failed.
    """

    name: str
    fault: Fault | None = None
    before: bool = False
    late: type[BaseException] | None = None

    def __str__(self) -> str:
        return self.name


@contextmanager
def goes_wrong(
    host: Host, trouble: Trouble, number: int, several: int = 1
) -> Iterator[Callable[[], bool]]:
    """Let an umpire's request of this number from 0 go wrong; gives whether it was made.

    With `several` so do as many, this one and those after it, which may be under way at once.
    """
    made = [0]
    lock = threading.Lock()

    def count() -> bool:
        with lock:
            made[0] += 1
            return number < made[0] <= number + several

    faults = host.world.server.faults
    request = host.sheets._http.request
    if trouble.fault is not None:

        def fits(call: Call) -> bool:
            return call.account == host.email and count()

        faults.chances = (Chance(1.0, replace(trouble.fault, when=fits)),)
        yield lambda: made[0] > number
        faults.chances = ()
        return

    def troubled(*args: Any, **kwargs: Any) -> Any:
        if not count():
            return request(*args, **kwargs)
        if trouble.before:
            raise Crash
        request(*args, **kwargs)
        assert trouble.late is not None
        raise trouble.late

    host.sheets._http.request = troubled  # type: ignore[method-assign]
    try:
        yield lambda: made[0] > number
    finally:
        host.sheets._http.request = request  # type: ignore[method-assign]


def requests_of(host: Host) -> int:
    """How many requests of an umpire have come to the server."""
    return sum(call.account == host.email for call in host.world.server.faults.calls)
