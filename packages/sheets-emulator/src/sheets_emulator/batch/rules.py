"""Conditional formats and data validation."""

from dataclasses import replace

from sheets_emulator.batch.base import Batch
from sheets_emulator.bounds import spend
from sheets_emulator.conditions import check, is_number_or_formula
from sheets_emulator.errors import invalid
from sheets_emulator.formats import normal
from sheets_emulator.model import ConditionalRule, JsonObject, Sheet
from sheets_emulator.render import conditional_rule

_TEXT_PARTS = {"bold", "italic", "strikethrough", "foregroundColor", "foregroundColorStyle"}

_NO_POINT = "INTERPOLATION_POINT_TYPE_UNSPECIFIED"


def add_conditional_format_rule(batch: Batch, request: JsonObject) -> None:
    """Add a conditional format; those that stand earlier win."""
    sheet, rule = _rule(batch, request.get("rule"))
    index = request.get("index", 0)
    if not 0 <= index <= len(sheet.conditional_rules):
        raise invalid(
            f"Index {index} is beyond the {len(sheet.conditional_rules)} conditional formats "
            f"on sheet: {sheet.sheet_id}"
        )
    sheet.conditional_rules.insert(index, rule)


def update_conditional_format_rule(batch: Batch, request: JsonObject) -> JsonObject:
    """Put another conditional format in one's place, or the same in another place."""
    index = request.get("index", 0)
    if "rule" in request:
        sheet, new = _rule(batch, request["rule"])
        old = _at(batch, sheet, index)
        sheet.conditional_rules[index] = new
        new_index = index
    elif "newIndex" in request:
        sheet = batch.sheet(request.get("sheetId", 0))
        old = new = _at(batch, sheet, index)
        new_index = request["newIndex"]
        if not 0 <= new_index < len(sheet.conditional_rules):
            raise invalid(f"No conditional format on sheet: {sheet.sheet_id} at index: {new_index}")
        del sheet.conditional_rules[index]
        sheet.conditional_rules.insert(new_index, new)
    else:
        raise invalid("You must specify a rule or a newIndex.")
    reply: JsonObject = {
        "newRule": conditional_rule(sheet, new),
        "oldRule": conditional_rule(sheet, old),
    }
    for name, value in (("newIndex", new_index), ("oldIndex", index)):
        if value:
            reply[name] = value
    return reply


def delete_conditional_format_rule(batch: Batch, request: JsonObject) -> JsonObject:
    """Remove a conditional format."""
    sheet = batch.sheet(request.get("sheetId", 0))
    index = request.get("index", 0)
    old = _at(batch, sheet, index)
    del sheet.conditional_rules[index]
    return {"rule": conditional_rule(sheet, old)}


def _at(batch: Batch, sheet: Sheet, index: int) -> ConditionalRule:
    if not 0 <= index < len(sheet.conditional_rules):
        raise invalid(f"No conditional format on sheet: {sheet.sheet_id} at index: {index}")
    rule = sheet.conditional_rules[index]
    batch.caller.require_cells(sheet, [sheet.box(area) for area in rule.areas])
    return rule


def _rule(batch: Batch, given: JsonObject | None) -> tuple[Sheet, ConditionalRule]:
    if given is None or not given.get("ranges"):
        raise invalid("You must specify a rule with at least one range.")
    ranges = [batch.range(one) for one in given["ranges"]]
    sheet = ranges[0][0]
    if any(other is not sheet for other, _ in ranges):
        raise invalid("All ranges of a conditional format must be on the same sheet.")
    batch.caller.require_cells(sheet, [sheet.box(area) for _, area in ranges])
    areas = tuple(area for _, area in ranges)
    if "booleanRule" in given:
        return sheet, ConditionalRule(
            areas, {"booleanRule": _boolean(batch, sheet, given["booleanRule"])}
        )
    if "gradientRule" in given:
        return sheet, ConditionalRule(
            areas, {"gradientRule": _gradient(batch, given["gradientRule"])}
        )
    raise invalid("You must specify a booleanRule or a gradientRule.")


def _boolean(batch: Batch, sheet: Sheet, given: JsonObject) -> JsonObject:
    condition = given.get("condition", {})
    check(condition, batch.document, sheet, validation=False)
    look = normal(given.get("format", {}))
    for name in look:
        if name not in ("backgroundColor", "backgroundColorStyle", "textFormat"):
            raise invalid(f"ConditionalFormatRule.format: '{name}' cannot be set by a rule.")
    for name in look.get("textFormat", {}):
        if name not in _TEXT_PARTS:
            raise invalid(f"ConditionalFormatRule.format: '{name}' cannot be set by a rule.")
    return {"condition": condition, "format": look}


def _gradient(batch: Batch, given: JsonObject) -> JsonObject:
    points: JsonObject = {"minpoint": {}, "maxpoint": {}} | given
    found: JsonObject = normal({name: _point(batch, point) for name, point in points.items()})
    return found


def _point(batch: Batch, given: JsonObject) -> JsonObject:
    """Return an InterpolationPoint in the form it is kept in: a least or greatest has no value."""
    kind = given.get("type", _NO_POINT)
    if kind == _NO_POINT:
        raise invalid("No interpolationPointType specified.")
    if kind in ("MIN", "MAX"):
        return {name: part for name, part in given.items() if name != "value"}
    value = given.get("value", "")
    if not value:
        raise invalid("InterpolationPoint.value is required.")
    if not is_number_or_formula(value, batch.document):
        raise invalid(f"Invalid InterpolationPoint.value: {value}")
    return given


def set_data_validation(batch: Batch, request: JsonObject) -> None:
    """Set the validation of a range; without a rule it is removed."""
    sheet, box = batch.box(request.get("range"), may_be_empty=True)
    batch.caller.require_cells(sheet, [box])
    given = request.get("rule")
    rule = None if given is None else validation_rule(batch, sheet, given)
    spend(box.size)
    for at in box.cells():
        cell = sheet.cell(*at)
        if cell.validation != rule:
            sheet.put(*at, replace(cell, validation=rule))


def validation_rule(batch: Batch, sheet: Sheet, given: JsonObject) -> JsonObject | None:
    """Return a DataValidationRule in the form it is kept in; None for an empty one."""
    if not given:
        return None
    if "condition" not in given:
        raise invalid("A DataValidationRule must have a condition.")
    check(given["condition"], batch.document, sheet, validation=True)
    return {name: value for name, value in given.items() if value not in (False, "")}
