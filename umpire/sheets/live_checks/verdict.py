"""What a check comes to, and how checks are registered."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from umpire.sheets.live_checks.assumptions import ASSUMPTIONS, Assumption
from umpire.sheets.live_checks.bench import Bench, Exchange

State = Literal["holds", "does not hold", "could not be tried", "not tried"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an assumption holds, and in one sentence what was seen."""

    holds: bool
    seen: str


@dataclass(frozen=True, slots=True)
class Result:
    """One assumption after its check: what was seen, and what was sent and came back."""

    assumption: Assumption
    state: State
    seen: str
    exchanges: tuple[Exchange, ...] = ()


Check = Callable[[Bench], Verdict]

CHECKS: dict[str, Check] = {}
"""The check of each assumption, by its number."""


def checks(number: str) -> Callable[[Check], Check]:
    """Register a function as the check of an assumption."""
    assert number in ASSUMPTIONS
    assert number not in CHECKS

    def register(check: Check) -> Check:
        CHECKS[number] = check
        return check

    return register
