"""One write to a spreadsheet."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from umpire.games.base import Screen
from umpire.json_types import JsonObject
from umpire.live.control import Choices
from umpire.sheets.diff import Rows
from umpire.sheets.folding import Folds


@dataclass(frozen=True, slots=True)
class Batch:
    """One write: its requests, and the state of the spreadsheet afterwards.

    `shown` are the contents of every block then, `typed` those of the forms and boxes that it
    changes, `choices` the choices of each range, `page_data` the new data for pages, None if they
    stay, and `folds` the rows that take no room then. `repairs` says whether it puts back changes
    beside the cells. `findings` are problems for the umpire to see to, and `hindrance` is the one
    that leaves somebody no row to type in.
    """

    requests: tuple[JsonObject, ...] = ()
    shown: Screen = field(default_factory=dict)
    typed: Mapping[str, Rows] = field(default_factory=dict)
    choices: Choices = field(default_factory=dict)
    page_data: str | None = None
    repairs: bool = False
    findings: tuple[str, ...] = ()
    hindrance: str | None = None
    folds: Folds | None = None
