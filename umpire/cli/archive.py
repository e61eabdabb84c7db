"""`umpire archive`: matches put away, neither listed nor watched any more, and back."""

import time

import click

from umpire.cli.places import places
from umpire.errors import UmpireError


@click.command("archive")
@click.argument("matches", nargs=-1, required=True, metavar="MATCH...")
@click.option("--undo", is_flag=True, help="Take each MATCH out of the archive again.")
@click.pass_context
def command(ctx: click.Context, matches: tuple[str, ...], undo: bool) -> None:
    """Put each MATCH away: 'umpire matches' lists it no more and 'umpire watch' leaves it alone.

    Nothing of it is lost, and it counts in standings as before. With its name every command still
    finds it, and 'umpire matches --all' lists it. Of a demo --undo makes a match like all others.

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
                    f"{row.id} is not over and is watched by {lease.whose}: stop that 'umpire "
                    "watch' first."
                )
            store.shelve(row.id, None if undo else "archive")
            open_yet = "" if undo or row.is_over else ", though it is not over"
            click.echo(f"{row.id} is {'out of' if undo else 'in'} the archive{open_yet}.")
            if open_yet:
                click.echo(
                    f"Nobody umpires it there: 'umpire archive --undo {row.id}' takes it out."
                )
