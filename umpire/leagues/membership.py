"""When players have joined and left a league, in words."""

from collections.abc import Iterator, Sequence

from umpire.store.records import MembershipChange


def described(changes: Sequence[MembershipChange]) -> str:
    """Return when a player has joined and left, for people; "" if there is nothing to tell.

    `changes` are the player's own, the oldest first.
    """
    return ", ".join(_described(changes))


def _described(changes: Sequence[MembershipChange]) -> Iterator[str]:
    for number, change in enumerate(changes):
        if change.kind == "left":
            yield f"left after round {change.rounds}" if change.rounds else "left before round 1"
        elif number:
            yield f"back in round {change.rounds + 1}"
        elif change.rounds:
            yield f"joined in round {change.rounds + 1}"
