"""`umpire archive`: put matches away, out of lists and out of the daemon's hands, or back."""

import time

import click

from umpire.cli.completion import complete_match
from umpire.cli.places import places
from umpire.cli.scripts import json_option, put
from umpire.errors import UmpireError


@click.command("archive")
@click.argument(
    "matches", nargs=-1, required=True, metavar="MATCH...", shell_complete=complete_match
)
@click.option("--undo", is_flag=True, help="Take each MATCH out of the archive again.")
@json_option
@click.pass_context
def command(ctx: click.Context, matches: tuple[str, ...], undo: bool, as_json: bool) -> None:
    """Put each MATCH away: 'umpire matches' no longer lists it, 'umpire watch' leaves it alone.

    Nothing is lost, and standings still count it. Every command still finds it by name, and 'umpire
    matches --all' lists it. --undo also turns a demo into a match like any other.

    \b
    Examples:
      umpire archive denizens-of-tartarus-1
      umpire archive --undo denizens-of-tartarus-1
    """
    with places(ctx).open_store() as store:
        rows = [store.find(match) for match in matches]
        for row in rows:
            lease = None if row.is_over else store.leases.held(row.id, time.time())
            if lease is not None and not undo:
                raise UmpireError(
                    f"{row.id} is not over, and {lease.whose} watches it: stop that 'umpire watch' "
                    "first."
                )
        for row in rows:
            store.shelve(row.id, None if undo else "archive")
    if as_json:
        put([{"id": row.id, "archived": not undo, "over": row.is_over} for row in rows])
        return
    for row in rows:
        open_yet = "" if undo or row.is_over else ", but it is not over"
        click.echo(f"{row.id} is {'out of' if undo else 'in'} the archive{open_yet}.")
        if open_yet:
            click.echo(f"Nobody umpires it there. 'umpire archive --undo {row.id}' takes it out.")
