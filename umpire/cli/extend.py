"""`umpire extend`: add seconds to a player's running time limit."""

import click

from umpire.cli.live import json_option, speak
from umpire.games.base import UMPIRE


@click.command("extend")
@click.argument("match")
@click.argument("player")
@click.argument("seconds")
@json_option
@click.pass_context
def command(ctx: click.Context, match: str, player: str, seconds: str, as_json: bool) -> None:
    """Add SECONDS to the time limit that runs for a PLAYER of a MATCH.

    \b
    Examples:
      umpire extend denizens-of-tartarus-1 Ana 30
      umpire extend den ana 12.5
    """
    speak(ctx, match, UMPIRE, f"extend {player} {seconds}", as_json=as_json)
