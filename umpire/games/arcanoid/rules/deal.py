"""`deal`: all 78 cards, six to everybody who plays in the round; the rest is the deck."""

from umpire.games.arcanoid.components import DECK, HAND, Cards
from umpire.games.arcanoid.rules.asking import ShuffleKind
from umpire.games.arcanoid.rules.turns import play_on
from umpire.games.arcanoid.state import USA, Seat, State, tell
from umpire.games.base import NotAllowed, NotUnderstood


class DealKind(ShuffleKind):
    """Hands by seat, then USA's if in play, then the deck from the top."""

    name = "deal"
    shuffled = f"all {len(DECK)} cards"

    def cards(self, state: State) -> Cards:
        return DECK

    def judge(self, state: State, cards: Cards) -> None:
        if len(cards) != len(DECK):
            raise NotUnderstood(f"Name all {len(DECK)} cards, not {len(cards)}.")
        if len(set(cards)) < len(cards):
            raise NotAllowed("A card is named twice.")

    def shuffle(self, state: State, cards: Cards) -> State:
        """Deal; ruling 2: six at a time, in seat order."""
        hands = (*state.playing, *([USA] if state.terms.gaza else []))
        seats = {name: Seat(hand=cards[n * HAND : (n + 1) * HAND]) for n, name in enumerate(hands)}
        start = state.playing.index(state.course.starter)
        order = (*state.playing[start:], *state.playing[:start], *hands[len(state.playing) :])
        state = state.changed(
            order=order,
            seats={actor: seats[actor] for actor in order},
            place=order[-1],
            deck=cards[len(hands) * HAND :],
            agenda=((play_on, ()),),
        )
        return tell(state, f"Round {state.course.round}. {state.course.starter} starts.")
