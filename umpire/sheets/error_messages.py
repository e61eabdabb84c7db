"""Turn errors of the network, Google and the local server into sentences that say what to do.

What a refusal means is in the table `refusals.toml` beside this module.
"""

import re
import time
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

import requests
from google.auth.exceptions import GoogleAuthError, TransportError
from gspread.exceptions import APIError
from urllib3.exceptions import MaxRetryError, NameResolutionError, ProtocolError

from umpire.games.text import printable
from umpire.sheets.errors import Forbidden, Gone, NameMissing, Refused, SheetsError, Unreachable


@dataclass(frozen=True, slots=True)
class SignIn:
    """The account that makes the requests; the meaning of a refusal depends on it.

    `address` is the local server's address, or an account's e-mail address. `name` is the name of a
    further account, which works in spreadsheets that another one made.
    """

    kind: Literal["local", "oauth", "service"] = "local"
    address: str = ""
    name: str = ""

    def is_of(self, owner: "Owner | None") -> bool:
        """Return whether the account is of this kind of owner; None is any kind."""
        if owner == "further":
            return bool(self.name)
        return owner is None or owner == self.kind

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


Owner = Literal["local", "oauth", "service", "further"]
"""Whose account a sentence is for; a further account may be of any kind."""

LOCAL = SignIn()

PORTAL = (
    "a web page came instead of an answer: if this network asks you to log in first, do that "
    "in a browser, then try again."
)


@dataclass(frozen=True, slots=True)
class _Answer:
    """The content of an answer that is not a success."""

    status: int
    message: str
    reasons: frozenset[str]
    body: str
    headers: Mapping[str, str]


class _Rule(NamedTuple):
    """A sentence of `refusals.toml`, and the answers that it is for."""

    sentence: str
    error: str = "forbidden"
    reasons: str | None = None
    words: str | None = None
    status: int | None = None
    owner: Owner | None = None

    def fits(self, answer: _Answer, sign_in: SignIn) -> bool:
        if not sign_in.is_of(self.owner) or self.status not in (None, answer.status):
            return False
        reasons, words = self.reasons, self.words
        if reasons is None and words is None:
            return True
        return (
            reasons is not None and any(re.fullmatch(reasons, reason) for reason in answer.reasons)
        ) or (words is not None and re.search(words, answer.message, re.IGNORECASE) is not None)


_ERRORS: Mapping[str, type[SheetsError]] = {
    "forbidden": Forbidden,
    "gone": Gone,
    "name missing": NameMissing,
    "refused": Refused,
}


@cache
def _rules(name: str) -> tuple[_Rule, ...]:
    """Return one of the lists of `refusals.toml`."""
    lists = tomllib.loads(files(__package__).joinpath("refusals.toml").read_text("utf-8"))
    return tuple(_Rule(**rule) for rule in lists[name])


_PROXY = (
    "this computer's proxy lets nothing through: check the environment variables HTTPS_PROXY and "
    "NO_PROXY."
)
_NO_ANSWERS: Sequence[tuple[type[requests.exceptions.RequestException], str]] = (
    (requests.exceptions.TooManyRedirects, PORTAL),
    (requests.exceptions.InvalidJSONError, "{server}'s answer cannot be read: try again."),
    (requests.exceptions.ProxyError, _PROXY),
    (requests.exceptions.InvalidProxyURL, _PROXY),
    (
        requests.exceptions.SSLError,
        "there is no secure connection to {server}: check this computer's date, and whether a "
        "proxy or a virus scanner intercepts connections.",
    ),
    (requests.exceptions.Timeout, "{server} did not answer in time: try again."),
)
"""The sentence for each reason that there is no answer."""

_TRY_AGAIN = {408, 409, 425}
_TOO_MANY = {"rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"}

_NO_RANGE = re.compile(r"Unable to parse range: (?P<name>.*)", re.DOTALL)
_USER_MESSAGE = re.compile(r'User message: \\?"(?P<text>.*?)\\?"', re.DOTALL)
_CONSOLE = re.compile(r"https://console\.(?:cloud|developers)\.google\.com/[\w./?=&%:~-]*[\w=]")
_API = re.compile(r"\b(?P<api>sheets|drive)(?:\.googleapis\.com| api\b)", re.IGNORECASE)
_LIBRARY = "https://console.cloud.google.com/apis/library"
_LONGEST = 300


def from_api(error: APIError, sign_in: SignIn = LOCAL) -> SheetsError:
    """Return the error for an unsuccessful answer. A page without JSON has only its status."""
    answer = _answer(error)
    if (lasting := _first_rule("lasting", answer, sign_in)) is not None:
        return _rule_error(lasting, answer, sign_in)
    status = 429 if answer.reasons & _TOO_MANY else answer.status
    passing = temporary_error(status, answer.headers, sign_in.server)
    if passing is not None:
        return passing
    rule = _first_rule("refusals", answer, sign_in)
    assert rule is not None, "the last rule is for every answer"
    return _rule_error(rule, answer, sign_in)


def _first_rule(name: str, answer: _Answer, sign_in: SignIn) -> _Rule | None:
    """Return the first rule of a list that fits."""
    return next((rule for rule in _rules(name) if rule.fits(answer, sign_in)), None)


def _rule_error(rule: _Rule, answer: _Answer, sign_in: SignIn) -> SheetsError:
    """Return the error that a rule gives for an answer."""
    api = _API.search(f"{answer.message} {answer.body}")
    console = _CONSOLE.search(answer.body)
    user_message = _USER_MESSAGE.search(answer.message)
    no_range = _NO_RANGE.search(answer.message)
    text = rule.sentence.format(
        address=sign_in.address,
        login=sign_in.login,
        server=sign_in.server,
        message=_sentence(answer.message),
        api=f"the Google {api['api'].capitalize()} API" if api else "an API",
        console=console.group().rstrip(".") if console else _LIBRARY,
        quotation=f" ({_quote(user_message['text'])})" if user_message else "",
        range=no_range["name"] if no_range else "",
    )
    match rule.error:
        case "unreachable":
            return Unreachable(text, answer.status)
        case "not shared":
            return Refused(text) if answer.status == 400 else Forbidden(text)
        case error:
            return _ERRORS[error](text)


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
    for kind, sentence in _NO_ANSWERS:
        if isinstance(error, kind):
            return Unreachable(sentence.format(server=server))
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
    """Return the sentence on a refused token, from OAuth's error code and description."""
    answer = _Answer(0, description, frozenset({code}), "", {})
    rule = _first_rule("sign_in_refusals", answer, sign_in)
    assert rule is not None, "the last rule is for every answer"
    return rule.sentence.format(
        address=sign_in.address,
        login=sign_in.login,
        with_new_key=sign_in.with_new_key,
        because=_because(code, description),
    )


def _because(code: str, description: str) -> str:
    """Quote the error code and Google's description of it, if it is a code at all."""
    if re.fullmatch(r"[a-z_]{3,40}", code) is None:
        return ""
    quotation = printable(description, 100) if description not in {"", "None"} else ""
    return f" ({code}: {quotation})" if quotation else f" ({code})"


def temporary_error(status: int, headers: Mapping[str, str], server: str) -> Unreachable | None:
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


def _answer(error: APIError) -> _Answer:
    response = error.response
    is_json = error.code != -1
    message = str(error.error.get("message", "")) if is_json else ""
    return _Answer(
        response.status_code,
        message or f"status {response.status_code}",
        _reasons(error.error) if is_json else frozenset(),
        response.text if is_json else "",
        response.headers,
    )


def _reasons(error: Any) -> frozenset[str]:
    """Return the reasons of an error, as Drive (`errors`) and as Sheets (`details`) writes them."""
    lists = [error.get(name) for name in ("errors", "details")]
    items = [item for items in lists if isinstance(items, list) for item in items]
    return frozenset(
        str(item["reason"]) for item in items if isinstance(item, dict) and "reason" in item
    )


def _quote(text: str) -> str:
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
        return max(0.0, parsedate_to_datetime(text).timestamp() - _server_time(headers))
    except (ValueError, OverflowError):
        return None


def _server_time(headers: Mapping[str, str]) -> float:
    """Return the time by the server's clock, or by ours if it gives none."""
    try:
        return parsedate_to_datetime(headers.get("Date", "")).timestamp()
    except (ValueError, OverflowError):
        return time.time()
