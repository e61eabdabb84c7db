"""17 Star, 18 Moon and 19 Sun: cards are called from wherever they are held."""

from typing import ClassVar

from umpire.games.arcanoid.components import (
    DECK,
    FOOL,
    JUDGMENT,
    MINORS,
    MOON,
    STAR,
    SUN,
    WORLD,
    Card,
    is_trump,
    title,
)
from umpire.games.arcanoid.rules.asking import CARDS
from umpire.games.arcanoid.rules.call import call, judge_minor
from umpire.games.arcanoid.rules.cards import read_card
from umpire.games.arcanoid.rules.moves.base import Line, Move
from umpire.games.arcanoid.rules.trumps.base import Trump
from umpire.games.arcanoid.rules.usa import turn_up
from umpire.games.arcanoid.state import Calls, State, tell, to_discard, with_effects
from umpire.games.base import NotAllowed, RandomSource

_NEVER_CALLED = (FOOL, JUDGMENT, WORLD)


class _Calling(Trump[Card]):
    """Discarded. A card is called: whoever holds it gives it to the place of the calling card.

    [17, 18, 19] The caller too may hold it, and shows it.
    """

    usage = "CARD"
    cells = (CARDS,)
    calls: ClassVar[int]
    """How many cards may be called until one is found."""

    def read(self, line: Line) -> Card:
        return read_card(line.words)

    def format(self, given: Card) -> str:
        return given

    def judge(self, state: State, actor: str, given: Card) -> None:
        super().judge(state, actor, given)
        judge_minor(given)

    def make(self, state: State, actor: str, given: Card) -> State:
        """Call the first card. USA's cards are turned up before."""
        place = state.place_of(actor, self.card)
        state = turn_up(to_discard(state, actor, self.card))
        state = tell(
            state,
            f"{state.called(actor)} plays the {self.word.capitalize()} and calls {title(given)}.",
        )
        calls = 1 if is_trump(given) else self.calls
        return call(with_effects(state, calls=Calls(actor, self.card, place, calls)), given)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(MINORS))


class Star(_Calling):
    """One call of a minor card."""

    card = STAR
    calls = 1
    example = "star S5"


class Moon(_Calling):
    """After a miss one more call."""

    card = MOON
    calls = 2
    example = "moon S5"


class Sun(_Calling):
    """After a miss a second, and a third call; or a trump is called, once."""

    card = SUN
    calls = 3
    example = "sun magician"

    def judge(self, state: State, actor: str, given: Card) -> None:
        Trump.judge(self, state, actor, given)
        if given in _NEVER_CALLED:
            raise NotAllowed(f"{title(given)} cannot be called.")

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(DECK))
