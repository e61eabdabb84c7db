"""What apps ask of the sign-in itself: tokens for codes, keys and older tokens, and their end.

`POST /token`, `POST /revoke` and `/tokeninfo`, with Google's parameters, answers and refusals.
"""

import base64
import binascii
import hashlib
import hmac
import json
import logging
from collections.abc import Callable, Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from sheets_emulator.accounts import TOKEN_SECONDS, Accounts, Client, Code
from sheets_emulator.errors import ApiError
from sheets_emulator.faults import Call, Fault, Faults, answer_through
from sheets_emulator.lanes import SIGN_IN, Lanes
from sheets_emulator.model import JsonObject
from sheets_emulator.plain_page import read_form
from sheets_emulator.scopes import EMAIL, read_scopes
from sheets_emulator.signatures import is_signed

_LOG = logging.getLogger(__name__)

_JWT_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
_LONGEST_JWT = 3600  # seconds that an assertion may be good for
_SKEW = 300  # seconds by which clocks may differ
_HEADERS = {"Cache-Control": "no-cache, no-store, max-age=0, must-revalidate", "Pragma": "no-cache"}

Form = Mapping[str, str]


class _Refused(Exception):
    """A request that is refused: OAuth's word for it, Google's sentence, and the HTTP code."""

    def __init__(self, error: str, description: str, code: int = 400) -> None:
        super().__init__(error)
        self.error = error
        self.description = description
        self.code = code


def routes(accounts: Accounts, faults: Faults, lanes: Lanes) -> list[BaseRoute]:
    """Return the routes, for the app to mount."""
    tokens = _Tokens(accounts)

    def endpoint(answer: Callable[[Request, Form], JsonObject]) -> Callable[..., object]:
        async def respond(request: Request) -> Response:
            async def answered() -> Response:
                work = partial(_answered, answer, request, await read_form(request))
                return await lanes.run(SIGN_IN, work, SIGN_IN)

            call = Call("token", request.method, request.url.path, "")
            return await answer_through(faults.take(call), request, answered, _of_fault)

        return respond

    return [
        Route("/token", endpoint(tokens.token), methods=["POST"]),
        Route("/revoke", endpoint(tokens.revoke), methods=["POST"]),
        Route("/tokeninfo", endpoint(tokens.info), methods=["GET", "POST"]),
    ]


def _answered(
    answer: Callable[[Request, Form], JsonObject], request: Request, form: Form | None
) -> Response:
    if form is None:
        return JSONResponse({"error": "invalid_request"}, 400, headers=_HEADERS)
    try:
        return JSONResponse(answer(request, form), headers=_HEADERS)
    except _Refused as refused:
        body = {"error": refused.error, "error_description": refused.description}
        return JSONResponse(body, refused.code, headers=_HEADERS)
    except ApiError:
        _LOG.exception("a request to the sign-in failed")
        return JSONResponse({"error": "internal_failure"}, 500, headers=_HEADERS)


def _of_fault(fault: Fault) -> Response:
    words = {401: "invalid_client", 429: "rate_limit_exceeded"}
    error = (
        "internal_failure" if fault.status >= 500 else words.get(fault.status, "invalid_request")
    )
    return JSONResponse({"error": error}, fault.status, headers=_HEADERS)


class _Tokens:
    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    def token(self, request: Request, form: Form) -> JsonObject:
        """Return tokens for a code, a refresh token or a signed assertion."""
        grant = form.get("grant_type", "")
        if grant == "authorization_code":
            return self._of_code(self._client(request, form), form)
        if grant == "refresh_token":
            return self._of_refresh(self._client(request, form), form)
        if grant == _JWT_GRANT:
            return self._of_assertion(request, form)
        raise _Refused("unsupported_grant_type", f"Invalid grant_type: {grant}")

    def _client(self, request: Request, form: Form) -> Client:
        """Return the client that asks, by its secret in the form or in HTTP Basic."""
        client_id, secret = _basic(request) or (
            form.get("client_id", ""),
            form.get("client_secret", ""),
        )
        if not client_id:
            raise _Refused("invalid_request", "Could not determine client ID from request.")
        client = self._accounts.client(client_id)
        if client is None:
            raise _Refused("invalid_client", "The OAuth client was not found.", 401)
        if not secret:
            raise _Refused("invalid_request", "client_secret is missing.")
        if not client.knows(secret):
            raise _Refused("invalid_client", "The provided client secret is invalid.", 401)
        return client

    def _of_code(self, client: Client, form: Form) -> JsonObject:
        if not form.get("code"):
            raise _Refused("invalid_request", "Missing required parameter: code")
        code = self._accounts.take_code(form["code"])
        if code is None or code.app != client.client_id:
            raise _Refused("invalid_grant", "Malformed auth code.")
        if form.get("redirect_uri") != code.redirect_uri:
            raise _Refused("redirect_uri_mismatch", "Bad Request")
        _check_verifier(code, form.get("code_verifier"))
        found = self._access(code.account, code.app, code.scopes)
        refresh = self._accounts.new_refresh(code.account, code.app, code.scopes)
        return found | {"refresh_token": refresh}

    def _of_refresh(self, client: Client, form: Form) -> JsonObject:
        if not form.get("refresh_token"):
            raise _Refused("invalid_request", "Missing required parameter: refresh_token")
        kept = self._accounts.refresh(form["refresh_token"])
        if kept is None:
            raise _Refused("invalid_grant", "Token has been expired or revoked.")
        if kept.app != client.client_id:
            raise _Refused("unauthorized_client", "Unauthorized", 401)
        wanted = kept.scopes
        if form.get("scope"):
            asked = read_scopes(form["scope"])
            if asked is None or not asked <= set(kept.scopes):
                raise _Refused("invalid_scope", "Bad Request")
            wanted = tuple(sorted(asked))
        return self._access(kept.account, kept.app, wanted)

    def _of_assertion(self, request: Request, form: Form) -> JsonObject:
        """Let a service account in by what it signed with its key."""
        header, claims = _read_jwt(form.get("assertion", ""))
        service = self._accounts.service(str(claims.get("iss", "")))
        if service is None:
            raise _Refused("invalid_grant", "Invalid grant: account not found")
        key = service.keys.get(str(header.get("kid", "")))
        if header.get("alg") != "RS256" or key is None or not is_signed(form["assertion"], key):
            raise _Refused("invalid_grant", "Invalid JWT Signature.")
        if claims.get("sub", service.email) != service.email:
            raise _Refused(
                "unauthorized_client",
                "Client is unauthorized to retrieve access tokens using this method, or client "
                "not authorized for any of the scopes requested.",
                401,
            )
        if claims.get("aud") not in _own_names(request):
            raise _Refused("invalid_grant", "Invalid JWT: Failed audience check.")
        self._check_times(claims)
        scopes = read_scopes(str(claims.get("scope", "")))
        if scopes is None:
            raise _Refused("invalid_scope", "Invalid OAuth scope or ID token audience provided.")
        return self._access(service.email, service.email, tuple(sorted(scopes)), says_scope=False)

    def _check_times(self, claims: JsonObject) -> None:
        begins, ends, now = claims.get("iat"), claims.get("exp"), self._accounts.now()
        if not (
            isinstance(begins, int | float)
            and isinstance(ends, int | float)
            and begins - _SKEW <= now < ends + _SKEW
            and 0 < ends - begins <= _LONGEST_JWT
        ):
            raise _Refused(
                "invalid_grant",
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable "
                "timeframe. Check your iat and exp values in the JWT claim.",
            )

    def _access(
        self, account: str, app: str, scopes: tuple[str, ...], *, says_scope: bool = True
    ) -> JsonObject:
        found: JsonObject = {
            "access_token": self._accounts.new_access(account, app, scopes),
            "expires_in": TOKEN_SECONDS - 1,
            "token_type": "Bearer",
        }
        return found | ({"scope": " ".join(scopes)} if says_scope else {})

    def revoke(self, request: Request, form: Form) -> JsonObject:
        """Take back a consent, by any token of it."""
        token = form.get("token") or request.query_params.get("token", "")
        if not self._accounts.revoke(token):
            raise _Refused("invalid_token", "Token expired or revoked")
        return {}

    def info(self, request: Request, form: Form) -> JsonObject:
        """Return what an access token is good for."""
        text = form.get("access_token") or request.query_params.get("access_token", "")
        token = self._accounts.access(text)
        if token is None or token.expires is None:
            raise _Refused("invalid_token", "Invalid Value")
        found: JsonObject = {
            "azp": token.app,
            "aud": token.app,
            "scope": " ".join(token.scopes),
            "exp": str(int(token.expires)),
            "expires_in": str(int(token.expires - self._accounts.now())),
        }
        if EMAIL in token.scopes:
            found |= {"email": token.account, "email_verified": "true"}
        return found | {"access_type": "offline"}


def _basic(request: Request) -> tuple[str, str] | None:
    scheme, _, text = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        name, _, secret = base64.b64decode(text, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        raise _Refused("invalid_client", "Unauthorized", 401) from None
    return name, secret


def _check_verifier(code: Code, verifier: str | None) -> None:
    if code.challenge is None:
        if verifier:
            raise _Refused("invalid_grant", "Invalid code verifier.")
        return
    if not verifier:
        raise _Refused("invalid_grant", "Missing code verifier.")
    hashed = hashlib.sha256(verifier.encode()).digest()
    found = base64.urlsafe_b64encode(hashed).rstrip(b"=").decode()
    if not hmac.compare_digest(found, code.challenge):
        raise _Refused("invalid_grant", "Invalid code verifier.")


def _own_names(request: Request) -> set[str]:
    """How this endpoint may be called in an assertion: google-auth always names Google's."""
    port = request.url.port
    here = {f"http://{host}:{port}{request.url.path}" for host in ("127.0.0.1", "localhost")}
    return here | {"https://oauth2.googleapis.com/token"}


def _read_jwt(text: str) -> tuple[JsonObject, JsonObject]:
    parts = text.split(".")
    try:
        header, claims = (
            json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
            for part in parts[:2]
        )
    except ValueError:
        header = claims = None
    if len(parts) != 3 or not isinstance(header, dict) or not isinstance(claims, dict):
        raise _Refused("invalid_grant", "Invalid JWT: Malformed assertion.")
    return header, claims
