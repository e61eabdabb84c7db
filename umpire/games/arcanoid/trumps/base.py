"""What a trump is that is played for its effect: an action, with a card to play it."""

from collections.abc import Iterator
from typing import ClassVar, TypeVar

from umpire.games.arcanoid.cards import FIELDS, SUITS, TRUMPS, Card, title
from umpire.games.arcanoid.kinds import FIELD, WHO
from umpire.games.arcanoid.moves import Action, Line, Move, target_typed, you
from umpire.games.arcanoid.state import State
from umpire.games.base import NotAllowed, RandomSource, Tell

G = TypeVar("G")


def judge_active(state: State, target: str) -> None:
    """Raise NotAllowed unless a target is an active actor of this round."""
    if target not in state.seats:
        raise NotAllowed(f"{target} is not in this round.")
    if state.seats[target].finished:
        raise NotAllowed(f"{state.called(target)} is finished in this round.")


class Trump(Action[G]):
    """A trump with an effect of its own. `G` is what its line gives beside its name."""

    card: ClassVar[Card]
    usage: ClassVar[str] = ""
    """What follows its name in a line, for people."""
    example: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if "card" in vars(cls):
            cls.word = TRUMPS[int(cls.card)]

    def judge(self, state: State, actor: str, given: G) -> None:
        if self.card not in state.usable(actor):
            raise NotAllowed(f"{you(state, actor)} cannot use {title(self.card)}.")

    def tell_played(self, state: State, actor: str, what: str, tell: Tell) -> None:
        """Tell that an actor plays it: `what` follows the actor's name."""
        text = f"{state.called(actor)} {what}."
        tell(text, by=state.player_of(actor), kind="move", pieces=(self.card,))

    def choices(self, view: State, actor: str) -> tuple[str, ...]:
        return (tuple(self.needs) or (self.word,)) if self.card in view.usable(actor) else ()


class Plain(Trump[None]):
    """A trump whose name is its whole line."""

    def read(self, line: Line) -> None:
        line.nothing()

    def format(self, given: None) -> str:
        return ""

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        if self.card in view.usable(actor):
            yield Move(self.word)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word)


class AtTarget(Trump[str]):
    """A trump that names whom it is for."""

    usage = "TARGET"
    cells = (WHO,)

    def read(self, line: Line) -> str:
        return line.target()

    def format(self, given: str) -> str:
        return target_typed(given)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(state.active))


TargetAndField = tuple[str, int]


class AtField(Trump[TargetAndField]):
    """A trump that names whom it is for, and a field."""

    usage = "TARGET FIELD"
    cells = (WHO, FIELD)

    def read(self, line: Line) -> TargetAndField:
        return line.target_and_field()

    def format(self, given: TargetAndField) -> str:
        target, field = given
        return f"{target_typed(target)} {SUITS[field]}"

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, (random.choice(state.active), random.choice(FIELDS)))
