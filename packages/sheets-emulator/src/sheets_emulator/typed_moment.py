"""Dates and times as people type them, in the order, the marks and the names of a locale."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from typing import Final, TypeAlias

from sheets_emulator.locales import Locale, locale_of
from sheets_emulator.model import JsonObject
from sheets_emulator.moment_text import DAY_ZERO

Moment: TypeAlias = tuple[float, JsonObject]
"""A serial number, and the number format that comes with it."""

_LONGEST: Final = 60  # characters
_MOST_DIGITS: Final = 9  # of hours, minutes and seconds, which may be more than a day has


def read_moment(text: str, locale: Locale) -> Moment | None:
    """Return the date, the time or both that a text is; None for another text."""
    if len(text) > _LONGEST:
        return None
    whole = _date(text, locale) or _time(text, locale)
    if whole is not None:
        return whole
    for first, rest in _halves(text):
        date, time = _date(first, locale), _time(rest, locale)
        if date is not None and time is not None:
            pattern = f"{date[1]['pattern']} {time[1]['pattern']}"
            return date[0] + time[0], {"type": "DATE_TIME", "pattern": pattern}
    return None


def _halves(text: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to cut a text in two at a blank, or at the T of ISO 8601."""
    for match in re.finditer(r"\s+|(?<=[0-9])T(?=[0-9])", text):
        yield text[: match.start()].removesuffix(","), text[match.end() :]


@cache
def _time_form(locale: Locale) -> re.Pattern[str]:
    mark = f"[{re.escape(locale.time_separators)}]"
    late = "|".join(map(re.escape, locale.halves))
    most = _MOST_DIGITS
    return re.compile(
        rf"(?:(?P<before>{late})\s*)?(?:(?P<hour>[0-9]{{1,{most}}})(?P<mark>{mark})"
        rf"(?P<minute>[0-9]{{1,{most}}})"
        rf"(?:(?P=mark)(?P<second>[0-9]{{1,{most}}})(?P<fraction>[.,][0-9]{{1,{most}}})?)?"
        rf"(?:\s*(?:(?P<half>[ap])\.?m?\.?|(?P<after>{late})))?"
        r"|(?P<only>[0-9]{1,2})\s*(?P<only_half>[ap])\.?m\.?)",
        re.IGNORECASE,
    )


def _time(text: str, locale: Locale) -> Moment | None:
    match = _time_form(locale).fullmatch(text)
    if match is None or (match["before"] and (match["half"] or match["after"])):
        return None
    half = _half_typed(match, locale)
    hour = int(match["hour"] or match["only"])
    minute, second = int(match["minute"] or 0), int(match["second"] or 0)
    if half is not None:
        if not 1 <= hour <= 12 or minute > 59 or second > 59:
            return None
        hour = hour % 12 + (12 if half else 0)
    fraction = float((match["fraction"] or "0").replace(",", "."))
    value = (hour * 3600 + minute * 60 + second + fraction) / 86400
    mark = match["mark"] or locale.time_separators[-1]
    pattern = f"h{mark}mm{mark}ss" if match["second"] else f"h{mark}mm"
    if half is not None:
        pattern = f"am/pm {pattern}" if match["before"] else f"{pattern} am/pm"
    elif hour > 23 or minute > 59 or second > 59:
        pattern = f"[h]{mark}mm{mark}ss"
    return value, {"type": "TIME", "pattern": pattern}


def _half_typed(match: re.Match[str], locale: Locale) -> bool | None:
    """Return whether the second half of the day was typed; None for neither."""
    letter = match["half"] or match["only_half"]
    if letter:
        return letter.lower() == "p"
    word = match["before"] or match["after"]
    return None if word is None else word.lower() == locale.halves[1].lower()


def _date(text: str, locale: Locale) -> Moment | None:
    return _numeric_date(text, locale) or _worded_date(text, locale)


def _numeric_date(text: str, locale: Locale) -> Moment | None:
    parts = re.split(r"([/.-] ?)", text)
    if len(parts) > 3 and parts[-2:] == [".", ""]:  # 2020. 3. 4.
        parts = parts[:-2]
    numbers, signs = parts[::2], parts[1::2]
    if len(numbers) not in (2, 3) or len(set(signs)) != 1:
        return None
    if not all(number.isascii() and number.isdigit() for number in numbers):
        return None
    sign = signs[0]
    if len(numbers[0]) == 4 and len(numbers) == 3 and max(map(len, numbers[1:])) <= 2:
        return _in_order(numbers, "ymd", sign)
    if sign[0] not in locale.date_separators or any(len(number) > 2 for number in numbers[:2]):
        return None
    if len(numbers) == 2:
        return _in_order(numbers, locale.order.replace("y", ""), sign)
    if len(numbers[2]) not in (2, 4):
        return None
    if locale.order == "ymd" and len(numbers[2]) == 4:
        return _in_order(numbers, "mdy", sign)
    return _in_order(numbers, locale.order, sign)


def _in_order(numbers: list[str], order: str, sign: str) -> Moment | None:
    """Return the date whose year, month and day stand in this order; the year may be left out."""
    found = dict(zip(order, numbers, strict=True))
    year = _year(found["y"]) if "y" in found else datetime.now().year
    pattern = sign.join(letter * len(found[letter]) for letter in order)
    return _dated(year, int(found["m"]), int(found["d"]), pattern)


@cache
def _named_months(locale: Locale) -> dict[str, int]:
    """Return the numbers of the months by their names in the locale and in English."""
    found = {"sept": 9}
    for one in (locale_of("en"), locale):
        for names in (one.months, one.short_months, one.months_alone[:12], one.months_alone[12:]):
            for number, name in enumerate(names, 1):
                if not name[0].isdigit():
                    found[name.casefold().rstrip(".")] = number
    return found


@cache
def _worded_forms(locale: Locale) -> tuple[tuple[re.Pattern[str], str], ...]:
    names = sorted(map(re.escape, _named_months(locale)), key=len, reverse=True)
    month, gap = f"(?P<name>{'|'.join(names)})", r"(?:[\s-]+|\s+de\s+)"
    day, year = "(?P<day>[0-9]{1,2})", "(?P<year>[0-9]{2,4})"
    forms = (
        (rf"{day}\.?{gap}{month}\.?(?:,?{gap}{year})?", "d mmm"),
        (rf"{month}\.?{gap}{day}(?:,?{gap}{year})?", "mmm d"),
        (rf"{month}\.?{gap}(?P<year>[0-9]{{4}})", "mmm"),
    )
    return tuple((re.compile(form, re.IGNORECASE), pattern) for form, pattern in forms)


def _worded_date(text: str, locale: Locale) -> Moment | None:
    for form, pattern in _worded_forms(locale):
        match = form.fullmatch(text)
        if match is None:
            continue
        found = match.groupdict()
        month = _named_months(locale).get(found["name"].casefold())
        year = _year(found["year"]) if found["year"] else datetime.now().year
        shown = f"{pattern} yyyy" if found["year"] else pattern
        dated = _dated(year, month or 0, int(found.get("day") or 1), shown)
        if dated is not None:
            return dated
    return None


def _year(text: str) -> int:
    year = int(text)
    if len(text) > 2:
        return year
    return year + (2000 if year < 30 else 1900)


def _dated(year: int, month: int, day: int, pattern: str) -> Moment | None:
    try:
        moment = datetime(year, month, day)
    except ValueError:
        return None
    serial = float((moment - DAY_ZERO) // timedelta(days=1))
    return serial, {"type": "DATE", "pattern": pattern}
