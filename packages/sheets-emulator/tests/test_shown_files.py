"""Web pages kept as files: uploaded as to Drive, and shown where they can do no harm."""

import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
import requests
from server_kit import Account, Json

from sheets_emulator.access import account_email
from sheets_emulator.app import LocalServer

PAGE = "<!doctype html><title>A page</title><p>Größe</p>"
KIND = "text/html"
QUERY = "appProperties has { key='tag' and value='one' } and trashed=false"


@pytest.fixture
def server() -> Iterator[LocalServer]:
    with LocalServer(None) as running:
        yield running


@pytest.fixture
def owner(server: LocalServer) -> Account:
    return Account(server.base_url, "the owner")


def uploaded(owner: Account, **about: object) -> Json:
    told = json.dumps({"name": "A page", "mimeType": KIND, "appProperties": {"tag": "one"}} | about)
    parts = (("application/json", told), (f"{KIND}; charset=UTF-8", PAGE))
    body = "".join(f"--x\r\nContent-Type: {kind}\r\n\r\n{text}\r\n" for kind, text in parts)
    answer = owner.session.post(
        f"{owner.base_url}/upload/drive/v3/files?uploadType=multipart",
        data=f"{body}--x--".encode(),
        headers={"Content-Type": "multipart/related; boundary=x"},
        timeout=10,
    )
    assert answer.ok, answer.text
    found: Json = answer.json()
    return found


def opened(server: LocalServer, who: str, file_id: str) -> requests.Response:
    return requests.get(f"{server.base_url}/s/{who}/{file_id}", timeout=10)


def test_it_is_a_file_of_its_own_kind(owner: Account) -> None:
    file = uploaded(owner)
    assert (file["name"], file["mimeType"]) == ("A page", KIND)
    found = owner.ok("GET", "/drive/v3/files", q=f"{QUERY} and mimeType='{KIND}'")
    assert [one["id"] for one in found["files"]] == [file["id"]]
    assert owner.ask("GET", f"/drive/v3/files/{file['id']}", alt="media").content == PAGE.encode()


def test_it_is_no_spreadsheet(owner: Account) -> None:
    file_id = uploaded(owner)["id"]
    refusal = owner.error("GET", f"/v4/spreadsheets/{file_id}")
    assert refusal["message"] == "This operation is not supported for this document"
    assert owner.ask("GET", f"/s/the owner/{file_id}/events").status_code == 404
    assert (
        owner.error("GET", f"/drive/v3/files/{file_id}/export", mimeType="text/csv")["code"] == 403
    )


def test_it_outlives_the_server(tmp_path: object) -> None:
    with LocalServer(tmp_path) as server:  # type: ignore[arg-type]
        file_id = uploaded(Account(server.base_url, "the owner"))["id"]
        at = urlsplit(opened(server, "the owner", file_id).url).path
    with LocalServer(tmp_path) as server:  # type: ignore[arg-type]
        assert opened(server, "the owner", file_id).content == PAGE.encode()
        again = requests.get(f"{server.base_url}{at}", timeout=5)
        assert again.content == PAGE.encode(), "and so does the address that it leads to"


def test_a_link_leads_on_to_an_address_that_holds_no_secret(
    server: LocalServer, owner: Account
) -> None:
    answer = opened(server, "the owner", uploaded(owner)["id"])
    assert answer.content == PAGE.encode()
    assert "owner" not in answer.url


def test_it_has_an_origin_of_its_own_and_reaches_nobody(
    server: LocalServer, owner: Account
) -> None:
    headers = opened(server, "the owner", uploaded(owner)["id"]).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["sandbox"] == "allow-scripts allow-downloads"
    assert policy["default-src"] == "'none'"
    assert {policy[one] for one in ("base-uri", "form-action", "frame-ancestors")} == {"'none'"}
    assert not {"connect-src", "frame-src", "object-src"} & policy.keys()
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"


def test_only_those_who_may_see_it_are_led_on(server: LocalServer, owner: Account) -> None:
    file_id = uploaded(owner)["id"]
    assert opened(server, "a guest", file_id).status_code == 404
    guest = {"type": "user", "role": "reader", "emailAddress": account_email("a guest")}
    shared = owner.ok("POST", f"/drive/v3/files/{file_id}/permissions", guest)
    page = opened(server, "a guest", file_id)
    assert page.ok
    owner.ok("DELETE", f"/drive/v3/files/{file_id}/permissions/{shared['id']}")
    assert requests.get(page.url, timeout=10).status_code == 404
    assert requests.get(f"{server.base_url}/page/guessed", timeout=10).status_code == 404


def test_it_is_not_listed_among_spreadsheets(server: LocalServer, owner: Account) -> None:
    uploaded(owner)
    assert requests.get(f"{server.base_url}/s/the owner", timeout=10).status_code == 404


def test_neither_kind_takes_the_place_of_the_other(owner: Account) -> None:
    sheet = owner.ok("POST", "/v4/spreadsheets")["spreadsheetId"]
    for file_id, kind in ((sheet, KIND), (uploaded(owner)["id"], "text/csv")):
        answer = owner.session.patch(
            f"{owner.base_url}/upload/drive/v3/files/{file_id}?uploadType=media",
            data=b"1,2",
            headers={"Content-Type": kind},
            timeout=10,
        )
        assert answer.status_code == 501
