"""A spreadsheet in one answer: names, protection, settings, tabs, and cells if asked for.

Anyone who may write in a spreadsheet may change most of it, including names over protected cells,
but only their own protected ranges. So a name counts where its protected range is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from umpire.json_types import JsonObject
from umpire.sheets.colouring import Rule, read_rule
from umpire.sheets.context import Page
from umpire.sheets.grid import Place, read_grid_range
from umpire.sheets.protection import Protection, protection_id, read_protection, whole_id
from umpire.sheets.ranges import ENTRY

_TABS = "properties(sheetId,title,gridProperties),conditionalFormats,protectedRanges"
METADATA_FIELDS = f"namedRanges,sheets({_TABS})"
"""The field mask of everything except settings and cells."""

_KEPT = "developerMetadata(metadataId,metadataKey,metadataValue)"

REPAIR_FIELDS = (
    f"properties(locale,timeZone),namedRanges,developerMetadata(metadataId),sheets({_TABS},{_KEPT},"
    "merges,data(startRow,startColumn,"
    "rowData.values(userEnteredValue,userEnteredFormat.numberFormat,dataValidation.condition.type)))"
)
"""The field mask of everything that can be put back, including cells."""


_BESIDE_CELLS = ("properties", "developerMetadata")
"""What is kept of a tab as it was told; its rules and protected ranges are read."""


@dataclass(frozen=True, slots=True)
class Home:
    """A page's tab: its id, and whether it has to be made."""

    page: Page
    sheet: int
    is_new: bool


@dataclass(frozen=True)
class Observed:
    """What was seen of a spreadsheet; what was not asked for is not there.

    `ids` are those of names, `named` where they lie: a name whose tab was not shown, or is gone, is
    in `ids` alone. `protected` is where protected ranges lie, by their ids, and `opened` what those
    of whole tabs leave open; a daemon's lease is none of them. `order` holds the number of each tab
    from 0, foreign ones counted. `rules` and `protections` are those of each tab, `tabs` all that
    was told of each, and `kept` the metadata at the spreadsheet.
    """

    ids: Mapping[str, str] = field(default_factory=dict)
    named: Mapping[str, Place] = field(default_factory=dict)
    protected: Mapping[int, Place] = field(default_factory=dict)
    opened: Mapping[int, tuple[Place, ...]] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    order: Mapping[int, int] = field(default_factory=dict)
    tabs: Mapping[int, JsonObject] = field(default_factory=dict, repr=False)
    rules: Mapping[int, tuple[Rule, ...]] = field(default_factory=dict, repr=False)
    protections: Mapping[int, tuple[Protection, ...]] = field(default_factory=dict, repr=False)
    kept: tuple[JsonObject, ...] = ()

    @classmethod
    def found_in(cls, metadata: JsonObject) -> Self:
        """Read it from the metadata of a spreadsheet."""
        tabs = {tab["properties"].get("sheetId", 0): tab for tab in metadata.get("sheets", [])}
        sizes = {its: tab["properties"].get("gridProperties", {}) for its, tab in tabs.items()}
        names = metadata.get("namedRanges", [])
        protections = {
            its: tuple(read_protection(one, sizes) for one in tab.get("protectedRanges", []))
            for its, tab in tabs.items()
        }
        protected = {
            one.id: one
            for on_tab in protections.values()
            for one in on_tab
            if not one.is_of_a_lease
        }
        return cls(
            {named["name"]: named["namedRangeId"] for named in names},
            {
                named["name"]: read_grid_range(named["range"], sizes)
                for named in names
                if named.get("range") and named["range"].get("sheetId", 0) in tabs
            },
            {its: one.place for its, one in protected.items()},
            {its: one.open_places for its, one in protected.items() if one.open_places},
            metadata.get("properties", {}),
            {its: tab["properties"].get("index", 0) for its, tab in tabs.items()},
            tabs,
            {
                its: tuple(map(read_rule, tab.get("conditionalFormats", [])))
                for its, tab in tabs.items()
            },
            protections,
            tuple(metadata.get("developerMetadata", [])),
        )

    @property
    def without_cells(self) -> Self:
        """The same, but for what stands in cells and how it looks there: that takes much room."""
        tabs = {
            its: {key: tab[key] for key in _BESIDE_CELLS if key in tab}
            for its, tab in self.tabs.items()
        }
        return replace(self, tabs=tabs)

    @property
    def structure(self) -> Self:
        """The same as far as every snapshot has it, even one that is not full."""
        return replace(self, tabs={}, rules={}, protections={}, kept=())

    def is_part_of(self, whole: Self) -> bool:
        """Return whether it shows no other protected ranges than a full snapshot did before."""
        there = {its: place for its, place in whole.protected.items() if place.sheet in self.order}
        opened = {its: left for its, left in whole.opened.items() if its in there}
        return (self.protected, self.opened) == (there, opened)

    def counting(self, pages: Iterable[Page]) -> dict[str, Place]:
        """Return the places where the names of a spreadsheet's pages count.

        These are their protected ranges, or the named range itself if a name has none.
        """
        places: dict[str, Place] = {}
        for page in pages:
            there = {name: self.named[name] for name in page.names if name in self.named}
            ids = {name: protection_id(name) for name in page.names}
            own = {name: self.protected[its] for name, its in ids.items() if its in self.protected}
            if opened := self.opened.get(whole_id(page), ()):
                written = [page.name(name) for name in page.tab.written_by_player()]
                left_open = _left_open([(name, own.pop(name, None)) for name in written], opened)
                for name in written:
                    there.pop(name, None)
                own |= left_open
            places |= {**there, **own}
        return places

    @cached_property
    def titles(self) -> Mapping[int, str]:
        """The titles of its tabs."""
        return {its: tab["properties"]["title"] for its, tab in self.tabs.items()}

    @cached_property
    def sizes(self) -> Mapping[int, JsonObject]:
        """The grid of each tab."""
        return {its: tab["properties"].get("gridProperties", {}) for its, tab in self.tabs.items()}

    @cached_property
    def metadata_ids(self) -> frozenset[int]:
        """The ids of all metadata that was shown, at the spreadsheet and at its tabs."""
        at_tabs = (one for tab in self.tabs.values() for one in tab.get("developerMetadata", []))
        return frozenset(one["metadataId"] for one in (*self.kept, *at_tabs))

    def metadata(self, sheet: int, key: str) -> JsonObject | None:
        """Return the metadata of a key at a tab; None if there is none."""
        kept = self.tabs.get(sheet, {}).get("developerMetadata", [])
        return next((one for one in kept if one.get("metadataKey") == key), None)

    @cached_property
    def _cells(self) -> Mapping[int, Mapping[tuple[int, int], JsonObject]]:
        return {
            its: {
                (block.get("startRow", 0) + row, block.get("startColumn", 0) + column): cell
                for block in tab.get("data", [])
                for row, line in enumerate(block.get("rowData", []))
                for column, cell in enumerate(line.get("values", []))
                if cell
            }
            for its, tab in self.tabs.items()
        }

    def homes(self, pages: Sequence[Page]) -> list[Home]:
        """Return for each page the tab on which it is; for one that is nowhere an id that is free.

        It is where most of its names count; where it has none left, the tab of its title or id.
        """
        places = self.counting(pages)
        found = [
            page.sheet_now(places) if not page.names.keys().isdisjoint(places) else None
            for page in pages
        ]
        for number, page in enumerate(pages):
            if found[number] is None:
                alike = [its for its, title in self.titles.items() if title == page.title]
                free = (its for its in (*alike, page.sheet) if its in self.tabs)
                found[number] = next((its for its in free if its not in found), None)
        taken, homes = {*self.tabs}, []
        for page, sheet in zip(pages, found, strict=True):
            its = sheet
            if its is None:
                its = page.sheet if page.sheet not in taken else max(taken) + 1
                taken.add(its)
            homes.append(Home(page, its, is_new=sheet is None))
        return homes

    def cells(self, place: Place) -> list[JsonObject]:
        """Return what is known about the cells of a place; empty, plain cells are left out."""
        there = self._cells.get(place.sheet, {})
        return [there.get(at, {}) for at in place.rect.cells()]

    def written(self, sheet: int) -> set[tuple[int, int]]:
        """Return the cells of a tab that are not empty."""
        return {
            at for at, cell in self._cells.get(sheet, {}).items() if cell.get("userEnteredValue")
        }

    def told(self, place: Place) -> str:
        """Name cells for a sentence."""
        return f"{place.rect} of the tab {self.titles[place.sheet]}"


def _left_open(
    written: Sequence[tuple[str, Place | None]], opened: Sequence[Place]
) -> dict[str, Place]:
    """Return which of the places that are left open is that of each name; some may be gone.

    Each comes with where its protected range lies, which whoever writes there may change: if these
    are not what is left open, each is the one of its number, or the tallest the entries'.
    """
    own = {name: place for name, place in written if place in opened and place is not None}
    if len(opened) == len(written):
        names = [name for name, _ in written]
        return own if {*own.values()} == {*opened} else dict(zip(names, opened, strict=True))
    entries = (name for name, _ in written if name.startswith(ENTRY) and name not in own)
    left = sorted({*opened} - {*own.values()}, key=lambda place: -place.rect.height)
    return {**own, **dict(zip(entries, left, strict=False))}
