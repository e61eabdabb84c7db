"""Which credentials are used, what files are refused, and that nothing secret is ever told."""

import json
import logging
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from scripted_google import (
    MARK,
    SCOPE,
    SERVICE,
    TOKEN,
    Answer,
    Scripted,
    client_info,
    person_info,
    service_info,
    written,
)

from umpire.errors import UmpireError, UsageError
from umpire.sheets.client import SheetsClient
from umpire.sheets.errors import Forbidden, Unreachable
from umpire.sheets.google import connect, connection_opener, find_credentials, granted_scopes

GOOGLES = "https://oauth2.googleapis.com/token"


def test_a_person_comes_before_a_service_account_and_a_file_before_both(
    machine: Path, google: Scripted, tmp_path: Path
) -> None:
    machine.mkdir(parents=True)
    with pytest.raises(UmpireError, match="umpire login"):
        find_credentials(None)
    written(machine / "service_account.json", service_info(google.base_url))
    assert (find_credentials(None).kind, find_credentials(None).account_hint) == (
        "service",
        SERVICE,
    )
    written(machine / "authorized_user.json", person_info(google.base_url))
    assert find_credentials(None).kind == "oauth"
    assert find_credentials(None).account_hint == "ana@example.org"
    other = written(tmp_path / "other.json", service_info(google.base_url))
    assert (find_credentials(other).kind, find_credentials(other).path) == ("service", other)


WRONG: list[tuple[str, Any, str]] = [
    ("not a JSON file", "hello", "not a JSON file"),
    ("binary", "\x00\x01", "not a JSON file"),
    ("deep", "[" * 90_000, "not a JSON file"),
    ("a list", [], "not a JSON file"),
    ("nothing", {}, "umpire login"),
    ("a client", client_info("http://127.0.0.1:1"), "umpire login --client"),
    ("a web client", {"web": {}}, "umpire login --client"),
]


@pytest.mark.parametrize(("name", "info", "said"), WRONG, ids=lambda one: str(one)[:20])
def test_a_file_that_holds_no_credentials(
    tmp_path: Path, name: str, info: object, said: str
) -> None:
    file = written(tmp_path / "some.json", info)
    with pytest.raises(UsageError, match=said) as caught:
        find_credentials(file)
    assert str(file) in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no file"):
        find_credentials(tmp_path / "none.json")
    with pytest.raises(UsageError, match="cannot be read"):
        find_credentials(tmp_path)


DAMAGED: list[dict[str, Any]] = [
    {"private_key": f"-----BEGIN PRIVATE KEY-----\n{MARK}\n-----END PRIVATE KEY-----\n"},
    {"private_key": MARK},
    {"private_key": None},
    {"client_email": None},
    {"token_uri": 7},
]


@pytest.mark.parametrize("change", DAMAGED, ids=str)
def test_a_damaged_key(tmp_path: Path, google: Scripted, change: dict[str, Any]) -> None:
    info = {name: value for name, value in (service_info(google.base_url) | change).items()
            if value is not None}  # fmt: skip
    found = find_credentials(written(tmp_path / "key.json", info))
    with pytest.raises(UsageError) as caught:
        connect(found, google.base_url)
    assert MARK not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("name", ["client_id", "client_secret", "refresh_token"])
@pytest.mark.parametrize("value", ["", 7, None])
def test_a_damaged_sign_in(tmp_path: Path, google: Scripted, name: str, value: object) -> None:
    file = written(tmp_path / "person.json", person_info(google.base_url) | {name: value})
    with pytest.raises(UsageError, match="damaged"):
        connect(find_credentials(file), google.base_url)


def test_a_rehearsal_and_google_are_kept_apart(tmp_path: Path, google: Scripted) -> None:
    rehearsal = find_credentials(written(tmp_path / "a.json", person_info(google.base_url)))
    with pytest.raises(UsageError, match="for a rehearsal: set UMPIRE_GOOGLE"):
        connect(rehearsal, None)
    for token_uri in (GOOGLES, None):  # without one it is Google's
        real = written(tmp_path / "b.json", person_info("", token_uri=token_uri))
        with pytest.raises(UsageError, match="unset UMPIRE_GOOGLE"):
            connect(find_credentials(real), google.base_url)
    assert not google.requests


@pytest.mark.parametrize(
    "token_uri",
    [
        "https://evil.example/token",
        "http://oauth2.googleapis.com/token",
        "https://googleapis.com.evil.example/token",
        "https://evilgoogleapis.com/token",
        "https://user@evil.example/token",
        "http://127.0.0.1.evil.example/token",
        "file:///etc/passwd",
        "http://[::1",
        "nonsense",
    ],
)
def test_secrets_go_to_nobody_else(tmp_path: Path, google: Scripted, token_uri: str) -> None:
    for make in (person_info, service_info):
        info = make(google.base_url) | {"token_uri": token_uri}
        found = find_credentials(written(tmp_path / "x.json", info))
        for base_url in (None, google.base_url):
            with pytest.raises(UsageError, match="token_uri is not Google's"):
                connect(found, base_url)


def test_scopes(tmp_path: Path, google: Scripted) -> None:
    """A service account asks for Sheets and Drive; a person's stay as they were granted."""
    for make in (service_info, person_info):
        found = find_credentials(written(tmp_path / "x.json", make(google.base_url)))
        sheets = connect(found, google.base_url)
        sheets.me()
        sheets.close()
    by_key, by_person = (one.form for one in google.asked("/token"))
    assert by_key["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer"
    import base64

    claims = json.loads(base64.urlsafe_b64decode(by_key["assertion"].split(".")[1] + "=="))
    assert claims["scope"].split() == [
        "https://www.googleapis.com/auth/spreadsheets",
        "https://www.googleapis.com/auth/drive",
    ]
    assert by_person["grant_type"] == "refresh_token"
    assert "scope" not in by_person


@pytest.mark.faulty_traffic
def test_a_new_sign_in_is_taken_up_by_the_old_connection(tmp_path: Path, google: Scripted) -> None:
    file = written(tmp_path / "person.json", person_info(google.base_url))
    sheets = connect(find_credentials(file), google.base_url)
    good = google.answers["/token"]
    assert isinstance(good, Answer)

    def token(request: Any) -> Answer:
        if request.form["refresh_token"] == "1//new":
            return good
        return Answer(400, {"error": "invalid_grant", "error_description": "Token revoked."})

    google.answers["/token"] = token
    with pytest.raises(Forbidden):
        sheets.me()
    assert len(google.asked("/token")) == 1  # the file is as it was
    draft = written(tmp_path / "draft.json", person_info(google.base_url, refresh_token="1//new"))
    draft.replace(file)
    assert sheets.me() == "ana@example.org"
    assert len(google.asked("/token")) == 3
    written(file, "half a file")
    google.answers["/token"] = Answer(400, {"error": "invalid_grant"})
    google.answers["/drive/v3/about"] = Answer(401, {"error": {"code": 401, "message": "no"}})
    with pytest.raises(Forbidden, match="run 'umpire login'"):
        sheets.me()
    sheets.close()


@pytest.mark.faulty_traffic
@pytest.mark.parametrize("first", [TOKEN, Answer(503, "no")], ids=["a token", "a refusal"])
def test_the_connections_of_an_account_ask_for_a_token_once(
    tmp_path: Path, google: Scripted, first: Answer
) -> None:
    """Whoever comes meanwhile gets what the first one got; later ones ask again if that failed."""
    found = find_credentials(written(tmp_path / "person.json", person_info(google.base_url)))
    connect_again = connection_opener(found, google.base_url)
    connections = [connect_again() for _ in range(4)]

    def slowly(_: Any) -> Answer:
        time.sleep(0.5)
        return first

    def told(sheets: SheetsClient) -> str:
        try:
            return sheets.me()
        except Unreachable:
            return "nobody"

    google.answers["/token"] = slowly
    with ThreadPoolExecutor(len(connections)) as pool:
        told_at_once = list(pool.map(told, connections))
    who = "ana@example.org" if first is TOKEN else "nobody"
    assert told_at_once == [who] * 4
    assert len(google.asked("/token")) == 1
    google.answers["/token"] = TOKEN
    assert [told(sheets) for sheets in connections] == ["ana@example.org"] * 4
    assert len(google.asked("/token")) == (1 if first is TOKEN else 2)
    for sheets in connections:
        sheets.close()


@pytest.mark.faulty_traffic
def test_nothing_secret_is_told(
    tmp_path: Path, google: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    """Not in a message, a log, a repr or a traceback, whatever the answer is."""
    caplog.set_level(logging.DEBUG)
    told: list[str] = []
    key = service_info(google.base_url)["private_key"].splitlines()[1]
    for make in (person_info, service_info):
        found = find_credentials(written(tmp_path / "x.json", make(google.base_url)))
        sheets = connect(found, google.base_url)
        told += [repr(found), repr(sheets), repr(vars(sheets))]
        assert sheets.me()
        for path, answer in (
            (
                "/drive/v3/about",
                Answer(403, {"error": {"code": 403, "message": "no", "status": "X"}}),
            ),
            ("/drive/v3/about", Answer(200, "<html>")),
            ("/drive/v3/about", Answer(401, {"error": {"code": 401, "message": "no"}})),
            ("/token", Answer(400, {"error": "invalid_grant"})),
            ("/token", Answer(200, "<html>")),
        ):
            google.answers[path] = answer
            with pytest.raises(UmpireError) as caught:
                sheets.me()
            told += traceback.format_exception(caught.value)
        sheets.close()
        google.answers = Scripted.usual()
    told.append(caplog.text)
    text = "".join(told)
    assert "umpire login" in text  # the test has looked somewhere
    assert "POST /token" in text
    for secret in (MARK, key, "PRIVATE KEY"):
        assert secret not in text


def test_what_a_sign_in_was_granted(tmp_path: Path, google: Scripted) -> None:
    """Asked with a token in the body, for an address may be written down on the way."""
    found = find_credentials(written(tmp_path / "x.json", person_info(google.base_url)))
    google.answers["/tokeninfo"] = Answer(body={"scope": f"openid {SCOPE}"})
    assert granted_scopes(found, google.base_url) == {"openid", SCOPE}
    [asked] = google.asked("/tokeninfo")
    assert (asked.path, asked.form) == ("/tokeninfo", {"access_token": f"ya29.{MARK}"})
    for path, answer, kind in (
        ("/tokeninfo", Answer(body="<html>"), Unreachable),
        ("/tokeninfo", Answer(400, {"error": "invalid_token"}), Unreachable),
        ("/token", Answer(503, "<html>"), Unreachable),
        ("/token", Answer(400, {"error": "invalid_grant"}), Forbidden),
    ):
        google.answers[path] = answer
        with pytest.raises(kind) as caught:
            granted_scopes(found, google.base_url)
        assert MARK not in str(caught.value)
