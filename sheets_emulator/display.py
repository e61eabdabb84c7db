"""What a cell shows: a value written by its number format, as Google's FORMATTED_VALUE."""

import math
import re
from datetime import datetime, timedelta
from functools import lru_cache

from sheets_emulator.locales import Locale
from sheets_emulator.model import JsonObject

DAY_ZERO = datetime(1899, 12, 30)  # serial number 0; Sheets knows no time zone here
_LAST_DAY = 2958465.99999  # 31 December 9999

DATE_TYPES = ("DATE", "TIME", "DATE_TIME")

_PART = re.compile(
    r'"[^"]*"|\\.|\[[^\]]*\]|AM/PM|am/pm|A/P|a/p|General|E[+-]0+|e[+-]0+|y+|Y+|m+|M+|d+|D+|h+|H+|s+|S+'
    r"|[0#?]+(?:,[0#?]+)*|[.,%@_*]|.",
    re.DOTALL,
)


def show(value: str | float | bool, number_format: JsonObject | None, locale: Locale) -> str:
    """Return the text of a value in a cell with this number format (None: automatic)."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    kind = number_format["type"] if number_format else None
    pattern = number_format.get("pattern", "") if number_format else ""
    if isinstance(value, str):
        return _text_section(value, pattern)
    if kind is None or kind == "TEXT":
        return general(value, locale)
    try:
        return _numeric(value, pattern or _default_pattern(kind, locale), locale)
    except OverflowError:  # a pattern of hundreds of places or of percent signs
        return "#NUM!"


def general(value: float, locale: Locale) -> str:
    """Return a number as an automatic cell shows it: ten decimals at most, no trailing zeros."""
    if not math.isfinite(value):
        return "#NUM!"
    size = abs(value)
    if size and (size >= 1e15 or size < 1e-9):
        mantissa, _, exponent = f"{value:.5e}".partition("e")
        mantissa = mantissa.rstrip("0").rstrip(".")
        text = f"{mantissa}E{exponent[0]}{exponent[1:].zfill(2)}"
    else:
        text = f"{float(f'{value:.15g}'):.10f}".rstrip("0").rstrip(".")
        text = "0" if text in ("-0", "") else text
    return text.replace(".", locale.decimal)


def _default_pattern(kind: str, locale: Locale) -> str:
    return {
        "NUMBER": "#,##0.00",
        "PERCENT": "0.00%",
        "CURRENCY": "$#,##0.00",
        "SCIENTIFIC": "0.00E+00",
        "DATE": locale.date_pattern,
        "TIME": locale.time_pattern,
        "DATE_TIME": locale.date_time_pattern,
    }.get(kind, "")


@lru_cache(maxsize=512)
def _sections(pattern: str) -> tuple[tuple[str, ...], ...]:
    sections: list[tuple[str, ...]] = []
    parts: list[str] = []
    for part in _PART.findall(pattern):
        if part == ";":
            sections.append(tuple(parts))
            parts = []
        else:
            parts.append(part)
    return (*sections, tuple(parts))


def _text_section(value: str, pattern: str) -> str:
    sections = _sections(pattern)
    section = sections[3] if len(sections) > 3 else ("@",) if len(sections) < 4 else ()
    if len(sections) == 1 and "@" in sections[0]:
        section = sections[0]
    return "".join(value if part == "@" else _literal(part) for part in section)


def _numeric(value: float, pattern: str, locale: Locale) -> str:
    sections = _sections(pattern)
    if value < 0 and len(sections) > 1:
        section, value = sections[1], -value
    elif value == 0 and len(sections) > 2:
        section = sections[2]
    else:
        section = sections[0]
    if section == ("@",) or "General" in section:
        return general(value, locale)
    if any(part[0] in "ymdhsYMDHS" and part.isalpha() for part in section):
        return _date(value, section)
    return _number(value, section, locale)


def _literal(part: str) -> str:
    if part.startswith('"'):
        return part[1:-1]
    if part.startswith("\\"):
        return part[1:]
    if part.startswith("["):
        inner = part[1:-1]
        return inner[1:].partition("-")[0] if inner.startswith("$") else ""
    return "" if part in ("_", "*") else part


def _number(value: float, section: tuple[str, ...], locale: Locale) -> str:
    places = [n for n, part in enumerate(section) if part[0] in "0#?" or part == "."]
    exponent = next((part for part in section if part[0] in "Ee" and len(part) > 1), None)
    value *= 100 ** section.count("%")
    if not places:
        return "".join(_literal(part) for part in section)
    first, last = places[0], places[-1]
    body = "".join(section[first : last + 1])
    whole_pattern, _, fraction_pattern = body.partition(".")
    after = section[last + 1 :]
    while after and after[0] == ",":
        value /= 1000
        after = after[1:]
    if exponent is not None:
        digits = _scientific(value, fraction_pattern, exponent, locale)
        after = tuple(part for part in after if part != exponent)
    else:
        digits = _fixed(value, whole_pattern, fraction_pattern, locale)
    sign = "-" if value < 0 and digits.strip("0.,") else ""
    before = "".join(_literal(part) for part in section[:first])
    return sign + before + digits + "".join(_literal(part) for part in after)


def _fixed(value: float, whole_pattern: str, fraction_pattern: str, locale: Locale) -> str:
    most = len(fraction_pattern.replace(",", ""))
    least = fraction_pattern.count("0")
    text = f"{_rounded(abs(value), most):.{most}f}"
    whole, _, fraction = text.partition(".")
    while len(fraction) > least and fraction.endswith("0"):
        fraction = fraction[:-1]
    whole = whole.lstrip("0").rjust(whole_pattern.count("0"), "0")
    if "," in whole_pattern and whole:
        grouped = f"{int(whole):,}" if whole.isdigit() else whole
        whole = grouped.rjust(len(whole), "0").replace(",", locale.group)
    return whole + (locale.decimal + fraction if fraction else "")


def _rounded(value: float, places: int) -> float:
    """Half away from zero, as a spreadsheet rounds, seen through the binary noise."""
    power = 10.0**places
    scaled = value * power
    if scaled >= 1e15:
        return value
    return math.floor(float(f"{scaled:.12g}") + 0.5) / power


def _scientific(value: float, fraction_pattern: str, exponent: str, locale: Locale) -> str:
    mantissa, _, power = f"{abs(value):.{len(fraction_pattern)}e}".partition("e")
    sign = power[0] if power[0] == "-" or exponent[1] == "+" else ""
    digits = power[1:].lstrip("0").rjust(exponent.count("0"), "0")
    return f"{mantissa.replace('.', locale.decimal)}{exponent[0]}{sign}{digits}"


_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December")  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _date(value: float, section: tuple[str, ...]) -> str:
    if not -693593 <= value <= _LAST_DAY:
        return "#NUM!"
    moment = DAY_ZERO + timedelta(seconds=round(value * 86400))
    twelve = any(part.upper() in ("AM/PM", "A/P") for part in section)
    shown: list[str] = []
    for number, part in enumerate(section):
        shown.append(_date_part(part, moment, value, twelve, _is_minute(section, number)))
    return "".join(shown)


def _is_minute(section: tuple[str, ...], number: int) -> bool:
    """Return whether an `m` counts minutes: it follows the hours or goes before the seconds."""
    words = [part for part in section[:number] if part[0] in "yYmMdDhHsS["]
    later = [part for part in section[number + 1 :] if part[0] in "yYmMdDhHsS["]
    before = bool(words) and words[-1].lstrip("[")[0] in "hH"
    return before or (bool(later) and later[0].lstrip("[")[0] in "sS")


def _date_part(part: str, moment: datetime, value: float, twelve: bool, minute: bool) -> str:
    size = len(part)
    letter = part[0].lower()
    if part in ("AM/PM", "am/pm"):
        return "PM" if moment.hour >= 12 else "AM"
    if part in ("A/P", "a/p"):
        return "P" if moment.hour >= 12 else "A"
    if part.startswith("["):
        return _elapsed(part[1:-1].lower(), value) or _literal(part)
    if not part.isalpha():
        return _literal(part)
    match letter:
        case "y":
            return f"{moment.year:04d}" if size > 2 else f"{moment.year % 100:02d}"
        case "m" if minute:
            return f"{moment.minute:0{min(size, 2)}d}"
        case "m":
            name = _MONTHS[moment.month - 1]
            shown = {3: name[:3], 4: name, 5: name[0]}.get(size)
            return shown if shown is not None else f"{moment.month:0{min(size, 2)}d}"
        case "d":
            day = _DAYS[moment.weekday()]
            if size >= 3:
                return day[:3] if size == 3 else day
            return f"{moment.day:0{size}d}"
        case "h":
            hour = (moment.hour % 12 or 12) if twelve else moment.hour
            return f"{hour:0{min(size, 2)}d}"
        case "s":
            return f"{moment.second:0{min(size, 2)}d}"
    return part


def _elapsed(unit: str, value: float) -> str | None:
    seconds = round(value * 86400)
    per = {"h": 3600, "m": 60, "s": 1}.get(unit[:1])
    if per is None or set(unit) != {unit[0]}:
        return None
    return f"{seconds // per:0{len(unit)}d}"
