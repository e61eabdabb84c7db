"""The check of a spreadsheet's sharing."""

from collections.abc import Iterator, Sequence

from umpire.checkup.findings import REPAIR, Finding, Level
from umpire.hosting.sharing import Guest, guests_of, plan_sharing
from umpire.projections.spreadsheets import Spreadsheet, accounts_of
from umpire.sheets.client import Share, SheetsClient
from umpire.store import Hosting
from umpire.store.records import BOARD_LINK, READER_LINK, UMPIRE_LINK, LinkOwner

_MAY = {
    "owner": "owns it",
    "writer": "may write in it",
    "commenter": "may comment on it",
    "reader": "may read it",
}
_OK = 200
_ABOUT = "who is let in"


class Access:
    """The check of one spreadsheet's guests and their roles."""

    def __init__(
        self, match_id: str, spreadsheet: Spreadsheet, hosting: Hosting, group: str
    ) -> None:
        self._match_id = match_id
        self._spreadsheet = spreadsheet
        self._on_google = hosting.is_on_google
        self._group = group
        self._guests = guests_of(spreadsheet, hosting.links)
        self._owners = {
            account.casefold(): owner for owner, account in accounts_of(hosting.links).items()
        }
        self._keepers = {keeper.casefold() for keeper in spreadsheet.context.keepers}

    def findings(self, shares: Sequence[Share]) -> Iterator[Finding]:
        """Compare the file's permissions with what they should be."""
        differences = plan_sharing(shares, self._guests)
        others = [share for share in shares if (share.email or "").casefold() not in self._keepers]
        faults = [self._stranger(share) for share in differences.removals]
        faults += [self._not_let_in(guest, shares) for guest in differences.invitations]
        faults += self._readers_who_write(others)
        faults += [
            self._without_account(self._label(owner))
            for owner in self._spreadsheet.writers()
            if owner != UMPIRE_LINK and owner not in self._owners.values()
        ]
        yield from faults
        if not faults:
            yield Finding(
                self._group, _ABOUT, "ok", f"The umpire{self._describe_guests()}, and nobody else."
            )

    def _is_keeper(self, guest: Guest) -> bool:
        return guest.email is not None and guest.email.casefold() in self._keepers

    def _describe_guests(self) -> str:
        guests = [
            f"{self._guest_name(guest)} ({'writes' if guest.role == 'writer' else 'reads'})"
            for guest in self._guests
            if not self._is_keeper(guest) and self._owner(guest.email) != UMPIRE_LINK
        ]
        return "".join(f", {guest_text}" for guest_text in guests)

    def _guest_name(self, guest: Guest) -> str:
        if guest.email is None:
            return "everybody with the link"
        return self._label(self._owners[guest.email.casefold()])

    def _owner(self, account: str | None) -> LinkOwner | None:
        return None if account is None else self._owners.get(account.casefold())

    def _label(self, owner: LinkOwner) -> str:
        if isinstance(owner, int):
            return self._spreadsheet.context.players[owner]
        return BOARD_LINK if owner == READER_LINK else owner

    def _without_account(self, player: str) -> Finding:
        sentence = f"{player} has no address yet, so they cannot write in it."
        return self._finding(sentence, self._how_to_share(f"{player}=ADDRESS"), "warning")

    def _not_let_in(self, guest: Guest, shares: Sequence[Share]) -> Finding:
        if guest.email is None:
            sentence = "Its link should open it for everybody, but does not."
            return self._finding(sentence, self._how_to_share(BOARD_LINK))
        roles = [share.role for share in shares if guest.is_meant_by(share)]
        name = self._account_name(guest.email)
        if self._is_keeper(guest):
            sentence = f"{name}, an account that umpires it, cannot write in it."
            return self._finding(sentence, self._how_to_share("--accounts"))
        if roles:
            sentence = f"{name} {_MAY.get(roles[0], 'is let in')}, but should be able to write."
        else:
            sentence = f"{name} cannot open it."
        return self._finding(
            sentence, self._how_to_share(f"{self._guest_name(guest)}={guest.email}")
        )

    def _readers_who_write(self, shares: Sequence[Share]) -> Iterator[Finding]:
        """Yield guests who may write but should only read."""
        for share in shares:
            for guest in self._guests:
                if guest.role == "reader" and guest.is_meant_by(share) and share.role == "writer":
                    who = "Everybody" if share.email is None else self._account_name(share.email)
                    sentence = f"{who} may write in it, but should only read."
                    yield self._finding(sentence, self._how_to_unshare(share))

    def _stranger(self, share: Share) -> Finding:
        may = _MAY.get(share.role, "is let in")
        if share.kind == "anyone":
            sentence = f"Everybody with the link {may}, but it is not for everybody."
        else:
            name = self._account_name(share.email or f"a {share.kind}")
            sentence = f"{name} {may}, but should not be let in."
        return self._finding(sentence, self._how_to_unshare(share))

    def _account_name(self, account: str) -> str:
        owner = self._owner(account)
        who = None if owner is None else self._label(owner)
        if not self._on_google:
            return f"The link of {who}" if who else "An account without any of its links"
        return f"{who} ({account})" if who else account

    def _how_to_share(self, whom: str) -> str:
        if not self._on_google:
            return "Restore a backup of the local server's sheets.db, or make a new match."
        return f"Run 'umpire share {self._match_id} {whom}'."

    def _how_to_unshare(self, share: Share) -> str:
        if not self._on_google:
            return "Restore a backup of the local server's sheets.db, or make a new match."
        return "Open it, choose Share, and remove that access."

    def _finding(self, sentence: str, todo: str, level: Level = "wrong") -> Finding:
        return Finding(self._group, _ABOUT, level, sentence, todo)


def check_sharing(group: str, sheets: SheetsClient, spreadsheet_id: str) -> Iterator[Finding]:
    """Check that only the owner may let others in."""
    path, fields = f"/drive/v3/files/{spreadsheet_id}", {"fields": "writersCanShare"}
    answer = sheets.request("get", path, params=fields)
    if answer.status != _OK:
        sentence = f"Drive does not say who may let others in (status {answer.status})."
        yield Finding(group, "sharing", "warning", sentence, "Try again later.")
    elif answer.body.get("writersCanShare", False):
        yield Finding(
            group, "sharing", "wrong", "Anyone who writes in it can let others in.", REPAIR
        )
    else:
        yield Finding(group, "sharing", "ok", "Only its owner can let others in.")
