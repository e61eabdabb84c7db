"""`umpire resume`: restart the match clock."""

import click

from umpire.cli.live import json_option, speak
from umpire.games.base import UMPIRE


@click.command("resume")
@click.argument("match")
@json_option
@click.pass_context
def command(ctx: click.Context, match: str, as_json: bool) -> None:
    """Restart the clock of a MATCH that the umpire has paused.

    A match that paused by itself goes on by itself, as soon as 'umpire watch' reads its sheets.

    \b
    Example:
      umpire resume denizens-of-tartarus-1
    """
    speak(ctx, match, UMPIRE, "resume", as_json=as_json)
