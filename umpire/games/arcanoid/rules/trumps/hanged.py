"""12, the Hanged Man: somebody loses all that they hold."""

from umpire.games.arcanoid.components import CHARIOT, HANGED
from umpire.games.arcanoid.rules.asking import WHO
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.moves.base import Line, Move, targets
from umpire.games.arcanoid.rules.trumps.base import AtTarget, judge_active
from umpire.games.arcanoid.state import OF_JUSTICE, Justice, State, discarded, to_discard, with_seat
from umpire.games.base import Form, NotAllowed, RandomSource


class Hanged(AtTarget):
    """Discarded. An active target's hand, visible cards [11-12], Chariot and its load [7-12] go.

    [8-12] Or all the Justice cards go. They are completed then, before the actor (ruling 19).
    """

    card = HANGED
    usage = "TARGET or justice"
    example = "hanged Bo"

    def read(self, line: Line) -> str:
        return line.target(justice=True)

    def offered(self, seen: State, actor: str) -> Form:
        return {WHO: (*targets(seen), *_justice(seen))}

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice([*state.active, *_justice(state)]))

    def judge(self, state: State, actor: str, given: str) -> None:
        super().judge(state, actor, given)
        if given != OF_JUSTICE:
            judge_active(state, given)
        elif state.justice is None:
            raise NotAllowed("Justice is not in play.")

    def make(self, state: State, actor: str, given: str) -> State:
        """Discard all that the target has."""
        state = to_discard(
            state, actor, self.card, told=f"{state.called(actor)} hangs {state.called(given)}."
        )
        if given == OF_JUSTICE:
            justice = state.justice
            assert justice is not None
            state = discarded(state, justice.cards)
            return complete(state.changed(justice=Justice(size=justice.size)), actor)
        seat = state.seats[given]
        load = () if seat.chariot is None else (CHARIOT, *seat.chariot)
        state = discarded(state, (*seat.hand, *seat.visible, *load))
        state = with_seat(state, given, hand=(), visible=(), up=(), chariot=None)
        return complete(state, given, actor)


def _justice(state: State) -> list[str]:
    return [] if state.justice is None else [OF_JUSTICE]
