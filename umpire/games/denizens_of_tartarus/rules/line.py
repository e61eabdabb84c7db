"""What players type, word by word: cards and modules, as every kind of decision reads them.

A reader raises NotUnderstood with a sentence for the player. What it returns may still be against
the rules.
"""

from collections.abc import Callable, Sequence
from typing import Final, cast
from unicodedata import normalize

from umpire.games.base import NotUnderstood
from umpire.games.denizens_of_tartarus.components import (
    CARD_NAMED,
    COLORS,
    MODULES,
    NUMBERS,
    SINNERS,
    Card,
    ModuleName,
)
from umpire.games.notation import listed, narrow, plain, quoted, spellings, words

_COLOR_SPELT: Final = spellings(COLORS)


def _second_names() -> dict[str, ModuleName]:
    """Return the second names, whole, with and without the accent and the article that one has."""
    spelt = {}
    for module, sinner in SINNERS.items():
        whole = plain(sinner)
        apart = normalize("NFD", whole)
        for name in (whole, apart, apart.encode("ascii", "ignore").decode()):
            spelt[name] = spelt[name.removeprefix("the ")] = module
    return spelt


MODULE_SPELT: Final = cast(dict[str, ModuleName], spellings(MODULES)) | _second_names()
"""A spelling is one word or two."""
_CARD_SPELT: Final = {
    f"{spelling}{number}": CARD_NAMED[f"{color[0]}{number}"]
    for spelling, color in _COLOR_SPELT.items()
    for number in NUMBERS
}
_NUMBER_SPELT: Final = {str(number) for number in NUMBERS}
EXAMPLE: Final = "Y5 Set"
"""A play."""


class Line:
    """The words of a text, taken one after another; behind the last stand empty ones.

    A colon is a word by itself, wherever it stands. `example` gives a card and a module to play it
    on: it stands in what is told of no card, and for `{example}` in every hint.
    """

    def __init__(
        self, text: str, blanks: str = ",;", example: Callable[[], str] = lambda: EXAMPLE
    ) -> None:
        self._example = example
        self._words = (*words(narrow(text).replace(":", " : "), blanks), "", "", "")
        self._at = 0

    def next(self) -> str:
        """Return the next word without taking it; an empty text at the end."""
        return self._words[self._at]

    def skip(self) -> None:
        """Take the next word."""
        self._at += 1

    def take(self, spelt: Sequence[str]) -> bool:
        """Take the next word if it is one of these, and tell whether it was."""
        if self._words[self._at] not in spelt:
            return False
        self._at += 1
        return True

    def end(self, hint: str) -> None:
        """Make sure that nothing is left over."""
        if self._words[self._at]:
            left = " ".join(self._words[self._at :]).rstrip()
            raise NotUnderstood(f"{quoted(left)} does not belong here. {self.filled(hint)}")

    def filled(self, hint: str) -> str:
        """Return a hint with the example in it, which is looked for only now."""
        return hint.replace("{example}", self._example())

    def card_or_none(self) -> Card | None:
        """Take a card if one comes next, which may be a colour and a number apart."""
        word = self._words[self._at]
        card = _CARD_SPELT.get(word)
        if card is not None:
            self._at += 1
        elif word in _COLOR_SPELT and (number := self._words[self._at + 1]) in _NUMBER_SPELT:
            card = CARD_NAMED[f"{_COLOR_SPELT[word][0]}{number}"]
            self._at += 2
        return card

    def card(self, missing: str) -> Card:
        """Take the card that must come next; `missing` is the sentence if nothing does."""
        card = self.card_or_none()
        if card is not None:
            return card
        word, after = self._words[self._at : self._at + 2]
        if not word:
            raise NotUnderstood(self.filled(missing))
        if word in _COLOR_SPELT:
            word = f"{word} {after}".strip()
        raise NotUnderstood(
            f"{quoted(word)} is not a card. Write its colour and its number from 1 to 5. "
            f"Example: {self._example().split()[0]}."
        )

    def cards(self) -> tuple[Card, ...]:
        """Take what is left, which must be cards."""
        cards = []
        while self.next():
            cards.append(self.card(""))
        return tuple(cards)

    def module(self) -> ModuleName:
        """Take the module that must come next."""
        word, after = self._words[self._at : self._at + 2]
        module = MODULE_SPELT.get(word)
        if module is not None:
            self._at += 1
            return module
        module = MODULE_SPELT.get(f"{word} {after}")
        if module is not None:
            self._at += 2
            return module
        if not word:
            raise NotUnderstood(f"Name a module too: {listed(MODULES, 'or')}.")
        several = [name for name in MODULES if plain(name).startswith(word)]
        if several:
            raise NotUnderstood(f"{quoted(word)} could be {listed(several, 'or')}. Add a letter.")
        raise NotUnderstood(f"{quoted(word)} is not a module. Name {listed(MODULES, 'or')}.")


def read_cards(text: str) -> tuple[Card, ...]:
    """Read a text of nothing but cards, perhaps none."""
    return Line(text).cards()
