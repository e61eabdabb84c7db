"""What typing means: USER_ENTERED, and every text typed into the page.

A text becomes a number, a date, a time, a percentage, an amount of money, a boolean or a formula
wherever Sheets would take it for one; a leading apostrophe or a cell formatted as plain text
keeps it what it is.
"""

import math
import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from sheets_emulator.display import DAY_ZERO
from sheets_emulator.locales import Locale
from sheets_emulator.model import Formula, JsonObject, Value

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_CURRENCIES = "$€£¥₹"

_TIME = re.compile(
    r"(?P<hour>\d{1,4}):(?P<minute>\d{1,2})(?::(?P<second>\d{1,2})(?P<fraction>\.\d+)?)?"
    r"(?:\s*(?P<half>[ap])\.?m?\.?)?|(?P<only>\d{1,2})\s*(?P<only_half>[ap])\.?m\.?",
    re.IGNORECASE,
)
_DAY_NAME = re.compile(
    rf"(?P<day>\d{{1,2}})[\s-]+{_MONTH}\.?(?:,?[\s-]+(?P<year>\d{{2,4}}))?", re.I
)
_NAME_DAY = re.compile(
    rf"{_MONTH}\.?[\s-]+(?P<day>\d{{1,2}})(?:,?[\s-]+(?P<year>\d{{2,4}}))?", re.I
)
_NAME_YEAR = re.compile(rf"{_MONTH}\.?[\s-]+(?P<year>\d{{4}})", re.I)


@dataclass(frozen=True, slots=True)
class Typed:
    """What a text became, and the number format that came with it (None: leave it as it is)."""

    value: Value
    number_format: JsonObject | None = None


def read(text: str, number_format: JsonObject | None, locale: Locale) -> Typed:
    """Return what a cell with this number format makes of a typed text ("" empties it)."""
    if text == "":
        return Typed(None)
    if number_format is not None and number_format.get("type") == "TEXT":
        return Typed(text.removeprefix("'"))
    if text.startswith("'"):
        return Typed(text[1:])
    stripped = text.strip()
    if text.startswith("=") and len(text) > 1:
        return Typed(Formula(text))
    if stripped.upper() in ("TRUE", "FALSE"):
        return Typed(stripped.upper() == "TRUE")
    if text[0] in "+-" and _is_signed_formula(stripped):
        return Typed(Formula("=" + text))
    return _number(stripped, locale) or _moment(stripped, locale) or Typed(text)


def _is_signed_formula(text: str) -> bool:
    """`+A1` and `-SUM(B2)` are formulas; `-1`, `+x` and `- later` are not."""
    return (
        re.fullmatch(r"[+-]\s*(\$?[A-Za-z]{1,3}\$?\d+|[A-Za-z.]+\(.*\))([-+*/^&].*)?", text)
        is not None
    )


def _number(text: str, locale: Locale) -> Typed | None:
    group, decimal = re.escape(locale.group), re.escape(locale.decimal)
    match = re.fullmatch(
        rf"(?P<open>\()?(?P<sign>[-+])?\s*(?P<money>[{_CURRENCIES}])?\s*(?P<late>[-+])?"
        rf"(?P<whole>\d{{1,3}}(?:{group}\d{{3}})+|\d*)(?P<fraction>{decimal}\d*)?"
        rf"(?P<power>[eE][-+]?\d+)?\s*(?P<after>[%{_CURRENCIES}])?(?P<close>\))?",
        text,
    )
    if match is None or not (match["whole"] or len(match["fraction"] or "") > 1):
        return None
    if (match["open"] is None) != (match["close"] is None) or (match["sign"] and match["late"]):
        return None
    digits = match["whole"].replace(locale.group, "") or "0"
    fraction = (match["fraction"] or "")[1:]
    value = float(f"{digits}.{fraction or 0}{match['power'] or ''}")
    if not math.isfinite(value):
        return None
    if "-" in (match["sign"], match["late"]) or match["open"]:
        value = -value
    grouped = locale.group in match["whole"]
    money = match["money"] or (match["after"] if match["after"] != "%" else None)
    decimals = "." + "0" * 2 if fraction else ""
    if match["after"] == "%":
        return Typed(value / 100, {"type": "PERCENT", "pattern": f"0{decimals}%"})
    if money:
        pattern = f"[${money}]#,##0{decimals}" if money != "$" else f'"$"#,##0{decimals}'
        return Typed(value, {"type": "CURRENCY", "pattern": pattern})
    if match["power"]:
        return Typed(value, {"type": "SCIENTIFIC", "pattern": "0.00E+00"})
    if grouped:
        return Typed(value, {"type": "NUMBER", "pattern": f"#,##0{decimals}"})
    return Typed(value)


def _moment(text: str, locale: Locale) -> Typed | None:
    time = _time(text)
    if time is not None:
        return time
    date = _date(text, locale)
    if date is not None:
        return date
    first, _, rest = text.replace("T", " ", 1).partition(" ")
    date, time = _date(first, locale), _time(rest.strip())
    if date is None or time is None:
        return None
    assert isinstance(date.value, float)
    assert isinstance(time.value, float)
    assert date.number_format is not None
    assert time.number_format is not None
    pattern = f"{date.number_format['pattern']} {time.number_format['pattern']}"
    return Typed(date.value + time.value, {"type": "DATE_TIME", "pattern": pattern})


def _time(text: str) -> Typed | None:
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    half = (match["half"] or match["only_half"] or "").lower()
    hour = int(match["hour"] or match["only"])
    minute, second = int(match["minute"] or 0), int(match["second"] or 0)
    if minute > 59 or second > 59 or (half and not 1 <= hour <= 12):
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    seconds = hour * 3600 + minute * 60 + second + float(match["fraction"] or 0)
    pattern = "h:mm:ss" if match["second"] else "h:mm"
    if half:
        pattern += " am/pm"
    elif hour >= 24:
        pattern = f"[{pattern[0]}]{pattern[1:]}"
    return Typed(seconds / 86400, {"type": "TIME", "pattern": pattern})


def _date(text: str, locale: Locale) -> Typed | None:
    return _numeric_date(text, locale) or _worded_date(text)


def _numeric_date(text: str, locale: Locale) -> Typed | None:
    parts = re.split(r"([/.-])", text)
    numbers, signs = parts[::2], parts[1::2]
    if len(numbers) not in (2, 3) or len(set(signs)) != 1:
        return None
    if not all(number.isascii() and number.isdigit() for number in numbers):
        return None
    sign = signs[0]
    if len(numbers[0]) == 4 and len(numbers) == 3 and max(map(len, numbers[1:])) <= 2:
        year, month, day = numbers
        pattern = sign.join(("yyyy", "m" * len(month), "d" * len(day)))
        return _dated(int(year), int(month), int(day), pattern)
    if sign not in locale.date_separators or any(len(one) > 2 for one in numbers[:2]):
        return None
    month_first = locale.order != "dmy"
    if len(numbers) == 2:
        month, day = numbers if month_first else reversed(numbers)
        pattern = sign.join(("m", "d") if month_first else ("d", "m"))
        return _dated(datetime.now().year, int(month), int(day), pattern)
    if len(numbers[2]) not in (2, 4):
        return None
    month, day = (numbers[0], numbers[1]) if month_first else (numbers[1], numbers[0])
    words = ("m" * len(month), "d" * len(day))
    pattern = sign.join((*(words if month_first else reversed(words)), "y" * len(numbers[2])))
    return _dated(_year(numbers[2]), int(month), int(day), pattern)


def _worded_date(text: str) -> Typed | None:
    for form, pattern in ((_DAY_NAME, "d mmm"), (_NAME_DAY, "mmm d"), (_NAME_YEAR, "mmm")):
        match = form.fullmatch(text)
        if match is None:
            continue
        found = match.groupdict()
        month = _MONTHS.index(found["name"][:3].lower()) + 1
        year = _year(found["year"]) if found["year"] else datetime.now().year
        shown = f"{pattern} yyyy" if found["year"] else pattern
        dated = _dated(year, month, int(found.get("day") or 1), shown)
        if dated is not None:
            return dated
    return None


def _year(text: str) -> int:
    year = int(text)
    if len(text) > 2:
        return year
    return year + (2000 if year < 30 else 1900)


def _dated(year: int, month: int, day: int, pattern: str) -> Typed | None:
    try:
        moment = datetime(year, month, day)
    except ValueError:
        return None
    return Typed(
        float((moment - DAY_ZERO) // timedelta(days=1)), {"type": "DATE", "pattern": pattern}
    )
