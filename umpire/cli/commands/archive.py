"""`umpire archive`: put matches away, out of lists and out of the daemon's hands, or back."""

from typing import Any

import click

from umpire.cli.commands.parameters import json_option
from umpire.cli.completion import complete_match


@click.command("archive")
@click.argument(
    "matches", nargs=-1, required=True, metavar="MATCH...", shell_complete=complete_match
)
@click.option("--undo", is_flag=True, help="Take each MATCH out of the archive again.")
@json_option
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Put each MATCH away: 'umpire matches' no longer lists it, 'umpire watch' leaves it alone.

    Nothing is lost, and standings still count it. Every command still finds it by name, and 'umpire
    matches --all' lists it. --undo also turns a demo into a match like any other.

    \b
    Examples:
      umpire archive denizens-of-tartarus-1
      umpire archive --undo denizens-of-tartarus-1
    """
    from umpire.cli.archive import run

    run(ctx, **given)
