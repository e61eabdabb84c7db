"""The cards: what their figures do, what a card is, and a list of the 38 kinds.

A displacement figure tells how one part of a card's movement goes. A part goes one of the ways that
`choices` gives, and `trip` tells which tiles it then passes over. For a run, a leap and a search a
choice is a direction; for the others it only tells ways apart.
A special figure tells what more a card does: it may have a word in how runs step, in which
movements are valid, in how often a landing counts, in what becomes of the tiles afterwards, and in
where the Box is left.
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
    DIRECTIONS,
    DOWN,
    LEFT,
    LINES,
    OFFSETS,
    ORTHOGONAL,
    RIGHT,
    SIZE,
    TOWARDS,
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
from umpire.games.text import beginnings, listed

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
DIRECTED: Final[frozenset[_Sort]] = frozenset({"run", "leap", "search"})
"""The sorts of parts that have a direction: those that `turn` and `back` may follow."""


class Trip(NamedTuple):
    """The tiles that a part passes over, the last is where it ends, and its last step's direction.

    The direction is None for a part that has none.
    """

    path: Path
    direction: Direction | None


_Walk = Callable[[Tile, Direction, int], Trip | None]
"""How a run of some steps goes from a tile in a direction; None if it cannot."""


def _straight(tile: Tile, direction: Direction, steps: int) -> Trip | None:
    """Walk straight on, and not over the edge. Ruling 17: every part must be done in full."""
    path = LINES[direction][tile][:steps]
    return Trip(path, direction) if len(path) == steps else None


class Ground(NamedTuple):
    """What a part goes over: the faces of the board, and how a run steps on it."""

    board: Board
    walk: _Walk = _straight


class Figure(ABC):
    """A displacement figure."""

    sort: ClassVar[_Sort]
    number: ClassVar[int | None] = None
    """The only number that such a part may have; None if any will do."""
    follows: ClassVar[bool] = False
    """Whether it needs the direction of a part before."""

    def __init__(self, name: Name) -> None:
        self.name = name

    @abstractmethod
    def choices(self, before: Direction | None) -> Sequence[Choice]:
        """Return the ways it may go, the part before having ended in a direction."""

    @abstractmethod
    def trip(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Trip | None:
        """Go one of these ways from a tile; None if that is no valid movement."""


class Run(Figure):
    """N steps in one of some directions."""

    sort: ClassVar[_Sort] = "run"

    def __init__(self, name: Name, directions: Sequence[Direction] = ()) -> None:
        super().__init__(name)
        self._directions = directions

    def choices(self, before: Direction | None) -> Sequence[Choice]:
        return self._directions

    def trip(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Trip | None:
        return ground.walk(tile, choice, number)


class Turn(Run):
    """A run at a right angle to the part before."""

    follows = True

    def choices(self, before: Direction | None) -> Sequence[Choice]:
        assert before is not None, "the part before has a direction: cards are checked for it"
        return _RIGHT_ANGLES[before]


class Back(Run):
    """A run opposite to the part before."""

    follows = True

    def choices(self, before: Direction | None) -> Sequence[Choice]:
        assert before is not None, "the part before has a direction: cards are checked for it"
        return _OPPOSITE[before]


def _turned(direction: Direction) -> tuple[Direction, Direction]:
    sideways, upwards = OFFSETS[direction]
    return TOWARDS[-upwards, sideways], TOWARDS[upwards, -sideways]


_RIGHT_ANGLES: Final = tuple(_turned(direction) for direction in range(len(DIRECTIONS)))
_OPPOSITE: Final = tuple((TOWARDS[-x, -y],) for x, y in OFFSETS)


class Leap(Run):
    """A jump as far as a run of N, over the tiles between."""

    sort = "leap"

    def trip(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Trip | None:
        """Pass over nothing but the tile where it ends."""
        path = LINES[choice][tile][number - 1 : number]
        return Trip(path, choice) if path else None


class Search(Figure):
    """As far as the N-th tile in a direction that has a trait, which no special has changed yet."""

    sort = "search"

    def __init__(self, name: Name, has_trait: Callable[[Face], bool]) -> None:
        super().__init__(name)
        self._has_trait = has_trait

    def choices(self, before: Direction | None) -> Sequence[Choice]:
        return ORTHOGONAL

    def trip(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Trip | None:
        line = LINES[choice][tile]
        left = number
        for steps, passed in enumerate(line, 1):
            left -= self._has_trait(ground.board[passed])
            if not left:
                return Trip(line[:steps], choice)
        return None


class Knight(Figure):
    """Two steps in an orthogonal direction and one at a right angle, or one and then two."""

    sort = "knight"
    number = 3

    def choices(self, before: Direction | None) -> Sequence[Choice]:
        return range(len(_KNIGHT_STEPS))

    def trip(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Trip | None:
        path = b""
        for direction in _KNIGHT_STEPS[choice]:
            path += LINES[direction][tile][:1]
            tile = path[-1] if path else tile
        return Trip(path, None) if len(path) == len(_KNIGHT_STEPS[choice]) else None


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

    def trip(self, tile: Tile, choice: Choice, number: int, ground: Ground) -> Trip | None:
        """Jump; a tile that mirrors itself is nowhere to go."""
        column, row = column_of(tile), row_of(tile)
        mirrored = tile_at(
            SIZE - 1 - column if self._sideways else column,
            SIZE - 1 - row if self._upwards else row,
        )
        return None if mirrored == tile else Trip(bytes((mirrored,)), None)


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
    Turn("turn"),
    Back("back"),
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


class Special:
    """No special figure: the movement and its landings are all."""

    text: str = ""
    """As a card's entry has it."""
    example: ClassVar[str] = ""
    """A text of this figure that may stand in a card's entry."""
    sorts: ClassVar[frozenset[_Sort] | None] = None
    """The sorts of parts that it goes with, None if it goes with all."""
    times: ClassVar[int] = 1
    """How often the list of parts is done."""
    counts: ClassVar[int] = 1
    """As how many landings each counts."""
    narrows: ClassVar[bool] = False
    """Whether some movements are not valid because of it."""

    def walk(self) -> _Walk:
        """Return how a run steps."""
        return _straight

    def allows(self, start: Tile, path: Path) -> bool:
        """Return whether a movement that has come along a path may go on, or end."""
        return True

    def board_after(self, board: Board, start: Tile, path: Path) -> Board:
        """Return the moved Box's board after a movement. Ruling 9: each tile changes once."""
        return board

    def left_at(self, start: Tile, path: Path) -> Tile:
        """Return the tile where the Box stands in the end."""
        return path[-1]


class Increase(Special):
    """The numbers of the tiles passed over grow."""

    example = "increase 2"

    def __init__(self, by: int) -> None:
        self.text = f"increase {by}"
        self._by = by

    def board_after(self, board: Board, start: Tile, path: Path) -> Board:
        """Raise the numbers. Ruling 10: 0 follows on 9."""
        faces = bytearray(board)
        for tile in set(path):
            color, number = divmod(faces[tile], WHITE)
            faces[tile] = color * WHITE + (number + self._by) % 10
        return bytes(faces)


class Flip(Special):
    """The tiles passed over change colour."""

    text = example = "flip"

    def board_after(self, board: Board, start: Tile, path: Path) -> Board:
        faces = bytearray(board)
        for tile in set(path):
            faces[tile] = (faces[tile] + WHITE) % (2 * WHITE)
        return bytes(faces)


class Swap(Special):
    """The first and the last tile change places."""

    text = example = "swap"

    def board_after(self, board: Board, start: Tile, path: Path) -> Board:
        faces = bytearray(board)
        faces[start], faces[path[-1]] = faces[path[-1]], faces[start]
        return bytes(faces)


class Double(Special):
    """Landings count twice."""

    text = example = "double"
    counts = 2


class Return(Special):
    """The Box goes back."""

    text = example = "return"

    def left_at(self, start: Tile, path: Path) -> Tile:
        return start


class NoRevisit(Special):
    """No tile twice."""

    text = example = "no-revisit"
    narrows = True

    def allows(self, start: Tile, path: Path) -> bool:
        return start not in path and len(set(path)) == len(path)


class Wrap(Special):
    """Edges lead to the opposite edge."""

    text = example = "wrap"
    sorts = frozenset[_Sort]({"run"})

    def walk(self) -> _Walk:
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
    sorts = frozenset[_Sort]({"run"})

    def walk(self) -> _Walk:
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


Type = Literal["A", "A+", "B", "C"]

KINDS: Final = 38
PAIRS: Final = 18
"""The kinds numbered up to this exist twice, the others once."""
POOL: Final = 8

_BY_PATH_ALONE: Final = "KNIGHTWISE"


@dataclass(frozen=True, eq=False)
class Card:
    """One of the 38 kinds. Each exists once in a list, so that a card equals only itself."""

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
    def directed(self) -> bool:
        """Whether each part starts in a direction, so that a movement can be told by them."""
        return not self.by_path and all(figure.sort in DIRECTED for figure in self.figures)

    @cached_property
    def by_path(self) -> bool:
        """Whether a movement must be told as its whole path."""
        return self.name == _BY_PATH_ALONE or any(f.sort == "knight" for f in self.figures)

    @cached_property
    def searches(self) -> bool:
        """Whether its movements depend on what the tiles show."""
        return any(figure.sort == "search" for figure in self.figures)

    @cached_property
    def most_ways(self) -> int:
        """How many ways to move there are to choose from at most."""
        return prod(len(figure.choices(0)) for figure in self.figures)

    @property
    def copies(self) -> int:
        """How many there are of it."""
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
        self._meant = beginnings({card.name.lower(): card for card in self.cards})
        for card in self.cards:  # a whole name goes before one that it begins
            names = card.name.lower(), str(card.number), f"#{card.number}"
            self._meant |= dict.fromkeys(names, (card,))

    def numbered(self, number: int) -> Card:
        """Return the card with a number from 1 to 38."""
        return self.cards[number - 1]

    def meant_by(self, word: str) -> Cards:
        """Return the cards that a word in lower case may mean: by number, name or its beginning.

        One, unless it only begins their names; none where it means no card.
        """
        return self._meant.get(word, ())


def listed_cards(cards: Cards) -> str:
    """Return cards as a sentence lists them, two copies of one as such."""
    return listed(
        [f"{card.text}{' twice' if cards.count(card) > 1 else ''}" for card in kinds(cards)]
    )


def kinds(cards: Cards) -> Cards:
    """Return each kind among the cards once."""
    return tuple(dict.fromkeys(cards))
