"""A simulator of the requests that lay out a spreadsheet, without a server."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from umpire.json_types import JsonObject
from umpire.sheets.grid import Place, Rect, read_grid_range

COLUMN_PIXELS, ROW_PIXELS = 100, 21
"""The default width of columns and height of rows."""

_BESIDE = {
    "top": ("bottom", -1, 0),
    "bottom": ("top", 1, 0),
    "left": ("right", 0, -1),
    "right": ("left", 0, 1),
}


def simulate(requests: Iterable[JsonObject]) -> "LayoutSimulator":
    """Return a simulator that has carried out these requests."""
    simulator = LayoutSimulator()
    for request in requests:
        simulator.apply(request)
    return simulator


_PLAIN: Mapping[str, Any] = {}


@dataclass(slots=True)
class SimulatedCell:
    """The value of a cell, the leaves of its format, and its lines by side.

    Cells with the same format share one `look`, which never changes.
    """

    value: JsonObject = field(default_factory=dict)
    look: Mapping[str, Any] = field(default_factory=lambda: _PLAIN)
    lines: dict[str, JsonObject] = field(default_factory=dict)
    note: str = ""


@dataclass(slots=True)
class SimulatedTab:
    """The content and the layout of a tab."""

    properties: JsonObject
    cells: defaultdict[tuple[int, int], SimulatedCell] = field(
        default_factory=lambda: defaultdict(SimulatedCell)
    )
    widths: dict[int, int] = field(default_factory=dict)
    heights: dict[int, int] = field(default_factory=dict)
    merges: list[Rect] = field(default_factory=list)
    validations: list[tuple[Rect, JsonObject]] = field(default_factory=list)
    rules: list[JsonObject] = field(default_factory=list)
    protected: bool = False
    unlocked_cells: set[tuple[int, int]] = field(default_factory=set)

    @property
    def title(self) -> str:
        """The title of the tab."""
        title: str = self.properties["title"]
        return title

    @property
    def size(self) -> JsonObject:
        """The numbers of rows and columns, and how many of each stay in view."""
        size: JsonObject = self.properties["gridProperties"]
        return size


class LayoutSimulator:
    """A spreadsheet without a server: its title, its tabs, and the places of its names."""

    def __init__(self) -> None:
        self.title = ""
        self.tabs: dict[int, SimulatedTab] = {}
        self.names: dict[str, Place] = {}

    def apply(self, request: JsonObject) -> None:
        """Carry out a request."""
        ((kind, body),) = request.items()
        match kind:
            case "updateSpreadsheetProperties":
                self.title = body["properties"]["title"]
            case "addSheet":
                self.tabs[body["properties"]["sheetId"]] = SimulatedTab(body["properties"])
            case "addNamedRange":
                named_range = body["namedRange"]
                self.names[named_range["name"]] = self._place(named_range["range"])
            case "addConditionalFormatRule":
                rule = body["rule"]
                self.tabs[rule["ranges"][0]["sheetId"]].rules.append(rule)
            case "addProtectedRange":
                self._protect(body["protectedRange"])
            case "updateCells":
                self._write(body)
            case "deleteSheet" | "createDeveloperMetadata":
                pass
            case _:
                place = self._place(body["range"])
                _ON_A_RANGE[kind](self.tabs[place.sheet], place.rect, body)

    def remove_protection(self) -> None:
        """Remove all protection, and keep typed cells plain text: colours depend on the text."""
        for tab in self.tabs.values():
            tab.protected = False
            text_cells = (cell for cell in tab.cells.values() if "boolValue" not in cell.value)
            _dress(text_cells, {"numberFormat": {"pattern": "@"}})

    def _place(self, grid_range: JsonObject) -> Place:
        return read_grid_range(grid_range, {})

    def _protect(self, protection: JsonObject) -> None:
        tab = self.tabs[protection["range"]["sheetId"]]
        tab.protected = True
        for open_range in protection.get("unprotectedRanges", []):
            tab.unlocked_cells.update(self._place(open_range).rect.cells())

    def _write(self, body: JsonObject) -> None:
        start = body["start"]
        tab = self.tabs[start["sheetId"]]
        for row, line in enumerate(body["rows"], start["rowIndex"]):
            for column, cell in enumerate(line["values"], start["columnIndex"]):
                tab.cells[row, column].value = cell.get("userEnteredValue", {})


def _size(tab: SimulatedTab, _: Rect, body: JsonObject) -> None:
    lines = body["range"]
    sizes = tab.widths if lines["dimension"] == "COLUMNS" else tab.heights
    every = range(lines["startIndex"], lines["endIndex"])
    sizes.update(dict.fromkeys(every, body["properties"]["pixelSize"]))


def _repeat(tab: SimulatedTab, rect: Rect, body: JsonObject) -> None:
    cells = [tab.cells[at] for at in rect.cells()]
    leaves: JsonObject = {}
    for path in body["fields"].split(","):
        root, _, leaf = path.partition(".")
        value = at_path(body["cell"], path)
        match root:
            case "dataValidation":
                _validate(tab, rect, {"rule": value or {}})
            case "userEnteredFormat":
                leaves[leaf] = value
            case "userEnteredValue":
                for cell in cells:
                    cell.value = value or {}
            case "note":
                for cell in cells:
                    cell.note = value or ""
    _dress(cells, leaves)


def _dress(cells: Iterable[SimulatedCell], leaves: JsonObject) -> None:
    """Add leaves to the formats of cells."""
    new_looks: dict[int, Mapping[str, Any]] = {}  # by the ids of the looks before
    for cell in cells:
        before = cell.look
        if id(before) not in new_looks:
            new_looks[id(before)] = {**before, **leaves}
        cell.look = new_looks[id(before)]


def _merge(tab: SimulatedTab, rect: Rect, body: JsonObject) -> None:
    """Merge cells, and undo earlier merges among them."""
    step = rect.height if body["mergeType"] == "MERGE_ALL" else 1
    tab.merges = [before for before in tab.merges if not before.overlaps(rect)]
    for top in range(rect.top, rect.bottom, step):
        tab.merges.append(Rect(top, rect.left, top + step, rect.right))


def _draw(tab: SimulatedTab, rect: Rect, body: JsonObject) -> None:
    """Draw lines. Each side of a cell is also the opposite side of the cell beside it."""
    for row, column in rect.cells():
        sides = {
            "top": "top" if row == rect.top else "innerHorizontal",
            "bottom": "bottom" if row == rect.bottom - 1 else "innerHorizontal",
            "left": "left" if column == rect.left else "innerVertical",
            "right": "right" if column == rect.right - 1 else "innerVertical",
        }
        for side, key in sides.items():
            if key in body:
                tab.cells[row, column].lines[side] = body[key]
                opposite, down, along = _BESIDE[side]
                beside = row + down, column + along
                if beside in tab.cells:
                    tab.cells[beside].lines[opposite] = body[key]


def _validate(tab: SimulatedTab, rect: Rect, body: JsonObject) -> None:
    tab.validations.append((rect, body["rule"]))


_ON_A_RANGE = {
    "updateDimensionProperties": _size,
    "repeatCell": _repeat,
    "mergeCells": _merge,
    "updateBorders": _draw,
    "setDataValidation": _validate,
}


def at_path(tree: JsonObject, path: str) -> Any:
    """Return the value of a format at a dotted path, None if there is none."""
    value: Any = tree
    for step in path.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    return value


def hex_code(style: JsonObject) -> str:
    """Return the API's ColorStyle as #RRGGBB."""
    rgb = style["rgbColor"]
    return _hex_code(rgb.get("red", 0), rgb.get("green", 0), rgb.get("blue", 0))


@lru_cache(maxsize=256)  # more than a palette has, of which each cell names some
def _hex_code(*channels: float) -> str:
    return "#" + "".join(f"{round(channel * 255):02X}" for channel in channels)
