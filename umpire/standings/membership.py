"""Who plays in a league: players may come and go between its rounds."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple


class Change(NamedTuple):
    """That a player has joined a league, or left it, after so many `rounds` of it."""

    player: str
    what: Literal["joined", "left"]
    rounds: int


def has_left(player: str, changes: Iterable[Change]) -> bool:
    """Return whether a player has left and not come back."""
    own = [change.what for change in changes if change.player == player]
    return own[-1:] == ["left"]


def described(changes: Sequence[Change]) -> str:
    """Return when a player has joined and left, for people; "" if there is nothing to tell.

    `changes` are the player's own, the oldest first.
    """
    return ", ".join(_described(changes))


def _described(changes: Sequence[Change]) -> Iterator[str]:
    for number, change in enumerate(changes):
        if change.what == "left":
            yield f"left after round {change.rounds}" if change.rounds else "left before round 1"
        elif number:
            yield f"back in round {change.rounds + 1}"
        elif change.rounds:
            yield f"joined in round {change.rounds + 1}"
