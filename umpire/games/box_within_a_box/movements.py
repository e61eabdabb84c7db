"""Movements: all the ways in which a card may move a Box, where it lands, and how each is named.

`cards` says what each figure does; here they are put together. A movement is named by tiles,
whole path or ends, or by the direction of each part.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from umpire.games.base import NotAllowed, NotUnderstood
from umpire.games.box_within_a_box.board import (
    BOARDS,
    DIRECTIONS,
    SHORT,
    TILE_NAMED,
    TILE_NAMES,
    Board,
    Direction,
    Path,
    Tile,
    names_of,
)
from umpire.games.box_within_a_box.cards import Card, Cards, Choice, Ground, Trip
from umpire.games.text import counted, listed, prefix_table, quoted
from umpire.games.two_players import Side

_Way = tuple[Choice, ...]
"""What is chosen for each part of a card: directions, where the card is `directed`."""


class Movement(NamedTuple):
    """A valid movement of a card from a tile. Movements with the same path are one."""

    path: Path
    ends: Path
    """Where its parts end; under `repeat` those of both times."""


class Movements:
    """All valid movements of a card from a tile of a board."""

    def __init__(self, found: Iterator[tuple[_Way, Path, Path]]) -> None:
        self._along: dict[Path, Movement] = {}
        self._by_way: dict[_Way, Movement] = {}
        for way, path, ends in found:
            self._by_way[way] = self._along.setdefault(path, Movement(path, ends))

    def __len__(self) -> int:
        return len(self._along)

    @property
    def all(self) -> tuple[Movement, ...]:
        """Every one of them."""
        return tuple(self._along.values())

    def along(self, path: Path) -> Movement | None:
        """Return the one with exactly this path."""
        return self._along.get(path)

    def naming(self, tiles: Path) -> tuple[Movement, ...]:
        """Return those whose parts end on these tiles.

        And if it is one tile those that end there.
        """
        if len(tiles) == 1:
            return tuple([one for one in self._along.values() if one.path[-1] == tiles[0]])
        return tuple([one for one in self._along.values() if one.ends == tiles])

    def chosen(self, way: _Way) -> Movement | None:
        """Return the one that comes of this way."""
        return self._by_way.get(way)

    def ways(self) -> dict[Path, list[_Way]]:
        """Return for each path every way that leads along it: under `bounce` there are several."""
        ways: dict[Path, list[_Way]] = {path: [] for path in self._along}
        for way, movement in self._by_way.items():
            ways[movement.path].append(way)
        return ways


class Box(NamedTuple):
    """The Box that a player moves in this round."""

    board: Side
    tile: Tile
    faces: Board

    def movements(self, card: Card) -> Movements:
        """Return the valid movements of a card for it."""
        return movements(card, self.tile, self.faces)

    def is_movable(self, pool: Cards) -> bool:
        """Return whether any card of a pool has a valid movement for it."""
        return any(can_move(card, self.tile, self.faces) for card in pool)

    def comes_to(self, card: Card, movement: Movement) -> tuple[Path, Tile, Board]:
        """Return the tiles that a movement lands on, where it ends, and the board afterwards."""
        path = movement.path
        board = card.special.board_after(self.faces, self.tile, path)
        return landings(card, movement), path[-1], board

    def __str__(self) -> str:
        return f"the Box on {TILE_NAMES[self.tile]} of board {BOARDS[self.board]}"


_FEW: Final = 64
"""Cards with no more ways than this have their movements remembered more freely than others: a
card may have 4096 of them, and memory is to stay within bounds whatever cards an umpire makes."""
_ANY_BOARD: Final[Board] = b""


def movements(card: Card, start: Tile, board: Board) -> Movements:
    """Return all valid movements of a card for a Box on a tile of a board."""
    if card.searches:
        return _on_a_board(card, start, board)
    return _few(card, start) if card.most_ways <= _FEW else _many(card, start)


def can_move(card: Card, start: Tile, board: Board) -> bool:
    """Return whether a card has any valid movement at all."""
    return _can_move(card, start, board if card.searches else _ANY_BOARD)


@lru_cache(maxsize=4096)
def _can_move(card: Card, start: Tile, board: Board) -> bool:
    return next(_found(card, start, board), None) is not None


@lru_cache(maxsize=4096)
def _few(card: Card, start: Tile) -> Movements:
    return Movements(_found(card, start, _ANY_BOARD))


@lru_cache(maxsize=64)
def _many(card: Card, start: Tile) -> Movements:
    return Movements(_found(card, start, _ANY_BOARD))


@lru_cache(maxsize=128)
def _on_a_board(card: Card, start: Tile, board: Board) -> Movements:
    return Movements(_found(card, start, board))


def _found(card: Card, start: Tile, board: Board) -> Iterator[tuple[_Way, Path, Path]]:
    """Yield all ways that are valid, each with the tiles passed over and those where parts end."""
    ground = Ground(board, card.special.walk())
    found = _chosen(card, ground, start)
    if card.special.times == 1:
        yield from found
        return
    for way, path, ends in found:
        again = _once_more(card, ground, way, path[-1])
        if again is not None:
            yield way, path + again[0], ends + again[1]


def _chosen(card: Card, ground: Ground, start: Tile) -> Iterator[tuple[_Way, Path, Path]]:
    """Choose for one part after the other, every choice once, and give what can be done to the end.

    `open_ways` are begun and not gone on with: of each what is chosen, passed over and ended on so
    far, and the direction of the last step. The last of them is gone on with first.
    """
    parts = tuple(zip(card.figures, card.numbers, strict=True))
    allows = card.special.allows if card.special.narrows else None
    open_ways: list[tuple[_Way, Path, Path, Direction | None]] = [((), b"", b"", None)]
    while open_ways:
        way, path, ends, before = open_ways.pop()
        if len(way) == len(parts):
            yield way, path, ends
            continue
        figure, number = parts[len(way)]
        tile = path[-1] if path else start
        for choice in reversed(figure.choices(before)):
            trip = figure.trip(tile, choice, number, ground)
            if trip is None:
                continue
            passed = path + trip.path
            if allows is None or allows(start, passed):
                end = trip.path[-1:]
                open_ways.append(((*way, choice), passed, ends + end, trip.direction))


def _once_more(card: Card, ground: Ground, way: _Way, tile: Tile) -> tuple[Path, Path] | None:
    """Do all parts in the directions of the first time; None if one cannot be done."""
    path = ends = b""
    for figure, number, choice in zip(card.figures, card.numbers, way, strict=True):
        trip: Trip | None = figure.trip(tile, choice, number, ground)
        if trip is None:
            return None
        path += trip.path
        ends += trip.path[-1:]
        tile = trip.path[-1]
    return path, ends


def landings(card: Card, movement: Movement) -> Path:
    """Return the tiles landed on in the order of the path, a tile as often as it counts.

    A tile of departure counts only where the path comes to it.
    """
    match card.type:
        case "A":
            tiles = movement.path[-1:]
        case "A+":
            tiles = movement.ends
        case "B":
            tiles = movement.path
        case "C":
            # Ruling 11: the last step alone is left out, not the tile where it ends.
            tiles = movement.path[:-1]
    counts = card.special.counts
    return tiles if counts == 1 else bytes([tile for tile in tiles for _ in range(counts)])


Name = Path | _Way
"""Tiles: a whole path, or where its parts or the last of them end. Or directions, as a tuple."""

_BETWEEN_TILES: Final = re.compile(r" ?[->] ?| ")
_BETWEEN_WAYS: Final = re.compile(r" ?\+ ?| ")
_SINGLE: Final = DIRECTIONS[:4]
_WAY_SPELT: Final[dict[str, Direction]] = {
    **prefix_table({name: direction for direction, name in enumerate(_SINGLE)}),
    **{name: direction for direction, name in enumerate(DIRECTIONS)},
    **{name: direction for direction, name in enumerate(SHORT)},
}
_MOST_LISTED: Final = 24
"""How many paths a refusal lists for a player to choose from."""


def read_name(text: str) -> Name:
    """Read what stands after a card. Raises NotUnderstood if it is neither tiles nor directions."""
    tiles = [TILE_NAMED.get(word, -1) for word in _BETWEEN_TILES.split(text)]
    if -1 not in tiles:
        return bytes(tiles)
    directions = tuple([_WAY_SPELT.get(word, -1) for word in _BETWEEN_WAYS.split(text)])
    if -1 in directions:
        raise NotUnderstood(
            f"{quoted(text)} is not understood. After the card, name tiles or a direction for each "
            "number of the card. Examples: D5-D6, up left, ur."
        )
    return directions


def tiles_text(tiles: Path) -> str:
    """Return tiles as a player names them: `D5-D6-E6`."""
    return "-".join(names_of(tiles))


def _ways_text(directions: _Way) -> str:
    return " ".join([DIRECTIONS[direction] for direction in directions])


# Which movement is meant


def named(card: Card, box: Box, name: Name | None) -> Movement:
    """Return the movement that is meant; None names none.

    Raises NotAllowed where that is no movement of the card, or may be several.
    """
    valid = box.movements(card)
    if not valid:
        raise NotAllowed(f"{card} cannot move {box}. Choose another card.")
    if name is None:
        if len(valid) == 1 and not card.by_path:
            return valid.all[0]
        raise NotAllowed(f"How does {card} move {box}? {_choice(valid.all)}.")
    if isinstance(name, bytes):
        return _by_tiles(card, box, valid, name)
    return _by_ways(card, box, valid, name)


def _by_tiles(card: Card, box: Box, valid: Movements, tiles: Path) -> Movement:
    if len(tiles) > 1 and tiles[0] == box.tile:
        tiles = tiles[1:]
    exactly = valid.along(tiles)
    if exactly is not None:
        return exactly
    fitting = valid.naming(tiles)
    if card.by_path:
        raise NotAllowed(f"{card} needs the whole path: {_choice(fitting or valid.all)}.")
    meant = _first_of_the_same(card, box, fitting)
    if meant is not None:
        return meant
    if fitting:
        raise NotAllowed(f"{tiles_text(tiles)} fits several ways of {card}: {_choice(fitting)}.")
    raise NotAllowed(
        f"{card} cannot move {box} by {tiles_text(tiles)}, only by {_choice(valid.all)}."
    )


def _first_of_the_same(card: Card, box: Box, several: Sequence[Movement]) -> Movement | None:
    """Return one movement for several that come to the same; None if they do not, or are none.

    Ruling 18: the one whose path comes first, by the names of its tiles.
    """
    if len(several) < 2:
        return several[0] if several else None
    first, *others = several
    result = box.comes_to(card, first)
    if any(box.comes_to(card, other) != result for other in others):
        return None
    return min(several, key=lambda movement: names_of(movement.path))


def _by_ways(card: Card, box: Box, valid: Movements, directions: _Way) -> Movement:
    if not card.directed:
        raise NotAllowed(f"{card} has no directions. Name tiles: {_choice(valid.all)}.")
    if len(directions) != len(card.numbers):
        raise NotAllowed(
            f"{card} needs {counted(len(card.numbers), 'direction')}, one for each number, not "
            f"{len(directions)}."
        )
    meant = valid.chosen(directions)
    if meant is None:
        raise NotAllowed(
            f"{card} cannot move {box} {_ways_text(directions)}, only by {_choice(valid.all)}."
        )
    return meant


def _choice(several: Sequence[Movement]) -> str:
    """List movements by their whole paths, so that one can be copied."""
    paths = [tiles_text(movement.path) for movement in several[:_MOST_LISTED]]
    if len(several) > _MOST_LISTED:
        paths.append(f"{len(several) - _MOST_LISTED} more")
    return listed(paths, "or")


# What is offered


def shortest(card: Card, box: Box, wanted: Iterable[Movement] | None = None) -> Iterator[str]:
    """Yield for each of a card's movements the shortest name that means it and no other.

    If only some are `wanted`, yield the names of these.
    Of names as short the first counts of end tile, ends of the parts, directions and path.
    """
    valid = box.movements(card)
    ways = valid.ways()
    fitting: defaultdict[Path, list[Movement]] = defaultdict(list)
    for movement in valid.all:
        for tiles in {movement.ends, movement.path[-1:]}:
            fitting[tiles].append(movement)

    @cache
    def meant(tiles: Path) -> Movement | None:
        return valid.along(tiles) or _first_of_the_same(card, box, fitting[tiles])

    for movement in valid.all if wanted is None else wanted:
        names = [tiles_text(movement.path)]
        if card.directed:
            names.insert(0, _ways_text(ways[movement.path][0]))
        if not card.by_path:
            ends, last = movement.ends, movement.path[-1:]
            if ends[0] != box.tile and meant(ends) is movement:
                names.insert(0, tiles_text(ends))
            if meant(last) is movement:
                names.insert(0, tiles_text(last))
        yield min(names, key=len)
