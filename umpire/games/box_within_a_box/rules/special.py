"""Special figures: what more a card does, each figure in one place.

A special figure may have a word in how runs step, in which movements are valid, in how often a
landing counts, in what becomes of the tiles afterwards, and in where the Box is left.
"""

from functools import cache
from typing import ClassVar, Final

from umpire.games.box_within_a_box.components import (
    OFFSETS,
    SIZE,
    TOWARDS,
    WHITE,
    Board,
    Direction,
    Path,
    Tile,
    column_of,
    row_of,
    tile_at,
)
from umpire.games.box_within_a_box.rules.displacement import DIRECTED, Sort, Trip, Walk, straight


class Special:
    """No special figure: the movement and its landings are all."""

    text: str = ""
    """As a card's entry has it."""
    example: ClassVar[str] = ""
    """A text of this figure that may stand in a card's entry."""
    meaning: ClassVar[str] = ""
    """What it does, for umpires."""
    sorts: ClassVar[frozenset[Sort] | None] = None
    """The sorts of parts that it goes with, None if it goes with all."""
    times: ClassVar[int] = 1
    """How often the list of parts is done."""
    counts: ClassVar[int] = 1
    """As how many landings each counts."""
    narrows: ClassVar[bool] = False
    """Whether some movements are not valid because of it."""

    def walk(self) -> Walk:
        """Return how a run steps."""
        return straight

    def allows(self, start: Tile, path: Path) -> bool:
        """Return whether a movement that has come along a path may go on, or end."""
        return True

    def changed(self, board: Board, start: Tile, path: Path) -> Board:
        """Return the moved Box's board after a movement. Ruling 9: each tile changes once."""
        return board

    def left_at(self, start: Tile, path: Path) -> Tile:
        """Return the tile where the Box stands in the end."""
        return path[-1]


class Increase(Special):
    """The numbers of the tiles passed over grow."""

    example = "increase 2"
    meaning = (
        "increase 1 to increase 9: then the number of every tile on the way grows by that much, "
        "and 0 follows 9. With increase 2 a b8 becomes b0."
    )

    def __init__(self, by: int) -> None:
        self.text = f"increase {by}"
        self._by = by

    def changed(self, board: Board, start: Tile, path: Path) -> Board:
        """Raise the numbers. Ruling 10: 0 follows on 9."""
        faces = bytearray(board)
        for tile in set(path):
            color, number = divmod(faces[tile], WHITE)
            faces[tile] = color * WHITE + (number + self._by) % 10
        return bytes(faces)


class Flip(Special):
    """The tiles passed over change colour."""

    text = example = "flip"
    meaning = "then every tile on the way changes colour: a b3 becomes w3."

    def changed(self, board: Board, start: Tile, path: Path) -> Board:
        faces = bytearray(board)
        for tile in set(path):
            faces[tile] = (faces[tile] + WHITE) % (2 * WHITE)
        return bytes(faces)


class Swap(Special):
    """The first and the last tile change places."""

    text = example = "swap"
    meaning = (
        "then the tiles where the movement starts and ends change places. From a b3 to a w5: the "
        "first is w5 then, and the last b3."
    )

    def changed(self, board: Board, start: Tile, path: Path) -> Board:
        faces = bytearray(board)
        faces[start], faces[path[-1]] = faces[path[-1]], faces[start]
        return bytes(faces)


class Double(Special):
    """Landings count twice."""

    text = example = "double"
    meaning = "every landing counts as two."
    counts = 2


class Return(Special):
    """The Box goes back."""

    text = example = "return"
    meaning = (
        "then the Box goes back to the tile where it started, which is neither on the way nor "
        "landed on."
    )

    def left_at(self, start: Tile, path: Path) -> Tile:
        return start


class NoRevisit(Special):
    """No tile twice."""

    text = example = "no-revisit"
    meaning = "no tile may be on the way twice, nor the tile where it starts."
    narrows = True

    def allows(self, start: Tile, path: Path) -> bool:
        return start not in path and len(set(path)) == len(path)


class Wrap(Special):
    """Edges lead to the opposite edge."""

    text = example = "wrap"
    meaning = (
        "a step over an edge enters at the opposite edge: left of A3 is G3, above B7 is B1. Every "
        "part must be a run."
    )
    sorts = frozenset[Sort]({"run"})

    def walk(self) -> Walk:
        return _round_and_round


@cache
def _round_and_round(tile: Tile, direction: Direction, steps: int) -> Trip:
    sideways, upwards = OFFSETS[direction]
    column, row = column_of(tile), row_of(tile)
    path = bytes(
        tile_at((column + sideways * step) % SIZE, (row + upwards * step) % SIZE)
        for step in range(1, steps + 1)
    )
    return Trip(path, direction)


class Bounce(Special):
    """Edges throw the Box back."""

    text = example = "bounce"
    meaning = (
        "before each step the sideways and the up-down part of the direction is turned round if it "
        "would leave the board, and stays so. 3 to the right from F2 go by G2, F2 and E2. "
        "Every part must be a run."
    )
    sorts = frozenset[Sort]({"run"})

    def walk(self) -> Walk:
        return _to_and_fro


@cache
def _to_and_fro(tile: Tile, direction: Direction, steps: int) -> Trip:
    sideways, upwards = OFFSETS[direction]
    column, row = column_of(tile), row_of(tile)
    path = bytearray()
    for _ in range(steps):
        sideways = sideways if 0 <= column + sideways < SIZE else -sideways
        upwards = upwards if 0 <= row + upwards < SIZE else -upwards
        column, row = column + sideways, row + upwards
        path.append(tile_at(column, row))
    return Trip(bytes(path), TOWARDS[sideways, upwards])


class Repeat(Special):
    """All parts once more."""

    text = example = "repeat"
    meaning = (
        "the whole list of parts is done a second time at once, every part in the same direction "
        "as the first time. Every part must be a run, a leap or a search (to-...)."
    )
    sorts = DIRECTED
    times = 2


NONE: Final = Special()
"""What a card without a special figure has."""

SPECIALS: Final[tuple[type[Special], ...]] = (
    *(Increase, Flip, Swap, Double, Return, NoRevisit, Wrap, Bounce, Repeat),
)
_SPECIALS: Final[dict[str, Special]] = {
    special.text: special
    for special in (
        *(Increase(by) for by in range(1, 10)),
        *(Flip(), Swap(), Double(), Return(), NoRevisit(), Wrap(), Bounce(), Repeat()),
    )
}


def special_named(text: str) -> Special | None:
    """Return the special figure that a card's entry names, None if it names none."""
    return _SPECIALS.get(text)
