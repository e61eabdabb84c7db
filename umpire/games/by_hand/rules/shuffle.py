"""`shuffle`: chance gives the new order of a pile or a hand."""

from umpire.games.base import CHANCE, UMPIRE, ChanceKind, Decision, Dice, Event, Step
from umpire.games.by_hand.cards import Cards, places_of, read_cards, split
from umpire.games.by_hand.state import Shuffling, State
from umpire.games.errors import NotAllowed, NotUnderstood
from umpire.games.notation import counted


class ShuffleKind(ChanceKind[State, Cards]):
    """The new order from the top; of an open pile it is public."""

    name = "shuffle"

    def pending(self, state: State) -> tuple[Decision, ...]:
        place = _place(state)
        is_open = place in state.piles and state.piles[place].open
        return (Decision(f"chance {state.draws}", CHANCE, self, secret=not is_open),)

    def ask(self, seen: State, decision: Decision) -> str:
        if not isinstance(seen.waiting, Shuffling) or seen.waiting.place is None:
            return "Chance shuffles."
        return f"Name all cards of {seen.waiting.place} in their new order, the top first."

    def read(self, state: State, decision: Decision, text: str) -> Cards:
        place = _place(state)
        lying, named = state.cards_at(place), split(text)
        if len(named) != len(lying):
            raise NotUnderstood(f"{place} has {counted(len(lying), 'card')}, not {len(named)}.")
        read_cards(named)
        order: list[str] = []
        for card, where in zip(named, places_of(lying, named), strict=True):
            if where is None:
                raise NotAllowed(f"{place} does not have {card}, or not that many times.")
            order.append(lying[where])
        return tuple(order)

    def format(self, answer: Cards) -> str:
        return " ".join(answer)

    def is_open(self, answer: Cards) -> bool:
        """Return True: what is not for everybody is asked in secret."""
        return True

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        lying = state.cards_at(_place(state))
        return " ".join(dice.draw(len(lying), lying))

    def apply(self, state: State, answers: dict[str, Cards]) -> Step[State]:
        (cards,) = answers.values()
        place = _place(state)
        after = state.with_cards({place: cards}).changed(waiting=None)
        # that a hand was shuffled its player sees by the new order, and only by that
        is_open = place in state.piles and state.piles[place].open
        only = None if is_open else UMPIRE
        return Step(after, (Event(f"{place} is shuffled: {' '.join(cards)}.", only),))


def _place(state: State) -> str:
    assert isinstance(state.waiting, Shuffling), "only asked while a place is shuffled"
    assert state.waiting.place is not None, "only asked of the whole state"
    return state.waiting.place
