"""The basic filter of a tab: kept and shown as a range; it hides no rows."""

from sheets_emulator.batch.base import Batch
from sheets_emulator.errors import unimplemented
from sheets_emulator.json_types import JsonObject


def set_basic_filter(batch: Batch, request: JsonObject) -> None:
    """SetBasicFilter."""
    given = request.get("filter", {})
    for name in given:
        if name != "range":
            raise unimplemented(f"a basic filter with {name}")
    sheet, area = batch.range(given.get("range", {}))
    batch.hand.require_sheet(sheet)
    sheet.basic_filter = {}
    sheet.basic_filter_area = sheet.box(area).area()


def clear_basic_filter(batch: Batch, request: JsonObject) -> None:
    """ClearBasicFilter."""
    sheet = batch.sheet(request.get("sheetId", 0))
    batch.hand.require_sheet(sheet)
    sheet.basic_filter = None
    sheet.basic_filter_area = None
