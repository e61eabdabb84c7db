"""Where everything of one spreadsheet lies, as looks at it have found."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeVar

from umpire.sheets.grid import Place
from umpire.sheets.look import Look, in_a1, merged
from umpire.sheets.observed import Observed
from umpire.sheets.reconcile import Reconciled, Wanted, damage


@dataclass(frozen=True, slots=True)
class Found:
    """Where the names, tabs and cells of a spreadsheet lie, and what is missing or damaged.

    `structure` is what the last look showed beside the cells, `where` the places at which names
    count by it, and `damage` what is wrong with it. `places` are those of all ranges in which
    something is shown or typed, `titles` the tabs' titles, and `ranges` what to look at, in A1
    notation. `gone` are names that the match can do without, `missing` those that it cannot.
    `wide` is what the last wide look showed beside the cells, None if another is needed, and
    `known` the structure that it showed.
    """

    structure: Observed = field(default_factory=Observed)
    where: Mapping[str, Place] = field(default_factory=dict)
    damage: Reconciled = field(default_factory=Reconciled)
    places: Mapping[str, Place] = field(default_factory=dict)
    titles: Mapping[int, str] = field(default_factory=dict)
    ranges: Mapping[str, Place] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()
    wide: Observed | None = None
    known: Observed = field(default_factory=Observed)

    @property
    def names(self) -> set[str]:
        """The names that are there, wherever they lie."""
        return {*self.structure.ids, *self.where}

    @property
    def is_changed(self) -> bool:
        """Whether more was changed since the last wide look than that look can help put back."""
        return not self.structure.is_part_of(self.known)

    def seen(self, look: Look, wanted: Callable[[], Wanted]) -> Self:
        """Take in what a look shows beside the cells; `wanted` gives what should be there."""
        structure = same(self.structure, look.structure)
        if structure is self.structure:
            return self
        amiss = damage(wanted(), structure)
        return replace(
            self, structure=structure, where=same(self.where, amiss.places), damage=amiss
        )

    def without(self, gone: frozenset[str], missing: Iterable[str]) -> Self:
        """Note that a look lacked names without which the match cannot go on: look widely next."""
        return replace(self, gone=gone, missing=tuple(missing), wide=None)

    def complete(self, look: Look, places: Mapping[str, Place], gone: frozenset[str]) -> Self:
        """Take in a look that showed every range that is needed, in these places."""
        found = replace(
            self,
            places=same(self.places, places),
            titles=same(self.titles, {**self.titles, **look.titles}),
            gone=same(self.gone, gone),
            missing=(),
        )
        if found.places is not self.places or found.titles is not self.titles:
            asked = merged(found.places.values())
            found = replace(found, ranges={in_a1(one, found.titles): one for one in asked})
        if look.wide is None:
            return found
        return replace(found, wide=same(self.wide, look.wide), known=found.structure)


T = TypeVar("T")


def same(before: T, now: T) -> T:
    """Return the earlier value if both are equal, so that nothing derived from it is made again."""
    return before if before == now else now
