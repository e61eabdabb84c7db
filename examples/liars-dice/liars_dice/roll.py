"""`roll`: chance rolls everybody's dice."""

from liars_dice.state import State
from umpire.games.base import CHANCE, ChanceKind, Decision, Dice, Event, NotUnderstood, Step
from umpire.games.notation import words


class Roll(ChanceKind[State, str]):
    """All dice by seat. What chance answers is a secret unless its kind says otherwise."""

    name = "roll"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask chance, once in each round."""
        return (Decision(f"roll {state.round}", CHANCE, self),)

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        """Roll the dice: each may show any face, so they are drawn with replacement."""
        return " ".join(dice.roll(sum(state.left.values()), "123456"))

    def read(self, state: State, decision: Decision, text: str) -> str:
        """Read a face for each die."""
        faces, count = words(text), sum(state.left.values())
        if len(faces) != count or not {*faces} <= {*"123456"}:
            raise NotUnderstood(f"Write {count} faces from 1 to 6, for example 3 1 6.")
        return " ".join(faces)

    def resolve(self, state: State, answers: dict[str, str]) -> Step[State]:
        """Put the dice under the cups, and tell each player their own."""
        roll = iter(answers[CHANCE].split())
        dice = {name: tuple(sorted(next(roll) for _ in range(n))) for name, n in state.left.items()}
        told = [Event(f"You roll {' '.join(dice[name])}.", only=name) for name in state.order]
        return Step(state.replace(dice=dice, phase="bid"), tuple(told))
