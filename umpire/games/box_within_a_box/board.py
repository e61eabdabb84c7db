"""Tiles, their faces, boards and directions on them; points."""

from typing import Annotated, Final

from umpire.games.reports import Written

BOARDS: Final = ("A", "B")
"""The boards' names by the side that controls each: the Elimination Candidate is the first."""

BOUTS: Final = 7
ROUNDS: Final = 4


# Tiles

SIZE: Final = 7
TILES: Final = SIZE * SIZE
COLUMNS: Final = "ABCDEFG"

Tile = int
"""A place on a board, counted in reading order: 0 is A7, 6 is G7, 48 is G1."""


def tile_at(column: int, row: int) -> Tile:
    """Return the tile in a column and a row, both counted from 0, from the left and the bottom."""
    return (SIZE - 1 - row) * SIZE + column


def column_of(tile: Tile) -> int:
    """Return a tile's column, counted from 0 at the left."""
    return tile % SIZE


def row_of(tile: Tile) -> int:
    """Return a tile's row, counted from 0 at the bottom."""
    return SIZE - 1 - tile // SIZE


TILE_NAMES: Final = tuple(f"{COLUMNS[column_of(t)]}{row_of(t) + 1}" for t in range(TILES))
TILE_BY_NAME: Final = {name.lower(): tile for tile, name in enumerate(TILE_NAMES)}
CENTRE: Final[Tile] = TILE_BY_NAME["d4"]

Path = bytes
"""Tiles one after another, a byte each."""


def names_of(path: Path) -> list[str]:
    """Return the names of tiles one after another."""
    return [*map(TILE_NAMES.__getitem__, path)]


def tiles_near(tile: Tile, steps: int) -> list[Tile]:
    """Return the tiles within some steps of a tile in any direction, the tile itself too."""
    column, row = column_of(tile), row_of(tile)
    return [
        other
        for other in range(TILES)
        if max(abs(column_of(other) - column), abs(row_of(other) - row)) <= steps
    ]


# Faces

Face = int
"""The number and the colour of a tile: its number, and 10 more if it is white."""
WHITE: Final = 10
FACES: Final = tuple(f"{color}{number}" for color in "bw" for number in range(10))
"""Every face as it is written: `b0` .. `b9`, `w0` .. `w9`."""
FACE_BY_NAME: Final = {name: face for face, name in enumerate(FACES)}

Board = bytes
"""The faces of the 49 tiles in reading order."""


def rows_of(board: Board) -> list[str]:
    """Return the rows of a board as texts, the top one first."""
    texts = [FACES[face] for face in board]
    return [" ".join(texts[start : start + SIZE]) for start in range(0, TILES, SIZE)]


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
DIRECTION_BY_OFFSET: Final = {offset: direction for direction, offset in enumerate(OFFSETS)}
UP, DOWN, LEFT, RIGHT = range(4)
ORTHOGONAL: Final = (UP, DOWN, LEFT, RIGHT)
DIAGONAL: Final = (4, 5, 6, 7)
ALL: Final = ORTHOGONAL + DIAGONAL


def _line(tile: Tile, direction: Direction) -> Path:
    """Return the tiles from a tile to the edge in one direction, without the tile itself."""
    column, row = column_of(tile), row_of(tile)
    sideways, upwards = OFFSETS[direction]
    line = []
    while 0 <= (column := column + sideways) < SIZE and 0 <= (row := row + upwards) < SIZE:
        line.append(tile_at(column, row))
    return bytes(line)


LINES: Final = tuple(
    tuple(_line(tile, direction) for tile in range(TILES)) for direction in range(len(DIRECTIONS))
)
"""By direction and tile: the tiles from there to the edge."""


# Points


def points(half_points: int) -> int | float:
    """Return points as JSON writes them: whole without a fraction, else with `.5`."""
    return half_points / 2 if half_points % 2 else half_points // 2


HalfPoints = Annotated[int, Written(points)]
START: Final[HalfPoints] = 40
AWARD: Final[HalfPoints] = 6


def points_text(half_points: HalfPoints) -> str:
    """Return points as a sentence shows them: `20`, `23.5`."""
    return f"{half_points // 2}{'.5' if half_points % 2 else ''}"
