"""Accounts and the apps that act for them: clients, grants, tokens, and sessions in a browser.

A bearer token that was not issued here stands for an account of its own, with every right. One
that was issued here stands for whoever granted it, with the scopes granted, for an hour. Of what
lets somebody in (secrets, codes, tokens, cookies) only the SHA-256 is kept.
"""

import hashlib
import hmac
import re
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final, TypeVar

from sheets_emulator.access import account_email
from sheets_emulator.addresses import LOCAL_DOMAIN, may_sign_in
from sheets_emulator.errors import invalid_token
from sheets_emulator.scopes import ALL
from sheets_emulator.storage import Storage

TOKEN_SECONDS: Final = 3600
CODE_SECONDS: Final = 600
SESSION_SECONDS: Final = 30 * 24 * 3600
MOST_TOKENS: Final = {"refresh": 100, "access": 1000}  # of an account and an app; the oldest end
MOST_SESSIONS: Final = 5000
MOST_TICKETS: Final = 1000
_TICKET_BYTES: Final = 24

_IN_PROJECT = re.compile(
    r".*[-@]([^-@.]+)\.(?:apps\.googleusercontent|iam\.gserviceaccount)\.com", re.DOTALL
)
_ACCESS, _REFRESH, _CODE, _PAGE = "ya29.", "1//", "4/", "page."
_ISSUED = (_ACCESS, _REFRESH, _CODE, _PAGE)


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: the account, the app that asks for it, and the scopes the app was granted.

    `app` is an OAuth client's id, or the account itself where no app stands between; `project`
    is whose quota is used.
    """

    account: str
    app: str
    scopes: frozenset[str]
    project: str = ""


@dataclass(frozen=True, slots=True)
class Client:
    """An app that may ask for people's consent."""

    client_id: str
    name: str
    secret_hash: str

    def knows(self, secret: str) -> bool:
        """Return whether this is the client's secret."""
        return hmac.compare_digest(self.secret_hash, digest(secret))


@dataclass(frozen=True, slots=True)
class ServiceAccount:
    """An account that signs in with a key; `keys` maps a key's id to its public half (PEM)."""

    email: str
    keys: dict[str, str]


@dataclass(frozen=True, slots=True)
class Token:
    """A token that was issued, access or refresh: for whom, to which app, with which scopes.

    `expires` is in seconds since 1970; None is never.
    """

    account: str
    app: str
    scopes: tuple[str, ...]
    expires: float | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """An authorization code, to be changed for tokens once."""

    account: str
    app: str
    scopes: tuple[str, ...]
    redirect_uri: str
    challenge: str | None
    expires: float


@dataclass(frozen=True, slots=True)
class Session:
    """A browser in which somebody is signed in; `page` is the hash of the secret of its links."""

    account: str
    page: str
    expires: float


Expiring = TypeVar("Expiring", Token, Session)


def digest(secret: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Accounts:
    """Everything that says who somebody is. `now` is the clock (seconds since 1970).

    Its methods may be called from any thread.
    """

    def __init__(
        self,
        storage: Storage,
        now: Callable[[], float] = time.time,
        domain: str = LOCAL_DOMAIN,
    ) -> None:
        self.now = now
        self._domain = domain  # of the accounts that plain tokens stand for
        self._storage = storage
        self._lock = threading.RLock()  # held by what changes anything
        self._clients = {key: Client(**body) for key, body in storage.records("client")}
        self._services = {key: ServiceAccount(**body) for key, body in storage.records("service")}
        self._access = {key: _token(body) for key, body in storage.records("access")}
        self._refresh = {key: _token(body) for key, body in storage.records("refresh")}
        self._sessions = {key: Session(**body) for key, body in storage.records("session")}
        self._tickets = {
            key: (body["account"], body["file"]) for key, body in storage.records("ticket")
        }
        self._given: dict[tuple[str, str], str] = {}  # the tickets themselves, only here
        self._codes: dict[str, Code] = {}

    # Who asks.

    def asker(self, bearer: str) -> Asker:
        """Return who a bearer token stands for; 401 for one issued here that is not valid."""
        if not bearer.startswith(_ISSUED):
            account = account_email(bearer, self._domain)
            return Asker(account, account, ALL)
        token = self.access(bearer)
        if token is None:
            raise invalid_token()
        return Asker(token.account, token.app, frozenset(token.scopes), project_of(token.app))

    def may_sign_in(self, address: str) -> bool:
        """Return whether a person may say here that this is their address."""
        return may_sign_in(address, self._domain)

    def access(self, token: str) -> Token | None:
        """Return the access token, if it was issued here and is still valid."""
        found = self._access.get(digest(token))
        return None if found is None or _is_over(found.expires, self.now()) else found

    def of_page(self, secret: str) -> str | None:
        """Return the account that the secret of a page's link stands for; None for nobody."""
        if not secret.startswith(_ISSUED):
            return account_email(secret, self._domain)
        wanted = digest(secret)
        return next(
            (
                session.account
                for session in list(self._sessions.values())
                if session.page == wanted and not _is_over(session.expires, self.now())
            ),
            None,
        )

    # Apps.

    def register(self, client: Client) -> None:
        """Let an app ask for people's consent; another secret replaces the one before."""
        self._clients[client.client_id] = client
        self._storage.put_record("client", client.client_id, asdict(client))

    def client(self, client_id: str) -> Client | None:
        """Return the app with this id."""
        return self._clients.get(client_id)

    def register_service(self, email: str, key_id: str, public_key: str) -> None:
        """Let a service account sign in with this key, besides those it has."""
        known = self._services.get(email, ServiceAccount(email, {}))
        service = replace(known, keys=known.keys | {key_id: public_key})
        self._services[email] = service
        self._storage.put_record("service", email, asdict(service))

    def service(self, email: str) -> ServiceAccount | None:
        """Return the service account with this address."""
        return self._services.get(email)

    # Consent.

    def new_code(self, code: Code) -> str:
        """Make an authorization code."""
        with self._lock:
            self._codes = {
                key: one
                for key, one in self._codes.items()
                if not _is_over(one.expires, self.now())
            }
            text = _CODE + secrets.token_urlsafe(48)
            self._codes[digest(text)] = code
            return text

    def take_code(self, text: str) -> Code | None:
        """Return what a code stands for, once."""
        with self._lock:
            code = self._codes.pop(digest(text), None)
            return None if code is None or _is_over(code.expires, self.now()) else code

    def new_access(self, account: str, app: str, scopes: tuple[str, ...]) -> str:
        """Issue an access token."""
        with self._lock:
            self._forget_expired("access", self._access)
            token = Token(account, app, scopes, self.now() + TOKEN_SECONDS)
            return self._keep("access", self._access, _ACCESS, token)

    def new_refresh(self, account: str, app: str, scopes: tuple[str, ...]) -> str:
        """Issue a refresh token."""
        with self._lock:
            return self._keep("refresh", self._refresh, _REFRESH, Token(account, app, scopes))

    def refresh(self, text: str) -> Token | None:
        """Return the refresh token, if it was issued here and not revoked."""
        return self._refresh.get(digest(text))

    def _keep(self, kind: str, kept: dict[str, Token], prefix: str, token: Token) -> str:
        same = [
            key for key, one in kept.items() if (one.account, one.app) == (token.account, token.app)
        ]
        self._forget_oldest(kind, kept, same, MOST_TOKENS[kind])
        text = prefix + secrets.token_urlsafe(96)
        kept[digest(text)] = token
        self._storage.put_record(kind, digest(text), asdict(token))
        return text

    def _forget_oldest(
        self, kind: str, kept: dict[str, Expiring], keys: Sequence[str], most: int
    ) -> None:
        """Make room for one more with these keys."""
        for key in keys[: max(0, len(keys) + 1 - most)]:
            del kept[key]
            self._storage.drop_record(kind, key)

    def _forget_expired(self, kind: str, kept: dict[str, Expiring]) -> None:
        now = self.now()
        for key, one in list(kept.items()):
            if _is_over(one.expires, now):
                del kept[key]
                self._storage.drop_record(kind, key)

    def revoke(self, text: str) -> bool:
        """Take back the consent that a token came from, with all tokens of it; False if none."""
        with self._lock:
            found = self._refresh.get(digest(text)) or self.access(text)
            if found is None:
                return False
            for kind, kept in (("access", self._access), ("refresh", self._refresh)):
                for key, one in list(kept.items()):
                    if (one.account, one.app) == (found.account, found.app):
                        del kept[key]
                        self._storage.drop_record(kind, key)
            self._codes = {
                key: one
                for key, one in self._codes.items()
                if (one.account, one.app) != (found.account, found.app)
            }
            return True

    # Browsers.

    def open_session(self, account: str) -> str:
        """Sign somebody in to a browser; the secret of its cookie."""
        with self._lock:
            self._forget_expired("session", self._sessions)
            self._forget_oldest("session", self._sessions, list(self._sessions), MOST_SESSIONS)
            cookie = secrets.token_urlsafe(32)
            session = Session(account, digest(page_secret(cookie)), self.now() + SESSION_SECONDS)
            self._sessions[digest(cookie)] = session
            self._storage.put_record("session", digest(cookie), asdict(session))
            return cookie

    def signed_in(self, cookie: str | None) -> str | None:
        """Return who is signed in to the browser with this cookie; None for nobody."""
        found = None if cookie is None else self._sessions.get(digest(cookie))
        return None if found is None or _is_over(found.expires, self.now()) else found.account

    def close_session(self, cookie: str) -> None:
        """Sign out: the cookie and the links that came with it are worth nothing any more."""
        with self._lock:
            if self._sessions.pop(digest(cookie), None) is not None:
                self._storage.drop_record("session", digest(cookie))

    # Files that are shown at an address without secrets.

    def ticket(self, account: str, file_id: str) -> str:
        """Return the ticket with which an account looks at a file; it outlives the server."""
        held = account, file_id
        with self._lock:
            if digest(self._given.get(held, "")) not in self._tickets:
                self._given[held] = secrets.token_urlsafe(_TICKET_BYTES)
                key = digest(self._given[held])
                self._tickets[key] = held
                self._storage.put_record("ticket", key, {"account": account, "file": file_id})
                for old in list(self._tickets)[: len(self._tickets) - MOST_TICKETS]:
                    self._given.pop(self._tickets.pop(old), None)
                    self._storage.drop_record("ticket", old)
            return self._given[held]

    def of_ticket(self, ticket: str) -> tuple[str, str] | None:
        """Return the account and the file of a ticket; None if it is none."""
        return self._tickets.get(digest(ticket))


def project_of(app: str) -> str:
    """Return the project of an OAuth client or a service account, by its id or address.

    They are `NAME-PROJECT.apps.googleusercontent.com` and `NAME@PROJECT.iam.gserviceaccount.com`.
    """
    found = _IN_PROJECT.fullmatch(app)
    return app if found is None else found[1]


def page_secret(cookie: str) -> str:
    """Return the secret of the links in a browser with this cookie, which does not tell it."""
    return _PAGE + hmac.digest(cookie.encode(), b"page", "sha256").hex()


def _token(body: dict[str, object]) -> Token:
    return Token(**body | {"scopes": tuple(body["scopes"])})  # type: ignore[arg-type]


def _is_over(expires: float | None, now: float) -> bool:
    return expires is not None and expires <= now
