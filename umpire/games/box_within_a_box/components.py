"""What lies on the table: tiles and boards, directions, traits and conditions, points."""

from typing import Final, NamedTuple, TypeVar

Seat = int
"""0 is the Elimination Candidate, who controls board A, and 1 the Death Match Opponent with B."""
SEATS: Final[tuple[Seat, Seat]] = (0, 1)
BOARDS: Final = ("A", "B")
"""The boards' names by the seat that controls each."""

BOUTS: Final = 7
ROUNDS: Final = 4

T = TypeVar("T")


def opponent(seat: Seat) -> Seat:
    """Return the other seat."""
    return 1 - seat


def with_mine(both: tuple[T, T], seat: Seat, mine: T) -> tuple[T, T]:
    """Return a pair, one of each seat, with a seat's own put in place of what it had."""
    return (mine, both[1]) if seat == 0 else (both[0], mine)


# Tiles

SIDE: Final = 7
TILES: Final = SIDE * SIDE
COLUMNS: Final = "ABCDEFG"

Tile = int
"""A place on a board, counted in reading order: 0 is A7, 6 is G7, 48 is G1."""


def tile_at(column: int, row: int) -> Tile:
    """Return the tile in a column and a row, both counted from 0, from the left and the bottom."""
    return (SIDE - 1 - row) * SIDE + column


def column_of(tile: Tile) -> int:
    """Return a tile's column, counted from 0 at the left."""
    return tile % SIDE


def row_of(tile: Tile) -> int:
    """Return a tile's row, counted from 0 at the bottom."""
    return SIDE - 1 - tile // SIDE


TILE_NAMES: Final = tuple(f"{COLUMNS[column_of(t)]}{row_of(t) + 1}" for t in range(TILES))
TILE_NAMED: Final = {name.lower(): tile for tile, name in enumerate(TILE_NAMES)}
CENTRE: Final[Tile] = TILE_NAMED["d4"]

Path = bytes
"""Tiles one after another, a byte each."""


def names_of(path: Path) -> list[str]:
    """Return the names of tiles one after another."""
    return [TILE_NAMES[tile] for tile in path]


# Faces

Face = int
"""What a tile shows: its number, and 10 more if it is white."""
WHITE: Final = 10
FACES: Final = tuple(f"{color}{number}" for color in "bw" for number in range(10))
"""Every face as it is written: `b0` .. `b9`, `w0` .. `w9`."""
FACE_NAMED: Final = {name: face for face, name in enumerate(FACES)}

Board = bytes
"""The faces of the 49 tiles in reading order."""


def rows_of(board: Board) -> list[str]:
    """Return the rows of a board as texts, the top one first."""
    shown = [FACES[face] for face in board]
    return [" ".join(shown[start : start + SIDE]) for start in range(0, TILES, SIDE)]


# Directions

Direction = int
"""A place in `DIRECTIONS`."""
DIRECTIONS: Final = (
    *("up", "down", "left", "right"),
    *("up-left", "up-right", "down-left", "down-right"),
)
SHORT: Final = ("u", "d", "l", "r", "ul", "ur", "dl", "dr")
OFFSETS: Final = ((0, 1), (0, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (-1, -1), (1, -1))
"""How many columns to the right, and rows up, a step in each direction goes."""
TOWARDS: Final = {offset: direction for direction, offset in enumerate(OFFSETS)}
UP, DOWN, LEFT, RIGHT = range(4)
ORTHOGONAL: Final = (UP, DOWN, LEFT, RIGHT)
DIAGONAL: Final = (4, 5, 6, 7)
ALL: Final = ORTHOGONAL + DIAGONAL


def _line(tile: Tile, direction: Direction) -> Path:
    """Return the tiles from a tile to the edge in one direction, without the tile itself."""
    column, row = column_of(tile), row_of(tile)
    sideways, upwards = OFFSETS[direction]
    passed = []
    while 0 <= (column := column + sideways) < SIDE and 0 <= (row := row + upwards) < SIDE:
        passed.append(tile_at(column, row))
    return bytes(passed)


LINES: Final = tuple(
    tuple(_line(tile, direction) for tile in range(TILES)) for direction in range(len(DIRECTIONS))
)
"""By direction and tile: the tiles from there to the edge."""


# Traits and conditions

Trait = int
"""A place in `TRAITS`: 0 is black, 1 white, 2 the number 0."""
TRAITS: Final = ("black", "white", *map(str, range(10)))
BLACK_OR_WHITE: Final[tuple[Trait, Trait]] = (0, 1)
USES: Final = (2, 2, *(3,) * 10)
"""How often each trait may be used in a player's conditions of the whole match."""
UNUSED: Final = (0,) * len(TRAITS)

Uses = tuple[int, ...]
"""Of each trait how often a player has used it."""

_FITTING: Final = tuple(
    sum(1 << face for face in range(len(FACES)) if trait in (face // WHITE, face % WHITE + 2))
    for trait in range(len(TRAITS))
)
"""Of each trait the faces that have it, as bits."""


class Condition(NamedTuple):
    """What a landing must show: one trait, or two joined by `and` or `or`, the lower one first."""

    traits: tuple[Trait, ...]
    joint: str = ""

    def __str__(self) -> str:
        return f" {self.joint} ".join(TRAITS[trait] for trait in self.traits)

    @property
    def fitting(self) -> int:
        """The faces that fulfil it, as bits."""
        first, *second = (_FITTING[trait] for trait in self.traits)
        if not second:
            return first
        return first & second[0] if self.joint == "and" else first | second[0]

    @property
    def rate(self) -> int:
        """The half-points that one hit pays for each point staked."""
        # Ruling 3: 200% includes the stake, which is paid whether or not the bet wins.
        return _RATES[self.joint]

    def hits(self, landed: bytes) -> int:
        """Count the landings, given as the faces landed on, that fulfil it."""
        fitting = self.fitting
        return sum(fitting >> face & 1 for face in landed)


_RATES: Final = {"": 4, "and": 8, "or": 3}


def condition(first: Trait, second: Trait | None = None, joint: str = "") -> Condition:
    """Return a condition with its traits in order. Ruling 7: their order makes no difference."""
    if second is None:
        return Condition((first,))
    return Condition((min(first, second), max(first, second)), joint)


class Bet(NamedTuple):
    """Points staked on a condition."""

    stake: int
    condition: Condition

    def __str__(self) -> str:
        return f"{self.stake} on {self.condition}"


Bets = tuple[Bet, ...]


# Points

HalfPoints = int
START: Final[HalfPoints] = 40
AWARD: Final[HalfPoints] = 6


def points(half_points: HalfPoints) -> int | float:
    """Return points as JSON writes them: whole without a fraction, else with `.5`."""
    return half_points / 2 if half_points % 2 else half_points // 2


def points_text(half_points: HalfPoints) -> str:
    """Return points as a sentence shows them: `20`, `23.5`."""
    return f"{half_points // 2}{'.5' if half_points % 2 else ''}"
