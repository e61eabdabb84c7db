"""20, Judgment: somebody must abdicate."""

from umpire.games.arcanoid.components import JUDGMENT, SUITS
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.laying import abdicate
from umpire.games.arcanoid.rules.trumps.base import AtField, TargetAndField, judge_active
from umpire.games.arcanoid.state import State, taken
from umpire.games.base import NotAllowed


class Judgment(AtField):
    """An active target abdicates on a field where it has not committed; the card lies there."""

    card = JUDGMENT
    example = "judgment Bo cups"

    def judge(self, state: State, actor: str, given: TargetAndField) -> None:
        """Raise NotAllowed unless the target is active and the field free (ruling 16)."""
        super().judge(state, actor, given)
        target, field = given
        judge_active(state, target)
        if state.seats[target].fields[field] is not None:
            raise NotAllowed(f"{state.called(target)} already has something on {SUITS[field]}.")

    def make(self, state: State, actor: str, given: TargetAndField) -> State:
        target, field = given
        state = taken(state, actor, [self.card])
        judgment = f"{state.called(actor)}'s Judgment"
        return complete(abdicate(state, target, field, under=(self.card,), to=judgment), actor)
