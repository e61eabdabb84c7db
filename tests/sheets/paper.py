"""A spreadsheet made of dictionaries: what requests come to, without any server."""

from collections import defaultdict
from copy import deepcopy
from functools import cache

PLAIN = {}  # the look of a cell that nobody dressed


class Paper:
    """What stands where after requests were applied; as little of the API as the tests need."""

    def __init__(self):
        self.titles = {0: "Tabelle1"}
        self.sizes = {}
        self.texts = defaultdict(str)  # (sheet, row, column)
        self.looks = {}  # cells that were dressed alike share one
        self.notes = {}
        self.validations = {}
        self.merges = []
        self.names = {}
        self.rules = defaultdict(list)
        self.protections = {}
        self.widths = {}
        self.heights = {}
        self.borders = []
        self.kept = {}  # developer metadata, by its id
        self.properties = {}

    def apply(self, requests):
        for request in requests:
            ((kind, body),) = request.items()
            getattr(self, f"_{kind}")(body)
        return self

    def block(self, name):
        sheet, *_ = self.names[name]
        return [
            [self.texts[sheet, row, column] for column in columns]
            for row, columns in self._rows(name)
        ]

    def _rows(self, name):
        _, top, bottom, left, right = self.names[name]
        return [(row, range(left, right)) for row in range(top, bottom)]

    def look(self, sheet, row, column):
        return self.looks.get((sheet, row, column), PLAIN)

    def is_box(self, cell):
        return self.texts.get(cell) == "FALSE"

    @staticmethod
    def cells(given):
        for row in range(given["startRowIndex"], given["endRowIndex"]):
            for column in range(given["startColumnIndex"], given["endColumnIndex"]):
                yield given["sheetId"], row, column

    def _updateSpreadsheetProperties(self, body):  # noqa: N802
        self.properties = body["properties"]

    def _addSheet(self, body):  # noqa: N802
        properties = body["properties"]
        assert properties["sheetId"] not in self.titles
        assert properties["title"].casefold() not in map(str.casefold, self.titles.values())
        self.titles[properties["sheetId"]] = properties["title"]
        self.sizes[properties["sheetId"]] = dict(properties["gridProperties"])

    def _createDeveloperMetadata(self, body):  # noqa: N802
        made = body["developerMetadata"]
        assert made["location"]["sheetId"] in self.titles
        assert made["metadataId"] not in self.kept
        self.kept[made["metadataId"]] = made

    def _deleteSheet(self, body):  # noqa: N802
        del self.titles[body["sheetId"]]

    def _updateSheetProperties(self, body):  # noqa: N802
        assert body["fields"] == "gridProperties.rowCount"
        properties = body["properties"]
        self.sizes[properties["sheetId"]].update(properties["gridProperties"])

    def _updateDimensionProperties(self, body):  # noqa: N802
        given = body["range"]
        sizes = self.widths if given["dimension"] == "COLUMNS" else self.heights
        for index in range(given["startIndex"], given["endIndex"]):
            sizes[given["sheetId"], index] = body["properties"]["pixelSize"]

    def _repeatCell(self, body):  # noqa: N802
        cells = [*self.cells(body["range"])]
        for cell in cells:
            self._inside(cell)
        formats = []
        for path in body["fields"].split(","):
            if path == "note":
                self.notes |= dict.fromkeys(cells, body["cell"]["note"])
            elif path == "dataValidation":
                self.validations |= dict.fromkeys(cells, body["cell"][path])
            elif path == "userEnteredValue":
                assert body["cell"][path] == {"boolValue": False}
                self.texts |= dict.fromkeys(cells, "FALSE")
            else:
                formats.append(path.split("."))
        dressed = {}
        for cell in cells:
            before = self.looks.get(cell, PLAIN)
            if id(before) not in dressed:
                dressed[id(before)] = _dressed(before, formats, body["cell"])
            self.looks[cell] = dressed[id(before)]

    def _updateCells(self, body):  # noqa: N802
        assert body["fields"] == "userEnteredValue"
        start = body["start"]
        for down, row in enumerate(body["rows"]):
            for along, cell in enumerate(row["values"]):
                at = start["sheetId"], start["rowIndex"] + down, start["columnIndex"] + along
                self._inside(at)
                self.texts[at] = cell.get("userEnteredValue", {}).get("stringValue", "")

    def _inside(self, cell):
        sheet, row, column = cell
        size = self.sizes[sheet]
        assert row < size["rowCount"], cell
        assert column < size["columnCount"], cell

    def _mergeCells(self, body):  # noqa: N802
        self.merges.append((body["range"], body["mergeType"]))

    def _updateBorders(self, body):  # noqa: N802
        self.borders.append(body)

    def _setDataValidation(self, body):  # noqa: N802
        for cell in self.cells(body["range"]):
            self.validations[cell] = body.get("rule")

    def _addNamedRange(self, body):  # noqa: N802
        named = body["namedRange"]
        assert named["name"] not in self.names
        self._name(named)

    def _updateNamedRange(self, body):  # noqa: N802
        self._name(body["namedRange"])

    def _name(self, named):
        given = named["range"]
        self.names[named["name"]] = (
            given["sheetId"],
            given["startRowIndex"],
            given["endRowIndex"],
            given["startColumnIndex"],
            given["endColumnIndex"],
        )

    def _addConditionalFormatRule(self, body):  # noqa: N802
        rule = body["rule"]
        self.rules[rule["ranges"][0]["sheetId"]].insert(body["index"], rule)

    def _deleteConditionalFormatRule(self, body):  # noqa: N802
        del self.rules[body["sheetId"]][body["index"]]

    def _addProtectedRange(self, body):  # noqa: N802
        protection = body["protectedRange"]
        assert protection["protectedRangeId"] not in self.protections
        self.protections[protection["protectedRangeId"]] = protection

    def _updateProtectedRange(self, body):  # noqa: N802
        protection = body["protectedRange"]
        self.protections[protection["protectedRangeId"]].update(protection)

    def _deleteProtectedRange(self, body):  # noqa: N802
        del self.protections[body["protectedRangeId"]]

    def metadata(self):
        """What `spreadsheets.get` says of it, with the omissions and twins that Google makes."""
        return {
            "namedRanges": [
                {"namedRangeId": f"id-{name}", "name": name, "range": self._range(*where)}
                for name, where in self.names.items()
            ],
            "sheets": [
                {
                    "properties": {
                        "sheetId": sheet,
                        "title": title,
                        "gridProperties": self.sizes.get(sheet, {}),
                    },
                    "conditionalFormats": [as_google_shows(rule) for rule in self.rules[sheet]],
                    "protectedRanges": [
                        protection
                        for protection in self.protections.values()
                        if protection["range"]["sheetId"] == sheet
                    ],
                    "developerMetadata": [
                        kept for kept in self.kept.values() if kept["location"]["sheetId"] == sheet
                    ],
                }
                for sheet, title in self.titles.items()
            ],
        }

    @staticmethod
    def _range(sheet, top, bottom, left, right):
        return {
            "sheetId": sheet,
            "startRowIndex": top,
            "endRowIndex": bottom,
            "startColumnIndex": left,
            "endColumnIndex": right,
        }


def _dressed(before, formats, given):
    look = deepcopy(before)
    for root, *steps, last in formats:
        assert root == "userEnteredFormat", root
        here, there = given.get(root, {}), look
        for step in steps:
            here, there = here[step], there.setdefault(step, {})
        there[last] = here.get(last)
    return look


def as_google_shows(rule):
    """A rule as it is read back: colours in shortest form, without zeros, each with a twin."""
    boolean = rule["booleanRule"]
    look = dict(boolean["format"])
    if "backgroundColorStyle" in look:
        look["backgroundColorStyle"] = {"rgbColor": _shown(look["backgroundColorStyle"])}
        look["backgroundColor"] = look["backgroundColorStyle"]["rgbColor"]
    if "foregroundColorStyle" in look.get("textFormat", {}):
        text = dict(look["textFormat"])
        text["foregroundColorStyle"] = {"rgbColor": _shown(text["foregroundColorStyle"])}
        text["foregroundColor"] = text["foregroundColorStyle"]["rgbColor"]
        look["textFormat"] = text
    return {**rule, "booleanRule": {**boolean, "format": look}}


def _shown(style):
    return {
        channel: round(value * 255) / 255 + 1e-9
        for channel, value in style["rgbColor"].items()
        if value
    }


def code(style):
    """A ColorStyle as #RRGGBB."""
    rgb = style["rgbColor"]
    return _code(rgb.get("red", 0), rgb.get("green", 0), rgb.get("blue", 0))


@cache
def _code(*channels):
    return "#" + "".join(f"{round(channel * 255):02X}" for channel in channels)


def colours_of(look, fill=None, text=None):
    """The codes of fill and text in a format; where it has none, those that are given."""
    own_fill = look.get("backgroundColorStyle")
    own_text = look.get("textFormat", {}).get("foregroundColorStyle")
    return code(own_fill) if own_fill else fill, code(own_text) if own_text else text


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours (#RRGGBB) from 1 to 21, as WCAG 2 defines it."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(code: str) -> float:
    channels = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
