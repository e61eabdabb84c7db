"""Names of people and things: finding the ones that a text means, and showing them.

A name may be shortened to any prefix that fits no other name.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from difflib import SequenceMatcher
from functools import lru_cache

from umpire.games.text import join_words, normalize, printable

_MOST_NAMES = 1024
"""The keys of so many names are cached."""
_LONGEST_NAME = 10
"""Tables and lists have room for names of so many letters."""
_SHORT_SENTENCE = 80
"""Sentences of up to so many characters have room for whole names."""
_NAME_BEGINS, _NAME_ENDS = 6, 3
"""So many letters at each end remain of a longer name."""
_NEAR = 3
"""At most so many names are suggested for a wrong one."""
_LIKENESS = 0.65
"""How alike, from 0 to 1, a word and a suggested name must be."""
_LIKENESS_OF_A_PART = 0.8
_PARTS = re.compile(r"[\W_]+")
_JOINERS = dict.fromkeys((0x200C, 0x200D))


def name_key(name: str) -> str:
    """Return the key by which names of people are compared: NFKC, no case, single blanks."""
    if not name.isascii():
        # folding takes letters apart that are one letter in their other case
        name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(name.casefold().split())


def likeness_key(name: str) -> str:
    """Return the key in which the names of a match must differ: `name_key` without joiners.

    Joiners are invisible, but count in a typed name.
    """
    return name_key(name if name.isascii() else name.translate(_JOINERS))


def find_names(word: str, names: Collection[str]) -> list[str]:
    """Return the names equal to `word`, or if there are none, those that begin with it."""
    normalized_word, word_key = normalize(word), name_key(word)
    if not normalized_word:
        return []
    if equal := [name for name in names if comparison_keys(name)[1] == word_key]:
        return equal
    candidates = [(*comparison_keys(name), name) for name in names]
    return [
        name
        for normalized, key, name in candidates
        if normalized.startswith(normalized_word) or key.startswith(word_key)
    ]


@lru_cache(_MOST_NAMES)
def comparison_keys(name: str) -> tuple[str, str]:
    """Return `normalize` and `name_key` of a name, cached because each line may need them."""
    return normalize(name), name_key(name)


def are_short(names: Iterable[str]) -> bool:
    """Return whether all names fit a narrow cell."""
    return all(len(name) <= _LONGEST_NAME for name in names)


def with_short_names(text: str, names: tuple[str, ...]) -> str:
    """Return the text with all names in it that are too long for a narrow cell shortened.

    A short name lacks the middle, or ends with the seat's number if two would look the same. Short
    sentences keep whole names.
    """
    is_sentence = text.endswith(".") and not text.endswith(names)
    if is_sentence and len(text) <= _SHORT_SENTENCE:
        return text
    for name, short in _short_names(names):
        text = text.replace(name, short)
    return text


@lru_cache(_MOST_NAMES)
def _short_names(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return each long name with its short form, a name before those that it contains."""
    long = sorted((name for name in names if len(name) > _LONGEST_NAME), key=len, reverse=True)
    short = {name: f"{name[:_NAME_BEGINS]}…{name[-_NAME_ENDS:]}" for name in long}
    times = Counter((*short.values(), *names))
    return [
        (name, text if times[text] == 1 else f"{text[:_NAME_BEGINS]}…{names.index(name) + 1}")
        for name, text in short.items()
    ]


def named(name: str) -> str:
    """Return anybody's name in quotes, bounded and printable, for a sentence.

    Unlike in Python's `repr`, joiners are no escapes.
    """
    text = printable(name)
    return f'"{text}"' if "'" in text else f"'{text}'"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return " Did you mean ...?" with the names close to a wrong word; "" if there are none."""
    matches = close_matches(word, known)
    return f" Did you mean {join_words(map(named, matches), 'or')}?" if matches else ""


def close_matches(word: str, known: Iterable[str], likeness: float = _LIKENESS) -> list[str]:
    """Return a few names that a wrong word may mean, the closest first.

    They contain the word, or if none does, the name, its beginning or a part of it is almost the
    same. The dashes of an option make no difference.
    """
    normalized_word = normalize(word).lstrip("-")
    if not normalized_word:
        return []
    names = {normalize(name).lstrip("-"): name for name in known}
    if containing := [name for text, name in names.items() if normalized_word in text]:
        return containing[:_NEAR]
    matcher = SequenceMatcher(b=normalized_word)  # its analysis of `b` serves for all names
    least = min(likeness, _LIKENESS_OF_A_PART)
    alike: list[tuple[float, str]] = []
    for normalized, name in names.items():
        whole = _likeness(matcher, normalized, least)
        parts = {normalized[: len(normalized_word)], *_PARTS.split(normalized)}
        part = max(_likeness(matcher, text, least) for text in parts)
        if whole >= likeness or part >= _LIKENESS_OF_A_PART:
            alike.append((-max(whole, part), name))
    return [name for _, name in sorted(alike)[:_NEAR]]


def _likeness(matcher: SequenceMatcher[str], text: str, least: float) -> float:
    """Return how alike a text and the matcher's are; 0 if that is less than `least`.

    The quick ratios exclude most texts: those of another length, or with few common letters.
    """
    matcher.set_seq1(text)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= least else 0.0
