"""`umpire status`: show who every match is waiting for, or one match with its clocks and links."""

from typing import Any

import click

from umpire.cli.commands.defaults import NO_MATCH_RUNS
from umpire.cli.commands.parameters import json_option
from umpire.cli.completion import complete_match
from umpire.cli.places import places


@click.command("status")
@click.argument("match", required=False, shell_complete=complete_match)
@json_option
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Show who every match is waiting for, or everything about one MATCH.

    By itself it shows one line per match that is not over, longest-waiting first. For a MATCH,
    given by its id or the beginning of it, it shows who it is waiting for, the clocks, the last
    events, and everybody's links. All this is for you alone: it includes what players are asked and
    told in private. The links on the local server are secrets, because anyone who opens a player's
    link plays as that player. On Google a link opens only for the account shown beside it.

    \b
    Examples:
      umpire status
      umpire status denizens-of-tartarus-1
      umpire status den --json
    """
    from umpire.store.glance import has_no_running_match

    if given["match"] is None and places(ctx).glance(has_no_running_match):
        click.echo("[]" if given["as_json"] else NO_MATCH_RUNS)
        return
    from umpire.cli.status import run

    run(ctx, **given)
