"""Kinds of decisions that many games have: a few words, yes or no, ready, cards drawn by chance.

A game declares its words or its cards; the kind reads and judges texts, formats answers, offers
suggestions and makes the form. A game with another wording overrides only the method for it.
"""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Literal, TypeVar

from umpire.games.base import (
    AnyKind,
    ChanceKind,
    ChoiceKind,
    Decision,
    Dice,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Rejected,
)
from umpire.games.stakes import suggested_amounts
from umpire.games.text import normalize, not_understood, parse_digits, pluralize, words

S = TypeVar("S")
A = TypeVar("A")
C = TypeVar("C")

Permission = Literal[True] | range | str
"""True if a word may be said now, the numbers that may follow it, or a sentence why it may not."""

_NUMBER: Final = "(?:[+] ?)?(?P<number>[0-9]+)"


@dataclass(frozen=True, slots=True)
class Silence:
    """The answer of a player whose limit fell with nothing held, where it is no other answer."""

    text: str

    def __str__(self) -> str:
        return self.text


class WordsKind(ChoiceKind[S, A]):
    """A kind whose answers are a few words, some of them with a number."""

    spellings: ClassVar[Mapping[str, tuple[str, ...]]]
    """By canonical word, the other texts that mean it, as `normalize_text` returns them.

    A word that needs a number has regular expressions instead, each with `N` for the number.
    """
    hint: ClassVar[str]
    """A sentence that follows `"x" is not understood.` and says what is possible; `{example}` in it
    is replaced by the first suggestion."""
    silence: ClassVar[str] = ""
    """The word that counts at the limit; "" without a limit, or if `default_answer` is defined."""

    @abstractmethod
    def answer(self, word: str, number: int) -> A:
        """Return the answer that a canonical word means, with its number or 0."""

    def may(self, state: S, decision: Decision) -> Mapping[str, Permission]:
        """Return the permission for each word, in the order of the suggestions.

        By default all may be said. A word that is missing is not understood now.
        """
        return dict.fromkeys(self.spellings, True)

    def out_of_range(self, numbers: range) -> str:
        """Return the sentence that refuses any other number than these."""
        return f"Name a number from {numbers[0]} to {numbers[-1]}."

    def normalize_text(self, text: str) -> str:
        """Return a text in the form that is compared with the spellings."""
        return normalize(text)

    def refusal(self, state: S, decision: Decision, text: str) -> str:
        """Return the sentences that refuse a text which is none of the words."""
        hint = self.hint
        if "{example}" in hint:
            hint = hint.replace("{example}", self.suggest(state, decision)[0])
        return f"{not_understood(text)} {hint}"

    def read(self, state: S, decision: Decision, text: str) -> A:
        """Return the answer that a text means; see `DecisionKind.read`."""
        parsed = self.parse(text)
        may = self.may(state, decision)
        if parsed is None or parsed[0] not in may:
            raise NotUnderstood(self.refusal(state, decision, text))
        word, number = parsed
        permission = may[word]
        if isinstance(permission, str):
            raise NotAllowed(permission)
        if isinstance(permission, range) and number not in permission:
            raise NotAllowed(self.out_of_range(permission))
        return self.answer(word, number)

    def parse(self, text: str) -> tuple[str, int] | None:
        """Return the canonical word that a text means, allowed or not, and its number or 0.

        It is None if the text is none of the words.
        """
        normalized = self.normalize_text(text)
        if word := self._texts.get(normalized):
            return word, 0
        for pattern, word in self._patterns:
            if match := pattern.fullmatch(normalized):
                return word, parse_digits(match["number"])
        return None

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        return {
            text: word
            for word, spellings in self.spellings.items()
            if "N" not in "".join(spellings)
            for text in (self.normalize_text(word), *spellings)
        }

    @cached_property
    def _patterns(self) -> Sequence[tuple[re.Pattern[str], str]]:
        return [
            (re.compile(spelling.replace("N", _NUMBER)), word)
            for word, spellings in self.spellings.items()
            for spelling in spellings
            if "N" in spelling
        ]

    def default_answer(self, state: S, decision: Decision) -> A:
        """Return the answer of the word for silence."""
        if not self.silence:
            return super().default_answer(state, decision)
        return self.answer(self.silence, 0)

    def suggest(self, view: S, decision: Decision) -> tuple[str, ...]:
        """Return the words that may be said, with some of the possible numbers."""
        suggestions: list[str] = []
        for word, permission in self.may(view, decision).items():
            if isinstance(permission, range):
                amounts = suggested_amounts(permission[-1]) if permission else ()
                suggestions += [f"{word} {number}" for number in amounts if number in permission]
            elif permission is True:
                suggestions.append(word)
        return tuple(suggestions)


class YesNoKind(WordsKind[S, bool]):
    """A kind whose answers are yes and no, perhaps in other words.

    Both words are always suggested, so that suggestions reveal no secret.
    """

    yes: ClassVar[tuple[str, ...]] = ("yes", "y")
    no: ClassVar[tuple[str, ...]] = ("no", "n")
    """The words that mean no, the canonical one first; `yes` is alike."""
    likely: ClassVar[float] = 0.5
    """How often a random player says yes, from 0 to 1."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.spellings = {words[0]: words[1:] for words in (cls.yes, cls.no)}

    def answer(self, word: str, number: int) -> bool:
        """Return whether the word is yes."""
        return word == self.yes[0]

    def format(self, answer: bool) -> str:
        """Return the canonical word."""
        return self.yes[0] if answer else self.no[0]

    def default_answer(self, state: S, decision: Decision) -> bool:
        """Return no: nothing is done for a player who does not answer."""
        return False

    def suggest(self, view: S, decision: Decision) -> tuple[str, ...]:
        """Return both words, yes first."""
        return (self.yes[0], self.no[0])

    def random_choice(self, state: S, decision: Decision, random: RandomSource) -> bool:
        """Return yes as often as is likely."""
        return random.random() < self.likely


class ReadyKind(WordsKind[S, str]):
    """A kind that waits until a player is ready, or the limit falls: its answer is `ready`."""

    notation = "ready"
    examples = ("ready",)
    spellings: ClassVar[Mapping[str, tuple[str, ...]]] = {"ready": ()}
    silence = "ready"

    def answer(self, word: str, number: int) -> str:
        """Return the word."""
        return word


class DrawKind(ChanceKind[S, tuple[C, ...]]):
    """A kind whose answers are cards that chance draws from a deck, in the order drawn."""

    face_up: ClassVar[bool] = False
    """Whether everybody may read the cards drawn."""

    @abstractmethod
    def deck(self, state: S) -> Sequence[C]:
        """Return the cards from which to draw, in the order that fair dealing begins with."""

    def count(self, state: S) -> int:
        """Return the number of cards drawn; by default all, which shuffles the deck."""
        return len(self.deck(state))

    @abstractmethod
    def read_cards(self, state: S, text: str) -> tuple[C, ...]:
        """Return the cards that a text names, in the deck or not. Raises NotUnderstood."""

    def wrong_count(self, state: S, number: int) -> Rejected:
        """Return the error for so many cards, too many or too few."""
        return NotUnderstood(f"Name {pluralize(self.count(state), 'card')}, not {number}.")

    def not_there(self, state: S, cards: tuple[C, ...]) -> Rejected:
        """Return the error for cards that are not in the deck, or not as often as they are named.

        Each of them occurs once in `cards`, in the order of the text.
        """
        return NotAllowed(f"{cards[0]} is not there, or not that many times.")

    def read(self, state: S, decision: Decision, text: str) -> tuple[C, ...]:
        """Return the cards that a text names, if chance can draw them; see `DecisionKind.read`."""
        cards = self.read_cards(state, text)
        if len(cards) != self.count(state):
            raise self.wrong_count(state, len(cards))
        different, deck = set(cards), self.deck(state)
        as_expected = len(different) == len(cards) and different.issubset(deck)
        # Most often they are; counting the cards takes several times as long.
        if not as_expected and (missing := Counter(cards) - Counter(deck)):
            raise self.not_there(state, tuple(missing))
        return cards

    def format(self, answer: tuple[C, ...]) -> str:
        """Return the cards, separated by blanks."""
        return " ".join(map(str, answer))

    def is_open(self, answer: tuple[C, ...]) -> bool:
        """Return whether the cards are drawn face up."""
        return self.face_up

    def draw(self, state: S, decision: Decision, dice: Dice) -> str:
        """Return the cards that the dice draw."""
        return " ".join(dice.draw(self.count(state), [str(card) for card in self.deck(state)]))


class RollKind(ChanceKind[S, tuple[int, ...]]):
    """A kind whose answers are the numbers that dice show, in the order of the dice."""

    @abstractmethod
    def count(self, state: S) -> int:
        """Return the number of dice."""

    def sides(self, state: S) -> int:
        """Return the number of sides of each die; by default six."""
        return 6

    def read(self, state: S, decision: Decision, text: str) -> tuple[int, ...]:
        """Return the number of each die that a text names; see `DecisionKind.read`."""
        numbers, count, sides = words(text), self.count(state), self.sides(state)
        if len(numbers) != count or not all(re.fullmatch("[0-9]+", number) for number in numbers):
            raise NotUnderstood(f"Give {pluralize(count, 'number')}, in the dice's order.")
        for number in map(parse_digits, numbers):
            if not 1 <= number <= sides:
                raise NotAllowed(f"A die of {sides} sides cannot show {number}.")
        return tuple(map(int, numbers))

    def format(self, answer: tuple[int, ...]) -> str:
        """Return the numbers, separated by blanks."""
        return " ".join(map(str, answer))

    def draw(self, state: S, decision: Decision, dice: Dice) -> str:
        """Return the numbers that the dice show."""
        faces = [str(number) for number in range(1, self.sides(state) + 1)]
        return " ".join(dice.roll(self.count(state), faces))


def secret_group(
    kind: AnyKind,
    group: str,
    players: Iterable[str],
    limit: float | None,
    *,
    rule: Literal["first", "last"] = "first",
    at_stake: Collection[str] = (),
    member: Callable[[str], str] = str,
) -> tuple[Decision, ...]:
    """Return a group of decisions, which players make in secret and at the same time.

    The id of each is the group's followed by `member` of the player, by default the name. Players
    `at_stake` spend their reserve, and lose the match at once when it has run out.
    """
    return tuple(
        [
            Decision(
                f"{group} {member(player)}",
                player,
                kind,
                limit,
                reserve=player in at_stake,
                rule=rule,
                group=group,
                secret=True,
                fatal=player in at_stake,
            )
            for player in players
        ]
    )
