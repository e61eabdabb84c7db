"""So many requests a minute: what is not used gathers, to no more than one minute's."""


class Allowance:
    """What somebody may still ask; `now` is on a clock of whoever counts."""

    def __init__(self, a_minute: int, now: float) -> None:
        self._a_minute = a_minute
        self._left = float(a_minute)
        self._counted = now

    def take(self, now: float) -> bool:
        """Count a request; False if there are too many, and it counts for nothing."""
        self._refill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_whole(self, now: float) -> bool:
        """Return whether it is as good as new."""
        self._refill(now)
        return self._left >= self._a_minute

    def _refill(self, now: float) -> None:
        fresh = (now - self._counted) * self._a_minute / 60
        self._left = min(self._a_minute, self._left + fresh)
        self._counted = now
