"""What a test has of a running server: accounts, clients, faults, quotas. See the README."""

from collections.abc import Sequence
from typing import Any, Final

import gspread
from google.oauth2.credentials import Credentials

from sheets_emulator.app import LocalServer
from sheets_emulator.faults import Call, Faults, Quota
from sheets_emulator.functions.supplied import SuppliedFunctions
from sheets_emulator.model import JsonObject
from sheets_emulator.redirect import redirect_session
from sheets_emulator.scalars import CellError
from sheets_emulator.scopes import DRIVE, SPREADSHEETS

__all__ = ["OWNER", "CellError", "SheetsEmulator", "gspread_client"]

OWNER: Final = "owner@example.com"


def gspread_client(base_url: str, credentials: Credentials, **options: Any) -> gspread.Client:
    """Return an unmodified gspread client whose requests are led to a server."""
    client = gspread.Client(auth=credentials, **options)
    redirect_session(client.http_client.session, base_url)
    return client


class SheetsEmulator:
    """A server that is empty when a test begins.

    `server` is the server itself, for everything that has no method here.
    """

    def __init__(self, server: LocalServer) -> None:
        self.server = server
        self._clients: list[gspread.Client] = []

    @property
    def url(self) -> str:
        """The server's address, without a slash at the end."""
        return self.server.base_url

    @property
    def faults(self) -> Faults:
        """What is to go wrong: `faults.plan(Fault("status", 503))`."""
        return self.server.faults

    @property
    def quota(self) -> Quota:
        """The requests that an account may make in a minute: none are refused until it is set."""
        return self.server.quota

    @property
    def functions(self) -> SuppliedFunctions:
        """Functions of the test's own: `functions["GOOGLEFINANCE"] = lambda symbol: 172.5`."""
        return self.server.functions

    @property
    def calls(self) -> list[Call]:
        """The requests made so far, in their order."""
        return self.server.faults.calls

    def client(
        self, account: str = OWNER, scopes: Sequence[str] = (SPREADSHEETS, DRIVE), **options: Any
    ) -> gspread.Client:
        """Return an unmodified gspread client that is signed in; `options` are gspread's own."""
        self._clients.append(gspread_client(self.url, self.credentials(account, scopes), **options))
        return self._clients[-1]

    def token(self, account: str = OWNER, scopes: Sequence[str] = (SPREADSHEETS, DRIVE)) -> str:
        """Return an access token of the account with this e-mail address, good for an hour."""
        return self.server.sign_in(account, scopes)

    def credentials(
        self, account: str = OWNER, scopes: Sequence[str] = (SPREADSHEETS, DRIVE)
    ) -> Credentials:
        """Return google-auth's credentials with such a token."""
        return Credentials(self.token(account, scopes))  # type: ignore[no-untyped-call]

    def authorized_user(
        self, account: str = OWNER, scopes: Sequence[str] = (SPREADSHEETS, DRIVE)
    ) -> JsonObject:
        """Return what stands in the file that a program keeps once this account let it in."""
        client = self.server.client_file()["installed"]
        owner, app = account.lower(), client["client_id"]
        refresh = self.server.accounts.new_refresh(owner, app, tuple(scopes))
        kept = {name: client[name] for name in ("client_id", "client_secret", "token_uri")}
        return {"type": "authorized_user", "refresh_token": refresh, **kept}

    def service_account(self, name: str = "robot") -> JsonObject:
        """Return what stands in the key file of a new service account."""
        return self.server.service_file(name)

    def close(self) -> None:
        """Close the connections of the clients."""
        for client in self._clients:
            client.http_client.session.close()
