"""The next write to a spreadsheet."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from umpire.json_types import JsonObject
from umpire.live.control import Choices
from umpire.sheets.diff import Blocks, Rows
from umpire.sheets.folding import Folds


@dataclass(frozen=True, slots=True)
class Batch:
    """A write: its requests, and the state of the spreadsheet afterwards.

    `screen` are the contents of every block afterwards, `typed` the cells that it changes in forms
    and boxes, `choices` those of each range, `page_data` the new data for pages, None if it does
    not change, and `folds` the rows that are folded away. `is_repair` says whether it puts back
    changes beside the cells. `findings` are sentences for the umpire on problems, and `hindrance`
    is the one that leaves somebody no row to type in.
    """

    requests: tuple[JsonObject, ...] = ()
    screen: Blocks = field(default_factory=dict)
    typed: Mapping[str, Rows] = field(default_factory=dict)
    choices: Choices = field(default_factory=dict)
    page_data: str | None = None
    is_repair: bool = False
    findings: tuple[str, ...] = ()
    hindrance: str | None = None
    folds: Folds | None = None
