"""`umpire unshare`: take back whom a match on Google lets in."""

from pathlib import Path

import click

from umpire.cli.live import credentials_option
from umpire.cli.places import places
from umpire.cli.players import whole_name
from umpire.cli.scripts import json_option
from umpire.cli.share import changed, tell
from umpire.store.records import BOARD_LINK, READER_LINK


@click.command("unshare")
@click.argument("match")
@click.argument("who", nargs=-1, required=True, metavar="PLAYER...")
@credentials_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    match: str,
    who: tuple[str, ...],
    credentials: Path | None,
    as_json: bool,
) -> None:
    """Take back from each PLAYER what 'umpire share' let them open in a MATCH on Google.

    'board' in the place of a PLAYER hides the board from whoever has its link; the players still
    see it. Nobody forgets what they have seen, and the match goes on: 'umpire pause' stops it.

    \b
    Examples:
      umpire unshare devils-deal-1 Ana
      umpire unshare devils-deal-1 board
    """
    with places(ctx).open_store() as store:
        row = store.find(match)
        names = [READER_LINK if one == BOARD_LINK else whole_name(one, row.players) for one in who]
        changes = changed(ctx, store, row, dict.fromkeys(names), credentials)
    tell(row, *changes, as_json=as_json)
