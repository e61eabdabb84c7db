"""What is answered in process is what the server answers over a connection."""

from collections.abc import Iterator

import pytest
import requests
from in_process import ServerAtHand, over_http
from requests.adapters import HTTPAdapter

from sheets_emulator.faults import Fault

SHEETS, DRIVE = "/v4/spreadsheets", "/drive/v3/files"
OF_CONNECTIONS = {"connection", "transfer-encoding", "date"}


@pytest.fixture(scope="module")
def server() -> Iterator[ServerAtHand]:
    with ServerAtHand(None) as running:
        yield running


def asked(server: ServerAtHand, method: str, path: str, **more: object) -> requests.Response:
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
def test_an_answer_is_the_same(
    server: ServerAtHand, monkeypatch: pytest.MonkeyPatch, method: str, path: str, body: object
) -> None:
    made = asked(server, "POST", SHEETS, json={"properties": {"title": "é"}}).json()
    path = path.format(f"{SHEETS}/{made['spreadsheetId']}")
    in_process = said(asked(server, method, path, json=body))
    monkeypatch.setattr(HTTPAdapter, "send", over_http)
    assert said(asked(server, method, path, json=body)) == in_process


def test_an_answer_needs_no_connection(
    server: ServerAtHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("in_process.over_http", lambda *_, **__: pytest.fail("a connection"))
    assert asked(server, "GET", f"{SHEETS}/none").status_code == 404
    assert asked(server, "GET", f"{DRIVE}/none").status_code == 404


def test_what_happens_to_a_connection_happens_to_one(server: ServerAtHand) -> None:
    server.faults.plan(Fault("reset"))
    with pytest.raises(requests.ConnectionError):
        asked(server, "GET", f"{SHEETS}/none")
    server.faults.plan(Fault("status", 503))
    assert asked(server, "GET", f"{SHEETS}/none").status_code == 503
    assert asked(server, "GET", f"{SHEETS}/none").status_code == 404


def test_a_server_that_began_anew_has_forgotten_all(server: ServerAtHand) -> None:
    made = asked(server, "POST", SHEETS, json={}).json()
    server.reset()
    assert asked(server, "GET", f"{SHEETS}/{made['spreadsheetId']}").status_code == 404


def test_a_server_that_has_stopped_answers_nobody() -> None:
    with ServerAtHand(None) as gone:
        address = gone.base_url
        gone.stop()
        with pytest.raises(requests.ConnectionError):
            requests.get(address + SHEETS, timeout=5)
