"""Movements once more, as the rules page says them: slow, and by other means.

Tiles are (column, row) from 1, faces are texts, and every choice of directions is tried.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

Tile = tuple[int, int]
Faces = dict[Tile, str]

STEPS = {
    "up": (0, 1),
    "down": (0, -1),
    "left": (-1, 0),
    "right": (1, 0),
    "up-left": (-1, 1),
    "up-right": (1, 1),
    "down-left": (-1, -1),
    "down-right": (1, -1),
}
STRAIGHT = ("up", "down", "left", "right")
SLANTING = ("up-left", "up-right", "down-left", "down-right")
DIRECTIONS_OF = {
    "orthogonal": STRAIGHT,
    "diagonal": SLANTING,
    "any": STRAIGHT + SLANTING,
    "horizontal": ("left", "right"),
    "vertical": ("up", "down"),
    **{one: (one,) for one in STRAIGHT},
    "turn": STRAIGHT + SLANTING,
    "back": STRAIGHT + SLANTING,
    "leap-orthogonal": STRAIGHT,
    "leap-diagonal": SLANTING,
    **{f"to-{trait}": STRAIGHT for trait in ("black", "white", "even", "odd")},
    "knight": tuple(f"{a},{b},{n}" for a in STRAIGHT for b in STRAIGHT for n in "12"),
    "mirror-left-right": ("",),
    "mirror-up-down": ("",),
    "mirror-centre": ("",),
}


def tile_of(name: str) -> Tile:
    return "ABCDEFG".index(name[0]) + 1, int(name[1])


def name_of(tile: Tile) -> str:
    return f"{'ABCDEFG'[tile[0] - 1]}{tile[1]}"


def faces_of(rows: list[str]) -> Faces:
    return {
        (column, 7 - down): face
        for down, row in enumerate(rows)
        for column, face in enumerate(row.split(), 1)
    }


def rows_of(faces: Faces) -> list[str]:
    return [" ".join(faces[column, row] for column in range(1, 8)) for row in range(7, 0, -1)]


def on_board(tile: Tile) -> bool:
    return 1 <= tile[0] <= 7 and 1 <= tile[1] <= 7


def has(face: str, trait: str) -> bool:
    return {
        "black": face[0] == "b",
        "white": face[0] == "w",
        "even": int(face[1]) % 2 == 0,
        "odd": int(face[1]) % 2 == 1,
    }[trait]


class Invalid(Exception):
    """The movement leaves the board or cannot be done."""


def part(
    tile: Tile, figure: str, number: int, way: str, last: Tile | None, special: str, faces: Faces
) -> tuple[list[Tile], Tile | None]:
    """The tiles that one part passes over, and the offset of its last step."""
    if figure == "knight":
        first, then, twice = way.split(",")
        if STEPS[first][0] * STEPS[then][0] + STEPS[first][1] * STEPS[then][1] != 0:
            raise Invalid
        steps = [first, first, then] if twice == "1" else [first, then, then]
        passed = []
        for step in steps:
            tile = tile[0] + STEPS[step][0], tile[1] + STEPS[step][1]
            if not on_board(tile):
                raise Invalid
            passed.append(tile)
        return passed, None
    if figure.startswith("mirror"):
        column, row = tile
        mirrored = {
            "mirror-left-right": (8 - column, row),
            "mirror-up-down": (column, 8 - row),
            "mirror-centre": (8 - column, 8 - row),
        }[figure]
        if mirrored == tile:
            raise Invalid
        return [mirrored], None
    across, upwards = STEPS[way]
    if figure in ("turn", "back"):
        assert last is not None
        dot = across * last[0] + upwards * last[1]
        same_kind = abs(across) + abs(upwards) == abs(last[0]) + abs(last[1])
        if figure == "turn" and not (dot == 0 and same_kind):
            raise Invalid
        if figure == "back" and (across, upwards) != (-last[0], -last[1]):
            raise Invalid
    if figure.startswith("leap"):
        landed = tile[0] + number * across, tile[1] + number * upwards
        if not on_board(landed):
            raise Invalid
        return [landed], (across, upwards)
    passed = []
    found = 0
    while True:
        if special == "bounce":
            across = -across if not 1 <= tile[0] + across <= 7 else across
            upwards = -upwards if not 1 <= tile[1] + upwards <= 7 else upwards
        tile = tile[0] + across, tile[1] + upwards
        if special == "wrap":
            tile = (tile[0] - 1) % 7 + 1, (tile[1] - 1) % 7 + 1
        if not on_board(tile):
            raise Invalid
        passed.append(tile)
        if figure.startswith("to-"):
            found += has(faces[tile], figure[3:])
            if found == number:
                return passed, (across, upwards)
        elif len(passed) == number:
            return passed, (across, upwards)


def movements(
    card: dict[str, Any], start: str, rows: list[str]
) -> Iterator[tuple[tuple[str, ...], list[Tile], list[Tile]]]:
    """Every valid way, with the tiles passed over and the tiles where parts end."""
    numbers = card["numbers"]
    figures = card["displacement"]
    figures = [figures] * len(numbers) if isinstance(figures, str) else figures
    special = card.get("special", "")
    faces = faces_of(rows)
    for ways in product(*(DIRECTIONS_OF[figure] for figure in figures)):
        tile, last, path, ends = tile_of(start), None, [], []
        try:
            for time in range(2 if special == "repeat" else 1):
                for figure, number, way in zip(figures, numbers, ways, strict=True):
                    shape = "any" if time and figure in ("turn", "back") else figure
                    passed, last = part(tile, shape, number, way, last, special, faces)
                    path += passed
                    tile = passed[-1]
                    ends.append(tile)
        except Invalid:
            continue
        if special == "no-revisit" and len({tile_of(start), *path}) < len(path) + 1:
            continue
        yield ways, path, ends


def landings(card: dict[str, Any], path: list[Tile], ends: list[Tile]) -> list[Tile]:
    tiles = {"A": path[-1:], "A+": ends, "B": path, "C": path[:-1]}[card["type"]]
    if card.get("special") == "double":
        return [tile for tile in tiles for _ in "12"]
    return tiles


def outcome(
    card: dict[str, Any], start: str, path: list[Tile], rows: list[str]
) -> tuple[str, list[str]]:
    """Where the Box stands afterwards, and what the board shows then."""
    faces = faces_of(rows)
    special = card.get("special", "")
    first, end = tile_of(start), path[-1]
    for tile in set(path):
        color, number = faces[tile]
        if special.startswith("increase"):
            faces[tile] = f"{color}{(int(number) + int(special[-1])) % 10}"
        if special == "flip":
            faces[tile] = f"{'w' if color == 'b' else 'b'}{number}"
    if special == "swap":
        faces[first], faces[end] = faces[end], faces[first]
    return name_of(first if special == "return" else end), rows_of(faces)
