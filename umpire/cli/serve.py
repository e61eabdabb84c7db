"""`umpire serve`: run the local sheets server by itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from sheets_emulator.app import DEFAULT_PORT, LocalServer, stopped_by_signals
from sheets_emulator.client_files import CLIENT_FILE, SERVICE_FILE
from sheets_emulator.errors import ServerError, SheetsInUse
from sheets_emulator.fault_file import read_faults
from sheets_emulator.public import PublicAddress
from umpire.cli.garbage import seldom_collected
from umpire.cli.links import keep_public_address
from umpire.cli.places import places
from umpire.errors import UmpireError, UsageError
from umpire.sheets.addresses import LOCAL_DOMAIN
from umpire.store.home import sheets_file
from umpire.table import TABLE

_APP = "umpire"
"""The name under which it asks for consent in a rehearsal."""

_SIGN_IN_FILE = "rehearsal.json"
"""The file of the rehearsal's sign-in, apart from a real one."""


def run(
    ctx: click.Context,
    port: int,
    public_url: str | None,
    google: bool,
    faults: Path | None,
    free_names: bool,
) -> None:
    """Run the local server until it is stopped."""
    public = None if public_url is None else _public_address(public_url)
    kept = places(ctx)
    folder = kept.folder()
    with (
        stopped_by_signals() as stopped,
        local_server(
            folder,
            port,
            google=google,
            faults=faults,
            free_names=free_names,
            public=public,
        ) as server,
    ):
        click.echo(f"The sheets server answers at {server.base_url}")
        if server.public_url is not None:
            click.echo(f"Through the proxy its pages are at {server.public_url}")
        click.echo(f"It keeps its sheets in {sheets_file(folder)}")
        if google:
            _tell_how_to_rehearse(server.base_url, folder)
        else:
            here = "" if server.port == DEFAULT_PORT else f" --server {server.base_url}"
            click.echo("In another terminal, make a match and umpire it:")
            click.echo(f"  {kept.program} new GAME --players NAMES{here}")
            click.echo(f"  {kept.program} watch")
        click.echo("Press Ctrl-C to stop it.")
        server.wait(stopped)


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
    """Run the local server meanwhile. Raises UmpireError for anything that the umpire can fix."""
    try:
        going_wrong = None if faults is None else read_faults(faults)
        with (
            seldom_collected(),
            LocalServer(
                folder,
                port,
                google=google,
                faults=going_wrong,
                free_names=free_names,
                app=_APP,
                public=public,
                extensions=[TABLE],
                domain=LOCAL_DOMAIN,
            ) as server,
        ):
            keep_public_address(folder, server.base_url, server.public_url)
            yield server
    except SheetsInUse as error:
        raise UmpireError(
            f"another 'umpire serve' or 'umpire demo' is using the sheets in {folder}: stop it "
            "with Ctrl-C, or name another folder with --home."
        ) from error
    except ServerError as error:
        raise UmpireError(str(error)) from error


def _public_address(text: str) -> PublicAddress:
    try:
        return PublicAddress.read(text)
    except ServerError as error:
        raise UsageError(f"--public-url: {error}") from error


def _tell_how_to_rehearse(base_url: str, folder: Path) -> None:
    click.echo("It imitates Google. Set this wherever you run umpire, and sign in:")
    click.echo(f"  export UMPIRE_GOOGLE={base_url}")
    click.echo(f"  export UMPIRE_CREDENTIALS={folder / _SIGN_IN_FILE}")
    click.echo(f"  umpire login --client {folder / CLIENT_FILE}")
    click.echo(f"Or use the service account in {folder / SERVICE_FILE}")
    click.echo(f"Players sign in at {base_url}/ with any e-mail address.")
