"""`umpire share`: let players into a match on Google."""

from typing import Any

import click

from umpire.cli.commands.parameters import credentials_option, json_option
from umpire.cli.completion import complete_match
from umpire.errors import UsageError


@click.command("share")
@click.argument("match", required=False, shell_complete=complete_match)
@click.argument("who", nargs=-1, metavar="PLAYER=EMAIL...")
@click.option("--notify", is_flag=True, help="Let Google e-mail everyone whom you let in.")
@click.option(
    "--accounts",
    "own",
    is_flag=True,
    help="Let in all your own accounts ('umpire login --as'), into every running match if no MATCH "
    "is given.",
)
@credentials_option
@json_option
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Let players into a MATCH on Google, each by the e-mail address of their account.

    A player's former account loses access. Write 'board' instead of PLAYER=EMAIL to show the board
    to anyone with its link. The daemon can go on running.

    \b
    Examples:
      umpire share devils-deal-1 Ana=ana@example.org Bo=bo@example.org
      umpire share devils-deal-1 board
      umpire share --accounts
    """
    if given["own"] == bool(given["who"]) or not (given["own"] or given["match"]):
        raise UsageError("nobody to let in: give a MATCH and PLAYER=EMAIL, or --accounts.")
    from umpire.cli.share import run

    run(ctx, **given)
