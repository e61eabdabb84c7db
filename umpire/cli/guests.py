"""Sentences that tell the umpire who is let into a match on Google."""

from collections.abc import Iterator, Sequence

from umpire.games.notation import listed
from umpire.store import Hosting
from umpire.store.records import BOARD_LINK

ANYONE = "anyone"
"""The account for which the board's link opens."""


def accounts(hosting: Hosting) -> dict[str, str | None]:
    """Return the account for which each link on Google opens, by the link's name."""
    return {link.name: ANYONE if link.name == BOARD_LINK else link.email for link in hosting.links}


def guests_told(match_id: str, players: Sequence[str], hosting: Hosting) -> Iterator[str]:
    """Yield lines about who is let into a match on Google, and how to let the others in."""
    emails = accounts(hosting)
    let_in = [f"{player} as {emails[player]}" for player in players if emails[player]]
    left_out = [player for player in players if not emails[player]]
    board = "anyone with its link" if BOARD_LINK in emails else "the players only"
    if let_in:
        yield f"Let in: {listed(let_in)}. The board is open to {board}."
    if left_out:
        shares = " ".join(f"{player}=EMAIL" for player in left_out)
        yield f"Not let in yet: {listed(left_out)}. Run 'umpire share {match_id} {shares}'."
