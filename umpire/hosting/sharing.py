"""Decide who has access to which spreadsheet, and make the few requests that are needed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from umpire.games.text import join_words
from umpire.hosting.retry import Attempt
from umpire.projections.spreadsheets import BOARD, Spreadsheet, accounts_of
from umpire.sheets.client import Share, SheetsClient
from umpire.sheets.errors import Forbidden, Refused, SheetsError
from umpire.sheets.reconcile import plan_protection
from umpire.sheets.spreadsheet_metadata import METADATA_FIELDS, SpreadsheetMetadata
from umpire.store import Hosting, Link, MatchRow, Store
from umpire.store.records import READER_LINK, UMPIRE_LINK, LinkOwner

_ROLES = ("reader", "commenter", "writer", "owner")
"""The roles on Google Drive; each may do everything that those before it may."""

ANYONE = "anyone"
"""Stands for anyone with the link, as the account that reads an open board."""


@dataclass(frozen=True, slots=True)
class Guest:
    """An account that has access to a file; without an `email`, anyone with the link."""

    email: str | None
    role: Literal["reader", "writer"]

    def __str__(self) -> str:
        who = self.email or "anyone with its link"
        return f"{who} as {'Editor' if self.role == 'writer' else 'Viewer'}"

    def is_meant_by(self, share: Share) -> bool:
        """Return whether a share is for this guest, in any role."""
        if self.email is None:
            return share.kind == ANYONE
        return (share.email or "").casefold() == self.email.casefold()


@dataclass(frozen=True, slots=True)
class SharingPlan:
    """Changes to a file's permissions: shares to remove, and guests to let in."""

    removals: tuple[Share, ...]
    invitations: tuple[Guest, ...]


def guests_of(spreadsheet: Spreadsheet, links: Sequence[Link]) -> tuple[Guest, ...]:
    """Return the guests of a spreadsheet, without players who have no account.

    The accounts that umpire the match can write in every spreadsheet. If anyone with its link may
    read the board, people who only read it are not guests.
    """
    accounts = accounts_of(links)
    is_open = READER_LINK in {link.owner for link in links} - accounts.keys()
    readers = spreadsheet.readers()
    writing = (accounts[owner] for owner in spreadsheet.writers() if owner in accounts)
    writers = tuple(
        Guest(account, "writer") for account in (*spreadsheet.context.keepers, *writing)
    )
    if is_open and READER_LINK in readers:
        return (*writers, Guest(None, "reader"))
    reading = (accounts[owner] for owner in readers if owner in accounts)
    return (*writers, *(Guest(account, "reader") for account in reading))


def plan_sharing(
    shares: Sequence[Share], wanted: Sequence[Guest], former: Sequence[Guest] | None = None
) -> SharingPlan:
    """Return the changes to a file's permissions; the owner's share always stays.

    Only shares of the `former` guests are removed; if that is None, all shares that are not wanted.
    """
    unwanted = [
        share
        for share in shares
        if share.role != "owner"
        and not any(guest.is_meant_by(share) for guest in wanted)
        and (former is None or any(guest.is_meant_by(share) for guest in former))
    ]
    return SharingPlan(
        tuple(unwanted),
        tuple(
            guest
            for guest in dict.fromkeys(wanted)
            if not any(guest.is_meant_by(share) and _suffices(share, guest) for share in shares)
        ),
    )


def _suffices(share: Share, guest: Guest) -> bool:
    return share.role in _ROLES and _ROLES.index(share.role) >= _ROLES.index(guest.role)


def set_guests(
    sheets: SheetsClient,
    spreadsheet_id: str,
    wanted: Sequence[Guest],
    former: Sequence[Guest] | None = None,
    *,
    shares: Sequence[Share] | None = None,
    notify: bool = False,
) -> None:
    """Give access to a file to exactly the wanted guests. May be repeated.

    `former` is as for `plan_sharing`. `shares` are the file's present permissions, if known.
    """
    plan = plan_sharing(sheets.shares(spreadsheet_id) if shares is None else shares, wanted, former)
    for share in plan.removals:
        sheets.unshare(spreadsheet_id, share.id)
    for guest in plan.invitations:
        if guest.email is None:
            sheets.share_link(spreadsheet_id)
            continue
        try:
            sheets.share(spreadsheet_id, guest.email, guest.role, notify=notify)
        except Refused as error:
            hint = "" if notify else ", or add --notify, so that Google sends an invitation"
            raise SheetsError(
                f"{guest.email} is not let in: {str(error).removesuffix('.')}; correct the "
                f"address{hint}."
            ) from error


def replace_addresses(
    links: Sequence[Link], emails: Mapping[LinkOwner, str | None]
) -> tuple[Link, ...]:
    """Return a match's links on Google with other addresses; None removes an address.

    There is a reader's link as long as the board is open to anyone with its link: None removes it.
    """
    others = tuple(
        replace(link, email=emails[link.owner]) if link.owner in emails else link
        for link in links
        if link.owner != READER_LINK or READER_LINK not in emails
    )
    is_open = READER_LINK in emails and emails[READER_LINK] is not None
    return (*others, Link(READER_LINK, BOARD)) if is_open else others


def change_guests(
    store: Store,
    sheets: SheetsClient,
    owner: str,
    row: MatchRow,
    emails: Mapping[LinkOwner, str | None],
    spreadsheets_with: Callable[[Sequence[Link]], Sequence[Spreadsheet]],
    attempt: Attempt,
    *,
    notify: bool = False,
) -> tuple[Hosting, tuple[str, ...]]:
    """Change who has access to a match on Google; `emails` are as for `replace_addresses`.

    Without `emails`, give access to everybody who should have it and does not. Return the match's
    hosting with the new links, and sentences on what the umpire must do by hand: `owner`, the
    account of `sheets`, cannot share files that another account owns.

    `spreadsheets_with` returns the match's spreadsheets with the accounts of the links. The shares
    on Drive change first, because only the log knows whose access to remove; then the log, by which
    a daemon knows who may write; then the protection of cells. All of it may be repeated.
    """
    hosting = store.hosting(row.id)
    links = replace_addresses(hosting.links, emails)
    affected = [
        (spreadsheet, hosting.spreadsheets[spreadsheet.role])
        for spreadsheet in spreadsheets_with(links)
        if spreadsheet.role in hosting.spreadsheets
        and _affects(emails, (*spreadsheet.writers(), *spreadsheet.readers()))
    ]
    warnings: list[str] = []
    for spreadsheet, spreadsheet_id in affected:
        former, wanted = guests_of(spreadsheet, hosting.links), guests_of(spreadsheet, links)
        try:
            attempt(partial(set_guests, sheets, spreadsheet_id, wanted, former, notify=notify))
        except Forbidden:
            if attempt(partial(sheets.owner, spreadsheet_id)) == owner:
                raise
            removed = [guest for guest in former if guest not in wanted]
            warnings.append(
                manual_sharing_note(spreadsheet, owner, links, invitations=wanted, removals=removed)
            )
    store.set_hosting(row.id, replace(hosting, links=links))
    for spreadsheet, spreadsheet_id in affected:
        if _affects(emails, spreadsheet.seats):
            attempt(partial(_protect, sheets, spreadsheet_id, spreadsheet, owner))
    return store.hosting(row.id), tuple(warnings)


def _affects(emails: Mapping[LinkOwner, str | None], whom: Sequence[LinkOwner]) -> bool:
    return not emails or not emails.keys().isdisjoint(whom)


def manual_sharing_note(
    spreadsheet: Spreadsheet,
    account: str,
    links: Sequence[Link],
    *,
    invitations: Sequence[Guest],
    removals: Sequence[Guest] = (),
) -> str:
    """Return what the owner of a spreadsheet must do by hand, because the account may not."""
    hosts = {account, *(link.email for link in links if link.owner == UMPIRE_LINK)}
    tasks = [f"let in {guest}" for guest in dict.fromkeys(invitations) if guest.email not in hosts]
    tasks += [f"remove the access of {guest.email or 'its link'}" for guest in removals]
    todo = join_words(tasks) if tasks else "check who is let in"
    return f"{account} may not share {spreadsheet.name}, so do it by hand: {todo}."


def _protect(
    sheets: SheetsClient, spreadsheet_id: str, spreadsheet: Spreadsheet, owner: str
) -> None:
    metadata = sheets.metadata(spreadsheet_id, METADATA_FIELDS)
    plan = plan_protection(spreadsheet.target({}, owner), SpreadsheetMetadata.read(metadata))
    if plan.requests:
        sheets.write(spreadsheet_id, plan.requests)
