"""The cut: before anything is dealt each player types something, and the deal depends on it."""

from collections.abc import Collection, Mapping
from typing import Any

from umpire.games.base import CUT as NAME
from umpire.games.base import (
    Answers,
    Decision,
    DecisionKind,
    NotUnderstood,
    RandomSource,
    Tell,
)
from umpire.games.text import listed, quoted

_LONGEST = 200
_RANDOM_DIGITS = 16

_WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""What Unicode calls white space. Python's own `strip` takes four separators more."""


class Cut(DecisionKind[Any, str]):
    """Some text of every player, taken as it is typed, from which with the seed the deal follows.

    It is no step of the match: the umpire's `undo` does not reach it.
    """

    name = NAME
    task = "cut"
    notation = "any text"
    examples = ("7 of clubs",)

    def pending(self, state: Any) -> tuple[Decision, ...]:
        """Return nothing: who is to cut the contract knows, no state of a game."""
        return ()

    def ask(self, seen: Any, decision: Decision) -> str:
        """Ask for it."""
        return "Cut the deck: type anything, and the match begins when all have."

    def read(self, state: Any, decision: Decision, text: str) -> str:
        """Take any text but one too long, without the blanks around it."""
        cut = text.strip(_WHITE_SPACE)
        if len(cut) > _LONGEST:
            raise NotUnderstood(
                f"{len(cut)} characters are too many to cut with: type at most {_LONGEST}."
            )
        return cut

    def format(self, answer: str) -> str:
        """Return it as it was typed."""
        return answer

    def apply(self, state: Any, answers: Answers[str], tell: Tell) -> Any:
        """Leave the game's state at its beginning."""
        return state

    def random_choice(self, state: Any, decision: Decision, random: RandomSource) -> str:
        """Return some digits."""
        return "".join(random.choice("0123456789abcdef") for _ in range(_RANDOM_DIGITS))


CUT = Cut()


def pending(players: Collection[str], cuts: Collection[str]) -> tuple[Decision, ...]:
    """Return the cuts owed by those players who have not cut."""
    return tuple(
        Decision(f"cut {player}", player, CUT, secret=True)
        for player in players
        if player not in cuts
    )


def tell_cut(cut: Mapping[str, str] | None, by: str, tell: Tell) -> None:
    """Tell of a player's cut, and of everybody's once `cut` holds them."""
    if cut is None:
        tell(f"{by} has cut.", by=by)
        return
    cuts = listed(f"{player} {quoted(text)}" for player, text in cut.items())
    tell(f"All have cut: {cuts}.")
    tell("The match begins.")
