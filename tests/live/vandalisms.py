"""What somebody may do to a spreadsheet that they may write in, with their own link.

Each takes what `There` shows of it now, and gives the requests of one batch. Seats count from 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class There:
    """A spreadsheet as its vandal sees it: names by name, tabs by title."""

    names: dict[str, Json]
    tabs: dict[str, Json]
    seat: int

    @classmethod
    def read(cls, metadata: Json, seat: int) -> "There":
        names = {one["name"]: one for one in metadata.get("namedRanges", [])}
        return cls(names, {one["properties"]["title"]: one for one in metadata["sheets"]}, seat)

    def own(self, name: str) -> str:
        return f"{name}_{self.seat}"

    @property
    def tab(self) -> int:
        """The tab on which they write."""
        return next(iter(self.tabs.values()))["properties"]["sheetId"]  # type: ignore[no-any-return]


def block(sheet: int, top: int, bottom: int, left: int, right: int) -> Json:
    rows = {"startRowIndex": top, "endRowIndex": bottom}
    return {"sheetId": sheet, **rows, "startColumnIndex": left, "endColumnIndex": right}


def _moved(named: Json, place: Json) -> Json:
    return {"updateNamedRange": {"namedRange": {**named, "range": place}, "fields": "range"}}


def _renamed(named: Json, name: str) -> Json:
    return {"updateNamedRange": {"namedRange": {**named, "name": name}, "fields": "name"}}


def _gone(named: Json) -> Json:
    return {"deleteNamedRange": {"namedRangeId": named["namedRangeId"]}}


def _added(name: str, place: Json, **more: str) -> Json:
    return {"addNamedRange": {"namedRange": {"name": name, "range": place, **more}}}


def own_name_gone(there: There) -> list[Json]:
    return [_gone(there.names[there.own("entry")])]


def own_name_over_the_board(there: There) -> list[Json]:
    return [_moved(there.names[there.own("entry")], block(1001, 0, 20, 0, 3))]


def own_name_shrunk(there: There) -> list[Json]:
    named = there.names[there.own("entry")]
    first = {**named["range"], "endRowIndex": named["range"]["startRowIndex"] + 1}
    return [_moved(named, first)]


def own_name_renamed(there: There) -> list[Json]:
    return [_renamed(there.names[there.own("entry")], "mischief")]


def own_name_made_anew(there: There) -> list[Json]:
    named = there.names[there.own("entry")]
    return [_gone(named), _added(named["name"], block(1001, 0, 1, 0, 1), namedRangeId="forged")]


def names_swapped(there: There) -> list[Json]:
    own, other = there.names[there.own("entry")], there.names[there.own("ask")]
    return [
        _renamed(own, "mischief"),
        _renamed(other, own["name"]),
        _renamed(own, other["name"]),
    ]


def all_names_gone(there: There) -> list[Json]:
    return [_gone(named) for named in there.names.values()]


def all_names_on_one_cell(there: There) -> list[Json]:
    return [_moved(named, block(there.tab, 0, 1, 0, 1)) for named in there.names.values()]


def blocks_laid_over_own_cells(there: There) -> list[Json]:
    entry = there.names[there.own("entry")]["range"]
    return [_moved(named, entry) for named in there.names.values()]


def anothers_column_taken(there: There) -> list[Json]:
    other = there.names.get("entry_2", there.names[there.own("answer")])
    return [_moved(there.names[there.own("entry")], other["range"])]


def form_over_labels(there: There) -> list[Json]:
    cells = [named for name, named in there.names.items() if name.startswith("form_")]
    return [_moved(named, block(1001, 0, 1, 0, 1)) for named in cells]


def a_lease_forged(there: There) -> list[Json]:
    entry = there.names[there.own("entry")]["range"]
    kept = {"range": entry, "description": "umpire_lease forged", "protectedRangeId": 77}
    return [
        _added("umpire_lease", block(there.tab, 0, 1, 0, 1)),
        {"addProtectedRange": {"protectedRange": kept}},
    ]


def own_protection_gone(there: There) -> list[Json]:
    return [
        {"deleteProtectedRange": {"protectedRangeId": one["protectedRangeId"]}}
        for tab in there.tabs.values()
        for one in tab.get("protectedRanges", [])
        if one.get("requestingUserCanEdit")
    ]


def own_cells_shut(there: There) -> list[Json]:
    entry = there.names[there.own("entry")]["range"]
    return [{"addProtectedRange": {"protectedRange": {"range": entry}}}]


def own_cells_merged_dressed_and_validated(there: There) -> list[Json]:
    entry = there.names[there.own("entry")]["range"]
    money = {"userEnteredFormat": {"numberFormat": {"type": "CURRENCY", "pattern": "0.00"}}}
    rule = {"condition": {"type": "NUMBER_EQ", "values": [{"userEnteredValue": "7"}]}}
    return [
        {"repeatCell": {"range": entry, "cell": money, "fields": "userEnteredFormat"}},
        {"setDataValidation": {"range": entry, "rule": {**rule, "strict": True}}},
        {"mergeCells": {"range": entry, "mergeType": "MERGE_ALL"}},
    ]


def a_tab_in_front(there: There) -> list[Json]:
    return [{"addSheet": {"properties": {"title": "Board ", "index": 0}}}]


def title(there: There) -> list[Json]:
    return [_settings(title="Ana has won")]


def locale_and_time_zone(there: There) -> list[Json]:
    return [_settings(locale="de_DE", timeZone="Asia/Tokyo")]


def _settings(**given: str) -> Json:
    return {"updateSpreadsheetProperties": {"properties": given, "fields": ",".join(given)}}


def metadata_gone_and_taken(there: There) -> list[Json]:
    kept = {"metadataKey": "mischief", "metadataId": 65_537, "visibility": "DOCUMENT"}
    everything = {"developerMetadataLookup": {"visibility": "DOCUMENT"}}
    return [
        {"deleteDeveloperMetadata": {"dataFilter": everything}},
        {
            "createDeveloperMetadata": {
                "developerMetadata": {**kept, "location": {"spreadsheet": True}}
            }
        },
    ]


VANDALISMS: tuple[Callable[[There], list[Json]], ...] = (
    own_name_gone,
    own_name_over_the_board,
    own_name_shrunk,
    own_name_renamed,
    own_name_made_anew,
    names_swapped,
    all_names_gone,
    all_names_on_one_cell,
    blocks_laid_over_own_cells,
    anothers_column_taken,
    form_over_labels,
    a_lease_forged,
    own_protection_gone,
    own_cells_shut,
    own_cells_merged_dressed_and_validated,
    a_tab_in_front,
    title,
    locale_and_time_zone,
    metadata_gone_and_taken,
)

UNSEEN = (
    a_lease_forged,
    own_protection_gone,
    own_cells_shut,
    own_cells_merged_dressed_and_validated,
    metadata_gone_and_taken,
)
"""What changes nothing that anybody sees, and is put back without a word."""

FIELDS = (
    "properties(title,locale,timeZone),namedRanges,"
    "sheets(properties(sheetId,title,index),protectedRanges)"
)
