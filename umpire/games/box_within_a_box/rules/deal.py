"""The kind `deal`: chance deals the eight cards of a bout, from the copies in no deal so far."""

import re
from collections.abc import Mapping
from typing import Final

from umpire.games.base import (
    CHANCE,
    ChanceKind,
    Decision,
    Dice,
    Event,
    NotAllowed,
    NotUnderstood,
    Step,
)
from umpire.games.box_within_a_box.cards import KINDS, POOL, Cards, kinds, listed_cards
from umpire.games.box_within_a_box.components import BOUTS
from umpire.games.box_within_a_box.rules.bet import open_bets
from umpire.games.box_within_a_box.rules.reading import number_of, plain
from umpire.games.box_within_a_box.state import State
from umpire.games.cards import without
from umpire.games.notation import listed, not_understood, quoted

_DIGITS: Final = re.compile(r"[0-9]+")


class DealKind(ChanceKind[State, Cards]):
    """Chance deals eight cards by their numbers, in any order."""

    name = "deal"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"deal {state.bout}", CHANCE, self),)

    def ask(self, seen: State, decision: Decision) -> str:
        return (
            f"Deal the eight community cards of bout {seen.bout} of {BOUTS} by their numbers. "
            "Example: 3 3 7 12 18 20 31 38."
        )

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        drawn = dice.draw(POOL, [str(card.number) for card in state.undealt])
        return " ".join(sorted(drawn, key=int))

    def read(self, state: State, decision: Decision, text: str) -> Cards:
        numbers = read_numbers(text)
        if len(numbers) != POOL:
            raise NotAllowed(f"Deal {POOL} cards, not {len(numbers)}.")
        if not all(1 <= number <= KINDS for number in numbers):
            raise NotAllowed(f"The cards are numbered 1 to {KINDS}.")
        dealt = tuple([state.terms.cards.numbered(number) for number in sorted(numbers)])
        left = state.undealt
        short = [card.text for card in kinds(dealt) if dealt.count(card) > left.count(card)]
        if short:
            raise NotAllowed(f"There are not enough copies left of {listed(short)}.")
        return dealt

    def format(self, answer: Cards) -> str:
        return " ".join([str(card.number) for card in answer])

    def is_open(self, answer: Cards) -> bool:
        return True

    def apply(self, state: State, answers: Mapping[str, Cards]) -> Step[State]:
        """Lay the cards out; they count as used, whether they will be played or not."""
        pool = answers[CHANCE]
        after = state.changed(pool=pool, undealt=without(state.undealt, pool))
        examined = state.terms.options.seconds_examine_cards
        after = after.changed(phase="examine-cards") if examined else open_bets(after)
        return Step(after, (Event(f"Bout {state.bout} cards: {listed_cards(pool)}."),))


def read_numbers(text: str) -> list[int]:
    """Read a list of numbers, whatever they are. Raises NotUnderstood."""
    words = plain(text).split()
    if not _DIGITS.fullmatch("".join(words)):
        wrong = next((word for word in words if not _DIGITS.fullmatch(word)), None)
        what = (
            not_understood(text)
            if wrong is None
            else f"{quoted(wrong)} is not the number of a card."
        )
        raise NotUnderstood(
            f"{what} A deal is the numbers of eight cards. Example: 3 3 7 12 18 20 31 38."
        )
    return [number_of(word) for word in words]
