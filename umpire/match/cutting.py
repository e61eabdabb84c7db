"""The cut: before the deal each player types some text, and the deal depends on all of them."""

from collections.abc import Collection, Mapping
from typing import Any

from umpire.games.base import CUT as CUT_NAME
from umpire.games.base import (
    Answers,
    Decision,
    DecisionKind,
    NotUnderstood,
    RandomSource,
    Tell,
)
from umpire.games.page import Question
from umpire.games.text import join_words, quote

_LONGEST = 200
_RANDOM_DIGITS = 16

_WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""White space as Unicode defines it; Python's own `strip` removes four more separators."""


class Cut(DecisionKind[Any, str]):
    """Any text of a player; together with the seed all cuts determine the deal.

    A cut is no step of the match: `undo` does not reach it.
    """

    name = CUT_NAME
    task = "cut"
    notation = "any text"
    examples = ("7 of clubs",)

    def pending(self, state: Any) -> tuple[Decision, ...]:
        """Return nothing: no state of a game says who has yet to cut."""
        return ()

    def ask(self, seen: Any, decision: Decision) -> str:
        """Return the question."""
        return "Cut the deck: type anything, and the match begins when all have."

    def question(self, seen: Any, decision: Decision) -> Question:
        """Return the question for a page."""
        return Question("Cut the deck: type anything.", "The match begins when all have.")

    def read(self, state: Any, decision: Decision, text: str) -> str:
        """Return the text without the blanks around it. Raises NotUnderstood if it is too long."""
        cut = text.strip(_WHITE_SPACE)
        if len(cut) > _LONGEST:
            raise NotUnderstood(
                f"{len(cut)} characters are too many to cut with: type at most {_LONGEST}."
            )
        return cut

    def format(self, answer: str) -> str:
        """Return the text as it was typed."""
        return answer

    def apply(self, state: Any, answers: Answers[str], tell: Tell) -> Any:
        """Return the game's state as it was."""
        return state

    def random_choice(self, state: Any, decision: Decision, random: RandomSource) -> str:
        """Return some digits."""
        return "".join(random.choice("0123456789abcdef") for _ in range(_RANDOM_DIGITS))


CUT = Cut()


def pending(players: Collection[str], cuts: Collection[str]) -> tuple[Decision, ...]:
    """Return the decisions of the players who have not cut."""
    return tuple(
        Decision(f"cut {player}", player, CUT, secret=True)
        for player in players
        if player not in cuts
    )


def tell_cut(cut: Mapping[str, str] | None, by: str, tell: Tell) -> None:
    """Announce a player's cut; also all cuts, once `cut` has everybody's."""
    if cut is None:
        tell(f"{by} has cut.", by=by)
        return
    cuts = join_words(f"{player} {quote(text)}" for player, text in cut.items())
    tell(f"All have cut: {cuts}.")
    tell("The match begins.")
