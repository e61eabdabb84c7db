"""How a movement is named: by tiles, whole path or ends, or by the direction of each part."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from umpire.games.base import NotAllowed, NotUnderstood
from umpire.games.box_within_a_box.cards import Card
from umpire.games.box_within_a_box.components import (
    DIRECTIONS,
    SHORT,
    TILE_NAMED,
    Direction,
    Path,
    names_of,
)
from umpire.games.box_within_a_box.rules.movements import Movement, Movements, Way
from umpire.games.box_within_a_box.rules.rounds import Box
from umpire.games.notation import counted, listed, quoted, spellings

Name = Path | Way
"""Tiles: a whole path, or where its parts or the last of them end. Or directions, as a tuple."""

_BETWEEN_TILES: Final = re.compile(r" ?[->] ?| ")
_BETWEEN_WAYS: Final = re.compile(r" ?\+ ?| ")
_SINGLE: Final = DIRECTIONS[:4]
_WAY_SPELT: Final[dict[str, Direction]] = {
    **{spelling: DIRECTIONS.index(name) for spelling, name in spellings(_SINGLE).items()},
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


def _ways_text(directions: Way) -> str:
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
        return _only_one(card, box, valid)
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


def _by_ways(card: Card, box: Box, valid: Movements, directions: Way) -> Movement:
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


def _only_one(card: Card, box: Box, valid: Movements) -> Movement:
    if len(valid) == 1 and not card.by_path:
        return valid.all[0]
    raise NotAllowed(f"How does {card} move {box}? {_choice(valid.all)}.")


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
