"""11, Strength: more cards, hidden or visible."""

from collections.abc import Mapping

from umpire.games.arcanoid.components import STRENGTH, VISIBLE
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.moves.base import Line, Move
from umpire.games.arcanoid.rules.trumps.base import Trump
from umpire.games.arcanoid.state import State, set_aside, tell, with_seat
from umpire.games.base import NotUnderstood, RandomSource

_WORDS = {"one": 1, "1": 1, "hidden": 1, "two": 2, "2": 2, "visible": 2}
_BOTH = (1, 2)


class Strength(Trump[int]):
    """Set aside. One card more in the hand, or two visible ones.

    [8-11] Played from Justice, Justice grows by one or two instead. [11-15] A daemon's hand, which
    is open in any case, grows by either. Ruling 24: it counts for the place it was played for.
    """

    card = STRENGTH
    usage = "one (hidden) or two (visible)"
    example = "strength two"

    def read(self, line: Line) -> int:
        if line.rest not in _WORDS:
            raise NotUnderstood(
                "Write strength one for the hand, or strength two for visible cards."
            )
        return _WORDS[line.rest]

    def format(self, given: int) -> str:
        return "one" if given == 1 else "two"

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        return {f"{self.word} {self.format(given)}": () for given in _BOTH}

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(_BOTH))

    def make(self, state: State, actor: str, given: int) -> State:
        place = state.place_of(actor, self.card)
        state = set_aside(state, actor, self.card)
        state = tell(state, f"{state.called(actor)} plays Strength for {self.format(given)}.")
        seat, justice = state.seats[actor], state.justice
        if place == "justice":
            assert justice is not None
            grown = justice._replace(size=justice.size + given)
            state = state.changed(justice=grown)
        elif seat.master is not None or given == 1:
            state = with_seat(state, actor, size=seat.size + given)
        else:
            state = with_seat(state, actor, visible_size=VISIBLE)
        return complete(state, actor)
