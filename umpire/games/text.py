"""Text as people type it, normalized before it is compared, and as sentences show it.

Case, blanks and full-width forms make no difference; what is shown is bounded and printable.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

T = TypeVar("T")
_MINUSES: Final = "−–‐‑"
"""What is typed for a minus sign too."""
_MOST_DIGITS: Final = 60
"""A number of more digits is beyond everything that is counted, whatever it is."""
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_SHOWN = 400
_QUOTED = 40
_FEW = 5
_JOINING = re.compile(r"(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])")
"""A joiner that joins: names in Persian or Sinhala need them, and so do joined emoji."""


def narrow(text: str) -> str:
    """Return the text with the full-width forms of ASCII (U+FF01 to U+FF5E, U+3000) as ASCII."""
    return text if text.isascii() else text.translate(_FULL_WIDTH)


def normalize(text: str) -> str:
    """Return the text as it is compared.

    No full width, no case, single blanks, none at the ends.
    """
    if not text.isascii():  # most texts are, and are compared again and again
        text = narrow(text)
    return " ".join(text.casefold().split())


def standardize(text: str) -> str:
    """Return the text in NFKC, with one kind of minus; its case and blanks as typed."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text)
    for minus in _MINUSES:  # several times faster than to translate the text
        text = text.replace(minus, "-")
    return text


def parse_digits(digits: str) -> int:
    """Return the number that digits mean; one of very many digits is cut down to a bound."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS


def words(text: str, blanks: str = ",;") -> list[str]:
    """Return the plain words of a text, in which each of `blanks` counts as a blank."""
    text = narrow(text)
    for mark in blanks:
        text = text.replace(mark, " ")
    return text.casefold().split()


def beginnings(things: Mapping[str, T]) -> dict[str, tuple[T, ...]]:
    """Return for every text that begins some of the names the things that those mean, each once."""
    begun: dict[str, dict[T, None]] = {}
    for name, thing in things.items():
        for end in range(1, len(name) + 1):
            begun.setdefault(name[:end], {})[thing] = None
    return {text: tuple(meant) for text, meant in begun.items()}


def prefix_table(things: Mapping[str, T]) -> dict[str, T]:
    """Return for every text that means just one of the things, by its name or a prefix, that thing.

    It answers as `fitting` does, for names that are known beforehand.
    """
    begun = beginnings(things)
    return {text: meant[0] for text, meant in begun.items() if len(meant) == 1} | {**things}


def is_printable(text: str) -> bool:
    """Return whether a text has only printable characters, and joiners that join two of them."""
    return text.isprintable() or _JOINING.sub("", text).isprintable()


def printable(text: str, most: int = _SHOWN) -> str:
    """Return anybody's text in a form that can be shown: bounded, with only printable characters.

    Control characters, lone surrogates and the like appear as escapes, joiners only where they join
    nothing.
    """
    if len(text) > most:
        text = text[: most - 1] + "…"
    if text.isprintable():
        return text
    joining = {found.start() for found in _JOINING.finditer(text)}
    return "".join(
        letter
        if letter.isprintable() or place in joining
        else letter.encode("unicode_escape").decode("ascii")
        for place, letter in enumerate(text)
    )


def quoted(text: str) -> str:
    """Return a player's own words in quotes, for a sentence."""
    return f'"{printable(text, _QUOTED)}"'


def not_understood(text: str) -> str:
    """Return the first sentence of a refusal to parse a text."""
    return f"{quoted(text)} is not understood." if text.strip() else "Nothing is written."


def counted(number: int, thing: str) -> str:
    """Return a number with its noun: `1 chip`, `3 chips`. The plural must be regular."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def in_full(number: float) -> str:
    """Return a number with all its digits, a whole one without a fraction: `1581089`, `17.5`."""
    return str(int(number)) if number == int(number) else str(number)


def listed(items: Iterable[str], last: str = "and") -> str:
    """Return the items as a sentence lists them: `Set, Stones or Shuffle`."""
    *others, final = items
    return f"{', '.join(others)} {last} {final}" if others else final


def few(names: Sequence[str]) -> str:
    """Return the first few of several names for a sentence, and how many more there are."""
    shown = ", ".join(names[:_FEW])
    return f"{shown} and {len(names) - _FEW} more" if len(names) > _FEW else shown
