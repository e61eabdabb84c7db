"""The changes that repair a spreadsheet, and the sentences about them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from umpire.json_types import JsonObject
from umpire.sheets.grid import Place


@dataclass(frozen=True, slots=True)
class Change:
    """A difference from the wanted state, and the requests that repair it.

    `problem` is a sentence about the present state, and `repair` one about the effect of the
    requests. Each is "" if nobody needs to know.
    """

    subject: str
    repair: str = ""
    problem: str = ""
    requests: tuple[JsonObject, ...] = ()


@dataclass(frozen=True, slots=True)
class RepairPlan:
    """The changes of one batch, and the places of names after it."""

    changes: tuple[Change, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def requests(self) -> tuple[JsonObject, ...]:
        """The requests of the batch. Deleted protections go first: their ids may be used again."""
        requests = [request for change in self.changes for request in change.requests]
        return tuple(sorted(requests, key=lambda request: "deleteProtectedRange" not in request))

    @property
    def findings(self) -> tuple[str, ...]:
        """The sentences about its repairs."""
        return tuple(change.repair for change in self.changes if change.repair)

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects of the changes."""
        return tuple(change.subject for change in self.changes)
