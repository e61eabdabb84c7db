"""Texts to answers and back: what players, chance and options may write.

Every reader raises NotUnderstood with a sentence for the player; what it gives may still be
against the rules. `write` gives the canonical text of an answer, which reads as the same answer.
"""

from collections.abc import Sequence
from typing import Final, cast

from umpire.games.base import NotUnderstood
from umpire.games.denizens_of_tartarus.answers import (
    SAME_PILES,
    Ban,
    Block,
    Deal,
    Declare,
    Mulligan,
    Pass,
    Said,
    Seats,
    TimedOut,
    Turn,
)
from umpire.games.denizens_of_tartarus.components import (
    CARD_NAMED,
    CARDS,
    COLORS,
    HAND,
    LETTERS,
    MODULES,
    NUMBERS,
    Card,
    Configuration,
    ModuleName,
    as_hand,
    names,
)
from umpire.games.notation import fitting, listed, plain, quoted, spellings, words

PILE_ORDERS: Final = ("TMB", "TBM", "MTB", "MBT", "BTM", "BMT")
PILES: Final = {"T": "top", "M": "middle", "B": "bottom"}

COLOR_SPELT = spellings(COLORS)
MODULE_SPELT = cast(dict[str, ModuleName], spellings(MODULES))
_CARD_SPELT: dict[str, Card] = {
    f"{spelling}{number}": CARD_NAMED[f"{color[0]}{number}"]
    for spelling, color in COLOR_SPELT.items()
    for number in NUMBERS
}
_NUMBER_SPELT = {str(number) for number in NUMBERS}
_PILES_SPELT = {plain(piles): piles for piles in PILE_ORDERS}
PILE_SPELT = spellings(tuple(PILES.values()))

_FIRST = ("first", "p1", "1")
_SECOND = ("second", "p2", "2")
_LEFT = ("left", "l")
_RIGHT = ("right", "r")
_ATTUNED = ("attuned", "att")
_BLOCK = ("block",)
_MULLIGAN = ("mulligan", "mull")

_DEAL = len(CARDS)
_FAR = 6
"""A place in the deck of more digits than this is beyond every card, whatever it is."""


class _Line:
    """The words of a text, taken one after another; behind the last stand empty ones."""

    def __init__(self, taken: Sequence[str]) -> None:
        self._words = (*taken, "", "", "")
        self._at = 0

    def next(self) -> str:
        """Return the next word without taking it; an empty text at the end."""
        return self._words[self._at]

    def after(self) -> str:
        """Return the word after the next one."""
        return self._words[self._at + 1]

    def skip(self, count: int = 1) -> None:
        """Take that many words."""
        self._at += count

    def take(self, spelt: Sequence[str]) -> bool:
        """Take the next word if it is one of these, and tell whether it was."""
        if self._words[self._at] not in spelt:
            return False
        self._at += 1
        return True

    def end(self, hint: str) -> None:
        """Make sure that nothing is left over."""
        if self.next():
            left = " ".join(self._words[self._at :]).rstrip()
            raise NotUnderstood(f"{quoted(left)} is left over: {hint}")


def read_seats(text: str) -> Seats:
    """Read `role [side]` or `side role`. Without a side Player 1 is on the left."""
    said = words(text)
    roles = [word for word in said if word in _FIRST + _SECOND]
    sides = [word for word in said if word in _LEFT + _RIGHT]
    if len(roles) != 1 or len(sides) > 1 or len(said) != len(roles) + len(sides):
        raise NotUnderstood(
            f"{_said(text)} Say first or second, and left or right if you like, e.g. second left."
        )
    first = roles[0] in _FIRST
    return Seats(first=first, left=sides[0] in _LEFT if sides else first)


def read_deal(text: str) -> Deal:
    """Read the 25 cards of a starting configuration: two hands and the deck."""
    cards = _cards(_Line(words(text, ",;|/")))
    if len(cards) != _DEAL:
        raise NotUnderstood(
            f"A deal is {_DEAL} cards, Player 1's hand, Player 2's hand and the deck, "
            f"not {len(cards)}: write R1 Y2 G3 | B1 P2 R3 | and the other 19."
        )
    hands = as_hand(cards[:HAND]), as_hand(cards[HAND : 2 * HAND])
    return Deal(Configuration(hands, cards[2 * HAND :]))


def read_cards(text: str) -> tuple[Card, ...]:
    """Read a text of nothing but cards, perhaps none."""
    return _cards(_Line(words(text)))


def read_ban(text: str) -> Ban:
    """Read `[ban] letter`."""
    line = _Line(words(text))
    line.take(("ban",))
    letter = line.next().upper()
    line.skip()
    if letter not in LETTERS or line.next():
        raise NotUnderstood(f"{_said(text)} Name one configuration, A, B, C or D, e.g. ban C.")
    return Ban(letter)


def read_declare(text: str) -> Declare:
    """Read `[declare or block]` and a module, `none` or `pass`."""
    line = _Line(words(text))
    line.take(("declare", *_BLOCK))
    hint = "name one module, e.g. set, or none."
    if not line.next():
        raise NotUnderstood(f"{_said(text)} {hint.capitalize()}")
    module = None if line.take(("none", "pass")) else _module(line)
    line.end(hint)
    return Declare(module)


def read_turn(text: str) -> Turn | Pass:
    """Read a whole turn: `[play] card [on] module [piles] [draw] [spirit]`."""
    line = _Line(words(text))
    if line.take(("pass",)):
        line.end("say the card and the module, e.g. Y5 set.")
        return Pass()
    line.take(("play",))
    card = _card(line, "Say first which card you play, e.g. Y5 set.")
    line.take(("on", "to"))
    module = _module(line)
    if not line.next():
        return Turn(card, module)
    piles = _piles(line) if module == "Shuffle" else None
    option = _draw(line)
    pick = _pick(line, module) if option else None
    if option and module == "Shuffle" and piles is None:
        piles = _piles(line)
    spirit = _spirit(line)
    line.end(
        "a turn is card, module, piles (on Shuffle), draw, invocation, in this order, "
        "e.g. Y5 set draw module; block pair."
    )
    return Turn(card, module, option, pick, piles or SAME_PILES, spirit)


def _said(text: str) -> str:
    return f"{quoted(text)} is not understood." if text.strip() else "Nothing is said."


def _cards(line: _Line) -> tuple[Card, ...]:
    cards = []
    while line.next():
        cards.append(_card(line, ""))
    return tuple(cards)


def _card_or_none(line: _Line) -> Card | None:
    word = line.next()
    card = _CARD_SPELT.get(word)
    if card is not None:
        line.skip()
    elif word in COLOR_SPELT and line.after() in _NUMBER_SPELT:
        card = CARD_NAMED[f"{COLOR_SPELT[word][0]}{line.after()}"]
        line.skip(2)
    return card


def _card(line: _Line, missing: str) -> Card:
    card = _card_or_none(line)
    if card is not None:
        return card
    word = line.next()
    if not word:
        raise NotUnderstood(missing)
    if word in COLOR_SPELT:
        word = f"{word} {line.after()}".strip()
    raise NotUnderstood(
        f"{quoted(word)} is no card: write its colour, or the first letters of it, "
        "and its number from 1 to 5, e.g. Y5."
    )


def _module(line: _Line) -> ModuleName:
    word = line.next()
    module = MODULE_SPELT.get(word)
    if module is not None:
        line.skip()
        return module
    if not word:
        raise NotUnderstood(f"The module is missing: name {listed(MODULES, 'or')}.")
    several = fitting(word, MODULES)
    if several:
        raise NotUnderstood(f"{quoted(word)} may be {listed(several, 'or')}: add a letter.")
    raise NotUnderstood(f"{quoted(word)} is no module: name {listed(MODULES, 'or')}.")


def _piles(line: _Line) -> str | None:
    together = _PILES_SPELT.get(line.next())
    if together is not None:
        line.skip()
        return together
    piles = ""
    while len(piles) < len(PILES) and line.next() in PILE_SPELT:
        piles += PILE_SPELT[line.next()][0].upper()
        line.skip()
    if piles and piles not in PILE_ORDERS:
        raise NotUnderstood("Name each pile once, the new top one first, e.g. BTM.")
    return piles or None


def _draw(line: _Line) -> bool:
    if not line.take(("draw",)) or line.take(("top",)):
        return False
    if not line.take(("module", "mod")):
        raise NotUnderstood("After draw say top or module, e.g. Y5 set draw module.")
    return True


def _pick(line: _Line, module: ModuleName) -> Card | int | None:
    if module == "Matching":
        word = line.next()
        if word.isascii() and word.isdigit():
            line.skip()
            digits = word.lstrip("0") or "0"
            return int(digits) if len(digits) <= _FAR else 10**_FAR
        return _card(
            line, "Say which card Matching's option draws, e.g. draw module 2 or draw module R4."
        )
    if module == "Stones":
        return _card(line, "Say which card Stones' option discards, e.g. draw module R2.")
    return None


def _spirit(line: _Line) -> Block | Mulligan | None:
    if not line.next():
        return None
    before = line.take(_ATTUNED)
    blocks = line.take(_BLOCK)
    if not blocks and not line.take(_MULLIGAN):
        if before:
            raise NotUnderstood("Attuned goes with block or mulligan, e.g. attuned block pair.")
        return None
    behind = line.take(_ATTUNED)
    if blocks:
        module = _module(line)
    else:
        cards = [_card(line, "Say which card the mulligan discards, e.g. mulligan G4.")]
        while (card := _card_or_none(line)) is not None:
            cards.append(card)
    last = line.take(_ATTUNED)
    if before + behind + last > 1:
        raise NotUnderstood("Say attuned only once.")
    attuned = before or behind or last
    return Block(module, attuned) if blocks else Mulligan(tuple(cards), attuned)


def write(answer: Said) -> str:
    """Return the canonical text of an answer."""
    match answer:
        case Seats(first, left):
            return f"{'first' if first else 'second'} {'left' if left else 'right'}"
        case Deal(configuration):
            return write_configuration(configuration)
        case Ban(letter):
            return f"ban {letter}"
        case Declare(module):
            return module or "none"
        case Turn():
            return _write_turn(answer)
        case Pass():
            return "pass"
        case TimedOut():
            return "out of time"


def write_configuration(configuration: Configuration) -> str:
    """Return a starting configuration as a deal is written, the hands in the order of numbers."""
    first, second = (
        names(sorted(hand, key=lambda card: card.number)) for hand in configuration.hands
    )
    return f"{first} | {second} | {names(configuration.deck)}"


def _write_turn(turn: Turn) -> str:
    text = f"{turn.card} {turn.module}"
    piles = "" if turn.piles == SAME_PILES else f" {turn.piles}"
    if turn.option:
        pick = "" if turn.pick is None else f" {turn.pick}"
        text += f", draw module{pick}{piles}"
    else:
        text += piles
    spirit = turn.spirit
    if spirit is None:
        return text
    attuned = "attuned " if spirit.attuned else ""
    if isinstance(spirit, Block):
        return f"{text}; {attuned}block {spirit.module}"
    return f"{text}; {attuned}mulligan {names(spirit.cards)}"
