"""What a DataFilter finds: cells by a range or by the developer metadata that marks them."""

from collections.abc import Iterable

from sheets_emulator.a1 import Target, find
from sheets_emulator.batch.base import axis_of, grid_range
from sheets_emulator.bounds import spend
from sheets_emulator.errors import invalid
from sheets_emulator.model import Area, Axis, Box, Document, JsonObject, Metadata
from sheets_emulator.render import developer_metadata

_LOOKED_UP = ("metadataId", "metadataKey", "metadataValue", "visibility")


def matches(document: Document, metadata: Metadata, data_filter: JsonObject) -> bool:
    """Return whether a filter finds this metadata: as a lookup, or by a range that it touches."""
    lookup = data_filter.get("developerMetadataLookup")
    spend(1)
    if lookup is None:
        return any(_touches(document, metadata, one) for one in targets(document, data_filter))
    shown = developer_metadata(metadata)
    return (
        all(shown.get(name) == lookup[name] for name in _LOOKED_UP if name in lookup)
        and lookup.get("locationType") in (None, shown["location"]["locationType"])
        and _is_at(document, metadata, lookup)
    )


def _is_at(document: Document, metadata: Metadata, lookup: JsonObject) -> bool:
    """Return whether metadata is where a lookup wants it; intersecting places will do, if no other.

    What marks the whole spreadsheet intersects nothing else.
    """
    exact = lookup.get("locationMatchingStrategy") == "EXACT_LOCATION"
    if "metadataLocation" not in lookup:
        if "locationMatchingStrategy" in lookup:
            raise invalid("A locationMatchingStrategy needs a metadataLocation.")
        return True
    location = lookup["metadataLocation"]
    if "dimensionRange" in location:
        given = location["dimensionRange"]
        area = _lines(axis_of(given), given.get("startIndex"), given.get("endIndex"))
        sheet_id = given.get("sheetId", 0)
    elif "sheetId" in location:
        area, sheet_id = Area(), location["sheetId"]
    else:
        return metadata.sheet_id is None
    sheet = document.sheet(sheet_id)
    if sheet is None:
        raise invalid(f"No grid with id: {sheet_id}")
    if exact:
        return metadata.sheet_id == sheet_id and _area(metadata) == area
    return _touches(document, metadata, Target(sheet, area))


def _touches(document: Document, metadata: Metadata, target: Target) -> bool:
    return metadata.sheet_id is not None and any(
        one.sheet is target.sheet and one.box.meets(target.box)
        for one in _marked(document, metadata)
    )


def targets(document: Document, data_filter: JsonObject) -> list[Target]:
    """Return the cells that a filter finds: a range, or each place that metadata marks."""
    if "a1Range" in data_filter:
        return [find(document, data_filter["a1Range"])]
    if "gridRange" in data_filter:
        return [Target(*grid_range(document, data_filter["gridRange"]))]
    if "developerMetadataLookup" not in data_filter:
        raise invalid("No filter set.")
    return [
        target
        for metadata in document.metadata
        if matches(document, metadata, data_filter)
        for target in _marked(document, metadata)
    ]


def _marked(document: Document, metadata: Metadata) -> list[Target]:
    spend(len(document.sheets))
    return [
        Target(sheet, _area(metadata))
        for sheet in document.sheets
        if metadata.sheet_id in (None, sheet.sheet_id)
    ]


def _area(metadata: Metadata) -> Area:
    if metadata.axis is None:
        return Area()
    return _lines(metadata.axis, metadata.index, metadata.index + 1)


def _lines(axis: Axis, start: int | None, end: int | None) -> Area:
    return Area(top=start, bottom=end) if axis == "ROWS" else Area(left=start, right=end)


def boxes(found: Iterable[Target]) -> dict[int, list[Box]]:
    """Return the cells of these targets by the ids of their tabs."""
    by_tab: dict[int, list[Box]] = {}
    for target in found:
        by_tab.setdefault(target.sheet.sheet_id, []).append(target.box)
    return by_tab
