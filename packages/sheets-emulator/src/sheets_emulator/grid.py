"""One tab as an account sees it in the browser, cell by cell."""

from dataclasses import dataclass

from sheets_emulator import conditions
from sheets_emulator.access import Caller
from sheets_emulator.display import show
from sheets_emulator.effective import EffectiveValues, effective_values
from sheets_emulator.model import Cell, Document, Formula, JsonObject, Sheet
from sheets_emulator.user_entered import read


@dataclass(frozen=True, slots=True)
class CellView:
    """All that a page needs to draw one cell.

    `text` is what the cell shows (formatted; a formula's result). `edit` is what F2 shows: the
    text to edit, with a formula's `=` or the apostrophe that keeps a number text. `format` is
    the effective CellFormat with conditional formats, in Google's words (complete: every cell
    has backgroundColorStyle, textFormat, alignment…). `options` are the items of a drop-down,
    empty if it is none. `checked` is None unless the cell is a check box; to tick it type
    `tick`, to untick type `untick`. `editable` says whether this account may change the cell,
    protection and role considered. `invalid` marks content that its validation does not allow,
    `told` a fill that a conditional format has made of it.
    """

    text: str
    edit: str
    format: JsonObject
    options: tuple[str, ...] = ()
    checked: bool | None = None
    tick: str = "TRUE"
    untick: str = "FALSE"
    help: str = ""  # the validation's help text
    note: str = ""
    editable: bool = False
    invalid: bool = False
    told: bool = False


class Grid:
    """The cells of one tab as one account sees them; `sheet` has the merges, sizes and title.

    `effective` is what all cells of its document come to.
    """

    def __init__(self, document: Document, sheet: Sheet, caller: Caller) -> None:
        self.document = document
        self.sheet = sheet
        self._caller = caller
        self.effective = effective_values(document)

    @property
    def filled(self) -> list[tuple[int, int]]:
        """The cells that hold anything or show a part of an array."""
        return [at for at, _ in self.effective.within(self.sheet, self.sheet.grid)]

    @property
    def used(self) -> tuple[int, int]:
        """How many rows and columns hold anything (values, formats, merges), at least one."""
        filled = self.filled
        bottoms = [row + 1 for row, _ in filled]
        rights = [column + 1 for _, column in filled]
        bottoms += [merge.bottom for merge in self.sheet.merges]
        rights += [merge.right for merge in self.sheet.merges]
        return max(bottoms, default=1), max(rights, default=1)

    def cell(self, row: int, column: int) -> CellView:
        """Return the view of one cell; those hidden under a merge need not be drawn."""
        cell = self.sheet.cell(row, column)
        effective, sheet = self.effective, self.sheet
        rule = cell.validation
        checked, tick, untick = _check_box(rule, effective, sheet, row, column)
        spot = conditions.Spot.own(effective.calculation, sheet, row, column)
        look, is_told = effective.look(sheet, row, column)
        return CellView(
            text=effective.text(sheet, row, column),
            edit=_edit_text(cell, effective),
            format=look,
            options=_options(rule, spot),
            checked=checked,
            tick=tick,
            untick=untick,
            help=rule.get("inputMessage", "") if rule else "",
            note=cell.note,
            editable=self._caller.may_edit_cell(sheet, row, column),
            invalid=rule is not None and not conditions.allows(rule, spot),
            told=is_told,
        )


def _edit_text(cell: Cell, effective: EffectiveValues) -> str:
    """Return what a person edits: typed again unchanged, it gives the same value."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, Formula):
        return value.text
    number_format = cell.format.get("numberFormat")
    if not isinstance(value, str):
        shown = show(value, number_format, effective.calculation.locale)
        again = read(shown, number_format, effective.calculation.locale).value
        return shown if again == value else effective.calculation.plain(value)
    again = read(value, number_format, effective.calculation.locale).value
    return value if again == value else f"'{value}"


def _options(rule: JsonObject | None, spot: conditions.Spot) -> tuple[str, ...]:
    if rule is None or not rule.get("showCustomUi"):
        return ()
    return conditions.options(rule["condition"], spot)


def _check_box(
    rule: JsonObject | None, effective: EffectiveValues, sheet: Sheet, row: int, column: int
) -> tuple[bool | None, str, str]:
    """Return whether a check box is ticked, and what to type to tick and to untick it."""
    if rule is None or rule["condition"]["type"] != "BOOLEAN":
        return None, "TRUE", "FALSE"
    given = [value.get("userEnteredValue", "") for value in rule["condition"].get("values", [])]
    if not given:
        return effective.value(sheet, row, column) is True, "TRUE", "FALSE"
    untick = given[1] if len(given) > 1 else ""
    return effective.text(sheet, row, column) == given[0], given[0], untick
