"""`abdicate FIELD`: nothing is committed on a field in this round."""

from collections.abc import Iterator
from typing import Final

from umpire.games.arcanoid.components import SUITS
from umpire.games.arcanoid.rules.asking import FIELD
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.laying import abdicate
from umpire.games.arcanoid.rules.moves.base import Action, Line, Move, you
from umpire.games.arcanoid.state import State
from umpire.games.base import NotAllowed, RandomSource

_ABDICATES: Final = 0.2
"""How often an actor abdicates who thinks of it."""


class Abdicate(Action[int]):
    """A free field is given up; of several who do so there the first is the best."""

    word = "abdicate"
    cells = (FIELD,)

    def read(self, line: Line) -> int:
        return line.on_field.field()

    def format(self, given: int) -> str:
        return SUITS[given]

    def judge(self, state: State, actor: str, given: int) -> None:
        if state.seats[actor].fields[given] is not None:
            raise NotAllowed(
                f"{you(state, actor)} already committed or abdicated on {SUITS[given]}."
            )

    def make(self, state: State, actor: str, given: int) -> State:
        return complete(abdicate(state, actor, given), actor)

    def suggest(self, seen: State, actor: str) -> Iterator[Move]:
        for field in seen.seats[actor].free:
            yield Move(self.word, field)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        if random.random() >= _ABDICATES:
            return None
        return Move(self.word, random.choice(state.seats[actor].free))
