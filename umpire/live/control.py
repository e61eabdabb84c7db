"""A place in a spreadsheet where people type, and the changes that a write makes there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from umpire.json_types import JsonObject
from umpire.projections.match_history import MatchHistory
from umpire.projections.scoresheet import Submission
from umpire.sheets.diff import Rows
from umpire.sheets.grid import Place, Rect

Typed: TypeAlias = Mapping[str, Rows]
"""The typed cells of each range, by its name."""

Choices: TypeAlias = Mapping[str, object]
"""The choices in each range's drop-downs, by its name, as far as they are known."""

OpenDecisions: TypeAlias = Mapping[str, str]
"""The id of the decision that each player owes."""

CellName: TypeAlias = Callable[[str, int], str | None]
"""Returns the name of a cell by range and row, such as `'Ana'!B12`."""


@dataclass(slots=True)
class ControlUpdate:
    """The changes of a write to places where people type.

    `needed` are the requests that make a write necessary; `accompanying` are those that go with
    every write. `choices` and `typed` are the choices and the changed cells after the write.
    """

    needed: list[JsonObject] = field(default_factory=list)
    accompanying: list[JsonObject] = field(default_factory=list)
    choices: dict[str, object] = field(default_factory=dict)
    typed: dict[str, Rows] = field(default_factory=dict)

    def offer(self, name: str, choices: object, now: Choices, requests: list[JsonObject]) -> None:
        """Let a range offer choices, by these requests unless it offers them now."""
        self.choices[name] = choices
        if now.get(name) != choices:
            self.needed += requests

    def add(self, other: "ControlUpdate") -> None:
        """Add the changes to another place."""
        self.needed += other.needed
        self.accompanying += other.accompanying
        self.choices |= other.choices
        self.typed |= other.typed


class Control(Protocol):
    """A place in one spreadsheet where people type."""

    @property
    def names(self) -> Sequence[str]:
        """The names of its ranges."""

    def new_submissions(
        self,
        history: MatchHistory,
        typed: Typed,
        open_decisions: OpenDecisions,
        cell_name: CellName,
    ) -> list[Submission]:
        """Return what is new there; `open_decisions` are those of the time when it was read."""

    def plan_update(
        self, history: MatchHistory, typed: Typed, places: Mapping[str, Place], choices: Choices
    ) -> ControlUpdate:
        """Return what the next write changes there; `choices` are those that it offers now."""


def first_cell(place: Place) -> Place:
    """Return the first cell of a place."""
    rect = place.rect
    return Place(place.sheet, Rect(rect.top, rect.left, rect.top + 1, rect.left + 1))
