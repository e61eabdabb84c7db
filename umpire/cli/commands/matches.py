"""`umpire matches`: list the matches, and what each is waiting for."""

import time

import click

from umpire.app_context import AppContext
from umpire.cli.commands.defaults import NO_MATCH_YET, NOT_LISTED
from umpire.cli.commands.parameters import json_option
from umpire.cli.completion import complete_league
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
@click.pass_obj
def command(
    app: AppContext, everything: bool, demos: bool, league: str | None, as_json: bool
) -> None:
    """List the matches on this computer, oldest first, including half-made ones.

    Demos and archived matches are left out unless you ask for them.

    \b
    Examples:
      umpire matches
      umpire matches --all
      umpire matches --league winter
      umpire matches --json
    """
    if league and (everything or demos):
        raise UsageError("--league lists all of a league's matches: leave out --all and --demos.")
    if everything and demos:
        raise UsageError("--all includes the demos: give only one of the two.")
    from umpire.store.glance import all_on_shelves

    left_out = None if everything or demos or league else app.glance(all_on_shelves)
    if left_out is not None:
        click.echo("[]" if as_json else NO_MATCH_YET)
    else:
        left_out = _print(app, everything, demos, league, as_json)
    if left_out and not (as_json or demos):
        click.echo(NOT_LISTED.format(left_out))


def _print(
    app: AppContext, everything: bool, demos: bool, league: str | None, as_json: bool
) -> int:
    """Print the matches, and return how many are left out."""
    from umpire.cli.matches import print_matches
    from umpire.cli.output import print_json
    from umpire.projections.overview import overviews

    at = time.time()
    with app.open_store() as store:
        matches, left_out = overviews(store, at, league=league, demos=demos, everything=everything)
    if as_json:
        print_json([match.document for match in matches])
    elif matches:
        print_matches(matches, at)
    else:
        click.echo(NO_MATCH_YET)
    return left_out
