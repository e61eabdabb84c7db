"""`umpire unshare`: take away access to a match on Google."""

from collections.abc import Sequence
from pathlib import Path

import click

from umpire.cli.places import places
from umpire.cli.players import whole_name
from umpire.cli.share import changed, tell
from umpire.store.records import BOARD_LINK, READER_LINK, LinkOwner


def run(
    ctx: click.Context,
    match: str,
    who: tuple[str, ...],
    credentials: Path | None,
    as_json: bool,
) -> None:
    """Take away access to a match on Google."""
    with places(ctx).open_store() as store:
        row = store.find(match)
        owners = [owner_of(one, row.players) for one in who]
        changes = changed(ctx, store, row, dict.fromkeys(owners), credentials)
    tell(row, *changes, as_json=as_json)


def owner_of(text: str, players: Sequence[str]) -> LinkOwner:
    """Return whose link is meant. Raises UsageError."""
    return READER_LINK if text == BOARD_LINK else players.index(whole_name(text, players))
