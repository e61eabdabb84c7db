"""When players joined and left a league, in words."""

from collections.abc import Iterator, Sequence

from umpire.store.records import MembershipChange


def describe_membership(changes: Sequence[MembershipChange]) -> str:
    """Return when a player joined and left, in words; "" for a player from the start to now.

    `changes` are this player's, oldest first.
    """
    return ", ".join(_phrases(changes))


def _phrases(changes: Sequence[MembershipChange]) -> Iterator[str]:
    for number, change in enumerate(changes):
        if change.kind == "left":
            yield f"left after round {change.rounds}" if change.rounds else "left before round 1"
        elif number:
            yield f"back in round {change.rounds + 1}"
        elif change.rounds:
            yield f"joined in round {change.rounds + 1}"
