"""What a DataFilter finds: cells by a range or by the developer metadata that marks them."""

from collections.abc import Iterable

from sheets_emulator.a1 import Target, find
from sheets_emulator.batch.base import grid_range
from sheets_emulator.errors import invalid, unimplemented
from sheets_emulator.model import Area, Box, Document, JsonObject, Metadata
from sheets_emulator.render import developer_metadata


def matches(metadata: Metadata, data_filter: JsonObject) -> bool:
    """Return whether a filter finds this metadata."""
    lookup = data_filter.get("developerMetadataLookup")
    if lookup is None:
        raise unimplemented("finding developer metadata by ranges")
    if "locationMatchingStrategy" in lookup or "metadataLocation" in lookup:
        raise unimplemented("finding developer metadata by location")
    shown = developer_metadata(metadata)
    return all(
        shown.get(name) == wanted
        for name, wanted in lookup.items()
        if name in ("metadataId", "metadataKey", "metadataValue", "visibility")
    ) and lookup.get("locationType") in (None, shown["location"]["locationType"])


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
        if matches(metadata, data_filter)
        for target in _marked(document, metadata)
    ]


def _marked(document: Document, metadata: Metadata) -> list[Target]:
    index = metadata.index
    area = Area()
    if metadata.axis == "ROWS":
        area = Area(top=index, bottom=index + 1)
    elif metadata.axis == "COLUMNS":
        area = Area(left=index, right=index + 1)
    return [
        Target(sheet, area)
        for sheet in document.sheets
        if metadata.sheet_id in (None, sheet.sheet_id)
    ]


def boxes(found: Iterable[Target]) -> dict[int, list[Box]]:
    """Return the cells of these targets by the ids of their tabs."""
    by_tab: dict[int, list[Box]] = {}
    for target in found:
        by_tab.setdefault(target.sheet.sheet_id, []).append(target.box)
    return by_tab
