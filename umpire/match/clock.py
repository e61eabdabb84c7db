"""The clock of a pending decision, and the reserve that it spends. All times are in seconds."""

from decimal import Decimal
from math import ceil, ulp
from typing import NamedTuple, TypeAlias

from umpire.games.base import Bank, Periods

Reserve: TypeAlias = Bank | Periods


class Clock(NamedTuple):
    """The running clock of a decision: its limit, and the reserve that its player has past it.

    Times are those of the match clock. The value never changes: its methods take the time.
    """

    start: float
    """When the limit began to run."""
    deadline: float
    """When the limit ends, reserve not counted."""
    reserve: Reserve | None = None
    """The kind of reserve that is spent past the limit; None without reserve."""
    reserve_left: float = 0.0
    """The seconds of reserve that the player had when the limit began."""
    extension: float = 0.0
    """The seconds that the umpire has added to the limit."""

    @property
    def limit(self) -> float:
        """The seconds from the start to the deadline, extensions included."""
        return self.deadline - self.start

    @property
    def end(self) -> float:
        """When the limit takes effect: the reserve is spent."""
        return exact(self.deadline + self.reserve_left)

    def until_limit(self, now: float) -> float:
        """Return the seconds until the deadline; below 0 in reserve."""
        return self.deadline - now

    def in_reserve(self, now: float) -> bool:
        """Return whether the deadline is past and the reserve is running."""
        return self.reserve is not None and now > self.deadline

    def left_at(self, now: float) -> float:
        """Return the reserve that the player has left; a period that has begun is spent whole."""
        if self.reserve is None or now <= self.deadline:
            return self.reserve_left
        spent = _spent(self.reserve, _difference(now, self.deadline))
        return max(0.0, _difference(self.reserve_left, spent))

    def extend(self, seconds: float) -> "Clock":
        """Return the clock with a later deadline."""
        return self._replace(
            deadline=exact(self.deadline + seconds), extension=exact(self.extension + seconds)
        )

    def restart(self, now: float, limit: float) -> "Clock":
        """Return the clock with its limit, extensions included, counted from `now`."""
        return self._replace(start=now, deadline=exact(exact(now + limit) + self.extension))


def exact(seconds: float) -> float:
    """Return a sum of times without the rounding error of binary fractions.

    0.1 + 0.7 is 0.8, so that an input exactly at a limit is in time however it is written.
    """
    if seconds.is_integer():
        return seconds
    rounded = round(seconds, 9)
    return rounded if abs(rounded - seconds) <= 2 * ulp(seconds) else seconds


def _difference(later: float, earlier: float) -> float:
    """Return the difference of two times as they are written: 256.1 - 226.1 is 30.

    Late in a match the rounding error of both is large beside a small difference.
    """
    return float(Decimal(repr(later)) - Decimal(repr(earlier)))


def whole_reserve(reserve: Reserve) -> float:
    """Return the seconds of reserve with which each player begins."""
    if isinstance(reserve, Periods):
        return exact(float(reserve.count * reserve.seconds))
    return float(reserve.seconds)


def format_seconds(seconds: float) -> str:
    """Return a number of seconds as people read it: `90`, `12.5`."""
    return f"{seconds:.12g}"


def _spent(reserve: Reserve, past: float) -> float:
    """Return how much reserve is spent `past` seconds after a deadline."""
    if isinstance(reserve, Periods):
        return exact(float(ceil(exact(past / reserve.seconds)) * reserve.seconds))
    return past
