"""Names of people and things: which one a text means, and how one is shown.

A name may be shortened to any prefix that fits only one of them.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from difflib import SequenceMatcher
from functools import lru_cache

from umpire.games.text import listed, normalize, printable

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


def fitting(word: str, names: Collection[str]) -> list[str]:
    """Return the names that `word` means: the one it is the whole of, else those it begins."""
    wanted, key = _keys_of(word)
    if not wanted:
        return []
    if whole := [name for name in names if comparison_keys(name)[1] == key]:
        return whole
    candidates = [(*comparison_keys(name), name) for name in names]
    return [
        name
        for spelt, name_is, name in candidates
        if spelt.startswith(wanted) or name_is.startswith(key)
    ]


def _keys_of(text: str) -> tuple[str, str]:
    spelt = normalize(text)
    return spelt, spelt if text.isascii() else name_key(text)


@lru_cache(_MOST_NAMES)
def comparison_keys(name: str) -> tuple[str, str]:
    """Return `normalize` and `name_key` of a name.

    They are kept: the names of a match are compared with what is said at line after line.
    """
    return _keys_of(name)


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


def named(name: str) -> str:
    """Return a name in quotes, for a sentence; its joiners are no escapes, as in Python's `repr`.

    It is anybody's text, and bounded too.
    """
    shown = printable(name)
    return f'"{shown}"' if "'" in shown else f"'{shown}'"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question that names what somebody may have meant, " Did you mean ...?"; else "".

    It follows a sentence which says that there is no such thing.
    """
    meant = close_matches(word, known)
    return f" Did you mean {listed(map(named, meant), 'or')}?" if meant else ""


def close_matches(word: str, known: Iterable[str], likeness: float = _LIKENESS) -> list[str]:
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
        part = max(_likeness(matcher, text, least) for text in parts)
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
