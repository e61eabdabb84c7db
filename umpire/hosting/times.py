"""Times of day at the command line: local time, and UTC as on the sheets."""

from datetime import UTC, datetime

from umpire.store.worldtime import time_or_date


def local_and_utc_time(at: float, now: float) -> str:
    """Return seconds since 1970 as local time and as UTC, with the date if that is not today's."""
    utc = time_or_date(at, now)
    try:
        here = datetime.fromtimestamp(at).astimezone()
    except (ValueError, OverflowError, OSError):
        return utc
    if not here.utcoffset():
        return utc
    shifted = here.replace(tzinfo=UTC).timestamp()
    local = time_or_date(shifted, shifted + now - at).removesuffix(" UTC")
    return f"{local} here ({utc})"
