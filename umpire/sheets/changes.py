"""The changes that repair a spreadsheet, and the sentences about them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from umpire.json_types import JsonObject
from umpire.sheets.grid import Place


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not as it should be, and the requests that repair it.

    `seen` says how it is, `repaired` what the requests do; "" if nobody needs to know.
    """

    about: str
    repaired: str = ""
    seen: str = ""
    requests: tuple[JsonObject, ...] = ()


@dataclass(frozen=True, slots=True)
class Reconciled:
    """All changes of one batch, and the names' places after it."""

    changes: tuple[Change, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def requests(self) -> tuple[JsonObject, ...]:
        """The requests of the batch: an id may be on another tab, so protections go first."""
        made = [request for change in self.changes for request in change.requests]
        return tuple(sorted(made, key=lambda one: "deleteProtectedRange" not in one))

    @property
    def findings(self) -> tuple[str, ...]:
        """The sentences to tell once it is done."""
        return tuple(change.repaired for change in self.changes if change.repaired)

    @property
    def words(self) -> tuple[str, ...]:
        """The subjects of the changes, in words."""
        return tuple(change.about for change in self.changes)
