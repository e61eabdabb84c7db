"""Procedures as they are written: parameters in their steps, and the words that fill them."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from umpire.games.errors import NotUnderstood

WAIT: Final = "wait"
"""The step that is done when no question is open."""
_PARAMETER: Final = re.compile(r"\$(\$|[1-9])")
_DOLLAR: Final = "$"
_WORD: Final = re.compile(r'(?:["＂]([^"＂]*)["＂]|([^"＂\s]\S*))(?:\s+|$)')


def parameters(steps: Iterable[str]) -> int:
    """Return how many words a procedure takes: as many as its highest parameter says."""
    used = [found for step in steps for found in _PARAMETER.findall(step)]
    return max([int(found) for found in used if found != _DOLLAR], default=0)


def filled_in(step: str, given: Sequence[str]) -> str:
    """Return a step with words in the places of `$1` to `$9`, and a `$` for each `$$`."""
    return _PARAMETER.sub(
        lambda found: _DOLLAR if found[1] == _DOLLAR else given[int(found[1]) - 1], step
    )


def steps_of(procedure: Iterable[str], given: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the steps of a procedure, all filled in."""
    return tuple([filled_in(step, given) for step in procedure])


def read_words(text: str) -> list[str]:
    """Return words parted by blanks, as typed; one in quotes may hold blanks.

    Raises NotUnderstood.
    """
    text = text.strip()
    words: list[str] = []
    place = 0
    while place < len(text):
        word = _WORD.match(text, place)
        if word is None:
            raise NotUnderstood("Close each quotation mark, and write a space after it.")
        words.append(word[1] if word[2] is None else word[2])
        place = word.end()
    return words


def quoted_word(word: str) -> str:
    """Return a word as it can be typed."""
    return word if word and not any(map(str.isspace, word)) else f'"{word}"'
