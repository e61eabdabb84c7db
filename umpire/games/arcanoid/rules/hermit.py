"""`hermit`: whether the Hermit's owner makes an extra move, asked after every turn (5.6)."""

from umpire.games.arcanoid.components import HERMIT
from umpire.games.arcanoid.rules.asking import YesNoKind
from umpire.games.arcanoid.state import State, Turn, ask, discarded, tell, with_effects
from umpire.games.base import Decision


class HermitKind(YesNoKind):
    """Asked of the Hermit's owner, who may be a daemon (ruling 46)."""

    name = "hermit"
    task = "use the Hermit or pass"
    asks = "Whether you make an extra move of the Hermit after a turn."
    notation = "hermit or pass"
    examples = ("hermit", "pass")
    limit = "poll_seconds; then you pass"
    yes = ("hermit", "yes", "y")
    likely = 0.4  # seldom, so that there are some left to pledge

    def ask(self, seen: State, decision: Decision) -> str:
        return f"Make an extra move{self.whose(seen, decision)} with the Hermit, or pass?"

    def answered(self, state: State, actor: str, answer: bool) -> State:
        """Begin the extra turn, after which it is asked again; or go on."""
        return extra_turn(state) if answer else state


def end_turn(state: State) -> State:
    """End a turn: the Hermit may be used up, else its owner is asked for an extra move.

    Ruling 39: after every turn, for it is public who has them. Ruling 40: a Hermit is discarded
    when its third extra turn is wholly over.
    """
    hermit = state.effects.hermit
    if hermit is None:
        return state
    if hermit.left == 0:
        state = tell(with_effects(state, hermit=None), "The Hermit is discarded.")
        return discarded(state, [HERMIT])
    return ask(state, "hermit", hermit.by) if hermit.unpledged else state


def extra_turn(state: State) -> State:
    """Let the Hermit's owner, who is active, have an extra turn, which counts from its start."""
    hermit = state.effects.hermit
    assert hermit is not None
    return ask(
        tell(state, f"{state.called(hermit.by)} makes an extra move."),
        "move",
        hermit.by,
        effects=state.effects.changed(hermit=hermit._replace(left=hermit.left - 1)),
        turn=Turn(hermit.by, extra=True),
        agenda=((end_turn, ()), *state.agenda),
    )
