"""What bets and plays share: both players answer at once, in secret, and silence is defeat."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from umpire.games.base import AnyKind, Decision
from umpire.games.box_within_a_box.state import State
from umpire.games.two_players import Side

LOST: Final = "then the reserve runs, and with that used up the match is lost"
"""What happens at the limit, for umpires."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Nothing came before limit and reserve were used up."""

    def __str__(self) -> str:
        return "out of time"


def owed_in_secret(
    state: State, kind: AnyKind, when: str, seconds: float, sides: Iterable[Side]
) -> tuple[Decision, ...]:
    """Return what these sides owe together. Ruling 20: neither sees the other's answer.

    Ruling 2: who has used up limit and reserve loses at once, whatever the other does.
    """
    return tuple(
        [
            Decision(
                f"{when} of seat {side + 1}",
                state.players[side],
                kind,
                seconds,
                reserve=True,
                rule="last",
                group=when,
                secret=True,
                fatal=True,
            )
            for side in sides
        ]
    )
