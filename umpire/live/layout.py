"""The layout of one spreadsheet, as looks at it have shown it."""

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

    `structure` is what the last look showed beside the cells, `where` the places at which names
    count by it, and `damage` what is wrong with it. `places` are those of all ranges in which
    something is shown or typed, `titles` the tabs' titles, and `ranges` what to look at, in A1
    notation. `gone` are names that the match can do without, `missing` those that it cannot.
    `wide` is what the last wide look showed beside the cells, None if another is needed, and
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
    wide: SpreadsheetMetadata | None = None
    known: SpreadsheetMetadata = field(default_factory=SpreadsheetMetadata)

    @property
    def names(self) -> set[str]:
        """The names that are there, wherever they lie."""
        return {*self.structure.name_ids, *self.where}

    @property
    def is_changed(self) -> bool:
        """Whether more was changed since the last wide look than that look can help put back."""
        return not self.structure.is_part_of(self.known)

    def seen(self, look: Snapshot, wanted: Callable[[], TargetState]) -> Self:
        """Record the structure that a look shows; `wanted` gives the structure it should have."""
        seen = updated(self, structure=look.structure)
        if seen is self:
            return self
        amiss = plan_structure_repair(wanted(), look.structure)
        return updated(seen, where=amiss.places, damage=amiss)

    def without(self, gone: frozenset[str], missing: Iterable[str]) -> Self:
        """Record that a look lacked names that the match needs, so that a wide look comes next."""
        return updated(self, gone=gone, missing=tuple(missing), wide=None)

    def complete(self, look: Snapshot, places: Mapping[str, Place], gone: frozenset[str]) -> Self:
        """Record a look that showed every range that is needed, in these places."""
        titles = {**self.titles, **look.titles}
        layout = updated(self, places=places, titles=titles, gone=gone, missing=())
        if layout.places is not self.places or layout.titles is not self.titles:
            asked = merge_places(layout.places.values())
            layout = updated(layout, ranges={in_a1(one, layout.titles): one for one in asked})
        if look.full is None:
            return layout
        return updated(layout, wide=look.full, known=layout.structure)
