"""The edge to spreadsheets: Google's API or the local server, through the unmodified gspread.

Every call of `Sheets` is exactly one HTTP request. Nothing is retried here and nothing sleeps:
what failed, and when to try again, is for the caller to decide, who gets one of

    SheetsError             something went wrong with a spreadsheet
      Unreachable           nobody answered, or not now: try again (`retry_after`)
      NameMissing           a range name that was asked for is not there (`name`)
      Refused               the request itself is refused, and would be again
      Forbidden             this account may not do that
      Gone                  there is no such spreadsheet any more
"""

import re
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import requests
from google.auth.exceptions import GoogleAuthError
from google.oauth2.credentials import Credentials
from gspread import Client
from gspread.exceptions import APIError
from gspread.http_client import HTTPClient, ParamsType

from umpire.errors import UmpireError
from umpire.sheets.server.a1 import area_of

CONNECT_SECONDS = 5.0
READ_SECONDS = 30.0

_GOOGLE_HOSTS = ("https://sheets.googleapis.com", "https://www.googleapis.com")
_MINUTE = 60.0

JsonObject = dict[str, Any]
Kind = Literal["read", "write", "drive"]


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


@dataclass(frozen=True, slots=True)
class Block:
    """What a named range holds: `range` is where it is now (`'Ana'!A5:A44`).

    `rows` has every row and column of the range; an empty cell is "". A number, a date (as a
    number) or a boolean is a JSON value, a formula its text with the `=`.
    """

    range: str
    rows: tuple[tuple[str | float | bool, ...], ...]


class Requests:
    """How many requests were made, by kind: `read`, `write`, `drive`."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.total: Counter[str] = Counter()
        self._now = now
        self._times: dict[str, deque[float]] = {}

    def add(self, kind: Kind) -> None:
        """Count a request that is about to be made."""
        self.total[kind] += 1
        self._times.setdefault(kind, deque()).append(self._now())

    def this_minute(self, kind: Kind) -> int:
        """How many of this kind were made in the last sixty seconds."""
        times = self._times.setdefault(kind, deque())
        while times and self._now() - times[0] >= _MINUTE:
            times.popleft()
        return len(times)


class Sheets:
    """One credential's connection to its spreadsheets. Not for use by several threads at once."""

    def __init__(self, client: Client) -> None:
        client.set_timeout((CONNECT_SECONDS, READ_SECONDS))
        self._http = client.http_client
        self._where = getattr(self._http, "base_url", "Google")
        self.requests_made = Requests()

    def set_read_timeout(self, seconds: float) -> None:
        """Wait so long for an answer and no longer."""
        self._http.set_timeout((CONNECT_SECONDS, seconds))

    def read(self, spreadsheet_id: str, names: Sequence[str]) -> dict[str, Block]:
        """Read named ranges, all in one request; by their names."""
        params: ParamsType = {"valueRenderOption": "FORMULA"}
        with self._call("read"):
            found = self._http.values_batch_get(spreadsheet_id, list(names), params)
            blocks = [_block(one) for one in found.get("valueRanges", [])]
            return dict(zip(names, blocks, strict=True))

    def write(self, spreadsheet_id: str, requests_: Sequence[JsonObject]) -> list[JsonObject]:
        """Apply batchUpdate requests, all or none; their replies."""
        with self._call("write"):
            body = {"requests": list(requests_)}
            replies: list[JsonObject] = self._http.batch_update(spreadsheet_id, body)["replies"]
            return replies

    def metadata(self, spreadsheet_id: str, fields: str) -> JsonObject:
        """Read what the field mask names of a spreadsheet."""
        with self._call("read"):
            found: JsonObject = self._http.spreadsheets_get(spreadsheet_id, {"fields": fields})
            return found

    def create(self, title: str) -> str:
        """Make an empty spreadsheet, which only its owner may share; its id."""
        body = {
            "name": title,
            "mimeType": "application/vnd.google-apps.spreadsheet",
            "writersCanShare": False,  # or one player could shut the other out
        }
        with self._call("drive"):
            made = self._http.request(
                "post", f"{_GOOGLE_HOSTS[1]}/drive/v3/files", json=body, params={"fields": "id"}
            )
            spreadsheet_id: str = made.json()["id"]
            return spreadsheet_id

    def share(self, spreadsheet_id: str, email: str, role: str) -> None:
        """Let an account in, as `writer` or `reader`, without a mail to it."""
        with self._call("drive"):
            self._http.insert_permission(spreadsheet_id, email, "user", role, notify=False)

    def trash(self, spreadsheet_id: str) -> None:
        """Delete a spreadsheet for good."""
        with self._call("drive"):
            self._http.request("delete", f"{_GOOGLE_HOSTS[1]}/drive/v3/files/{spreadsheet_id}")

    def close(self) -> None:
        """Close the connections that were kept open."""
        self._http.session.close()

    @contextmanager
    def _call(self, kind: Kind) -> Iterator[None]:
        self.requests_made.add(kind)
        try:
            yield
        except APIError as error:
            raise _from_api(error) from None
        except PermissionError:
            raise Forbidden("this account may not open the spreadsheet: have it shared.") from None
        except GoogleAuthError as error:
            raise _from_auth(error) from None
        except requests.exceptions.InvalidJSONError:
            raise Unreachable("the sheets server's answer cannot be read: try again.") from None
        except requests.exceptions.Timeout:
            raise Unreachable("the sheets server did not answer in time: try again.") from None
        except requests.exceptions.RequestException:
            raise Unreachable(
                f"nothing answers at {self._where}: start the sheets server, or check the network."
            ) from None
        except (KeyError, TypeError, AttributeError):
            raise Unreachable("the sheets server's answer makes no sense: try again.") from None


class _LocalHTTPClient(HTTPClient):
    """gspread's own client, asking another server than Google's."""

    base_url = ""

    def request(self, method: str, endpoint: str, *args: Any, **kwargs: Any) -> requests.Response:
        """Send a request to where the local server is."""
        for host in _GOOGLE_HOSTS:
            if endpoint.startswith(f"{host}/"):
                endpoint = self.base_url + endpoint.removeprefix(host)
        return super().request(method, endpoint, *args, **kwargs)


def local_client(base_url: str, token: str) -> Client:
    """Make a plain gspread client of the local server for the account of a token."""
    kind = type("LocalHTTPClient", (_LocalHTTPClient,), {"base_url": base_url.rstrip("/")})
    credentials = Credentials(token=token)  # type: ignore[no-untyped-call]
    client = Client(auth=credentials, http_client=kind)
    # A proxy in the environment is not on the way to this machine.
    client.http_client.session.trust_env = False
    return client


def local(base_url: str, token: str) -> Sheets:
    """Make the connection of a token's account to the local server."""
    return Sheets(local_client(base_url, token))


def _block(found: JsonObject) -> Block:
    """Put the empty cells back that a ValueRange leaves out."""
    text: str = found["range"]
    area = area_of(text.rpartition("!")[2])
    rows: list[list[Any]] = found.get("values", [])
    height, width = len(rows), max((len(row) for row in rows), default=0)
    if area is not None:
        height = max(height, (area.bottom or 0) - (area.top or 0))
        width = max(width, (area.right or 0) - (area.left or 0))
    padded = [*rows, *[[]] * (height - len(rows))]
    return Block(text, tuple((*row, *[""] * (width - len(row))) for row in padded))


_NO_RANGE = re.compile(r"Unable to parse range: (?P<name>.*)", re.DOTALL)
_TRY_AGAIN = {408, 409, 425}


def _from_api(error: APIError) -> SheetsError:
    """Read an answer that is not a success; a page that is no JSON has only its status."""
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


def _from_auth(error: GoogleAuthError) -> SheetsError:
    if getattr(error, "retryable", False):
        return Unreachable("the sign-in server cannot be reached: check the network.")
    return Forbidden("the sign-in has run out or was taken back: sign in again.")
