"""What the readers of all kinds of answers share: how text is normalized, and cells of forms."""

from collections.abc import Mapping

from umpire.games.text import standardize


def normalize(text: str) -> str:
    """Return the text as it is compared: single blanks, and commas and semicolons as blanks too."""
    return " ".join(standardize(text).lower().replace(",", " ").replace(";", " ").split())


def cell(filled: Mapping[str, str], field: str) -> str:
    """Return what stands in a cell of a form, with single blanks."""
    return " ".join(filled.get(field, "").split())
