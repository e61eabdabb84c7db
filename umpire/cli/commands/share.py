"""`umpire share`: let players into a match on Google."""

from pathlib import Path

import click

from umpire.app_context import AppContext
from umpire.cli.commands.parameters import credentials_option, json_option
from umpire.cli.completion import complete_match
from umpire.errors import UsageError


@click.command("share")
@click.argument("match", required=False, shell_complete=complete_match)
@click.argument("guests", nargs=-1, metavar="PLAYER=EMAIL...")
@click.option("--notify", is_flag=True, help="Let Google e-mail everyone whom you let in.")
@click.option(
    "--accounts",
    "own_accounts",
    is_flag=True,
    help="Let in all your own accounts ('umpire login --as'), into every running match if no MATCH "
    "is given.",
)
@credentials_option
@json_option
@click.pass_obj
def command(
    app: AppContext,
    match: str | None,
    guests: tuple[str, ...],
    notify: bool,
    own_accounts: bool,
    credentials: Path | None,
    as_json: bool,
) -> None:
    """Let players into a MATCH on Google, each by the e-mail address of their account.

    A player's former account loses access. Write 'board' instead of PLAYER=EMAIL to show the board
    to anyone with its link. The daemon can go on running.

    \b
    Examples:
      umpire share devils-deal-1 Ana=ana@example.org Bo=bo@example.org
      umpire share devils-deal-1 board
      umpire share --accounts
    """
    if own_accounts == bool(guests) or not (own_accounts or match):
        raise UsageError("nobody to let in: give a MATCH and PLAYER=EMAIL, or --accounts.")
    from umpire.cli.output import Output, progress, warn
    from umpire.cli.sharing import show_access
    from umpire.hosting.accounts import connections
    from umpire.hosting.guests import change_access, read_guests, running_on_google

    output, connect = Output(as_json), connections(app.folder(), credentials, warn)
    with app.open_store() as store:
        for row in [store.find(match)] if match else running_on_google(store):
            emails = read_guests(guests, row.players)
            hosting, warnings = change_access(store, row, emails, connect, progress, notify=notify)
            if own_accounts:
                output.say(f"{row.id} now lets in all your accounts.")
            show_access(row, hosting, warnings, output)
