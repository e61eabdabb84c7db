"""`umpire league`: make leagues, pair their rounds, and list them."""

import click

from umpire.cli.groups import Group
from umpire.cli.league.listing import list_leagues
from umpire.cli.league.making import delete, new
from umpire.cli.league.pairing import pair
from umpire.cli.league.sheet import sheet


@click.group("league", cls=Group, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Make a league, pair its rounds, and show its standings in a spreadsheet.

    Without a command it lists the leagues. A league's matches are like any other match. 'umpire
    standings' shows who leads.

    \b
    Examples:
      umpire league
      umpire league new winter --game devils-deal --players Ana,Bo,Cleo,Dan
      umpire league pair winter --dry-run
      umpire league pair winter
    """
    if ctx.invoked_subcommand is None:
        list_leagues(ctx)


for _one in (new, pair, sheet, delete):
    command.add_command(_one)
