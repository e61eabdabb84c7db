"""What a check is, and what comes of one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from sheets_emulator.conformance.bench import Bench, CheckedTab
from sheets_emulator.conformance.journal import Exchange, as_json

Need = Literal["second", "burst", "hands"]
"""What a check needs that is not always there: a second account, leave to use up the minute's
requests, somebody's hands on a real page."""

State = Literal["holds", "does not hold", "could not be tried", "not tried"]

Ask = Callable[[Bench, CheckedTab], Any]
"""Asks the server on a tab of its own, and returns what it answers: a value of JSON."""


@dataclass(frozen=True, slots=True)
class Check:
    """One fact of Google's: `answer` is what `ask` returns where it holds, as on the emulator.

    `by_hand` says what a person does and looks for, where hands are needed.
    """

    number: str
    sentence: str
    answer: Any
    ask: Ask
    needs: tuple[Need, ...] = ()
    by_hand: str = ""


class Checks(list[Check]):
    """Checks in order."""

    def add(
        self, number: str, sentence: str, answer: Any, *needs: Need, by_hand: str = ""
    ) -> Callable[[Ask], Ask]:
        """Make a check of a function."""

        def added(ask: Ask) -> Ask:
            self.append(Check(number, sentence, answer, ask, needs, by_hand))
            return ask

        return added


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What came of a check: `seen` is what the server answered, or why it could not be asked."""

    check: Check
    state: State
    seen: str
    exchanges: tuple[Exchange, ...] = ()

    @property
    def told(self) -> str:
        """What the server answered, and what it should have."""
        if self.state != "does not hold":
            return self.seen
        return f"The server answers {self.seen}, the emulator {as_json(self.check.answer)}."
