"""The metadata of a spreadsheet: names, protection, settings, tabs, and cells if requested.

Anyone who may write in a spreadsheet may change most of it, including names over protected cells,
but only their own protected ranges. So the effective place of a name is its protected range.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from umpire.json_types import JsonObject
from umpire.sheets.colouring import Rule, read_rule
from umpire.sheets.context import Page
from umpire.sheets.grid import Place, read_grid_range
from umpire.sheets.protection import Protection, protection_id, read_protection, tab_protection_id
from umpire.sheets.ranges import ENTRY

_TABS = "properties(sheetId,title,gridProperties),conditionalFormats,protectedRanges"
METADATA_FIELDS = f"namedRanges,sheets({_TABS})"
"""The field mask of everything except settings and cells."""

_DEVELOPER_METADATA = "developerMetadata(metadataId,metadataKey,metadataValue)"

REPAIR_FIELDS = (
    f"properties(locale,timeZone),namedRanges,developerMetadata(metadataId),sheets({_TABS},{_DEVELOPER_METADATA},"
    "merges,data(startRow,startColumn,"
    "rowData.values(userEnteredValue,userEnteredFormat.numberFormat,dataValidation.condition.type)))"
)
"""The field mask of everything that can be repaired, including cells."""


_BESIDE_CELLS = ("properties", "developerMetadata")
"""The parts of a tab that `without_cells` keeps beside its rules and protected ranges."""


@dataclass(frozen=True, slots=True)
class TabAssignment:
    """The tab for a page: its id, and whether it has to be made."""

    page: Page
    sheet: int
    is_new: bool


@dataclass(frozen=True)
class SpreadsheetMetadata:
    """The state of a spreadsheet, as far as it was requested.

    `name_ids` and `named_places` have the id and the place of each name. A name whose tab is gone,
    or was not asked for, is in `name_ids` alone. `protected_places` has the place of each protected
    range by its id, and `open_places` the cells that the ranges of whole tabs leave open. Neither
    has a daemon's lease. `tab_order` holds the number of each tab from 0, foreign ones counted.
    `rules` and `protections` are those of each tab, and `tabs` has the rest of each tab as the API
    gave it. `developer_metadata` is that of the spreadsheet itself.
    """

    name_ids: Mapping[str, str] = field(default_factory=dict)
    named_places: Mapping[str, Place] = field(default_factory=dict)
    protected_places: Mapping[int, Place] = field(default_factory=dict)
    open_places: Mapping[int, tuple[Place, ...]] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    tab_order: Mapping[int, int] = field(default_factory=dict)
    tabs: Mapping[int, JsonObject] = field(default_factory=dict, repr=False)
    rules: Mapping[int, tuple[Rule, ...]] = field(default_factory=dict, repr=False)
    protections: Mapping[int, tuple[Protection, ...]] = field(default_factory=dict, repr=False)
    developer_metadata: tuple[JsonObject, ...] = ()

    @classmethod
    def read(cls, metadata: JsonObject) -> Self:
        """Read an answer of `spreadsheets.get`."""
        tabs = {tab["properties"].get("sheetId", 0): tab for tab in metadata.get("sheets", [])}
        sizes = {sheet: tab["properties"].get("gridProperties", {}) for sheet, tab in tabs.items()}
        names = metadata.get("namedRanges", [])
        protections = {
            sheet: tuple(
                read_protection(protection, sizes) for protection in tab.get("protectedRanges", [])
            )
            for sheet, tab in tabs.items()
        }
        protected = {
            protection.id: protection
            for on_tab in protections.values()
            for protection in on_tab
            if not protection.is_lease
        }
        return cls(
            {named_range["name"]: named_range["namedRangeId"] for named_range in names},
            {
                named_range["name"]: read_grid_range(named_range["range"], sizes)
                for named_range in names
                if named_range.get("range") and named_range["range"].get("sheetId", 0) in tabs
            },
            {sheet: protection.place for sheet, protection in protected.items()},
            {
                sheet: protection.open_places
                for sheet, protection in protected.items()
                if protection.open_places
            },
            metadata.get("properties", {}),
            {sheet: tab["properties"].get("index", 0) for sheet, tab in tabs.items()},
            tabs,
            {
                sheet: tuple(map(read_rule, tab.get("conditionalFormats", [])))
                for sheet, tab in tabs.items()
            },
            protections,
            tuple(metadata.get("developerMetadata", [])),
        )

    @property
    def without_cells(self) -> Self:
        """The same without cells, which take much memory."""
        tabs = {
            sheet: {key: tab[key] for key in _BESIDE_CELLS if key in tab}
            for sheet, tab in self.tabs.items()
        }
        return replace(self, tabs=tabs)

    @property
    def structure(self) -> Self:
        """The part of it that every snapshot has, even one that is not full."""
        return replace(self, tabs={}, rules={}, protections={}, developer_metadata=())

    def is_part_of(self, whole: Self) -> bool:
        """Return whether it has the same protected ranges as an earlier full snapshot."""
        protected = whole.protected_places.items()
        places = {key: place for key, place in protected if place.sheet in self.tab_order}
        open_places = {key: parts for key, parts in whole.open_places.items() if key in places}
        return (self.protected_places, self.open_places) == (places, open_places)

    def effective_places(self, pages: Iterable[Page]) -> dict[str, Place]:
        """Return the effective place of each name of these pages.

        It is the name's protected range, or the named range itself if it has none.
        """
        places: dict[str, Place] = {}
        for page in pages:
            named = {
                name: self.named_places[name] for name in page.names if name in self.named_places
            }
            own_places = {n: self.protected_places.get(protection_id(n)) for n in page.names}
            protected = {name: place for name, place in own_places.items() if place is not None}
            if open_places := self.open_places.get(tab_protection_id(page), ()):
                player_names = [page.name(name) for name in page.tab.written_by_player()]
                assigned = _assign_open_places(
                    [(name, protected.pop(name, None)) for name in player_names], open_places
                )
                for name in player_names:
                    named.pop(name, None)
                protected |= assigned
            places |= {**named, **protected}
        return places

    @cached_property
    def titles(self) -> Mapping[int, str]:
        """The titles of its tabs."""
        return {sheet: tab["properties"]["title"] for sheet, tab in self.tabs.items()}

    @cached_property
    def sizes(self) -> Mapping[int, JsonObject]:
        """The grid of each tab."""
        return {
            sheet: tab["properties"].get("gridProperties", {}) for sheet, tab in self.tabs.items()
        }

    @cached_property
    def metadata_ids(self) -> frozenset[int]:
        """The ids of all developer metadata, of the spreadsheet and of its tabs."""
        at_tabs = (
            metadata for tab in self.tabs.values() for metadata in tab.get("developerMetadata", [])
        )
        return frozenset(
            metadata["metadataId"] for metadata in (*self.developer_metadata, *at_tabs)
        )

    def metadata(self, sheet: int, key: str) -> JsonObject | None:
        """Return the metadata of a key at a tab; None if there is none."""
        entries = self.tabs.get(sheet, {}).get("developerMetadata", [])
        return next((metadata for metadata in entries if metadata.get("metadataKey") == key), None)

    @cached_property
    def _cells(self) -> Mapping[int, Mapping[tuple[int, int], JsonObject]]:
        return {
            sheet: {
                (block.get("startRow", 0) + row, block.get("startColumn", 0) + column): cell
                for block in tab.get("data", [])
                for row, line in enumerate(block.get("rowData", []))
                for column, cell in enumerate(line.get("values", []))
                if cell
            }
            for sheet, tab in self.tabs.items()
        }

    def assign_tabs(self, pages: Sequence[Page]) -> list[TabAssignment]:
        """Return the tab of each page; for a page that has lost its tab, an id that is free.

        The tab of a page is the one with most of its names. A page without any name left has the
        tab of its title or id.
        """
        places = self.effective_places(pages)
        sheets = [
            page.sheet_now(places) if not page.names.keys().isdisjoint(places) else None
            for page in pages
        ]
        for number, page in enumerate(pages):
            if sheets[number] is None:
                alike = [tab for tab, title in self.titles.items() if title == page.title]
                free = (tab for tab in (*alike, page.sheet) if tab in self.tabs)
                sheets[number] = next((tab for tab in free if tab not in sheets), None)
        used_ids, assignments = {*self.tabs}, []
        for page, present in zip(pages, sheets, strict=True):
            sheet = present
            if sheet is None:
                sheet = page.sheet if page.sheet not in used_ids else max(used_ids) + 1
                used_ids.add(sheet)
            assignments.append(TabAssignment(page, sheet, is_new=present is None))
        return assignments

    def cells(self, place: Place) -> list[JsonObject]:
        """Return the cells of a place, row by row; {} for one that is empty and plain."""
        cells = self._cells.get(place.sheet, {})
        return [cells.get(at, {}) for at in place.rect.cells()]

    def filled_cells(self, sheet: int) -> set[tuple[int, int]]:
        """Return the cells of a tab that are not empty."""
        return {
            at for at, cell in self._cells.get(sheet, {}).items() if cell.get("userEnteredValue")
        }

    def describe(self, place: Place) -> str:
        """Name a place in a sentence."""
        return f"{place.rect} of the tab {self.titles[place.sheet]}"


def _assign_open_places(
    protected: Sequence[tuple[str, Place | None]], open_places: Sequence[Place]
) -> dict[str, Place]:
    """Assign the open places to the names into which players write; some may get none.

    `protected` has each name with its protected range, which its player may change. A name whose
    range is an open place gets it. Otherwise the open places are assigned in order, or if some are
    gone, the tallest to the entries.
    """
    unmoved = {
        name: place for name, place in protected if place in open_places and place is not None
    }
    if len(open_places) == len(protected):
        names = [name for name, _ in protected]
        return (
            unmoved
            if {*unmoved.values()} == {*open_places}
            else dict(zip(names, open_places, strict=True))
        )
    entries = (name for name, _ in protected if name.startswith(ENTRY) and name not in unmoved)
    left = sorted({*open_places} - {*unmoved.values()}, key=lambda place: -place.rect.height)
    return {**unmoved, **dict(zip(entries, left, strict=False))}
