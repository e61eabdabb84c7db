"""Charts over a tab: kept, moved with its cells, and given back; nothing draws them."""

from dataclasses import replace
from typing import Final

from sheets_emulator.a1 import grid_range
from sheets_emulator.batch.base import Batch, new_id
from sheets_emulator.bounds import spend
from sheets_emulator.charts import with_ranges
from sheets_emulator.errors import invalid, unimplemented
from sheets_emulator.fields import Mask, for_update, within
from sheets_emulator.formats import with_styles
from sheets_emulator.model import Chart, JsonObject, Sheet
from sheets_emulator.render import chart_position, chart_resource
from sheets_emulator.schema import UNIONS

_WHOLE: Final[Mask] = {}
_SIZE = {"widthPixels": 600, "heightPixels": 371}
_OFFSETS = ("offsetXPixels", "offsetYPixels")


def add_chart(batch: Batch, request: JsonObject) -> JsonObject:
    """Put a chart over a tab."""
    given = request.get("chart", {})
    taken = {one.chart_id for sheet in batch.document.sheets for one in sheet.charts}
    chart_id = given.get("chartId") or new_id(taken)
    if chart_id in taken:
        raise invalid(
            f"Cannot add chart with id: {chart_id}, an embedded object with that id already exists."
        )
    spec = _spec(batch, given.get("spec", {}))
    made = Chart(chart_id, 0, 0, {}, spec, with_styles(given.get("border")))
    sheet, made = _placed(batch, None, made, given.get("position", {}), _WHOLE)
    sheet.charts.append(made)
    return {"chart": chart_resource(sheet, made)}


def update_chart_spec(batch: Batch, request: JsonObject) -> None:
    """Let a chart show something else."""
    chart_id = request.get("chartId", 0)
    sheet, found = _find(batch, chart_id, f"No chart with id: {chart_id}")
    new = replace(found, spec=_spec(batch, request.get("spec", {})))
    sheet.charts[sheet.charts.index(found)] = new


def update_embedded_object_position(batch: Batch, request: JsonObject) -> JsonObject:
    """Move a chart, or give it another size."""
    position = request.get("newPosition", {})
    mask = (
        for_update(request.get("fields"), "OverlayPosition")
        if "overlayPosition" in position
        else _WHOLE
    )
    sheet, found = _find_object(batch, request)
    target, moved = _placed(batch, sheet, found, position, mask)
    number = sheet.charts.index(found)
    if target is sheet:
        sheet.charts[number] = moved
    else:
        del sheet.charts[number]
        target.charts.append(moved)
    return {"position": chart_position(target, moved)}


def delete_embedded_object(batch: Batch, request: JsonObject) -> None:
    """Take a chart away."""
    sheet, found = _find_object(batch, request)
    sheet.charts.remove(found)


def _find_object(batch: Batch, request: JsonObject) -> tuple[Sheet, Chart]:
    object_id = request.get("objectId", 0)
    return _find(batch, object_id, f"No embedded object with id: {object_id}")


def _find(batch: Batch, chart_id: int, refusal: str) -> tuple[Sheet, Chart]:
    for sheet in batch.document.sheets:
        for one in sheet.charts:
            if one.chart_id == chart_id:
                batch.caller.require_sheet(sheet)
                return sheet, one
    raise invalid(refusal)


def _spec(batch: Batch, given: JsonObject) -> JsonObject:
    """Return a ChartSpec in the form it is kept in; 400 for one that draws what is not there."""
    _, kinds = UNIONS["ChartSpec"]
    assert kinds is not None
    if not any(kind in given for kind in kinds):
        raise invalid("You must specify the kind of chart in the spec.")

    def read(one: JsonObject) -> JsonObject:
        spend(1)
        sheet, area = batch.range(one)
        return grid_range(sheet.sheet_id, area)

    found: JsonObject = with_styles(with_ranges(given, read))
    return found


def _placed(
    batch: Batch, home: Sheet | None, chart: Chart, position: JsonObject, mask: Mask
) -> tuple[Sheet, Chart]:
    """Return a chart where a position puts it, and the tab; `home` is where it was."""
    if "overlayPosition" not in position:
        if position:
            raise unimplemented("charts on sheets of their own")
        raise invalid("You must specify a position.")
    given = position["overlayPosition"]
    sheet = home
    if sheet is None or within(mask, "anchorCell") is not None:
        anchor = given.get("anchorCell", {})
        sheet = batch.sheet(anchor.get("sheetId", 0))
        chart = replace(chart, row=anchor.get("rowIndex", 0), column=anchor.get("columnIndex", 0))
        if not sheet.grid.covers(chart.row, chart.column):
            raise invalid("The anchor cell of an embedded object must lie on the grid.")
    batch.caller.require_sheet(sheet)
    overlay = dict(chart.overlay)
    for name in (*_OFFSETS, *_SIZE):
        if within(mask, name) is not None:
            overlay[name] = given.get(name, _SIZE.get(name, 0))
        if overlay.get(name, 0) < 0:
            raise invalid(f"{name} must not be negative.")
    shown = {name: pixels for name, pixels in overlay.items() if pixels}
    return sheet, replace(chart, overlay=shown)
