"""Turn the words of the network, Google or the local server into what is wrong and what to do."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Literal

import requests
from google.auth.exceptions import GoogleAuthError, TransportError
from gspread.exceptions import APIError
from urllib3.exceptions import MaxRetryError, NameResolutionError, ProtocolError

from umpire.games.text import printable
from umpire.sheets.errors import Forbidden, Gone, NameMissing, Refused, SheetsError, Unreachable


@dataclass(frozen=True, slots=True)
class SignIn:
    """The account that makes the requests; it decides what a refusal means and what helps.

    `address` is the local server's address, or an account's e-mail address. `name` is the name of a
    further account, which works in spreadsheets that another one made.
    """

    kind: Literal["local", "oauth", "service"] = "local"
    address: str = ""
    name: str = ""

    @property
    def server(self) -> str:
        """The name of the other side in a sentence."""
        return "the sheets server" if self.kind == "local" else "Google"

    @property
    def login(self) -> str:
        """The command that signs its account in."""
        return f"umpire login --as {self.name}" if self.name else "umpire login"

    @property
    def with_new_key(self) -> str:
        """How to give a service account's new key."""
        return f"with '{self.login} --again --key FILE'" if self.name else "with --credentials"


@dataclass(frozen=True, slots=True)
class _Told:
    """The content of an answer that is not a success."""

    status: int
    message: str
    reasons: frozenset[str]
    body: str
    headers: Mapping[str, str]

    def is_one_of(self, reasons: set[str]) -> bool:
        return bool(self.reasons & reasons)

    def says(self, *words: str) -> bool:
        return any(word.lower() in self.message.lower() for word in words)


LOCAL = SignIn()

_TRY_AGAIN = {408, 409, 425}
_TOO_MANY = {"rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"}
_TODAY = {"dailyLimitExceeded", "dailyLimitExceededUnreg"}
_NOT_ENABLED = {"accessNotConfigured", "SERVICE_DISABLED"}
_PROJECT = {"CONSUMER_INVALID", "CONSUMER_SUSPENDED", "USER_PROJECT_DENIED", "BILLING_DISABLED"}
_SCOPES = {"insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"}
_STORAGE = {"storageQuotaExceeded", "quotaExceeded", "teamDriveFileLimitExceeded"}
_POLICY = {"domainPolicy", "shareOutNotPermitted", "publishOutNotPermitted"}
_SHARING = {"invalidSharingRequest", "cannotShareTeamDriveWithNonGoogleAccounts"}

_NO_RANGE = re.compile(r"Unable to parse range: (?P<name>.*)", re.DOTALL)
_USER_MESSAGE = re.compile(r'User message: \\?"(?P<text>.*?)\\?"', re.DOTALL)
_CONSOLE = re.compile(r"https://console\.(?:cloud|developers)\.google\.com/[\w./?=&%:~-]*[\w=]")
_API = re.compile(r"\b(?P<api>sheets|drive)(?:\.googleapis\.com| api\b)", re.IGNORECASE)
_LIBRARY = "https://console.cloud.google.com/apis/library"
_LONGEST = 300

PORTAL = (
    "a web page came instead of an answer: if this network asks you to log in first, do that "
    "in a browser, then try again."
)


def from_api(error: APIError, sign_in: SignIn = LOCAL) -> SheetsError:
    """Return the error for an unsuccessful answer. A page without JSON has only its status."""
    told = _told(error)
    return (
        _not_now(told, sign_in)
        or _not_set_up(told, sign_in)
        or _no_room(told, sign_in)
        or _not_shared(told)
        or _not_allowed(told, sign_in)
        or _wrong_request(told, sign_in)
    )


def from_auth(error: GoogleAuthError, sign_in: SignIn = LOCAL) -> SheetsError:
    """Return the error for a failed sign-in."""
    if isinstance(error, TransportError):
        cause = error.args[0] if error.args else None
        if isinstance(cause, requests.exceptions.RequestException):
            return from_requests(cause, sign_in)
        return Unreachable("the sign-in server cannot be reached: check the network.")
    if getattr(error, "retryable", False):
        return Unreachable(f"{sign_in.server} has problems: try again.")
    text = str(error.args[0]) if error.args else ""
    if _is_page(text):
        return Unreachable(PORTAL)
    code, _, description = text.partition(": ")
    return Forbidden(sign_in_refused(code, description, sign_in))


def from_requests(error: requests.exceptions.RequestException, sign_in: SignIn) -> Unreachable:
    """Return the error for a missing or unreadable answer."""
    server = sign_in.server
    if isinstance(error, requests.exceptions.JSONDecodeError) and _is_page(error.doc):
        return Unreachable(PORTAL)
    if isinstance(error, requests.exceptions.TooManyRedirects):
        return Unreachable(PORTAL)
    if isinstance(error, requests.exceptions.InvalidJSONError):
        return Unreachable(f"{server}'s answer cannot be read: try again.")
    if isinstance(error, requests.exceptions.ProxyError | requests.exceptions.InvalidProxyURL):
        return Unreachable(
            "this computer's proxy lets nothing through: check the environment variables "
            "HTTPS_PROXY and NO_PROXY."
        )
    if isinstance(error, requests.exceptions.SSLError):
        return Unreachable(
            f"there is no secure connection to {server}: check this computer's date, and whether a "
            "proxy or a virus scanner intercepts connections."
        )
    if isinstance(error, requests.exceptions.Timeout):
        return Unreachable(f"{server} did not answer in time: try again.")
    cause = error.args[0] if error.args else None
    if isinstance(cause, MaxRetryError) and isinstance(cause.reason, NameResolutionError):
        return Unreachable(
            "this computer cannot look up any address: check that its network is up."
        )
    if isinstance(cause, ProtocolError) or not isinstance(
        error, requests.exceptions.ConnectionError
    ):
        return Unreachable(f"the connection to {server} was lost: try again.")
    if sign_in.kind == "local":
        return Unreachable(
            f"nothing answers at {sign_in.address or 'the sheets server'}: start it with "
            f"'umpire serve{_at_port(sign_in.address)}' and leave it running."
        )
    return Unreachable("Google cannot be reached: check the network.")


def _at_port(address: str) -> str:
    """Return the option with which the local server answers at an address."""
    port = address.rpartition(":")[2]
    return f" --port {port}" if port.isdecimal() else ""


def sign_in_refused(code: str, description: str, sign_in: SignIn) -> str:
    """Return the sentence on why no token is given, from OAuth's error code and description."""
    if sign_in.kind == "service":
        return _service_refused(code, description, sign_in)
    if sign_in.kind == "local":
        return "the sign-in has expired or was withdrawn: sign in again."
    if code == "invalid_grant":
        return (
            f"the sign-in to Google has expired or was withdrawn: run '{sign_in.login}'. If that "
            "happens after seven days, the app's status is Testing: publish the app."
        )
    if code in {"invalid_client", "deleted_client", "disabled_client", "unauthorized_client"}:
        return (
            "Google no longer knows this sign-in's OAuth client, or its secret was changed: "
            f"download its file again, or make a new Desktop client, then run '{sign_in.login} "
            "--again --client FILE'."
        )
    if code == "invalid_scope":
        return _too_few_scopes(sign_in)
    if code in {"admin_policy_enforced", "org_internal"}:
        return (
            "the organisation of this Google account does not allow the app: ask its "
            f"administrator, or sign in with another account ('{sign_in.login} --again')."
        )
    if code.startswith("Reauthentication"):
        return (
            "the organisation of this Google account requires a new sign-in: run "
            f"'{sign_in.login}'."
        )
    return f"Google refuses the sign-in{_because(code, description)}: run '{sign_in.login}'."


def _service_refused(code: str, description: str, sign_in: SignIn) -> str:
    if "short-lived" in description or "iat and exp" in description:
        return (
            "Google refuses the service account because this computer's clock is wrong: set its "
            "date and time."
        )
    if "Signature" in description or "account not found" in description:
        return (
            f"Google does not know this key of the service account {sign_in.address}; it was "
            f"probably deleted. Make a new key and give its file {sign_in.with_new_key}."
        )
    if code in {"unauthorized_client", "access_denied"}:
        return (
            f"the service account {sign_in.address} may not sign in: check in Google's console "
            "that it is enabled."
        )
    return (
        f"Google refuses the service account {sign_in.address}{_because(code, description)}: make "
        f"a new key and give its file {sign_in.with_new_key}."
    )


def _because(code: str, description: str) -> str:
    """Quote the error code and what Google said to it, if it is a code at all."""
    if re.fullmatch(r"[a-z_]{3,40}", code) is None:
        return ""
    said = printable(description, 100) if description not in {"", "None"} else ""
    return f" ({code}: {said})" if said else f" ({code})"


def _too_few_scopes(sign_in: SignIn) -> str:
    return (
        f"this sign-in does not give umpire the access it needs: run '{sign_in.login} --again' "
        "and tick every box that Google shows."
    )


def not_now(status: int, headers: Mapping[str, str], server: str) -> Unreachable | None:
    """Return the error for an answer that asks to try again later, else None."""
    if status == 429:
        text = f"too many requests were made to {server} this minute: wait a little."
    elif status == 511:
        text = PORTAL
    elif status in _TRY_AGAIN or status >= 500:
        text = f"{server} has problems (status {status}): try again."
    else:
        return None
    return Unreachable(text, status, retry_after(headers))


def _not_now(told: _Told, sign_in: SignIn) -> SheetsError | None:
    if told.is_one_of(_TODAY):
        return Forbidden(
            "the project has used up Google's quota for the day: go on tomorrow, or ask for more "
            "in Google's console (IAM, then Quotas)."
        )
    if told.is_one_of({"sharingRateLimitExceeded"}):
        return Forbidden(
            "Google lets this account share no more for a while: try again in a few hours, or "
            "share by hand from the spreadsheet."
        )
    status = 429 if told.is_one_of(_TOO_MANY) else told.status
    return not_now(status, told.headers, sign_in.server)


def _not_set_up(told: _Told, sign_in: SignIn) -> SheetsError | None:
    if told.is_one_of(_NOT_ENABLED) or told.says("has not been used in project"):
        found = _API.search(f"{told.message} {told.body}")
        api = f"the Google {found['api'].capitalize()} API" if found else "an API"
        address = _CONSOLE.search(told.body)
        where = address.group().rstrip(".") if address else _LIBRARY
        return Forbidden(
            f"{api} is not enabled in this sign-in's project: enable it at {where} and try again "
            "in a few minutes."
        )
    if told.is_one_of(_PROJECT):
        return Forbidden(
            "this sign-in's Google project is suspended, deleted or disabled: fix it in Google's "
            f"console, or make a new one and run '{sign_in.login} --again --client FILE'."
        )
    if told.is_one_of(_SCOPES) or told.says("insufficient authentication scopes"):
        if sign_in.kind == "service":
            return Forbidden(
                f"the service account {sign_in.address} does not have the scopes that umpire "
                "needs: ask its administrator to allow them."
            )
        return Forbidden(_too_few_scopes(sign_in))
    return None


def _no_room(told: _Told, sign_in: SignIn) -> SheetsError | None:
    full = told.is_one_of(_STORAGE) or told.says("storage quota")
    if not full:
        return None
    if sign_in.kind == "service":
        return Forbidden(
            "a service account has no storage for files: make the spreadsheets by hand, share "
            f"each with {sign_in.address} as Editor and give them with --board URL --table "
            "Ana=URL, or use 'umpire login'."
        )
    return Forbidden(
        "the Google Drive of this account is full: make room in it, or sign in with another "
        "account ('umpire login --again')."
    )


def _not_shared(told: _Told) -> SheetsError | None:
    """Return why somebody could not be let in, with Google's words if they are meant for people."""
    found = _USER_MESSAGE.search(told.message)
    said = f" ({_quoted(found['text'])})" if found else ""
    kind = Refused if told.status == 400 else Forbidden
    if told.says("no Google account associated"):
        return kind(
            "there is no Google account with this address: check it, or add --notify, so that "
            "Google sends an invitation."
        )
    if told.says("emails could not be sent"):
        return kind(
            "the spreadsheet is shared, but Google could not send the e-mail: pass on the link "
            "yourself."
        )
    if told.is_one_of(_POLICY) or told.says("administrator", "organization's policy"):
        return kind(
            f"the organisation of this account does not allow that{said}: ask its administrator, "
            "or use a private account."
        )
    if any(reason.startswith(("cannotShareTeamDrive", "teamDrive")) for reason in told.reasons):
        return kind(
            f"the shared drive that holds the spreadsheet does not allow that{said}: change its "
            "settings, or move the spreadsheet out of it."
        )
    if told.is_one_of(_SHARING):
        return kind(f"Google refuses to share with this address{said}: check it.")
    if told.is_one_of(
        {"cannotModifyInheritedPermission", "cannotModifyInheritedTeamDrivePermission"}
    ):
        return kind(
            "this access comes from the folder that holds the spreadsheet: remove it there."
        )
    return None


def _not_allowed(told: _Told, sign_in: SignIn) -> SheetsError | None:
    if told.status == 404:
        kind = "further" if sign_in.name else sign_in.kind
        return Gone(_GONE[kind].format(address=sign_in.address))
    if told.is_one_of({"appNotAuthorizedToFile"}):
        return Forbidden(_GONE["oauth"])
    if told.status == 401:
        told_so = _UNKNOWN[sign_in.kind]
        return Forbidden(told_so.format(address=sign_in.address, login=sign_in.login))
    if told.status == 407:
        return Unreachable(
            "the proxy requires a name and a password: set them in HTTPS_PROXY.", 407
        )
    if told.status != 403:
        return None
    if sign_in.name:
        return Forbidden(
            f"{sign_in.address} may not do that with the spreadsheet: let it in with 'umpire share "
            "--accounts'."
        )
    if sign_in.kind == "service":
        return Forbidden(
            f"{sign_in.address} may not do that with the spreadsheet: share it with this address "
            "as Editor."
        )
    return Forbidden(
        f"this account may not do that with the spreadsheet: {_sentence(told.message)}"
    )


_GONE = {
    "local": "there is no such spreadsheet: it was deleted, or its link is wrong.",
    "oauth": (
        "there is no such spreadsheet for this sign-in, which sees only files that umpire made: "
        "it was deleted, made by hand, or made under another account."
    ),
    "service": (
        "there is no such spreadsheet: it was deleted, its link is wrong, or it is not shared "
        "with {address}."
    ),
    "further": (
        "there is no such spreadsheet for {address}: it was deleted, or this account needs "
        "'umpire share --accounts' to be let in."
    ),
}
_UNKNOWN = {
    "local": "the sheets server does not know this account: share the spreadsheet with it.",
    "oauth": "Google does not accept this sign-in: run '{login} --again'.",
    "service": "Google does not accept the key of {address}: make a new one.",
}


def _wrong_request(told: _Told, sign_in: SignIn) -> SheetsError:
    match = _NO_RANGE.search(told.message)
    if match:
        return NameMissing(match["name"])
    if told.says("protected cell"):
        return Refused(
            "this account may not write in a protected cell: if it is the umpire's account, run "
            "'umpire doctor MATCH --repair', or change it under Data, Protect sheets and ranges."
        )
    if told.says("increase the number of cells"):
        return Refused(
            "the spreadsheet is at its limit of 10,000,000 cells: delete rows or tabs that nobody "
            "needs."
        )
    if told.says("not supported for this document"):
        return Refused(
            "the file is an uploaded workbook, not a Google spreadsheet: open it, choose File, "
            "Save as Google Sheets, and give the new file's link."
        )
    return Refused(f"{sign_in.server} refused the request: {_sentence(told.message)}")


def _told(error: APIError) -> _Told:
    response = error.response
    parsed = error.code != -1
    message = str(error.error.get("message", "")) if parsed else ""
    return _Told(
        response.status_code,
        message or f"status {response.status_code}",
        _reasons(error.error) if parsed else frozenset(),
        response.text if parsed else "",
        response.headers,
    )


def _reasons(error: Any) -> frozenset[str]:
    """Return the reasons of an error, as Drive (`errors`) and as Sheets (`details`) writes them."""
    lists = [error.get(name) for name in ("errors", "details")]
    items = [one for found in lists if isinstance(found, list) for one in found]
    return frozenset(
        str(one["reason"]) for one in items if isinstance(one, dict) and "reason" in one
    )


def _quoted(text: str) -> str:
    return f'"{printable(text, _LONGEST)}"'


def _sentence(message: str) -> str:
    message = printable(message, _LONGEST)
    return message if message.endswith((".", "!", "?", "…")) else f"{message}."


def _is_page(text: str) -> bool:
    return text.lstrip()[:1] == "<"


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait: a header of the answer has them, or the date until when."""
    text = headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - _now_there(headers))
    except (ValueError, OverflowError):
        return None


def _now_there(headers: Mapping[str, str]) -> float:
    """Return the time by the server's clock, or by ours if it gives none."""
    try:
        return parsedate_to_datetime(headers.get("Date", "")).timestamp()
    except (ValueError, OverflowError):
        return time.time()
