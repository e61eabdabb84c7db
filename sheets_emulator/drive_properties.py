"""What apps note on a file: properties for all, and appProperties for the app itself."""

from sheets_emulator.errors import ApiError
from sheets_emulator.model import Json

_MOST_BYTES = 124  # of a key and its value together
_MOST = 30  # for all on one file, and for each app on one file


def with_properties(known: dict[str, str], given: Json) -> dict[str, str]:
    """Return the properties after those given are set, or taken away by null."""
    if not isinstance(given, dict):
        raise ApiError(400, "Invalid Value", reason="invalid")
    found = dict(known)
    for key, value in given.items():
        if value is None:
            found.pop(key, None)
            continue
        if not isinstance(value, str):
            raise ApiError(400, "Invalid Value", reason="invalid")
        if len((key + value).encode()) > _MOST_BYTES:
            raise ApiError(
                403,
                "Properties and app properties are limited to 124 bytes in UTF-8 encoding, "
                "counting both the key and the value.",
                reason="propertyLengthLimitExceeded",
            )
        found[key] = value
    if len(found) > _MOST:
        raise ApiError(
            403,
            f"A file can have at most {_MOST} properties.",
            reason="numPropertiesLimitExceeded",
        )
    return found
