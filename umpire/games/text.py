"""Normalizing the text that people type, and formatting text for sentences.

Case, blanks and full-width forms make no difference; shown text is bounded and printable.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

T = TypeVar("T")
_MINUSES: Final = "−–‐‑"
"""Other characters that people type for a minus sign."""
_MOST_DIGITS: Final = 60
"""A number with more digits is larger than anything that a game counts."""
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_SHOWN = 400
_QUOTED = 40
_FEW = 5
_NUMBER_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
_JOINING = re.compile(r"(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])")
"""A joiner that joins: names in Persian or Sinhala need them, and so do joined emoji."""


def narrow(text: str) -> str:
    """Return the text with the full-width forms of ASCII (U+FF01 to U+FF5E, U+3000) as ASCII."""
    return text if text.isascii() else text.translate(_FULL_WIDTH)


def normalize(text: str) -> str:
    """Return the text to compare: no full width, no case, single blanks and none at the ends."""
    if not text.isascii():  # most texts are
        text = narrow(text)
    return " ".join(text.casefold().split())


def standardize(text: str) -> str:
    """Return the text in NFKC, with one kind of minus; its case and blanks as typed."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text)
    for minus in _MINUSES:  # several times faster than `translate`
        text = text.replace(minus, "-")
    return text


def parse_digits(digits: str) -> int:
    """Return the number that digits mean, bounded if there are very many digits."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS


def words(text: str, blanks: str = ",;") -> list[str]:
    """Return the normalized words of a text in which each character of `blanks` is a blank."""
    text = narrow(text)
    for mark in blanks:
        text = text.replace(mark, " ")
    return text.casefold().split()


def beginnings(things: Mapping[str, T]) -> dict[str, tuple[T, ...]]:
    """Return the things by every prefix of their names, each thing once."""
    things_by_prefix: dict[str, dict[T, None]] = {}
    for name, thing in things.items():
        for end in range(1, len(name) + 1):
            things_by_prefix.setdefault(name[:end], {})[thing] = None
    return {prefix: tuple(matches) for prefix, matches in things_by_prefix.items()}


def prefix_table(things: Mapping[str, T]) -> dict[str, T]:
    """Return the things by their names and by every prefix that fits only one of them.

    It gives the same results as `find_names`, for fixed names.
    """
    unique = {text: matches[0] for text, matches in beginnings(things).items() if len(matches) == 1}
    return unique | {**things}


def is_printable(text: str) -> bool:
    """Return whether a text has only printable characters and joiners between two of them."""
    return text.isprintable() or _JOINING.sub("", text).isprintable()


def shorten(text: str, most: int) -> str:
    """Return a text with at most so many characters, the last an ellipsis if it was longer."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def printable(text: str, most: int = _SHOWN) -> str:
    """Return anybody's text bounded and with only printable characters.

    Control characters, lone surrogates and the like become escapes, and so do joiners that join
    nothing.
    """
    text = shorten(text, most)
    if text.isprintable():
        return text
    joining = {match.start() for match in _JOINING.finditer(text)}
    return "".join(
        letter
        if letter.isprintable() or place in joining
        else letter.encode("unicode_escape").decode("ascii")
        for place, letter in enumerate(text)
    )


def quote(text: str) -> str:
    """Return a player's own words in quotes, for a sentence."""
    return f'"{printable(text, _QUOTED)}"'


def not_understood(text: str) -> str:
    """Return a first sentence which says that a text is not understood."""
    return f"{quote(text)} is not understood." if text.strip() else "Nothing is written."


def pluralize(number: int, thing: str) -> str:
    """Return a number with its noun: `1 chip`, `3 chips`. The plural must be regular."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def in_words(number: int) -> str:
    """Return a number as a sentence has it: `no`, `one` up to `twelve`, then `13`."""
    return _NUMBER_WORDS[number] if 0 <= number < len(_NUMBER_WORDS) else str(number)


def in_full(number: float) -> str:
    """Return a number with all its digits, a whole one without a fraction: `1581089`, `17.5`."""
    return str(int(number)) if number == int(number) else str(number)


def join_words(items: Iterable[str], last: str = "and") -> str:
    """Return the items as a sentence lists them: `Set, Stones or Shuffle`."""
    *others, final = items
    return f"{', '.join(others)} {last} {final}" if others else final


def few(names: Sequence[str]) -> str:
    """Return the first few names for a sentence, and how many more there are."""
    text = ", ".join(names[:_FEW])
    return f"{text} and {len(names) - _FEW} more" if len(names) > _FEW else text
