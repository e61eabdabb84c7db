"""Sentences that tell the umpire who is let into a match on Google."""

from collections.abc import Iterator, Mapping, Sequence

from umpire.games.base import UMPIRE
from umpire.games.text import listed
from umpire.store import Hosting
from umpire.store.records import BOARD_LINK, READER_LINK, UMPIRE_LINK

ANYONE = "anyone"
"""The account for which the board's link opens."""


def accounts(hosting: Hosting, players: Sequence[str]) -> dict[str, str | None]:
    """Return the account for which each link on Google opens, for programs.

    The keys are those of `links_as_json`.
    """
    board = {BOARD_LINK: ANYONE} if is_board_open(hosting) else {}
    return {
        UMPIRE: hosting.link(UMPIRE_LINK).email,
        **board,
        **{player: hosting.link(seat).email for seat, player in enumerate(players)},
    }


def is_board_open(hosting: Hosting) -> bool:
    """Return whether anyone with its link may read the board of a match on Google."""
    return any(link.owner == READER_LINK for link in hosting.links)


def guests_told(match_id: str, people: Mapping[int, str], hosting: Hosting) -> Iterator[str]:
    """Yield lines about who is let into a match on Google, and how to let the others in.

    `people` are the players who are to be let in, by seat.
    """
    emails = {seat: hosting.link(seat).email for seat in people}
    let_in = [f"{player} as {emails[seat]}" for seat, player in people.items() if emails[seat]]
    left_out = [player for seat, player in people.items() if not emails[seat]]
    board = "anyone with its link" if is_board_open(hosting) else "the players only"
    if let_in:
        yield f"Let in: {listed(let_in)}. The board is open to {board}."
    if left_out:
        shares = " ".join(f"{player}=EMAIL" for player in left_out)
        yield f"Not let in yet: {listed(left_out)}. Run 'umpire share {match_id} {shares}'."
