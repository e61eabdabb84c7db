"""What the screens of several games say: who has won, what players are to do, fair dealing."""

from collections.abc import Iterable, Mapping
from typing import Final

from umpire.games.base import CUT, Outcome, Screen, Situation
from umpire.games.blocks import cell

_WINNER: Final = "★ winner"
_FAIR: Final = (
    "When the match is closed its seed is shown here. With it anyone can check {}: the command is "
    "umpire verify."
)


def has_beaten(players: Iterable[str], outcome: Outcome) -> str:
    """Return who has beaten whom in a match of two, which is never drawn."""
    loser = next(name for name in players if name != outcome.winner)
    return f"{outcome.winner} has beaten {loser}"


def due(
    match: Situation, outcome: Outcome | None, name: str, tasks: Mapping[str, str], other: str = ""
) -> str:
    """Return what a player is to do, by the kind of decision; that the winner is the winner.

    `other` is for kinds that `tasks` does not name.
    """
    if outcome is not None and outcome.winner == name:
        return _WINNER
    if name not in match.pending:
        return ""
    return {CUT: "to cut", **tasks}.get(match.pending[name].kind.name, other)


def fair_dealing(what: str, is_over: bool) -> Screen:
    """Return the note that once a match is over tells how to check `what` was dealt."""
    return {
        "fair_title": cell("Fair dealing" if is_over else ""),
        "fair_note": cell(_FAIR.format(what) if is_over else ""),
    }
