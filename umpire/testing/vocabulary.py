"""The words that may mean something to a kind of decision, found in what it says and in its code.

Random answers say only what `format` writes. What `read` takes besides is found by saying all of
these words, alone and in the place of others.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from types import CodeType, FunctionType, MethodType
from typing import Any, Final

from umpire.games.base import AnyKind, ChanceKind, ChoiceKind, DecisionKind

NUMBERS: Final = ("0", "-1", "+1", "007", "1.5", "99", "1000000", "\u0663", "\u00b2")
"""What people and spreadsheets make of a number; the last two are digits of other scripts."""
_OF_NO_GAME: Final = (DecisionKind, ChoiceKind, ChanceKind)
_SHARED: Final = ("umpire.games.base", "umpire.games.names", "umpire.games.text")
"""What their functions say is the same for every game."""
_WORD: Final = re.compile(r"[^\W_]+")
_A_FEW: Final = 4
"""A text of more words is a sentence for people."""
_DEEP: Final = 2
"""How many calls away from a kind its words are looked for."""


def vocabulary(kind: AnyKind) -> tuple[str, ...]:
    """Return the words of a kind's examples, notation and code, each once."""
    texts = [*kind.examples, kind.notation]
    for cls in type(kind).__mro__:
        if cls not in _OF_NO_GAME and issubclass(cls, DecisionKind):
            for name, value in vars(cls).items():
                texts += () if name.startswith("__") else _short(value, _DEEP)
    return tuple(dict.fromkeys(word.casefold() for text in texts for word in _WORD.findall(text)))


def edit(text: str, words: tuple[str, ...], random: Random) -> str:
    """Return a text with one word more, fewer or another."""
    words_said = text.split()
    place = random.randrange(len(words_said) + 1)
    word = random.choice((*words, *NUMBERS))
    if place == len(words_said):
        return " ".join([*words_said, word])
    if words_said[place].isdecimal() and random.random() < 0.5:
        word = random.choice(NUMBERS)
    replacement = random.choice(
        ([], [word], [word], [words_said[place], word], [words_said[place]] * 2)
    )
    return " ".join([*words_said[:place], *replacement, *words_said[place + 1 :]])


def _short(value: Any, deep: int) -> Iterator[str]:
    """Yield the short texts in a value or in the code of a function, and in what that uses."""
    match value:
        case str():
            if len(value.split()) <= _A_FEW:
                yield value
        case re.Pattern():
            yield from _short(re.sub(r"\\.|\(\?P<\w+>", " ", str(value.pattern)), 0)
            yield from re.findall(r"[^\W\d_]{2,}", str(value.pattern))
        case Mapping():
            yield from _all_short(value, deep)
            yield from _all_short(value.values(), deep)
        case tuple() | list() | set() | frozenset():
            yield from _all_short(value, deep)
        case staticmethod() | classmethod() | MethodType():
            yield from _short(value.__func__, deep)
        case property():
            yield from _short(value.fget, deep)
        case FunctionType() if value.__module__ not in _SHARED:
            yield from _of_code(value.__code__, value.__globals__, deep)


def _all_short(values: Iterable[Any], deep: int) -> Iterator[str]:
    for value in values:
        yield from _short(value, deep)


def _of_code(code: CodeType, known: Mapping[str, Any], deep: int) -> Iterator[str]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _of_code(constant, known, deep)
        else:
            yield from _short(constant, deep)
    if deep:
        for name in code.co_names:
            yield from _short(known.get(name), deep - 1)
