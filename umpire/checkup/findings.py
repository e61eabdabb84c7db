"""The findings of a check."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from umpire.errors import UmpireError

Level = Literal["ok", "warning", "wrong"]

REPAIR = "Run it again with --repair."
"""What to do if the program can repair it by itself."""

_LEVELS: tuple[Level, ...] = ("ok", "warning", "wrong")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found and what to do about it, "" if nothing.

    `group` is what was examined, such as one spreadsheet of a match, and `about` the part of it.
    """

    group: str
    about: str
    level: Level
    found: str
    todo: str = ""


def of_error(group: str, about: str, error: UmpireError, level: Level = "wrong") -> Finding:
    """Return a finding for an error; the text after its last colon says what to do."""
    found, colon, todo = str(error).rpartition(": ")
    if not colon:
        return Finding(group, about, level, str(error))
    return Finding(group, about, level, f"{_begun(found)}.", _begun(todo))


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def worst(findings: Iterable[Finding]) -> Level:
    """Return the worst level among findings."""
    return max((finding.level for finding in findings), key=_LEVELS.index, default="ok")
