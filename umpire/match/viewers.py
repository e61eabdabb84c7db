"""The viewers of a match: its players, the public and the umpire."""

from umpire.errors import UmpireError
from umpire.games.base import PUBLIC, UMPIRE
from umpire.games.names import named
from umpire.games.text import join_words
from umpire.match.state import Match


class UnknownViewer(UmpireError, ValueError):
    """A viewer is neither a player of the match nor the public nor the umpire."""


def read_viewer(match: Match, viewer: str | None) -> str | None:
    """Return a viewer with PUBLIC, another word for the public, as None.

    Names of players must be written as in the header. Raises UnknownViewer.
    """
    if viewer is None or viewer == PUBLIC:
        return None
    if viewer == UMPIRE or viewer in match.header.players:
        return viewer
    players = join_words(match.header.players)
    raise UnknownViewer(
        f"{named(str(viewer))} is no viewer of this match: its players are {players}; the "
        f"others are {UMPIRE!r}, and None or {PUBLIC!r} for everybody."
    )
