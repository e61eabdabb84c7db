"""`umpire matches`: list the matches, and what each is waiting for."""

from typing import Any

import click

from umpire.cli.commands.defaults import NO_MATCH_YET
from umpire.cli.commands.parameters import json_option
from umpire.cli.completion import complete_league
from umpire.cli.places import places


@click.command("matches")
@click.option("--all", "everything", is_flag=True, help="Include archived matches and demos.")
@click.option("--demos", is_flag=True, help="List only demos.")
@click.option(
    "--league",
    metavar="NAME",
    shell_complete=complete_league,
    help="List a league's matches, including archived ones.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """List the matches on this computer, oldest first, including half-made ones.

    Demos and archived matches are left out unless you ask for them.

    \b
    Examples:
      umpire matches
      umpire matches --all
      umpire matches --league winter
      umpire matches --json
    """
    from umpire.store.glance import has_no_match

    chosen = given["everything"] or given["demos"] or given["league"]
    if not chosen and places(ctx).surely(has_no_match):
        click.echo("[]" if given["as_json"] else NO_MATCH_YET)
        return
    from umpire.cli.matches import run

    run(ctx, **given)
