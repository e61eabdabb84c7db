"""`umpire league`: make leagues, pair their rounds, and list them."""

import click

from umpire.cli.groups import Group
from umpire.cli.league.listing import list_leagues
from umpire.cli.league.making import delete, new
from umpire.cli.league.members import join, leave
from umpire.cli.league.pairing import pair
from umpire.cli.league.sheet import sheet
from umpire.cli.scripts import json_option


@click.group("league", cls=Group, invoke_without_command=True)
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Make a league, pair its rounds, and show its standings in a spreadsheet.

    Without a command it lists the leagues. A league's matches are like any other match. 'umpire
    standings' shows who leads.

    \b
    Examples:
      umpire league
      umpire league new winter --game devils-deal --players Ana,Bo,Cleo,Dan
      umpire league pair winter --dry-run
      umpire league pair winter
      umpire league leave winter Ana
    """
    if ctx.invoked_subcommand is None:
        list_leagues(ctx, as_json=as_json)


for _one in (new, pair, join, leave, sheet, delete):
    command.add_command(_one)
