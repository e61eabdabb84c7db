"""20, Judgment: somebody must abdicate."""

from umpire.games.arcanoid.cards_typed import read_field
from umpire.games.arcanoid.components import JUDGMENT, SUITS
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.laying import abdicate
from umpire.games.arcanoid.state import State, taken
from umpire.games.arcanoid.trumps.base import Line, Trump, judge_active, typed
from umpire.games.base import NotAllowed

Given = tuple[str, int]


class Judgment(Trump[Given]):
    """An active target abdicates on a field where it has not committed; the card lies there."""

    card = JUDGMENT
    usage = "TARGET FIELD"
    example = "judgment Bo cups"

    def read(self, line: Line) -> Given:
        """Understand the target and the field."""
        target, field = line.target_and_field()
        return line.target(target), read_field(field)

    def write(self, given: Given) -> str:
        """Give the target and the field."""
        return f"{typed(given[0])} {SUITS[given[1]]}"

    def judge(self, state: State, actor: str, given: Given) -> None:
        """Raise NotAllowed unless the target is active and the field free (ruling 16)."""
        target, field = given
        judge_active(state, target)
        if state.seats[target].fields[field] is not None:
            raise NotAllowed(f"{target} has committed on {SUITS[field]} already.")

    def play(self, state: State, actor: str, given: Given) -> State:
        """Let the target abdicate."""
        target, field = given
        state = taken(state, actor, [self.card])
        return complete(abdicate(state, target, field, under=(self.card,)), actor)
