"""Sign a person in to Google and out again, with OAuth for an app on the person's own machine.

The app is the umpire's own client. The person consents in a browser, and Google sends the browser
to an address of this machine with a code. The code is exchanged for a refresh token, which is saved
in a file that gspread can read too.
"""

import hmac
import json
import logging
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qs, unquote, urlsplit

import requests
from google_auth_oauthlib.flow import Flow  # type: ignore[import-untyped]
from oauthlib.oauth2 import OAuth2Error  # type: ignore[import-untyped]

from umpire.errors import UmpireError, UsageError
from umpire.json_types import JsonObject
from umpire.private_files import write_private
from umpire.sheets.error_messages import SignIn, from_requests
from umpire.sheets.errors import Forbidden, SignInFailed
from umpire.sheets.google import (
    DRIVE,
    DRIVE_FILE,
    TIMEOUT,
    TOKEN_URI,
    CredentialsFile,
    check_token_uri,
    connect,
    find_credentials,
    is_google,
    is_local,
    read_json,
)

_HOST = "127.0.0.1"
_REVOKE_URI = "https://oauth2.googleapis.com/revoke"
_NEEDED = ("client_id", "client_secret", "auth_uri", "token_uri")
_HELP = "make an OAuth client of type Desktop app in Google's console and download its file"


def read_client(file: Path, base_url: str | None) -> JsonObject:
    """Read the file of an OAuth client. Raises UsageError unless it is for a desktop app."""
    info = read_json(file)
    if info.get("type") == "service_account":
        raise UsageError(
            f"the file {file} is a service account's key, which needs no sign-in: give it to other "
            f"commands with --credentials, or {_HELP}."
        )
    if "web" in info:
        raise UsageError(f"the file {file} is for a client of type Web application: {_HELP}.")
    client = info.get("installed")
    if not isinstance(client, dict):
        raise UsageError(f"the file {file} is not an OAuth client: {_HELP}.")
    return _checked_client(file, client, base_url)


def client_of_sign_in(file: Path, base_url: str | None) -> JsonObject | None:
    """Return the OAuth client of a sign-in, None if its file does not name it.

    Raises UsageError.
    """
    try:
        info = read_json(file)
    except UsageError:
        return None
    return _checked_client(file, info, base_url) if "auth_uri" in info else None


def _checked_client(file: Path, client: JsonObject, base_url: str | None) -> JsonObject:
    if not all(isinstance(client.get(name), str) and client[name] for name in _NEEDED):
        raise UsageError(f"the file {file} is damaged, or not for a Desktop app: {_HELP}.")
    check_token_uri(file, client["token_uri"], base_url)
    if is_local(client["token_uri"]) != is_local(client["auth_uri"]) or not (
        is_local(client["auth_uri"]) or is_google(client["auth_uri"])
    ):
        raise UsageError(
            f"the file {file} does not come from Google: its auth_uri is not Google's."
        )
    return {"installed": {name: client[name] for name in _NEEDED}}


class Consent:
    """A request for a person's consent. It begins at `address` and ends at the redirect URI."""

    def __init__(
        self, client: JsonObject, redirect_uri: str, scopes: Sequence[str] = (DRIVE_FILE,)
    ) -> None:
        self._client: JsonObject = client["installed"]
        self._scopes = list(scopes)
        self._flow = Flow.from_client_config(client, scopes=self._scopes, redirect_uri=redirect_uri)
        with self._oauthlib():
            self.address, self._state = self._flow.authorization_url(
                access_type="offline", prompt="consent select_account"
            )

    def is_answered_by(self, address: str) -> bool:
        """Return whether this address is the answer to this request."""
        query = _query(address)
        state = query.get("state", [""])[0]
        return hmac.compare_digest(state.encode(), self._state.encode()) and bool(
            {"code", "error"} & set(query)
        )

    def code(self, text_or_address: str) -> str:
        """Return the code in a pasted address, or the pasted code itself.

        Raises SignInFailed if the person refused, or if it belongs to another request.
        """
        text = text_or_address.strip().strip("'\"<>")
        if "://" not in text and not {"=", "?"} & set(text):
            if len(text) < 8 or not text.isprintable() or " " in text:
                raise SignInFailed(
                    "that address has no code in it: paste everything in the browser's address bar."
                )
            return unquote(text)
        query = _query(text)
        if "error" in query:
            raise SignInFailed(_refusal_sentence(query["error"][0]))
        if not self.is_answered_by(text):
            raise SignInFailed(
                "that address is from another sign-in: open the address shown above, and paste the "
                "one where the browser ends up."
            )
        return query["code"][0]

    def sign_in(self, code: str) -> JsonObject:
        """Exchange a code for a sign-in to save. Raises SignInFailed, Unreachable."""
        try:
            with self._oauthlib():
                token = self._flow.fetch_token(code=code, include_client_id=True, timeout=TIMEOUT)
        except requests.exceptions.RequestException as error:
            raise from_requests(error, SignIn("oauth")) from None
        except OAuth2Error as error:
            raise SignInFailed(_no_token(str(error.error))) from None
        except (Warning, ValueError, TypeError, KeyError, AttributeError):
            raise SignInFailed(_no_token("")) from None
        finally:
            self._flow.oauth2session.close()
        scopes = token.get("scope", self._scopes)
        if not {*self._scopes} <= {*(scopes.split() if isinstance(scopes, str) else scopes)}:
            raise SignInFailed(
                "the box that lets umpire see and edit files was not ticked: run 'umpire login' "
                "again and tick every box."
            )
        if not token.get("refresh_token"):
            raise SignInFailed(
                "Google gave no lasting sign-in: remove umpire's access at "
                "https://myaccount.google.com/permissions, then run 'umpire login' again."
            )
        return {
            "type": "authorized_user",
            "client_id": self._client["client_id"],
            "client_secret": self._client["client_secret"],
            "refresh_token": token["refresh_token"],
            "auth_uri": self._client["auth_uri"],
            "token_uri": self._client["token_uri"],
            "scopes": self._scopes,
            "universe_domain": "googleapis.com",
            "account": "",
        }

    @contextmanager
    def _oauthlib(self) -> Iterator[None]:
        """Set oauthlib up for the block.

        It takes its settings only from the environment: the addresses of a rehearsal are not
        encrypted, and the granted scopes may differ from the requested ones. And it logs tokens.
        """
        local = is_local(self._client["token_uri"])
        settings = {"OAUTHLIB_RELAX_TOKEN_SCOPE": "1"}
        if local:
            settings["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
            self._flow.oauth2session.trust_env = False
        before = {name: os.environ.get(name) for name in settings}
        log = logging.getLogger("requests_oauthlib")
        level = log.level
        os.environ.update(settings)
        log.setLevel(logging.WARNING)
        try:
            yield
        finally:
            log.setLevel(level)
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


def _query(address: str) -> dict[str, list[str]]:
    """Return the parameters in the query of an address, none if it is not an address."""
    try:
        return parse_qs(urlsplit(address).query)
    except ValueError:
        return {}


def _refusal_sentence(code: str) -> str:
    if code == "access_denied":
        return "access was denied in the browser: to allow it, run 'umpire login' again."
    if code in {"admin_policy_enforced", "org_internal"}:
        return (
            "the organisation of that account does not allow the app: ask its administrator, or "
            "sign in with another account."
        )
    return "Google refused the sign-in: run 'umpire login' again."


def _no_token(code: str) -> str:
    if code == "invalid_grant":
        return (
            "Google does not accept the code, which works only once and only for a few minutes: "
            "run 'umpire login' again."
        )
    if code in {"invalid_client", "unauthorized_client", "deleted_client", "disabled_client"}:
        return (
            "Google does not know this OAuth client, or its secret was changed: download its file "
            "again and give it with --client."
        )
    return "Google's answer to the sign-in cannot be understood: run 'umpire login' again."


def address_elsewhere() -> str:
    """Return a redirect URI for a browser on another machine, where nobody needs to answer."""
    return f"http://{_HOST}:{49152 + secrets.randbelow(16384)}/"


def save_sign_in(file: Path, info: JsonObject) -> None:
    """Write a sign-in to a file, all at once, so that only its owner can read it.

    Raises UmpireError if it cannot be written.
    """
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(file, (json.dumps(info, indent=2) + "\n").encode())
    except OSError as error:
        raise UmpireError(
            f"the sign-in cannot be kept in {file} ({error.strerror}): correct that, or name "
            "another file with --credentials."
        ) from None


def fetch_account(source: CredentialsFile, base_url: str | None) -> str:
    """Ask Google for the account of credentials. Raises SheetsError, UsageError."""
    sheets = connect(source, base_url)
    try:
        return sheets.me()
    finally:
        sheets.close()


def check_replaceable(file: Path, base_url: str | None) -> JsonObject | None:
    """Check that a new sign-in may overwrite a file; return its present content if it is usable.

    Raises UsageError if the file is not a sign-in, and in a rehearsal for a sign-in to Google.
    """
    if not file.exists():
        return None
    try:
        info = read_json(file)
    except UsageError:
        return None
    if _is_app_file(info):
        raise UsageError(
            f"{file} is not a sign-in and will not be overwritten: name another file with "
            "--credentials, or another account with --as."
        )
    token_uri = str(info.get("token_uri") or TOKEN_URI)
    if base_url is not None:
        check_token_uri(file, token_uri, base_url)
    return None if is_local(token_uri) and base_url is None else info


def working_account(
    file: Path, base_url: str | None, required_scopes: Sequence[str] = (DRIVE_FILE,)
) -> str | None:
    """Return the account of a file's sign-in if it works, else None.

    The required scopes must have been granted. Raises UsageError if the file must not be
    overwritten, Unreachable if nobody can tell now.
    """
    info = check_replaceable(file, base_url)
    if info is None:
        return None
    scopes = info.get("scopes", DRIVE_FILE)
    granted_scopes = scopes.split() if isinstance(scopes, str) else scopes
    if not isinstance(granted_scopes, list) or (
        DRIVE not in granted_scopes
        and any(scope not in granted_scopes for scope in required_scopes)
    ):
        return None
    try:
        return fetch_account(CredentialsFile("oauth", file, ""), base_url)
    except (Forbidden, UsageError):
        return None


def read_key(file: Path, base_url: str | None) -> JsonObject:
    """Read a service account's key, and check that Google accepts it. Raises UmpireError."""
    source = find_credentials(file)
    if source.kind != "service":
        raise UsageError(f"the file {file} is not a service account's key: leave out --key.")
    fetch_account(source, base_url)
    return read_json(file)


def _is_app_file(info: JsonObject) -> bool:
    return info.get("type") == "service_account" or bool({"installed", "web"} & set(info))


SignOutResult = Literal["revoked", "unreachable", "unknown", "a key"]


def sign_out(file: Path, base_url: str | None, *, further: bool = False) -> SignOutResult:
    """Withdraw a person's sign-in at Google and delete its file.

    `unreachable` means that Google did not answer, `unknown` that the file named no sign-in, and
    `a key` that it was a `further` account's copy of a key, which Google still accepts. The file is
    deleted in any case. Raises UsageError if it is not a person's sign-in, or from elsewhere.
    """
    outcome: SignOutResult
    try:
        info = read_json(file)
    except UsageError:
        outcome = "unknown"
    else:
        if _is_app_file(info) and not further:
            raise UsageError(f"{file} is not a person's sign-in: 'umpire logout' leaves it alone.")
        token_uri = str(info.get("token_uri") or TOKEN_URI)
        if base_url is not None:
            check_token_uri(file, token_uri, base_url)
        token = str(info.get("refresh_token") or "")
        outcome = "a key" if _is_app_file(info) else _revoke(token, token_uri)
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise UmpireError(f"the file {file} cannot be deleted: {error.strerror}.") from None
    return outcome


def _revoke(token: str, token_uri: str) -> SignOutResult:
    if not token or not (is_local(token_uri) or is_google(token_uri)):
        return "unknown"
    local = is_local(token_uri)
    where = token_uri.rpartition("/")[0] + "/revoke" if local else _REVOKE_URI
    with requests.Session() as session:
        session.trust_env = not local
        try:
            answer = session.post(where, data={"token": token}, timeout=TIMEOUT)
        except requests.exceptions.RequestException:
            return "unreachable"
    # 400 is the answer for a token that is no longer valid, which was the aim.
    return "revoked" if answer.status_code in {200, 400} else "unreachable"
