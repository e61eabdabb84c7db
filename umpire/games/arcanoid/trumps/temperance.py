"""14, Temperance: a field on which nobody commits."""

from umpire.games.arcanoid.answers import RemoveTemperance
from umpire.games.arcanoid.cards_typed import read_field
from umpire.games.arcanoid.components import SUITS, TEMPERANCE
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.state import State, Tempered, discarded, taken, tell
from umpire.games.arcanoid.trumps.base import Line, Trump
from umpire.games.base import NotAllowed, NotUnderstood
from umpire.games.values import changed


class Temperance(Trump[int]):
    """Laid down on a field: commitments there are forbidden, but no abdication.

    `rules.committing` says to whom, by variant. It goes when the deck closes, when its owner is
    finished, and by the owner's own doing: committing there, or a move that removes it.
    """

    card = TEMPERANCE
    usage = "FIELD"
    example = "temperance cups"

    def read(self, line: Line) -> int:
        """Understand the field."""
        if not line.rest:
            raise NotUnderstood("Write the field that is tempered, e.g. temperance cups.")
        return read_field(line.rest)

    def write(self, given: int) -> str:
        """Return the field."""
        return SUITS[given]

    def judge(self, state: State, actor: str, given: int) -> None:
        """Raise NotAllowed for an empty deck, or where the actor has committed other cards."""
        if not state.deck:
            raise NotAllowed("The deck is empty: Temperance cannot be laid down.")
        there = state.seats[actor].fields[given]
        if there is not None and there.kind != "abdication":
            raise NotAllowed(f"{actor} has committed on {SUITS[given]} already.")

    def play(self, state: State, actor: str, given: int) -> State:
        """Lay it down."""
        state = changed(taken(state, actor, [self.card]), temperance=Tempered(actor, given))
        return complete(tell(state, f"{actor} tempers {SUITS[given]}."), actor)


def judge_removal(state: State, actor: str, _move: RemoveTemperance) -> None:
    """Raise NotAllowed unless the actor may take Temperance away."""
    if state.variant.temperance_by_commitment:
        raise NotAllowed(
            f"In {state.variant.name} Temperance is not removed: commit on its field to end it."
        )
    if state.temperance is None or state.temperance.by != actor:
        raise NotAllowed(f"{actor} has no Temperance to remove.")


def remove(state: State, actor: str, _move: RemoveTemperance) -> State:
    """Take it away. Ruling 38: a full move, though no card leaves the hand."""
    state = discarded(changed(state, temperance=None), [TEMPERANCE])
    return complete(tell(state, f"{actor} removes Temperance."), actor)
