"""`umpire pause`: stop the match clock."""

import click

from umpire.cli.live import json_option, speak
from umpire.games.base import UMPIRE


@click.command("pause")
@click.argument("match")
@json_option
@click.pass_context
def command(ctx: click.Context, match: str, as_json: bool) -> None:
    """Stop the clock of a MATCH; it stays stopped until 'umpire resume'.

    While it stands no player's submission is accepted.

    \b
    Example:
      umpire pause denizens-of-tartarus-1
    """
    speak(ctx, match, UMPIRE, "pause", as_json=as_json)
