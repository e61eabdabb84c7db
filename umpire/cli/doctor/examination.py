"""The whole examination of this computer, Google or matches, and the repairs."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from umpire.cli.doctor import google, machine, printing
from umpire.cli.live import connections, google_base
from umpire.cli.places import Places, places
from umpire.errors import UmpireError
from umpire.hosting.checkup import Checkup, Finding, worst
from umpire.hosting.retry import is_over_quota, retry
from umpire.store import GOOGLE, Hosting, MatchRow, Store

if TYPE_CHECKING:
    from umpire.sheets.client import Sheets


@dataclass(frozen=True)
class Scope:
    """What to examine; `table` is the id of a spreadsheet to try out on Google."""

    matches: tuple[str, ...]
    on: str | None
    credentials: Path | None
    server: str
    table: str | None

    @property
    def of_google(self) -> bool:
        """Whether to examine Google."""
        return self.on != "local"

    @property
    def of_local(self) -> bool:
        """Whether to examine the local server."""
        return self.on != "google"


def examine(ctx: click.Context, scope: Scope, repair: bool, as_json: bool) -> None:
    """Examine, print the findings, and exit with status 1 if anything is wrong.

    With `repair`, first repair what can be repaired. Raises UsageError.
    """
    console = Console()
    with ExitStack() as stack:
        examination = Examination(places(ctx), scope, stack)
        # Done first, or a missing match would only be noticed after much else was printed.
        rows = examination.wanted()
        repaired: list[Finding] = []
        if repair:
            found = examination.put_right(rows)
            repaired = list(found) if as_json else printing.show(found, console)
        findings = examination.findings(rows)
        if as_json:
            shown = list(findings)
            printing.put_json(shown, repaired)
        else:
            shown = printing.show(findings, console)
            click.echo(printing.summary([*repaired, *shown]))
    if worst([*repaired, *shown]) == "wrong":
        ctx.exit(1)


class Examination:
    """One run, which opens the home folder, the log and each connection once."""

    def __init__(
        self,
        kept: Places,
        scope: Scope,
        stack: ExitStack,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._scope = scope
        self._stack = stack
        self._wall = wall
        self._folder, self._found_folder = machine.folder(kept)
        self._modes = list(machine.modes(self._secrets()))
        self._store: Store | None = None
        self._found_log: Finding | None = None
        if self._folder is not None:
            self._store, self._found_log = machine.log(kept, self._folder)
            if self._store is not None:
                stack.callback(self._store.close)
        self._connections: dict[str, tuple[Sheets, tuple[str, ...]]] = {}

    def wanted(self) -> list[MatchRow]:
        """Return the matches that were named. Raises UmpireError if one is missing."""
        if not self._scope.matches:
            return []
        if self._store is None:
            found = self._found_log if self._folder is not None else self._found_folder
            assert found is not None
            raise UmpireError(f"{found.found} {found.todo}".strip())
        return [self._store.find(match) for match in self._scope.matches]

    def findings(self, rows: list[MatchRow]) -> Iterator[Finding]:
        """Yield a finding about each thing that was asked for."""
        if rows:
            yield from chain.from_iterable(self._checkup(row).findings() for row in rows)
            return
        yield machine.versions()
        yield self._found_folder
        if self._found_log is not None:
            yield self._found_log
        yield from self._half_made()
        yield from self._modes
        if self._scope.of_local:
            running = [
                row for row, hosting in self._running() if hosting.server not in (None, GOOGLE)
            ]
            yield machine.local_server(self._scope.server, running)
        if self._scope.of_google:
            yield from self._google()

    def put_right(self, rows: list[MatchRow]) -> Iterator[Finding]:
        """Repair what can be repaired, and yield a finding about each repair."""
        if not rows:
            yield from machine.close(self._secrets())
            self._modes = list(machine.modes(self._secrets()))
            return
        yield from chain.from_iterable(self._checkup(row).put_back() for row in rows)

    def _checkup(self, row: MatchRow) -> Checkup:
        assert self._store is not None
        # A daemon that watches matches leaves little of Google's quota: wait for what there is.
        attempt = retry(_tell, waits_for=is_over_quota)
        return Checkup(self._store, row, self._connect, self._wall(), attempt)

    def _secrets(self) -> list[Path]:
        own = [] if self._folder is None else machine.secret_files(self._folder)
        return (
            [*own, *google.secret_files(self._scope.credentials)] if self._scope.of_google else own
        )

    def _half_made(self) -> Iterator[Finding]:
        """Yield a finding about each match whose spreadsheets are only partly made."""
        for one in self._store.unfinished.all() if self._store is not None else ():
            if not one.is_nothing:
                found = f"{one.id} ({', '.join(one.players)}) is only half made."
                todo = "Run the same 'umpire new' again to finish it."
                yield Finding(machine.GROUP, "log", "warning", found, todo)

    def _running(self) -> list[tuple[MatchRow, Hosting]]:
        if self._store is None:
            return []
        rows = [row for row in self._store.matches() if not row.is_over]
        return [(row, self._store.hosting(row.id)) for row in rows]

    def _google(self) -> Iterator[Finding]:
        hosted = [(row, hosting) for row, hosting in self._running() if hosting.on_google]
        signed, findings = self._signed(bool(hosted))
        yield from findings
        base = google_base()
        yield from google.further(self._scope.credentials, base)
        if signed is None:
            return
        yield google.scopes(signed, base)
        yield from google.tried(signed, self._scope.table, self._wall)
        yield google.quota(hosted, 1 + len(google.further_accounts(signed.found)))

    def _signed(self, is_needed: bool) -> tuple[google.Signed | None, list[Finding]]:
        signed, findings = google.signed_in(
            self._scope.credentials, google_base(), is_needed=is_needed
        )
        if signed is not None:
            self._stack.callback(signed.sheets.close)
        return signed, findings

    def _connect(self, server: str) -> "tuple[Sheets, tuple[str, ...]]":
        """Return a connection to a server and its accounts' addresses. Raises UmpireError."""
        if server not in self._connections:
            self._connections[server] = self._connected(server)
            self._stack.callback(self._connections[server][0].close)
        return self._connections[server]

    def _connected(self, server: str) -> "tuple[Sheets, tuple[str, ...]]":
        assert self._folder is not None
        accounts = connections(self._folder, self._scope.credentials)(server)
        return accounts[0].open(), tuple(account.email for account in accounts)


def _tell(sentence: str) -> None:
    click.echo(f"umpire: {sentence}.", err=True)
