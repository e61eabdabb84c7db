"""The layout of one spreadsheet, as its snapshots show it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from umpire.live.updated import updated
from umpire.sheets.changes import RepairPlan
from umpire.sheets.grid import Place
from umpire.sheets.reconcile import TargetState, plan_structure_repair
from umpire.sheets.snapshot import Snapshot, in_a1, merge_places
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of the names, tabs and cells of a spreadsheet, and their damage.

    `structure` is the structure in the last snapshot, `effective_places` are those of its names,
    and `damage` is the plan to repair it. `places` are those of all ranges in which something is
    shown or typed, `titles` the tabs' titles, and `ranges` the places to read, in A1 notation.
    `missing` are the missing names that the match needs, `missing_optional` all others. `full` is
    what the last full snapshot has beside the cells, None if another is needed, and
    `full_structure` the structure in it.
    """

    structure: SpreadsheetMetadata = field(default_factory=SpreadsheetMetadata)
    effective_places: Mapping[str, Place] = field(default_factory=dict)
    damage: RepairPlan = field(default_factory=RepairPlan)
    places: Mapping[str, Place] = field(default_factory=dict)
    titles: Mapping[int, str] = field(default_factory=dict)
    ranges: Mapping[str, Place] = field(default_factory=dict)
    missing_optional: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()
    full: SpreadsheetMetadata | None = None
    full_structure: SpreadsheetMetadata = field(default_factory=SpreadsheetMetadata)

    @property
    def names(self) -> set[str]:
        """The names that are there, wherever they lie."""
        return {*self.structure.name_ids, *self.effective_places}

    @property
    def is_changed(self) -> bool:
        """Whether more has changed since the last full snapshot than that one can help put back."""
        return not self.structure.is_part_of(self.full_structure)

    def record_structure(self, snapshot: Snapshot, wanted: Callable[[], TargetState]) -> Self:
        """Record the structure in a snapshot; `wanted` returns what it should be."""
        layout = updated(self, structure=snapshot.structure)
        if layout is self:
            return self
        damage = plan_structure_repair(wanted(), snapshot.structure)
        return updated(layout, effective_places=damage.places, damage=damage)

    def record_missing(self, optional: frozenset[str], missing: Iterable[str]) -> Self:
        """Record the names that a snapshot lacked, so that a full one must come next."""
        return updated(self, missing_optional=optional, missing=tuple(missing), full=None)

    def record_places(
        self, snapshot: Snapshot, places: Mapping[str, Place], missing_optional: frozenset[str]
    ) -> Self:
        """Record a snapshot that showed every range that is needed, in these places."""
        layout = updated(
            self,
            places=places,
            titles={**self.titles, **snapshot.titles},
            missing_optional=missing_optional,
            missing=(),
        )
        if layout.places is not self.places or layout.titles is not self.titles:
            ranges = merge_places(layout.places.values())
            layout = updated(
                layout, ranges={in_a1(place, layout.titles): place for place in ranges}
            )
        if snapshot.full is None:
            return layout
        return updated(layout, full=snapshot.full, full_structure=layout.structure)
