"""A server that plays Google, and a person who decides in a browser without a screen."""

import html
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests
from google.oauth2.credentials import Credentials
from google_auth_oauthlib.flow import InstalledAppFlow
from server_kit import Account

from sheets_emulator.app import LocalServer
from sheets_emulator.scopes import DRIVE_FILE

SHEET = "application/vnd.google-apps.spreadsheet"
ANA, BEN, CLEO = "ana@example.com", "ben@example.com", "cleo@example.com"


def signed_in(server: LocalServer, email: str, *scopes: str, app: str = "first") -> Account:
    """Somebody's requests through an app with these scopes."""
    return Account(server.base_url, server.sign_in(email, scopes or (DRIVE_FILE,), app))


def plain_session() -> requests.Session:
    session = requests.Session()
    session.trust_env = False
    return session


class Browser:
    """A person's browser: cookies, forms, and the header that says which page sent a form."""

    def __init__(self, server: LocalServer) -> None:
        self.base = server.base_url
        self.session = plain_session()

    def get(self, path: str, **params: Any) -> requests.Response:
        return self.session.get(self.base + path, params=params, allow_redirects=False, timeout=10)

    def post(
        self, path: str, form: Mapping[str, str], origin: str | None = None
    ) -> requests.Response:
        url = path if path.startswith("http") else self.base + path
        headers = {"Origin": origin or self.base}
        return self.session.post(
            url, data=dict(form), headers=headers, allow_redirects=False, timeout=10
        )

    def signs_in(self, email: str) -> "Browser":
        answer = self.post("/sign-in", {"email": email})
        assert answer.status_code == 303, answer.text
        return self


def flow_of(client_file: dict[str, Any], *scopes: str) -> InstalledAppFlow:
    """google-auth-oauthlib, as anybody would use it for an installed app."""
    flow = InstalledAppFlow.from_client_config(client_file, list(scopes or (DRIVE_FILE,)))
    flow.redirect_uri = "http://localhost:1/"
    return flow


def decide(server: LocalServer, url: str, email: str, decision: str = "allow") -> dict[str, str]:
    """Read the consent page and press a button; what the app is told."""
    browser = Browser(server)
    with browser.session:
        shown = browser.session.get(url, timeout=10)
        assert shown.status_code == 200, shown.text
        assert "<form" in shown.text
        answer = browser.post(url, {"email": email, "decision": decision})
    assert answer.status_code == 303, answer.text
    return {
        name: values[0]
        for name, values in parse_qs(urlsplit(answer.headers["Location"]).query).items()
    }


def consent(
    server: LocalServer, client_file: dict[str, Any], email: str, *scopes: str
) -> Credentials:
    """The whole way from the app's question to its credentials."""
    flow = flow_of(client_file, *scopes)
    url, state = flow.authorization_url()
    told = decide(server, url, email)
    assert told["state"] == state
    flow.fetch_token(code=told["code"])
    found: Credentials = flow.credentials
    return found


def visible_text(page: str) -> str:
    """What a person reads on a page."""
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))).strip()
