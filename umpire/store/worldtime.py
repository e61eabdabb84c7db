"""Time, as logs write it and as people read it."""

from datetime import UTC, datetime

_YEARS = 2 * 365 * 24 * 3600


def rfc3339(now: float) -> str:
    """Write seconds since 1970 as RFC 3339 in UTC with milliseconds: `2026-01-31T12:00:00.000Z`."""
    moment = datetime.fromtimestamp(now, UTC)
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def clock_time(moment: float) -> str:
    """Write seconds since 1970 as people read a clock, in UTC: `12:00:00 UTC`.

    Options set limits of any length; what no calendar reaches is `the far future`.
    """
    try:
        return f"{datetime.fromtimestamp(moment, UTC):%H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return "the far future"


def duration(seconds: float) -> str:
    """Return a time in seconds as m:ss, or h:mm:ss from an hour on; a begun second counts not.

    Who sets a limit of years wants none, and need not read how many hours that is.
    """
    if seconds >= _YEARS:
        return "years"
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def readable(at: str) -> str:
    """Return a time in the world (RFC 3339, UTC) to the second, as people read it."""
    return f"{at[:10]} {at[11:19]} UTC"
