"""An account at the server that is checked: its requests, at a pace that Google allows."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, Literal

import gspread
from gspread.exceptions import APIError

from sheets_emulator.conformance.journal import Journal, as_json
from sheets_emulator.model import JsonObject

OK, REFUSED, NOT_FOUND, TOO_MANY = 200, 400, 404, 429

_HOSTS = {"v4": "https://sheets.googleapis.com", "drive": "https://www.googleapis.com"}
_PACE = 50
"""How many reads, and how many writes, are made in a minute; Google allows ten more."""
_MINUTE = 60.0
_LATER = {TOO_MANY, 500, 502, 503}
_TRIES = 3


class Untried(Exception):
    """A check cannot be carried out here."""


@dataclass(frozen=True, slots=True)
class Response:
    """An answer as it came, whatever its status; `body` is its JSON, or its text if it is none.

    `seconds` lie between the request and the answer.
    """

    status: int
    headers: Mapping[str, str]
    body: Any
    seconds: float

    @property
    def words(self) -> str:
        """What the server said to a refusal."""
        error = self.body.get("error") if isinstance(self.body, dict) else None
        return str(error.get("message", "")) if isinstance(error, dict) else ""


def must(answer: Response) -> Response:
    """Return an answer that is no refusal and has a JSON object. Raises Untried."""
    if answer.status != OK:
        words = f": {answer.words}" if answer.words else ""
        raise Untried(f"a request that it needs first was refused (status {answer.status}{words})")
    if not isinstance(answer.body, dict):
        raise Untried("an answer was not JSON")
    return answer


class Account:
    """Somebody who is signed in, at the scratch spreadsheet: `path` is where its requests go."""

    def __init__(
        self,
        client: gspread.Client,
        spreadsheet: str,
        journal: Journal,
        rest: Callable[[float], None],
    ) -> None:
        self.path = f"/v4/spreadsheets/{spreadsheet}"
        self._http = client.http_client
        self._journal = journal
        self.rest = rest
        self._made: dict[str, deque[float]] = defaultdict(partial(deque, maxlen=_PACE))

    def ask(
        self,
        method: Literal["get", "post", "patch", "delete"],
        path: str,
        body: JsonObject | None = None,
        *,
        patient: bool = True,
        **params: str | list[str],
    ) -> Response:
        """Make a request, not too many a minute, and again if the server says to come later.

        Unless it is `patient` it is made at once, and once. Raises Untried if there is no answer.
        """
        for tried in range(1, _TRIES + 1):
            if patient:
                self._make_room(_kind(method, path))
            answer = self._answer(method, path, body, params)
            if not patient or answer.status not in _LATER or tried == _TRIES:
                break
            self.rest(2.0 ** (tried + 1))
        self._journal.note(_told(method, path, params, body), _came(answer))
        return answer

    def _answer(
        self, method: str, path: str, body: JsonObject | None, params: Mapping[str, Any]
    ) -> Response:
        self._made[_kind(method, path)].append(began := monotonic())
        try:
            host = _HOSTS[path.split("/")[1]]
            found = self._http.request(method, host + path, params={**params}, json=body)
        except APIError as error:
            found = error.response
        except Exception as error:  # a client's own sign-in may fail in any way
            raise Untried(f"no answer came ({error})") from error
        try:
            came = found.json()
        except ValueError:
            came = found.text
        return Response(found.status_code, found.headers, came, monotonic() - began)

    def _make_room(self, kind: str) -> None:
        """Wait until one more request of the kind fits into the minute."""
        times = self._made[kind]
        wait = times[0] + _MINUTE - monotonic() if len(times) == _PACE else 0
        if wait > 0:
            self.rest(wait)

    def batch(self, *requests: JsonObject) -> Response:
        """Make one batchUpdate."""
        return self.ask("post", f"{self.path}:batchUpdate", {"requests": list(requests)})

    def get(self, fields: str, *ranges: str) -> Response:
        """Make one spreadsheets.get."""
        return self.ask("get", self.path, fields=fields, ranges=list(ranges))

    def values(self, *ranges: str) -> Response:
        """Make one values.batchGet."""
        path = f"{self.path}/values:batchGet"
        return self.ask("get", path, ranges=list(ranges), valueRenderOption="UNFORMATTED_VALUE")

    def enter(self, where: str, texts: Iterable[str]) -> Response:
        """Put texts into a column as if they were typed (USER_ENTERED)."""
        data = [{"range": where, "values": [[text] for text in texts]}]
        body = {"valueInputOption": "USER_ENTERED", "data": data}
        return self.ask("post", f"{self.path}/values:batchUpdate", body)

    def cells(self, where: str, fields: str) -> list[JsonObject]:
        """Return what the mask names of the cells of a column, as far as anything is known.

        Raises Untried if it cannot be read.
        """
        return cells_in(must(self.get(f"sheets.data.rowData.values({fields})", where)).body)

    def typed(self, where: str) -> list[JsonObject]:
        """Return what was typed in the cells of a column. Raises Untried if it cannot be read."""
        return [cell.get("userEnteredValue", {}) for cell in self.cells(where, "userEnteredValue")]


def cells_in(spreadsheet: JsonObject) -> list[JsonObject]:
    """Return the cells of the one column that an answer shows; {} for one of which it tells none.

    Those at the end are left out of which nothing is told.
    """
    blocks = spreadsheet.get("sheets", [{}])[0].get("data", [{}])
    cells = [(row.get("values") or [{}])[0] for row in blocks[0].get("rowData", [])]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _kind(method: str, path: str) -> str:
    """Return of what kind a request is, as quotas tell them apart."""
    return f"{path.split('/')[1]} {method}"


def _told(method: str, path: str, params: Mapping[str, object], body: JsonObject | None) -> str:
    given = {name: value for name, value in params.items() if value}
    parts = [f"{method.upper()} {path}", *(as_json(one) for one in (given, body) if one)]
    return " ".join(parts)


def _came(answer: Response) -> str:
    body = answer.body if isinstance(answer.body, str) else as_json(answer.body)
    after = answer.headers.get("Retry-After")
    return f"{answer.status} {body}" + ("" if after is None else f" (Retry-After: {after})")
