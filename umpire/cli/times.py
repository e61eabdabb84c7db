"""Times in the world at the command line: by this computer's clock, and in UTC as on the sheets."""

from datetime import UTC, datetime

from umpire.showing.record import Record
from umpire.store.worldtime import moment, rfc3339


def here_and_utc(at: float, now: float) -> str:
    """Write seconds since 1970 as a time here, with its date if that is a day off, and in UTC."""
    utc = moment(at, now)
    try:
        here = datetime.fromtimestamp(at).astimezone()
    except (ValueError, OverflowError, OSError):
        return utc
    if not here.utcoffset():
        return utc
    shifted = here.replace(tzinfo=UTC).timestamp()
    local = moment(shifted, shifted + now - at).removesuffix(" UTC")
    return f"{local} here ({utc})"


def falls_at(record: Record, deadline: float | None) -> float | None:
    """Return when in the world a limit falls (seconds since 1970); None while no clock runs."""
    if deadline is None or record.offset is None or record.stands:
        return None
    return record.offset + deadline


def as_rfc3339(at: float | None) -> str | None:
    """Write a time for programs; None where no calendar reaches it."""
    try:
        return None if at is None else rfc3339(at)
    except (ValueError, OverflowError, OSError):
        return None
