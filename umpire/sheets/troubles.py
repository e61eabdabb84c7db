"""What goes wrong between umpire and spreadsheets, told apart by what is to be done about it.

SheetsError             something went wrong with a spreadsheet
  Unreachable           nobody answered, or not now: try again (`retry_after`)
  NameMissing           a range name that was asked for is not there (`name`)
  Refused               the request itself is refused, and would be again
  Forbidden             this account may not do that
  Gone                  there is no such spreadsheet any more
"""

import re

import requests
from google.auth.exceptions import GoogleAuthError
from gspread.exceptions import APIError

from umpire.errors import UmpireError


class SheetsError(UmpireError):
    """Something went wrong with a spreadsheet."""


class Unreachable(SheetsError):
    """Nobody answered, or the answer was "not now": the same request may work later.

    A write may have been applied all the same. `status` is the HTTP status of the answer (429
    for too many requests, to Drive too), None if there was none; `retry_after` are the seconds
    the server asked to wait, None if it did not say.
    """

    def __init__(
        self, message: str, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


class NameMissing(SheetsError):
    """A range name that was asked for is not in the spreadsheet."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the spreadsheet has no range named {name!r}: define it again "
            "(Data, then Named ranges)."
        )
        self.name = name


class Refused(SheetsError):
    """The request was understood and refused; it would be again."""


class Forbidden(SheetsError):
    """The account may not do that with this spreadsheet, or its sign-in has run out."""


class Gone(SheetsError):
    """There is no such spreadsheet; a first such answer may still be an accident."""


_NO_RANGE = re.compile(r"Unable to parse range: (?P<name>.*)", re.DOTALL)
_TRY_AGAIN = {408, 409, 425}


def from_api(error: APIError) -> SheetsError:
    """Give what an answer that is no success means; a page that is no JSON has only its status."""
    response = error.response
    status = response.status_code
    message = _message(error)
    if status == 429 or _is_drive_limit(error):
        text = "too many requests were made to the sheets server in this minute: wait a little."
        return Unreachable(text, 429, _retry_after(response))
    if status in _TRY_AGAIN or status >= 500:
        text = f"the sheets server has trouble of its own (status {status}): try again."
        return Unreachable(text, status, _retry_after(response))
    if status == 404:
        return Gone("there is no such spreadsheet: it was deleted, or its link is wrong.")
    if status in (401, 403):
        return Forbidden(f"this account may not do that with the spreadsheet: {_sentence(message)}")
    match = _NO_RANGE.search(message)
    if match:
        return NameMissing(match["name"])
    return Refused(f"the sheets server refused the request: {_sentence(message)}")


def _message(error: APIError) -> str:
    if error.code == -1:
        return f"status {error.response.status_code}"
    return str(error.error.get("message", f"status {error.response.status_code}"))


def _sentence(message: str) -> str:
    return message if message.endswith((".", "!", "?")) else f"{message}."


def _is_drive_limit(error: APIError) -> bool:
    """Drive answers 403 to too many requests; a full storage is also 403, and stays."""
    reasons = {one.get("reason") for one in error.error.get("errors", []) if isinstance(one, dict)}
    return bool(reasons & {"rateLimitExceeded", "userRateLimitExceeded"})


def _retry_after(response: requests.Response) -> float | None:
    text = response.headers.get("Retry-After", "")
    try:
        return max(0.0, float(text))
    except ValueError:
        return None


def from_auth(error: GoogleAuthError) -> SheetsError:
    """Give what a failure to sign in means."""
    if getattr(error, "retryable", False):
        return Unreachable("the sign-in server cannot be reached: check the network.")
    return Forbidden("the sign-in has run out or was taken back: sign in again.")
