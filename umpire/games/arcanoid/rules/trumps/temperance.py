"""14, Temperance: a field on which nobody commits."""

from collections.abc import Iterator, Mapping
from typing import Final

from umpire.games.arcanoid.components import FIELDS, SUITS, TEMPERANCE, TRUMPS
from umpire.games.arcanoid.rules.asking import FIELD
from umpire.games.arcanoid.rules.cards import read_field
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.moves.base import Action, Line, Move, you
from umpire.games.arcanoid.rules.trumps.base import Trump
from umpire.games.arcanoid.state import State, Tempered, discarded, taken, tell, with_effects
from umpire.games.base import NotAllowed, NotUnderstood, RandomSource

_NAME: Final = TRUMPS[int(TEMPERANCE)]
_REMOVE: Final = f"remove {_NAME}"


class Temperance(Trump[int]):
    """Laid down on a field: commitments there are forbidden, but no abdication.

    `moves.commit` says to whom, by variant. It goes when the deck closes, when its owner is
    finished, and by the owner's own doing: committing there, or a move that removes it.
    """

    card = TEMPERANCE
    usage = "FIELD"
    cells = (FIELD,)
    example = "temperance cups"

    def read(self, line: Line) -> int:
        if not line.rest:
            raise NotUnderstood("Name the field. Example: temperance cups.")
        return read_field(line.rest)

    def format(self, given: int) -> str:
        return SUITS[given]

    def judge(self, state: State, actor: str, given: int) -> None:
        """Raise NotAllowed for an empty deck, or where the actor has committed other cards."""
        super().judge(state, actor, given)
        if not state.deck:
            raise NotAllowed("The deck is empty: Temperance cannot be laid down.")
        there = state.seats[actor].fields[given]
        if there is not None and there.kind != "abdication":
            raise NotAllowed(f"{you(state, actor)} already committed on {SUITS[given]}.")

    def make(self, state: State, actor: str, given: int) -> State:
        state = with_effects(taken(state, actor, [self.card]), temperance=Tempered(actor, given))
        return complete(tell(state, f"{state.called(actor)} tempers {SUITS[given]}."), actor)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(FIELDS))


class Remove(Action[None]):
    """`remove temperance`: its owner takes it away, in all variants but DRESDEN.

    Ruling 38: a full move, though no card leaves the hand.
    """

    word = "remove"

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        return {_REMOVE: ()}

    def read(self, line: Line) -> None:
        if line.rest not in ("", _NAME, f"the {_NAME}"):
            raise NotUnderstood("Write remove temperance.")

    def format(self, given: None) -> str:
        return _NAME

    def judge(self, state: State, actor: str, given: None) -> None:
        if state.variant.temperance_by_commitment:
            raise NotAllowed(
                f"In {state.variant.name} Temperance is not removed. Commit on its field to end it."
            )
        if not _is_of(state, actor):
            raise NotAllowed("There is no Temperance of yours to remove.")

    def make(self, state: State, actor: str, given: None) -> State:
        state = discarded(with_effects(state, temperance=None), [TEMPERANCE])
        return complete(tell(state, f"{state.called(actor)} removes Temperance."), actor)

    def choices(self, seen: State, actor: str) -> tuple[str, ...]:
        return ()

    def later_choices(self, seen: State, actor: str) -> tuple[str, ...]:
        return (_REMOVE,) if _is_of(seen, actor) else ()

    def suggest(self, seen: State, actor: str) -> Iterator[Move]:
        yield Move(self.word)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word)


def _is_of(state: State, actor: str) -> bool:
    return state.effects.temperance is not None and state.effects.temperance.by == actor
