"""Time: the clock of a pending decision, and what it spends of a reserve. In seconds."""

from decimal import Decimal
from math import ceil, ulp
from typing import NamedTuple, TypeAlias

from umpire.games.base import Bank, Periods

Reserve: TypeAlias = Bank | Periods


class Clock(NamedTuple):
    """The running clock of a decision: its limit, and the reserve that its player has past it.

    Times are the match clock's. A clock never ticks: what it says depends on the time asked for.
    """

    since: float
    """When the limit began to run."""
    deadline: float
    """When the limit falls, reserve not counted."""
    reserve: Reserve | None = None
    """What kind of reserve is spent past the limit; None if none is."""
    left: float = 0.0
    """The seconds of it that its player had when the limit began."""
    added: float = 0.0
    """The seconds that the umpire has added to the limit."""

    @property
    def limit(self) -> float:
        """The seconds from its start to its limit, extensions counted."""
        return self.deadline - self.since

    @property
    def end(self) -> float:
        """When the limit takes effect: the reserve is gone."""
        return exact(self.deadline + self.left)

    def until_limit(self, now: float) -> float:
        """Return the seconds left until the limit; below 0 in reserve."""
        return self.deadline - now

    def in_reserve(self, now: float) -> bool:
        """Return whether the limit is past and the reserve is running."""
        return self.reserve is not None and now > self.deadline

    def left_at(self, now: float) -> float:
        """Return the reserve that its player has left; of periods, a begun one is spent whole."""
        if self.reserve is None or now <= self.deadline:
            return self.left
        spent = _spent(self.reserve, _difference(now, self.deadline))
        return max(0.0, _difference(self.left, spent))

    def extended(self, seconds: float) -> "Clock":
        """Return the clock with its limit moved later."""
        return self._replace(
            deadline=exact(self.deadline + seconds), added=exact(self.added + seconds)
        )

    def afresh(self, now: float, limit: float) -> "Clock":
        """Return the clock with its limit, and what was added to it, counted from now."""
        return self._replace(since=now, deadline=exact(exact(now + limit) + self.added))


def exact(seconds: float) -> float:
    """Return a sum of times without the noise of binary fractions.

    0.1 + 0.7 is 0.8, so that an input exactly at a limit is in time however it is written.
    """
    if seconds.is_integer():
        return seconds
    rounded = round(seconds, 9)
    return rounded if abs(rounded - seconds) <= 2 * ulp(seconds) else seconds


def _difference(later: float, earlier: float) -> float:
    """Return the difference of two times as they are written: 256.1 - 226.1 is 30.

    Late in a match the noise of the two is much more than that of a difference which is small.
    """
    return float(Decimal(repr(later)) - Decimal(repr(earlier)))


def whole_reserve(reserve: Reserve) -> float:
    """Return the seconds of reserve that each player starts with."""
    if isinstance(reserve, Periods):
        return exact(float(reserve.count * reserve.seconds))
    return float(reserve.seconds)


def shown(seconds: float) -> str:
    """Return a time for people, in seconds: `90`, `12.5`."""
    return f"{seconds:.12g}"


def _spent(reserve: Reserve, past: float) -> float:
    """Return what `past` seconds beyond a limit take off a reserve."""
    if isinstance(reserve, Periods):
        return exact(float(ceil(exact(past / reserve.seconds)) * reserve.seconds))
    return past
