"""Sign in to Google as the first account or a further one, and save the credentials."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeAlias

from umpire.errors import UmpireError, UsageError
from umpire.hosting.accounts import Warn, google_base, warn_if_open
from umpire.json_types import JsonObject
from umpire.sheets import google, signin
from umpire.sheets.errors import SheetsError

AskConsent: TypeAlias = Callable[[JsonObject, Sequence[str]], JsonObject]
"""Asks a person to let an OAuth client have scopes, and returns the sign-in."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """The sign-in that is saved in a file.

    If the file is not the `first` account's, it is a further account's. `base` is the address of a
    server that imitates Google, None for Google itself.
    """

    file: Path
    first: Path
    base: str | None
    warn: Warn

    @classmethod
    def of(cls, credentials: Path | None, name: str | None, warn: Warn) -> Self:
        """Return the sign-in of the first account, or with a name that of a further one.

        `credentials` is the file of the first, None for the usual one. Raises UsageError.
        """
        base, first = google_base(), credentials or google.signed_in_file()
        file = first if name is None else google.further_file(first, name)
        return cls(file, first, base, warn)

    @property
    def credentials(self) -> google.CredentialsFile:
        """The credentials in the file, which is not read yet."""
        name = self.file.stem if self._is_further else ""
        return google.CredentialsFile("oauth", self.file, "", name)

    @property
    def _is_further(self) -> bool:
        return self.file != self.first

    @property
    def _scopes(self) -> Sequence[str]:
        return google.FURTHER_SCOPES if self._is_further else (google.DRIVE_FILE,)

    def working_account(self) -> str | None:
        """Return the account that is signed in and can be used; None if there is none."""
        warn_if_open(self.file, self.warn)
        return signin.working_account(self.file, self.base, self._scopes)

    def replace(self, client: Path | None, ask_consent: AskConsent, *, again: bool) -> str:
        """Sign a person in, save the sign-in, and return the account. Raises UmpireError.

        `client` is the file of an OAuth client. With `again` the old file is checked first, because
        `working_account` was not called.
        """
        if again:
            warn_if_open(self.file, self.warn)
            signin.check_replaceable(self.file, self.base)
        info = ask_consent(self._client(client), self._scopes)
        signin.save_sign_in(self.file, info)
        account = self._account()
        if self._is_further and (refusal := self._refusal(account)):
            self.file.unlink()  # not signed out, or the account that is known already would be
            raise UsageError(refusal)
        signin.save_sign_in(self.file, {**info, "account": account})
        return account

    def copy_key(self, key: Path, *, again: bool) -> str:
        """Copy the key of a further service account; return its address. Raises UmpireError."""
        if self.file.exists() and not again:
            raise UsageError(
                f"there is an account {self.file.stem} already: add --again to replace it."
            )
        warn_if_open(key, self.warn)
        info = signin.read_key(key, self.base)
        account = str(info["client_email"])
        if refusal := self._refusal(account):
            raise UsageError(refusal)
        signin.save_sign_in(self.file, info)
        return account

    def _refusal(self, account: str) -> str | None:
        """Return why an account is refused: another file has it already. None if no file has."""
        for other in (self.first, *google.further_files(self.first)):
            try:
                hint = google.find_credentials(other).account_hint
            except UsageError:
                continue
            if other != self.file and hint.casefold() == account.casefold():
                return (
                    f"{account} is signed in already ({other}), and an account has only one quota: "
                    "sign in as somebody else."
                )
        return None

    def _client(self, client: Path | None) -> JsonObject:
        """Return the OAuth client in the file, else gspread's, else that of the last sign-in."""
        file = client or google.config_folder() / "credentials.json"
        if client is None and not file.exists():
            last = signin.client_of_sign_in(self.first, self.base)
            if last is not None:
                return last
            raise UsageError(
                f"there is no OAuth client in {file}: make one in Google's console (docs/google.md "
                "shows how), and give its file with --client FILE."
            )
        info = signin.read_client(file, self.base)
        warn_if_open(file, self.warn)
        return info

    def _account(self) -> str:
        try:
            return signin.fetch_account(self.credentials, self.base)
        except SheetsError as error:
            raise UmpireError(
                f"the sign-in is kept in {self.file} but cannot be used yet: {error}"
            ) from None
