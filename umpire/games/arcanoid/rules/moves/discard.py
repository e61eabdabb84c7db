"""`discard CARD`: a card goes to the discard pile, face down."""

from collections.abc import Iterator

from umpire.games.arcanoid.components import Card, in_order
from umpire.games.arcanoid.rules.asking import CARDS
from umpire.games.arcanoid.rules.cards import read_card
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.moves.base import Action, Line, Move, judge_usable
from umpire.games.arcanoid.state import State, to_discard
from umpire.games.base import RandomSource


class Discard(Action[Card]):
    """Any usable card is discarded."""

    word = "discard"
    cells = (CARDS,)

    def read(self, line: Line) -> Card:
        return read_card(line.words)

    def format(self, given: Card) -> str:
        return given

    def judge(self, state: State, actor: str, given: Card) -> None:
        judge_usable(state, actor, (given,))

    def make(self, state: State, actor: str, given: Card) -> State:
        """Discard it: which one it is is told to nobody else, unless it lay open."""
        seat = state.seats[actor]
        what = given if seat.master is not None or given not in seat.hand else "a card"
        told = f"{state.called(actor)} discards {what}."
        return complete(to_discard(state, actor, given, told=told), actor)

    def suggest(self, seen: State, actor: str) -> Iterator[Move]:
        for card in in_order(seen.usable(actor)):
            yield Move(self.word, card)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        usable = in_order(state.usable(actor))
        return Move(self.word, random.choice(usable)) if usable else None
