"""What cells show: the text, and the format with conditional formats laid over it."""

from collections.abc import Callable, Container, Mapping, Sequence
from itertools import pairwise

from sheets_emulator import conditions
from sheets_emulator.bounds import spend
from sheets_emulator.formats import float32, linked, overlaid, rgb, shown
from sheets_emulator.formulas import Calculation
from sheets_emulator.functions.supplied import supplied
from sheets_emulator.model import Box, Cell, ConditionalRule, Document, JsonObject, RichText, Sheet
from sheets_emulator.rich_text import whole_link
from sheets_emulator.scalars import CellError, Scalar

_Painter = Callable[[int, int], JsonObject]


class EffectiveValues:
    """The effective values and formats of one document, computed once each."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.calculation = Calculation(document)
        self.supplied = supplied().version
        self.lengths: dict[int, int] = {}  # of formats as JSON, by their ids
        self._painters: dict[int, list[tuple[Box, _Painter]]] = {}
        self._by_rule: dict[tuple[int, int], _Painter] = {}  # by the ids of a tab and of its rule
        self._in_row: dict[tuple[int, int], list[tuple[Box, _Painter]]] = {}
        self._shown: dict[tuple[object, ...], tuple[JsonObject, bool, list[JsonObject]]] = {}

    def value(self, sheet: Sheet, row: int, column: int) -> Scalar:
        """Compute what the cell's content comes to."""
        return self.calculation.value(sheet, row, column)

    def text(self, sheet: Sheet, row: int, column: int) -> str:
        """Write what the cell shows."""
        return self.calculation.text(sheet, row, column)

    def link(self, sheet: Sheet, row: int, column: int) -> str | None:
        """Return the address that the whole cell leads to."""
        cell = sheet.cell(row, column)
        own: str | None = cell.format.get("textFormat", {}).get("link", {}).get("uri")
        if own is None and isinstance(cell.value, RichText):
            return whole_link(cell.value)
        return own or self.calculation.link(sheet, row, column)

    def within(self, sheet: Sheet, box: Box) -> list[tuple[tuple[int, int], Cell]]:
        """Return the cells of a box that are not blank or show a part of an array."""
        return self.calculation.within(sheet, box)

    def laid(self, sheet: Sheet, box: Box) -> list[tuple[int, int]]:
        """Return where in a box parts of arrays of other cells lie."""
        return self.calculation.laid(sheet, box)

    def filled(self, sheet: Sheet) -> Mapping[int, Sequence[tuple[int, Cell]]]:
        """Return the cells with a value or a part of an array: by row, each with its column."""
        return self.calculation.filled(sheet)

    def spread(self, sheet: Sheet) -> Container[tuple[int, int]]:
        """Return the cells that show a part of an array that another one computes."""
        return self.calculation.spread(sheet)

    def format(self, sheet: Sheet, row: int, column: int) -> JsonObject:
        """Return the whole CellFormat that the cell shows; cells that look alike share it."""
        return self.look(sheet, row, column)[0]

    def look(self, sheet: Sheet, row: int, column: int) -> tuple[JsonObject, bool]:
        """Return the format, and whether its fill is that of a conditional format."""
        value = self.value(sheet, row, column)
        alignment = "LEFT"
        if isinstance(value, bool | CellError):
            alignment = "CENTER"
        elif isinstance(value, int | float):
            alignment = "RIGHT"
        number_format = self.calculation.brought_format(sheet, row, column)
        link = self.link(sheet, row, column)
        layers = [sheet.cell(row, column).format, *self._conditional(sheet, row, column)]
        key = (alignment, link, id(number_format), *map(id, layers))
        if key not in self._shown:
            extra: JsonObject = {}
            for look in layers[1:]:
                _add(extra, look)
            # The layers are kept with it, so that their ids stay theirs.
            is_filled = "backgroundColor" in extra or "backgroundColorStyle" in extra
            own = layers[0] if link is None else overlaid(linked(link), layers[0])
            if number_format is not None:
                own = own | {"numberFormat": number_format}
                layers.append(number_format)
            self._shown[key] = (shown(own, alignment, extra), is_filled, layers)
        return self._shown[key][:2]

    def added_by(self, rule: ConditionalRule, sheet: Sheet, row: int, column: int) -> JsonObject:
        """Return what one conditional format of a tab adds to a cell."""
        self._painters_of(sheet)
        return self._by_rule[sheet.sheet_id, id(rule)](row, column)

    def _painters_of(self, sheet: Sheet) -> list[tuple[Box, _Painter]]:
        painters = self._painters.get(sheet.sheet_id)
        if painters is None:
            painters = self._painters[sheet.sheet_id] = self._paint(sheet)
        return painters

    def _conditional(self, sheet: Sheet, row: int, column: int) -> list[JsonObject]:
        """Find what conditional formats add; of those that say the same thing the first counts."""
        painters = self._painters_of(sheet)
        in_row = self._in_row.get((sheet.sheet_id, row))
        if in_row is None:
            spend(1 + len(painters) // 10)
            in_row = [one for one in painters if one[0].top <= row < one[0].bottom]
            self._in_row[sheet.sheet_id, row] = in_row
        spend(1 + len(in_row) // 10)
        return [
            look
            for box, painter in in_row
            if box.left <= column < box.right and (look := painter(row, column))
        ]

    def _paint(self, sheet: Sheet) -> list[tuple[Box, _Painter]]:
        found: list[tuple[Box, _Painter]] = []
        for rule in sheet.conditional_rules:
            painter = (
                self._boolean(sheet, rule)
                if "booleanRule" in rule.rule
                else self._gradient(sheet, rule)
            )
            found += [(sheet.box(area), painter) for area in rule.areas]
            self._by_rule[sheet.sheet_id, id(rule)] = painter
        return found

    def _boolean(self, sheet: Sheet, rule: ConditionalRule) -> _Painter:
        condition = rule.rule["booleanRule"]["condition"]
        look: JsonObject = rule.rule["booleanRule"].get("format", {})
        anchor = conditions.anchor_of(rule.areas[0])
        by_row, by_column = conditions.axes(condition)
        known: dict[tuple[int, int], JsonObject] = {}

        def paint(row: int, column: int) -> JsonObject:
            key = row if by_row else 0, column if by_column else 0
            if key not in known:
                spend(2)
                spot = conditions.Spot(self.document, sheet, self.calculation, row, column, anchor)
                known[key] = look if conditions.holds(condition, spot) else {}
            return known[key]

        return paint

    def _gradient(self, sheet: Sheet, rule: ConditionalRule) -> _Painter:
        points = rule.rule["gradientRule"]
        spend(sum(sheet.scanned(sheet.box(area)) for area in rule.areas))
        numbers = sorted(
            value
            for area in rule.areas
            for at, _ in self.calculation.within(sheet, sheet.box(area))
            if conditions.is_number(value := self.value(sheet, *at))
        )
        stops = [
            (_stop(points[name], numbers), rgb(points[name].get("colorStyle", {})))
            for name in ("minpoint", "midpoint", "maxpoint")
            if name in points
        ]

        def paint(row: int, column: int) -> JsonObject:
            value = self.value(sheet, row, column)
            if not conditions.is_number(value) or not numbers:
                return {}
            color = _blend(stops, value)
            return {"backgroundColor": color, "backgroundColorStyle": {"rgbColor": color}}

        return paint


def effective_values(document: Document) -> EffectiveValues:
    """Return the effective values of a stored document, kept with it."""
    found = document.known.get("looks")
    if not isinstance(found, EffectiveValues) or found.supplied != supplied().version:
        found = document.known["looks"] = EffectiveValues(document)
    return found


def _add(found: JsonObject, look: JsonObject) -> None:
    for name, part in look.items():
        if name == "textFormat":
            _add(found.setdefault(name, {}), part)
        else:
            found.setdefault(name, part)


def _stop(point: JsonObject, numbers: list[float]) -> float:
    """Where on the scale of values a point of a gradient lies."""
    kind = point.get("type", "INTERPOLATION_POINT_TYPE_UNSPECIFIED")
    low, high = (numbers[0], numbers[-1]) if numbers else (0.0, 0.0)
    try:
        amount = float(point.get("value", 0))
    except ValueError:
        amount = 0.0
    match kind:
        case "MAX":
            return high
        case "NUMBER":
            return amount
        case "PERCENT":
            return low + (high - low) * amount / 100
        case "PERCENTILE" if numbers:
            return numbers[round(min(max(amount, 0), 100) / 100 * (len(numbers) - 1))]
    return low


def _blend(stops: list[tuple[float, JsonObject]], value: float) -> JsonObject:
    lower, upper = stops[0], stops[-1]
    for first, second in pairwise(stops):
        if first[0] <= value <= second[0]:
            lower, upper = first, second
            break
    else:
        lower = upper = stops[0] if value < stops[0][0] else stops[-1]
    span = upper[0] - lower[0]
    share = (value - lower[0]) / span if span else 0.0
    mixed = {
        channel: float32(lower[1].get(channel, 0) * (1 - share) + upper[1].get(channel, 0) * share)
        for channel in ("red", "green", "blue")
    }
    return {channel: amount for channel, amount in mixed.items() if amount}
