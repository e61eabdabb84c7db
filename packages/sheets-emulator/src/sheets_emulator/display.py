"""What a cell shows: a value written by its number format, as Google's FORMATTED_VALUE."""

import math

from sheets_emulator.locales import Locale
from sheets_emulator.model import JsonObject
from sheets_emulator.moment_text import write_moment
from sheets_emulator.number_text import write_number
from sheets_emulator.pattern_parts import literal, pattern_of

DATE_TYPES = ("DATE", "TIME", "DATE_TIME")


def show(value: str | float | bool, number_format: JsonObject | None, locale: Locale) -> str:
    """Return the text of a value in a cell with this number format (None: automatic)."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    kind = number_format["type"] if number_format else None
    pattern = number_format.get("pattern", "") if number_format else ""
    if isinstance(value, str):
        return _text(value, pattern)
    if kind is None or kind == "TEXT":
        return general(value, locale)
    try:
        return _number(value, pattern or _default_pattern(kind, locale), locale)
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
        "CURRENCY": locale.currency_pattern,
        "SCIENTIFIC": "0.00E+00",
        "DATE": locale.date_pattern,
        "TIME": locale.time_pattern,
        "DATE_TIME": locale.date_time_pattern,
    }.get(kind, "")


def _text(value: str, pattern: str) -> str:
    section = pattern_of(pattern).text
    if section is None:
        return value
    return "".join(value if part == "@" else literal(part) for part in section)


def _number(value: float, pattern: str, locale: Locale) -> str:
    section, is_signed = pattern_of(pattern).section_for(value)
    value = value if is_signed else abs(value)
    if "General" in section.parts or not pattern:
        written = general(value, locale)
        shown = [written if part == "General" else literal(part) for part in section.parts]
        return "".join(shown) or written
    if section.is_moment:
        return write_moment(value, section.parts, locale)
    return write_number(value, section.parts, locale)
