"""Time: when a limit falls, and what an answer spends of a player's reserve. In seconds."""

from math import ceil, ulp

from umpire.games.base import Bank, Periods


def exact(seconds: float) -> float:
    """Return a sum or difference of times without the noise of binary fractions.

    0.1 + 0.7 is 0.8, so that an input exactly at a limit is in time however it is written.
    """
    near = round(seconds, 9)
    return near if abs(near - seconds) <= 2 * ulp(seconds) else seconds


def whole_reserve(reserve: Bank | Periods) -> float:
    """Return the seconds of reserve that each player starts with."""
    if isinstance(reserve, Periods):
        return exact(float(reserve.count * reserve.seconds))
    return float(reserve.seconds)


def spent(reserve: Bank | Periods, past: float) -> float:
    """Return what `past` seconds beyond a limit take off a reserve; a begun period is whole."""
    if past <= 0:
        return 0.0
    if isinstance(reserve, Periods):
        return exact(ceil(exact(past / reserve.seconds)) * reserve.seconds)
    return past


def shown(seconds: float) -> str:
    """Return a time for people, in seconds: `90`, `12.5`."""
    return f"{seconds:.12g}"
