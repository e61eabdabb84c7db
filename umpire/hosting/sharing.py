"""Decide who is let into which spreadsheet, and make the few requests that are needed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from umpire.games.text import listed
from umpire.hosting.retry import Attempt
from umpire.projections.spreadsheets import BOARD, Spreadsheet, accounts_of
from umpire.sheets.client import Share, SheetsClient
from umpire.sheets.errors import Forbidden, Refused, SheetsError
from umpire.sheets.reconcile import plan_protection
from umpire.sheets.spreadsheet_metadata import METADATA_FIELDS, SpreadsheetMetadata
from umpire.store import Hosting, Link, MatchRow, Store
from umpire.store.records import READER_LINK, UMPIRE_LINK, LinkOwner

_ROLES = ("reader", "commenter", "writer", "owner")
"""The roles; each may do everything that the ones before it may."""

ANYONE = "anyone"
"""Who reads the board while it is open to anyone with its link."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody to let in: an account, or without an `email` everybody with the link."""

    email: str | None
    role: Literal["reader", "writer"]

    def __str__(self) -> str:
        who = self.email or "anyone with its link"
        return f"{who} as {'Editor' if self.role == 'writer' else 'Viewer'}"

    def is_meant_by(self, share: Share) -> bool:
        """Return whether a share is this guest's, in whatever role."""
        if self.email is None:
            return share.kind == ANYONE
        return (share.email or "").casefold() == self.email.casefold()


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes to a file's permissions: those to remove, and guests to let in."""

    take_back: tuple[Share, ...]
    let_in: tuple[Guest, ...]


def guests(spreadsheet: Spreadsheet, links: Sequence[Link]) -> tuple[Guest, ...]:
    """Return the guests of a spreadsheet, without players who have no account.

    The accounts that umpire the match write in every one. Where the board is open to whoever has
    its link, who only reads it is not let in by name.
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


def changes(
    shares: Sequence[Share], wanted: Sequence[Guest], former: Sequence[Guest] | None = None
) -> Changes:
    """Return the changes to a file's permissions; the owner's always stays.

    Only shares of the `former` guests are taken back; with None all that nobody wants.
    """
    unwanted = [
        share
        for share in shares
        if share.role != "owner"
        and not any(guest.is_meant_by(share) for guest in wanted)
        and (former is None or any(guest.is_meant_by(share) for guest in former))
    ]
    return Changes(
        tuple(unwanted),
        tuple(
            guest
            for guest in dict.fromkeys(wanted)
            if not any(guest.is_meant_by(share) and _suffices(share, guest) for share in shares)
        ),
    )


def _suffices(share: Share, guest: Guest) -> bool:
    return share.role in _ROLES and _ROLES.index(share.role) >= _ROLES.index(guest.role)


def bring(
    sheets: SheetsClient,
    spreadsheet_id: str,
    wanted: Sequence[Guest],
    former: Sequence[Guest] | None = None,
    *,
    shares: Sequence[Share] | None = None,
    notify: bool = False,
) -> None:
    """Let exactly the wanted guests into a file. May be repeated.

    `shares` are its permissions now, if they are known.
    """
    due = changes(sheets.shares(spreadsheet_id) if shares is None else shares, wanted, former)
    for share in due.take_back:
        sheets.unshare(spreadsheet_id, share.id)
    for guest in due.let_in:
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


def readdress(links: Sequence[Link], emails: Mapping[LinkOwner, str | None]) -> tuple[Link, ...]:
    """Return a match's links on Google with other addresses; None removes an address.

    The reader's link is there while the board is open to whoever has it: None takes it away.
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
    made_of: Callable[[Sequence[Link]], Sequence[Spreadsheet]],
    attempt: Attempt,
    *,
    notify: bool = False,
) -> tuple[Hosting, tuple[str, ...]]:
    """Change who is let into a match on Google; `emails` are those of `readdress`.

    Where there are none, whoever should be let in and is not is let in. Gives where it is hosted
    then, and what the umpire is to do by hand: `owner`, the account of `sheets`, may not share what
    another account owns.

    `made_of` gives the match's spreadsheets with the accounts of such links. Drive's shares come
    first, because only the log knows whose access to take back; then the log, which tells a daemon
    whom to let write; then the protection of the cells. All may be repeated.
    """
    hosting = store.hosting(row.id)
    links = readdress(hosting.links, emails)
    concerned = [
        (spreadsheet, hosting.spreadsheets[spreadsheet.role])
        for spreadsheet in made_of(links)
        if spreadsheet.role in hosting.spreadsheets
        and _concerns(emails, (*spreadsheet.writers(), *spreadsheet.readers()))
    ]
    warnings: list[str] = []
    for spreadsheet, spreadsheet_id in concerned:
        former, wanted = guests(spreadsheet, hosting.links), guests(spreadsheet, links)
        try:
            attempt(partial(bring, sheets, spreadsheet_id, wanted, former, notify=notify))
        except Forbidden:
            if attempt(partial(sheets.owner, spreadsheet_id)) == owner:
                raise
            gone = [guest for guest in former if guest not in wanted]
            warnings.append(by_hand(spreadsheet, owner, links, let_in=wanted, take_back=gone))
    store.set_hosting(row.id, replace(hosting, links=links))
    for spreadsheet, spreadsheet_id in concerned:
        if _concerns(emails, spreadsheet.seats):
            attempt(partial(_protect, sheets, spreadsheet_id, spreadsheet, owner))
    return store.hosting(row.id), tuple(warnings)


def _concerns(emails: Mapping[LinkOwner, str | None], whom: Sequence[LinkOwner]) -> bool:
    return not emails or not emails.keys().isdisjoint(whom)


def by_hand(
    spreadsheet: Spreadsheet,
    account: str,
    links: Sequence[Link],
    *,
    let_in: Sequence[Guest],
    take_back: Sequence[Guest] = (),
) -> str:
    """Return what the owner of a spreadsheet must do in person, if the account may not."""
    hosts = {account, *(link.email for link in links if link.owner == UMPIRE_LINK)}
    due = [f"let in {guest}" for guest in dict.fromkeys(let_in) if guest.email not in hosts]
    due += [f"remove the access of {guest.email or 'its link'}" for guest in take_back]
    todo = listed(due) if due else "check who is let in"
    return f"{account} may not share {spreadsheet.name}, so do it by hand: {todo}."


def _protect(
    sheets: SheetsClient, spreadsheet_id: str, spreadsheet: Spreadsheet, owner: str
) -> None:
    metadata = sheets.metadata(spreadsheet_id, METADATA_FIELDS)
    due = plan_protection(spreadsheet.target({}, owner), SpreadsheetMetadata.read(metadata))
    if due.requests:
        sheets.write(spreadsheet_id, due.requests)
