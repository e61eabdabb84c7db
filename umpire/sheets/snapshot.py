"""What stands in a spreadsheet, cells included, as far as a repair asks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from umpire.json_types import JsonObject
from umpire.sheets.context import Page
from umpire.sheets.grid import Place, Rect
from umpire.sheets.structure import Structure

FIELDS = (
    "properties(locale,timeZone),namedRanges,sheets(properties(sheetId,title,gridProperties),"
    "conditionalFormats,protectedRanges,data(startRow,startColumn,rowData.values("
    "userEnteredValue,userEnteredFormat.numberFormat,dataValidation.condition.type)))"
)
"""The field mask of metadata that `read_snapshot` understands."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A spreadsheet: its tabs and cells by id, its names with their ids and what they mean.

    A name whose cells are gone with their tab is in `ids` alone. `places` are where names count,
    `astray` those that lie elsewhere.
    """

    properties: JsonObject
    sheets: Mapping[int, JsonObject]
    cells: Mapping[int, Mapping[tuple[int, int], JsonObject]]
    structure: Structure
    places: Mapping[str, Place]
    astray: Mapping[str, Place]

    @property
    def ids(self) -> Mapping[str, str]:
        """The ids of its names."""
        return self.structure.ids

    def title(self, sheet: int) -> str:
        """Return the title of a tab."""
        title: str = self.sheets[sheet]["properties"]["title"]
        return title

    def sizes(self) -> dict[int, JsonObject]:
        """Return the grid of each tab."""
        return {
            sheet: of["properties"].get("gridProperties", {}) for sheet, of in self.sheets.items()
        }

    def cell(self, sheet: int, at: tuple[int, int]) -> JsonObject:
        """Return what is known of a cell; nothing where it is empty and plain."""
        return self.cells.get(sheet, {}).get(at, {})

    def any_value(self, sheet: int, cells: Iterable[tuple[int, int]]) -> bool:
        """Return whether something stands in one of these cells."""
        return any(self.cell(sheet, at).get("userEnteredValue") for at in cells)


def read_snapshot(metadata: JsonObject, made: Sequence[Page]) -> Snapshot:
    """Read the metadata of a spreadsheet that is made of these pages."""
    sheets = {sheet["properties"].get("sheetId", 0): sheet for sheet in metadata.get("sheets", [])}
    structure = Structure.found_in(metadata)
    return Snapshot(
        metadata.get("properties", {}),
        sheets,
        {sheet: _cells(of) for sheet, of in sheets.items()},
        structure,
        structure.counting(made),
        structure.astray(made),
    )


def _cells(sheet: JsonObject) -> dict[tuple[int, int], JsonObject]:
    return {
        (block.get("startRow", 0) + row, block.get("startColumn", 0) + column): cell
        for block in sheet.get("data", [])
        for row, line in enumerate(block.get("rowData", []))
        for column, cell in enumerate(line.get("values", []))
        if cell
    }


def tabs_of(made: Sequence[Page], snapshot: Snapshot) -> list[int | None]:
    """Return for each page the tab on which it is, None where there is none.

    It is where most of its names lie; where it has none left, the tab of its title or id.
    """
    found: list[int | None] = []
    for page in made:
        sheet = page.sheet_now(snapshot.places)
        found.append(sheet if any(name in snapshot.places for name in page.names) else None)
    for number, page in enumerate(made):
        if found[number] is None:
            alike = [sheet for sheet in snapshot.sheets if snapshot.title(sheet) == page.title]
            for sheet in (*alike, page.sheet):
                if sheet in snapshot.sheets and sheet not in found:
                    found[number] = sheet
                    break
    return found


def told(rect: Rect, title: str) -> str:
    """Name cells of a tab for a sentence."""
    return f"{rect} of the tab {title}"
