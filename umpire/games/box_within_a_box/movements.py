"""Movements: all the ways in which a card may move a Box, their landings and their names.

`cards` has each figure by itself; here the parts of a card are put together. A movement is named
by tiles, whole path or ends, or by the direction of each part.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Final, NamedTuple

from umpire.games.base import NotAllowed, NotUnderstood
from umpire.games.box_within_a_box.board import (
    BOARDS,
    DIRECTIONS,
    SHORT,
    TILE_BY_NAME,
    TILE_NAMES,
    Board,
    Direction,
    Path,
    Tile,
    names_of,
)
from umpire.games.box_within_a_box.cards import Card, Cards, Choice, Ground
from umpire.games.text import join_words, pluralize, prefix_table, quote
from umpire.games.two_players import Side

_Way = tuple[Choice, ...]
"""A choice for each part of a card: a direction, where the card is `is_directed`."""


class Movement(NamedTuple):
    """A valid movement of a card from a tile; its path tells it from others of the same card."""

    path: Path
    ends: Path
    """Where its parts end; under `repeat` those of both times."""


class Movements:
    """All valid movements of a card from a tile of a board."""

    def __init__(self, ways: Iterable[tuple[_Way, Path, Path]]) -> None:
        self.by_path: dict[Path, Movement] = {}
        self.by_way: dict[_Way, Movement] = {}
        """Under `bounce` several ways lead along one path."""
        for way, path, ends in ways:
            self.by_way[way] = self.by_path.setdefault(path, Movement(path, ends))
        self.all = tuple(self.by_path.values())

    @cached_property
    def by_ends(self) -> Mapping[Path, Sequence[Movement]]:
        """The movements by the tiles on which their parts end, and by the last tile alone."""
        by_ends: defaultdict[Path, list[Movement]] = defaultdict(list)
        for movement in self.all:
            for tiles in {movement.ends, movement.path[-1:]}:
                by_ends[tiles].append(movement)
        return by_ends


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

    def after(self, card: Card, movement: Movement) -> tuple[Path, Tile, Board]:
        """Return the landings of a movement, and the Box's tile and board after it."""
        path, special = movement.path, card.special
        end = self.tile if special.returns else path[-1]
        return landings(card, movement), end, special.change_board(self.faces, self.tile, path)

    def __str__(self) -> str:
        return f"the Box on {TILE_NAMES[self.tile]} of board {BOARDS[self.board]}"


_FEW_WAYS: Final = 64
"""More movements are cached of cards with at most so many ways. An umpire's own card may have 4096
ways, and memory must stay within bounds."""
_ANY_BOARD: Final[Board] = b""


def movements(card: Card, start: Tile, board: Board) -> Movements:
    """Return all valid movements of a card for a Box on a tile of a board."""
    if card.has_search:
        return _movements_with_many_ways(card, start, board)
    find = _movements_with_few_ways if card.most_ways <= _FEW_WAYS else _movements_with_many_ways
    return find(card, start, _ANY_BOARD)


def can_move(card: Card, start: Tile, board: Board) -> bool:
    """Return whether a card has any valid movement at all."""
    return _can_move(card, start, board if card.has_search else _ANY_BOARD)


@lru_cache(maxsize=4096)
def _can_move(card: Card, start: Tile, board: Board) -> bool:
    return next(_search_movements(card, start, board), None) is not None


def _all_movements(card: Card, start: Tile, board: Board) -> Movements:
    return Movements(_search_movements(card, start, board))


_movements_with_few_ways: Final = lru_cache(maxsize=4096)(_all_movements)
_movements_with_many_ways: Final = lru_cache(maxsize=64)(_all_movements)


def _search_movements(card: Card, start: Tile, board: Board) -> Iterator[tuple[_Way, Path, Path]]:
    """Yield all valid ways, each with the tiles that it passes over and those where its parts end.

    `open_ways` is a stack of ways whose first parts are valid: the choices so far, the tiles passed
    over, those where parts end, and the direction of the last step. A part that is repeated goes as
    it went the first time.
    """
    special, count = card.special, len(card.figures)
    ground = Ground(board, special.walk)
    parts = tuple(zip(card.figures, card.numbers, strict=True)) * special.times
    open_ways: list[tuple[_Way, Path, Path, Direction | None]] = [((), b"", b"", None)]
    while open_ways:
        way, path, ends, before = open_ways.pop()
        at = len(way)
        if at == len(parts):
            yield way[:count], path, ends
            continue
        figure, number = parts[at]
        tile = path[-1] if path else start
        choices = figure.choices(before) if at < count else (way[at - count],)
        for choice in reversed(choices):
            segment = figure.go(tile, choice, number, ground)
            if segment is None:
                continue
            passed = path + segment.path
            if special.no_revisit and (start in passed or len(set(passed)) < len(passed)):
                continue
            end = segment.path[-1:]
            open_ways.append(((*way, choice), passed, ends + end, segment.direction))


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


Route = Path | _Way
"""A movement as a line names it behind the card: as bytes the tiles of its whole path, the ends of
its parts, or its end; as a tuple a direction for each part."""

_BETWEEN_TILES: Final = re.compile(r" ?[->] ?| ")
_BETWEEN_WAYS: Final = re.compile(r" ?\+ ?| ")
_SINGLE: Final = DIRECTIONS[:4]
_DIRECTION_BY_NAME: Final[dict[str, Direction]] = {
    **prefix_table({name: direction for direction, name in enumerate(_SINGLE)}),
    **{name: direction for direction, name in enumerate(DIRECTIONS)},
    **{name: direction for direction, name in enumerate(SHORT)},
}
_MOST_LISTED: Final = 24
"""How many paths a refusal lists for a player to choose from."""


def read_route(text: str) -> Route:
    """Read the text behind a card. Raises NotUnderstood if it is neither tiles nor directions."""
    tiles = [TILE_BY_NAME.get(word, -1) for word in _BETWEEN_TILES.split(text)]
    if -1 not in tiles:
        return bytes(tiles)
    directions = tuple([_DIRECTION_BY_NAME.get(word, -1) for word in _BETWEEN_WAYS.split(text)])
    if -1 in directions:
        raise NotUnderstood(
            f"{quote(text)} is not understood. After the card, name tiles or a direction for each "
            "number of the card. Examples: D5-D6, up left, ur."
        )
    return directions


def tiles_text(tiles: Path) -> str:
    """Return tiles as a line names them: `D5-D6-E6`."""
    return "-".join(names_of(tiles))


def _way_text(way: _Way) -> str:
    return " ".join([DIRECTIONS[direction] for direction in way])


# From a name to its movement


def find_movement(card: Card, box: Box, route: Route | None) -> Movement:
    """Return the movement that a route means; the route is None if only the card was named.

    Raises NotAllowed if the card has no such movement, or several.
    """
    valid = box.movements(card)
    if not valid.all:
        raise NotAllowed(f"{card} cannot move {box}. Choose another card.")
    if route is None:
        if len(valid.all) == 1 and not card.needs_path:
            return valid.all[0]
        raise NotAllowed(f"How does {card} move {box}? {_list_paths(valid.all)}.")
    if isinstance(route, bytes):
        return _find_by_tiles(card, box, valid, route)
    return _find_by_way(card, box, valid, route)


def _find_by_tiles(card: Card, box: Box, valid: Movements, tiles: Path) -> Movement:
    if len(tiles) > 1 and tiles[0] == box.tile:
        tiles = tiles[1:]
    if tiles in valid.by_path:
        return valid.by_path[tiles]
    fitting = valid.by_ends.get(tiles, ())
    if card.needs_path:
        raise NotAllowed(f"{card} needs the whole path: {_list_paths(fitting or valid.all)}.")
    movement = _first_of_the_same(card, box, fitting)
    if movement is not None:
        return movement
    if fitting:
        raise NotAllowed(
            f"{tiles_text(tiles)} fits several ways of {card}: {_list_paths(fitting)}."
        )
    raise NotAllowed(
        f"{card} cannot move {box} by {tiles_text(tiles)}, only by {_list_paths(valid.all)}."
    )


def _first_of_the_same(card: Card, box: Box, several: Sequence[Movement]) -> Movement | None:
    """Return one of several movements if all have the same result, else None.

    Ruling 18: the one whose path comes first, by the names of its tiles.
    """
    if len(several) < 2:
        return several[0] if several else None
    first, *others = several
    result = box.after(card, first)
    if any(box.after(card, other) != result for other in others):
        return None
    return min(several, key=lambda movement: names_of(movement.path))


def _find_by_way(card: Card, box: Box, valid: Movements, way: _Way) -> Movement:
    if not card.is_directed:
        raise NotAllowed(f"{card} has no directions. Name tiles: {_list_paths(valid.all)}.")
    if len(way) != len(card.numbers):
        raise NotAllowed(
            f"{card} needs {pluralize(len(card.numbers), 'direction')}, one for each number, not "
            f"{len(way)}."
        )
    if way not in valid.by_way:
        raise NotAllowed(
            f"{card} cannot move {box} {_way_text(way)}, only by {_list_paths(valid.all)}."
        )
    return valid.by_way[way]


def _list_paths(several: Sequence[Movement]) -> str:
    """Return the paths of movements as a sentence lists them, for a player to copy one."""
    paths = [tiles_text(movement.path) for movement in several[:_MOST_LISTED]]
    if len(several) > _MOST_LISTED:
        paths.append(f"{len(several) - _MOST_LISTED} more")
    return join_words(paths, "or")


# What is offered


def shortest_texts(card: Card, box: Box, some: Iterable[Movement] | None = None) -> Iterator[str]:
    """Yield the shortest text that names it, for each movement of a card or of `some`.

    Of equally short texts it is the first of: end tile, ends of the parts, directions, path.
    """
    valid = box.movements(card)
    first_way = {movement: way for way, movement in reversed(valid.by_way.items())}

    @cache
    def movement_by(tiles: Path) -> Movement | None:
        return valid.by_path.get(tiles) or _first_of_the_same(card, box, valid.by_ends[tiles])

    for movement in valid.all if some is None else some:
        texts = [tiles_text(movement.path)]
        if card.is_directed:
            texts.insert(0, _way_text(first_way[movement]))
        if not card.needs_path:
            ends, last = movement.ends, movement.path[-1:]
            if ends[0] != box.tile and movement_by(ends) is movement:
                texts.insert(0, tiles_text(ends))
            if movement_by(last) is movement:
                texts.insert(0, tiles_text(last))
        yield min(texts, key=len)
