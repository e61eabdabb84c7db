"""What the tests of hosting on Google share: somebody who answers as told, and files to sign in.

Every secret in here has MARK in it, so that a test can look for any of them in what is said.
"""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs

from sheets_emulator.signatures import new_key

MARK = "s3cr3t"
SCOPE = "https://www.googleapis.com/auth/drive.file"
SERVICE = "umpire@project.iam.gserviceaccount.com"


@dataclass
class Answer:
    """What to say: a JSON value, or text as it is."""

    status: int = 200
    body: Any = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Request:
    """What was asked."""

    method: str
    path: str
    headers: dict[str, str]
    body: str

    @property
    def form(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(self.body).items()}


TOKEN = Answer(body={"access_token": f"ya29.{MARK}", "expires_in": 3599, "token_type": "Bearer",
                     "scope": SCOPE, "refresh_token": f"1//{MARK}-new"})  # fmt: skip


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of who did not wait for the answer."""


class Scripted:
    """A server that answers by the longest beginning of the path that fits; all else is 404."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.answers = self.usual()
        self._server = _Server(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self.base_url = f"http://127.0.0.1:{self._server.server_address[1]}"

    @staticmethod
    def usual() -> dict[str, Answer | Callable[[Request], Answer]]:
        """What is answered while all is well."""
        return {
            "/token": TOKEN,
            "/revoke": Answer(),
            "/drive/v3/about": Answer(body={"user": {"emailAddress": "ana@example.org"}}),
        }

    def asked(self, path: str) -> list[Request]:
        return [one for one in self.requests if one.path.startswith(path)]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _answer(self, request: Request) -> Answer:
        self.requests.append(request)
        fitting = [path for path in self.answers if request.path.startswith(path)]
        if not fitting:
            return Answer(404, "not here")
        answer = self.answers[max(fitting, key=len)]
        return answer(request) if callable(answer) else answer

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            def _any(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                text = self.rfile.read(length).decode()
                answer = scripted._answer(
                    Request(self.command, self.path, dict(self.headers.items()), text)
                )
                body = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
                self.send_response_only(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body.encode())))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_: object) -> None:
                pass

        for method in ("GET", "POST", "PATCH", "DELETE"):
            setattr(Handler, f"do_{method}", Handler._any)
        return Handler


def client_info(base_url: str) -> dict[str, Any]:
    """What stands in the file of an OAuth client."""
    return {
        "installed": {
            "client_id": "1234.apps.googleusercontent.com",
            "project_id": "project",
            "client_secret": f"GOCSPX-{MARK}",
            "auth_uri": f"{base_url}/o/oauth2/auth",
            "token_uri": f"{base_url}/token",
            "redirect_uris": ["http://localhost"],
        }
    }


def person_info(base_url: str, **more: Any) -> dict[str, Any]:
    """What stands in the file of a person's sign-in."""
    return {
        "type": "authorized_user",
        "client_id": "1234.apps.googleusercontent.com",
        "client_secret": f"GOCSPX-{MARK}",
        "refresh_token": f"1//{MARK}",
        "token_uri": f"{base_url}/token",
        "scopes": [SCOPE],
        "account": "ana@example.org",
        **more,
    }


def service_info(base_url: str) -> dict[str, Any]:
    """What stands in the file of a service account's key."""
    return {
        "type": "service_account",
        "project_id": "project",
        "private_key_id": "0" * 40,
        "private_key": _private_key(),
        "client_email": SERVICE,
        "client_id": "1" * 21,
        "auth_uri": f"{base_url}/o/oauth2/auth",
        "token_uri": f"{base_url}/token",
    }


@cache
def _private_key() -> str:
    return new_key().private


def written(file: Path, info: Any) -> Path:
    """Write a file as its owner alone may read it."""
    file.write_text(info if isinstance(info, str) else json.dumps(info), "utf-8")
    file.chmod(0o600)
    return file
