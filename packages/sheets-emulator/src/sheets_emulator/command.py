"""`sheets-emulator serve`, which `python -m sheets_emulator` does as well: the server, alone."""

from pathlib import Path

import click

from sheets_emulator.app import DEFAULT_PORT, FILE_NAME, LocalServer, stopped_by_signals
from sheets_emulator.client_files import CLIENT_FILE, SERVICE_FILE
from sheets_emulator.errors import ServerError
from sheets_emulator.fault_file import read_faults


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sheets-emulator")
def main() -> None:
    """Google's Sheets and Drive APIs on this machine, for tests and rehearsals."""


@main.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="The port to listen on; 0 takes any free port.",
)
@click.option("--google", is_flag=True, help="Imitate Google: sign-in, consent, scopes and quotas.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to keep the spreadsheets; without it they are lost when the server stops.",
)
@click.option(
    "--faults",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A TOML or JSON file of faults to cause (the README says how).",
)
@click.option(
    "--free-names",
    is_flag=True,
    help="Let anyone who may write move named ranges onto cells that are protected from them, as "
    "with --google.",
)
def serve(
    port: int, google: bool, folder: Path | None, faults: Path | None, free_names: bool
) -> None:
    """Answer Google's Sheets and Drive APIs on this machine until Ctrl-C.

    Any bearer token is an account of its own; its spreadsheets are at /s/TOKEN in a browser. With
    --google people sign in with any e-mail address and no password, apps ask for their consent,
    what is not shared is not seen, and Google's quotas hold.

    \b
    Examples:
      sheets-emulator serve
      sheets-emulator serve --port 9000 --folder sheets
      sheets-emulator serve --google --folder rehearsal
      sheets-emulator serve --faults bad-day.toml
    """
    try:
        going_wrong = None if faults is None else read_faults(faults)
        if folder is not None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (
            stopped_by_signals() as stopped,
            LocalServer(
                folder, port, google=google, faults=going_wrong, free_names=free_names
            ) as server,
        ):
            _tell(server, folder, google=google)
            server.wait(stopped)
    except OSError as error:
        raise click.ClickException(f"{folder} cannot be made ({error.strerror}).") from None
    except ServerError as error:
        raise click.ClickException(str(error)) from None


def _tell(server: LocalServer, folder: Path | None, *, google: bool) -> None:
    click.echo(f"The sheets emulator answers at {server.base_url}")
    if folder is None:
        click.echo("Its spreadsheets are lost when it stops; --folder keeps them.")
    else:
        click.echo(f"It keeps its spreadsheets in {folder / FILE_NAME}")
    if google:
        click.echo(f"It imitates Google: people sign in at {server.base_url}/")
        if folder is not None:
            click.echo(f"  for apps, an OAuth client:     {folder / CLIENT_FILE}")
            click.echo(f"  for apps, a service account:   {folder / SERVICE_FILE}")
    click.echo("Press Ctrl-C to stop it.")
