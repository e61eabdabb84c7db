"""Texts and numbers as directions and answers hold them."""

import re
from collections.abc import Sequence
from typing import Final

from umpire.games.errors import NotUnderstood
from umpire.games.text import join_words, narrow

MOST_LETTERS: Final = 500
"""How long what is told, asked or answered may be."""
MOST: Final = 10**9
"""No count is further from 0."""
_WHOLE: Final = re.compile(r"[0-9]{1,10}")
_SIGNED: Final = re.compile(r"([+-]?) ?([0-9]{1,10})")


def whole(text: str) -> int | None:
    """Return a whole number without a sign; None if the text is none, or too long for one."""
    return int(text) if _WHOLE.fullmatch(text) else None


def signed(text: str) -> int | None:
    """Return a whole number, perhaps with a sign and a blank after it; None if it is none."""
    said = _SIGNED.fullmatch(" ".join(narrow(text).split()))
    return int(said[1] + said[2]) if said else None


def sentence(text: str) -> str:
    """Return a text that ends as a sentence does, so that another one may follow."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def with_verb(names: Sequence[str], singular: str, plural: str) -> str:
    """Return names and the form of a verb for so many: `Ana and Bo are`."""
    return f"{join_words(names)} {singular if len(names) == 1 else plural}"


def free_text(text: str, *, may_be_empty: bool = False) -> str:
    """Return a text as typed, blanks at both ends off. Raises NotUnderstood."""
    text = text.strip()
    if not text and not may_be_empty:
        raise NotUnderstood("A text is missing here.")
    if len(text) > MOST_LETTERS:
        raise NotUnderstood(f"A text has at most {MOST_LETTERS} characters, not {len(text)}.")
    return text
