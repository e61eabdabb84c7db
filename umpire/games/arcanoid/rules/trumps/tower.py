"""16, the Tower: a commitment is destroyed."""

from umpire.games.arcanoid.components import SUITS, TOWER
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.trumps.base import AtField, TargetAndField, judge_active
from umpire.games.arcanoid.state import State, discarded, tell, to_discard, with_seat
from umpire.games.base import NotAllowed


class Tower(AtField):
    """Discarded. What an active target has committed on a field is discarded; the field is free.

    Neither an abdication nor the World falls. Ruling 37: of a couple on two fields one is freed,
    and the couple stays on the other.
    """

    card = TOWER
    example = "tower Bo swords"

    def judge(self, state: State, actor: str, given: TargetAndField) -> None:
        """Raise NotAllowed unless there is something that can fall (ruling 16)."""
        super().judge(state, actor, given)
        target, field = given
        judge_active(state, target)
        laid = state.seats[target].fields[field]
        if laid is None or laid.kind in ("abdication", "world"):
            raise NotAllowed(
                f"{state.called(target)} has nothing on {SUITS[field]} that the Tower can destroy."
            )

    def make(self, state: State, actor: str, given: TargetAndField) -> State:
        target, field = given
        state = to_discard(state, actor, self.card)
        fields = list(state.seats[target].fields)
        laid, fields[field] = fields[field], None
        assert laid is not None
        if laid.also is None:
            state = discarded(state, laid.cards)
        else:
            fields[laid.also] = laid._replace(also=None)
        state = with_seat(state, target, fields=tuple(fields))
        whose, theirs = state.called(actor), state.called(target)
        told = f"{whose}'s Tower destroys what {theirs} committed on {SUITS[field]}."
        return complete(tell(state, told), actor)
