"""The findings of a check."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from umpire.errors import UmpireError
from umpire.json_types import JsonObject

Level = Literal["ok", "warning", "wrong"]

REPAIR = "Run it again with --repair."
"""What to do if umpire can repair it."""

_LEVELS: tuple[Level, ...] = ("ok", "warning", "wrong")


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of an examination.

    `group` is what was examined, such as one spreadsheet of a match, and `about` a part of it.
    `todo` says what to do, "" if nothing.
    """

    group: str
    about: str
    level: Level
    sentence: str
    todo: str = ""

    def to_json(self) -> JsonObject:
        """Return it as JSON for programs."""
        return {
            "group": self.group,
            "about": self.about,
            "level": self.level,
            "found": self.sentence,
            "todo": self.todo,
        }


def error_finding(group: str, about: str, error: UmpireError, level: Level = "wrong") -> Finding:
    """Return a finding on an error; the text after its last colon says what to do."""
    problem, colon, todo = str(error).rpartition(": ")
    if not colon:
        return Finding(group, about, level, str(error))
    return Finding(group, about, level, f"{_capitalize(problem)}.", _capitalize(todo))


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def worst_level(findings: Iterable[Finding]) -> Level:
    """Return the worst level among findings."""
    return max((finding.level for finding in findings), key=_LEVELS.index, default="ok")
