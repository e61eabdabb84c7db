"""The forms of a question: what may be answered, and how the answer is written down."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from umpire.games.by_hand.cards import find_cards, read_cards, split
from umpire.games.by_hand.names import Names, find, is_name
from umpire.games.by_hand.text import MOST, free_text, signed, whole
from umpire.games.errors import NotAllowed, NotUnderstood
from umpire.games.kinds import Silence
from umpire.games.names import find_names
from umpire.games.text import join_words, narrow, normalize, not_understood, pluralize, quote

if TYPE_CHECKING:
    from umpire.games.by_hand.state import State

NO_ANSWER: Final = Silence("no answer")
"""The answer at the limit where a question has no default, or none that is still legal."""
_MOST_CHOICES: Final = 40
_MOST_CHOICE_LETTERS: Final = 60
_MOST_NAMED: Final = 20
_CHOICE_ENDS: Final = re.compile("[,;，；]")
FORMS: Final = (
    "text",
    "yes or no",
    "number 0 to 10",
    "one of red, blue",
    "name",
    "2 cards to table",
)
"""An example of each."""


class Form(ABC):
    """A form of question: which answers it accepts, and how they are written down."""

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str:
        """Return it in the one spelling in which it is reported."""

    @abstractmethod
    def read(self, state: State, player: str, text: str) -> str:
        """Return an answer of a player as it is reported. Raises NotUnderstood or NotAllowed."""

    @abstractmethod
    def instruction(self, state: State, player: str) -> str:
        """Return what to answer, for the end of a question: `with a whole number from 0 to 10`."""

    @property
    def counters(self) -> tuple[str, ...]:
        """The counters that it names."""
        return ()

    def problem(self) -> str:
        """Return why nobody may be asked so; empty if they may."""
        return ""

    def read_default(self, state: State, text: str) -> str:
        """Return what stands for a missing answer, as reported. Raises Rejected."""
        return self.read(state, "", text)

    def at_limit(self, state: State, player: str, default: str) -> str | Silence:
        """Return what a default comes to when the limit falls."""
        return default

    def suggestions(self, state: State, player: str) -> tuple[str, ...]:
        """Return the answers that a drop-down offers; nothing where the cell is free."""
        return ()


@dataclass(frozen=True, slots=True)
class FreeText(Form):
    """Any text."""

    def __str__(self) -> str:
        return "text"

    def read(self, state: State, player: str, text: str) -> str:
        return free_text(text)

    def instruction(self, state: State, player: str) -> str:
        return "in your own words"


@dataclass(frozen=True, slots=True)
class YesOrNo(Form):
    """Yes or no."""

    def __str__(self) -> str:
        return "yes or no"

    def read(self, state: State, player: str, text: str) -> str:
        match normalize(text):
            case "yes" | "y":
                return "yes"
            case "no" | "n":
                return "no"
        raise NotUnderstood(f"{not_understood(text)} Answer yes or no.")

    def instruction(self, state: State, player: str) -> str:
        return "yes or no"

    def suggestions(self, state: State, player: str) -> tuple[str, ...]:
        return "yes", "no"


@dataclass(frozen=True, slots=True)
class Number(Form):
    """A whole number between two that are given, or counts of the player who answers."""

    low: int | str
    high: int | str

    def __str__(self) -> str:
        return f"number {self.low} to {self.high}"

    @property
    def counters(self) -> tuple[str, ...]:
        return tuple([bound for bound in (self.low, self.high) if isinstance(bound, str)])

    def problem(self) -> str:
        numbers = [bound for bound in (self.low, self.high) if isinstance(bound, int)]
        if any(abs(number) > MOST for number in numbers):
            return f"A number must be from -{MOST} to {MOST}."
        if numbers != sorted(numbers):
            return f"{self.low} to {self.high} runs backwards: write the lower number first."
        return ""

    def read(self, state: State, player: str, text: str) -> str:
        """Return the number, judged by the counts as they are."""
        low, high = self.bounds(state, player)
        return str(_between(text, low, high))

    def read_default(self, state: State, text: str) -> str:
        low, high = [bound if isinstance(bound, int) else None for bound in (self.low, self.high)]
        return str(_between(text, low, high))

    def at_limit(self, state: State, player: str, default: str) -> str | Silence:
        """Return no answer where the default is out of the bounds by now (ruling 19)."""
        low, high = self.bounds(state, player)
        return default if low <= int(default) <= high else NO_ANSWER

    def instruction(self, state: State, player: str) -> str:
        """Return it with the player's own counts; with a counter's name where that is masked."""
        low, high = [
            bound
            if isinstance(bound, int) or (count := state.counters[bound][player]) is None
            else count
            for bound in (self.low, self.high)
        ]
        return f"with a whole number from {low} to {high}"

    def bounds(self, state: State, player: str) -> tuple[int, int]:
        """Return the bounds as they are for a player."""
        low, high = [
            bound if isinstance(bound, int) else state.count(bound, player)
            for bound in (self.low, self.high)
        ]
        return low, high


def _between(text: str, low: int | None, high: int | None) -> int:
    number = signed(text)
    if number is None:
        raise NotUnderstood(f"{not_understood(text)} Answer with a whole number.")
    if low is not None and number < low:
        raise NotAllowed(f"{number} is too low: the lowest number is {low}.")
    if high is not None and number > high:
        raise NotAllowed(f"{number} is too high: the highest number is {high}.")
    return number


@dataclass(frozen=True, slots=True)
class OneOf(Form):
    """One of a few choices."""

    choices: tuple[str, ...]

    def __str__(self) -> str:
        return f"one of {', '.join(self.choices)}"

    def problem(self) -> str:
        if not 2 <= len(self.choices) <= _MOST_CHOICES:
            return f"There must be 2 to {_MOST_CHOICES} choices, not {len(self.choices)}."
        if len({normalize(choice) for choice in self.choices}) < len(self.choices):
            return "Two choices are the same."
        return ""

    def read(self, state: State, player: str, text: str) -> str:
        """Return the choice: one that is whole first, then the only one that begins so."""
        if (choice := find(text, self.choices)) is not None:
            return choice
        said = normalize(text)
        fits = [choice for choice in self.choices if said and normalize(choice).startswith(said)]
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise NotUnderstood(f"{quote(text)} fits {join_words(fits)}. Write more of it.")
        raise NotUnderstood(f"{not_understood(text)} Choose one: {', '.join(self.choices)}.")

    def instruction(self, state: State, player: str) -> str:
        return f"with one of {', '.join(self.choices)}"

    def suggestions(self, state: State, player: str) -> tuple[str, ...]:
        return self.choices


@dataclass(frozen=True, slots=True)
class PlayerName(Form):
    """A player who is not out."""

    def __str__(self) -> str:
        return "name"

    def read(self, state: State, player: str, text: str) -> str:
        fits = [] if normalize(text) == "all" else find_names(text, state.players)
        if len(fits) != 1:
            who = f" fits {join_words(fits)}" if fits else " is not a player"
            raise NotUnderstood(f"{quote(text)}{who}. Name one: {', '.join(state.playing)}.")
        if fits[0] in state.out:
            raise NotAllowed(f"{fits[0]} is out. Name one of {join_words(state.playing, 'or')}.")
        return fits[0]

    def instruction(self, state: State, player: str) -> str:
        return "with a player's name"

    def suggestions(self, state: State, player: str) -> tuple[str, ...]:
        return state.playing


@dataclass(frozen=True, slots=True)
class OwnCards(Form):
    """Cards of the own hand, which may go to a pile."""

    number: int
    pile: str | None = None

    def __str__(self) -> str:
        return pluralize(self.number, "card") + ("" if self.pile is None else f" to {self.pile}")

    def problem(self) -> str:
        if 1 <= self.number <= _MOST_NAMED:
            return ""
        return f"1 to {_MOST_NAMED} cards can be asked for, not {self.number}."

    def read(self, state: State, player: str, text: str) -> str:
        named = split(text)
        if len(named) != self.number:
            raise NotUnderstood(f"Name {pluralize(self.number, 'card')}, not {len(named)}.")
        read_cards(named)
        hand = state.hands[player]
        cards: list[str] = []
        for card, position in zip(named, find_cards(named, hand), strict=True):
            if position is None:
                times = " that many times" if find_cards([card], hand) != [None] else ""
                raise NotAllowed(
                    f"You do not have {card}{times}. Your hand: {' '.join(hand) or 'empty'}."
                )
            cards.append(hand[position])
        return " ".join(cards)

    def read_default(self, state: State, text: str) -> str:
        """Refuse: nobody knows what lies in the hand by then."""
        raise NotAllowed("A question for cards can have no default.")

    def instruction(self, state: State, player: str) -> str:
        return f"with {pluralize(self.number, 'card')} from your hand"

    def suggestions(self, state: State, player: str) -> tuple[str, ...]:
        """Return the own cards where one is wanted."""
        return tuple(dict.fromkeys(state.hands[player])) if self.number == 1 else ()


def read_form(text: str, names: Names) -> Form:
    """Read a question's form. Raises NotUnderstood."""
    match normalize(text).split():
        case ["text"]:
            return FreeText()
        case ["yes", "or", "no"]:
            return YesOrNo()
        case ["name"]:
            return PlayerName()
        case ["number", *_]:
            return _number(text, names)
        case ["one", "of", _, *_]:
            return _one_of(text.split(None, 2)[2], text)
        case [number, "card" | "cards", *where]:
            return _own_cards(text, number, where, names)
    raise _no_form(text)


def _no_form(text: str) -> NotUnderstood:
    return NotUnderstood(
        f"{quote(text.strip())} is not a kind of answer. Write {join_words(FORMS, 'or')}."
    )


def _number(text: str, names: Names) -> Number:
    _, *bounds = narrow(text).split()  # not folded: that may leave a name no longer shaped as one
    # a bound is a word or two, a sign and a number; a counter may be called `to` as well
    for place in (1, 2):
        if [word.casefold() for word in bounds[place : place + 1]] != ["to"]:
            continue
        low, high = " ".join(bounds[:place]), " ".join(bounds[place + 1 :])
        if _is_bound(low) and _is_bound(high):
            return Number(_bound(low, names), _bound(high, names))
    raise _no_form(text)


def _is_bound(text: str) -> bool:
    return signed(text) is not None or is_name(text)


def _bound(text: str, names: Names) -> int | str:
    number = signed(text)
    return names.counter(text) if number is None else number


def _one_of(listed_choices: str, text: str) -> OneOf:
    choices = tuple([each.strip() for each in _CHOICE_ENDS.split(listed_choices) if each.strip()])
    if not choices:
        raise _no_form(text)
    if long := [choice for choice in choices if len(choice) > _MOST_CHOICE_LETTERS]:
        raise NotUnderstood(
            f"A choice has at most {_MOST_CHOICE_LETTERS} characters, not {quote(long[0])}."
        )
    return OneOf(choices)


def _own_cards(text: str, number: str, where: list[str], names: Names) -> OwnCards:
    how_many = whole(number)
    if how_many is None or (where and (len(where) != 2 or where[0] != "to")):
        raise _no_form(text)
    return OwnCards(how_many, names.pile(where[1]) if where else None)
