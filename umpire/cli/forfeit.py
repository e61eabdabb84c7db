"""`umpire forfeit`: end the match against a player."""

import click

from umpire.cli.live import json_option, speak
from umpire.games.base import UMPIRE


@click.command("forfeit")
@click.argument("match")
@click.argument("player")
@json_option
@click.pass_context
def command(ctx: click.Context, match: str, player: str, as_json: bool) -> None:
    """End a MATCH against a PLAYER; 'umpire undo' takes it back.

    \b
    Example:
      umpire forfeit denizens-of-tartarus-1 Bo
    """
    speak(ctx, match, UMPIRE, f"forfeit {player}", as_json=as_json)
