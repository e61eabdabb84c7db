"""Warn of different names that look alike, because people would confuse them."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from unicodedata import category, normalize

from umpire.games.names import named
from umpire.hosting.accounts import Warn

_SHAPES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԌԚԜаеоросухіјѕԁԛԝһӏѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχϳIl|ǀ0ıȷɑɡØøĐđŁł",
    "ABES1JKMHOPCTYXGQWaeopocyxijsdqwh1vABEZH1KMNOPTYXaiKvopuxj1111OijagOoDdL1",
)
"""Letters and signs, and below each the Latin letter that it looks like; 1 is a stroke."""

_PAIRS = (("rn", "m"), ("vv", "w"))
_INVISIBLE = "\u115f\u1160\u3164\uffa0\u2800"


def look_alikes(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each pair of names that look alike at a glance.

    The table of shapes is short: it has the common cases, not all of Unicode.
    """
    for first, second in combinations(names, 2):
        if _shape(first) == _shape(second):
            yield first, second


def warn_of_look_alikes(names: Sequence[str], warn: Warn, advice: str = "") -> None:
    """Warn of each pair of names that look alike, with advice."""
    for first, second in look_alikes(names):
        warn(f"{named(first)} and {named(second)} look alike{advice}.")


def _shape(name: str) -> str:
    letters = [
        letter
        for letter in normalize("NFKD", name)
        if category(letter)[0] not in "MZC" and letter not in _INVISIBLE
    ]
    shape = "".join(letters).translate(_SHAPES).casefold()
    for pair, letter in _PAIRS:
        shape = shape.replace(pair, letter)
    return shape
