"""`umpire archive`: put matches away, out of lists and out of the daemon's hands, or back."""

import time

import click

from umpire.cli.places import places
from umpire.errors import UmpireError


@click.command("archive")
@click.argument("matches", nargs=-1, required=True, metavar="MATCH...")
@click.option("--undo", is_flag=True, help="Take each MATCH out of the archive again.")
@click.pass_context
def command(ctx: click.Context, matches: tuple[str, ...], undo: bool) -> None:
    """Put each MATCH away: 'umpire matches' no longer lists it, 'umpire watch' leaves it alone.

    Nothing is lost, and standings still count it. Every command still finds it by name, and 'umpire
    matches --all' lists it. --undo also turns a demo into a match like any other.

    \b
    Examples:
      umpire archive denizens-of-tartarus-1
      umpire archive --undo denizens-of-tartarus-1
    """
    with places(ctx).open_store() as store:
        for row in [store.find(match) for match in matches]:
            lease = None if row.is_over else store.leases.held(row.id, time.time())
            if lease is not None and not undo:
                raise UmpireError(
                    f"{row.id} is not over, and {lease.whose} watches it: stop that 'umpire watch' "
                    "first."
                )
            store.shelve(row.id, None if undo else "archive")
            open_yet = "" if undo or row.is_over else ", but it is not over"
            click.echo(f"{row.id} is {'out of' if undo else 'in'} the archive{open_yet}.")
            if open_yet:
                click.echo(
                    f"Nobody umpires it there. 'umpire archive --undo {row.id}' takes it out."
                )
