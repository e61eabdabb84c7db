"""The local sheets server, as `umpire serve` and `umpire demo` run it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from sheets_emulator.app import DEFAULT_PORT, LocalServer, stopped_by_signals
from sheets_emulator.client_files import CLIENT_FILE, SERVICE_FILE
from sheets_emulator.errors import ServerError, SheetsInUse
from sheets_emulator.fault_file import read_faults
from sheets_emulator.public import PublicAddress
from umpire.app_context import AppContext
from umpire.errors import UmpireError, UsageError
from umpire.hosting.links import save_public_address
from umpire.live.garbage import seldom_collected
from umpire.sheets.addresses import LOCAL_DOMAIN
from umpire.store.home import sheets_file
from umpire.table import TABLE

_APP = "umpire"
"""The app's name when it asks for consent in a rehearsal."""

_SIGN_IN_FILE = "rehearsal.json"
"""The file of the rehearsal's sign-in, apart from a real one."""


def serve(
    app: AppContext,
    port: int,
    *,
    google: bool,
    faults: Path | None,
    free_names: bool,
    public: PublicAddress | None,
) -> None:
    """Run the local server until it is stopped, and print its addresses. Raises UmpireError."""
    with (
        stopped_by_signals() as stop,
        local_server(
            app.folder(), port, google=google, faults=faults, free_names=free_names, public=public
        ) as server,
    ):
        click.echo("\n".join(_lines(server, app, google=google)))
        server.wait(stop)


@contextmanager
def local_server(
    folder: Path,
    port: int,
    *,
    google: bool = False,
    faults: Path | None = None,
    free_names: bool = False,
    public: PublicAddress | None = None,
) -> Iterator[LocalServer]:
    """Run the local server during the block. Raises UmpireError for what the umpire can fix."""
    try:
        fault_plan = None if faults is None else read_faults(faults)
        with (
            seldom_collected(),
            LocalServer(
                folder,
                port,
                google=google,
                faults=fault_plan,
                free_names=free_names,
                app=_APP,
                public=public,
                extensions=[TABLE],
                domain=LOCAL_DOMAIN,
            ) as server,
        ):
            save_public_address(folder, server.base_url, server.public_url)
            yield server
    except SheetsInUse as error:
        raise UmpireError(
            f"another 'umpire serve' or 'umpire demo' is using the sheets in {folder}: stop it "
            "with Ctrl-C, or name another folder with --home."
        ) from error
    except ServerError as error:
        raise UmpireError(str(error)) from error


def read_public_address(text: str) -> PublicAddress:
    """Read the value of `--public-url`. Raises UsageError."""
    try:
        return PublicAddress.read(text)
    except ServerError as error:
        raise UsageError(f"--public-url: {error}") from error


def _lines(server: LocalServer, app: AppContext, *, google: bool) -> Iterator[str]:
    """Yield the addresses of a server and its files, and how to use it."""
    folder = app.folder()
    yield f"The sheets server answers at {server.base_url}"
    if server.public_url is not None:
        yield f"Through the proxy its pages are at {server.public_url}"
    yield f"It keeps its sheets in {sheets_file(folder)}"
    if google:
        yield "It imitates Google. Set this wherever you run umpire, and sign in:"
        yield f"  export UMPIRE_GOOGLE={server.base_url}"
        yield f"  export UMPIRE_CREDENTIALS={folder / _SIGN_IN_FILE}"
        yield f"  umpire login --client {folder / CLIENT_FILE}"
        yield f"Or use the service account in {folder / SERVICE_FILE}"
        yield f"Players sign in at {server.base_url}/ with any e-mail address."
    else:
        address = "" if server.port == DEFAULT_PORT else f" --server {server.base_url}"
        yield "In another terminal, make a match and umpire it:"
        yield f"  {app.program} new GAME --players NAMES{address}"
        yield f"  {app.program} watch"
    yield "Press Ctrl-C to stop it."
