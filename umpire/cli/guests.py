"""Who is let into a match on Google, told to the umpire."""

from collections.abc import Iterator, Sequence

from umpire.games.notation import listed
from umpire.store import Hosting
from umpire.store.records import BOARD_LINK

ANYONE = "anyone"
"""For whom the board's link opens."""


def accounts(hosting: Hosting) -> dict[str, str | None]:
    """Return for everybody who has a link on Google the account that it opens for."""
    return {link.name: ANYONE if link.name == BOARD_LINK else link.email for link in hosting.links}


def guests_told(match_id: str, players: Sequence[str], hosting: Hosting) -> Iterator[str]:
    """Yield lines on who is let into a match on Google, and what lets in who is not."""
    emails = accounts(hosting)
    let_in = [f"{player} as {emails[player]}" for player in players if emails[player]]
    left_out = [player for player in players if not emails[player]]
    board = "whoever has its link" if BOARD_LINK in emails else "the players alone"
    if let_in:
        yield f"Let in: {listed(let_in)}. The board shows itself to {board}."
    if left_out:
        shares = " ".join(f"{player}=EMAIL" for player in left_out)
        yield f"Not let in yet: {listed(left_out)}; 'umpire share {match_id} {shares}' does it."
