"""Protected ranges."""

from dataclasses import replace

from sheets_emulator.batch.base import Batch, new_id
from sheets_emulator.errors import invalid, unimplemented
from sheets_emulator.fields import Mask, for_update, within
from sheets_emulator.model import Area, JsonObject, Protection, Sheet
from sheets_emulator.render import protected_range

_ALL: Mask = {}


def add_protected_range(batch: Batch, request: JsonObject) -> JsonObject:
    """AddProtectedRange. Whoever adds it may edit it, whether named or not."""
    given = request.get("protectedRange", {})
    taken = {one.protected_range_id for sheet in batch.document.sheets for one in sheet.protections}
    protection_id = given.get("protectedRangeId") or new_id(taken)
    if protection_id in taken:
        raise invalid(
            f"Cannot add protected range with id: {protection_id}, "
            "a protected range with that id already exists."
        )
    made = _changed(batch, Protection(protection_id, 0, Area()), given, _ALL)
    sheet = batch.sheet(made.sheet_id)
    batch.caller.require_cells(sheet, [sheet.box(made.area)])
    _check_only_sheet_protection(sheet, made)
    sheet.protections.append(_with_editor(made, batch.account))
    batch.access_changed()
    reply = protected_range(batch.document, made, batch.account)
    return {"protectedRange": reply | {"requestingUserCanEdit": True} | _editors_as_given(made)}


def _editors_as_given(protection: Protection) -> JsonObject:
    """Name the editors that were sent: only a later read names the maker too."""
    if protection.warning_only:
        return {}
    editors: JsonObject = {}
    if protection.editors:
        editors["users"] = list(protection.editors)
    if protection.groups:
        editors["groups"] = list(protection.groups)
    return {"editors": editors}


def update_protected_range(batch: Batch, request: JsonObject) -> None:
    """Change what the mask names of a protection."""
    mask = for_update(request.get("fields"), "ProtectedRange")
    given = request.get("protectedRange", {})
    sheet, found = _find(batch, given.get("protectedRangeId", 0))
    changed = _changed(batch, found, given, mask)
    if (changed.sheet_id, changed.area) != (found.sheet_id, found.area):
        there = batch.sheet(changed.sheet_id)
        batch.caller.require_cells(there, [there.box(changed.area)])
    if within(mask, "editors") is not None and not changed.warning_only:
        changed = _with_editor(changed, batch.account)
    _check_only_sheet_protection(batch.sheet(changed.sheet_id), changed)
    number = sheet.protections.index(found)
    if changed.sheet_id == sheet.sheet_id:
        sheet.protections[number] = changed
    else:
        del sheet.protections[number]
        batch.sheet(changed.sheet_id).protections.append(changed)
    batch.access_changed()


def delete_protected_range(batch: Batch, request: JsonObject) -> None:
    """Remove a protection."""
    sheet, found = _find(batch, request.get("protectedRangeId", 0))
    sheet.protections.remove(found)
    batch.access_changed()


def _check_only_sheet_protection(sheet: Sheet, protection: Protection) -> None:
    """Raise Google's refusal of a second protection of a whole tab."""
    others = (
        one for one in sheet.protections if one.protected_range_id != protection.protected_range_id
    )
    if protection.area.is_whole and any(one.area.is_whole for one in others):
        raise invalid(f'Sheet "{sheet.title}" already has sheet protection.')


def _find(batch: Batch, protection_id: int) -> tuple[Sheet, Protection]:
    """Find the protection, which only its editors and the owner may change."""
    for sheet in batch.document.sheets:
        for one in sheet.protections:
            if one.protected_range_id == protection_id:
                batch.caller.require_protection(one)
                return sheet, one
    raise invalid(f"No protected range with id: {protection_id}")


def _with_editor(protection: Protection, account: str) -> Protection:
    if protection.warning_only or account in protection.editors:
        return protection
    return replace(protection, editors=(*protection.editors, account))


def _changed(batch: Batch, old: Protection, given: JsonObject, mask: Mask) -> Protection:
    changed = old
    if "tableId" in given:
        raise unimplemented("tables")
    if "range" in given and "namedRangeId" in given:
        raise invalid("Only one of range and namedRangeId can be set.")
    if within(mask, "range") is not None and ("range" in given or "range" in mask):
        sheet, area = batch.range(given.get("range", {}))
        changed = replace(changed, sheet_id=sheet.sheet_id, area=area, named_range_id=None)
    elif within(mask, "namedRangeId") is not None and "namedRangeId" in given:
        changed = _by_name(batch, changed, given["namedRangeId"])
    elif mask is _ALL:
        raise invalid("You must specify a range or a namedRangeId.")
    if within(mask, "description") is not None:
        changed = replace(changed, description=given.get("description", ""))
    if within(mask, "warningOnly") is not None:
        changed = replace(changed, warning_only=given.get("warningOnly", False))
    if within(mask, "unprotectedRanges") is not None:
        changed = replace(changed, unprotected=_unprotected(batch, changed, given))
    if within(mask, "editors") is not None:
        editors = given.get("editors", {})
        if changed.warning_only and (editors.get("users") or editors.get("groups")):
            raise invalid("ProtectedRange is warningOnly. Editors cannot be set on it.")
        changed = replace(
            changed,
            editors=tuple(user.lower() for user in editors.get("users", ())),
            groups=tuple(editors.get("groups", ())),
            domain_can_edit=editors.get("domainUsersCanEdit", False),
        )
    return changed


def _by_name(batch: Batch, protection: Protection, named_range_id: str) -> Protection:
    for one in batch.document.names:
        if one.named_range_id == named_range_id:
            return replace(
                protection, sheet_id=one.sheet_id, area=one.area, named_range_id=named_range_id
            )
    raise invalid(f"No named range with id: {named_range_id}")


def _unprotected(
    batch: Batch, protection: Protection, given: JsonObject
) -> tuple[tuple[int, Area], ...]:
    found = []
    for one in given.get("unprotectedRanges", []):
        sheet, area = batch.range(one)
        if not protection.area.is_whole or sheet.sheet_id != protection.sheet_id:
            raise invalid("Unprotected ranges can only be specified on their own protected sheet.")
        found.append((sheet.sheet_id, area))
    return tuple(found)
