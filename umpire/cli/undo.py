"""`umpire undo`: take back the last steps."""

import click

from umpire.cli.live import json_option, speak
from umpire.games.base import UMPIRE


@click.command("undo")
@click.argument("match")
@click.argument("steps", default="1")
@json_option
@click.pass_context
def command(ctx: click.Context, match: str, steps: str, as_json: bool) -> None:
    """Take back the last STEPS of a MATCH (1 if left out); the log keeps them.

    A step is an accepted submission, a limit that fell, or a forfeit. Limits start afresh.

    \b
    Examples:
      umpire undo denizens-of-tartarus-1
      umpire undo den 3
    """
    speak(ctx, match, UMPIRE, f"undo {steps}", as_json=as_json)
