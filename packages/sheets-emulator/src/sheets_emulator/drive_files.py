"""A spreadsheet as a file, in Drive's words: a File, what is kept of one, and their order."""

from sheets_emulator.access import at_least, permission_id
from sheets_emulator.drive_folders import Tree
from sheets_emulator.drive_permissions import permission_resource
from sheets_emulator.errors import ApiError
from sheets_emulator.model import Document, File, Json, JsonObject
from sheets_emulator.schema import messages
from sheets_emulator.service import Listed

SPREADSHEET = "application/vnd.google-apps.spreadsheet"
WEB_PAGE = "text/html"
FOLDER = "application/vnd.google-apps.folder"

_KEPT = ("description", "starred", "trashed", "writersCanShare", "copyRequiresWriterPermission")

_MOST_BYTES = 124  # of a key and its value together
_MOST = 30  # for all on one file, and for each app on one file

# What files can be sorted by; None where all files here are alike.
_ORDERS = {
    "createdTime": "createdTime",
    "folder": None,
    "modifiedTime": "modifiedTime",
    "name": "name",
    "name_natural": "name",
    "recency": "modifiedTime",
    "starred": None,
}


_LINKS = {
    SPREADSHEET: "https://docs.google.com/spreadsheets/d/{}/edit",
    WEB_PAGE: "https://drive.google.com/file/d/{}/view",
    FOLDER: "https://drive.google.com/drive/folders/{}",
}

_KINDS: dict[str, type] = {"string": str, "boolean": bool}


def checked(body: Json, message: str) -> JsonObject:
    """Return a body of Drive's without nulls; 400 for a value of another type than is due."""
    if not isinstance(body, dict):
        raise _bad()
    fields = messages()[message]
    for name, value in body.items():
        kind = fields.get(name, "")
        parts = value if kind == "[string]" and isinstance(value, list) else [value]
        due = _KINDS.get(kind.strip("[]"), object)
        if value is not None and not all(isinstance(part, due) for part in parts):
            raise _bad()
    return {name: value for name, value in body.items() if value is not None}


def _bad() -> ApiError:
    return ApiError(400, "Bad Request", reason="parseError")


def kind_of(file: File) -> str:
    """Return the MIME type of a file."""
    if file.is_folder:
        return FOLDER
    return SPREADSHEET if file.page is None else WEB_PAGE


def take_file(document: Document, body: JsonObject, app: str) -> None:
    """Take from a File what is kept of it; properties are joined, and null removes one."""
    document.file |= {name: body[name] for name in _KEPT if name in body}
    if "properties" in body:
        known = document.file.get("properties", {})
        document.file["properties"] = with_properties(known, body["properties"])
    if "appProperties" in body:
        known = document.app_properties.get(app, {})
        document.app_properties[app] = with_properties(known, body["appProperties"])


def file_resource(listed: Listed, app: str, tree: Tree) -> JsonObject:
    """Return a file as Drive's File, as the account and its app see it; `tree` says where."""
    file = listed.file
    may_write = at_least(listed.role, "writer")
    found: JsonObject = {
        "kind": "drive#file",
        "id": file.spreadsheet_id,
        "name": file.title,
        "mimeType": kind_of(file),
        "version": str(file.version),
        "createdTime": file.created,
        "modifiedTime": file.modified,
        "owners": [user_resource(file.owner, listed.account)],
        "ownedByMe": listed.role == "owner",
        "shared": len(file.grants) > 1,
        "starred": False,
        "trashed": False,
        "writersCanShare": True,
        "copyRequiresWriterPermission": False,
        "capabilities": {
            "canEdit": may_write,
            "canShare": may_write,
            "canDelete": listed.role == "owner",
            "canAddChildren": may_write and file.is_folder,
            "canListChildren": file.is_folder,
        },
        "webViewLink": _LINKS[kind_of(file)].format(file.spreadsheet_id),
    }
    if may_write:
        found["permissions"] = [permission_resource(grant) for grant in file.grants]
    parents = tree.parents(file)
    if parents:
        found["parents"] = parents
    kept = file.app_properties.get(app)
    found |= file.file | {"trashed": tree.is_trashed(file)}
    return found | ({"appProperties": kept} if kept else {})


def user_resource(address: str, account: str) -> JsonObject:
    """Return somebody as Drive's User, as the account sees them."""
    return {
        "kind": "drive#user",
        "displayName": address.partition("@")[0],
        "me": address == account,
        "permissionId": permission_id(address),
        "emailAddress": address,
    }


def sort_files(files: list[JsonObject], order: str) -> None:
    """Sort Files as `orderBy` says; 400 for what Drive cannot sort by."""
    for part in reversed(order.split(",")):
        name, _, direction = part.strip().partition(" ")
        if name not in _ORDERS:
            raise ApiError(400, f"Sorting by {name} is not supported.", reason="invalid")
        key = _ORDERS[name]
        if name == "folder":
            files.sort(key=lambda one: one["mimeType"] != FOLDER, reverse=direction == "desc")
        elif key is not None:
            files.sort(key=lambda one: one[key].casefold(), reverse=direction == "desc")


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
