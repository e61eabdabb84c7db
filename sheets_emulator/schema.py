"""What a request's body may look like: Google's own message definitions, walked.

`sheets_v4.json` is the part of Google's discovery documents that this server speaks: message to
field to type (`drive.File` and the like are Drive's). A body is read against it as Google reads
JSON: null is absent, camelCase and snake_case are the same name, `"12"` is a number where a number
is due, and every unknown name, wrong type and doubly set union is refused in Google's words. A
field that Google has and this server does not implement is refused too (501), never passed over.

Types: `string`, `boolean`, `int32`, `double`, `float`, `mask`, `any`, `=A|B` (one of these
words), `@Message`, `[type]`.
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
    "Chip": ("chip", None),
    "ColorStyle": ("kind", None),
    "ConditionValue": ("value", None),
    "ConditionalFormatRule": ("rule", ("booleanRule", "gradientRule")),
    "DataFilter": ("filter", None),
    "DeveloperMetadataLocation": ("location", ("spreadsheet", "sheetId", "dimensionRange")),
    "ExtendedValue": ("value", None),
    "FindReplaceRequest": ("scope", ("range", "sheetId", "allSheets")),
    "Request": ("kind", None),
    "TextRotation": ("type", None),
    "UpdateCellsRequest": ("area", ("start", "range")),
    "UpdateConditionalFormatRuleRequest": ("instruction", ("rule", "newIndex")),
}

# Messages that Google defines inside others, which its refusals name so.
_DEFINED_IN = {"Request": "BatchUpdateSpreadsheetRequest"}

# gspread's own guide passes the number 10 where the API says text.
_NUMBERS_AS_TEXT = {"user_entered_value"}

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
    reader = _Reader()
    found = reader.message(message, body, place)
    if reader.violations:
        raise reader.refusal()
    return found


class _Reader:
    def __init__(self) -> None:
        self.violations: list[tuple[str | None, str]] = []

    def refusal(self) -> ApiError:
        sentences = "\n".join(text for _, text in self.violations)
        return ApiError(400, sentences, violations=self.violations)

    def message(self, message: str, body: Json, place: str) -> JsonObject:
        if not isinstance(body, dict):
            name = f"{_DEFINED_IN[message]}.{message}" if message in _DEFINED_IN else message
            self._wrong(place, f"type.googleapis.com/google.apps.sheets.v4.{name}", body)
            return {}
        found: JsonObject = {}
        kinds = messages()[message]
        for name, value in body.items():
            field = name if name in kinds else field_name(message, name)
            if field is None:
                self._unknown(name, place)
            elif value is not None:
                at = f"{place}.{snake(field)}" if place else snake(field)
                found[field] = self.value(kinds[field], value, at, message, field)
        self._check_union(message, found, place)
        return found

    def value(self, kind: str, value: Json, place: str, message: str, field: str) -> Json:
        if type(value) is _RIGHT_AS_IT_IS.get(kind):
            return value
        if kind.startswith("["):
            inner = kind[1:-1]
            if inner == "[any]":
                return self._rows(value, place)
            if not isinstance(value, list):
                return [self.value(inner, value, place, message, field)]
            return [
                self.value(inner, one, f"{place}[{number}]", message, field)
                for number, one in enumerate(_flat(value))
                if one is not None
            ]
        if kind.startswith("@"):
            if kind[1:] not in messages():
                raise unimplemented(f"'{camel(place)}'")  # a body has it in camelCase
            return self.message(kind[1:], value, place)
        if kind.startswith("="):
            return self._word(kind[1:].split("|"), value, place, field)
        return self._scalar(kind, value, place)

    def _rows(self, value: Json, place: str) -> Json:
        rows = value if isinstance(value, list) else [value]
        for number, row in enumerate(rows):
            if not isinstance(row, list):
                at = f"{place}[{number}]" if isinstance(value, list) else place
                self._wrong(at, "type.googleapis.com/google.protobuf.ListValue", row)
        return rows

    def _word(self, words: list[str], value: Json, place: str, field: str) -> Json:
        if value not in words:
            kind = field[0].upper() + field[1:]
            self._wrong(place, f"type.googleapis.com/google.apps.sheets.v4.{kind}", value)
        return value

    def _scalar(self, kind: str, value: Json, place: str) -> Json:
        match kind:
            case "any":
                return value
            case "boolean":
                if value in ("true", "false"):
                    return value == "true"
                if not isinstance(value, bool):
                    self._wrong(place, "TYPE_BOOL", value)
                return value
            case "int32":
                return self._integer(value, place)
            case "double" | "float":
                return self._number(value, place, f"TYPE_{kind.upper()}")
        if not isinstance(value, str):
            if _is_number(value) and place.rpartition(".")[2] in _NUMBERS_AS_TEXT:
                return str(value)
            self._wrong(place, "TYPE_STRING", value)
        return value

    def _integer(self, value: Json, place: str) -> Json:
        if type(value) is int and -(2**31) <= value < 2**31:
            return value
        number = float(value) if _is_number(value) else math.nan
        if not number.is_integer() or not -(2**31) <= number < 2**31:
            self._wrong(place, "TYPE_INT32", value)
            return 0
        return int(number)

    def _number(self, value: Json, place: str, kind: str) -> Json:
        if not _is_number(value):
            self._wrong(place, kind, value)
            return 0
        return float(value)

    def _check_union(self, message: str, found: JsonObject, place: str) -> None:
        if message not in UNIONS:
            return
        union, members = UNIONS[message]
        set_fields = [field for field in found if members is None or field in members]
        for field in set_fields[1:]:
            text = (
                f"Invalid value at '{place}' (oneof), oneof field '{union}' is already set. "
                f"Cannot set '{field}'"
            )
            self._violated(place, text)

    def _unknown(self, name: str, place: str) -> None:
        where = f" at '{place}'" if place else ""
        self._violated(
            place or None,
            f'Invalid JSON payload received. Unknown name "{name}"{where}: Cannot find field.',
        )

    def _wrong(self, place: str, kind: str, value: Json) -> None:
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
