"""Texts to answers and back: what players, chance and forms may write.

Every reader raises NotUnderstood with a sentence for the player; what it gives may still be
against the rules. `write` gives the canonical text of an answer, which reads as the same answer.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Final

from umpire.games.base import NotUnderstood
from umpire.games.box_within_a_box.answers import (
    Answer,
    Deal,
    Layout,
    NoPlay,
    Numbers,
    Play,
    Ready,
    Said,
    Stakes,
    Tiles,
    TimedOut,
    Ways,
)
from umpire.games.box_within_a_box.cards import KINDS, Card, CardList, Cards
from umpire.games.box_within_a_box.components import (
    DIRECTIONS,
    FACE_NAMED,
    FACES,
    SHORT,
    TILE_NAMED,
    TRAITS,
    Bet,
    Bets,
    Condition,
    Direction,
    Path,
    Tile,
    Trait,
    condition,
    names_of,
)
from umpire.games.box_within_a_box.movement import Movement, Movements
from umpire.games.notation import quoted, spellings

_DASHES: Final = dict.fromkeys(map(ord, "−–‐‑"), "-")
_BLANKS: Final = str.maketrans(",;", "  ")
_PARTED: Final = re.compile(r"[,;\r\n]")
_DIGITS: Final = re.compile(r"[0-9]+")
_LONG: Final = 60
"""A number of more digits than this is beyond every card and every stake, whatever it is."""

TRAIT_SPELT: Final[dict[str, Trait]] = {
    spelling: TRAITS.index(name) for spelling, name in spellings(TRAITS).items()
}
_BET: Final = re.compile(
    r"([0-9]+)(?: on | ?: ?)([a-z]+|[0-9])(?:( and | or | ?& ?| ?/ ?)([a-z]+|[0-9]))?"
)
_JOINTS: Final = {"and": "and", "&": "and", "or": "or", "/": "or"}

_CARD_NUMBER: Final = re.compile(r"#?([0-9]+)")
_TILES: Final = re.compile(r"[a-g][1-7](?:(?: ?[->] ?| )[a-g][1-7])*")
_TILE: Final = re.compile(r"[a-g][1-7]")
_BETWEEN_WAYS: Final = re.compile(r" ?\+ ?| ")
_SINGLE: Final = DIRECTIONS[:4]
WAY_SPELT: Final[dict[str, Direction]] = {
    **{spelling: DIRECTIONS.index(name) for spelling, name in spellings(_SINGLE).items()},
    **{name: direction for direction, name in enumerate(DIRECTIONS)},
    **{name: direction for direction, name in enumerate(SHORT)},
}


def _marked(text: str) -> str:
    """Return the text as it is compared.

    Its blanks, commas, semicolons and line breaks as typed.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).lower().translate(_DASHES)
    return text.lower()


def plain(text: str) -> str:
    """Return the text as it is compared: single blanks, and commas and semicolons as blanks too."""
    return " ".join(_marked(text).translate(_BLANKS).split())


def _number(digits: str) -> int:
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= _LONG else 10**_LONG


def _said(text: str) -> str:
    return f"{quoted(text)} is not understood." if text.strip() else "Nothing is said."


def read_board(text: str) -> Layout:
    """Read a list of tiles; a slash between rows is a blank."""
    tiles = plain(text).replace("/", " ").split()
    wrong = next((tile for tile in tiles if tile not in FACE_NAMED), None)
    if wrong is not None or not tiles:
        what = _said(text) if wrong is None else f"{quoted(wrong)} is no tile."
        raise NotUnderstood(
            f"{what} A board is 49 tiles, from A7 to G7, A6 to G6 and so on, each b or w and a "
            "digit, e.g. b3 w0 b1."
        )
    return Layout(bytes([FACE_NAMED[tile] for tile in tiles]))


def read_deal(text: str) -> Numbers:
    """Read a list of numbers."""
    said = plain(text).split()
    wrong = next((word for word in said if not _DIGITS.fullmatch(word)), None)
    if wrong is not None or not said:
        what = _said(text) if wrong is None else f"{quoted(wrong)} is no number of a card."
        raise NotUnderstood(
            f"{what} A deal is the numbers of eight cards, e.g. 3 3 7 12 18 20 31 38."
        )
    return Numbers(tuple(map(_number, said)))


def read_ready(text: str) -> Ready:
    """Read `ready`."""
    if plain(text) != "ready":
        raise NotUnderstood(f"{_said(text)} Say ready when you have seen enough.")
    return Ready()


def read_bets(text: str) -> Bets:
    """Read bets; what is empty between commas, semicolons or line breaks is skipped."""
    items = [" ".join(item.split()) for item in _PARTED.split(_marked(text))]
    bets = tuple([_bet(item) for item in items if item])
    if not bets:
        raise NotUnderstood(f"{_said(text)} Say what you bet, e.g. 3 on black and 2; 1 on 6.")
    return bets


def _bet(item: str) -> Bet:
    found = _BET.fullmatch(item)
    if found is None:
        raise NotUnderstood(
            f"{quoted(item)} is no bet: write a whole number of points, on, and one trait or two "
            "joined by and or or, e.g. 3 on black and 2."
        )
    stake, first, joint, second = found.groups()
    return Bet(_number(stake), _condition(first, joint, second))


def _condition(first: str, joint: str | None, second: str | None) -> Condition:
    if joint is None or second is None:
        return condition(_trait(first))
    return condition(_trait(first), _trait(second), _JOINTS[joint.strip()])


def _trait(word: str) -> Trait:
    trait = TRAIT_SPELT.get(word)
    if trait is None:
        raise NotUnderstood(f"{quoted(word)} is no trait: name black, white or a number 0 to 9.")
    return trait


def read_play(text: str, cards: CardList) -> Said | NoPlay:
    """Read `none`, or a card and perhaps tiles or ways."""
    said = plain(text)
    if said == "none":
        return NoPlay()
    if not said:
        raise NotUnderstood("Nothing is said. Name a card and how it moves the Box, e.g. 3 up.")
    word, _, rest = said.partition(" ")
    return Said(word, _fitting(word, cards), _where(rest) if rest else None)


def _fitting(word: str, cards: CardList) -> Cards:
    """Return the cards of the match that a word may mean: several if it shortens their names."""
    number = _CARD_NUMBER.fullmatch(word)
    if number is not None:
        card = _numbered(_number(number[1]), cards)
        if card is None:
            raise NotUnderstood(f"{quoted(word)} is no card: their numbers are 1 to {KINDS}.")
        return (card,)
    named = cards.named(word)
    if named is not None:
        return (named,)
    beginning = cards.beginning(word)
    if not beginning:
        raise NotUnderstood(
            f"{quoted(word)} is no card: begin with its number or name, e.g. 3 up or "
            f"{cards.numbered(3).name} up."
        )
    return beginning


def _numbered(number: int, cards: CardList) -> Card | None:
    return cards.numbered(number) if 1 <= number <= KINDS else None


def _where(text: str) -> Tiles | Ways:
    if _TILES.fullmatch(text):
        return Tiles(bytes([TILE_NAMED[tile] for tile in _TILE.findall(text)]))
    directions = [WAY_SPELT.get(word, -1) for word in _BETWEEN_WAYS.split(text)]
    if -1 in directions:
        raise NotUnderstood(
            f"{quoted(text)} is not understood: after the card name tiles from A1 to G7, e.g. "
            "D5-D6, or a direction for each number of the card, e.g. up left or ur."
        )
    return Ways(tuple(directions))


def write(answer: Answer) -> str:
    """Return the canonical text of an answer."""
    match answer:
        case Layout(faces):
            return " ".join([FACES[face] for face in faces])
        case Deal(cards):
            return " ".join([str(card.number) for card in cards])
        case Ready():
            return "ready"
        case Stakes(bets):
            return "; ".join(map(str, bets))
        case Play(card, movement):
            return f"{card.name} {write_tiles(movement.path)}"
        case NoPlay():
            return "none"
        case TimedOut():
            return "out of time"


def write_tiles(tiles: Path) -> str:
    """Return tiles as a player names them: `D5-D6-E6`."""
    return "-".join(names_of(tiles))


def write_ways(directions: tuple[Direction, ...]) -> str:
    """Return directions as a player names them: `up left`."""
    return " ".join([DIRECTIONS[direction] for direction in directions])


def shortest(card: Card, valid: Movements, start: Tile) -> Iterator[str]:
    """Yield for each of a card's movements the shortest text that means it and no other.

    Of texts as short the first counts of end tile, ends of the parts, directions and path.
    """
    every, ways = valid.all, valid.ways()
    last = Counter(movement.path[-1] for movement in every)
    ends = Counter(movement.ends for movement in every)
    for movement in every:
        texts = [write_tiles(movement.path)]
        if card.directed:
            texts.insert(0, write_ways(ways[movement.path][0]))
        if not card.by_path:
            if ends[movement.ends] == 1 and _means(movement.ends, movement, valid, start):
                texts.insert(0, write_tiles(movement.ends))
            if last[movement.path[-1]] == 1:
                texts.insert(0, write_tiles(movement.path[-1:]))
        yield min(texts, key=len)


def _means(tiles: Path, movement: Movement, valid: Movements, start: Tile) -> bool:
    """Return whether the ends of a movement's parts are neither cut short nor another's path."""
    return tiles[0] != start and valid.along(tiles) in (None, movement)
