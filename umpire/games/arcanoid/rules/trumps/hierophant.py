"""5, the Hierophant: all show what they hold of a kind."""

from collections.abc import Callable

from umpire.games.arcanoid.components import FOOL, HIEROPHANT, SUITS, Card, is_trump, suit_of
from umpire.games.arcanoid.rules.asking import FIELD
from umpire.games.arcanoid.rules.cards import read_field
from umpire.games.arcanoid.rules.moves.base import Line, Move
from umpire.games.arcanoid.rules.trumps.base import Trump
from umpire.games.arcanoid.rules.turns import move_again
from umpire.games.arcanoid.rules.usa import turn_up
from umpire.games.arcanoid.state import USA, Reveal, State, reveal, to_discard
from umpire.games.base import Form, NotUnderstood, RandomSource

_ASKED = (*SUITS, "trumps", "fool")
_WORDS = {
    **dict.fromkeys(("trumps", "trump", "major arcana"), "trumps"),
    **dict.fromkeys(("fool", "the fool", "excuse", "the excuse", "0"), "fool"),
}


class Hierophant(Trump[str]):
    """Discarded. All active players show their cards of a suit, their trumps, or the Fool; again.

    A daemon's cards are open anyway; USA turns up all of its own (ruling 45).
    """

    card = HIEROPHANT
    usage = "SUIT, trumps or fool"
    example = "hierophant coins"
    cells = (FIELD,)

    def read(self, line: Line) -> str:
        if line.rest in _WORDS:
            return _WORDS[line.rest]
        if not line.rest or " " in line.rest:
            raise NotUnderstood("Name what everybody shows: a suit, trumps or fool.")
        return SUITS[read_field(line.rest)]

    def format(self, given: str) -> str:
        return given

    def offered(self, seen: State, actor: str) -> Form:
        return {FIELD: _ASKED}

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(_ASKED))

    def make(self, state: State, actor: str, given: str) -> State:
        """Show the cards of all active players, the caller's too."""
        state = turn_up(to_discard(state, actor, self.card))
        fits = _fitting(given)
        shown = [
            (player, tuple(filter(fits, state.seats[player].hand)))
            for player in state.active
            if player in state.terms.players
        ]
        if USA in state.active:
            shown.append((USA, state.seats[USA].hand))
        return move_again(reveal(state, Reveal(actor, self.card, given, None, tuple(shown))), actor)


def _fitting(given: str) -> Callable[[Card], bool]:
    if given == "fool":
        return lambda card: card == FOOL
    if given == "trumps":
        return lambda card: is_trump(card) and card != FOOL
    suit = SUITS.index(given)
    return lambda card: suit_of(card) == suit
