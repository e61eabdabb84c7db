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
from sheets_emulator.bounds import MOST_KEPT, spend
from sheets_emulator.creation import fresh, new_spreadsheet_id, rfc3339
from sheets_emulator.drive_about import formats_of_drive
from sheets_emulator.drive_files import (
    FOLDER,
    SPREADSHEET,
    WEB_PAGE,
    checked,
    file_resource,
    sort_files,
    take_file,
    user_resource,
)
from sheets_emulator.drive_folders import (
    ROOT,
    Tree,
    files_below,
    folders_above,
    is_root,
    only_parent,
    open_folder,
    put_into,
    root_id,
    root_of,
)
from sheets_emulator.drive_permissions import (
    check_role,
    grant_of,
    granted,
    new_grant,
    permission_resource,
    shared_along,
    unknown_address,
)
from sheets_emulator.drive_query import Sought, read_query
from sheets_emulator.effective import effective_values
from sheets_emulator.errors import ApiError, full_storage, unimplemented
from sheets_emulator.fields import for_answer, select
from sheets_emulator.model import Document, File, Grant, JsonObject
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
        below = self._below(request)
        with self._service.alone(request.path[1]):
            before = self._grants(request)
            found = method(request)
            after = self._grants(request)
        # Nobody who holds a folder waits for a file in it: the other way round they do wait.
        for file in below:
            self._follow(request, file, before, after)
        return found

    def _below(self, request: ApiRequest) -> list[File]:
        """Return the files that follow what is done to their folder: deleting and sharing it."""
        is_deleted = request.method == "DELETE" and len(request.path) == 2
        if request.path[0] != "files" or not (is_deleted or "permissions" in request.path):
            return []
        try:
            folder = self._service.open(request.account, request.path[1]).document
        except ApiError:
            return []
        if not folder.is_folder:
            return []
        return files_below(self._service, request.account, folder.spreadsheet_id)

    def _grants(self, request: ApiRequest) -> list[Grant] | None:
        """Return who has a part in the file; None if it is gone or none of the account's."""
        try:
            return self._service.open(request.account, request.path[1]).document.grants
        except ApiError:
            return None

    def _follow(
        self,
        request: ApiRequest,
        file: File,
        before: list[Grant] | None,
        after: list[Grant] | None,
    ) -> None:
        if after is None:
            if before is not None and file.owner == request.account:
                self._service.delete(request.account, file.spreadsheet_id)
            return
        grants = shared_along(file.grants, before or [], after)
        if grants == file.grants:
            return

        def edit(document: Document) -> None:
            document.grants = shared_along(document.grants, before or [], after)

        self._service.change(request.account, file.spreadsheet_id, edit, role="reader")

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
        if is_root(file_id, request.account):
            if role != "reader":
                raise _insufficient()
            return root_of(request.account)
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
        used = str(self._service.stored_by(request.account))
        found = {
            "kind": "drive#about",
            "user": user_resource(request.account, request.account),
            "storageQuota": {
                "limit": str(MOST_KEPT),
                "usage": used,
                "usageInDrive": used,
                "usageInDriveTrash": "0",
            },
            **formats_of_drive(),
        }
        return _shown(request, found, "", "About")

    def _list(self, request: ApiRequest) -> JsonObject:
        matches = read_query(request.query.get("q", ""))
        visible = self._service.visible(request.account, request.confined_to)
        tree = Tree(request.account, (listed.file for listed in visible))
        files = [
            file_resource(listed, request.app, tree)
            for listed in visible
            if matches(Sought(listed.file, listed.role, request.account, request.app, tree))
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
        is_folder = kind == FOLDER and upload.page is None and upload.rows is None
        if not is_folder and kind != (SPREADSHEET if upload.page is None else WEB_PAGE):
            raise unimplemented(f"files of type {kind}")
        folder = self._folder(request, only_parent(_parents(body)) or ROOT)
        if is_service(request.account):
            raise full_storage()
        name = body.get("name") or "Untitled"
        document = fresh(new_spreadsheet_id(), name, request.account, rfc3339())
        document.apps = (request.app,)
        take_file(document, body, request.app)
        put_into(document, folder)
        if is_folder:
            document.sheets, document.is_folder = [], True
        elif upload.page is not None:
            document.sheets, document.page = [], upload.page
        elif upload.rows is not None:
            replace_content(document, request.account, upload.rows)
        return self._added(request, document)

    def _added(self, request: ApiRequest, document: Document) -> JsonObject:
        self._service.add(document)
        return self._shown_file(request, Opened(document, request.account, "owner"))

    def _shown_file(self, request: ApiRequest, opened: Opened) -> JsonObject:
        around = folders_above(self._service, request.account, opened.document)
        tree = Tree(request.account, around)
        found = file_resource(opened.listed, request.app, tree)
        return _shown(request, found, _FILE_FIELDS, "File")

    def _folder(self, request: ApiRequest, folder_id: str) -> Document | None:
        return open_folder(self._service, request.account, folder_id, request.confined_to)

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
        if _parents(body):
            raise ApiError(
                403,
                "The parents field is not directly writable in update requests. Use the addParents "
                "and removeParents parameters instead.",
                reason="fieldNotWritable",
            )
        move = self._move(request)

        def edit(document: Document) -> None:
            document.title = body.get("name") or document.title
            take_file(document, body, request.app)
            move(document)
            if upload.page is not None or (upload.rows is not None and not document.is_spreadsheet):
                raise unimplemented("replacing anything but a spreadsheet by a text of values")
            if upload.rows is not None:
                replace_content(document, request.account, upload.rows)

        sharing = {"writersCanShare", "copyRequiresWriterPermission", "trashed"} & set(body)
        self._change(request, edit, "owner" if sharing else "writer")
        return self._shown_file(request, self._open(request))

    def _move(self, request: ApiRequest) -> Callable[[Document], None]:
        """Return what puts a file into the folder that the query names."""
        added, removed = (
            [one.strip() for one in request.query.get(name, "").split(",") if one.strip()]
            for name in ("addParents", "removeParents")
        )
        target = only_parent(added)
        if target is None and not removed:
            return lambda _: None
        opened = self._open(request, "writer")
        around = folders_above(self._service, request.account, opened.document)
        present = Tree(request.account, around).parents(opened.document)
        named = [root_id(request.account) if one == ROOT else one for one in removed]
        folder = self._folder(request, target or ROOT)
        goal = root_id(request.account) if folder is None else folder.spreadsheet_id
        if present and goal not in present and not set(present) <= set(named):
            only_parent([*present, goal])
        if folder is not None:
            above = folders_above(self._service, request.account, folder)
            if opened.document.spreadsheet_id in (one.spreadsheet_id for one in (folder, *above)):
                raise ApiError(
                    403,
                    "A folder cannot be put into itself, or into a folder in it.",
                    reason="cyclicMembershipsNotAllowed",
                )
        return lambda document: put_into(document, folder)

    def _delete(self, request: ApiRequest) -> None:
        self._open(request, "owner")
        self._service.delete(request.account, request.path[1])

    def _copy(self, request: ApiRequest) -> JsonObject:
        body = _body(request)
        source = self._open_copiable(request, "cannotCopyFile", "copied").document
        if source.is_folder:
            raise ApiError(403, "This file cannot be copied by the user.", reason="cannotCopyFile")
        folder = self._folder_of_copy(request, body, source)
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
        put_into(copy, folder)
        for sheet in copy.sheets:
            # A copy keeps its protected ranges, with nobody but the copier as editor.
            sheet.protections = [
                replace(one, editors=() if one.warning_only else (request.account,), groups=())
                for one in sheet.protections
            ]
        return self._added(request, copy)

    def _folder_of_copy(
        self, request: ApiRequest, body: JsonObject, source: Document
    ) -> Document | None:
        """Return the folder that is named, or that of the source where the account may use it."""
        named = only_parent(_parents(body))
        if named is not None:
            return self._folder(request, named)
        try:
            return self._folder(request, source.parent or ROOT)
        except ApiError:
            return None

    def _export(self, request: ApiRequest) -> bytes:
        document = self._open_copiable(request, "cannotExportFile", "exported").document
        if not document.is_spreadsheet:
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


def _parents(body: JsonObject) -> list[str]:
    parents = body.get("parents", [])
    return [parents] if isinstance(parents, str) else list(parents)


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
