"""Google's own Sheets: find the credentials on this computer, and connect with them.

A person signs in (OAuth, `umpire login`) and owns the spreadsheets; a service account has a key
and works in what others share with it. Both are in the folder where gspread keeps them.
"""

import json
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urljoin, urlsplit

import requests
from google.auth.credentials import Credentials
from google.auth.exceptions import GoogleAuthError, RefreshError
from google.auth.transport.requests import AuthorizedSession, Request
from google.oauth2 import credentials as people
from google.oauth2 import service_account
from gspread import Client
from gspread.auth import get_config_dir
from gspread.http_client import HTTPClient

from umpire.errors import UmpireError, UsageError
from umpire.games.text import quote
from umpire.json_types import JsonObject
from umpire.sheets.client import CONNECT_SECONDS, READ_SECONDS, SheetsClient, http_client_at
from umpire.sheets.error_messages import PORTAL, SignIn, from_auth, from_requests, temporary_error
from umpire.sheets.errors import Unreachable

DRIVE_FILE = "https://www.googleapis.com/auth/drive.file"
"""The only scope that a person has to grant: the files that umpire made."""

SPREADSHEETS = "https://www.googleapis.com/auth/spreadsheets"
"""The scope that an account needs for files of another account, even if they are shared."""

DRIVE = "https://www.googleapis.com/auth/drive"
SERVICE_SCOPES = (SPREADSHEETS, DRIVE)

FURTHER_SCOPES = (DRIVE_FILE, SPREADSHEETS)
"""The scopes that the person of a further account has to grant."""

TIMEOUT = (CONNECT_SECONDS, READ_SECONDS)

TOKEN_URI = "https://oauth2.googleapis.com/token"
_LOOPBACK = {"127.0.0.1", "localhost", "::1"}
_FURTHER = "umpire-accounts"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_GOOGLE_HOST = re.compile(r"(.+\.)?(google|googleapis)\.com")
_LONGEST_FILE = 100_000


@dataclass(frozen=True, slots=True)
class CredentialsFile:
    """A file with credentials; `account_hint` is their account, "" if the file does not name it.

    `name` is that of a further account.
    """

    kind: Literal["oauth", "service"]
    path: Path
    account_hint: str
    name: str = ""

    @property
    def sign_in(self) -> SignIn:
        """The account of these credentials."""
        return SignIn(self.kind, self.account_hint, self.name)


def find_credentials(file: Path | None) -> CredentialsFile:
    """Return the credentials of a file, or else those in gspread's folder, a person's first.

    Raises UmpireError if there are none, UsageError if the file holds none.
    """
    if file is not None:
        return _identify(file)
    for path in (signed_in_file(), config_folder() / "service_account.json"):
        if path.exists():
            return _identify(path)
    raise UmpireError(
        "nobody is signed in to Google on this computer: run 'umpire login', or give a service "
        "account's key with --credentials FILE."
    )


def further_file(first: Path, name: str) -> Path:
    """Return the file of a further account, beside that of the first one's. Raises UsageError."""
    if _NAME.fullmatch(name) is None:
        raise UsageError(
            f"{quote(name)} cannot name an account: use small letters and digits, such as second."
        )
    return first.parent / _FURTHER / f"{name}.json"


def further_files(first: Path) -> list[Path]:
    """Return the files of all further accounts, in the order of their names."""
    files = (first.parent / _FURTHER).glob("*.json")
    return sorted(file for file in files if _NAME.fullmatch(file.stem) is not None)


def read_further(file: Path) -> CredentialsFile:
    """Return the credentials of a further account. Raises UsageError if its file holds none."""
    return replace(_identify(file), name=file.stem)


def connect(source: CredentialsFile, base_url: str | None) -> SheetsClient:
    """Make one connection with credentials, as `connection_opener` does."""
    return connection_opener(source, base_url)()


def connection_opener(source: CredentialsFile, base_url: str | None) -> Callable[[], SheetsClient]:
    """Return a function that makes connections; `base_url` imitates Google in a rehearsal.

    All of them share a token. If Google refuses the credentials, the file is read again, so that a
    connection goes on with a new sign-in. Raises UsageError if the file holds no such credentials.
    """
    token = _Token(lambda: _read_credentials(source.path, base_url), source.path)
    kind = HTTPClient if base_url is None else http_client_at(base_url)

    def open_connection() -> SheetsClient:
        credentials = _SharedCredentials(token)
        session = _Session(credentials, trusts_environment=base_url is None)
        client = Client(auth=credentials, session=session, http_client=kind)
        return SheetsClient(client, source.sign_in)

    return open_connection


def granted_scopes(source: CredentialsFile, base_url: str | None) -> frozenset[str]:
    """Return the scopes that credentials have, with a new token. Raises UmpireError."""
    uri = str(read_json(source.path).get("token_uri") or TOKEN_URI)
    info_uri = urljoin(uri if is_local(uri) else TOKEN_URI, "tokeninfo")
    credentials = _read_credentials(source.path, base_url)
    with requests.Session() as session:
        session.trust_env = base_url is None
        try:
            request = partial(_request_once, Request(session), timeout=TIMEOUT)
            credentials.refresh(request)  # type: ignore[no-untyped-call]
            # In the body: a server on the way may log an address.
            form = {"access_token": credentials.token}
            answer = session.post(info_uri, data=form, timeout=TIMEOUT)
            scopes = answer.json()["scope"].split()
        except GoogleAuthError as error:
            raise from_auth(error, source.sign_in) from None
        except requests.exceptions.RequestException as error:
            raise from_requests(error, source.sign_in) from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise Unreachable(PORTAL) from None
    return frozenset(scopes)


def config_folder() -> Path:
    """Return the folder where gspread keeps credentials. Raises UmpireError if there is none."""
    try:
        return get_config_dir()
    except (KeyError, RuntimeError):
        raise UmpireError(
            "umpire does not know where your files are kept on this computer: give --credentials "
            "FILE."
        ) from None


def signed_in_file() -> Path:
    """Return the file of the person who is signed in."""
    return config_folder() / "authorized_user.json"


def read_json(file: Path) -> JsonObject:
    """Read a JSON object. Raises UsageError if the file holds none."""
    try:
        with file.open(encoding="utf-8") as stream:
            text = stream.read(_LONGEST_FILE)
        content = json.loads(text)
    except OSError as error:
        raise UsageError(f"the file {file} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise UsageError(
            f"the file {file} does not hold credentials: it is not a JSON file from Google."
        )
    return content


def is_local(address: str) -> bool:
    """Return whether an address is on this machine, as in a rehearsal."""
    scheme, host = _scheme_and_host(address)
    return scheme in {"http", "https"} and host in _LOOPBACK


def is_google(address: str) -> bool:
    """Return whether an address is Google's own."""
    scheme, host = _scheme_and_host(address)
    return scheme == "https" and _GOOGLE_HOST.fullmatch(host) is not None


def _scheme_and_host(address: str) -> tuple[str, str]:
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.scheme, parts.hostname or ""


def _identify(file: Path) -> CredentialsFile:
    if not file.exists():
        raise UsageError(
            f"there is no file {file}: make it with 'umpire login', or name another file."
        )
    info = read_json(file)
    if info.get("type") == "service_account":
        return CredentialsFile("service", file, str(info.get("client_email", "")))
    if "refresh_token" in info:
        return CredentialsFile("oauth", file, str(info.get("account", "")))
    if "installed" in info or "web" in info:
        raise UsageError(
            f"the file {file} names an app, not a person: sign in with 'umpire login --client "
            f"{file}'."
        )
    raise UsageError(
        f"the file {file} holds neither a sign-in nor a service account's key: sign in with "
        "'umpire login'."
    )


def _read_credentials(file: Path, base_url: str | None) -> Credentials:
    info = read_json(file)
    check_token_uri(file, str(info.get("token_uri") or TOKEN_URI), base_url)
    try:
        if info.get("type") == "service_account":
            return _service_credentials(info)
        return _person_credentials(info)
    except (ValueError, TypeError, KeyError, AttributeError, GoogleAuthError):
        kind = "key" if info.get("type") == "service_account" else "sign-in"
        raise UsageError(
            f"the {kind} in {file} is damaged: make a new one ('umpire login' for a person)."
        ) from None


def _service_credentials(info: JsonObject) -> Credentials:
    credentials: Credentials = service_account.Credentials.from_service_account_info(  # type: ignore[no-untyped-call]
        info, scopes=SERVICE_SCOPES
    )
    return credentials


def _person_credentials(info: JsonObject) -> Credentials:
    """Make a person's credentials; the scopes stay those that were granted."""
    token, client, secret = (
        _text(info, name) for name in ("refresh_token", "client_id", "client_secret")
    )
    return people.Credentials(  # type: ignore[no-untyped-call]
        None,
        refresh_token=token,
        token_uri=info.get("token_uri") or TOKEN_URI,
        client_id=client,
        client_secret=secret,
    )


def _text(info: JsonObject, name: str) -> str:
    if not isinstance(info[name], str) or not info[name]:
        raise ValueError(name)
    text: str = info[name]
    return text


def check_token_uri(file: Path, token_uri: str, base_url: str | None) -> None:
    """Keep a rehearsal apart from Google, and secrets away from others. Raises UsageError."""
    if base_url is None and is_local(token_uri):
        raise UsageError(
            f"the sign-in in {file} is for a rehearsal: set UMPIRE_GOOGLE to the address of "
            "'umpire serve --google', or sign in to Google with 'umpire login --again'."
        )
    if base_url is not None and is_google(token_uri):
        raise UsageError(
            f"UMPIRE_GOOGLE is set for a rehearsal, but {file} is a sign-in to Google itself: give "
            "the rehearsal's with --credentials FILE, or unset UMPIRE_GOOGLE."
        )
    if not (is_local(token_uri) or is_google(token_uri)):
        raise UsageError(
            f"the file {file} does not come from Google: its token_uri is not Google's."
        )


class _Token:
    """The token of a credentials file. All connections share it, and one of them renews it.

    If it is refused and the file has changed, the file is read again.
    """

    def __init__(self, read: Callable[[], Credentials], file: Path) -> None:
        self._read = read
        self._file = file
        self._stamp = self._file_stamp()
        self._inner = read()
        self._lock = threading.Lock()
        self._tries = 0
        self._failure: Exception | None = None

    def replace(self, former: str | None, request: Any) -> tuple[str | None, datetime | None]:
        """Return a token and its expiry for a connection whose `former` token no longer works.

        A connection that waits while another renews the token gets the same result, even a failure.
        """
        tries = self._tries
        with self._lock:
            if self._tries == tries:
                if self._inner.token == former or not self._inner.valid:
                    self._try(request)
            elif self._failure is not None:
                raise self._failure
            return self._inner.token, self._inner.expiry

    def _try(self, request: Any) -> None:
        self._failure = None
        try:
            self._refresh(request)
        except Exception as error:
            self._failure = error
            raise
        finally:
            self._tries += 1

    def _refresh(self, request: Any) -> None:
        try:
            self._renew(request)
        except RefreshError as error:
            if error.retryable or not self._read_again():
                raise
            self._renew(request)

    def _renew(self, request: Any) -> None:
        try:
            self._inner.refresh(partial(_request_once, request))  # type: ignore[no-untyped-call]
        except (TypeError, ValueError, KeyError, AttributeError):
            # google-auth looks for a token in whatever comes with status 200.
            raise Unreachable(PORTAL) from None

    def _read_again(self) -> bool:
        stamp = self._file_stamp()
        if stamp == self._stamp:
            return False
        try:
            self._inner = self._read()
        except UsageError:
            return False
        self._stamp = stamp
        return True

    def _file_stamp(self) -> tuple[int, int] | None:
        try:
            status = self._file.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_ino


class _SharedCredentials(Credentials):
    """The credentials of one connection, with the token that all share."""

    def __init__(self, shared: _Token) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._shared = shared

    def refresh(self, request: Any) -> None:
        """Replace the token."""
        self.token, self.expiry = self._shared.replace(self.token, request)


def _request_once(request: Any, *arguments: Any, **more: Any) -> Any:
    """Request a token once. google-auth itself would sleep and try again."""
    answer = request(*arguments, **more)
    trouble = temporary_error(answer.status, answer.headers, "Google")
    if trouble is not None:
        raise trouble
    return answer


class _Session(AuthorizedSession):
    """A session in which every request has a time limit, also those for a new token.

    It uses a proxy only if it trusts the environment. There is none on the way to this machine.
    """

    def __init__(self, credentials: Credentials, *, trusts_environment: bool) -> None:
        self._renewals = requests.Session()
        self._renewals.trust_env = trusts_environment
        super().__init__(credentials, auth_request=Request(self._renewals))  # type: ignore[no-untyped-call]
        self.trust_env = trusts_environment

    def close(self) -> None:
        """Close all open connections."""
        self._renewals.close()
        super().close()  # type: ignore[no-untyped-call]
