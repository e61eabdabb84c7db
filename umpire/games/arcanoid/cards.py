"""The cards: the 78 of the tarot, and how cards and fields are written.

Ruling 52: one deck, and none of the source's jests.
"""

import re
from collections.abc import Container, Iterable, Sequence
from typing import Final, NewType

from umpire.games.base import NotUnderstood
from umpire.games.text import beginnings, join_words, prefix_table, quote

Card = NewType("Card", str)
"""A card is the text it is reported as: `S4`, `SQ`, or a trump's number, `21`."""
Cards = tuple[Card, ...]

SUITS: Final = ("swords", "staves", "cups", "coins")
"""The suits are the fields too, always in this order."""
LETTERS: Final = "STCO"  # Ruling 4
SUIT_OF: Final = dict(zip(LETTERS, SUITS, strict=True))
_NUMERIC: Final = tuple(str(number) for number in range(1, 11))
COURTS: Final = {"J": "knave", "N": "knight", "Q": "queen", "K": "king"}
RANKS: Final = (*_NUMERIC, *COURTS)
TRUMPS: Final = (
    "fool", "magician", "priestess", "empress", "emperor", "hierophant", "lovers", "chariot",
    "justice", "hermit", "wheel", "strength", "hanged", "death", "temperance", "devil", "tower",
    "star", "moon", "sun", "judgment", "world",
)  # fmt: skip
"""The names of the trumps by their numbers (ruling 3)."""

DECK: Final[Cards] = (
    *(Card(letter + rank) for letter in LETTERS for rank in RANKS),
    *(Card(str(number)) for number in range(len(TRUMPS))),
)
"""The full deck, in card order."""
MINORS: Final[Cards] = tuple([card for card in DECK if card[0] in LETTERS])
"""All that are no trumps, in card order."""
_PLACE: Final = {card: place for place, card in enumerate(DECK)}
_place: Final = _PLACE.__getitem__

FOOL: Final = Card("0")
MAGICIAN: Final = Card("1")
EMPRESS: Final = Card("3")
EMPEROR: Final = Card("4")
LOVERS: Final = Card("6")
CHARIOT: Final = Card("7")
JUSTICE: Final = Card("8")
HERMIT: Final = Card("9")
TEMPERANCE: Final = Card("14")
DEVIL: Final = Card("15")
JUDGMENT: Final = Card("20")
WORLD: Final = Card("21")

HAND: Final = 6
VISIBLE: Final = 2
EXTRA_MOVES: Final = 3
WHEEL_CARDS: Final = 5

FIELDS: Final = range(len(SUITS))
"""Fields as the program counts them, swords 0 to coins 3."""
_SUIT: Final = {card: LETTERS.index(card[0]) if card[0] in LETTERS else None for card in DECK}
_NUMBER: Final = {
    card: int(card[1:]) if card[0] in LETTERS and card[1:] in _NUMERIC else None for card in DECK
}
# No hidden card is in these tables: what computes with one fails.


def suit_of(card: Card) -> int | None:
    """Return the field of a minor card's suit, None for a trump."""
    return _SUIT[card]


def number_of(card: Card) -> int | None:
    """Return the number of a numeric card, 1 to 10; None for courts and trumps."""
    return _NUMBER[card]


def is_trump(card: Card) -> bool:
    """Return whether a card is a trump, the Fool among them."""
    return _SUIT[card] is None


def is_ace(card: Card) -> bool:
    """Return whether a card is one of the four aces."""
    return _NUMBER[card] == 1


def is_court(card: Card) -> bool:
    """Return whether a card is a knave, knight, queen or king."""
    return _SUIT[card] is not None and _NUMBER[card] is None


def rank_of(card: Card) -> str:
    """Return the rank of a minor card: `1` to `10`, `J`, `N`, `Q`, `K`."""
    return card[1:]


def in_order(cards: Iterable[Card]) -> Cards:
    """Return the cards in card order."""
    return tuple(sorted(cards, key=_place))


def without(cards: Iterable[Card], removed: Container[Card]) -> Cards:
    """Return the cards that are left, in their order; every card is there once."""
    return tuple([card for card in cards if card not in removed])


def title(card: Card) -> str:
    """Return a card as a sentence names it: a trump with its name."""
    return f"{card} ({TRUMPS[int(card)]})" if is_trump(card) else card


_ANDS: Final = ("+", "&", "and")
"""The words that may stand between two fields, and between cards."""

_SUIT_ALIASES: Final = (
    ("spades", "♠"),
    ("clubs", "wands", "batons", "♣"),
    ("hearts", "♥"),
    ("diamonds", "pentacles", "♦"),
)
_WHOLE_SUITS: Final = {
    word: suit
    for suit, name in enumerate(SUITS)
    for word in (LETTERS[suit].lower(), name, *_SUIT_ALIASES[suit])
}
_SUIT_WORDS: Final[dict[str, int]] = {
    **prefix_table({name: suit for suit, name in enumerate(SUITS)}),
    **_WHOLE_SUITS,
}
"""The texts that mean a suit: its whole words, and prefixes of the name of one only."""
_RANKMARKS: Final = {rank.lower(): rank for rank in RANKS} | {"a": "1"}
_RANK_NAMES: Final = {"ace": "1"} | {name: mark for mark, name in COURTS.items()}
_RANK_WORDS: Final = prefix_table(_RANK_NAMES) | _RANKMARKS | {"jack": "J", "page": "J"}
_BEFORE_OF: Final = _RANK_WORDS | {
    "deuce": "2", "two": "2", "three": "3", "four": "4", "five": "5",
    "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip
"""The words that mean a rank before `of`."""
_ONES: Final = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_ROMAN: Final = [tens + ones for tens in ("", "x", "xx") for ones in _ONES][1 : len(TRUMPS)]
_NUMERALS: Final = {
    **{str(number): Card(str(number)) for number in range(len(TRUMPS))},
    **{roman: Card(str(number)) for number, roman in enumerate(_ROMAN, 1)},
}
_IN_ONE_WORD: Final = {
    **{word + n: Card(LETTERS[suit] + n) for word, suit in _SUIT_WORDS.items() for n in _NUMERIC},
    **{
        word: Card(LETTERS[suit] + rank)
        for suit, aliases in enumerate(_SUIT_ALIASES)
        for mark, rank in _RANKMARKS.items()
        for word in (LETTERS[suit].lower() + mark, mark + aliases[-1])
    },
    **_NUMERALS,
    "excuse": FOOL,
}
_NAMES_BY_PREFIX: Final = beginnings(
    {"judgement": "judgment"} | {name: name for name in (*SUITS, *TRUMPS)}
)
"""The names of suits and trumps that a text begins."""
LONG_NAMES: Final = {
    "high priestess": "priestess",
    "hanged man": "hanged",
    "wheel of fortune": "wheel",
}
"""Longer names of trumps."""
_LONG_NAMES: Final = {
    name.partition(" ")[0]: (tuple(name.split()), Card(str(TRUMPS.index(short))))
    for name, short in LONG_NAMES.items()
}
"""By its first word the words of a longer name, and the trump."""
_AS_PICTURE: Final = "\ufe0f"
"""The character that phones put behind the sign of a suit."""
_THE: Final = "the"
_JOINED: Final = re.compile(r"([+&])")


def split_words(line: str) -> list[str]:
    """Return the words of a plain line; `+` and `&` are words of their own."""
    if "+" in line or "&" in line:
        line = _JOINED.sub(r" \1 ", line)
    return line.replace(_AS_PICTURE, "").split()


def read_field(word: str) -> int:
    """Return the field that a word means. Raises NotUnderstood."""
    suit = _SUIT_WORDS.get(word)
    if suit is None:
        raise NotUnderstood(f"{quote(word)} is not a field. Write {join_words(SUITS, 'or')}.")
    return suit


def _read_fields(words: Sequence[str]) -> tuple[tuple[int, ...], Sequence[str]]:
    """Return one field, or two with `+` between them, at the beginning of words, and the rest."""
    if not words:
        raise NotUnderstood(f"Name a field: {join_words(SUITS, 'or')}.")
    first = read_field(words[0])
    if len(words) < 2 or words[1] not in _ANDS:
        return (first,), words[1:]
    if len(words) < 3:
        raise NotUnderstood(f"Name a second field after {quote(words[1])}. Example: cups+coins.")
    return (first, read_field(words[2])), words[3:]


def read_commitment(words: Sequence[str]) -> tuple[tuple[int, ...], Cards]:
    """Return the fields, one or two, and the cards, perhaps none, of a commitment.

    The field may be left out where the minor cards are all of one suit, at least one: it is that
    suit's. A word that is a suit by itself is always a field: `S 4` is swords and the Emperor.
    """
    first = next((word for word in words if word not in _ANDS), None)
    if first is None or first in _SUIT_WORDS:
        fields, rest = _read_fields(words)
        return fields, read_cards(rest) if rest else ()
    try:
        (_trump_behind_the if first == _THE else _card_at)(words, words.index(first))
    except NotUnderstood as fault:
        raise NotUnderstood(
            f"{fault} Or name the field first: {join_words(SUITS, 'or')}."
        ) from None
    cards = read_cards(words)
    suits = suits_of(cards)
    if len(suits) == 1:
        return (suits[0],), cards
    why = "These cards are of several suits" if suits else "Trumps alone do not say which field"
    may_be = join_words([SUITS[suit] for suit in suits] or SUITS, "or")
    raise NotUnderstood(f"{why}. Write {may_be} before them.")


def suits_of(cards: Cards) -> list[int]:
    """Return the suits of the minor cards, each once, in their order."""
    return sorted({suit for card in cards if (suit := suit_of(card)) is not None})


def read_cards(words: Sequence[str]) -> Cards:
    """Return the cards of a list, one or more. Raises NotUnderstood."""
    cards: list[Card] = []
    at = 0
    while at < len(words):
        if words[at] in _ANDS:
            at += 1
        else:
            card, at = (_trump_behind_the if words[at] == _THE else _card_at)(words, at)
            cards.append(card)
    if not cards:
        raise NotUnderstood("Name a card, such as S4, SQ or 17.")
    return tuple(cards)


def read_card(words: Sequence[str]) -> Card:
    """Return the only card of a list. Raises NotUnderstood."""
    cards = read_cards(words)
    if len(cards) > 1:
        raise NotUnderstood(f"Name 1 card, not {len(cards)}.")
    return cards[0]


def as_number(card: Card, field: int) -> str:
    """Return how the number of a trump is written if a card of a field's suit was meant by it."""
    if card not in _NUMERIC:
        return ""
    return f" The {card} of {SUITS[field]} is {LETTERS[field]}{card}."


def _trump_behind_the(words: Sequence[str], at: int) -> tuple[Card, int]:
    """Return the trump named behind a `the`, and where the next card begins."""
    behind = words[at + 1 : at + 2]
    if behind and behind[0] not in _NUMERALS:
        card, end = _card_at(words, at + 1)
        if is_trump(card):
            return card, end
    raise NotUnderstood('"the" goes with the name of a trump only. Example: the sun.')


def _card_at(words: Sequence[str], at: int) -> tuple[Card, int]:
    """Return the card that begins at a word, and where the next begins."""
    word = words[at]
    if word in _LONG_NAMES:
        name, trump = _LONG_NAMES[word]
        if tuple(words[at : at + len(name)]) == name:
            return trump, at + len(name)
    following = (*words[at + 1 : at + 3], "", "")
    if following[0] == "of" and word in _BEFORE_OF and following[1] in _SUIT_WORDS:
        return Card(LETTERS[_SUIT_WORDS[following[1]]] + _BEFORE_OF[word]), at + 3
    if word in _IN_ONE_WORD:
        return _IN_ONE_WORD[word], at + 1
    if word not in _WHOLE_SUITS:
        matches = _name_begun_by(word)
        if matches in TRUMPS:
            return Card(str(TRUMPS.index(matches))), at + 1
    rank = _RANK_WORDS.get(following[0])
    if rank is None:
        raise NotUnderstood(f"Add a rank to {quote(word)}: 1 to 10, knave, knight, queen or king.")
    return Card(LETTERS[_SUIT_WORDS[word]] + rank), at + 2


def _name_begun_by(word: str) -> str:
    """Return the one name of a suit or trump that a word begins. Raises NotUnderstood."""
    matches = _NAMES_BY_PREFIX.get(word, ())
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise NotUnderstood(
            f"{quote(word)} may be {join_words(sorted(matches), 'or')}. Write more."
        )
    raise NotUnderstood(
        f"{quote(word)} is not a card. Write {join_words(LETTERS, 'or')} and {_NUMERIC[0]} to "
        f"{_NUMERIC[-1]}, J, N, Q or K, such as S4; or a trump's number or name."
    )
