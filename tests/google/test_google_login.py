"""Signing in and out: each way, each thing that can go wrong, and what is kept of it."""

import json
import logging
import os
import threading
import webbrowser
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import gspread.auth
import pytest
import requests
from click.testing import CliRunner
from google.oauth2.credentials import Credentials
from scripted_google import (
    MARK,
    SCOPE,
    TOKEN,
    Answer,
    Scripted,
    client_info,
    person_info,
    service_info,
    written,
)

from umpire.cli import cli, login
from umpire.errors import UmpireError, UsageError
from umpire.hosting.accounts import google_base

Query = dict[str, str]


def query_of(address: str) -> Query:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def came_back(address: str, **said: str) -> str:
    """Where a browser ends after the page at an address, if Google says this."""
    query = query_of(address)
    return f"{query['redirect_uri']}?{urlencode({'state': query['state'], **said})}"


@dataclass
class Browser:
    """A browser in which somebody consents at once: it goes where `goes` says."""

    goes: Callable[[str], list[str]] = lambda address: [came_back(address, code=f"4/{MARK}")]
    opened: list[str] = field(default_factory=list)
    saw: list[tuple[int, str]] = field(default_factory=list)

    def open(self, address: str) -> bool:
        self.opened.append(address)
        for one in self.goes(address):
            page = requests.get(one, timeout=5)
            self.saw.append((page.status_code, page.text))
        return True


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    browser = Browser()
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    return browser


@dataclass
class Done:
    """What a command printed, and the error it ended with."""

    out: str
    error: UmpireError | None
    status: int


def run(*arguments: str, stdin: str = "") -> Done:
    done = CliRunner().invoke(cli, list(arguments), input=stdin)
    error = done.exception
    if error is not None and not isinstance(error, UmpireError | SystemExit):
        raise error
    assert MARK not in done.output
    assert MARK not in str(error)
    failed = error if isinstance(error, UmpireError) else None
    return Done(done.output, failed, failed.exit_code if failed else done.exit_code)


def refused(*arguments: str, stdin: str = "") -> str:
    done = run(*arguments, stdin=stdin)
    assert done.error is not None, done.out
    sentence = str(done.error)
    assert sentence.endswith(".")
    return sentence


@pytest.fixture
def client(tmp_path: Path, google: Scripted) -> str:
    return str(written(tmp_path / "client.json", client_info(google.base_url)))


@pytest.fixture
def kept(machine: Path) -> Path:
    return machine / "authorized_user.json"


def test_signing_in(
    machine: Path, kept: Path, google: Scripted, client: str, browser: Browser
) -> None:
    done = run("login", "--client", client)
    assert done.error is None
    assert (
        f"You are signed in to Google as ana@example.org. The sign-in is kept in {kept}."
        in done.out
    )
    assert "umpire new GAME --on google" in done.out
    [address] = browser.opened
    assert address in done.out  # in case no browser opens
    assert address.startswith(f"{google.base_url}/o/oauth2/auth?")
    asked = query_of(address)
    assert asked["scope"] == SCOPE
    assert (asked["access_type"], asked["prompt"]) == ("offline", "consent select_account")
    assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
    assert urlsplit(asked["redirect_uri"]).hostname == "127.0.0.1"
    assert [status for status, _ in browser.saw] == [200]
    exchange = google.asked("/token")[0].form
    assert exchange["code"] == f"4/{MARK}"
    assert exchange["redirect_uri"] == asked["redirect_uri"]
    hashed = sha256(exchange["code_verifier"].encode()).digest()
    assert urlsafe_b64encode(hashed).rstrip(b"=").decode() == asked["code_challenge"]
    assert "OAUTHLIB_INSECURE_TRANSPORT" not in os.environ


def test_what_is_kept_is_for_gspread_too_and_for_nobody_else(
    machine: Path, kept: Path, client: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = os.umask(0)
    try:
        modes: list[int] = []
        replace = Path.replace
        monkeypatch.setattr(
            Path, "replace", lambda one, to: modes.append(one.stat().st_mode) or replace(one, to)
        )
        run("login", "--client", client)
    finally:
        os.umask(old)
    assert [one.name for one in machine.iterdir()] == ["authorized_user.json"]
    if os.name != "nt":
        assert {mode & 0o777 for mode in (*modes, kept.stat().st_mode)} == {0o600}
        assert machine.stat().st_mode & 0o777 == 0o700
    info = json.loads(kept.read_text("utf-8"))
    assert info["account"] == "ana@example.org"
    assert "token" not in info  # the token of an hour is not kept
    for read in (gspread.auth.load_credentials(kept), Credentials.from_authorized_user_file(kept)):
        assert read.refresh_token == f"1//{MARK}-new"
        assert read.scopes == [SCOPE]


def test_who_is_signed_in_stays_so(
    machine: Path, kept: Path, google: Scripted, client: str, browser: Browser
) -> None:
    run("login", "--client", client)
    before = kept.read_bytes()
    done = run("login", "--client", client)
    assert "ana@example.org is signed in to Google already" in done.out
    assert "--again" in done.out
    assert (len(browser.opened), kept.read_bytes()) == (1, before)
    google.answers["/drive/v3/about"] = Answer(body={"user": {"emailAddress": "bo@example.org"}})
    done = run("login", "--client", client, "--again")
    assert "as bo@example.org" in done.out
    assert json.loads(kept.read_text("utf-8"))["account"] == "bo@example.org"


def test_a_sign_in_that_does_not_work_is_replaced(
    machine: Path, kept: Path, google: Scripted, client: str, browser: Browser
) -> None:
    machine.mkdir(parents=True)
    by_readonly = ["https://www.googleapis.com/auth/spreadsheets.readonly"]
    for info in (
        "half a fi",
        person_info(google.base_url, scopes=by_readonly),
        person_info(google.base_url, scopes=7),
        person_info(google.base_url, refresh_token=""),
    ):
        written(kept, info)
        assert "You are signed in" in run("login", "--client", client).out
    written(kept, person_info(google.base_url, refresh_token="1//revoked"))
    google.answers["/token"] = lambda request: (
        Answer(400, {"error": "invalid_grant"})
        if request.form.get("refresh_token") == "1//revoked" else TOKEN
    )  # fmt: skip
    assert "You are signed in" in run("login", "--client", client).out


def test_gspreads_own_sign_in_is_good_enough(
    machine: Path, kept: Path, google: Scripted, client: str
) -> None:
    machine.mkdir(parents=True)
    wide = ["https://www.googleapis.com/auth/spreadsheets", "https://www.googleapis.com/auth/drive"]
    written(kept, person_info(google.base_url, scopes=wide))
    assert "is signed in to Google already" in run("login", "--client", client).out


@pytest.mark.faulty_traffic
def test_nobody_signs_in_while_google_cannot_be_reached(
    machine: Path, kept: Path, google: Scripted, client: str, browser: Browser
) -> None:
    machine.mkdir(parents=True)
    written(kept, person_info(google.base_url))
    google.answers["/drive/v3/about"] = Answer(503)
    assert "has problems" in refused("login", "--client", client)
    assert not browser.opened


@pytest.mark.parametrize("again", [(), ("--again",)])
def test_a_file_that_is_no_sign_in_is_left_alone(
    tmp_path: Path, machine: Path, google: Scripted, client: str, browser: Browser,
    again: tuple[str, ...],
) -> None:  # fmt: skip
    key = written(tmp_path / "key.json", service_info(google.base_url))
    real = written(tmp_path / "real.json",
                   person_info("", token_uri="https://oauth2.googleapis.com/token"))  # fmt: skip
    before = key.read_bytes(), real.read_bytes()
    for file, said in ((key, "will not be overwritten"), (real, "unset UMPIRE_GOOGLE")):
        sentence = refused("login", "--client", client, "--credentials", str(file), *again)
        assert said in sentence
    assert (key.read_bytes(), real.read_bytes()) == before
    assert not browser.opened


def test_a_sign_in_may_be_kept_elsewhere(
    tmp_path: Path, machine: Path, client: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_CREDENTIALS", str(tmp_path / "rehearsal.json"))
    run("login", "--client", client)
    assert (tmp_path / "rehearsal.json").exists()
    assert not machine.exists()
    assert "signed out" in run("logout").out
    assert not (tmp_path / "rehearsal.json").exists()


def test_the_client_is_gspreads_or_that_of_the_sign_in_before(
    machine: Path, google: Scripted, client: str, browser: Browser
) -> None:
    sentence = refused("login")
    assert str(machine / "credentials.json") in sentence
    assert "docs/google.md" in sentence
    run("login", "--client", client)
    assert "You are signed in" in run("login", "--again").out
    changed = client_info(google.base_url)
    changed["installed"]["client_id"] = "other"
    written(machine / "credentials.json", changed)
    run("login", "--again")
    assert query_of(browser.opened[-1])["client_id"] == "other"


WRONG: list[tuple[str, Any, str]] = [
    ("no JSON", "hello", "not a JSON file"),
    ("a key", {"type": "service_account"}, "service account's key"),
    ("a web client", {"web": {"client_id": "x"}}, "Web application"),
    ("a sign-in", person_info("http://127.0.0.1:1"), "not an OAuth client"),
    ("nothing", {}, "not an OAuth client"),
    ("half", {"installed": {"client_id": "x"}}, "damaged"),
    ("no secret", {"installed": client_info("http://127.0.0.1:1")["installed"]
                   | {"client_secret": ""}}, "damaged"),
    ("a list", {"installed": []}, "not an OAuth client"),
    ("elsewhere", {"installed": client_info("https://evil.example")["installed"]}, "from Google"),
    ("half elsewhere", {"installed": client_info("http://127.0.0.1:1")["installed"]
                        | {"auth_uri": "https://evil.example/auth"}}, "from Google"),
    ("google's", {"installed": client_info("https://oauth2.googleapis.com")["installed"]},
     "UMPIRE_GOOGLE"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "info", "said"), WRONG, ids=lambda one: str(one)[:20])
def test_a_wrong_client_file(
    tmp_path: Path, machine: Path, browser: Browser, name: str, info: object, said: str
) -> None:
    file = written(tmp_path / "client.json", info)
    assert said in refused("login", "--client", str(file))
    assert not browser.opened


def test_a_rehearsals_client_needs_a_rehearsal(
    machine: Path, client: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UMPIRE_GOOGLE")
    assert "set UMPIRE_GOOGLE" in refused("login", "--client", client)
    monkeypatch.setenv("UMPIRE_GOOGLE", "https://docs.google.com")
    assert "not an address of this machine" in refused("login", "--client", client)


@pytest.mark.parametrize(
    ("address", "base"),
    [
        (None, None),
        ("", None),
        ("http://127.0.0.1:8765", "http://127.0.0.1:8765"),
        ("http://127.0.0.1:8765/", "http://127.0.0.1:8765"),
        ("https://localhost", "https://localhost"),
        ("http://[::1]:80", "http://[::1]:80"),
        ("http://127.0.0.1:99999", UsageError),
        ("http://127.0.0.1:8765/x", UsageError),
        ("http://127.0.0.1@evil.example", UsageError),
        ("http://127.0.0.1.evil.example", UsageError),
        ("http://evil.example", UsageError),
        ("127.0.0.1:8765", UsageError),
        ("\x1b[31m", UsageError),
    ],
)
def test_only_this_machine_plays_google(
    monkeypatch: pytest.MonkeyPatch, address: str | None, base: str | type[UsageError] | None
) -> None:
    monkeypatch.delenv("UMPIRE_GOOGLE", raising=False)
    if address is not None:
        monkeypatch.setenv("UMPIRE_GOOGLE", address)
    if base is not UsageError:
        assert google_base() == base
        return
    with pytest.raises(UsageError, match="umpire serve --google") as caught:
        google_base()
    assert str(caught.value).isprintable()


def test_nothing_secret_is_logged_while_signing_in(
    machine: Path, client: str, browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    browser.goes = lambda address: [came_back(address, code="4/seen-by-the-test's-own-browser")]
    run("login", "--client", client)
    assert "POST /token" in caplog.text  # something was logged
    assert MARK not in caplog.text


def test_no_is_an_answer(machine: Path, kept: Path, client: str, browser: Browser) -> None:
    browser.goes = lambda address: [came_back(address, error="access_denied")]
    assert "access was denied in the browser" in refused("login", "--client", client)
    browser.goes = lambda address: [came_back(address, error="admin_policy_enforced")]
    assert "organisation" in refused("login", "--client", client)
    browser.goes = lambda address: [came_back(address, error="\x1b[31m")]
    assert "Google refused" in refused("login", "--client", client)
    assert not kept.exists()


@dataclass
class Exchange:
    """What Google says when the code is to be changed for a token."""

    answer: Answer
    said: str


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in TOKEN.body.items() if key != name}


EXCHANGES = {
    "an unticked box": Exchange(Answer(body=TOKEN.body | {"scope": "openid"}), "not ticked"),
    "no box ticked": Exchange(Answer(body=TOKEN.body | {"scope": ""}), "not ticked"),
    "no refresh token": Exchange(Answer(body=without("refresh_token")), "no lasting sign-in"),
    "no token": Exchange(Answer(body=without("access_token")), "cannot be understood"),
    "another JSON": Exchange(Answer(body=[]), "cannot be understood"),
    "a page": Exchange(Answer(body="<html>Log in to the hotel</html>"), "cannot be understood"),
    "a page with status 502": Exchange(Answer(502, "<html>"), "cannot be understood"),
    "an old code": Exchange(Answer(400, {"error": "invalid_grant"}), "works only once"),
    "a wrong secret": Exchange(Answer(401, {"error": "invalid_client"}), "--client"),
    "something new": Exchange(Answer(400, {"error": "brand_new"}), "cannot be understood"),
    "a strange error": Exchange(Answer(400, {"error": {"a": 1}}), "cannot be understood"),
}


@pytest.mark.parametrize("name", EXCHANGES)
def test_no_token_for_the_code(
    machine: Path, kept: Path, google: Scripted, client: str, browser: Browser, name: str
) -> None:
    google.answers["/token"] = EXCHANGES[name].answer
    assert EXCHANGES[name].said in refused("login", "--client", client)
    assert not kept.exists()


def test_more_than_was_asked_for_is_enough(
    machine: Path, google: Scripted, client: str, browser: Browser
) -> None:
    google.answers["/token"] = Answer(body=TOKEN.body | {"scope": f"openid {SCOPE}"})
    assert "You are signed in" in run("login", "--client", client).out
    google.answers["/token"] = Answer(body=without("scope"))  # as it was asked for
    assert "You are signed in" in run("login", "--client", client, "--again").out


@pytest.mark.faulty_traffic
def test_an_api_that_is_not_enabled_does_not_cost_the_sign_in(
    machine: Path, kept: Path, google: Scripted, client: str, browser: Browser
) -> None:
    disabled = {
        "errors": [{"reason": "accessNotConfigured"}],
        "code": 403,
        "message": "Drive API has not been used in project 1 before or it is disabled.",
    }
    usual = google.answers["/drive/v3/about"]
    google.answers["/drive/v3/about"] = Answer(403, {"error": disabled})
    sentence = refused("login", "--client", client)
    assert "cannot be used yet: the Google Drive API is not enabled" in sentence
    google.answers["/drive/v3/about"] = usual
    assert "is signed in to Google already" in run("login").out


def test_whoever_else_asks_is_not_the_browser(machine: Path, client: str, browser: Browser) -> None:
    """A favicon, a scan of the ports, another sign-in's answer: none ends the waiting."""
    browser.goes = lambda address: [
        came_back(address, code="x").replace("state=", "state=x"),
        came_back(address, code="x").partition("?")[0] + "?code=x",
        came_back(address, code="x").partition("?")[0] + "favicon.ico",
        came_back(address, code="x").partition("?")[0],
        came_back(address, code=f"4/{MARK}"),
    ]
    assert "You are signed in" in run("login", "--client", client).out
    assert [status for status, _ in browser.saw] == [404, 404, 404, 404, 200]


def test_a_connection_that_says_nothing_holds_nothing_up(
    machine: Path, client: str, browser: Browser
) -> None:
    import socket

    silent: list[socket.socket] = []

    def goes(address: str) -> list[str]:
        where = urlsplit(query_of(address)["redirect_uri"])
        silent.append(socket.create_connection((where.hostname or "", where.port or 0)))
        return [came_back(address, code="4/x")]

    browser.goes = goes
    assert "You are signed in" in run("login", "--client", client).out
    silent[0].close()


def test_nobody_consents(
    machine: Path, client: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "_PATIENCE", 0.05)
    browser.goes = lambda _: []
    assert "in time" in refused("login", "--client", client)


def test_breaking_off(
    machine: Path, client: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("umpire.sheets.loopback.Listener.wait", interrupt)
    assert "nobody was signed in" in refused("login", "--client", client)
    assert "nobody was signed in" in refused("login", "--client", client, "--no-browser")


def test_no_browser_to_open(machine: Path, client: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The address that is printed is opened by hand then."""

    def none() -> None:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", none)
    shown: list[str] = []

    def show(consent: Any, sentence: str) -> None:
        shown.append(sentence)
        threading.Thread(target=Browser().open, args=(consent.address,)).start()

    monkeypatch.setattr(login, "_show", show)
    assert "You are signed in" in run("login", "--client", client).out
    assert shown


def test_no_port_to_listen_on(
    machine: Path, client: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(*_: object) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr("umpire.sheets.loopback._Server", taken)
    assert "umpire login --no-browser" in refused("login", "--client", client)


class Pasting:
    """Somebody who pastes what `answer` makes of the address that was shown."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], str]) -> None:
        self.shown = ""

        def show(consent: Any, _: str) -> None:
            self.shown = consent.address

        monkeypatch.setattr(login, "_show", show)
        monkeypatch.setattr(login.click, "prompt", lambda *_, **__: answer(self.shown))


PASTED: dict[str, Callable[[str], str]] = {
    "the address": lambda address: came_back(address, code=f"4/{MARK}", scope=SCOPE),
    "with blanks": lambda address: f"  '{came_back(address, code=f'4/{MARK}')}'\n",
    "without http": lambda address: came_back(address, code=f"4/{MARK}").removeprefix("http://"),
    "the query": lambda address: "?" + came_back(address, code=f"4/{MARK}").partition("?")[2],
    "the code": lambda _: f"4/{MARK}",
    "the code as in the address": lambda _: f"4%2F{MARK}",
}


@pytest.mark.parametrize("name", PASTED)
def test_a_machine_without_a_browser(
    machine: Path, google: Scripted, client: str, browser: Browser, name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    pasting = Pasting(monkeypatch, PASTED[name])
    assert "You are signed in" in run("login", "--client", client, "--no-browser").out
    exchange = google.asked("/token")[0].form
    assert exchange["code"] == f"4/{MARK}"
    assert exchange["redirect_uri"] == query_of(pasting.shown)["redirect_uri"]
    assert exchange["code_verifier"]
    assert not browser.opened


WRONGLY_PASTED: dict[str, tuple[Callable[[str], str], str]] = {
    "nothing": (lambda _: "x", "has no code in it"),
    "words": (lambda _: "I do not know", "has no code in it"),
    "the first address": (lambda address: address, "from another sign-in"),
    "another try's": (lambda address: came_back(address, code="4/x")[:-30] + "&code=4/x",
                      "from another sign-in"),
    "no address": (lambda _: "http://[::1/?code=4/x", "from another sign-in"),
    "without a state": (lambda _: "http://127.0.0.1:1/?code=4/x", "from another sign-in"),
    "without a code": (lambda address: came_back(address), "from another sign-in"),
    "a refusal": (lambda address: came_back(address, error="access_denied"), "access was denied"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONGLY_PASTED)
def test_pasting_something_else(
    machine: Path, google: Scripted, client: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    answer, said = WRONGLY_PASTED[name]
    Pasting(monkeypatch, answer)
    assert said in refused("login", "--client", client, "--no-browser")
    assert not google.asked("/token")


def test_pasting_is_asked_for_at_the_terminal(machine: Path, client: str) -> None:
    assert "nobody was signed in" in refused("login", "--client", client, "--no-browser", stdin="")
    done = run("login", "--client", client, "--no-browser", stdin="http://127.0.0.1/\n")
    assert "from another sign-in" in str(done.error)
    assert "Open this address in a browser" in done.out
    assert "Paste that address here" in done.out


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_files_that_others_can_read(
    machine: Path, kept: Path, google: Scripted, client: str, browser: Browser
) -> None:
    Path(client).chmod(0o644)
    assert f"run 'chmod 600 {client}'" in run("login", "--client", client).out
    kept.chmod(0o640)
    assert f"run 'chmod 600 {kept}'" in run("login").out


def test_a_folder_that_is_a_file(machine: Path, client: str, browser: Browser) -> None:
    machine.parent.mkdir()
    machine.write_text("")
    assert "cannot be kept" in refused("login", "--client", client)


def test_signing_out(
    machine: Path, kept: Path, google: Scripted, client: str, browser: Browser
) -> None:
    key = machine / "service_account.json"
    run("login", "--client", client)
    written(key, service_info(google.base_url))
    assert f"{kept} is deleted" in run("logout").out
    assert [one.form for one in google.asked("/revoke")] == [{"token": f"1//{MARK}-new"}]
    assert [one.path for one in google.asked("/revoke")] == ["/revoke"]  # the token is in no path
    assert (kept.exists(), key.exists()) == (False, True)
    done = run("logout")
    assert (done.status, "Nobody is signed in" in done.out) == (0, True)


BY_HAND = "myaccount.google.com/permissions"
LOGOUTS: dict[str, tuple[Any, Answer, tuple[str, ...]]] = {
    "it was worth nothing already": (
        {}, Answer(400, {"error": "invalid_token"}), ("is withdrawn",)
    ),
    "in trouble": ({}, Answer(503), (BY_HAND,)),
    "not there": ({}, Answer(404), (BY_HAND,)),
    "nobody answers": (
        {"token_uri": "http://127.0.0.1:9/token"}, Answer(), (BY_HAND, "cannot be reached")
    ),
    "no file of ours": ("half a fi", Answer(), (BY_HAND, "damaged")),
    "no token in it": ({"refresh_token": ""}, Answer(), (BY_HAND, "damaged")),
}  # fmt: skip


@pytest.mark.parametrize(("info", "answer", "said"), LOGOUTS.values(), ids=LOGOUTS)
def test_signing_out_always_deletes(
    machine: Path, kept: Path, google: Scripted, info: Any, answer: Answer, said: tuple[str, ...]
) -> None:
    machine.mkdir(parents=True)
    written(kept, info if isinstance(info, str) else person_info(google.base_url, **info))
    google.answers["/revoke"] = answer
    done = run("logout")
    assert done.status == 0
    for words in said:
        assert words in done.out
    assert not kept.exists()
    assert bool(google.asked("/revoke")) == (info == {})


def test_signing_out_leaves_keys_and_googles_own_sign_in_alone(
    tmp_path: Path, machine: Path, google: Scripted
) -> None:
    key = written(tmp_path / "key.json", service_info(google.base_url))
    assert "leaves it alone" in refused("logout", "--credentials", str(key))
    real = written(tmp_path / "real.json",
                   person_info("", token_uri="https://oauth2.googleapis.com/token"))  # fmt: skip
    assert "UMPIRE_GOOGLE" in refused("logout", "--credentials", str(real))
    assert key.exists()
    assert real.exists()
