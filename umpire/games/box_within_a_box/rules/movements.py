"""Movements: all the ways in which a card may move a Box from a tile, and where it lands.

`displacement` and `special` say what each figure does; here they are put together.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from umpire.games.box_within_a_box.cards import Card
from umpire.games.box_within_a_box.components import Board, Direction, Path, Tile
from umpire.games.box_within_a_box.rules.displacement import Choice, Ground, Trip

Way = tuple[Choice, ...]
"""What is chosen for each part of a card: directions, where the card is `directed`."""


class Movement(NamedTuple):
    """A valid movement of a card from a tile. Movements with the same path are one."""

    path: Path
    ends: Path
    """Where its parts end; under `repeat` those of both times."""


class Movements:
    """All valid movements of a card from a tile of a board."""

    def __init__(self, found: Iterator[tuple[Way, Path, Path]]) -> None:
        self._along: dict[Path, Movement] = {}
        self._by_way: dict[Way, Movement] = {}
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

    def chosen(self, way: Way) -> Movement | None:
        """Return the one that comes of this way."""
        return self._by_way.get(way)

    def ways(self) -> dict[Path, list[Way]]:
        """Return for each path every way that leads along it: under `bounce` there are several."""
        ways: dict[Path, list[Way]] = {path: [] for path in self._along}
        for way, movement in self._by_way.items():
            ways[movement.path].append(way)
        return ways


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


def _found(card: Card, start: Tile, board: Board) -> Iterator[tuple[Way, Path, Path]]:
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


def _chosen(card: Card, ground: Ground, start: Tile) -> Iterator[tuple[Way, Path, Path]]:
    """Choose for one part after the other, every choice once, and give what can be done to the end.

    `open_ways` are begun and not gone on with: of each what is chosen, passed over and ended on so
    far, and the direction of the last step. The last of them is gone on with first.
    """
    parts = tuple(zip(card.figures, card.numbers, strict=True))
    allows = card.special.allows if card.special.narrows else None
    open_ways: list[tuple[Way, Path, Path, Direction | None]] = [((), b"", b"", None)]
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


def _once_more(card: Card, ground: Ground, way: Way, tile: Tile) -> tuple[Path, Path] | None:
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
