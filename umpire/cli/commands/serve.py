"""`umpire serve`: run the local sheets server by itself."""

from pathlib import Path

import click

from umpire.app_context import AppContext
from umpire.cli.commands.parameters import port_option
from umpire.errors import UsageError


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
@click.pass_obj
def command(
    app: AppContext,
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
    if google and public_url is not None:
        raise UsageError(
            "--google lets anybody sign in as anybody: do not combine it with --public-url."
        )
    from umpire.cli.serve import read_public_address, serve

    public = None if public_url is None else read_public_address(public_url)
    serve(app, port, google=google, faults=faults, free_names=free_names, public=public)
