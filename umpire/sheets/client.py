"""The client of Google's API and of the local server, through the unmodified gspread.

Every call of `SheetsClient` is exactly one HTTP request. Nothing here retries or sleeps: the caller
gets one of the errors in `errors` and decides when to try again.
"""

import hashlib
import json
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import requests
from google.auth.exceptions import GoogleAuthError
from google.oauth2.credentials import Credentials
from gspread import Client
from gspread.exceptions import APIError
from gspread.http_client import HTTPClient, ParamsType
from gspread.urls import SPREADSHEET_BATCH_UPDATE_URL, SPREADSHEET_URL

from umpire.json_types import JsonObject
from umpire.sheets.answers import SnapshotAnswer, read_json, request_again
from umpire.sheets.error_messages import LOCAL, SignIn, from_api, from_auth, from_requests
from umpire.sheets.errors import Forbidden, Unreachable
from umpire.sheets.file_state import FILE_FIELDS, FileState
from umpire.sheets.grid import Place
from umpire.sheets.snapshot import FIELDS, FULL_FIELDS, Snapshot, read_snapshot, with_results

CONNECT_SECONDS = 5.0
READ_SECONDS = 30.0

_GOOGLE_HOSTS = ("https://sheets.googleapis.com", "https://www.googleapis.com")
_NOT_MODIFIED = 304
_CHANGES = "/emulator/changes"
_CHANGES_TYPE = "application/x-spreadsheet-changes"
_LISTENER = "X-Change-Listener"
_PIECE = 65_536
_LONGEST_LINE = 1_000_000
_SPREADSHEET = "application/vnd.google-apps.spreadsheet"
_WEB_PAGE = "text/html"
_SHARES = "permissions(id,type,role,emailAddress)"
_TAG = "umpire"
"""The property of a file that holds its tag."""


@dataclass(frozen=True, slots=True)
class Share:
    """A permission on a file: `kind` is user, group, domain or anyone.

    `role` is owner, writer, commenter or reader; `email` is None if there is no address.
    """

    id: str
    kind: str
    role: str
    email: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with any status. `body` is its JSON if it has any, else its text.

    `seconds` is the time from the request to the answer.
    """

    status: int
    headers: Mapping[str, str]
    body: Any
    seconds: float


class SheetsClient:
    """One account's connection to its spreadsheets. Not for use by several threads at once.

    `sign_in` is the account, on which the meaning of a failure depends. `client` is the gspread
    client that sends the requests.
    """

    def __init__(self, client: Client, sign_in: SignIn = LOCAL) -> None:
        client.set_timeout((CONNECT_SECONDS, READ_SECONDS))
        self.client = client
        self._http = client.http_client
        self._http.session.hooks["response"].append(_decode_as_utf8)
        self._sign_in = sign_in

    def fetch_if_changed(
        self,
        spreadsheet_id: str,
        ranges: Mapping[str, Place] | None,
        before: SnapshotAnswer | None,
        *,
        results: bool = False,
    ) -> SnapshotAnswer:
        """Fetch the names of a spreadsheet and what was typed in ranges, given in A1.

        Without ranges the snapshot is full: every cell, formats, protection and metadata. With
        `results` it has what formulas show. If the server answers the same again, return the answer
        `before`.
        """
        fields = FULL_FIELDS if ranges is None else FIELDS
        params: ParamsType = {"fields": with_results(fields) if results else fields}
        if ranges is not None:
            params["ranges"] = list(ranges)
        request_key = (spreadsheet_id, *("*" if ranges is None else ranges))
        former = before if before is not None and before.request_key == request_key else None
        with self._call():
            if former is not None and former.again is not None:
                answer = self._send(former.again)
                if answer.status_code == _NOT_MODIFIED:
                    return former
            else:
                url = SPREADSHEET_URL % spreadsheet_id
                answer = self._http.request("get", url, params=params)
            digest = hashlib.sha256(answer.content).digest()
            # A sign-in ends after an hour, so an earlier request must not be sent again.
            again = request_again(answer) if self._sign_in.kind == "local" else None
            if former is not None and former.digest == digest:
                return replace(former, again=again)
            places = None if ranges is None else ranges.values()
            return SnapshotAnswer(
                read_snapshot(read_json(answer), places, results=results),
                request_key,
                digest,
                again,
            )

    def write_and_fetch(
        self,
        spreadsheet_id: str,
        requests_: Sequence[JsonObject],
        ranges: Mapping[str, Place],
        *,
        results: bool = False,
    ) -> Snapshot:
        """Apply batchUpdate requests, all or none, and fetch ranges afterwards.

        With `results` the snapshot has what formulas show.
        """
        fields = with_results(FIELDS) if results else FIELDS
        body = {
            "requests": list(requests_),
            "includeSpreadsheetInResponse": True,
            "responseRanges": list(ranges),
            "responseIncludeGridData": True,
        }
        with self._call():
            url = SPREADSHEET_BATCH_UPDATE_URL % spreadsheet_id
            answer = self._http.request(
                "post", url, json=body, params={"fields": f"updatedSpreadsheet({fields})"}
            )
            updated = read_json(answer)["updatedSpreadsheet"]
            return read_snapshot(updated, ranges.values(), results=results)

    def write(self, spreadsheet_id: str, requests_: Sequence[JsonObject]) -> list[JsonObject]:
        """Apply batchUpdate requests, all or none, and return their replies."""
        with self._call():
            body = {"requests": list(requests_)}
            replies: list[JsonObject] = self._http.batch_update(spreadsheet_id, body)["replies"]
            return replies

    def metadata(self, spreadsheet_id: str, fields: str) -> JsonObject:
        """Read the parts of a spreadsheet that the field mask names."""
        with self._call():
            url = SPREADSHEET_URL % spreadsheet_id
            answer: JsonObject = read_json(
                self._http.request("get", url, params={"fields": fields})
            )
            if "sheets" in fields and not answer["sheets"]:
                raise ValueError("a spreadsheet without a tab")
            return answer

    def me(self) -> str:
        """Return the e-mail address of the account that is signed in."""
        with self._call():
            answer = self._drive("get", "about", fields="user(emailAddress)")
            address: str = answer["user"]["emailAddress"]
            return address

    def create(self, title: str, tag: str) -> str:
        """Make an empty spreadsheet as `create_shared` does, and return its id."""
        return self.create_shared(title, tag)[0]

    def create_shared(self, title: str, tag: str) -> tuple[str, tuple[Share, ...]]:
        """Make an empty spreadsheet that only its owner may share; return its id and permissions.

        `tag` is stored with the file where only this program sees it, for `find`.
        """
        body = {
            "name": title,
            "mimeType": _SPREADSHEET,
            "appProperties": {_TAG: tag},
            "writersCanShare": False,  # or one player could shut the other out
        }
        with self._call():
            file = self._drive("post", "files", body, fields=f"id,{_SHARES}")
            return file["id"], _shares(file)

    def upload_page(self, title: str, tag: str, page: str) -> str:
        """Store a web page as a file that only its owner may share, and return its id."""
        about = {
            "name": title,
            "mimeType": _WEB_PAGE,
            "appProperties": {_TAG: tag},
            "writersCanShare": False,
        }
        boundary = secrets.token_hex(16)
        parts = (("application/json", json.dumps(about)), (f"{_WEB_PAGE}; charset=UTF-8", page))
        body = "".join(
            f"--{boundary}\r\nContent-Type: {kind}\r\n\r\n{text}\r\n" for kind, text in parts
        )
        with self._call():
            answer = self._http.request(
                "post",
                f"{_GOOGLE_HOSTS[1]}/upload/drive/v3/files",
                params={"uploadType": "multipart", "fields": "id"},
                data=f"{body}--{boundary}--\r\n".encode(),
                headers={"Content-Type": f"multipart/related; boundary={boundary}"},
            )
            file_id: str = answer.json()["id"]
            return file_id

    def find(self, tag: str) -> str | None:
        """Return the file that was made with a tag; None if there is none."""
        query = f"appProperties has {{ key='{_TAG}' and value='{tag}' }} and trashed=false"
        with self._call():
            files = self._drive("get", "files", q=query, fields="files(id)")["files"]
            return files[0]["id"] if files else None

    def owner(self, spreadsheet_id: str) -> str | None:
        """Return the address of the account that owns a file; None in a shared drive."""
        with self._call():
            file = self._drive("get", f"files/{spreadsheet_id}", fields="owners(emailAddress)")
            owners = file.get("owners", [])
            return owners[0].get("emailAddress") if owners else None

    def file_state(self, spreadsheet_id: str) -> FileState:
        """Return the state of a file: whether it can be edited, and by whom."""
        with self._call():
            file = self._drive("get", f"files/{spreadsheet_id}", fields=FILE_FIELDS)
            return FileState.read(file)

    def shares(self, spreadsheet_id: str) -> tuple[Share, ...]:
        """Return the file's permissions, including the owner's."""
        with self._call():
            return _shares(
                self._drive("get", f"files/{spreadsheet_id}/permissions", fields=_SHARES)
            )

    def share(self, spreadsheet_id: str, email: str, role: str, *, notify: bool = False) -> None:
        """Let an account in as `writer` or `reader`. With `notify` Google sends it an e-mail."""
        body = {"type": "user", "role": role, "emailAddress": email}
        self._add_permission(
            spreadsheet_id, body, sendNotificationEmail="true" if notify else "false"
        )

    def share_link(self, spreadsheet_id: str) -> None:
        """Let everybody read who has the link."""
        self._add_permission(
            spreadsheet_id, {"type": "anyone", "role": "reader", "allowFileDiscovery": False}
        )

    def unshare(self, spreadsheet_id: str, share: str) -> None:
        """Remove a permission by its id."""
        with self._call():
            self._drive("delete", f"files/{spreadsheet_id}/permissions/{share}")

    def restrict_sharing(self, spreadsheet_id: str) -> None:
        """Let only the owner share a file."""
        with self._call():
            self._drive("patch", f"files/{spreadsheet_id}", {"writersCanShare": False}, fields="id")

    def trash(self, spreadsheet_id: str) -> None:
        """Delete a spreadsheet for good."""
        with self._call():
            self._drive("delete", f"files/{spreadsheet_id}")

    def request(
        self,
        method: str,
        path: str,
        body: JsonObject | None = None,
        params: Mapping[str, str | list[str]] | None = None,
    ) -> Answer:
        """Make any request and return its answer, even if it is a refusal.

        `path` begins with `/v4/` or `/drive/v3/`. Raises Unreachable if there is no answer, and
        Forbidden if the account cannot be signed in.
        """
        host = _GOOGLE_HOSTS[0 if path.startswith("/v4/") else 1]
        query: ParamsType = {**(params or {})}
        began = time.monotonic()
        with self._call():
            try:
                response = self._http.request(method, host + path, json=body, params=query)
            except APIError as error:
                response = error.response
        return Answer(
            response.status_code, response.headers, _body(response), time.monotonic() - began
        )

    def set_listener_name(self, name: str) -> None:
        """Name the listener to which the local server need not announce this client's changes."""
        if self._sign_in.kind == "local":
            self._http.session.headers[_LISTENER] = name

    def listen(self, name: str) -> Iterator[list[str]]:
        """Listen as `name`, and yield the ids of changed spreadsheets when the server sends them.

        At first and now and then it yields an empty list. It ends when the server ends it. Raises
        Unreachable for a server that does not announce changes, such as Google.
        """
        headers = {_LISTENER: name, "Accept-Encoding": "identity"}
        address, timeout = self._sign_in.address + _CHANGES, self._http.timeout
        with (
            self._call(),
            self._http.session.get(
                address, headers=headers, stream=True, timeout=timeout
            ) as answer,
        ):
            if answer.headers.get("Content-Type") != _CHANGES_TYPE:
                raise Unreachable("this server does not tell what changes.", answer.status_code)
            rest = b""
            for piece in answer.iter_content(_PIECE):
                *lines, rest = (rest + piece).split(b"\n")
                for line in lines:
                    yield line.decode("ascii").split()
                if len(rest) > _LONGEST_LINE:
                    raise ValueError("a line without an end")

    def close(self) -> None:
        """Close the connections that were kept open."""
        self._http.session.close()

    def _add_permission(self, spreadsheet_id: str, body: JsonObject, **params: str) -> None:
        with self._call():
            self._drive("post", f"files/{spreadsheet_id}/permissions", body, fields="id", **params)

    def _drive(
        self, method: str, path: str, body: JsonObject | None = None, **params: str
    ) -> JsonObject:
        """Ask Drive; {} for an answer without a body."""
        query: ParamsType = {**params}
        answer = self._http.request(
            method, f"{_GOOGLE_HOSTS[1]}/drive/v3/{path}", json=body, params=query
        )
        reply: JsonObject = answer.json() if answer.content else {}
        return reply

    def _send(self, request: requests.PreparedRequest) -> requests.Response:
        """Make a request that is ready to be sent, as gspread makes its own."""
        answer = self._http.session.send(request, timeout=self._http.timeout)
        if not answer.ok:
            raise APIError(answer)
        return answer

    @contextmanager
    def _call(self) -> Iterator[None]:
        try:
            yield
        except APIError as error:
            raise from_api(error, self._sign_in) from None
        except PermissionError:
            raise Forbidden(
                "this account may not open the spreadsheet: ask for it to be shared."
            ) from None
        except GoogleAuthError as error:
            raise from_auth(error, self._sign_in) from None
        except requests.exceptions.RequestException as error:
            raise from_requests(error, self._sign_in) from None
        except (KeyError, TypeError, ValueError, AttributeError):
            raise Unreachable(
                f"{self._sign_in.server}'s answer cannot be understood: try again."
            ) from None


class _OtherServerHTTPClient(HTTPClient):
    """gspread's own client, asking another server than Google's."""

    base_url = ""

    def request(self, method: str, endpoint: str, *args: Any, **kwargs: Any) -> requests.Response:
        """Send a request to the other server."""
        for host in _GOOGLE_HOSTS:
            if endpoint.startswith(f"{host}/"):
                endpoint = self.base_url + endpoint.removeprefix(host)
        return super().request(method, endpoint, *args, **kwargs)


def http_client_at(base_url: str) -> type[HTTPClient]:
    """Return a class of gspread's clients for a server at another address than Google's."""
    return type(
        "HTTPClientElsewhere", (_OtherServerHTTPClient,), {"base_url": base_url.rstrip("/")}
    )


def local_client(base_url: str, token: str) -> Client:
    """Return a plain gspread client of the local server for a token's account."""
    credentials = Credentials(token=token)  # type: ignore[no-untyped-call]
    client = Client(auth=credentials, http_client=http_client_at(base_url))
    # A proxy in the environment is not on the way to this machine.
    client.http_client.session.trust_env = False
    return client


def connect_local(base_url: str, token: str) -> SheetsClient:
    """Return a connection to the local server for a token's account."""
    return SheetsClient(local_client(base_url, token), SignIn("local", base_url.rstrip("/")))


def _decode_as_utf8(answer: requests.Response, **_: object) -> None:
    """Decode an answer as UTF-8, whatever its type says: a proxy may name another encoding."""
    answer.encoding = "utf-8"


def _body(answer: requests.Response) -> Any:
    try:
        return answer.json()
    except requests.exceptions.JSONDecodeError:
        return answer.text


def _shares(file: JsonObject) -> tuple[Share, ...]:
    return tuple(
        Share(
            permission["id"], permission["type"], permission["role"], permission.get("emailAddress")
        )
        for permission in file["permissions"]
    )
