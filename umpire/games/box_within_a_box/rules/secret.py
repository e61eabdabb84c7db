"""What bets and plays share: both answer at once, in secret, and silence mostly is defeat."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from umpire.games.base import AnyKind, Decision
from umpire.games.box_within_a_box.state import State
from umpire.games.two_players import SIDES, Side

LOST: Final = "then the reserve runs; a player who runs out of it loses the match"
"""What happens at the limit, for umpires."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Nothing came before limit and reserve were used up."""

    def __str__(self) -> str:
        return "out of time"


def owed_in_secret(
    state: State,
    kind: AnyKind,
    when: str,
    seconds: float,
    sides: Iterable[Side],
    at_stake: Collection[Side] = SIDES,
) -> tuple[Decision, ...]:
    """Return what these sides owe together. Ruling 20: neither sees the other's answer.

    Ruling 2: a player who has used up limit and reserve loses at once, whatever the other does.
    Those for whom nothing is `at_stake` have no reserve and do not lose.
    """
    return tuple(
        [
            Decision(
                f"{when} of seat {side + 1}",
                state.players[side],
                kind,
                limit=seconds,
                reserve=side in at_stake,
                rule="last",
                group=when,
                secret=True,
                fatal=side in at_stake,
            )
            for side in sides
        ]
    )
