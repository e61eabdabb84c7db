"""Who may look at a match: its players, everybody, and the umpire."""

from umpire.errors import UmpireError
from umpire.games.base import PUBLIC, UMPIRE
from umpire.games.names import named
from umpire.games.text import listed
from umpire.match.state import Match


class UnknownViewer(UmpireError, ValueError):
    """Somebody who has no part in a match was to see it."""


def read_viewer(match: Match, viewer: str | None) -> str | None:
    """Return a player, UMPIRE, or None for the public, which is also called PUBLIC.

    A name counts only as it is written in the header. Raises UnknownViewer.
    """
    if viewer is None or viewer == PUBLIC:
        return None
    if viewer == UMPIRE or viewer in match.header.players:
        return viewer
    players = listed(match.header.players)
    raise UnknownViewer(
        f"{named(str(viewer))} is no viewer of this match: its players are {players}; the "
        f"others are {UMPIRE!r}, and None or {PUBLIC!r} for everybody."
    )
