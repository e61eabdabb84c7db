"""OAuth scopes: what each lets an app do, and the refusal of a request that goes beyond them."""

from dataclasses import dataclass

from sheets_emulator.errors import ApiError
from sheets_emulator.model import JsonObject

_AUTH = "https://www.googleapis.com/auth/"

DRIVE = f"{_AUTH}drive"
DRIVE_FILE = f"{_AUTH}drive.file"
DRIVE_READONLY = f"{_AUTH}drive.readonly"
SPREADSHEETS = f"{_AUTH}spreadsheets"
SPREADSHEETS_READONLY = f"{_AUTH}spreadsheets.readonly"
EMAIL = f"{_AUTH}userinfo.email"
PROFILE = f"{_AUTH}userinfo.profile"

# Every scope that may be asked for, and what a person is told it means.
MEANINGS = {
    DRIVE: "See, edit, create and delete all of your Google Drive files",
    DRIVE_FILE: "See, edit, create and delete only the specific Drive files you use with this app",
    DRIVE_READONLY: "See all your Google Drive files",
    SPREADSHEETS: "See, edit, create and delete all your Google Sheets spreadsheets",
    SPREADSHEETS_READONLY: "See all your Google Sheets spreadsheets",
    EMAIL: "See your e-mail address",
    PROFILE: "See your name",
    "openid": "Know you by your account",
}
_ALIASES = {"email": EMAIL, "profile": PROFILE}

ALL = frozenset(MEANINGS)

_OF_METHOD = {
    ("sheets", False): ({DRIVE, SPREADSHEETS}, {DRIVE_FILE}),
    ("sheets", True): (
        {DRIVE, SPREADSHEETS, DRIVE_READONLY, SPREADSHEETS_READONLY},
        {DRIVE_FILE},
    ),
    ("drive", False): ({DRIVE}, {DRIVE_FILE}),
    ("drive", True): ({DRIVE, DRIVE_READONLY}, {DRIVE_FILE}),
}


_READ_ONLY = {"GetSpreadsheet", "GetValues", "BatchGetValues"}
_DRIVE_WORDS = {"POST": "Create", "PATCH": "Update", "PUT": "Update", "DELETE": "Delete"}


def read_scopes(text: str) -> frozenset[str] | None:
    """Return the scopes of a list with blanks between them; None if one of them is unknown."""
    found = frozenset(_ALIASES.get(one, one) for one in text.split())
    return found if found and found <= ALL else None


@dataclass(frozen=True, slots=True)
class Method:
    """A method of an API as scopes see it; `reads` if a read-only scope is enough for it."""

    api: str  # sheets or drive
    name: str
    reads: bool


def only_own_files(scopes: frozenset[str], method: Method) -> bool:
    """Return whether an app with these scopes may use the method only for files that it made.

    Raises Google's 403 if it may not use it at all.
    """
    whole, own = _OF_METHOD[method.api, method.reads]
    if scopes & whole:
        return False
    if scopes & own:
        return True
    raise _insufficient(method)


def _insufficient(method: Method) -> ApiError:
    detail: JsonObject = {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
        "domain": "googleapis.com",
        "metadata": {"service": f"{method.api}.googleapis.com", "method": method.name},
    }
    return ApiError(
        403,
        "Request had insufficient authentication scopes.",
        reason="insufficientPermissions",
        short="Insufficient Permission",
        details=[detail],
    )


def method_of(api: str, http_method: str, path: tuple[str, ...], verb: str) -> Method:
    """Return the method that a request calls; `path` and `verb` as in `ApiRequest`."""
    if api == "sheets":
        name = _of_sheets(http_method, path, verb)
        return Method(api, f"google.apps.sheets.v4.SpreadsheetsService.{name}", name in _READ_ONLY)
    return Method(api, f"google.apps.drive.v3.{_of_drive(http_method, path)}", http_method == "GET")


def _of_sheets(http_method: str, path: tuple[str, ...], verb: str) -> str:
    what = {"values": "Values", "developerMetadata": "DeveloperMetadata"}.get(
        path[1] if len(path) > 1 else "", "Spreadsheet"
    )
    if verb:
        name, _, by = verb.partition("By")
        return f"{name[0].upper()}{name[1:]}{what}{by and 'By' + by}"
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
