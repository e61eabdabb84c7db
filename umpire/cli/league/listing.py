"""`umpire league` by itself: list the leagues."""

import click

from umpire.cli.places import places
from umpire.export.standings.reading import matches_of
from umpire.games.notation import counted, printable
from umpire.standings.results import Rules


def list_leagues(ctx: click.Context) -> None:
    """List the leagues with their games, their players and how many rounds are paired."""
    with places(ctx).open_store() as store:
        leagues = store.leagues.all()
        for league in leagues:
            rules = Rules.from_json(league.rules)
            rows = matches_of(store, league.name)
            over = sum(row.is_over for row in rows)
            paired = len(store.leagues.rounds(league.name))
            click.echo(f"{league.name}: {printable(league.title)}, {league.game}")
            click.echo(f"  {printable(', '.join(league.players))}")
            click.echo(
                f"  {rules.pairing}, {paired} of {counted(rules.rounds or 0, 'round')} paired, "
                f"{over} of {len(rows)} matches over, {rules.points} points"
            )
    if not leagues:
        click.echo("There is no league yet. 'umpire league new' makes one.")
