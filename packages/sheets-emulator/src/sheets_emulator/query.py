"""The query of a request to the Sheets API."""

import json
from collections.abc import Sequence

from starlette.datastructures import QueryParams

from sheets_emulator.errors import ApiError, unimplemented
from sheets_emulator.schema import camel, snake

_EVERYWHERE = {
    "alt", "fields", "key", "prettyPrint", "quotaUser", "callback", "uploadType",
    "upload_protocol", "$.xgafv",
}  # fmt: skip

_WORDS = {
    "majorDimension": ("Dimension", ("ROWS", "COLUMNS")),
    "valueRenderOption": (
        "ValueRenderOption", ("FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA")
    ),
    "dateTimeRenderOption": ("DateTimeRenderOption", ("SERIAL_NUMBER", "FORMATTED_STRING")),
    "valueInputOption": ("ValueInputOption", ("RAW", "USER_ENTERED")),
    "insertDataOption": ("InsertDataOption", ("OVERWRITE", "INSERT_ROWS")),
}  # fmt: skip
_SAME_WORDS = {
    "responseValueRenderOption": "valueRenderOption",
    "responseDateTimeRenderOption": "dateTimeRenderOption",
}


class Query:
    """The parameters of a request, each checked as Google checks it."""

    def __init__(self, params: QueryParams, known: Sequence[str]) -> None:
        """`known` are the parameters of the method; any other is refused."""
        self._values: dict[str, list[str]] = {}
        violations: list[tuple[str | None, str]] = []
        for name, value in params.multi_items():
            field = name if name in known or name in _EVERYWHERE else camel(name)
            if field not in known and field not in _EVERYWHERE:
                violations.append(
                    (
                        None,
                        f'Invalid JSON payload received. Unknown name "{name}": Cannot bind query '
                        f"parameter. Field '{name}' could not be found in request message.",
                    )
                )
            self._values.setdefault(field, []).append(value)
        if violations:
            raise ApiError(400, "\n".join(text for _, text in violations), violations=violations)
        if self.text("alt") not in (None, "json"):
            raise unimplemented(f"alt={self.text('alt')}")

    def text(self, name: str) -> str | None:
        """Return a parameter; empty and missing are the same."""
        values = self._values.get(name)
        return values[-1] or None if values else None

    def texts(self, name: str) -> list[str]:
        """Return a parameter that may stand several times."""
        return self._values.get(name, [])

    def flag(self, name: str) -> bool:
        """Return a boolean parameter."""
        value = self.text(name)
        if value is None or value.lower() in ("false", "0"):
            return False
        if value.lower() not in ("true", "1"):
            raise _wrong(name, "TYPE_BOOL", value)
        return True

    def word(self, name: str, default: str) -> str:
        """Return a parameter that is one of a few words."""
        value = self.text(name)
        if value is None or value.endswith("_UNSPECIFIED"):
            return default
        kind, words = _WORDS[_SAME_WORDS.get(name, name)]
        if value not in words:
            raise _wrong(name, f"type.googleapis.com/google.apps.sheets.v4.{kind}", value)
        return value


def _wrong(name: str, kind: str, value: str) -> ApiError:
    text = f"Invalid value at '{snake(name)}' ({kind}), {json.dumps(value, ensure_ascii=False)}"
    return ApiError(400, text, violations=[(snake(name), text)])
