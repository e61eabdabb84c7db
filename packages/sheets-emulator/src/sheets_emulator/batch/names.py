"""Named ranges."""

import re
from dataclasses import replace

from sheets_emulator.a1 import area_of
from sheets_emulator.batch.base import Batch, new_id
from sheets_emulator.errors import invalid
from sheets_emulator.fields import for_update, within
from sheets_emulator.model import JsonObject, NamedRange
from sheets_emulator.render import named_range

_MOST_CHARACTERS = 250


def add_named_range(batch: Batch, request: JsonObject) -> JsonObject:
    """Name a range."""
    given = request.get("namedRange", {})
    name = given.get("name", "")
    _check_name(batch, name, None)
    sheet, area = batch.range(given.get("range", {}))
    taken = {one.named_range_id for one in batch.document.names}
    named_range_id = given.get("namedRangeId") or str(new_id(set()))
    if named_range_id in taken:
        raise invalid(
            f"Cannot add named range with id: {named_range_id}, "
            "a named range with that id already exists."
        )
    found = NamedRange(named_range_id, name, sheet.sheet_id, area)
    batch.document.names.append(found)
    return {"namedRange": named_range(found)}


def update_named_range(batch: Batch, request: JsonObject) -> None:
    """Change a named range's name or place."""
    mask = for_update(request.get("fields"), "NamedRange")
    given = request.get("namedRange", {})
    found = _find(batch, given.get("namedRangeId", ""))
    changed = found
    if within(mask, "name") is not None:
        _check_name(batch, given.get("name", ""), found)
        changed = replace(changed, name=given["name"])
    if within(mask, "range") is not None:
        sheet, area = batch.range(given.get("range", {}))
        changed = replace(changed, sheet_id=sheet.sheet_id, area=area)
        batch.access_changed()
    batch.document.names[batch.document.names.index(found)] = changed


def delete_named_range(batch: Batch, request: JsonObject) -> None:
    """Remove a name."""
    found = _find(batch, request.get("namedRangeId", ""))
    batch.document.names.remove(found)
    batch.access_changed()


def _find(batch: Batch, named_range_id: str) -> NamedRange:
    """Find the named range, which is changed by who may change its cells, or by all if free."""
    for one in batch.document.names:
        if one.named_range_id == named_range_id:
            if not batch.free_names:
                sheet = batch.sheet(one.sheet_id)
                batch.caller.require_cells(sheet, [sheet.box(one.area)])
            return one
    raise invalid(f"No named range with id: {named_range_id}")


def _check_name(batch: Batch, name: str, present: NamedRange | None) -> None:
    is_reserved = name.lower() in ("true", "false") or area_of(name) is not None
    if (
        is_reserved
        or re.fullmatch(r"[^\W\d]\w*", name) is None
        or re.fullmatch(r"[rR]\d*([cC]\d*)?|[cC]\d*", name)
        or len(name) > _MOST_CHARACTERS
    ):
        raise invalid(f"The name '{name}' is not valid for a named range.")
    other = batch.document.named(name)
    if other is not None and other is not present:
        raise invalid(
            f"Cannot add named range with name {name}, a named range with that name already exists."
        )
