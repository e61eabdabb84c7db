"""`umpire serve`: run the local sheets server by itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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


def port_option(told: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option --port, with this help, of a command that runs the local server."""
    ports, told = click.IntRange(0, 65535), f"{told}; 0 takes any free port."
    return click.option("--port", type=ports, default=DEFAULT_PORT, show_default=True, help=told)


@click.command("serve")
@port_option("The port to listen on")
@click.option(
    "--public-url",
    metavar="URL",
    help="The address of a reverse proxy with TLS on this machine, under which players elsewhere "
    "open the pages. Every link begins with it.",
)
@click.option("--google", is_flag=True, help="Imitate Google, to rehearse hosting there.")
@click.option(
    "--faults",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A TOML or JSON file of faults to cause, to see how matches get through them.",
)
@click.option(
    "--free-names",
    is_flag=True,
    help="Let anyone who may write move named ranges onto cells that are protected from them, as "
    "with --google.",
)
@click.pass_context
def command(
    ctx: click.Context,
    port: int,
    public_url: str | None,
    google: bool,
    faults: Path | None,
    free_names: bool,
) -> None:
    """Run the local sheets server until Ctrl-C.

    It answers on this machine only. It speaks the part of Google's Sheets and Drive APIs that
    umpire and gspread use, shows its spreadsheets in the browser, and keeps them on disk.

    With --public-url friends elsewhere can play without any account, through Caddy or nginx on this
    machine: see 'A match among friends' in the documentation. Only the pages are open to them, and
    anyone who sends too many requests is refused for a while.

    With --google it imitates Google, so that you can rehearse hosting there without an account:
    people sign in with any e-mail address and no password, apps ask for consent, people see only
    what is shared with them, and Google's quotas apply.

    \b
    Examples:
      umpire serve
      umpire serve --port 9000
      umpire serve --public-url https://umpire.example.org
      umpire serve --google
      umpire serve --faults bad-day.toml
    """
    public = None if public_url is None else _public_address(public_url)
    if google and public is not None:
        raise UsageError(
            "--google lets anybody sign in as anybody: do not combine it with --public-url."
        )
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
