"""Times and durations in the world, as logs and people write them."""

from datetime import UTC, datetime

_MINUTE = 60
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR
_YEARS = 2 * 365 * _DAY
_THIS_YEAR = 300 * _DAY
"""Dates closer than this need no year."""


def rfc3339(now: float) -> str:
    """Write seconds since 1970 as RFC 3339 in UTC with milliseconds: `2026-01-31T12:00:00.000Z`."""
    moment = datetime.fromtimestamp(now, UTC)
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def rfc3339_if_any(at: float | None) -> str | None:
    """Write a time as RFC 3339; None if there is none, or it is beyond the calendar."""
    try:
        return None if at is None else rfc3339(at)
    except (ValueError, OverflowError, OSError):
        return None


def clock_time(moment: float) -> str:
    """Write seconds since 1970 as a time of day in UTC: `12:00:00 UTC`.

    Limits may have any length. A time beyond the calendar is `the far future`.
    """
    try:
        return f"{datetime.fromtimestamp(moment, UTC):%H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return "the far future"


def time_or_date(at: float, now: float) -> str:
    """Write seconds since 1970 as a time of day in UTC, with the date if it is another day.

    A time that is days away has no seconds: `Tue 24 Nov 18:20 UTC`.
    """
    try:
        then, today = datetime.fromtimestamp(at, UTC), datetime.fromtimestamp(now, UTC)
    except (ValueError, OverflowError, OSError):
        return clock_time(at)
    if then.date() == today.date():
        return clock_time(at)
    year = f" {then.year}" if abs(at - now) > _THIS_YEAR else ""
    clock = f"{then:%H:%M:%S}" if abs(at - now) < _DAY else f"{then:%H:%M}"
    return f"{then:%a} {then.day} {then:%b}{year} {clock} UTC"


def duration(seconds: float) -> str:
    """Write seconds as m:ss, from an hour on as h:mm:ss, and from a day on in days and hours.

    It is rounded down. Two years or more are just `years`, since such a limit means none.
    """
    if seconds >= _YEARS:
        return "years"
    if seconds >= _DAY:
        return _in_days(seconds)
    hours, rest = divmod(int(seconds), _HOUR)
    minutes, rest = divmod(rest, _MINUTE)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _in_days(seconds: float) -> str:
    days, rest = divmod(int(seconds), _DAY)
    hours = rest // _HOUR
    return f"{days} day{'s' * (days > 1)}" + (f" {hours} h" if hours else "")


def day_or_time(at: str, now: str) -> str:
    """Return the time of day of an RFC 3339 time in UTC, or its date if it is another day."""
    if at[:10] == now[:10]:
        return at[11:19]
    day = datetime.fromisoformat(at)
    return f"{day.day} {day:%b}"


def readable(at: str) -> str:
    """Return an RFC 3339 time in UTC as people write it, to the second."""
    return f"{at[:10]} {at[11:19]} UTC"
