"""What a request's body may look like: Google's own message definitions, walked.

`sheets_v4.json` is the part of Google's discovery documents that this server speaks: message to
field to type (`drive.File` and the like are Drive's). A body is read against it as Google reads
JSON: null is absent, camelCase and snake_case are the same name, `"12"` is a number where a number
is due, and every unknown name, wrong type and doubly set union is refused in Google's words. A
field that Google has and this server does not implement is refused too (501), never passed over.

Types: `string`, `boolean`, `int32`, `double`, `float`, `mask`, `any`, `=A|B` (one of these
words), `@Message`, `[type]`, `{type}` (an object with any names).
"""

import json
import math
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

from sheets_emulator.errors import ApiError, unimplemented
from sheets_emulator.model import Json, JsonObject

# The discovery document does not say which fields exclude each other.
UNIONS: dict[str, tuple[str, tuple[str, ...] | None]] = {
    "AutoFillRequest": ("area", ("range", "sourceAndDestination")),
    "ChartSpec": (
        "chart",
        (
            "basicChart",
            "pieChart",
            "bubbleChart",
            "candlestickChart",
            "orgChart",
            "histogramChart",
            "waterfallChart",
            "treemapChart",
            "scorecardChart",
        ),
    ),
    "Chip": ("chip", None),
    "ColorStyle": ("kind", None),
    "ConditionValue": ("value", None),
    "ConditionalFormatRule": ("rule", ("booleanRule", "gradientRule")),
    "DataFilter": ("filter", None),
    "DeveloperMetadataLocation": ("location", ("spreadsheet", "sheetId", "dimensionRange")),
    "EmbeddedObjectPosition": ("location", None),
    "ExtendedValue": ("value", None),
    "FindReplaceRequest": ("scope", ("range", "sheetId", "allSheets")),
    "PasteDataRequest": ("kind", ("delimiter", "html")),
    "Request": ("kind", None),
    "TextRotation": ("type", None),
    "UpdateCellsRequest": ("area", ("start", "range")),
    "UpdateConditionalFormatRuleRequest": ("instruction", ("rule", "newIndex")),
}

# Messages that Google defines inside others, which its refusals name so.
_DEFINED_IN = {"Request": "BatchUpdateSpreadsheetRequest"}

# gspread's own guide passes the number 10 where the API says text.
_NUMBERS_AS_TEXT = {"userEnteredValue"}

_MOST_VIOLATIONS = 100  # nobody reads more of them

_RIGHT_AS_IT_IS = {"boolean": bool, "mask": str, "string": str}
"""What most values of these types are given as, and kept as."""

_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")


@cache
def messages() -> dict[str, dict[str, str]]:
    """Every message: its fields and their types."""
    text = files(__package__).joinpath("sheets_v4.json").read_text("utf-8")
    found: dict[str, dict[str, str]] = json.loads(text)
    return found


@lru_cache(4096)
def snake(name: str) -> str:
    """`updateCells` as `update_cells`, which is how Google names a place in a body."""
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def camel(name: str) -> str:
    """`update_cells` as `updateCells`."""
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name)


def field_name(message: str, name: str) -> str | None:
    """Return the field of the message that is meant by the name; None if it has no such field."""
    fields = messages()[message]
    if name in fields:
        return name
    other = camel(name)
    return other if "_" in name and other in fields else None


def read(message: str, body: Json, place: str = "") -> JsonObject:
    """Return the body with camelCase names and without nulls; 400 for all that is wrong.

    `place` is where the body stands in the request (`data` for a value range).
    """
    reader = _Reader(place)
    found = reader.message(message, body)
    if reader.violations:
        raise reader.refusal()
    return found


class _Reader:
    def __init__(self, place: str) -> None:
        self.violations: list[tuple[str | None, str]] = []
        self._steps: list[str | int] = [place] if place else []

    def refusal(self) -> ApiError:
        sentences = "\n".join(text for _, text in self.violations)
        return ApiError(400, sentences, violations=self.violations)

    @property
    def _place(self) -> str:
        """Where in the body it is reading, in Google's words."""
        steps = (f"[{one}]" if isinstance(one, int) else f".{snake(one)}" for one in self._steps)
        return "".join(steps).removeprefix(".")

    def message(self, message: str, body: Json) -> JsonObject:
        kinds = messages().get(message)
        if kinds is None:
            raise unimplemented(f"'{camel(self._place)}'")  # a body has it in camelCase
        if not isinstance(body, dict):
            name = f"{_DEFINED_IN[message]}.{message}" if message in _DEFINED_IN else message
            self._wrong(f"type.googleapis.com/google.apps.sheets.v4.{name}", body)
            return {}
        found: JsonObject = {}
        for name, value in body.items():
            field = name if name in kinds else field_name(message, name)
            if field is None:
                self._unknown(name)
            elif type(value) is _RIGHT_AS_IT_IS.get(kinds[field]):
                found[field] = value
            elif value is not None:
                self._steps.append(field)
                found[field] = self._value(kinds[field], value)
                self._steps.pop()
        if message in UNIONS:
            self._check_union(message, found)
        return found

    def _value(self, kind: str, value: Json) -> Json:
        match kind[0]:
            case "@":
                return self.message(kind[1:], value)
            case "[":
                return self._list(kind[1:-1], value)
            case "{":
                return self._map(kind[1:-1], value)
            case "=":
                return self._word(kind[1:].split("|"), value)
        return self._scalar(kind, value)

    def _list(self, kind: str, value: Json) -> Json:
        if kind == "[any]":
            return self._rows(value)
        if not isinstance(value, list):
            return [self._value(kind, value)]
        found = []
        self._steps.append(0)
        for number, one in enumerate(_flat(value)):
            if one is not None:
                self._steps[-1] = number
                found.append(self._value(kind, one))
        self._steps.pop()
        return found

    def _map(self, kind: str, value: Json) -> Json:
        if not isinstance(value, dict):
            self._wrong("Map", value)
            return {}
        found = {}
        for name, part in value.items():
            if part is not None:
                self._steps.append(name)
                found[name] = self._value(kind, part)
                self._steps.pop()
        return found

    def _rows(self, value: Json) -> Json:
        rows = value if isinstance(value, list) else [value]
        for number, row in enumerate(rows):
            if not isinstance(row, list):
                at = f"[{number}]" if isinstance(value, list) else ""
                self._wrong("type.googleapis.com/google.protobuf.ListValue", row, at)
        return rows

    def _word(self, words: list[str], value: Json) -> Json:
        if value not in words:
            field = next(one for one in reversed(self._steps) if isinstance(one, str))
            kind = field[0].upper() + field[1:]
            self._wrong(f"type.googleapis.com/google.apps.sheets.v4.{kind}", value)
        return value

    def _scalar(self, kind: str, value: Json) -> Json:
        match kind:
            case "any":
                return value
            case "boolean":
                if value in ("true", "false"):
                    return value == "true"
                if not isinstance(value, bool):
                    self._wrong("TYPE_BOOL", value)
                return value
            case "int32":
                return self._integer(value)
            case "double" | "float":
                return self._number(value, f"TYPE_{kind.upper()}")
        if not isinstance(value, str):
            if _is_number(value) and self._steps[-1] in _NUMBERS_AS_TEXT:
                return str(value)
            self._wrong("TYPE_STRING", value)
        return value

    def _integer(self, value: Json) -> Json:
        if type(value) is int and -(2**31) <= value < 2**31:
            return value
        number = float(value) if _is_number(value) else math.nan
        if not number.is_integer() or not -(2**31) <= number < 2**31:
            self._wrong("TYPE_INT32", value)
            return 0
        return int(number)

    def _number(self, value: Json, kind: str) -> Json:
        if not _is_number(value):
            self._wrong(kind, value)
            return 0
        return float(value)

    def _check_union(self, message: str, found: JsonObject) -> None:
        union, members = UNIONS[message]
        set_fields = [field for field in found if members is None or field in members]
        for field in set_fields[1:]:
            text = (
                f"Invalid value at '{self._place}' (oneof), oneof field '{union}' is already set. "
                f"Cannot set '{field}'"
            )
            self._violated(self._place, text)

    def _unknown(self, name: str) -> None:
        place = self._place
        where = f" at '{place}'" if place else ""
        self._violated(
            place or None,
            f'Invalid JSON payload received. Unknown name "{name}"{where}: Cannot find field.',
        )

    def _wrong(self, kind: str, value: Json, at: str = "") -> None:
        place = self._place + at
        shown = json.dumps(value, ensure_ascii=False)
        self._violated(place, f"Invalid value at '{place}' ({kind}), {shown}")

    def _violated(self, place: str | None, text: str) -> None:
        self.violations.append((place, text))
        if len(self.violations) >= _MOST_VIOLATIONS:
            raise self.refusal()


def _flat(values: list[Json]) -> Iterator[Json]:
    """Yield the members of a list; Google takes lists in it as if their members stood there."""
    waiting = values[::-1]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one[::-1]
        else:
            yield one


def _is_number(value: Json) -> bool:
    if isinstance(value, str):
        return _NUMBER.fullmatch(value) is not None and math.isfinite(float(value))
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
