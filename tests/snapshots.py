"""What a server holds after a long way there, kept so that the next test begins there at once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any

from sheets_emulator.app import LocalServer
from sheets_emulator.faults import Call
from sheets_emulator.model import Document
from umpire.hosting import creation, plan
from umpire.hosting.creation import CreatedMatch
from umpire.hosting.plan import MatchRequest
from umpire.match import Header
from umpire.sheets.account import Account
from umpire.sheets.client import SheetsClient
from umpire.store import Store


def documents_of(server: LocalServer, owner: str) -> tuple[Document, ...]:
    """Somebody's spreadsheets as they are now: a server never changes one that it holds."""
    service = server.service
    ids = (listed.file.spreadsheet_id for listed in service.visible(owner))
    return tuple(service.open(owner, its).document for its in ids)


def another(server: LocalServer, document: Document) -> str:
    """Let a server hold a spreadsheet like this one, and return its id."""
    id_ = token_hex(22)
    server.service.add(replace(document.copy(), spreadsheet_id=id_))
    return id_


def new_store(folder: Path) -> Store:
    """Open a store in a folder that has none: to make its tables takes longer than to copy them."""
    name, content = _empty_store()
    (folder / name).write_bytes(content)
    return Store.open(folder)


@cache
def _empty_store() -> tuple[str, bytes]:
    with TemporaryDirectory() as folder:
        Store.open(Path(folder)).close()
        (file,) = Path(folder).iterdir()
        return file.name, file.read_bytes()


@dataclass(frozen=True)
class _Kept:
    """A match that was made where nothing was before."""

    request: MatchRequest
    made_by: tuple[Any, ...]
    match: CreatedMatch
    header: Header
    seed: str
    documents: tuple[Document, ...]
    calls: Sequence[Call]

    def restored(self, store: Store, server: LocalServer) -> CreatedMatch:
        """Make the same match, its spreadsheets as they were."""
        row, hosting = self.match.row, replace(self.match.hosting, server=server.base_url)
        assert store.new_id(row.game) == row.id
        store.create(
            *(row.id, self.header, self.seed),
            engine=row.engine,
            started=row.started,
            hosting=hosting,
        )
        for document in self.documents:
            server.service.add(document)
        server.faults.calls.extend(self.calls)
        return replace(self.match, row=store.find(row.id), hosting=hosting)


_KEPT: list[_Kept] = []


def create_match_once(
    store: Store,
    server: LocalServer,
    sheets: SheetsClient,
    owner: str,
    request: MatchRequest,
    wall: float,
) -> CreatedMatch:
    """Make a match by requests; where one like it was made before in the same way, restore that.

    Only the first match of a store and a server is restored: what it finds there is nothing, then
    as now. Where a test looks at each request, all are made.
    """
    account = Account(owner, lambda: sheets)
    is_first = not store.matches() and not store.pending_matches.all() and not server.faults.calls
    is_listened_to = "request" in vars(sheets._http)
    if not is_first or is_listened_to or server.faults.coming or request.handmade:
        return creation.create_match(store, account, request, wall)
    header = request.header
    made_by = (
        *(owner, wall, plan.find_game(header.game), creation.new_seed),
        plan.find_template(header.game, request.template),
    )
    like = replace(request, server="")
    for kept in _KEPT:
        if (kept.request, kept.made_by) == (like, made_by):
            return kept.restored(store, server)
    made = creation.create_match(store, account, request, wall)
    kept = _Kept(
        *(like, made_by, made, made.row.header(), store.seed(made.row.id)),
        documents_of(server, owner),
        tuple(server.faults.calls),
    )
    _KEPT.append(kept)
    return made
