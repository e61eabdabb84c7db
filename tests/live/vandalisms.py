"""What somebody may do to a spreadsheet that they may write in, with their own link.

Each takes what `There` shows of it now, and gives the requests of one batch. Seats count from 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Vandalism: TypeAlias = Callable[["There"], list[Json]]


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


def _own_name(there: There) -> Json:
    return there.names[there.own("entry")]


def _settings(**given: str) -> Json:
    return {"updateSpreadsheetProperties": {"properties": given, "fields": ",".join(given)}}


def _own_name_shrunk(there: There) -> list[Json]:
    named = _own_name(there)
    first = {**named["range"], "endRowIndex": named["range"]["startRowIndex"] + 1}
    return [_moved(named, first)]


def _names_swapped(there: There) -> list[Json]:
    own, other = _own_name(there), there.names[there.own("ask")]
    return [
        _renamed(own, "mischief"),
        _renamed(other, own["name"]),
        _renamed(own, other["name"]),
    ]


def _anothers_column_taken(there: There) -> list[Json]:
    other = there.names.get("entry_2", there.names[there.own("answer")])
    return [_moved(_own_name(there), other["range"])]


def _a_lease_forged(there: There) -> list[Json]:
    entry = _own_name(there)["range"]
    kept = {"range": entry, "description": "umpire_lease forged", "protectedRangeId": 77}
    return [
        _added("umpire_lease", block(there.tab, 0, 1, 0, 1)),
        {"addProtectedRange": {"protectedRange": kept}},
    ]


def _own_protection_gone(there: There) -> list[Json]:
    return [
        {"deleteProtectedRange": {"protectedRangeId": protected["protectedRangeId"]}}
        for tab in there.tabs.values()
        for protected in tab.get("protectedRanges", [])
        if protected.get("requestingUserCanEdit")
    ]


def _own_cells_merged_dressed_and_validated(there: There) -> list[Json]:
    entry = _own_name(there)["range"]
    money = {"userEnteredFormat": {"numberFormat": {"type": "CURRENCY", "pattern": "0.00"}}}
    rule = {"condition": {"type": "NUMBER_EQ", "values": [{"userEnteredValue": "7"}]}}
    return [
        {"repeatCell": {"range": entry, "cell": money, "fields": "userEnteredFormat"}},
        {"setDataValidation": {"range": entry, "rule": {**rule, "strict": True}}},
        {"mergeCells": {"range": entry, "mergeType": "MERGE_ALL"}},
    ]


def _metadata_gone_and_taken(there: There) -> list[Json]:
    kept = {"metadataKey": "mischief", "metadataId": 65_537, "visibility": "DOCUMENT"}
    everything = {"developerMetadataLookup": {"visibility": "DOCUMENT"}}
    made = {**kept, "location": {"spreadsheet": True}}
    return [
        {"deleteDeveloperMetadata": {"dataFilter": everything}},
        {"createDeveloperMetadata": {"developerMetadata": made}},
    ]


SEEN: dict[str, Vandalism] = {
    "own name gone": lambda there: [_gone(_own_name(there))],
    "own name over the board": lambda there: [_moved(_own_name(there), block(1001, 0, 20, 0, 3))],
    "own name shrunk": _own_name_shrunk,
    "own name renamed": lambda there: [_renamed(_own_name(there), "mischief")],
    "own name made anew": lambda there: [
        _gone(_own_name(there)),
        _added(there.own("entry"), block(1001, 0, 1, 0, 1), namedRangeId="forged"),
    ],
    "names swapped": _names_swapped,
    "all names gone": lambda there: [_gone(named) for named in there.names.values()],
    "all names on one cell": lambda there: [
        _moved(named, block(there.tab, 0, 1, 0, 1)) for named in there.names.values()
    ],
    "blocks laid over own cells": lambda there: [
        _moved(named, _own_name(there)["range"]) for named in there.names.values()
    ],
    "another's column taken": _anothers_column_taken,
    "form over labels": lambda there: [
        _moved(named, block(1001, 0, 1, 0, 1))
        for name, named in there.names.items()
        if name.startswith("form_")
    ],
    "a tab in front": lambda _: [{"addSheet": {"properties": {"title": "Board ", "index": 0}}}],
    "title": lambda _: [_settings(title="Ana has won")],
    "locale and time zone": lambda _: [_settings(locale="de_DE", timeZone="Asia/Tokyo")],
}
"""What others see, and so are told of."""

UNSEEN: dict[str, Vandalism] = {
    "a lease forged": _a_lease_forged,
    "own protection gone": _own_protection_gone,
    "own cells shut": lambda there: [
        {"addProtectedRange": {"protectedRange": {"range": _own_name(there)["range"]}}}
    ],
    "own cells merged, dressed and validated": _own_cells_merged_dressed_and_validated,
    "metadata gone and taken": _metadata_gone_and_taken,
}
"""What changes nothing that anybody sees, and is put back without a word."""

FIELDS = (
    "properties(title,locale,timeZone),namedRanges,"
    "sheets(properties(sheetId,title,index),protectedRanges)"
)
