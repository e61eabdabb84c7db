"""Banding: rows and columns in alternating colours, kept and given back."""

from dataclasses import replace

from sheets_emulator.batch.base import Batch, new_id
from sheets_emulator.bounds import spend
from sheets_emulator.errors import invalid
from sheets_emulator.fields import Mask, for_update, within
from sheets_emulator.formats import eight_bits, rgb, with_styles
from sheets_emulator.model import Area, BandedRange, JsonObject, Sheet
from sheets_emulator.render import banded_range

_ALL: Mask = {}
_AXES = ("rowProperties", "columnProperties")


def add_banding(batch: Batch, request: JsonObject) -> JsonObject:
    """Give a range alternating colours."""
    given = request.get("bandedRange", {})
    taken = {one.banded_range_id for sheet in batch.document.sheets for one in sheet.banded_ranges}
    banded_range_id = given.get("bandedRangeId") or new_id(taken)
    if banded_range_id in taken:
        raise invalid(
            f"Cannot add banded range with id: {banded_range_id}, "
            "a banded range with that id already exists."
        )
    sheet, made = _changed(batch, None, BandedRange(banded_range_id, Area(), {}), given, _ALL)
    sheet.banded_ranges.append(made)
    return {"bandedRange": banded_range(sheet, made)}


def update_banding(batch: Batch, request: JsonObject) -> None:
    """Change what the mask names of a banded range."""
    mask = for_update(request.get("fields"), "BandedRange")
    given = request.get("bandedRange", {})
    sheet, found = _find(batch, given.get("bandedRangeId", 0))
    target, changed = _changed(batch, sheet, found, given, mask)
    number = sheet.banded_ranges.index(found)
    if target is sheet:
        sheet.banded_ranges[number] = changed
    else:
        del sheet.banded_ranges[number]
        target.banded_ranges.append(changed)


def delete_banding(batch: Batch, request: JsonObject) -> None:
    """Take the alternating colours from a range."""
    sheet, found = _find(batch, request.get("bandedRangeId", 0))
    sheet.banded_ranges.remove(found)


def _find(batch: Batch, banded_range_id: int) -> tuple[Sheet, BandedRange]:
    for sheet in batch.document.sheets:
        for one in sheet.banded_ranges:
            if one.banded_range_id == banded_range_id:
                batch.caller.require_cells(sheet, [sheet.box(one.area)])
                return sheet, one
    raise invalid(f"No banded range with id: {banded_range_id}")


def _changed(
    batch: Batch, home: Sheet | None, old: BandedRange, given: JsonObject, mask: Mask
) -> tuple[Sheet, BandedRange]:
    """Return a banded range with what the mask names, and its tab; `home` is where it was."""
    sheet, area = home, old.area
    if sheet is None or within(mask, "range") is not None:
        sheet, box = batch.box(given.get("range"))
        batch.caller.require_cells(sheet, [box])
        area = box.area()
    properties = {
        axis: part
        for axis in _AXES
        if (part := _colors(old.properties.get(axis), given.get(axis), within(mask, axis)))
    }
    if not properties:
        raise invalid("At least one of rowProperties or columnProperties must be specified.")
    for axis, part in properties.items():
        for name in ("firstBandColor", "secondBandColor"):
            if name not in part:
                raise invalid(f"{axis}.{name} must be specified.")
    box = sheet.box(area)
    spend(len(sheet.banded_ranges))
    for one in sheet.banded_ranges:
        if one.banded_range_id != old.banded_range_id and sheet.box(one.area).meets(box):
            raise invalid(
                "You cannot add alternating background colors to a range that already has "
                "alternating background colors."
            )
    return sheet, replace(old, area=area, properties=properties)


def _colors(old: JsonObject | None, given: JsonObject | None, mask: Mask | None) -> JsonObject:
    """Return BandingProperties with the colours that the mask names, each in both its forms."""
    if mask is None:
        return old or {}
    new = {
        name: eight_bits(style)
        for name, style in with_styles(given or {}).items()
        if name.endswith("Style")
    }
    if mask and "*" not in mask:
        named = {f"{name.removesuffix('Style')}Style" for name in mask}
        kept = {name: style for name, style in (old or {}).items() if name.endswith("Style")}
        new = {name: style for name, style in kept.items() if name not in named} | {
            name: style for name, style in new.items() if name in named
        }
    return {name.removesuffix("Style"): rgb(style) for name, style in new.items()} | new
