"""The few methods of the Drive API, v3, that programs with spreadsheets call.

Drive says 404 where Sheets says 403: a file one may not see does not exist. Parameters and body
fields that this server has no use for are passed over, as Drive does (gspread sends a v2 field).
"""

import csv
import io
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from sheets_emulator.access import at_least, permission_id
from sheets_emulator.addresses import has_account, is_service
from sheets_emulator.api_request import ApiRequest, no_method
from sheets_emulator.bounds import spend
from sheets_emulator.creation import fresh, new_spreadsheet_id, rfc3339
from sheets_emulator.drive_files import (
    SPREADSHEET,
    WEB_PAGE,
    checked,
    file_resource,
    sort_files,
    take_file,
    user_resource,
)
from sheets_emulator.drive_permissions import (
    check_role,
    grant_of,
    granted,
    new_grant,
    permission_resource,
    unknown_address,
)
from sheets_emulator.drive_query import Sought, read_query
from sheets_emulator.effective import effective_values
from sheets_emulator.errors import ApiError, full_storage, unimplemented
from sheets_emulator.fields import for_answer, select
from sheets_emulator.model import Document, Grant, JsonObject
from sheets_emulator.service import Opened, Service
from sheets_emulator.uploads import DELIMITERS, Upload, read_upload, replace_content
from sheets_emulator.values import Rendering, read

_FILE_FIELDS = "kind,id,name,mimeType"
_PERMISSION_FIELDS = "kind,id,type,role,allowFileDiscovery"

# Parts of the path of what Drive can do and this server cannot.
_NOT_HERE = {
    "accessproposals", "approvals", "apps", "changes", "channels", "download", "drives",
    "generateCseToken", "generateIds", "listLabels", "modifyLabels", "operations", "replies",
    "revisions", "teamdrives", "trash", "watch",
}  # fmt: skip

Answer: TypeAlias = JsonObject | bytes | None


class DriveApi:
    """Answers requests to `/drive/v3/…`. None is an answer without a body (204)."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def answer(self, request: ApiRequest) -> Answer:
        """Return the body of the answer; raises ApiError for a refusal."""
        method = self._method(request)
        if request.method == "GET" or len(request.path) < 2:
            return method(request)
        with self._service.alone(request.path[1]):
            return method(request)

    def _method(self, request: ApiRequest) -> Callable[[ApiRequest], Answer]:
        if not _NOT_HERE.isdisjoint(request.path):
            raise unimplemented(f"Drive's {'/'.join(request.path)}")
        match (request.method, request.path):
            case ("GET", ("about",)):
                return self._about
            case ("GET", ("files",)):
                return self._list
            case ("POST", ("files",)):
                return self._create
            case ("GET", ("files", _)):
                return self._get
            case ("PATCH", ("files", _)):
                return self._patch
            case ("DELETE", ("files", _)):
                return self._delete
            case ("POST", ("files", _, "copy")):
                return self._copy
            case ("GET", ("files", _, "export")):
                return self._export
            case ("GET", ("files", _, "comments")):
                return self._comments
            case ("POST", ("files", _, "comments")):
                raise unimplemented("comments")
            case (_, ("files", _, "permissions", *rest)):
                return self._permission_method(request.method, rest)
        raise no_method()

    def _permission_method(self, method: str, rest: list[str]) -> Callable[[ApiRequest], Answer]:
        match (method, len(rest)):
            case ("GET", 0):
                return self._list_permissions
            case ("POST", 0):
                return self._create_permission
            case ("GET", 1):
                return self._get_permission
            case ("PATCH", 1):
                return self._patch_permission
            case ("DELETE", 1):
                return self._delete_permission
        raise no_method()

    def _open(self, request: ApiRequest, role: str = "reader") -> Opened:
        """Return the file, if the account may see it and has at least this role."""
        file_id = request.path[1]
        try:
            opened = self._service.open(request.account, file_id, request.confined_to)
        except ApiError:
            raise ApiError(404, f"File not found: {file_id}.", location="fileId") from None
        if not at_least(opened.role, role):
            raise _insufficient()
        return opened

    def _open_copiable(self, request: ApiRequest, reason: str, what: str) -> Opened:
        opened = self._open(request)
        is_closed = opened.document.file.get("copyRequiresWriterPermission", False)
        if is_closed and not at_least(opened.role, "writer"):
            raise ApiError(403, f"This file cannot be {what} by the user.", reason=reason)
        return opened

    def _change(self, request: ApiRequest, edit: Callable[[Document], None], role: str) -> Document:
        self._open(request, role)
        self._service.change(
            request.account, request.path[1], edit, role="reader", app=request.confined_to
        )
        return self._service.open(request.account, request.path[1]).document

    def _about(self, request: ApiRequest) -> JsonObject:
        if not request.query.get("fields"):
            raise ApiError(
                400,
                "The 'fields' parameter is required for this method.",
                reason="required",
                location="fields",
            )
        found = {"kind": "drive#about", "user": user_resource(request.account, request.account)}
        return _shown(request, found, "", "About")

    def _list(self, request: ApiRequest) -> JsonObject:
        matches = read_query(request.query.get("q", ""))
        files = [
            file_resource(listed, request.app)
            for listed in self._service.visible(request.account, request.confined_to)
            if matches(Sought(listed.file, listed.role, request.account, request.app))
        ]
        order = request.query.get("orderBy")
        if order:
            sort_files(files, order)
        size = _page_size(request.query.get("pageSize"))
        start = _page_start(request.query.get("pageToken"))
        found: JsonObject = {"kind": "drive#fileList", "incompleteSearch": False}
        if len(files) > start + size:
            found["nextPageToken"] = f"~{start + size}"
        found["files"] = files[start : start + size]
        default = f"kind,nextPageToken,incompleteSearch,files({_FILE_FIELDS})"
        return _shown(request, found, default, "FileList")

    def _create(self, request: ApiRequest) -> JsonObject:
        return self._created(request, Upload(_body(request)))

    def _created(self, request: ApiRequest, upload: Upload) -> JsonObject:
        body = upload.file
        kind = body.get("mimeType", "application/octet-stream")
        if kind != (SPREADSHEET if upload.page is None else WEB_PAGE):
            raise unimplemented(f"files of type {kind}")
        _check_parents(body)
        if is_service(request.account):
            raise full_storage()
        name = body.get("name") or "Untitled"
        document = fresh(new_spreadsheet_id(), name, request.account, rfc3339())
        document.apps = (request.app,)
        take_file(document, body, request.app)
        if upload.page is not None:
            document.sheets, document.page = [], upload.page
        elif upload.rows is not None:
            replace_content(document, request.account, upload.rows)
        return self._added(request, document)

    def _added(self, request: ApiRequest, document: Document) -> JsonObject:
        self._service.add(document)
        return self._shown_file(request, Opened(document, request.account, "owner"))

    def _shown_file(self, request: ApiRequest, opened: Opened) -> JsonObject:
        return _shown(request, file_resource(opened.listed, request.app), _FILE_FIELDS, "File")

    def _get(self, request: ApiRequest) -> Answer:
        if request.query.get("alt", "json") != "json":
            if (page := self._open(request).document.page) is not None:
                return page.encode()
            raise ApiError(
                403,
                "Only files with binary content can be downloaded. Use Export with Docs Editors "
                "files.",
                reason="fileNotDownloadable",
                location="alt",
            )
        return self._shown_file(request, self._open(request))

    def _patch(self, request: ApiRequest) -> JsonObject:
        return self._patched(request, Upload(_body(request)))

    def _patched(self, request: ApiRequest, upload: Upload) -> JsonObject:
        body = upload.file

        def edit(document: Document) -> None:
            document.title = body.get("name") or document.title
            take_file(document, body, request.app)
            if upload.page is not None or (upload.rows is not None and document.page is not None):
                raise unimplemented("replacing a web page, or a spreadsheet by one")
            if upload.rows is not None:
                replace_content(document, request.account, upload.rows)

        sharing = {"writersCanShare", "copyRequiresWriterPermission", "trashed"} & set(body)
        self._change(request, edit, "owner" if sharing else "writer")
        return self._shown_file(request, self._open(request))

    def _delete(self, request: ApiRequest) -> None:
        self._open(request, "owner")
        self._service.delete(request.account, request.path[1])

    def _copy(self, request: ApiRequest) -> JsonObject:
        body = _body(request)
        _check_parents(body)
        source = self._open_copiable(request, "cannotCopyFile", "copied").document
        if is_service(request.account):
            raise full_storage()
        copy = source.copy()
        copy.spreadsheet_id = new_spreadsheet_id()
        copy.title = body.get("name") or f"Copy of {source.title}"
        copy.version = 1
        copy.created = copy.modified = rfc3339()
        copy.grants = [Grant(permission_id(request.account), "user", "owner", request.account)]
        copy.maker = request.account
        copy.apps = (request.app,)
        copy.app_properties = {request.app: copy.app_properties.get(request.app, {})}
        take_file(copy, body, request.app)
        for sheet in copy.sheets:
            # A copy keeps its protected ranges, with nobody but the copier as editor.
            sheet.protections = [
                replace(one, editors=() if one.warning_only else (request.account,), groups=())
                for one in sheet.protections
            ]
        return self._added(request, copy)

    def _export(self, request: ApiRequest) -> bytes:
        document = self._open_copiable(request, "cannotExportFile", "exported").document
        if document.page is not None:
            raise ApiError(
                403, "Export only supports Docs Editors files.", reason="fileNotExportable"
            )
        kind = request.query.get("mimeType", "")
        delimiter = DELIMITERS.get(kind)
        if delimiter is None:
            raise unimplemented(f"exporting as {kind}")
        return export(document, delimiter)

    def _comments(self, request: ApiRequest) -> JsonObject:
        self._open(request)
        return {"comments": []}

    def _list_permissions(self, request: ApiRequest) -> JsonObject:
        document = self._open(request, "writer").document
        found = {
            "kind": "drive#permissionList",
            "permissions": [permission_resource(grant) for grant in document.grants],
        }
        default = f"kind,nextPageToken,permissions({_PERMISSION_FIELDS})"
        return _shown(request, found, default, "PermissionList")

    def _get_permission(self, request: ApiRequest) -> JsonObject:
        document = self._open(request, "writer").document
        return _shown_permission(request, document, request.path[3])

    def _create_permission(self, request: ApiRequest) -> JsonObject:
        grant, document = self.share(request, _body(request, "Permission"))
        return _shown_permission(request, document, grant.permission_id)

    def share(self, request: ApiRequest, body: JsonObject) -> tuple[Grant, Document]:
        """Return somebody a role, as a Permission says; the grant and the file as it is then."""
        self._require_sharing(request)
        grant = new_grant(body)
        notifies = request.query.get("sendNotificationEmail", "true").lower() != "false"
        if grant.kind in ("user", "group") and not (notifies or has_account(grant.address)):
            raise unknown_address(grant.address)
        if grant.role == "owner":
            raise _needs_consent(request)

        def edit(document: Document) -> None:
            document.grants = granted(document.grants, grant)

        return grant, self._change(request, edit, "writer")

    def _patch_permission(self, request: ApiRequest) -> JsonObject:
        body = _body(request, "Permission")
        document = self._open(request).document
        old = grant_of(document, request.path[3])
        role = body.get("role", old.role)
        taking = role == "owner" and old.role != "owner"
        if taking:
            _check_taking(request, old, document)
        else:
            self._require_sharing(request)
        check_role(role)
        if old.role == "owner" and role != "owner":
            raise _insufficient()

        def edit(document: Document) -> None:
            new = replace(
                old, role=role, pending_owner=not taking and bool(body.get("pendingOwner"))
            )
            document.grants = [
                new
                if one.permission_id == new.permission_id
                else replace(one, role="writer")
                if taking and one.role == "owner"
                else one
                for one in document.grants
            ]

        document = self._change(request, edit, "reader")
        return _shown_permission(request, document, old.permission_id)

    def _delete_permission(self, request: ApiRequest) -> None:
        document = self._open(request).document
        grant = grant_of(document, request.path[3])
        if grant.address != request.account or grant.role == "owner":
            self._require_sharing(request)
        if grant.role == "owner":
            raise _insufficient()

        def edit(document: Document) -> None:
            document.grants = [
                one for one in document.grants if one.permission_id != grant.permission_id
            ]

        self._change(request, edit, "reader")

    def _require_sharing(self, request: ApiRequest) -> None:
        opened = self._open(request, "writer")
        if opened.role != "owner" and not opened.document.file.get("writersCanShare", True):
            raise _insufficient()

    def uploaded(self, request: ApiRequest, version: str) -> JsonObject:
        """Answer an upload: `POST` and `PATCH` in Drive v3, and v2's `PUT`, as gspread uses it."""
        match (version, request.method, request.path):
            case ("v3", "POST", ("files",)):
                upload = read_upload(request)
                return self._created(request, upload)
            case ("v3", "PATCH", ("files", _)):
                self._open(request, "writer")
                upload = read_upload(request)
                return self._patched(request, upload)
            case ("v2", "PUT", ("files", _)):
                self._open(request, "writer")
                found = self._patched(request, replace(read_upload(request), file={}))
                return {name: found[name] for name in ("kind", "id", "mimeType")} | {
                    "title": found["name"]
                }
        raise no_method()


def export(document: Document, delimiter: str) -> bytes:
    """Return the first tab as text: CRLF between the lines, none after the last."""
    found = read(effective_values(document), _first_title(document), Rendering())
    rows = found.get("values", [])
    width = max((len(row) for row in rows), default=0)
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    for row in rows:
        spend(width)
        writer.writerow([*row, *[""] * (width - len(row))])
    return out.getvalue().removesuffix("\r\n").encode()


def _first_title(document: Document) -> str:
    title = document.sheets[0].title.replace("'", "''")
    return f"'{title}'"


def _body(request: ApiRequest, message: str = "File") -> JsonObject:
    return checked(request.json(), f"drive.{message}")


def _shown(request: ApiRequest, found: JsonObject, default: str, message: str) -> JsonObject:
    """Return what the query's `fields` want of an answer; 400 for one that the message has not."""
    text = request.query.get("fields") or default
    try:
        mask = for_answer(text, f"drive.{message}")
    except ApiError:
        raise ApiError(
            400, "Invalid field selection " + text, reason="invalidParameter", location="fields"
        ) from None
    selected: JsonObject = select(mask, found)
    return selected


def _shown_permission(request: ApiRequest, document: Document, wanted: str) -> JsonObject:
    found = permission_resource(grant_of(document, wanted))
    return _shown(request, found, _PERMISSION_FIELDS, "Permission")


def _insufficient() -> ApiError:
    return ApiError(403, "The user does not have sufficient permissions for this file.")


def _no_transfer() -> ApiError:
    return ApiError(
        403,
        "The transferOwnership parameter must be enabled when the permission role is 'owner'.",
        reason="forbidden",
        location="transferOwnership",
    )


def _needs_consent(request: ApiRequest) -> ApiError:
    """403: ownership is given to nobody who does not take it."""
    if not _is_transfer(request):
        return _no_transfer()
    return ApiError(
        403,
        "Consent is required to transfer ownership of a file to another user.",
        reason="consentRequiredForOwnershipTransfer",
    )


def _is_transfer(request: ApiRequest) -> bool:
    return request.query.get("transferOwnership", "").lower() == "true"


def _check_taking(request: ApiRequest, grant: Grant, document: Document) -> None:
    """Ownership is taken by whom it was offered to, and says so in the query."""
    if not _is_transfer(request):
        raise _no_transfer()
    if grant.pending_owner and grant.address == request.account:
        return
    raise _needs_consent(request) if request.account == document.owner else _insufficient()


def _check_parents(body: JsonObject) -> None:
    parents = body.get("parents", [])
    for parent in [parents] if isinstance(parents, str) else parents:
        if parent != "root":
            raise ApiError(404, f"File not found: {parent}.", location="fileId")


def _page_size(text: str | None) -> int:
    if text is None:
        return 100
    size = _whole_number(text)
    if size is None or not 1 <= size <= 1000:
        raise ApiError(
            400,
            f"Invalid value '{text}'. Values must be within the range: [1, 1000]",
            reason="invalidParameter",
            location="pageSize",
        )
    return size


def _page_start(token: str | None) -> int:
    if not token:
        return 0
    start = _whole_number(token.removeprefix("~")) if token.startswith("~") else None
    if start is None:
        raise ApiError(400, "Invalid Value", reason="invalid", location="pageToken")
    return start


def _whole_number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,10}", text) else None
