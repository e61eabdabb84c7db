"""What is answered in process is what the server answers over a connection."""

from collections.abc import Iterator

import pytest
import requests
from in_process import answered_in_process

from sheets_emulator.app import LocalServer
from sheets_emulator.faults import Fault

SHEETS, DRIVE = "/v4/spreadsheets", "/drive/v3/files"
OF_CONNECTIONS = {"connection", "transfer-encoding", "date"}


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with LocalServer(None) as running:
        yield running


def asked(server: LocalServer, method: str, path: str, **more: object) -> requests.Response:
    headers = {"Authorization": "Bearer somebody"}
    return requests.request(method, server.base_url + path, headers=headers, timeout=5, **more)  # type: ignore[arg-type]


def said(answer: requests.Response) -> tuple[int, dict[str, str], bytes]:
    headers = {name.lower(): value for name, value in answer.headers.items()}
    if "etag" in headers:
        headers["etag"] = "a tag of its own"
    kept = {name: value for name, value in headers.items() if name not in OF_CONNECTIONS}
    return answer.status_code, kept, answer.content


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "{}?fields=properties.title,sheets(data(rowData(values)))&ranges=A1:B2", None),
        ("GET", "{}/values/Sheet1!A1:%C3%A9", None),
        ("GET", "{}/values/Sheet1!A1:B2", None),
        ("POST", "{}:batchUpdate", {"requests": [{"no": {}}]}),
        ("POST", "{}:batchUpdate", {"requests": []}),
        ("GET", f"{SHEETS}/none", None),
        ("DELETE", f"{DRIVE}/none", None),
        ("GET", f"{DRIVE}?q=trashed%3Dfalse&fields=files(name)", None),
        ("GET", "/elsewhere", None),
    ],
)
def test_an_answer_is_the_same(server: LocalServer, method: str, path: str, body: object) -> None:
    made = asked(server, "POST", SHEETS, json={"properties": {"title": "é"}}).json()
    path = path.format(f"{SHEETS}/{made['spreadsheetId']}")
    over_http = said(asked(server, method, path, json=body))
    with answered_in_process(server):
        assert said(asked(server, method, path, json=body)) == over_http


def test_what_happens_to_a_connection_happens_to_one(server: LocalServer) -> None:
    with answered_in_process(server):
        server.faults.plan(Fault("reset"))
        with pytest.raises(requests.ConnectionError):
            asked(server, "GET", f"{SHEETS}/none")
        server.faults.plan(Fault("status", 503))
        assert asked(server, "GET", f"{SHEETS}/none").status_code == 503
        assert asked(server, "GET", f"{SHEETS}/none").status_code == 404


def test_a_server_that_began_anew_has_forgotten_all(server: LocalServer) -> None:
    with answered_in_process(server):
        made = asked(server, "POST", SHEETS, json={}).json()
        server.reset()
        assert asked(server, "GET", f"{SHEETS}/{made['spreadsheetId']}").status_code == 404


def test_a_server_that_has_stopped_answers_nobody() -> None:
    with LocalServer(None) as gone, answered_in_process(gone):
        gone.stop()
        with pytest.raises((requests.ConnectionError, OSError)):
            asked(gone, "GET", SHEETS)
