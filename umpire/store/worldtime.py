"""Time in the world, as logs write it and as people read it."""

from datetime import UTC, datetime


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
