"""Folders: where a file lies, what lies in one, and what is shared or thrown away with it.

A file lies in one folder, or in the root of its owner's Drive, which is no file of its own.
"""

import hashlib
from collections.abc import Iterable

from sheets_emulator.access import at_least, permission_id
from sheets_emulator.errors import ApiError
from sheets_emulator.model import Document, File, Grant
from sheets_emulator.service import Opened, Service

ROOT = "root"


def root_id(account: str) -> str:
    """Return the id of the root folder of somebody's Drive, always the same."""
    return f"0A{hashlib.sha256(account.encode()).hexdigest()[:11]}Uk9PVA"


def is_root(file_id: str, account: str) -> bool:
    """Return whether an id means the root of this account's Drive."""
    return file_id in (ROOT, root_id(account))


def root_of(account: str) -> Opened:
    """Return the root of somebody's Drive as a folder."""
    grants = [Grant(permission_id(account), "user", "owner", account)]
    document = Document(root_id(account), "My Drive", grants=grants, maker=account, is_folder=True)
    return Opened(document, account, "owner")


class Tree:
    """The files that an account sees, by the folders in which it sees them."""

    def __init__(self, account: str, files: Iterable[File]) -> None:
        self._account = account
        self._files = {file.spreadsheet_id: file for file in files}

    def parents(self, file: File) -> list[str]:
        """Return the ids of the folders in which a file lies, of which there is one at most."""
        if file.spreadsheet_id == root_id(self._account):
            return []
        if file.parent in self._files:
            return [file.parent]
        return [root_id(self._account)] if file.owner == self._account else []

    def is_trashed(self, file: File) -> bool:
        """Return whether a file is in the trash, by itself or in a folder."""
        seen = set()
        at: File | None = file
        while at is not None and at.spreadsheet_id not in seen:
            if at.file.get("trashed"):
                return True
            seen.add(at.spreadsheet_id)
            at = self._files.get(at.parent)
        return False


def folders_above(service: Service, account: str, file: File) -> list[File]:
    """Return the folders around a file that the account sees, the nearest first."""
    found: list[File] = []
    while file.parent and all(file.parent != one.spreadsheet_id for one in found):
        try:
            file = service.open(account, file.parent).document
        except ApiError:
            break
        found.append(file)
    return found


def open_folder(
    service: Service, account: str, folder_id: str, confined_to: str | None
) -> Document | None:
    """Return a folder in which the account may put files; None for the root of its Drive."""
    if is_root(folder_id, account):
        return None
    try:
        opened = service.open(account, folder_id, confined_to)
    except ApiError:
        raise ApiError(404, f"File not found: {folder_id}.", location="fileId") from None
    if not opened.document.is_folder:
        raise ApiError(403, "The specified parent is not a folder.", reason="parentNotAFolder")
    if not at_least(opened.role, "writer"):
        raise ApiError(
            403,
            "Insufficient permissions for the specified parent.",
            reason="insufficientParentPermissions",
        )
    return opened.document


def only_parent(parents: list[str]) -> str | None:
    """Return the one folder that is named, if any; 403 for several."""
    if len(parents) > 1:
        raise ApiError(
            403, "Increasing the number of parents is not allowed", reason="cannotAddParent"
        )
    return parents[0] if parents else None


def put_into(document: Document, folder: Document | None) -> None:
    """Let a file lie in a folder, with whose members it is shared; None is the root."""
    document.parent = "" if folder is None else folder.spreadsheet_id
    known = {grant.permission_id for grant in document.grants}
    document.grants += [
        Grant(
            grant.permission_id,
            grant.kind,
            "writer" if grant.role == "owner" else grant.role,
            grant.address,
            grant.discoverable,
        )
        for grant in (folder.grants if folder is not None else ())
        if grant.permission_id not in known
    ]


def files_below(service: Service, account: str, folder_id: str) -> list[File]:
    """Return all files in a folder and in those in it, as far as the account sees them."""
    by_parent: dict[str, list[File]] = {}
    for listed in service.visible(account):
        by_parent.setdefault(listed.file.parent, []).append(listed.file)
    found: list[File] = []
    waiting = [folder_id]
    while waiting:
        inside = by_parent.pop(waiting.pop(), [])
        found += inside
        waiting += [file.spreadsheet_id for file in inside if file.is_folder]
    return found
