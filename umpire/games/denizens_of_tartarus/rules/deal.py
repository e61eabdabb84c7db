"""Deal: chance draws the four starting configurations, unless the options give them."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Final

from umpire.games.base import (
    CHANCE,
    ChanceKind,
    Decision,
    Dice,
    NotAllowed,
    NotUnderstood,
    Step,
    told,
)
from umpire.games.denizens_of_tartarus.components import (
    CARD_NAMED,
    CARDS,
    COLORS,
    DECK,
    HAND,
    LETTERS,
    Configuration,
    Hand,
    as_hand,
    names,
)
from umpire.games.denizens_of_tartarus.rules.line import Line
from umpire.games.denizens_of_tartarus.state import State

_DEAL: Final = len(CARDS)


class DealKind(ChanceKind[State, Configuration]):
    """A starting configuration, the next in A, B, C, D."""

    name = "deal"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"deal {_next_letter(state)}", CHANCE, self),)

    def ask(self, seen: State, decision: Decision) -> str:
        return (
            f"Deal configuration {_next_letter(seen)}: Player 1's hand, Player 2's hand and the "
            "deck. Example: R1 Y2 G3 | B1 P2 R3 | and the other 19 cards."
        )

    def read(self, state: State, decision: Decision, text: str) -> Configuration:
        dealt = read_deal(text)
        fault = dealt.fault()
        if fault is not None:
            raise NotAllowed(fault)
        return dealt

    def format(self, answer: Configuration) -> str:
        first, second = (names(sorted(hand, key=attrgetter("number"))) for hand in answer.hands)
        return f"{first} | {second} | {names(answer.deck)}"

    def is_open(self, answer: Configuration) -> bool:
        return True

    def apply(self, state: State, answers: Mapping[str, Configuration]) -> Step[State]:
        """Show the configuration; after the fourth the bans begin."""
        dealt = answers[CHANCE]
        configurations = (*state.starts, dealt)
        after = state.changed(
            configurations=configurations,
            phase="ban" if len(configurations) == len(LETTERS) else "deal",
        )
        sentence = f"Configuration {_next_letter(state)}: {self.format(dealt)}."
        return Step(after, told([sentence]))

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        """Draw two hands, of which only Player 2's is drawn again if it must be, and the deck."""
        first = _hand(dice)
        second = _hand(dice)
        while set(first) & set(second):
            second = _hand(dice)
        left = [str(card) for card in CARDS if card not in first and card not in second]
        deck = tuple(CARD_NAMED[name] for name in dice.draw(DECK, left))
        return self.format(Configuration((first, second), deck))


def lay_out(state: State) -> State:
    """Go on to the bans if the configurations are there, else to the deal of the first."""
    return state.changed(phase="ban" if state.starts else "deal")


def read_deal(text: str) -> Configuration:
    """Read the 25 cards of a starting configuration: two hands and the deck."""
    cards = Line(text, ",;|/").cards()
    if len(cards) != _DEAL:
        raise NotUnderstood(
            f"A deal is {_DEAL} cards, not {len(cards)}: Player 1's hand, Player 2's hand and the "
            "deck. Example: R1 Y2 G3 | B1 P2 R3 | and the other 19 cards."
        )
    hands = as_hand(cards[:HAND]), as_hand(cards[HAND : 2 * HAND])
    return Configuration(hands, cards[2 * HAND :])


def _next_letter(state: State) -> str:
    return LETTERS[len(state.starts)]


def _hand(dice: Dice) -> Hand:
    colors = dice.draw(HAND, COLORS)
    return tuple(CARD_NAMED[f"{color[0]}{number}"] for number, color in enumerate(colors, 1))
