"""What the readers of all kinds of answers share: how text is made plain, and numbers."""

import unicodedata
from collections.abc import Mapping
from typing import Final

_DASHES: Final = dict.fromkeys(map(ord, "−–‐‑"), "-")
_LONG: Final = 60
"""A number of more digits than this is beyond every card and every stake, whatever it is."""


def marked(text: str) -> str:
    """Return the text as it is compared.

    Its blanks, commas, semicolons and line breaks as typed.
    """
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).lower().translate(_DASHES).lower()


def normalize(text: str) -> str:
    """Return the text as it is compared: single blanks, and commas and semicolons as blanks too."""
    return " ".join(marked(text).replace(",", " ").replace(";", " ").split())


def number_of(digits: str) -> int:
    """Return the number that digits mean."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= _LONG else 10**_LONG


def cell(filled: Mapping[str, str], field: str) -> str:
    """Return what stands in a cell of a form, with single blanks."""
    return " ".join(filled.get(field, "").split())
