"""`umpire unshare`: take away access to a match on Google."""

from pathlib import Path

import click

from umpire.app_context import AppContext
from umpire.cli.commands.parameters import credentials_option, json_option
from umpire.cli.completion import complete_match


@click.command("unshare")
@click.argument("match", shell_complete=complete_match)
@click.argument("guests", nargs=-1, required=True, metavar="PLAYER...")
@credentials_option
@json_option
@click.pass_obj
def command(
    app: AppContext, match: str, guests: tuple[str, ...], credentials: Path | None, as_json: bool
) -> None:
    """Take away each PLAYER's access to a MATCH on Google that 'umpire share' gave them.

    Write 'board' instead of a PLAYER to hide the board from everyone but the players. The match
    goes on: 'umpire pause' stops it. People still know what they have already seen.

    \b
    Examples:
      umpire unshare devils-deal-1 Ana
      umpire unshare devils-deal-1 board
    """
    from umpire.cli.output import Output, progress, warn
    from umpire.cli.sharing import show_access
    from umpire.hosting.accounts import connections
    from umpire.hosting.guests import change_access, read_owner

    with app.open_store() as store:
        row = store.find(match)
        emails = dict.fromkeys(read_owner(text, row.players) for text in guests)
        connect = connections(app.folder(), credentials, warn)
        hosting, warnings = change_access(store, row, emails, connect, progress)
    show_access(row, hosting, warnings, Output(as_json))
