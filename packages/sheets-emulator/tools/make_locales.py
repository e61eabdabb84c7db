"""Write sheets_emulator/locales.json from CLDR: `pip install babel`, then run this file.

A language has all that is known of it, a country of it only what differs. Where Google's answers
are known to differ from today's CLDR, `_SEEN_AT_GOOGLE` has what Google does. The languages are
those of the 72 locales that the settings of a Google spreadsheet offer.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import babel
from babel.core import get_cldr_version, get_global
from babel.localedata import locale_identifiers
from babel.numbers import get_currency_precision, get_territory_currencies

_FILE = Path(__file__).parents[1] / "src/sheets_emulator/locales.json"

_LANGUAGES = (
    "ar az be bg bn ca cs cy da de el en es fi fil fr gu he hi hr hu hy id it ja ka kk kn ko lt lv "
    "ml mn mr my nb nl nn pa pl pt ro ru sk sl sr sv ta te th tr uk vi zh"
)

_WITH_A_SCRIPT = {"zh_TW": "zh_Hant_TW", "zh_HK": "zh_Hant_HK", "zh_MO": "zh_Hant_MO"}

_SEEN_AT_GOOGLE = {
    # burnash/gspread#501: 1234.1234 is a time in Swedish, shown as 1254.34.00.
    "sv": {"time": "hh.mm.ss"},
    # sharkdp/hyperfine#379: a number with a point is no text in Italian, but a moment.
    "it": {"time": "hh.mm.ss"},
    # Timestamps of forms: 2021. 8. 14 오후 2:31:07
    "ko": {"date": "yyyy. m. d"},
}

_SCRIPTS_WITH_OWN_HALVES = {"ja", "ko", "zh"}  # elsewhere the halves of a day are AM and PM


def main() -> None:
    """Write the table."""
    found: dict[str, Any] = {}
    for language in _LANGUAGES.split():
        found[language] = _of(language)
        for name in sorted(_countries(language)):
            own = _of(name)
            found[name] = {key: own[key] for key in own if own[key] != found[language].get(key)}
    lines = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(one, ensure_ascii=False)}"
        for name, one in found.items()
    )
    text = f'{{\n "cldr": "{get_cldr_version()}",\n "locales": {{\n{lines}\n }}\n}}\n'
    _FILE.write_text(text, encoding="utf-8")


def _countries(language: str) -> set[str]:
    found = {
        name for name in locale_identifiers() if re.fullmatch(rf"{language}_([A-Z]{{2}})", name)
    }
    likely = _likely(language)
    return found | {f"{language}_{likely}"} | {n for n in _WITH_A_SCRIPT if n[:2] == language}


def _likely(language: str) -> str:
    return str(get_global("likely_subtags")[language]).rpartition("_")[2]


def _of(name: str) -> dict[str, Any]:
    language, _, country = name.partition("_")
    locale = babel.Locale.parse(_WITH_A_SCRIPT.get(name, name))
    names = babel.Locale.parse("en") if language == "en" else locale
    symbols = locale.number_symbols["latn"]
    currency = get_territory_currencies(country or _likely(language))[-1]
    time = _time(locale.time_formats["medium"].pattern)
    months, days = names.months["format"], names.days["format"]
    named = _in_order(months["wide"]) + _in_order(months["abbreviated"])
    alone = names.months["stand-alone"]
    named_alone = _in_order(alone["wide"]) + _in_order(alone["abbreviated"])
    halves = names.day_periods["format"]["abbreviated"]
    own_halves = [halves["am"], halves["pm"]] if language in _SCRIPTS_WITH_OWN_HALVES else None
    found = {
        "decimal": symbols["decimal"],
        "group": symbols["group"],
        "lakhs": "#,##,##0" in locale.decimal_formats[None].pattern,
        "date": _date(locale.date_formats["short"].pattern),
        "time": time,
        "symbol": _plain(locale.currency_symbols.get(currency, currency)),
        "currency": _money(locale, currency),
        "months": _in_order(months["wide"]),
        "short_months": _in_order(months["abbreviated"]),
        "months_alone": named_alone if named_alone != named else [],
        "days": _in_order(days["wide"]),  # Monday first
        "short_days": _in_order(days["abbreviated"]),
        "halves": own_halves or ["AM", "PM"],
    }
    found |= _SEEN_AT_GOOGLE.get(language, {})
    found["date_time"] = f"{found['date']} {_beside_a_date(found, own_halves is not None)}"
    return found


def _in_order(names: Mapping[int, str]) -> list[str]:
    return [names[number] for number in sorted(names)]


def _plain(text: str) -> str:
    """Return a text without marks of direction, its blanks the usual one."""
    return re.sub("[\u200e\u200f\u061c]", "", text).replace("\u202f", " ").replace("\xa0", " ")


def _date(pattern: str) -> str:
    """Return CLDR's pattern in the letters of a spreadsheet, with the whole year."""
    return re.sub("y+", "yyyy", _quoted(pattern)).strip()


def _quoted(pattern: str) -> str:
    return re.sub("'([^']*)'", r'"\1"', _plain(pattern).lower())


def _time(pattern: str) -> str:
    found = re.sub("[ab]", "am/pm", _quoted(pattern))
    if '"' in found:  # in words, as in fr_CA: nothing that a cell shows
        return "hh:mm:ss"
    return re.sub("(am/pm)(h)", r"\1 \2", found).strip()


def _beside_a_date(found: dict[str, Any], own_halves: bool) -> str:
    """Return the time of day after a date, which has 24 hours wherever AM and PM are foreign."""
    time = str(found["time"])
    if "am/pm" not in time or own_halves:
        return time
    hour = "hh" if "dd" in found["date"] else "h"
    return re.sub("h+", hour, time.replace("am/pm", "").strip())


def _money(locale: babel.Locale, currency: str) -> str:
    pattern = _plain(locale.currency_formats["standard"].pattern).partition(";")[0]
    symbol = _plain(locale.currency_symbols.get(currency, currency))
    digits = "#,##0" + "." * bool(places := get_currency_precision(currency)) + "0" * places
    before, after = re.split(r"[#0][#0,.]*", pattern, maxsplit=1)
    if "¤" in before:
        return f'"{before.replace("¤", symbol)}"{digits}'
    quoted = after.replace("¤", f'"{symbol}"')
    return digits + quoted.replace(" ", "\\ ")


if __name__ == "__main__":
    main()
