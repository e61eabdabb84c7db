"""`umpire unshare`: take away access to a match on Google."""

from typing import Any

import click

from umpire.cli.commands.parameters import credentials_option, json_option
from umpire.cli.completion import complete_match


@click.command("unshare")
@click.argument("match", shell_complete=complete_match)
@click.argument("who", nargs=-1, required=True, metavar="PLAYER...")
@credentials_option
@json_option
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Take away each PLAYER's access to a MATCH on Google that 'umpire share' gave them.

    Write 'board' instead of a PLAYER to hide the board from everyone but the players. The match
    goes on: 'umpire pause' stops it. People still know what they have already seen.

    \b
    Examples:
      umpire unshare devils-deal-1 Ana
      umpire unshare devils-deal-1 board
    """
    from umpire.cli.unshare import run

    run(ctx, **given)
