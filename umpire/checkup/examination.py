"""One run of the checks of this computer, of Google or of matches, and the repairs."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Self

from umpire.app_context import AppContext
from umpire.checkup import computer, google
from umpire.checkup.findings import Finding
from umpire.checkup.match import Checkup
from umpire.errors import UmpireError
from umpire.hosting.accounts import Warn, connections, google_base
from umpire.hosting.retry import is_over_quota, retry
from umpire.store import GOOGLE, Hosting, MatchRow, Store

if TYPE_CHECKING:
    from umpire.sheets.account import Connect
    from umpire.sheets.client import SheetsClient


@dataclass(frozen=True)
class Scope:
    """What to check; `table` is the id of a spreadsheet to try out on Google."""

    matches: tuple[str, ...]
    on: str | None
    credentials: Path | None
    server: str
    table: str | None

    @property
    def includes_google(self) -> bool:
        """Whether to check Google."""
        return self.on != "local"

    @property
    def includes_local(self) -> bool:
        """Whether to check the local server."""
        return self.on != "google"


class Examination:
    """One run, which opens the home folder, the log and each connection once.

    Use it as a context manager, which closes them. `warn` is called with each reason for a wait,
    such as the quota.
    """

    def __init__(
        self, app: AppContext, scope: Scope, warn: Warn, wall: Callable[[], float] = time.time
    ) -> None:
        self._app = app
        self._scope = scope
        self._warn = warn
        self._wall = wall
        self._stack = ExitStack()
        self._folder, self._folder_finding = computer.check_folder(app)
        self._mode_findings = list(computer.check_secret_files(self._secret_files()))
        self._store: Store | None = None
        self._log_finding: Finding | None = None
        if self._folder is not None:
            self._store, self._log_finding = computer.open_log(app, self._folder)
            if self._store is not None:
                self._stack.callback(self._store.close)
        self._sheets: dict[str, tuple[SheetsClient, tuple[str, ...]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()

    def matches(self) -> list[MatchRow]:
        """Return the matches that were named. Raises UmpireError if one is missing."""
        if not self._scope.matches:
            return []
        if self._store is None:
            finding = self._folder_finding if self._folder is None else self._log_finding
            assert finding is not None
            raise UmpireError(f"{finding.sentence} {finding.todo}".strip())
        return [self._store.find(match) for match in self._scope.matches]

    def findings(self, rows: list[MatchRow]) -> Iterator[Finding]:
        """Yield the findings on all that is in the scope."""
        if rows:
            yield from chain.from_iterable(self._checkup(row).findings() for row in rows)
            return
        yield computer.check_versions()
        yield self._folder_finding
        if self._log_finding is not None:
            yield self._log_finding
        yield from self._half_made()
        yield from self._mode_findings
        if self._scope.includes_local:
            running = [
                row for row, hosting in self._running() if hosting.server not in (None, GOOGLE)
            ]
            yield computer.check_local_server(self._scope.server, running)
        if self._scope.includes_google:
            yield from self._google()

    def repair(self, rows: list[MatchRow]) -> Iterator[Finding]:
        """Repair what can be repaired, and yield a finding on each repair."""
        if not rows:
            yield from computer.hide_secret_files(self._secret_files())
            self._mode_findings = list(computer.check_secret_files(self._secret_files()))
            return
        yield from chain.from_iterable(self._checkup(row).repair() for row in rows)

    def _checkup(self, row: MatchRow) -> Checkup:
        assert self._store is not None
        # A daemon that watches matches leaves little of Google's quota: wait for what there is.
        attempt = retry(lambda wait: self._warn(f"{wait}."), should_retry=is_over_quota)
        return Checkup(self._store, row, self._open_sheets, self._wall(), attempt)

    def _secret_files(self) -> list[Path]:
        own = [] if self._folder is None else computer.secret_files(self._folder)
        if not self._scope.includes_google:
            return own
        return [*own, *google.secret_files(self._scope.credentials)]

    def _half_made(self) -> Iterator[Finding]:
        """Yield a finding on each half-made match."""
        for pending in self._store.pending_matches.all() if self._store is not None else ():
            if not pending.is_empty:
                sentence = f"{pending.id} ({', '.join(pending.players)}) is only half made."
                todo = "Run the same 'umpire new' again to finish it."
                yield Finding(computer.GROUP, "log", "warning", sentence, todo)

    def _running(self) -> list[tuple[MatchRow, Hosting]]:
        if self._store is None:
            return []
        rows = [row for row in self._store.matches() if not row.is_over]
        return [(row, self._store.hosting(row.id)) for row in rows]

    def _google(self) -> Iterator[Finding]:
        hosted = [(row, hosting) for row, hosting in self._running() if hosting.is_on_google]
        credentials, base = self._scope.credentials, google_base()
        sign_in, findings = google.check_sign_in(credentials, base, is_needed=bool(hosted))
        if sign_in is not None:
            self._stack.callback(sign_in.sheets.close)
        yield from findings
        yield from google.check_further_accounts(credentials, base)
        if sign_in is None:
            return
        yield google.check_scopes(sign_in, base)
        yield from google.try_spreadsheet(sign_in, self._scope.table, self._wall)
        yield google.check_quota(hosted, 1 + len(google.further_accounts(sign_in.credentials)))

    def _open_sheets(self, server: str) -> "tuple[SheetsClient, tuple[str, ...]]":
        """Return a connection to a server and its accounts' addresses. Raises UmpireError."""
        if server not in self._sheets:
            accounts = self._connect(server)
            sheets = accounts[0].open()
            self._stack.callback(sheets.close)
            self._sheets[server] = sheets, tuple(account.email for account in accounts)
        return self._sheets[server]

    @cached_property
    def _connect(self) -> "Connect":
        assert self._folder is not None
        return connections(self._folder, self._scope.credentials, self._warn)
