"""Who is asking, and what they may do.

An account is known by its address. A spreadsheet belongs to who made it; others have the role they
were granted, or none. Within a spreadsheet, protected ranges say who may change which cells.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping

from sheets_emulator.addresses import LOCAL_DOMAIN
from sheets_emulator.bounds import spend
from sheets_emulator.errors import forbidden, protected
from sheets_emulator.model import Area, Axis, Box, Document, File, Protection, Sheet

ROLES = ("reader", "commenter", "writer", "owner")  # each may do all that those before it may


def account_email(token: str, domain: str = LOCAL_DOMAIN) -> str:
    """Return the address of the account that a plain bearer token stands for.

    The README says how it is made: programs make it too, and what is stored has it.
    """
    return f"u{hashlib.sha256(token.encode()).hexdigest()[:20]}@{domain}"


def permission_id(address: str) -> str:
    """Return the id of every Drive permission of this address: twenty digits, always the same."""
    return str(int(hashlib.sha256(address.encode()).hexdigest(), 16))[:20]


def role_of(file: File, account: str) -> str | None:
    """Return the highest role the account has in a file; None if it may not even look."""
    held = {
        grant.role
        for grant in file.grants
        if grant.kind == "anyone" or (grant.kind in ("user", "group") and grant.address == account)
    }
    return max(held, key=ROLES.index, default=None)


def at_least(role: str, wanted: str) -> bool:
    """Return whether a role may do all that another may."""
    return ROLES.index(role) >= ROLES.index(wanted)


def demand(document: Document, account: str, role: str) -> str:
    """Return the account's role, or 403 if it is less than the one demanded."""
    held = role_of(document, account)
    if held is None or not at_least(held, role):
        raise forbidden()
    return held


def may_edit_range(document: Document, protection: Protection, account: str) -> bool:
    """Return whether the protection lets this account through."""
    return protection.warning_only or account == document.owner or account in protection.editors


class Caller:
    """What one account may touch in one spreadsheet, by role and by protected ranges."""

    def __init__(self, document: Document, account: str) -> None:
        self.account = account
        self.role = role_of(document, account)
        self.may_write = self.role in ("owner", "writer")
        spend(sum(len(sheet.protections) for sheet in document.sheets))
        names = {one.named_range_id: one.area for one in document.names}
        self._closed = {
            sheet.sheet_id: [
                (protection, _protected_box(names, sheet, protection))
                for protection in sheet.protections
                if not may_edit_range(document, protection, account)
            ]
            for sheet in document.sheets
            if self.role != "owner"  # whom every protection lets through
        }

    def may_edit_cell(self, sheet: Sheet, row: int, column: int) -> bool:
        """Return whether the account may change this cell."""
        return self.may_write and not any(
            box.covers(row, column) and not _is_excepted(protection, sheet, row, column)
            for protection, box in self._closed.get(sheet.sheet_id, ())
        )

    def closed(self, sheet: Sheet) -> Iterator[tuple[Box, tuple[Box, ...]]]:
        """Yield each box of a tab in which the account may not type, with the open boxes in it."""
        for protection, box in self._closed.get(sheet.sheet_id, ()):
            yield box, tuple(sheet.box(area) for area in _exceptions(protection, sheet))

    def require_cells(self, sheet: Sheet, boxes: Iterable[Box]) -> None:
        """Raise Google's refusal unless the account may change every one of these cells."""
        closed = self._closed.get(sheet.sheet_id, ())
        if not closed:
            return
        for box in boxes:
            spend(1 + len(closed) // 10)
            for protection, shut in closed:
                common = box.common(shut)
                if not common.is_empty and not _all_excepted(protection, sheet, common):
                    raise protected()

    def require_insertion(self, sheet: Sheet, axis: Axis, at: int) -> None:
        """Raise unless the account may insert rows or columns before line `at`."""
        self.require_sheet(sheet)
        for _, box in self._closed.get(sheet.sheet_id, ()):
            start, end = (box.top, box.bottom) if axis == "ROWS" else (box.left, box.right)
            if start < at < end:
                raise protected()

    def require_lines(self, sheet: Sheet, box: Box) -> None:
        """Raise unless the account may change whole rows or columns that make up this box."""
        self.require_sheet(sheet)
        self.require_cells(sheet, [box])

    def require_sheet(self, sheet: Sheet) -> None:
        """Raise unless the account may change the tab itself: it is not a protected tab."""
        if any(one.area.is_whole for one, _ in self._closed.get(sheet.sheet_id, ())):
            raise protected()

    def require_all_of(self, sheet: Sheet) -> None:
        """Raise unless nothing at all in the tab is closed to the account."""
        if self._closed.get(sheet.sheet_id):
            raise protected()

    def require_protection(self, protection: Protection) -> None:
        """Raise unless the account may change or remove this protection."""
        closed = self._closed.get(protection.sheet_id, ())
        if any(one.protected_range_id == protection.protected_range_id for one, _ in closed):
            raise protected()


def _protected_box(names: Mapping[str, Area], sheet: Sheet, protection: Protection) -> Box:
    return sheet.box(names.get(protection.named_range_id or "", protection.area))


def _exceptions(protection: Protection, sheet: Sheet) -> Iterator[Area]:
    for sheet_id, area in protection.unprotected:
        if sheet_id == sheet.sheet_id:
            yield area


def _is_excepted(protection: Protection, sheet: Sheet, row: int, column: int) -> bool:
    return any(area.covers(row, column) for area in _exceptions(protection, sheet))


def _all_excepted(protection: Protection, sheet: Sheet, box: Box) -> bool:
    if any(sheet.box(area).encloses(box) for area in _exceptions(protection, sheet)):
        return True
    spend(box.size * (1 + len(protection.unprotected) // 10))
    return all(_is_excepted(protection, sheet, row, column) for row, column in box.cells())
