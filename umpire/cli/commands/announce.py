"""`umpire announce`: announce matches in a chat while they run."""

from pathlib import Path
from typing import Any

import click

from umpire.cli.commands.parameters import json_option
from umpire.cli.completion import complete_match
from umpire.errors import UsageError


@click.command("announce")
@click.argument("match", required=False, shell_complete=complete_match)
@click.option(
    "--for",
    "player",
    metavar="PLAYER",
    help="A player's own webhook: post what that player alone is asked and told.",
)
@click.option(
    "--from",
    "file",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="The file with the webhook's address; - is standard input (default: you are asked for "
    "it).",
)
@click.option("--off", is_flag=True, help="Stop announcing there.")
@click.option(
    "--untried", is_flag=True, help="Keep the address without posting a test message to it."
)
@click.option(
    "--list", "listed", is_flag=True, help="List which matches are announced, and on which hosts."
)
@json_option
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Announce a MATCH, or all matches, through a webhook, such as a Discord channel's.

    'umpire watch' posts the opening with the commitment to the seed, what is public about each
    turn, who is to move and until when, limits that are near, and the result with a picture of the
    board. It never posts what is still secret.

    A webhook's address is a secret: anyone who has it can post. So do not give it as an argument.
    It is kept where only you can read it, on the computer that watches.

    \b
    Examples:
      umpire announce denizens-of-tartarus-1
      umpire announce --from webhook.txt
      umpire announce devils-deal-1 --for Ana
      umpire announce denizens-of-tartarus-1 --off
    """
    if given["player"] is not None and given["match"] is None and not given["listed"]:
        raise UsageError("--for needs a match: name it too.")
    from umpire.cli.announce import run

    run(ctx, **given)
