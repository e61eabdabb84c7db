"""What games for two share: the two sides of the table, and pairs with something of each."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypeVar

Side = Literal[0, 1]
"""Which of the two a player is; each game says what the first one is."""
SIDES: Final[tuple[Side, Side]] = (0, 1)

LOST_BECAUSE: Final = {"time": "ran out of time", "forfeit": "forfeited"}
"""How a player lost who did not play to the end, in the past tense, by the reason."""

T = TypeVar("T")

BY_SIDE: Final = "by side"
BySide = Annotated[tuple[T, T], BY_SIDE]
"""A pair, one of each side; a report has it by player."""


def opponent(side: Side) -> Side:
    """Return the other side."""
    return 0 if side == 1 else 1


def replace_side(both: tuple[T, T], side: Side, mine: T) -> tuple[T, T]:
    """Return a pair, one of each side, with a side's own put in place of what it had."""
    return (mine, both[1]) if side == 0 else (both[0], mine)


def by_name(players: Iterable[str], both: Iterable[T]) -> dict[str, T]:
    """Return what there is of each player, by name, as a report writes it."""
    (first, second), (of_first, of_second) = players, both
    return {first: of_first, second: of_second}
