"""Numbers written by the tokens of a number format: digits, thousands, fractions, exponents."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile
from typing import Final

from sheets_emulator.locales import Locale
from sheets_emulator.pattern_parts import literal

_PLACES: Final = frozenset("0#?")
_LONGEST_DENOMINATOR: Final = 7  # digits


def write_number(value: float, parts: Sequence[str], locale: Locale) -> str:
    """Return a number as these tokens of a pattern show it; raises OverflowError for too long."""
    value *= 100 ** parts.count("%")
    if "/" in parts:
        written = _as_fraction(value, parts)
        if written is not None:
            return written
    digits = _digits_of(tuple(parts))
    if digits is None:
        return "".join(literal(part) for part in parts)
    return digits.write(value, locale)


@lru_cache(maxsize=512)
def _digits_of(parts: tuple[str, ...]) -> "_Digits | None":
    places = [number for number, part in enumerate(parts) if part in _PLACES]
    return _Digits.of(parts, places) if places else None


@dataclass(frozen=True, slots=True)
class _Digits:
    """The tokens of a number: before the point, behind it, and what stands around them.

    `scale` is how many commas at its end divide it by a thousand each. Tokens that are no places
    for digits stand between these as texts do, as in `000-00-0000`.
    """

    before: Sequence[str]
    whole: Sequence[str]
    fraction: Sequence[str]
    exponent: str | None
    after: Sequence[str]
    scale: int
    is_grouped: bool

    @classmethod
    def of(cls, parts: Sequence[str], places: Sequence[int]) -> "_Digits":
        point = parts.index(".") if "." in parts else None
        is_point = point is not None and point >= places[0] - 1
        first = min(places[0], point) if is_point and point is not None else places[0]
        last = max(places[-1], point) if is_point and point is not None else places[-1]
        body, after = list(parts[first : last + 1]), list(parts[last + 1 :])
        scale = len(list(takewhile(lambda part: part == ",", after)))
        after = after[scale:]
        cut = body.index(".") if is_point else len(body)
        whole, fraction = body[:cut], body[cut + 1 :]
        while whole and whole[-1] == ",":
            whole.pop()
            scale += 1
        is_exponent = bool(after) and after[0][0] in "Ee" and len(after[0]) > 1
        exponent = after.pop(0) if is_exponent else None
        is_grouped = "," in whole
        whole = [part for part in whole if part != ","]
        fraction = [part for part in fraction if part != ","]
        return cls(list(parts[:first]), whole, fraction, exponent, after, scale, is_grouped)

    def write(self, value: float, locale: Locale) -> str:
        """Return the number with what stands around it."""
        value /= 1000**self.scale
        tail = ""
        if self.exponent is not None:
            value, tail = self._powered(value)
        most = sum(part in _PLACES for part in self.fraction)
        whole, _, fraction = f"{rounded(abs(value), most):.{most}f}".partition(".")
        shown = self._whole(whole.lstrip("0"), locale) + self._fraction(fraction, locale) + tail
        is_zero = not whole.strip("0") and not fraction.strip("0")
        sign = "-" if value < 0 and not is_zero else ""
        before, after = ("".join(map(literal, part)) for part in (self.before, self.after))
        return sign + before + shown + after

    def _powered(self, value: float) -> tuple[float, str]:
        """Return the mantissa, and the exponent as it is written."""
        assert self.exponent is not None
        step = max(1, sum(part in _PLACES for part in self.whole))
        most = sum(part in _PLACES for part in self.fraction)
        power = int(f"{value:e}".partition("e")[2]) // step * step if value else 0
        mantissa = value / 10.0**power
        if rounded(abs(mantissa), most) >= 10**step:
            power += step
            mantissa = value / 10.0**power
        sign = "-" if power < 0 else "+" if self.exponent[1] == "+" else ""
        digits = str(abs(power)).rjust(len(self.exponent) - 2, "0")
        return mantissa, f"{self.exponent[0]}{sign}{digits}"

    def _whole(self, digits: str, locale: Locale) -> str:
        """Fill the places before the point from the right; digits too many go to the first."""
        written: list[str] = []
        left = sum(part in _PLACES for part in self.whole)
        rest, count = digits, 0
        for part in reversed(self.whole):
            if part not in _PLACES:
                written.append(literal(part))
                continue
            left -= 1
            taken, rest = (rest, "") if not left else (rest[-1:], rest[:-1])
            for digit in reversed(taken or {"0": "0", "?": " "}.get(part, "")):
                if self.is_grouped and digit != " " and _ends_group(count, locale):
                    written.append(locale.group)
                written.append(digit)
                count += 1
        if not self.whole:
            written.append(digits)
        return "".join(reversed(written))

    def _fraction(self, digits: str, locale: Locale) -> str:
        written: list[str] = []
        kept = len(digits.rstrip("0"))
        place = 0
        for part in self.fraction:
            if part not in _PLACES:
                written.append(literal(part))
                continue
            is_shown = place < kept or part == "0" or "0" in self.fraction[place + 1 :]
            written.append(digits[place] if is_shown else " " if part == "?" else "")
            place += 1
        shown = "".join(written)
        return locale.decimal + shown if shown else ""


def _ends_group(count: int, locale: Locale) -> bool:
    if count <= 3 or not locale.lakhs:
        return count > 0 and count % 3 == 0
    return count % 2 == 1


def rounded(value: float, places: int) -> float:
    """Half away from zero, as a spreadsheet rounds, seen through the binary noise."""
    power = 10.0**places
    scaled = value * power
    if scaled >= 1e15:
        return value
    return math.floor(float(f"{scaled:.12g}") + 0.5) / power


def _as_fraction(value: float, parts: Sequence[str]) -> str | None:
    """Return the number as a fraction such as `5 1/8`; None if the pattern has no room for one."""
    slash = parts.index("/")
    above = slash
    while above and parts[above - 1] in _PLACES:
        above -= 1
    below = slash + 1
    while below < len(parts) and (parts[below] in _PLACES or parts[below].isdigit()):
        below += 1
    numerator, denominator = parts[above:slash], parts[slash + 1 : below]
    if not numerator or not denominator or not math.isfinite(value):
        return None
    places = [number for number, part in enumerate(parts[:above]) if part in _PLACES]
    exact = Fraction(abs(value))
    whole = math.floor(exact) if places else 0
    near = _nearest(exact - whole, denominator)
    if places and near[0] == near[1]:
        whole, near = whole + 1, (0, near[1])
    shown = "".join(literal(part) for part in parts[: places[0] if places else above])
    if places:
        digits = _Digits.of(parts[places[0] : places[-1] + 1], range(len(places)))
        is_bare = not whole and near[0]
        count = str(whole) if not is_bare or "0" in digits.whole else ""
        shown += count + "".join(literal(part) for part in parts[places[-1] + 1 : above])
    if near[0] or not places:
        high, low = (
            str(near[0]).rjust(_padding(numerator)),
            str(near[1]).ljust(_padding(denominator)),
        )
        shown += f"{high}/{low}"
    else:
        shown += " " * (_padding(numerator) + bool(_padding(denominator)) + _padding(denominator))
    sign = "-" if value < 0 and (whole or near[0]) else ""
    return sign + shown + "".join(literal(part) for part in parts[below:])


def _padding(places: Sequence[str]) -> int:
    """Return how wide a side of a fraction is at least: `?` stands for a blank."""
    return len(places) if "?" in places else 0


def _nearest(exact: Fraction, places: Sequence[str]) -> tuple[int, int]:
    """Return numerator and denominator: the one that the pattern says, or the best that fits."""
    fixed = "".join(places)
    if fixed.isdigit() and int(fixed):
        return math.floor(exact * int(fixed) + Fraction(1, 2)), int(fixed)
    found = exact.limit_denominator(10 ** min(len(places), _LONGEST_DENOMINATOR) - 1)
    return found.numerator, found.denominator
