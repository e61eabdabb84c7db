"""`umpire say`: enter a submission that came by another way."""

import click

from umpire.cli.live import json_option, speak


@click.command("say", context_settings={"ignore_unknown_options": True})
@click.argument("match")
@click.argument("player")
@click.argument("text", nargs=-1, required=True)
@json_option
@click.pass_context
def command(
    ctx: click.Context, match: str, player: str, text: tuple[str, ...], as_json: bool
) -> None:
    """Enter TEXT as a PLAYER's submission in a MATCH, as if written into the score sheet.

    \b
    Examples:
      umpire say denizens-of-tartarus-1 Ana Y5 set draw module
      umpire say den bo "ban C"
    """
    speak(ctx, match, player, " ".join(text), as_json=as_json)
