"""Dates, times and spans of time, written by the tokens of a number format."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sheets_emulator.locales import Locale
from sheets_emulator.pattern_parts import is_elapsed, literal

DAY_ZERO: Final = datetime(1899, 12, 30)  # serial number 0; Sheets knows no time zone here
_LAST_DAY: Final = 2958465.99999  # 31 December 9999
_HALVES: Final = ("AM/PM", "A/P", "AM", "PM")
_UNITS: Final = {"h": 3_600_000, "m": 60_000, "s": 1000}  # milliseconds
_LETTERS: Final = frozenset("yYmMdDhHsS")


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment, `span` the same in milliseconds since serial number 0, and how it is written.

    Of `span` a unit such as `[mm]` counts what the greater ones among `units` leave over.
    """

    at: datetime
    span: int
    units: frozenset[str]
    is_twelve: bool
    locale: Locale


def write_moment(value: float, parts: Sequence[str], locale: Locale) -> str:
    """Return a serial number as these tokens of a pattern show it."""
    if not -693593 <= value <= _LAST_DAY:
        return "#NUM!"
    sign = ""
    if value < 0 and any(is_elapsed(part) for part in parts):
        sign, value = "-", -value
    parts, places = _with_fractions(parts)
    exact = 10 ** min(places, 3)
    span = round(value * 86400 * exact) * (1000 // exact)
    is_twelve = any(part.upper() in _HALVES for part in parts)
    units = frozenset(part[1].lower() for part in parts if is_elapsed(part))
    moment = _Moment(DAY_ZERO + timedelta(milliseconds=span), span, units, is_twelve, locale)
    return sign + "".join(
        _part(part, moment, _is_minute(parts, number)) for number, part in enumerate(parts)
    )


def _with_fractions(parts: Sequence[str]) -> tuple[list[str], int]:
    """Join the noughts that follow the seconds (`.00`) to one token; and how many there are."""
    joined: list[str] = []
    most = 0
    is_open = False
    for number, part in enumerate(parts):
        if is_open and part == "0":
            joined[-1] += part
        elif part == "." and number + 1 < len(parts) and parts[number + 1] == "0":
            joined.append(part)
            is_open = True
            continue
        else:
            joined.append(part)
        is_open = is_open and part == "0"
        most = max(most, len(joined[-1]) - 1 if joined[-1][0] == "." else 0)
    return joined, most


def _is_minute(parts: Sequence[str], number: int) -> bool:
    """Return whether an `m` counts minutes: it follows the hours or goes before the seconds."""

    def is_word(part: str) -> bool:
        return part[0] in _LETTERS or is_elapsed(part)

    before = next((part for part in reversed(parts[:number]) if is_word(part)), "-")
    after = next((part for part in parts[number + 1 :] if is_word(part)), "-")
    return before.lstrip("[")[0] in "hH" or after.lstrip("[")[0] in "sS"


def _part(part: str, moment: _Moment, is_minute: bool) -> str:
    size, at, locale = len(part), moment.at, moment.locale
    if part.upper() in _HALVES:
        return _half(part, at, locale)
    if is_elapsed(part):
        return _elapsed(part[1:-1].lower(), moment)
    if re.fullmatch(r"\.0+", part):
        return locale.decimal + f"{at.microsecond:06d}"[: size - 1].ljust(size - 1, "0")
    if part[0] not in _LETTERS:
        return literal(part)
    match part[0].lower():
        case "y":
            return f"{at.year:04d}" if size > 2 else f"{at.year % 100:02d}"
        case "m" if is_minute:
            return f"{at.minute:0{min(size, 2)}d}"
        case "m":
            long, short = locale.months[at.month - 1], locale.short_months[at.month - 1]
            named = {3: short, 4: long, 5: long[:1]}
            return named.get(size) or f"{at.month:0{min(size, 2)}d}"
        case "d" if size > 2:
            return (locale.short_days if size == 3 else locale.days)[at.weekday()]
        case "d":
            return f"{at.day:0{size}d}"
        case "h":
            hour = (at.hour % 12 or 12) if moment.is_twelve else at.hour
            return f"{hour:0{min(size, 2)}d}"
    return f"{at.second:0{min(size, 2)}d}"


def _half(part: str, at: datetime, locale: Locale) -> str:
    """Return the half of the day: `a/p` one letter as it is written there, the others in full."""
    is_late = at.hour >= 12
    if len(part) == 3:
        return part[2 if is_late else 0]
    return locale.halves[is_late]


def _elapsed(unit: str, moment: _Moment) -> str:
    letter = unit[0]
    greater = [_UNITS[one] for one in moment.units if _UNITS[one] > _UNITS[letter]]
    rest = moment.span % min(greater) if greater else moment.span
    return f"{rest // _UNITS[letter]:0{len(unit)}d}"
