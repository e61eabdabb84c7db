"""Who a token was issued for: the addresses at which Google tells it, with their words for it."""

from typing import Final

from sheets_emulator.access import permission_id
from sheets_emulator.accounts import Asker
from sheets_emulator.errors import ApiError, unauthenticated
from sheets_emulator.model import JsonObject
from sheets_emulator.scopes import EMAIL, PROFILE

_OPENID_PATHS = ("/oauth2/v3/userinfo", "/v1/userinfo")
PATHS: Final = (
    "/userinfo/v2/me", "/oauth2/v1/userinfo", "/oauth2/v2/userinfo", *_OPENID_PATHS,
)  # fmt: skip


def userinfo(asker: Asker, path: str) -> JsonObject:
    """Return what the scopes let an app know of a person; 401 if that is nothing."""
    is_openid = path in _OPENID_PATHS
    found: JsonObject = {"sub" if is_openid else "id": permission_id(asker.account)}
    if EMAIL in asker.scopes:
        found["email"] = asker.account
        found["email_verified" if is_openid else "verified_email"] = True
    if PROFILE in asker.scopes:
        found["name"] = found["given_name"] = asker.account.partition("@")[0]
    if not asker.scopes & {EMAIL, PROFILE, "openid"}:
        raise _insufficient()
    return found


def _insufficient() -> ApiError:
    refusal = unauthenticated()
    return ApiError(401, refusal.message, location="Authorization", short="Invalid Credentials")
