"""`umpire archive`: put matches away, out of lists and out of the daemon's hands, or back."""

import time

import click

from umpire.cli.places import places
from umpire.cli.scripts import put
from umpire.errors import UmpireError


def run(ctx: click.Context, matches: tuple[str, ...], undo: bool, as_json: bool) -> None:
    """Put matches into the archive, or with `undo` out of it."""
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
