"""`start`: the first player of the header names the starting player of round 1."""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import ChoiceKind, Decision, NotUnderstood, Step, told
from umpire.games.devils_deal.rules.rounds import begin_round, tell_next
from umpire.games.devils_deal.state import State
from umpire.games.notation import fitting, name_key, not_understood, plain

_ONESELF: Final = "me"
_OTHER: Final = "opponent"


class StartKind(ChoiceKind[State, str]):
    """Who is the starting player of round 1: the answer is the name."""

    name = "start"
    task = "say who starts"
    asks = "Who starts round 1. The first player has the DM Advantage and decides."
    notation = "NAME, me or opponent"
    examples = ("Ana", "bo", "me")
    limit = "simple_seconds; then the player with the DM Advantage starts"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision("start", state.actor, self, state.limits.simple_seconds),)

    def ask(self, seen: State, decision: Decision) -> str:
        other = next(name for name in seen.players if name != decision.by)
        return f"You have the DM Advantage. Who starts, you or {other}?"

    def read(self, state: State, decision: Decision, text: str) -> str:
        """Read a name, `me` or `opponent`: a whole name first, then the words, then a prefix."""
        players, said = state.players, plain(text)
        fits = [name for name in players if name_key(name) == name_key(text)]
        if not fits and said in (_ONESELF, _OTHER):
            fits = [name for name in players if (name == decision.by) == (said == _ONESELF)]
        fits = fits or fitting(said, players)
        if len(fits) != 1:
            raise NotUnderstood(
                f"{not_understood(text)} Who starts: {players[0]}, {players[1]}, me or opponent?"
            )
        return fits[0]

    def default_answer(self, state: State, decision: Decision) -> str:
        """Return the decider. Ruling 1: silence means taking the start oneself."""
        return decision.by

    def apply(self, state: State, answers: Mapping[str, str]) -> Step[State]:
        (starter,) = answers.values()
        after = begin_round(state.changed(starter=state.side_of(starter)))
        return Step(after, told(tell_next(state, after)))

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return seen.players
