"""What changes one JSON object to another: a JSON Merge Patch (RFC 7396), to some depth."""

from collections.abc import Mapping

from sheets_emulator.model import Json, JsonObject


def merge_patch(old: Mapping[str, Json], new: Mapping[str, Json], depth: int) -> JsonObject:
    """Return the keys that differ, with None for those that are gone.

    Objects in objects are compared key by key down to `depth`; below it they are given whole. In
    those that are compared None is the same as no key.
    """
    patch: JsonObject = {
        key: None for key, value in old.items() if value is not None and new.get(key) is None
    }
    for key, value in new.items():
        before = old.get(key)
        if value is None or before == value:
            continue
        if depth > 1 and isinstance(before, dict) and isinstance(value, dict):
            patch[key] = merge_patch(before, value, depth - 1)
        else:
            patch[key] = value
    return patch
