"""`umpire matches`: list the matches, and what each is waiting for."""

from typing import Any

import click

from umpire.cli.commands.defaults import NO_MATCH_YET, NOT_LISTED
from umpire.cli.commands.parameters import json_option
from umpire.cli.completion import complete_league
from umpire.cli.places import places
from umpire.errors import UsageError


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
    if given["league"] and (given["everything"] or given["demos"]):
        raise UsageError("--league lists all of a league's matches: leave out --all and --demos.")
    if given["everything"] and given["demos"]:
        raise UsageError("--all includes the demos: give only one of the two.")
    from umpire.store.glance import all_on_shelves

    chosen = given["everything"] or given["demos"] or given["league"]
    left_out = None if chosen else places(ctx).glance(all_on_shelves)
    if left_out is not None:
        click.echo("[]" if given["as_json"] else NO_MATCH_YET)
        if left_out and not given["as_json"]:
            click.echo(NOT_LISTED.format(left_out))
        return
    from umpire.cli.matches import run

    run(ctx, **given)
