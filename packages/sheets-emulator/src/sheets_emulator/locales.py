"""How a spreadsheet's locale writes numbers, dates, amounts of money and formulas.

What is known of each stands in `locales.json`, which `tools/make_locales.py` makes from CLDR.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_BLANKS = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
_APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}"
_OLD_LANGUAGES = {"iw": "he", "in": "id", "no": "nb", "tl": "fil"}


@dataclass(frozen=True, slots=True)
class Locale:
    """The habits of one locale.

    `order` is how the parts of a date follow: `mdy`, `dmy`, `ymd`. `groups` are all marks that may
    part thousands in what is typed, `group` the one that is shown. With `lakhs` the digits above
    the thousands go in twos. `symbol` is the sign of its money, `currency_pattern` its place.
    `month_names` are the names that are shown, short and long, and more that may be typed, each
    list from January on; the lists of days begin with Monday.
    """

    decimal: str
    group: str
    groups: str
    lakhs: bool
    order: str
    date_separators: str
    time_separators: str
    date_pattern: str
    time_pattern: str
    date_time_pattern: str
    symbol: str
    currency_pattern: str
    months: tuple[str, ...]
    short_months: tuple[str, ...]
    months_alone: tuple[str, ...]
    days: tuple[str, ...]
    short_days: tuple[str, ...]
    halves: tuple[str, ...]  # of the day: AM and PM


@cache
def locale_of(name: str) -> Locale:
    """Return the habits of a locale such as `en_GB` or `de`; those of en_US if there is none."""
    language, _, country = name.partition("_")
    language = _OLD_LANGUAGES.get(language, language)
    table = _table()
    found = table.get(language, table["en"]) | table.get(f"{language}_{country}", {})
    group, date, time = found["group"], found["date"], found["time"]
    return Locale(
        decimal=found["decimal"],
        group=group,
        groups=next((marks for marks in (_BLANKS, _APOSTROPHES) if group in marks), group),
        lakhs=found["lakhs"],
        order="".join(sorted("dmy", key=date.index)),
        date_separators="/-." if "." in date else "/-",
        time_separators=":." if "." in time else ":",
        date_pattern=date,
        time_pattern=time,
        date_time_pattern=found["date_time"],
        symbol=found["symbol"],
        currency_pattern=found["currency"],
        months=tuple(found["months"]),
        short_months=tuple(found["short_months"]),
        months_alone=tuple(found["months_alone"]),
        days=tuple(found["days"]),
        short_days=tuple(found["short_days"]),
        halves=tuple(found["halves"]),
    )


def is_known(name: str) -> bool:
    """Return whether there is a locale of this name: a language, or one with a country."""
    language, mark, country = name.partition("_")
    language = _OLD_LANGUAGES.get(language, language)
    return (f"{language}_{country}" if mark else language) in _table()


@cache
def _table() -> dict[str, dict[str, Any]]:
    text = files("sheets_emulator").joinpath("locales.json").read_text("utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)["locales"]
    return found
