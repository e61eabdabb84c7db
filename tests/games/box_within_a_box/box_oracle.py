"""Movements and judgements once more, as the rules page says them: slow, and by other means.

Tiles are (column, row) from 1, faces are texts, and every choice of directions is tried.
"""

import re
import unicodedata
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


# What a line is judged as


def plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).lower()
    return "".join("-" if mark in "\u2212\u2013\u2010\u2011" else mark for mark in text)


WAYS = {
    **{one[:end]: one for one in STRAIGHT for end in range(1, len(one) + 1)},
    **{one: one for one in SLANTING},
    **dict(zip(("ul", "ur", "dl", "dr"), SLANTING, strict=True)),
}

Judged = str | list[tuple[str, ...]]
"""A code, or the path of the one movement that is meant, in a list; `[]` for none."""


def judge_play(
    text: str, cards: list[dict[str, Any]], pool: list[int], start: str, rows: list[str]
) -> Judged:
    """Judge a play; `pool` are the numbers of the cards in it."""
    text = " ".join(re.split(r"[\s,;]+", plain(text))).strip()
    by_number = {card["number"]: card for card in cards}
    if text in ("none", "pass", "no card"):
        stuck = not any(True for n in pool for _ in movements(by_number[n], start, rows))
        return [] if stuck else "illegal"
    word, _, rest = text.partition(" ")
    number = word.removeprefix("#")
    names = {card["name"].lower(): card["number"] for card in cards}
    meant: set[int]
    if number and set(number) <= set("0123456789"):
        digits = number.lstrip("0")
        if len(digits) > 2 or not 1 <= int(digits or "0") <= 38:
            return "syntax"
        meant = {int(digits)} & set(pool)
    elif word in names:
        meant = {names[word]} & set(pool)
    elif word and any(name.startswith(word) for name in names):
        meant = {n for name, n in names.items() if name.startswith(word)} & set(pool)
    else:
        return "syntax"
    tiles = re.sub(" ?[->] ?", "-", rest).replace(" ", "-").upper().split("-")
    ways = re.sub(r" ?\+ ?", "+", rest).replace(" ", "+").split("+")
    are_tiles = all(len(t) == 2 and t[0] in "ABCDEFG" and t[1] in "1234567" for t in tiles)
    are_ways = all(way in WAYS for way in ways)
    if rest and not are_tiles and not are_ways:
        return "syntax"
    if len(meant) != 1:
        return "illegal"
    card = by_number[meant.pop()]
    found: dict[tuple[str, ...], tuple[tuple[str, ...], set[tuple[str, ...]]]] = {}
    results: dict[tuple[str, ...], object] = {}
    for chosen, path, ends in movements(card, start, rows):
        by_name = tuple(map(name_of, path))
        comes_to = landings(card, path, ends), path[-1], outcome(card, start, path, rows)
        results[by_name] = comes_to
        found.setdefault(by_name, (tuple(map(name_of, ends)), set()))[1].add(chosen)
    figures = card["displacement"]
    figures = [figures] if isinstance(figures, str) else figures
    whole_path = card["name"].upper() == "KNIGHTWISE" or "knight" in figures
    no_ways = whole_path or any(figure.startswith("mirror") for figure in figures)
    if not rest:
        fits = [] if whole_path else list(found)
    elif are_tiles:
        tiles = tiles[1:] if len(tiles) > 1 and tiles[0] == start else tiles
        fits = [path for path in found if list(path) == tiles]
        if not fits and not whole_path:
            fits = [
                path
                for path, (ends, _) in found.items()
                if list(ends) == tiles or (len(tiles) == 1 and path[-1] == tiles[0])
            ]
            if fits and all(results[path] == results[fits[0]] for path in fits):
                fits = [min(fits)]
    else:
        said = tuple(WAYS[way] for way in ways)
        fits = [] if no_ways else [path for path, (_, ways) in found.items() if said in ways]
    return fits if len(fits) == 1 else "illegal"


MOST = {"black": 2, "white": 2, **{str(number): 3 for number in range(10)}}


def judge_bets(text: str, used: dict[str, int], points: float) -> str | list[tuple[int, str]]:
    """Judge bets by the uses and points in a report."""
    bets: list[tuple[int, list[str], str]] = []
    for item in re.split("[,;\r\n]", plain(text)):
        said = stake_first(re.sub("([:&/])", r" \1 ", item).split())
        if not said:
            continue
        joint = said[3] if len(said) == 5 else ""
        named = [said[2], *said[4:]] if len(said) in (3, 5) else []
        traits = [trait for word in named for trait in MOST if spells(word, trait)]
        fine = len(said) in (3, 5) and said[1] in ("on", ":") and len(traits) == len(named)
        if not fine or joint not in ("", "and", "&", "or", "/") or set(said[0]) - set("0123456789"):
            return "syntax"
        bets.append((int(said[0][-50:]), traits, {"&": "and", "/": "or"}.get(joint, joint)))
    if not bets:
        return "syntax"
    order = list(MOST)
    conditions = [f" {j} ".join(sorted(t, key=order.index)) for _, t, j in bets]
    uses = [trait for _, traits, _ in bets for trait in traits]
    left = [trait for trait, most in MOST.items() if used[trait] < most]
    wanted = min(3, len(left))
    if len(left) == 2 and all(MOST[trait] - used[trait] > 1 for trait in left):
        wanted = 3
    wrong = (
        len(bets) != wanted
        or any(stake == 0 for stake, _, _ in bets)
        or sum(stake for stake, _, _ in bets) > points
        or len(set(conditions)) < len(conditions)
        or any(len(set(traits)) < len(traits) for _, traits, _ in bets)
        or "black or white" in conditions
        or any(used[trait] + uses.count(trait) > MOST[trait] for trait in uses)
    )
    return (
        "illegal" if wrong else [(bet[0], one) for bet, one in zip(bets, conditions, strict=True)]
    )


POINTS = ("point", "points", "pt", "pts")


def stake_first(said: list[str]) -> list[str]:
    """The words of a bet without the word points, the stake before the condition."""
    if said[1:] and said[1] in POINTS:
        return [said[0], *said[2:]]
    points = said[-1:] != [] and said[-1] in POINTS
    *condition, between, stake = "", "", *(said[:-1] if points else said)
    condition = [word for word in condition if word]
    two_numbers = not points and len(condition) == 1 and condition[0].isdigit()
    if between == ":" and stake.isdigit() and condition and not two_numbers:
        return [stake, ":", *condition]
    return said


def spells(word: str, trait: str) -> bool:
    return trait == word if trait.isdigit() else trait.startswith(word)
