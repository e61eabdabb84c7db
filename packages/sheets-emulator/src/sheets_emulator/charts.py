"""The ranges that a chart draws: Google's ChartSpec is kept as it was sent, but for them."""

from collections.abc import Callable

from sheets_emulator.a1 import grid_range
from sheets_emulator.bounds import spend
from sheets_emulator.model import Area, Json, JsonObject

ReadRange = Callable[[JsonObject], JsonObject | None]


def with_ranges(spec: Json, read: ReadRange) -> Json:
    """Return a ChartSpec with each of its source ranges as `read` has it; None removes one."""
    spend(1)
    if isinstance(spec, list):
        return [with_ranges(one, read) for one in spec]
    if not isinstance(spec, dict):
        return spec
    return {
        name: _ranges(part, read) if name == "sources" else with_ranges(part, read)
        for name, part in spec.items()
    }


def _ranges(given: list[JsonObject], read: ReadRange) -> list[JsonObject]:
    spend(4 * len(given))
    return [new for one in given if (new := read(one)) is not None]


def moved_sources(
    spec: JsonObject, sheet_id: int, moved: Callable[[Area], Area | None]
) -> JsonObject:
    """Return a ChartSpec after ranges of a tab were moved; those that are gone are left out."""

    def read(given: JsonObject) -> JsonObject | None:
        if given.get("sheetId", 0) != sheet_id:
            return given
        area = moved(area_of(given))
        return None if area is None else grid_range(sheet_id, area)

    found: JsonObject = with_ranges(spec, read)
    return found


def with_sheet(spec: JsonObject, old: int, new: int) -> JsonObject:
    """Return a ChartSpec that draws the cells of another tab where it drew those of one."""

    def read(given: JsonObject) -> JsonObject:
        return grid_range(new, area_of(given)) if given.get("sheetId", 0) == old else given

    found: JsonObject = with_ranges(spec, read)
    return found


def area_of(given: JsonObject) -> Area:
    """Return the range that a GridRange means, wherever its tab is."""
    return Area(
        given.get("startRowIndex"),
        given.get("endRowIndex"),
        given.get("startColumnIndex"),
        given.get("endColumnIndex"),
    )
