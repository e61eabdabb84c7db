"""`umpire note`: write a remark into the log."""

import click

from umpire.cli.live import json_option, speak
from umpire.games.base import UMPIRE


@click.command("note", context_settings={"ignore_unknown_options": True})
@click.argument("match")
@click.argument("text", nargs=-1, required=True)
@json_option
@click.pass_context
def command(ctx: click.Context, match: str, text: tuple[str, ...], as_json: bool) -> None:
    """Write TEXT into the log of a MATCH; it changes nothing and players are not told.

    \b
    Example:
      umpire note denizens-of-tartarus-1 Bo wrote by chat that his phone had died.
    """
    speak(ctx, match, UMPIRE, f"note {' '.join(text)}", as_json=as_json)
