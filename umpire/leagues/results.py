"""The results of matches, and the rules by which they give points."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from umpire.errors import UsageError
from umpire.games.base import VOID
from umpire.games.names import did_you_mean
from umpire.games.text import join_words, quote

Pairing = Literal["round-robin", "swiss"]
Kind = Literal["won", "drawn", "lost", "forfeited"]

_POINTS = re.compile(r"[+-]?\d{1,4}(\.\d{1,3})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match; `players` are in seat order, by the names under which they count.

    `status` is open while the match is played, over until its result is final, then closed.
    `winner` is None for a draw, and if several won together: they are in `shared_by`. `reason` is
    the game's code for how it ended. `forfeited` are the players who forfeited it. `ended` is RFC
    3339 in UTC.
    """

    match: str
    players: tuple[str, ...]
    status: Literal["open", "over", "closed"]
    winner: str | None = None
    reason: str | None = None
    forfeited: frozenset[str] = frozenset()
    ended: str | None = None
    round: int | None = None
    shared_by: tuple[str, ...] = ()

    @property
    def winners(self) -> tuple[str, ...]:
        """All players who won; none in a draw."""
        return self.shared_by if self.winner is None else (self.winner,)

    @property
    def is_over(self) -> bool:
        """Whether it has ended, even if the result may still be taken back."""
        return self.status != "open"

    @property
    def is_void(self) -> bool:
        """Whether it ended without a result."""
        return self.is_over and not self.winners and self.reason == VOID

    @property
    def counts(self) -> bool:
        """Whether it counts in the standings."""
        return self.is_over and not self.is_void

    def kind(self, player: str) -> Kind:
        """Return what the result is for one of its players; without a winner it is a draw."""
        if player in self.winners:
            return "won"
        if player in self.forfeited:
            return "forfeited"
        return "lost" if self.winners else "drawn"


class Points(NamedTuple):
    """The points for a match; `forfeit` is for a player who forfeited it."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    forfeit: Fraction

    def of(self, kind: Kind) -> Fraction:
        """Return the points for a result of this kind."""
        return {
            "won": self.win,
            "drawn": self.draw,
            "lost": self.loss,
            "forfeited": self.forfeit,
        }[kind]

    def __str__(self) -> str:
        return "/".join(map(points_text, self if self.forfeit != self.loss else self[:3]))


def read_points(text: str) -> Points:
    """Read `3/1/0`, or with points for a forfeit `3/1/0/-1`. Raises UsageError."""
    parts = text.split("/")
    if len(parts) not in (3, 4) or not all(map(_POINTS.fullmatch, parts)):
        raise UsageError(
            f"{quote(text)} is not a list of points: write those for a win, a draw and a loss "
            "like 3/1/0 or 1/0.5/0, and add a fourth if a forfeit differs from a loss."
        )
    win, draw, loss, *forfeit = map(Fraction, parts)
    if not win >= draw >= loss:
        raise UsageError(
            f"{quote(text)} gives more points for less: put the points for a win first."
        )
    return Points(win, draw, loss, *(forfeit or (loss,)))


def points_text(value: Fraction) -> str:
    """Return points as people write them: `2`, `2.5`, `0.33`."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


USUAL_POINTS: Final = Points(Fraction(1), Fraction(1, 2), Fraction(0), Fraction(0))

TIE_BREAKS: Final[Mapping[str, str]] = {
    "head-to-head": "points from matches among the tied, if all pairs of them met equally often",
    "sonneborn-berger": "the points of beaten opponents, plus half the points of opponents in "
    "draws",
    "buchholz": "the points of all opponents, once per match",
    "wins": "matches won, and in a Swiss byes",
    "fewer-forfeits": "matches forfeited, the fewer the better",
    "rating": "the rating",
}
"""The tie-breaks between players with equal points, by name, in the usual order."""

_USUAL = tuple(name for name in TIE_BREAKS if name != "rating")


def read_tie_breaks(text: str) -> tuple[str, ...]:
    """Read names of tie-breaks, separated by commas. Raises UsageError."""
    names = tuple(name.strip().lower() for name in text.split(","))
    for name in names:
        if name not in TIE_BREAKS:
            raise UsageError(
                f"there is no tie-break {name!r}: write {join_words(TIE_BREAKS, 'or')}."
                f"{did_you_mean(name, TIE_BREAKS)}"
            )
    return tuple(dict.fromkeys(names))


@dataclass(frozen=True, slots=True)
class Rules:
    """How a league is paired and counted; `rounds` is their number, None if it is not known."""

    points: Points = USUAL_POINTS
    tie_breaks: tuple[str, ...] = _USUAL
    pairing: Pairing | None = None
    double: bool = False
    rounds: int | None = None

    @property
    def bye(self) -> Fraction:
        """The points for a bye: in a Swiss those for a win, else none."""
        return self.points.win if self.bye_wins else Fraction(0)

    @property
    def bye_wins(self) -> bool:
        """Whether a bye counts as a win, as in a Swiss."""
        return self.pairing == "swiss"

    def to_json(self) -> dict[str, Any]:
        """Return the rules as JSON, for the store."""
        return {
            "points": "/".join(map(str, map(float, self.points))),
            "tie_breaks": list(self.tie_breaks),
            "pairing": self.pairing,
            "double": self.double,
            "rounds": self.rounds,
        }

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> "Rules":
        """Return the rules from the JSON in the store."""
        return cls(
            points=read_points(json["points"]),
            tie_breaks=tuple(json["tie_breaks"]),
            pairing=json["pairing"],
            double=json["double"],
            rounds=json["rounds"],
        )
