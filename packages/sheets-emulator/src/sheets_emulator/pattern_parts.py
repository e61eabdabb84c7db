"""The parts of a number format's pattern: its sections, and the tokens of each.

A pattern has up to four sections, parted by semicolons: for numbers above zero, below zero, for
zero, and for texts. A condition such as `[<100]` in front of a section takes the place of its sign.
"""

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_PART = re.compile(
    r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|AM/PM|am/pm|A/P|a/p|AM|PM|General'
    r"|E[+-][0#?]+|e[+-][0#?]+|y+|Y+|m+|M+|d+|D+|h+|H+|s+|S+|.",
    re.DOTALL,
)
_CONDITION = re.compile(r"\[(<=|>=|<>|=|<|>)\s*(-?\d+(?:\.\d+)?)\]", re.ASCII)
_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "<>": operator.ne,
}
_DATE_LETTERS: Final = frozenset("ymdhsYMDHS")


@dataclass(frozen=True, slots=True)
class Section:
    """One section: its tokens, and the condition under which it shows a number (None: its sign)."""

    parts: tuple[str, ...]
    sign: str | None = None
    bound: float = 0.0

    def admits(self, value: float) -> bool:
        """Return whether its condition holds for the number."""
        return self.sign is not None and _COMPARE[self.sign](value, self.bound)

    @property
    def is_below_zero(self) -> bool:
        """Whether its condition holds for no number that is not below zero."""
        return self.sign in ("<", "<=") and self.bound <= 0 and (self.sign, self.bound) != ("<=", 0)

    @property
    def is_moment(self) -> bool:
        """Whether it shows a date, a time or a span of time."""
        return _shows_moment(self.parts)


@lru_cache(maxsize=512)
def _shows_moment(parts: tuple[str, ...]) -> bool:
    return any((part[0] in _DATE_LETTERS and part.isalpha()) or is_elapsed(part) for part in parts)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The sections for numbers, and the one for texts (None: texts are shown as they are)."""

    numbers: tuple[Section, ...]
    text: tuple[str, ...] | None

    def section_for(self, value: float) -> tuple[Section, bool]:
        """Return the section that shows a number, and whether its sign is shown too."""
        sections = self.numbers
        for section in sections:
            if section.admits(value):
                return section, not section.is_below_zero
        plain = [section for section in sections if section.sign is None]
        if len(plain) < len(sections):
            return (plain or [_HASHES])[-1 if value < 0 else 0], len(plain) < 2
        if value < 0 and len(sections) > 1:
            return sections[1], False
        return sections[2 if value == 0 and len(sections) > 2 else 0], True


_HASHES: Final = Section(('"###"',))


@lru_cache(maxsize=512)
def pattern_of(text: str) -> Pattern:
    """Read a pattern."""
    sections: list[Section] = [Section(())]
    for part in _PART.findall(text):
        last = sections[-1]
        if part == ";":
            sections.append(Section(()))
        elif (match := _CONDITION.fullmatch(part)) is not None:
            sections[-1] = Section(last.parts, match[1], float(match[2]))
        else:
            sections[-1] = Section((*last.parts, part), last.sign, last.bound)
    if len(sections) > 3:
        return Pattern(tuple(sections[:3]), sections[3].parts)
    last = sections[-1]
    if "@" not in last.parts:
        return Pattern(tuple(sections), None)
    numbers = tuple(sections[:-1]) or (Section(("General",)),)
    return Pattern(numbers, last.parts)


def literal(part: str) -> str:
    """Return what a token shows that is no digit and no part of a moment.

    `_x` is a blank as wide as `x`; `*x` fills the cell with `x`, which its text has once.
    """
    match part[0]:
        case '"' if len(part) > 1:
            return part[1:-1]
        case "\\" | "*" if len(part) > 1:
            return part[1]
        case "_" if len(part) > 1:
            return " "
        case "[" if len(part) > 1:
            inner = part[1:-1]
            return inner[1:].partition("-")[0] if inner.startswith("$") else ""
    return part


def is_elapsed(part: str) -> bool:
    """Return whether a token is a span of time: `[h]`, `[mm]`, `[ss]`."""
    inner = part[1:-1].lower()
    return part[0] == "[" and bool(inner) and inner[0] in "hms" and len(set(inner)) == 1
