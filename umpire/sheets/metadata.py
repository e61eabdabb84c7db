"""Developer metadata: values beside the cells, under a key, which only programs read."""

from collections.abc import Collection
from itertools import count

from umpire.json_types import JsonObject


def free_id(first: int, used_ids: Collection[int]) -> int:
    """Return the first free id from this one on.

    With our own id a repeated write is harmless. If the server chose ids, it would make a second
    entry.
    """
    return next(number for number in count(first) if number not in used_ids)


def make_metadata(metadata_id: int, key: str, value: str, location: JsonObject) -> JsonObject:
    """Return the request that makes metadata at a tab, or at the spreadsheet."""
    metadata: JsonObject = {
        "metadataId": metadata_id,
        "metadataKey": key,
        "metadataValue": value,
        "location": location,
        "visibility": "DOCUMENT",
    }
    return {"createDeveloperMetadata": {"developerMetadata": metadata}}


def set_metadata(metadata_id: int, value: str) -> JsonObject:
    """Return the request that gives metadata another value."""
    return {
        "updateDeveloperMetadata": {
            "dataFilters": [{"developerMetadataLookup": {"metadataId": metadata_id}}],
            "developerMetadata": {"metadataValue": value},
            "fields": "metadataValue",
        }
    }
