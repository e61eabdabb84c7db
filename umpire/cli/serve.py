"""`umpire serve`: the local sheets server, alone."""

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
from umpire.cli.links import keep_public_address
from umpire.cli.places import places
from umpire.errors import UmpireError, UsageError
from umpire.store.home import sheets_file

_APP = "umpire"
"""By which name it asks for people's consent in a rehearsal."""

_SIGN_IN_FILE = "rehearsal.json"
"""Where the rehearsal's sign-in is kept, away from a real one."""


def port_option(told: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option --port of a command that runs the local server; `told` is its help."""
    ports, told = click.IntRange(0, 65535), f"{told}; 0 takes any free port."
    return click.option("--port", type=ports, default=DEFAULT_PORT, show_default=True, help=told)


@click.command("serve")
@port_option("Where to listen on this machine")
@click.option(
    "--public-url",
    metavar="URL",
    help="The address under which a reverse proxy with TLS on this machine shows the pages to "
    "players elsewhere: every link bears it.",
)
@click.option("--google", is_flag=True, help="Play Google, to rehearse hosting there.")
@click.option(
    "--faults",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A TOML or JSON file of what is to go wrong, to see how matches stand it.",
)
@click.option(
    "--free-names",
    is_flag=True,
    help="Let whoever may write change names over cells protected from them, as with --google.",
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

    It answers on this machine only, speaks the part of Google's Sheets and Drive APIs that umpire
    and gspread use, shows its spreadsheets in the browser, and keeps them on disk.

    With --public-url friends play on it without any account: Caddy or nginx passes on to it what is
    asked under that address, as 'A match among friends' in the documentation tells. There the pages
    answer and nothing else does, and whoever asks too much of them is refused for a while.

    With --google it plays Google, so that hosting there can be rehearsed without an account: people
    sign in with any e-mail address and no password, apps ask for consent, what is not shared is not
    seen, and Google's quotas hold.

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
            "--google lets anybody sign in as anybody: leave it out where --public-url is given."
        )
    folder = places(ctx).folder()
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
            click.echo(f"Behind a proxy its pages are found at {server.public_url}")
        click.echo(f"Its sheets are kept in {sheets_file(folder)}")
        if google:
            _tell_how_to_rehearse(server.base_url, folder)
        else:
            click.echo(
                "In another terminal: 'umpire new' makes a match, 'umpire watch' umpires it."
            )
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
    """Run the local server meanwhile. Raises UmpireError for what the umpire can put right."""
    try:
        going_wrong = None if faults is None else read_faults(faults)
        with LocalServer(
            folder,
            port,
            google=google,
            faults=going_wrong,
            free_names=free_names,
            app=_APP,
            public=public,
        ) as server:
            keep_public_address(folder, server.base_url, server.public_url)
            yield server
    except SheetsInUse as error:
        raise UmpireError(
            f"'umpire serve' or 'umpire demo' runs already with the sheets in {folder}: stop it "
            "first, by Ctrl-C where it runs, or give another folder with --home."
        ) from error
    except ServerError as error:
        raise UmpireError(str(error)) from error


def _public_address(text: str) -> PublicAddress:
    try:
        return PublicAddress.read(text)
    except ServerError as error:
        raise UsageError(f"--public-url: {error}") from error


def _tell_how_to_rehearse(base_url: str, folder: Path) -> None:
    click.echo("It plays Google. To umpire there, set this wherever umpire runs, and sign in:")
    click.echo(f"  export UMPIRE_GOOGLE={base_url}")
    click.echo(f"  export UMPIRE_CREDENTIALS={folder / _SIGN_IN_FILE}")
    click.echo(f"  umpire login --client {folder / CLIENT_FILE}")
    click.echo(f"Or use the service account in {folder / SERVICE_FILE}")
    click.echo(f"Players sign in at {base_url}/ with any e-mail address.")
