"""Developer metadata: on the spreadsheet, a tab, a row or a column."""

from dataclasses import replace

from sheets_emulator.batch.base import Batch, axis_of, new_id
from sheets_emulator.batch.data_filters import matches
from sheets_emulator.errors import invalid
from sheets_emulator.fields import Mask, for_update, within
from sheets_emulator.model import Document, JsonObject, Metadata
from sheets_emulator.render import developer_metadata

_ALL: Mask = {}


def create_developer_metadata(batch: Batch, request: JsonObject) -> JsonObject:
    """Mark a place with developer metadata."""
    given = request.get("developerMetadata", {})
    taken = {one.metadata_id for one in batch.document.metadata}
    metadata_id = given.get("metadataId") or new_id(taken)
    if metadata_id < 0:
        raise invalid(f"The id of developer metadata must be positive: {metadata_id}")
    if metadata_id in taken:
        raise invalid(f"Developer metadata with id {metadata_id} already exists.")
    made = _changed(batch, Metadata(metadata_id, "", "", ""), given, _ALL)
    batch.document.metadata.append(made)
    return {"developerMetadata": developer_metadata(made)}


def update_developer_metadata(batch: Batch, request: JsonObject) -> JsonObject:
    """Change all the metadata that a filter finds."""
    mask = for_update(request.get("fields"), "DeveloperMetadata")
    given = request.get("developerMetadata", {})
    filters = request.get("dataFilters", [])
    changed = []
    for number, one in enumerate(batch.document.metadata):
        if any(matches(batch.document, one, data_filter) for data_filter in filters):
            new = _changed(batch, one, given, mask)
            batch.document.metadata[number] = new
            changed.append(developer_metadata(new))
    return {"developerMetadata": changed} if changed else {}


def delete_developer_metadata(batch: Batch, request: JsonObject) -> JsonObject:
    """Remove all the metadata that the filter finds."""
    data_filter = request.get("dataFilter", {})
    kept: list[Metadata] = []
    gone: list[Metadata] = []
    for one in batch.document.metadata:
        (gone if matches(batch.document, one, data_filter) else kept).append(one)
    batch.document.metadata = kept
    shown = [developer_metadata(one) for one in gone]
    return {"deletedDeveloperMetadata": shown} if shown else {}


def search(document: Document, filters: list[JsonObject]) -> list[JsonObject]:
    """Return the MatchedDeveloperMetadata of these DataFilters."""
    found = []
    for one in document.metadata:
        matching = [data_filter for data_filter in filters if matches(document, one, data_filter)]
        if matching:
            found.append({"developerMetadata": developer_metadata(one), "dataFilters": matching})
    return found


def _changed(batch: Batch, old: Metadata, given: JsonObject, mask: Mask) -> Metadata:
    new = old
    if within(mask, "metadataKey") is not None:
        if not given.get("metadataKey"):
            raise invalid("Developer metadata must always have a key specified.")
        new = replace(new, key=given["metadataKey"])
    if within(mask, "metadataValue") is not None:
        new = replace(new, value=given.get("metadataValue", ""))
    if within(mask, "visibility") is not None:
        if given.get("visibility") not in ("DOCUMENT", "PROJECT"):
            raise invalid("Developer metadata must always have visibility specified.")
        new = replace(new, visibility=given["visibility"])
    if within(mask, "location") is not None:
        new = _located(batch, new, given.get("location", {}))
    return new


def _located(batch: Batch, metadata: Metadata, location: JsonObject) -> Metadata:
    if "dimensionRange" in location:
        given = location["dimensionRange"]
        sheet, axis, start, end = batch.lines(given)
        if end - start != 1:
            raise invalid("DimensionRange must represent a single row or column.")
        if start >= sheet.size(axis):
            raise invalid("The dimensionRange is beyond the end of the grid.")
        return replace(metadata, sheet_id=sheet.sheet_id, axis=axis_of(given), index=start)
    if "sheetId" in location:
        sheet = batch.tab(location["sheetId"])
        return replace(metadata, sheet_id=sheet.sheet_id, axis=None, index=0)
    if location.get("spreadsheet"):
        return replace(metadata, sheet_id=None, axis=None, index=0)
    raise invalid("Developer metadata must always have a location specified.")
