"""The layout of one spreadsheet, as its snapshots show it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from umpire.live.updated import updated
from umpire.sheets.changes import RepairPlan
from umpire.sheets.grid import Place
from umpire.sheets.reconcile import Wanted, plan_structure_repair
from umpire.sheets.snapshot import Snapshot, in_a1, merged
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of the names, tabs and cells of a spreadsheet, and their damage.

    `structure` is what the last snapshot showed beside the cells, `where` the places at which names
    count by it, and `damage` what is wrong with it. `places` are those of all ranges in which
    something is shown or typed, `titles` the tabs' titles, and `ranges` what to read, in A1
    notation. `gone` are names that the match can do without, `missing` those that it cannot.
    `full` is what the last full snapshot showed beside the cells, None if another is needed, and
    `known` the structure that it showed.
    """

    structure: SpreadsheetMetadata = field(default_factory=SpreadsheetMetadata)
    where: Mapping[str, Place] = field(default_factory=dict)
    damage: RepairPlan = field(default_factory=RepairPlan)
    places: Mapping[str, Place] = field(default_factory=dict)
    titles: Mapping[int, str] = field(default_factory=dict)
    ranges: Mapping[str, Place] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()
    full: SpreadsheetMetadata | None = None
    known: SpreadsheetMetadata = field(default_factory=SpreadsheetMetadata)

    @property
    def names(self) -> set[str]:
        """The names that are there, wherever they lie."""
        return {*self.structure.ids, *self.where}

    @property
    def is_changed(self) -> bool:
        """Whether more has changed since the last full snapshot than that one can help put back."""
        return not self.structure.is_part_of(self.known)

    def seen(self, snapshot: Snapshot, wanted: Callable[[], Wanted]) -> Self:
        """Record the structure in a snapshot; `wanted` returns what it should have."""
        seen = updated(self, structure=snapshot.structure)
        if seen is self:
            return self
        amiss = plan_structure_repair(wanted(), snapshot.structure)
        return updated(seen, where=amiss.places, damage=amiss)

    def without(self, gone: frozenset[str], missing: Iterable[str]) -> Self:
        """Record that a snapshot lacked names that the match needs: a full one must come next."""
        return updated(self, gone=gone, missing=tuple(missing), full=None)

    def complete(
        self, snapshot: Snapshot, places: Mapping[str, Place], gone: frozenset[str]
    ) -> Self:
        """Record a snapshot that showed every range that is needed, in these places."""
        titles = {**self.titles, **snapshot.titles}
        layout = updated(self, places=places, titles=titles, gone=gone, missing=())
        if layout.places is not self.places or layout.titles is not self.titles:
            asked = merged(layout.places.values())
            layout = updated(layout, ranges={in_a1(one, layout.titles): one for one in asked})
        if snapshot.full is None:
            return layout
        return updated(layout, full=snapshot.full, known=layout.structure)
