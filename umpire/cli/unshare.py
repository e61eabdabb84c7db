"""`umpire unshare`: take away access to a match on Google."""

from collections.abc import Sequence
from pathlib import Path

import click

from umpire.cli.completion import complete_match
from umpire.cli.live import credentials_option
from umpire.cli.places import places
from umpire.cli.players import whole_name
from umpire.cli.scripts import json_option
from umpire.cli.share import changed, tell
from umpire.store.records import BOARD_LINK, READER_LINK, LinkOwner


@click.command("unshare")
@click.argument("match", shell_complete=complete_match)
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
    """Take away each PLAYER's access to a MATCH on Google that 'umpire share' gave them.

    Write 'board' instead of a PLAYER to hide the board from everyone but the players. The match
    goes on: 'umpire pause' stops it. People still know what they have already seen.

    \b
    Examples:
      umpire unshare devils-deal-1 Ana
      umpire unshare devils-deal-1 board
    """
    with places(ctx).open_store() as store:
        row = store.find(match)
        owners = [owner_of(one, row.players) for one in who]
        changes = changed(ctx, store, row, dict.fromkeys(owners), credentials)
    tell(row, *changes, as_json=as_json)


def owner_of(text: str, players: Sequence[str]) -> LinkOwner:
    """Return whose link is meant. Raises UsageError."""
    return READER_LINK if text == BOARD_LINK else players.index(whole_name(text, players))
