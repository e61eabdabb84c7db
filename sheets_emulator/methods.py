"""Which method of which API a request calls, in Google's own names."""

from sheets_emulator.scopes import Method

_READ_ONLY = {"GetSpreadsheet", "GetValues", "BatchGetValues"}
_DRIVE_WORDS = {"POST": "Create", "PATCH": "Update", "PUT": "Update", "DELETE": "Delete"}


def method_of(api: str, http_method: str, path: tuple[str, ...], verb: str) -> Method:
    """Return the method that a request calls; `path` and `verb` as in `Asked`."""
    if api == "sheets":
        name = _of_sheets(http_method, path, verb)
        return Method(api, f"google.apps.sheets.v4.SpreadsheetsService.{name}", name in _READ_ONLY)
    return Method(api, f"google.apps.drive.v3.{_of_drive(http_method, path)}", http_method == "GET")


def _of_sheets(http_method: str, path: tuple[str, ...], verb: str) -> str:
    what = {"values": "Values", "developerMetadata": "DeveloperMetadata"}.get(
        path[1] if len(path) > 1 else "", "Spreadsheet"
    )
    if verb:
        return f"{verb[0].upper()}{verb[1:]}{what}"
    word = {"GET": "Get", "PUT": "Update"}.get(http_method, "Create")
    return f"{word}{what}"


def _of_drive(http_method: str, path: tuple[str, ...]) -> str:
    kind = path[2] if len(path) > 2 else path[0] if path else ""
    resource = f"Drive{kind.capitalize()}"
    if kind in ("copy", "export"):
        return f"DriveFiles.{kind.capitalize()}"
    if http_method != "GET":
        return f"{resource}.{_DRIVE_WORDS.get(http_method, http_method)}"
    return f"{resource}.{'List' if path in (('files',),) or len(path) == 3 else 'Get'}"
