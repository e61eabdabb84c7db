"""What typing means: USER_ENTERED, and every text typed into the page.

A text becomes a number, a date, a time, a percentage, an amount of money, a boolean or a formula
wherever Sheets would take it for one; a leading apostrophe or a cell formatted as plain text
keeps it what it is.
"""

import math
import re
from dataclasses import dataclass
from functools import cache

from sheets_emulator.locales import Locale
from sheets_emulator.model import Formula, JsonObject, Value
from sheets_emulator.notation import as_kept, is_signed_formula
from sheets_emulator.typed_moment import read_moment

_SIGNS = "$¢£¤¥฿₠-⃀﷼￠￡￥￦"  # of money, whatever the locale, in a class of characters


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
        return Typed(Formula(as_kept(text, locale)))
    if stripped.upper() in ("TRUE", "FALSE"):
        return Typed(stripped.upper() == "TRUE")
    found = read_number(stripped, locale)
    if found is not None:
        return found
    if text[0] == "+" or (text[0] == "-" and is_signed_formula(stripped, locale)):
        return Typed(Formula(as_kept("=" + text, locale)))
    return Typed(text)


def read_number(text: str, locale: Locale) -> Typed | None:
    """Return the number that a text is in a locale, be it an amount or a moment; None for none."""
    moment = None
    found = _number(text, locale)
    if found is None:
        moment = read_moment(text, locale)
    return Typed(*moment) if moment is not None else found


@cache
def _number_form(locale: Locale) -> re.Pattern[str]:
    """Return how a number is typed: marks between the thousands may have more digits behind them.

    Google reads 1234,1234 as 12341234 where the comma is such a mark, and takes 1,00 for a text.
    """
    group, decimal = f"[{re.escape(locale.groups)}]", re.escape(locale.decimal)
    symbol = rf"{re.escape(locale.symbol.rstrip('.'))}\.?|[{_SIGNS}]"
    twos = rf"|[0-9]{{1,2}}(?:{group}[0-9]{{2}})*{group}[0-9]{{3}}" if locale.lakhs else ""
    blank = r"[ \u00a0\u202f]{0,2}"  # few, so that no text takes long
    return re.compile(
        rf"(?P<open>\()?(?P<sign>[-+])?{blank}(?P<money>{symbol})?{blank}(?P<late>[-+])?"
        rf"(?P<whole>[0-9]+(?:{group}[0-9]{{3,}})+{twos}|[0-9]*)(?P<fraction>{decimal}[0-9]*)?"
        rf"(?P<power>[eE][-+]?[0-9]+)?{blank}(?P<after>%|{symbol})?(?P<close>\))?"
    )


def _number(text: str, locale: Locale) -> Typed | None:
    match = _number_form(locale).fullmatch(text)
    if match is None or not (match["whole"] or len(match["fraction"] or "") > 1):
        return None
    if (match["open"] is None) != (match["close"] is None) or (match["sign"] and match["late"]):
        return None
    if match["money"] and match["after"]:
        return None
    digits = re.sub("[^0-9]", "", match["whole"])
    fraction = (match["fraction"] or "")[1:]
    value = float(f"{digits or 0}.{fraction or 0}{match['power'] or ''}")
    if not math.isfinite(value):
        return None
    if "-" in (match["sign"], match["late"]) or match["open"]:
        value = -value
    money = match["money"] or (match["after"] if match["after"] != "%" else None)
    decimals = "." + "0" * 2 if fraction else ""
    if match["after"] == "%":
        return Typed(value / 100, {"type": "PERCENT", "pattern": f"0{decimals}%"})
    if money:
        return Typed(value, {"type": "CURRENCY", "pattern": _money(money, decimals, locale)})
    if match["power"]:
        return Typed(value, {"type": "SCIENTIFIC", "pattern": "0.00E+00"})
    # Blanks between the thousands bring no format: 1 234,1234 is shown as 1234,1234 in Swedish.
    if digits != match["whole"] and " " not in locale.groups:
        return Typed(value, {"type": "NUMBER", "pattern": f"#,##0{decimals}"})
    return Typed(value)


def _money(symbol: str, decimals: str, locale: Locale) -> str:
    """Return the pattern of an amount in which the symbol stands where the locale has its own."""
    own = re.sub(r"#,##0(\.0+)?", f"#,##0{decimals}", locale.currency_pattern)
    if symbol.rstrip(".") == locale.symbol.rstrip("."):
        return own
    before, digits, after = own.partition(f"#,##0{decimals}")
    blank = " " if " " in before else ""
    return (
        f"[${symbol}{blank}]{digits}" if before else digits + re.sub('".*"', f"[${symbol}]", after)
    )
