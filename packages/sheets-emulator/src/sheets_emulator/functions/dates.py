"""Functions of dates and times of day: numbers of days since 30 December 1899."""

import calendar
import math
from datetime import datetime, timedelta
from typing import Final

from sheets_emulator.functions.base import CallError, Function, Site, to_number
from sheets_emulator.model import JsonObject
from sheets_emulator.moment_text import DAY_ZERO
from sheets_emulator.scalars import FormattedNumber, Scalar

_DATE: Final[JsonObject] = {"type": "DATE"}
_TIME: Final[JsonObject] = {"type": "TIME"}
_DATE_TIME: Final[JsonObject] = {"type": "DATE_TIME"}
_DAY = 86400  # seconds


def _serial(moment: datetime) -> float:
    return (moment - DAY_ZERO) / timedelta(days=1)


def _moment(value: float) -> datetime:
    return DAY_ZERO + timedelta(seconds=round(value * _DAY))


def _day(year: int, month: int, day: int) -> FormattedNumber:
    """Return a date; months and days beyond the last are those of the next year and month."""
    months = year * 12 + month - 1
    first = datetime(months // 12, months % 12 + 1, 1)
    return FormattedNumber(_serial(first) + day - 1, _DATE)


def _date(year: int, month: int, day: int) -> FormattedNumber:
    return _day(year + 1900 if 0 <= year < 1900 else year, month, day)


def _later(value: float, months: int) -> FormattedNumber:
    start = _moment(value)
    first = _day(start.year, start.month + months, 1)
    return FormattedNumber(first + min(start.day, _days_in_month(first)) - 1, _DATE)


def _month_end(value: float, months: int) -> FormattedNumber:
    start = _moment(value)
    first = _day(start.year, start.month + months, 1)
    return FormattedNumber(first + _days_in_month(first) - 1, _DATE)


def _days_in_month(value: float) -> int:
    moment = _moment(value)
    return calendar.monthrange(moment.year, moment.month)[1]


def _now(site: Site) -> FormattedNumber:
    return FormattedNumber(_serial(site.now()), _DATE_TIME)


def _today(site: Site) -> FormattedNumber:
    return FormattedNumber(math.floor(_serial(site.now())), _DATE)


def _time(hours: int, minutes: int, seconds: int) -> FormattedNumber:
    whole = hours * 3600 + minutes * 60 + seconds
    if whole < 0:
        raise CallError("NUM", "A time must not be negative.")
    return FormattedNumber(whole % _DAY / _DAY, _TIME)


def _weekday(value: float, kind: int = 1) -> float:
    monday_first = _moment(value).weekday()
    if kind not in (1, 2, 3):
        raise CallError("NUM", "The type of WEEKDAY is 1, 2 or 3.")
    return float({1: (monday_first + 1) % 7 + 1, 2: monday_first + 1, 3: monday_first}[kind])


def _date_value(site: Site, value: Scalar) -> float:
    typed = site.typed(value) if isinstance(value, str) else value
    if isinstance(typed, str):
        raise CallError("VALUE", f"DATEVALUE parameter '{typed}' cannot be parsed to date/time.")
    return float(math.floor(to_number(typed)))


def _between(first: float, last: float, unit: str) -> float:
    start, end = _moment(math.floor(first)), _moment(math.floor(last))
    if start > end:
        raise CallError("NUM", "The first date must not be after the last.")
    months = (end.year - start.year) * 12 + end.month - start.month - (end.day < start.day)
    match unit.upper():
        case "D":
            return float((end - start).days)
        case "M":
            return float(months)
        case "Y":
            return float(months // 12)
        case "YM":
            return float(months % 12)
        case "MD":
            return _serial(end) - _later(_serial(start), months)
        case "YD":
            return _serial(end) - _later(_serial(start), months // 12 * 12)
    raise CallError("NUM", f"DATEDIF knows no unit '{unit}'.")


DATES = {
    "DATE": Function("iii", _date),
    "DATEDIF": Function("ddt", _between),
    "DATEVALUE": Function("s", _date_value, sited=True),
    "DAY": Function("d", lambda value: float(_moment(value).day)),
    "DAYS": Function("dd", lambda end, start: float(math.floor(end) - math.floor(start))),
    "EDATE": Function("di", _later),
    "EOMONTH": Function("di", _month_end),
    "HOUR": Function("d", lambda value: float(_moment(value).hour)),
    "MINUTE": Function("d", lambda value: float(_moment(value).minute)),
    "MONTH": Function("d", lambda value: float(_moment(value).month)),
    "NOW": Function("", _now, sited=True),
    "SECOND": Function("d", lambda value: float(_moment(value).second)),
    "TIME": Function("iii", _time),
    "TODAY": Function("", _today, sited=True),
    "WEEKDAY": Function("d|i", _weekday),
    "YEAR": Function("d", lambda value: float(_moment(value).year)),
}
