"""The displacement and special figures of cards, the cards, and the list of the 38 kinds.

A displacement figure is one part of a movement: `choices` are the ways it may go, and `go` returns
the tiles that it passes over on one of them. For a run, a leap and a search a choice is a
direction; for the others it is just a number. A special figure is all else that a card does: how
runs step, which movements are invalid, how often a landing counts, how tiles change afterwards,
and where the Box is put.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import prod
from typing import ClassVar, Final, Literal, NamedTuple

from umpire.games.box_within_a_box.board import (
    ALL,
    DIAGONAL,
    DIRECTION_BY_OFFSET,
    DOWN,
    LEFT,
    LINES,
    OFFSETS,
    ORTHOGONAL,
    RIGHT,
    SIZE,
    UP,
    WHITE,
    Board,
    Direction,
    Face,
    Path,
    Tile,
    column_of,
    row_of,
    tile_at,
)
from umpire.games.text import beginnings, join_words

Name = Literal[
    "orthogonal",
    "diagonal",
    "any",
    "horizontal",
    "vertical",
    "up",
    "down",
    "left",
    "right",
    "turn",
    "back",
    "leap-orthogonal",
    "leap-diagonal",
    "to-black",
    "to-white",
    "to-even",
    "to-odd",
    "knight",
    "mirror-left-right",
    "mirror-up-down",
    "mirror-centre",
]
Choice = int
_Sort = Literal["run", "leap", "search", "knight", "mirror"]
ANY_SORT: Final[frozenset[_Sort]] = frozenset({"run", "leap", "search", "knight", "mirror"})
DIRECTED: Final[frozenset[_Sort]] = frozenset({"run", "leap", "search"})
"""The sorts of parts that have a direction: those that `turn` and `back` may follow."""


class Segment(NamedTuple):
    """The tiles that a part passes over, up to its end, and the direction of its last step.

    The direction is None for a part that has none.
    """

    path: Path
    direction: Direction | None


_Walk = Callable[[Tile, Direction, int], Segment | None]
"""Walks some steps from a tile in a direction; returns None if that is impossible."""


def _walk_straight(tile: Tile, direction: Direction, steps: int) -> Segment | None:
    """Walk straight on, and not over the edge. Ruling 17: every part must be done in full."""
    path = LINES[direction][tile][:steps]
    return Segment(path, direction) if len(path) == steps else None


class Ground(NamedTuple):
    """The board that a part goes over, by its faces, and the way in which a run steps on it."""

    board: Board
    walk: _Walk = _walk_straight


class Figure(ABC):
    """A displacement figure."""

    sort: ClassVar[_Sort]
    number: ClassVar[int | None] = None
    """The only number that such a part may have; None if any will do."""
    needs_direction: ClassVar[bool] = False
    """Whether it needs the direction of the part before."""

    def __init__(self, name: Name) -> None:
        self.name = name

    @abstractmethod
    def choices(self, before: Direction | None) -> Sequence[Choice]:
        """Return the ways it may go; `before` is the direction of the part before."""

    @abstractmethod
    def go(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Segment | None:
        """Go one of these ways from a tile; return None if that is no valid movement."""


class Run(Figure):
    """N steps in one of some directions."""

    sort: ClassVar[_Sort] = "run"

    def __init__(self, name: Name, directions: Sequence[Direction] = ()) -> None:
        super().__init__(name)
        self._directions = directions

    def choices(self, before: Direction | None) -> Sequence[Choice]:
        return self._directions

    def go(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Segment | None:
        return ground.walk(tile, choice, number)


class RelativeRun(Run):
    """A run in a direction that depends on that of the part before."""

    needs_direction = True

    def __init__(self, name: Name, directions_after: Sequence[Sequence[Direction]]) -> None:
        super().__init__(name)
        self._directions_after = directions_after

    def choices(self, before: Direction | None) -> Sequence[Choice]:
        assert before is not None, "the part before has a direction: cards are checked for it"
        return self._directions_after[before]


_RIGHT_ANGLES: Final = tuple(
    (DIRECTION_BY_OFFSET[-y, x], DIRECTION_BY_OFFSET[y, -x]) for x, y in OFFSETS
)
_OPPOSITE: Final = tuple((DIRECTION_BY_OFFSET[-x, -y],) for x, y in OFFSETS)


class Leap(Run):
    """A jump as far as a run of N, over the tiles between."""

    sort = "leap"

    def go(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Segment | None:
        """Pass over nothing but the tile where it ends."""
        path = LINES[choice][tile][number - 1 : number]
        return Segment(path, choice) if path else None


class Search(Figure):
    """A way in one direction, as far as the N-th tile that has a trait."""

    sort = "search"

    def __init__(self, name: Name, has_trait: Callable[[Face], bool]) -> None:
        super().__init__(name)
        self._has_trait = has_trait

    def choices(self, before: Direction | None) -> Sequence[Choice]:
        return ORTHOGONAL

    def go(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Segment | None:
        line = LINES[choice][tile]
        left = number
        for steps, passed_tile in enumerate(line, 1):
            left -= self._has_trait(ground.board[passed_tile])
            if not left:
                return Segment(line[:steps], choice)
        return None


class Knight(Figure):
    """Two steps in an orthogonal direction and one at a right angle, or one and then two."""

    sort = "knight"
    number = 3

    def choices(self, before: Direction | None) -> Sequence[Choice]:
        return range(len(_KNIGHT_STEPS))

    def go(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Segment | None:
        path = b""
        for direction in _KNIGHT_STEPS[choice]:
            path += LINES[direction][tile][:1]
            tile = path[-1] if path else tile
        return Segment(path, None) if len(path) == len(_KNIGHT_STEPS[choice]) else None


_KNIGHT_STEPS: Final = tuple(
    steps
    for first in ORTHOGONAL
    for then in _RIGHT_ANGLES[first]
    for steps in ((first, first, then), (first, then, then))
)


class Mirror(Figure):
    """A jump to the tile that mirrors this one."""

    sort = "mirror"
    number = 1

    def __init__(self, name: Name, *, sideways: bool, upwards: bool) -> None:
        super().__init__(name)
        self._sideways = sideways
        self._upwards = upwards

    def choices(self, before: Direction | None) -> Sequence[Choice]:
        return (0,)

    def go(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Segment | None:
        """Jump; from a tile that mirrors itself there is no movement."""
        column, row = column_of(tile), row_of(tile)
        mirrored = tile_at(
            SIZE - 1 - column if self._sideways else column,
            SIZE - 1 - row if self._upwards else row,
        )
        return None if mirrored == tile else Segment(bytes((mirrored,)), None)


_FIGURES: Final[tuple[Figure, ...]] = (
    Run("orthogonal", ORTHOGONAL),
    Run("diagonal", DIAGONAL),
    Run("any", ALL),
    Run("horizontal", ALL[2:4]),
    Run("vertical", ALL[:2]),
    Run("up", (UP,)),
    Run("down", (DOWN,)),
    Run("left", (LEFT,)),
    Run("right", (RIGHT,)),
    RelativeRun("turn", _RIGHT_ANGLES),
    RelativeRun("back", _OPPOSITE),
    Leap("leap-orthogonal", ORTHOGONAL),
    Leap("leap-diagonal", DIAGONAL),
    Search("to-black", lambda face: face < WHITE),
    Search("to-white", lambda face: face >= WHITE),
    Search("to-even", lambda face: face % 2 == 0),
    Search("to-odd", lambda face: face % 2 == 1),
    Knight("knight"),
    Mirror("mirror-left-right", sideways=True, upwards=False),
    Mirror("mirror-up-down", sideways=False, upwards=True),
    Mirror("mirror-centre", sideways=True, upwards=True),
)
FIGURES: Final[dict[Name, Figure]] = {figure.name: figure for figure in _FIGURES}
"""Every displacement figure by its name; `help.md` tells umpires what each does."""


_ChangeBoard = Callable[[Board, Tile, Path], Board]
"""Changes the moved Box's board after its movement from a tile along a path."""


def _leave_board(board: Board, start: Tile, path: Path) -> Board:
    return board


def _swap_ends(board: Board, start: Tile, path: Path) -> Board:
    faces = bytearray(board)
    faces[start], faces[path[-1]] = faces[path[-1]], faces[start]
    return bytes(faces)


def _change_passed_tiles(change: Callable[[Face], Face]) -> _ChangeBoard:
    """Return a change of every tile passed over. Ruling 9: each once, however often passed."""

    def change_board(board: Board, start: Tile, path: Path) -> Board:
        faces = bytearray(board)
        for tile in set(path):
            faces[tile] = change(faces[tile])
        return bytes(faces)

    return change_board


def _increase_numbers(by: int) -> _ChangeBoard:
    """Return a change that raises the numbers. Ruling 10: 0 follows 9."""
    return _change_passed_tiles(lambda face: face // WHITE * WHITE + (face % WHITE + by) % 10)


@cache
def _walk_wrapping(tile: Tile, direction: Direction, steps: int) -> Segment:
    """Walk on over the edges, to the opposite ones."""
    sideways, upwards = OFFSETS[direction]
    column, row = column_of(tile), row_of(tile)
    path = bytes(
        tile_at((column + sideways * step) % SIZE, (row + upwards * step) % SIZE)
        for step in range(1, steps + 1)
    )
    return Segment(path, direction)


@cache
def _walk_bouncing(tile: Tile, direction: Direction, steps: int) -> Segment:
    """Turn each part of the direction round before a step over an edge."""
    sideways, upwards = OFFSETS[direction]
    column, row = column_of(tile), row_of(tile)
    path = bytearray()
    for _ in range(steps):
        sideways = sideways if 0 <= column + sideways < SIZE else -sideways
        upwards = upwards if 0 <= row + upwards < SIZE else -upwards
        column, row = column + sideways, row + upwards
        path.append(tile_at(column, row))
    return Segment(bytes(path), DIRECTION_BY_OFFSET[sideways, upwards])


class Special(NamedTuple):
    """A special figure; the defaults are those of a card without one."""

    text: str = ""
    """As a card's entry has it."""
    sorts: frozenset[_Sort] = ANY_SORT
    """The sorts of parts that it goes with."""
    walk: _Walk = _walk_straight
    """How a run steps."""
    times: int = 1
    """How often the list of parts is done."""
    no_revisit: bool = False
    """Whether a movement over a tile twice, or over the tile it starts on, is invalid."""
    counts: int = 1
    """As how many landings each counts."""
    change_board: _ChangeBoard = _leave_board
    returns: bool = False
    """Whether the Box is put back afterwards on the tile where it started."""


_RUNS: Final[frozenset[_Sort]] = frozenset({"run"})
_OTHER_SPECIALS: Final = (
    Special("flip", change_board=_change_passed_tiles(lambda face: (face + WHITE) % (2 * WHITE))),
    Special("swap", change_board=_swap_ends),
    Special("double", counts=2),
    Special("return", returns=True),
    Special("no-revisit", no_revisit=True),
    Special("wrap", _RUNS, _walk_wrapping),
    Special("bounce", _RUNS, _walk_bouncing),
    Special("repeat", DIRECTED, times=2),
)
_INCREASES: Final = tuple(
    Special(f"increase {n}", change_board=_increase_numbers(n)) for n in range(1, 10)
)
SPECIALS: Final = {special.text: special for special in (*_INCREASES, *_OTHER_SPECIALS)}
"""Every special figure by its text; `help.md` tells umpires what each does."""
SPECIAL_EXAMPLES: Final = ("increase 2", *[special.text for special in _OTHER_SPECIALS])


Type = Literal["A", "A+", "B", "C"]

KINDS: Final = 38
PAIRS: Final = 18
"""The kinds numbered up to this exist twice, the others once."""
POOL: Final = 8

_NAME_THAT_NEEDS_PATH: Final = "KNIGHTWISE"


@dataclass(frozen=True, eq=False)
class Card:
    """One of the 38 kinds of cards. Copies of a kind are the same object; it equals only itself."""

    number: int
    name: str
    """In capitals."""
    type: Type
    numbers: tuple[int, ...]
    figures: tuple[Figure, ...]
    """A displacement figure for each number."""
    special: Special

    def __str__(self) -> str:
        return self.text

    to_json = __str__

    @cached_property
    def text(self) -> str:
        """The card as it is reported: `3 LUNGE`."""
        return f"{self.number} {self.name}"

    @cached_property
    def is_directed(self) -> bool:
        """Whether each part has a direction, so that directions can name a movement."""
        return not self.needs_path and all(figure.sort in DIRECTED for figure in self.figures)

    @cached_property
    def needs_path(self) -> bool:
        """Whether only its whole path can name a movement."""
        return self.name == _NAME_THAT_NEEDS_PATH or any(f.sort == "knight" for f in self.figures)

    @cached_property
    def has_search(self) -> bool:
        """Whether its movements depend on the faces of the tiles."""
        return any(figure.sort == "search" for figure in self.figures)

    @cached_property
    def most_ways(self) -> int:
        """The number of its ways to move, at most."""
        return prod(len(figure.choices(0)) for figure in self.figures)

    @property
    def copies(self) -> int:
        """How many copies of it a match has."""
        return 2 if self.number <= PAIRS else 1


Cards = tuple[Card, ...]
"""Cards in the order of their numbers, each copy for itself."""


class CardList:
    """The 38 kinds of a match."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards: Final[Cards] = tuple(sorted(cards, key=lambda card: card.number))
        self.all_copies: Final[Cards] = tuple(
            card for card in self.cards for _ in range(card.copies)
        )
        self._by_word = beginnings({card.name.lower(): card for card in self.cards})
        for card in self.cards:  # a whole name counts before one that begins with it
            names = card.name.lower(), str(card.number), f"#{card.number}"
            self._by_word |= dict.fromkeys(names, (card,))

    def card_numbered(self, number: int) -> Card:
        """Return the card with a number from 1 to 38."""
        return self.cards[number - 1]

    def find(self, word: str) -> Cards:
        """Return the cards that a word in lower case may mean: by number, name or its beginning.

        There may be several if it is the beginning of their names, and none if it means no card.
        """
        return self._by_word.get(word, ())


def listed_cards(cards: Cards) -> str:
    """Return cards as a sentence lists them; of two copies it says `twice`."""
    return join_words(
        [f"{card.text}{' twice' if cards.count(card) > 1 else ''}" for card in kinds(cards)]
    )


def kinds(cards: Cards) -> Cards:
    """Return each kind among the cards once."""
    return tuple(dict.fromkeys(cards))
