"""Apps ask, people allow, tokens come and go: with google-auth(-oauthlib) as they are."""

import json
import threading
import time
import webbrowser
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from google.auth import crypt, jwt
from google.auth.exceptions import RefreshError
from google.auth.transport.requests import Request
from google.oauth2 import service_account
from google.oauth2.credentials import Credentials
from google_kit import (
    ANA,
    BEN,
    SHEET,
    Browser,
    consent,
    decide,
    flow_of,
    plain_session,
    visible_text,
)
from gspread.exceptions import APIError
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError
from server_kit import Account, Json

from sheets_emulator.accounts import TOKEN_SECONDS
from sheets_emulator.app import LocalServer
from sheets_emulator.scopes import DRIVE, DRIVE_FILE, EMAIL, SPREADSHEETS
from sheets_emulator.testing import gspread_client

JWT_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"


@pytest.fixture(scope="module")
def host() -> Iterator[LocalServer]:
    with LocalServer(None, google=True) as running:
        yield running


@pytest.fixture(scope="module")
def app_file(host: LocalServer) -> Json:
    return host.client_file()


@pytest.fixture(autouse=True)
def allow_http(monkeypatch: pytest.MonkeyPatch, host: LocalServer) -> Iterator[None]:
    """oauthlib wants HTTPS of a token endpoint, even on this machine."""
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
    host.quota.forget()
    yield
    host.accounts.now = time.time
    host.faults.coming.clear()


@pytest.fixture
def http() -> Iterator[requests.Session]:
    with plain_session() as session:
        yield session


def whoami(host: LocalServer, token: str) -> Json:
    asker = Account(host.base_url, token)
    with asker.session:
        return asker.ask("GET", "/drive/v3/about", fields="user(emailAddress)").json()


def test_an_app_is_allowed_and_acts_for_the_person(host: LocalServer, app_file: Json) -> None:
    credentials = consent(host, app_file, "Ana@Example.com")
    assert whoami(host, credentials.token) == {"user": {"emailAddress": ANA}}
    client = gspread_client(host.base_url, credentials)
    book = client.create("Ana's book")
    book.sheet1.update([["x"]], "A1")
    assert client.open_by_key(book.id).sheet1.get("A1") == [["x"]]
    client.http_client.session.close()


def test_the_app_may_have_a_little_server_of_its_own(
    host: LocalServer, app_file: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`run_local_server`, as gspread uses it: the person's browser is sent to the app."""

    def allow(url: str) -> None:
        with plain_session() as session:
            form = {"email": BEN, "decision": "allow"}
            session.post(url, data=form, headers={"Origin": host.base_url}, timeout=10)

    class Opener:
        def open(self, url: str, **_: Any) -> bool:
            threading.Thread(target=allow, args=[url]).start()
            return True

    monkeypatch.setattr(webbrowser, "get", lambda _name: Opener())
    credentials = flow_of(app_file).run_local_server(
        port=0, authorization_prompt_message="", timeout_seconds=20
    )
    assert credentials.refresh_token
    assert whoami(host, credentials.token) == {"user": {"emailAddress": BEN}}


def test_the_page_says_who_asks_for_what(host: LocalServer, app_file: Json) -> None:
    url, _ = flow_of(app_file, DRIVE_FILE, EMAIL).authorization_url(login_hint="x@example.com")
    with plain_session() as session:
        answer = session.get(url, timeout=10)
    shown = visible_text(answer.text)
    assert "my-app wants to use your account" in shown
    assert "only the specific Drive files you use with this app" in shown
    assert "See your e-mail address" in shown
    assert 'value="x@example.com"' in answer.text
    policy = answer.headers["Content-Security-Policy"]
    assert "form-action 'self' http://localhost:1" in policy
    assert "script-src 'self'" in policy
    assert "<script" not in answer.text


def test_cancel_is_an_answer(host: LocalServer, app_file: Json) -> None:
    url, state = flow_of(app_file).authorization_url()
    assert decide(host, url, "", "cancel") == {"error": "access_denied", "state": state}


@pytest.mark.parametrize(
    "email",
    ["", "ana", "ana@", "a b@example.com", "u0@sheets-emulator.local",
     "x@y.iam.gserviceaccount.com", "nobody@example.invalid", "<b>@example.com"],
)  # fmt: skip
def test_who_cannot_sign_in(host: LocalServer, app_file: Json, email: str) -> None:
    url, _ = flow_of(app_file).authorization_url()
    browser = Browser(host)
    with browser.session:
        consented = browser.post(url, {"email": email, "decision": "allow"})
        signed = browser.post("/sign-in", {"email": email})
    for answer in (consented, signed):
        assert answer.status_code == 400
        assert "not an e-mail address that can sign in" in answer.text
        assert "Location" not in answer.headers
        assert "<b>" not in answer.text


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"client_id": "nobody"}, "invalid_client"),
        ({"redirect_uri": "http://evil.example/"}, "redirect_uri_mismatch"),
        ({"redirect_uri": "http://localhost.evil.example/"}, "redirect_uri_mismatch"),
        ({"redirect_uri": "http://localhost@evil.example/"}, "redirect_uri_mismatch"),
        ({"redirect_uri": "http://127.0.0.1:x/"}, "redirect_uri_mismatch"),
        ({"redirect_uri": "javascript:alert(1)//localhost"}, "redirect_uri_mismatch"),
        ({"redirect_uri": "urn:ietf:wg:oauth:2.0:oob"}, "redirect_uri_mismatch"),
        ({"redirect_uri": "http://localhost/ '*"}, "redirect_uri_mismatch"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"scope": "https://www.googleapis.com/auth/gmail.modify"}, "invalid_scope"),
        ({"scope": ""}, "invalid_scope"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
    ],
)
def test_a_question_out_of_order_leads_nowhere(
    host: LocalServer, app_file: Json, change: dict[str, str], word: str
) -> None:
    url, _ = flow_of(app_file).authorization_url()
    asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()} | change
    browser = Browser(host)
    with browser.session:
        page = browser.get("/o/oauth2/auth", **asked)
        query = requests.Request("GET", host.base_url, params=asked).prepare().path_url[1:]
        sent = browser.post(f"/o/oauth2/auth{query}", {"email": ANA, "decision": "allow"})
    for answer in (page, sent):
        assert answer.status_code in (400, 401)
        assert word in answer.text
        assert "Location" not in answer.headers


def test_a_form_from_elsewhere_allows_nothing(host: LocalServer, app_file: Json) -> None:
    url, _ = flow_of(app_file).authorization_url()
    form = {"email": ANA, "decision": "allow"}
    with plain_session() as session:
        for headers in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
            answer = session.post(
                url, data=form, headers=headers, allow_redirects=False, timeout=10
            )
            assert (answer.status_code, answer.headers.get("Location")) == (403, None)


def exchange(host: LocalServer, http: requests.Session, **form: str) -> tuple[int, Json]:
    answer = http.post(f"{host.base_url}/token", data=form, timeout=10)
    assert answer.headers["Cache-Control"].startswith("no-cache, no-store")
    return answer.status_code, answer.json()


def fresh_code(host: LocalServer, app_file: Json) -> dict[str, str]:
    """What an app posts for a code that it was just given."""
    flow = flow_of(app_file)
    url, _ = flow.authorization_url()
    told = decide(host, url, ANA)
    return {
        "grant_type": "authorization_code",
        "code": told["code"],
        "redirect_uri": flow.redirect_uri,
        "code_verifier": flow.code_verifier,
        "client_id": app_file["installed"]["client_id"],
        "client_secret": app_file["installed"]["client_secret"],
    }


def test_a_code_is_good_once(host: LocalServer, app_file: Json, http: requests.Session) -> None:
    form = fresh_code(host, app_file)
    status, tokens = exchange(host, http, **form)
    assert status == 200
    assert set(tokens) == {"access_token", "expires_in", "refresh_token", "scope", "token_type"}
    assert (tokens["token_type"], tokens["scope"]) == ("Bearer", DRIVE_FILE)
    assert exchange(host, http, **form) == (
        400,
        {"error": "invalid_grant", "error_description": "Malformed auth code."},
    )


@pytest.mark.parametrize(
    ("change", "status", "error"),
    [
        ({"code_verifier": "x" * 43}, 400, "invalid_grant"),
        ({"code_verifier": ""}, 400, "invalid_grant"),
        ({"redirect_uri": "http://localhost:2/"}, 400, "redirect_uri_mismatch"),
        ({"client_secret": "wrong"}, 401, "invalid_client"),
        ({"client_secret": ""}, 400, "invalid_request"),
        ({"client_id": "nobody"}, 401, "invalid_client"),
        ({"client_id": ""}, 400, "invalid_request"),
        ({"code": "4/x"}, 400, "invalid_grant"),
        ({"code": ""}, 400, "invalid_request"),
        ({"grant_type": "password"}, 400, "unsupported_grant_type"),
    ],
)
def test_a_code_is_changed_only_by_who_was_given_it(
    host: LocalServer,
    app_file: Json,
    http: requests.Session,
    change: dict[str, str],
    status: int,
    error: str,
) -> None:
    code, said = exchange(host, http, **(fresh_code(host, app_file) | change))
    assert (code, said["error"]) == (status, error)


def test_another_app_cannot_use_a_code_or_a_refresh_token(
    host: LocalServer, app_file: Json, http: requests.Session
) -> None:
    other = host.client_file("other")["installed"]
    mine = {"client_id": other["client_id"], "client_secret": other["client_secret"]}
    status, said = exchange(host, http, **(fresh_code(host, app_file) | mine))
    assert (status, said["error"]) == (400, "invalid_grant")
    refresh = consent(host, app_file, ANA).refresh_token
    form = {"grant_type": "refresh_token", "refresh_token": refresh, **mine}
    status, said = exchange(host, http, **form)
    assert (status, said["error"]) == (401, "unauthorized_client")


def test_a_code_waits_ten_minutes_and_no_longer(
    host: LocalServer, app_file: Json, http: requests.Session
) -> None:
    form = fresh_code(host, app_file)
    host.accounts.now = lambda: time.time() + 601
    assert exchange(host, http, **form)[1]["error"] == "invalid_grant"


def test_an_access_token_lives_an_hour_and_is_refreshed(host: LocalServer, app_file: Json) -> None:
    credentials = consent(host, app_file, ANA)
    old = credentials.token
    host.accounts.now = lambda: time.time() + TOKEN_SECONDS
    refused = whoami(host, old)["error"]
    assert (refused["code"], refused["errors"][0]["reason"]) == (401, "authError")
    client = gspread_client(host.base_url, credentials)  # asks, is refused, refreshes, asks again
    client.create("after an hour")
    client.http_client.session.close()
    assert credentials.token != old
    assert whoami(host, credentials.token) == {"user": {"emailAddress": ANA}}


def test_a_consent_taken_back_ends_all_its_tokens_and_no_others(
    host: LocalServer, app_file: Json, http: requests.Session
) -> None:
    first, second = consent(host, app_file, ANA), consent(host, app_file, ANA)
    other = consent(host, host.client_file("other"), ANA)
    bens = consent(host, app_file, BEN)
    answer = http.post(f"{host.base_url}/revoke", data={"token": first.refresh_token}, timeout=10)
    assert (answer.status_code, answer.json()) == (200, {})
    for credentials in (first, second):
        assert whoami(host, credentials.token)["error"]["code"] == 401
        with pytest.raises(RefreshError) as refused:
            credentials.refresh(Request())
        assert refused.value.args[1] == {
            "error": "invalid_grant",
            "error_description": "Token has been expired or revoked.",
        }
    for credentials in (other, bens):
        assert "user" in whoami(host, credentials.token)
        credentials.refresh(Request())
    again = http.post(f"{host.base_url}/revoke?token={second.token}", timeout=10)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_token")


def test_what_a_token_is_good_for(
    host: LocalServer, app_file: Json, http: requests.Session
) -> None:
    url = f"{host.base_url}/tokeninfo"
    token = consent(host, app_file, ANA).token
    found = http.get(url, params={"access_token": token}, timeout=10).json()
    assert found["aud"] == found["azp"] == app_file["installed"]["client_id"]
    assert found["scope"] == DRIVE_FILE
    assert 3590 < int(found["expires_in"]) <= 3600
    assert "email" not in found
    known = consent(host, app_file, ANA, DRIVE_FILE, EMAIL).token
    told = http.post(url, data={"access_token": known}, timeout=10).json()
    assert (told["email"], told["email_verified"]) == (ANA, "true")
    for wrong in ("", "plain", token[:-1]):
        answer = http.get(url, params={"access_token": wrong}, timeout=10)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_token")


@pytest.mark.parametrize("prefix", ["ya29.", "1//", "4/", "page."])
def test_a_token_of_the_server_s_own_kind_that_it_never_gave_is_nobody(
    host: LocalServer, prefix: str
) -> None:
    client = Account(host.base_url, prefix + "x" * 40)
    with client.session:
        for path in ("/v4/spreadsheets/x", "/drive/v3/files"):
            answer = client.ask("GET", path)
            assert answer.status_code == 401
            assert "invalid_token" in answer.headers["WWW-Authenticate"]
        assert client.ask("GET", f"/s/{prefix}{'x' * 40}").status_code == 404


def test_nothing_but_an_access_token_opens_the_api(host: LocalServer, app_file: Json) -> None:
    refresh = consent(host, app_file, ANA).refresh_token
    assert refresh is not None
    assert whoami(host, refresh)["error"]["code"] == 401


def test_a_refresh_cannot_widen_the_scopes(host: LocalServer, app_file: Json) -> None:
    credentials = consent(host, app_file, ANA)
    wider = Credentials(
        None,
        refresh_token=credentials.refresh_token,
        token_uri=credentials.token_uri,
        client_id=credentials.client_id,
        client_secret=credentials.client_secret,
        scopes=[DRIVE],
    )
    with pytest.raises(RefreshError, match="invalid_scope"):
        wider.refresh(Request())


# ---- service accounts


@pytest.fixture(scope="module")
def key_file(host: LocalServer) -> Json:
    return host.service_file()


def test_a_service_account_signs_in_with_its_key(host: LocalServer, key_file: Json) -> None:
    credentials = service_account.Credentials.from_service_account_info(
        key_file, scopes=[SPREADSHEETS, DRIVE]
    )
    client = gspread_client(host.base_url, credentials)
    ana = Account(host.base_url, host.sign_in(ANA))
    with ana.session:
        made = ana.ok("POST", "/v4/spreadsheets", {"properties": {"title": "shared"}})
        with pytest.raises(PermissionError):
            client.open_by_key(made["spreadsheetId"])
        body = {"type": "user", "role": "writer", "emailAddress": key_file["client_email"]}
        ana.ok("POST", f"/drive/v3/files/{made['spreadsheetId']}/permissions", body)
        client.open_by_key(made["spreadsheetId"]).sheet1.update([["x"]], "A1")
        for method, path, sent in (
            ("POST", "/drive/v3/files", {"mimeType": SHEET}),
            ("POST", f"/drive/v3/files/{made['spreadsheetId']}/copy", {}),
            ("POST", "/v4/spreadsheets", {}),
        ):
            robot = Account(host.base_url, credentials.token)
            with robot.session:
                error = robot.error(method, path, sent)
            assert error["code"] == 403
            assert error["message"] == "The user's Drive storage quota has been exceeded."
            reason = error["errors"][0]
            assert (reason["domain"], reason["reason"]) == ("usageLimits", "storageQuotaExceeded")
    with pytest.raises(APIError, match="storage quota"):
        client.create("mine")
    client.http_client.session.close()


def assertion(key_file: Json, key: str | None = None, **claims: Any) -> str:
    signer = crypt.RSASigner.from_string(key or key_file["private_key"], key_file["private_key_id"])
    now = int(time.time())
    payload = {
        "iss": key_file["client_email"],
        "aud": key_file["token_uri"],
        "scope": DRIVE,
        "iat": now,
        "exp": now + 3600,
    } | claims
    encoded: bytes = jwt.encode(signer, {k: v for k, v in payload.items() if v is not None})
    return encoded.decode()


@pytest.mark.parametrize(
    ("claims", "error", "words"),
    [
        ({"iss": "nobody@x.iam.gserviceaccount.com"}, "invalid_grant", "account not found"),
        ({"aud": "https://www.googleapis.com/drive"}, "invalid_grant", "audience"),
        ({"aud": None}, "invalid_grant", "audience"),
        ({"exp": int(time.time()) + 9000}, "invalid_grant", "short-lived token"),
        ({"iat": int(time.time()) - 9000, "exp": int(time.time()) - 5400}, "invalid_grant",
         "short-lived token"),
        ({"iat": int(time.time()) + 2000, "exp": int(time.time()) + 3000}, "invalid_grant",
         "short-lived token"),
        ({"exp": None}, "invalid_grant", "short-lived token"),
        ({"scope": ""}, "invalid_scope", "scope"),
        ({"scope": "https://www.googleapis.com/auth/gmail"}, "invalid_scope", "scope"),
        ({"sub": ANA}, "unauthorized_client", "unauthorized"),
    ],
)  # fmt: skip
def test_an_assertion_that_is_refused(
    host: LocalServer,
    key_file: Json,
    http: requests.Session,
    claims: Json,
    error: str,
    words: str,
) -> None:
    form = {"grant_type": JWT_GRANT, "assertion": assertion(key_file, **claims)}
    status, said = exchange(host, http, **form)
    assert status in (400, 401)
    assert said["error"] == error
    assert words in said["error_description"]


def test_keys_are_as_long_as_googles(key_bits: int) -> None:
    assert key_bits == 2048


def test_only_the_key_of_the_file_signs(
    host: LocalServer, key_file: Json, http: requests.Session
) -> None:
    other = host.service_file("another")["private_key"]
    good = assertion(key_file)
    assert exchange(host, http, grant_type=JWT_GRANT, assertion=good)[0] == 200
    head, body, signature = good.split(".")
    none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0"
    for wrong in (
        assertion(key_file, other),
        f"{head}.{body}.",
        f"{head}.{body}.{signature[:-8]}AAAAAAAA",
        f"{none}.{body}.",
        f"{none}.{body}.{signature}",
        "x",
        "a.b.c",
        "",
    ):
        status, said = exchange(host, http, grant_type=JWT_GRANT, assertion=wrong)
        assert (status, said["error"]) == (400, "invalid_grant"), wrong


def test_a_body_that_is_no_form(host: LocalServer, http: requests.Session) -> None:
    for data in (b"\xff", b"a=" + b"x" * 70_000, json.dumps({"grant_type": "x"}).encode()):
        answer = http.post(f"{host.base_url}/token", data=data, timeout=10)
        assert answer.status_code == 400
        assert answer.json()["error"] in ("invalid_request", "unsupported_grant_type")


def test_a_revoked_refresh_is_told_by_gspread_s_credentials(
    host: LocalServer, app_file: Json, http: requests.Session
) -> None:
    credentials = consent(host, app_file, ANA)
    http.post(f"{host.base_url}/revoke", data={"token": credentials.token}, timeout=10)
    client = gspread_client(host.base_url, credentials)
    with pytest.raises(RefreshError, match="Token has been expired or revoked"):
        client.create("x")
    client.http_client.session.close()


def test_a_refused_code_is_told_by_oauthlib(host: LocalServer, app_file: Json) -> None:
    flow = flow_of(app_file)
    flow.authorization_url()
    with pytest.raises(InvalidGrantError, match="Malformed auth code"):
        flow.fetch_token(code="4/none")
