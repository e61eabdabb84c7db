"""`pledge`: whether the Hermit's owner plays the Fool of Justice with an extra move to come.

[0-8-9] It is asked before each active actor's place in the order in which the Fool is asked for,
and at the end; the move that is pledged is bound to that place.
"""

from umpire.games.arcanoid.rules.asking import YesNoKind
from umpire.games.arcanoid.rules.fool import able_to_steal, play_fool
from umpire.games.arcanoid.state import State, ask, tell, with_effects
from umpire.games.base import Decision


class PledgeKind(YesNoKind):
    """Asked of the Hermit's owner; ruling 41: a pledge is kept by place in the playing order."""

    name = "pledge"
    task = "pledge an extra move or pass"
    asks = "Whether you play the Fool of Justice now, and pledge an extra move for it."
    notation = "pledge or pass"
    examples = ("pledge", "pass")
    limit = "poll_seconds; then you pass"
    yes = ("pledge", "yes", "y", "fool")
    likely = 0.5

    def ask(self, seen: State, decision: Decision) -> str:
        before = seen.called(seen.question.before or "")
        return f"Pledge an extra move before {before} to play the Fool of Justice, or pass?"

    def answered(self, state: State, actor: str, answer: bool) -> State:
        if not answer:
            return state
        hermit, before = state.effects.hermit, state.question.before
        assert hermit is not None
        assert before is not None
        state = tell(
            state, f"{state.called(hermit.by)} pledges an extra move before {state.called(before)}."
        )
        pledged = hermit._replace(pledged=(*hermit.pledged, before))
        return play_fool(with_effects(state, hermit=pledged), hermit.by)


def ask_pledge(state: State, before: str) -> State:
    """Ask for a pledge, unless meanwhile the Fool was played or somebody has left play."""
    hermit, attempt = state.effects.hermit, state.attempt
    if attempt is None or hermit is None or not hermit.unpledged:
        return state
    if hermit.by not in able_to_steal(state):
        return state
    if state.seats[before].finished and before != attempt.by:
        return state
    return ask(state, "pledge", hermit.by, before=before)
