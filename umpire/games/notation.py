"""Text as people type it: made plain before it is compared, made harmless before it is shown.

What the games and the match contract share: case, blanks and full-width forms make no difference,
names may be shortened to any prefix that fits only one of them.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
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
_MOST_NAMES = 1024
"""So many names are kept as they are compared."""
_LONGEST_NAME = 10
"""So many letters of a name there is room for in tables and lists."""
_SHORT_SENTENCE = 80
"""In a sentence of so many characters, which has a wide cell, there is room for whole names."""
_NAME_BEGINS, _NAME_ENDS = 6, 3
"""So many letters of a longer one are shown."""
_NEAR = 3
"""So many names at most are offered for one that is wrong."""
_LIKENESS = 0.65
"""How alike, from 0 to 1, a word must be to what may have been meant."""
_LIKENESS_OF_A_PART = 0.8
_PARTS = re.compile(r"[\W_]+")
_JOINERS = dict.fromkeys((0x200C, 0x200D))
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


def name_key(name: str) -> str:
    """Return what the names of people are compared by: NFKC, no case, runs of blanks as one."""
    if not name.isascii():
        # folding takes letters apart that are one letter in their other case
        name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(name.casefold().split())


def likeness_key(name: str) -> str:
    """Return what names must differ in to be told apart: their `name_key` without joiners.

    Joiners cannot be seen; yet in a name that is typed they count.
    """
    return name_key(name if name.isascii() else name.translate(_JOINERS))


def words(text: str, blanks: str = ",;") -> list[str]:
    """Return the plain words of a text, in which each of `blanks` counts as a blank."""
    text = narrow(text)
    for mark in blanks:
        text = text.replace(mark, " ")
    return text.casefold().split()


def fitting(word: str, names: Collection[str]) -> list[str]:
    """Return the names that `word` means: the one it is the whole of, else those it begins."""
    wanted, key = _compared(word)
    if not wanted:
        return []
    if whole := [name for name in names if keys(name)[1] == key]:
        return whole
    known = [(*keys(name), name) for name in names]
    return [
        name
        for spelt, name_is, name in known
        if spelt.startswith(wanted) or name_is.startswith(key)
    ]


def _compared(text: str) -> tuple[str, str]:
    spelt = normalize(text)
    return spelt, spelt if text.isascii() else name_key(text)


@lru_cache(_MOST_NAMES)
def keys(name: str) -> tuple[str, str]:
    """Return `normalize` and `name_key` of a name.

    They are kept: the names of a match are compared with what is said at line after line.
    """
    return _compared(name)


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


def are_short(names: Iterable[str]) -> bool:
    """Return whether all names fit a narrow cell."""
    return all(len(name) <= _LONGEST_NAME for name in names)


def with_short_names(text: str, names: tuple[str, ...]) -> str:
    """Return the text with those of the names in it that are too long for a narrow cell shortened.

    Their middle is left out. Two names that look the same then end with their numbers. In a short
    sentence names stay whole.
    """
    is_sentence = text.endswith(".") and not text.endswith(names)
    if is_sentence and len(text) <= _SHORT_SENTENCE:
        return text
    for name, short in _short_names(names):
        text = text.replace(name, short)
    return text


@lru_cache(_MOST_NAMES)
def _short_names(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return each long name and what it becomes, a name before those that it contains."""
    long = sorted((name for name in names if len(name) > _LONGEST_NAME), key=len, reverse=True)
    short = {name: f"{name[:_NAME_BEGINS]}…{name[-_NAME_ENDS:]}" for name in long}
    times = Counter((*short.values(), *names))
    return [
        (name, text if times[text] == 1 else f"{text[:_NAME_BEGINS]}…{names.index(name) + 1}")
        for name, text in short.items()
    ]


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


def named(name: str) -> str:
    """Return a name in quotes, for a sentence; its joiners are no escapes, as in Python's `repr`.

    It is anybody's text, and bounded too.
    """
    shown = printable(name)
    return f'"{shown}"' if "'" in shown else f"'{shown}'"


def quoted(text: str) -> str:
    """Return a player's own words in quotes, for a sentence."""
    return f'"{printable(text, _QUOTED)}"'


def not_understood(text: str) -> str:
    """Return the first sentence of a refusal to parse a text."""
    return f"{quoted(text)} is not understood." if text.strip() else "Nothing is written."


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question that names what somebody may have meant, " Did you mean ...?"; else "".

    It follows a sentence which says that there is no such thing.
    """
    meant = near(word, known)
    return f" Did you mean {listed(map(named, meant), 'or')}?" if meant else ""


def near(word: str, known: Iterable[str], likeness: float = _LIKENESS) -> list[str]:
    """Return a few names that somebody may have meant, the nearest first.

    They contain the word, or else the whole name, its beginning or a part of it is spelt almost the
    same. The dashes of an option make no difference.
    """
    wanted = normalize(word).lstrip("-")
    if not wanted:
        return []
    names = {normalize(name).lstrip("-"): name for name in known}
    if held := [name for spelt, name in names.items() if wanted in spelt]:
        return held[:_NEAR]
    matcher = SequenceMatcher(b=wanted)  # what it finds out about `b` serves for all
    least = min(likeness, _LIKENESS_OF_A_PART)
    alike: list[tuple[float, str]] = []
    for spelt, name in names.items():
        whole = _likeness(matcher, spelt, least)
        parts = {spelt[: len(wanted)], *_PARTS.split(spelt)}
        part = max(_likeness(matcher, one, least) for one in parts)
        if whole >= likeness or part >= _LIKENESS_OF_A_PART:
            alike.append((-max(whole, part), name))
    return [name for _, name in sorted(alike)[:_NEAR]]


def _likeness(matcher: SequenceMatcher[str], text: str, least: float) -> float:
    """Return how alike a text and the matcher's own are; 0 if that is less than `least`.

    It is soon seen to be less where one is much longer, or few letters are in both.
    """
    matcher.set_seq1(text)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= least else 0.0


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
