"""Texts to answers and back: what players and chance may write.

Ruling 36: these are all the notations there are; what fits none is refused, never guessed at.
Every reader raises NotUnderstood with a sentence for the player; what it gives may still be
against the rules. `write` gives the canonical text of an answer, which reads as the same answer.
"""

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from umpire.games.base import NotUnderstood
from umpire.games.devils_deal.answers import (
    Answer,
    Bet,
    Buy,
    Division,
    Drawn,
    Failed,
    KeepNone,
    Pile,
    Private,
    Ready,
    Start,
    Take,
)
from umpire.games.devils_deal.components import COLORS, NUMBERS, Card, Cards, names
from umpire.games.notation import fitting, narrow, plain, quoted, spellings

COLOR_SPELT: Final = spellings(COLORS)
MARKS: Final = ("*", "aside", "set aside", "(aside)", "(set aside)")
"""What marks the pile set aside, before its cards or behind them."""
ONESELF: Final = "me"
OTHER: Final = "opponent"

_CARD_SPELT: Final = {
    (spelling, str(number)): Card(f"{color[0]}{number}")
    for spelling, color in COLOR_SPELT.items()
    for number in NUMBERS
}
# A word is a whole run of letters; everything else but blanks stands for itself.
_TOKEN: Final = re.compile(r"[a-z]+|\S")
_BLANKS: Final = str.maketrans(",;", "  ")
_BLANKS_OF_TAKE: Final = str.maketrans(",;|/", "    ")
_SEPARATORS: Final = str.maketrans("|/", "\n\n")
_MARKS: Final = tuple(sorted((_TOKEN.findall(mark) for mark in MARKS), key=len, reverse=True))
# Most piles have no mark, which a glance at their first and last words tells.
_FIRST_OF_MARK: Final = {mark[0] for mark in _MARKS}
_LAST_OF_MARK: Final = {mark[-1] for mark in _MARKS}
_BET: Final = re.compile(r"(?P<call>c|call)|(?P<fold>f|fold)|(?:r|raise) ?(?P<chips>[0-9]+)")

_NONE: Final = ["none"]
_UNUSED: Final = "unused"
_DISCARD: Final = "discard"
_D: Final = "d"
_FAR: Final = 6
"""A raise by a number of more digits than this is beyond everybody's chips, whatever it is."""

_EXAMPLE_DIVISION: Final = "R2 B3 | G5 | B5 * | discard: R2"

Tokens = Sequence[str]


def read_start(text: str, players: tuple[str, str], by: str) -> Start:
    """Read a name, `me` or `opponent`: a whole name first, then the words, then a prefix."""
    said = plain(text)
    fits = [name for name in players if plain(name) == said]
    if not fits and said in (ONESELF, OTHER):
        fits = [name for name in players if (name == by) == (said == ONESELF)]
    fits = fits or fitting(said, players)
    if len(fits) != 1:
        raise NotUnderstood(
            f"{_said(text)} Name who starts: {players[0]}, {players[1]}, me or opponent."
        )
    return Start(fits[0])


def read_buy(text: str) -> Buy:
    """Read `yes` or `no`."""
    match plain(text):
        case "yes" | "y":
            return Buy(True)
        case "no" | "n":
            return Buy(False)
    raise NotUnderstood(f"{_said(text)} Say yes to pay for a refill, or no.")


def read_drawn(text: str) -> Drawn:
    """Read the cards that chance drew, at least one."""
    return Drawn(_cards(_tokens(text), "Write the cards one after another, e.g. R5 B3."))


def read_drawn_exactly(text: str, count: int) -> Drawn:
    """Read that many cards that chance drew."""
    drawn = read_drawn(text)
    if len(drawn.cards) != count:
        raise NotUnderstood(
            f"{_number(count)} must be drawn here, not {_number(len(drawn.cards))}: "
            "write them one after another, e.g. R5 B3."
        )
    return drawn


def read_private(text: str) -> Private:
    """Read two cards, the one to be revealed first before the other."""
    hint = "Name two cards of your pool, the one to be revealed first before the other, e.g. R5 B3."
    cards = _cards(_tokens(text), hint)
    if len(cards) != 2:
        raise NotUnderstood(f"{_number(len(cards))} is not what is wanted. {hint}")
    return Private(*cards)


def read_bet(text: str) -> Bet:
    """Read `call`, `raise N` or `fold`."""
    said = _BET.fullmatch(plain(text))
    if said is None:
        raise NotUnderstood(f"{_said(text)} Say call, fold, or raise and a number, e.g. raise 3.")
    if said["call"]:
        return Bet("call")
    if said["fold"]:
        return Bet("fold")
    digits = said["chips"].lstrip("0") or "0"
    return Bet("raise", int(digits) if len(digits) <= _FAR else 10**_FAR)


def read_ready(text: str) -> Ready:
    """Read `ready`."""
    if plain(text) != "ready":
        raise NotUnderstood(f"{_said(text)} Say ready to end your break.")
    return Ready()


def read_take(text: str) -> Take:
    """Read `pass`, or a card and perhaps what is discarded for it."""
    tokens = _TOKEN.findall(narrow(text).casefold().translate(_BLANKS_OF_TAKE))
    if tokens in (["pass"], ["none"], ["no"]):
        return Take(None)
    hint = "Name one card that is offered, e.g. G2 or G2 discard: R5, or say pass."
    if tokens[:1] == ["take"]:
        del tokens[0]
    at = next((at for at, token in enumerate(tokens) if token in (_DISCARD, _D)), len(tokens))
    cards = _cards(tokens[:at], hint)
    if len(cards) != 1:
        raise NotUnderstood(f"Only one card can be taken, not {names(cards)}. {hint}")
    return Take(cards[0], _cards_or_none(tokens[at + 1 :]))


def read_division(text: str) -> Division | KeepNone:
    """Read a division: parts on lines of their own or with `|` or `/` between them."""
    parts = _parts(text)
    if parts == [_NONE]:
        return KeepNone()
    if not parts:
        _refuse_division("Nothing is said.")
    piles: list[Pile] = []
    lists: dict[str, Cards] = {}
    for part in parts:
        name = _DISCARD if part[0] == _D else part[0]
        if name not in (_UNUSED, _DISCARD):
            piles.append(_pile(part))
        elif name in lists:
            _refuse_division(f"Only one part may say {name}.")
        else:
            lists[name] = _cards_or_none(part[1:])
    return Division(tuple(piles), lists.get(_UNUSED, ()), lists.get(_DISCARD, ()))


def _parts(text: str) -> list[list[str]]:
    """Return the words of each part that is not empty.

    `unused` and `discard` begin one anywhere.
    """
    lines = narrow(text).casefold().translate(_BLANKS).translate(_SEPARATORS).splitlines()
    parts: list[list[str]] = []
    for line in lines:
        part: list[str] = []
        for token in _TOKEN.findall(line):
            if token in (_UNUSED, _DISCARD):
                parts.append(part)
                part = []
            part.append(token)
        parts.append(part)
    return [part for part in parts if part]


def _pile(part: list[str]) -> Pile:
    before, behind = 0, 0
    if part[0] in _FIRST_OF_MARK:
        before = next((len(mark) for mark in _MARKS if part[: len(mark)] == mark), 0)
    rest = part[before:]
    if before and rest[:1] == [":"]:
        del rest[0]
    if rest and rest[-1] in _LAST_OF_MARK:
        behind = next((len(mark) for mark in _MARKS if rest[-len(mark) :] == mark), 0)
    if before and behind:
        _refuse_division("A pile is marked twice as set aside.")
    cards = rest[: len(rest) - behind]
    # Ruling 11: a pile has at least one card.
    if not cards:
        _refuse_division("The pile set aside has no cards.")
    hint = f"Write each pile as its cards, one of them marked, e.g. {_EXAMPLE_DIVISION}."
    return Pile(_cards(cards, hint), aside=bool(before or behind))


def _cards_or_none(tokens: Tokens) -> Cards:
    """Read what follows `unused` or `discard`: cards, `none` or nothing."""
    rest = tokens[1:] if tokens[:1] == [":"] else tokens
    if not rest or rest == _NONE:
        return ()
    return _cards(rest, "Write cards behind it, or none, e.g. discard: R5 B3.")


def _refuse_division(problem: str) -> NoReturn:
    raise NotUnderstood(
        f"{problem} Write each pile on a line or between |, and * behind the one set aside, "
        f"e.g. {_EXAMPLE_DIVISION}; or none."
    )


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(narrow(text).casefold().translate(_BLANKS))


def _cards(tokens: Tokens, hint: str) -> Cards:
    """Read nothing but cards, at least one: of each a colour and a number."""
    if not tokens:
        raise NotUnderstood(f"No card is named. {hint}")
    pairs = zip(tokens[::2], [*tokens[1::2], ""], strict=False)
    cards = []
    for pair in pairs:
        card = _CARD_SPELT.get(pair)
        if card is None:
            raise NotUnderstood(_no_card(pair, hint))
        cards.append(card)
    return tuple(cards)


def _no_card(pair: tuple[str, str], hint: str) -> str:
    color, number = pair
    known = color in COLOR_SPELT
    return f"{quoted(f'{color}{number}' if known else color)} is no card. {hint}"


def _said(text: str) -> str:
    return f"{quoted(text)} is not understood." if text.strip() else "Nothing is said."


def _number(cards: int) -> str:
    return "One card" if cards == 1 else f"{cards} cards"


def write(answer: Answer) -> str:
    """Return the canonical text of an answer."""
    match answer:
        case Drawn(cards):
            return names(cards)
        case Start(player):
            return player
        case Buy(wanted):
            return "yes" if wanted else "no"
        case KeepNone():
            return "none"
        case Division():
            return _write_division(answer)
        case Take(card, discards):
            return _with_discards(card or "pass", " ", discards)
        case Private(first, second):
            return f"{first} {second}"
        case Failed():
            return "no cards in time"
        case Bet(action, chips):
            return f"{action} {chips}" if action == "raise" else action
        case Ready():
            return "ready"


def _write_division(division: Division) -> str:
    parts = [names(pile.cards) + (" *" if pile.aside else "") for pile in division.piles]
    if division.unused:
        parts.append(f"unused: {names(division.unused)}")
    return _with_discards(" | ".join(parts), " | ", division.discards)


def _with_discards(text: str, mark: str, discards: Cards) -> str:
    return f"{text}{mark}discard: {names(discards)}" if discards else text
