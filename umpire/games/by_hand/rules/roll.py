"""`roll`: chance rolls dice, never anybody's own (ruling 15)."""

from umpire.games.base import CHANCE, ChanceKind, Decision, Dice, Step
from umpire.games.by_hand.directions.base import tell
from umpire.games.by_hand.state import Rolled, Rolling, State
from umpire.games.by_hand.text import whole
from umpire.games.errors import NotAllowed, NotUnderstood
from umpire.games.notation import counted, words


class RollKind(ChanceKind[State, tuple[int, ...]]):
    """The dice in order, for whom the roll is."""

    name = "roll"

    def pending(self, state: State) -> tuple[Decision, ...]:
        secret = _rolling(state).to is not None
        return (Decision(f"chance {state.draws}", CHANCE, self, secret=secret),)

    def ask(self, seen: State, decision: Decision) -> str:
        if not isinstance(seen.waiting, Rolling) or not seen.waiting.number:
            return "Chance rolls dice."
        dice = counted(seen.waiting.number, "number")
        return f"Roll {seen.waiting.dice}: {dice} from 1 to {seen.waiting.sides}."

    def read(self, state: State, decision: Decision, text: str) -> tuple[int, ...]:
        rolling = _rolling(state)
        numbers = [whole(word) for word in words(text)]
        result = tuple([number for number in numbers if number is not None])
        if len(result) != len(numbers) or len(result) != rolling.number:
            raise NotUnderstood(f"Give {counted(rolling.number, 'number')}, in the dice's order.")
        for number in result:
            if not 1 <= number <= rolling.sides:
                raise NotAllowed(f"A die of {rolling.sides} sides cannot show {number}.")
        return result

    def format(self, answer: tuple[int, ...]) -> str:
        return " ".join(map(str, answer))

    def is_open(self, answer: tuple[int, ...]) -> bool:
        """Return True: what is not for everybody is asked in secret."""
        return True

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        rolling = _rolling(state)
        faces = [str(number) for number in range(1, rolling.sides + 1)]
        return " ".join(dice.roll(rolling.number, faces))

    def apply(self, state: State, answers: dict[str, tuple[int, ...]]) -> Step[State]:
        (result,) = answers.values()
        rolling = _rolling(state)
        rolled = Rolled(str(rolling.dice), rolling.to, result)
        after = state.changed(waiting=None, messages=(*state.messages, rolled))
        text = f"{rolling.dice} rolled: {' '.join(map(str, result))}."
        return Step(after, tell(rolling.to, text, "For"))


def _rolling(state: State) -> Rolling:
    assert isinstance(state.waiting, Rolling), "only asked while dice are rolled"
    return state.waiting
