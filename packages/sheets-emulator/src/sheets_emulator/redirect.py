"""Requests to Google's addresses, led to a server on this machine instead."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final
from unittest.mock import patch

import requests
from requests.adapters import HTTPAdapter

GOOGLE: Final = (
    "https://sheets.googleapis.com/",
    "https://www.googleapis.com/",
    "https://oauth2.googleapis.com/",
    "https://accounts.google.com/",
    "https://openidconnect.googleapis.com/",
)


def redirected(url: str, base_url: str) -> str:
    """Return where a request to this address goes: elsewhere only if it is one of Google's."""
    host = next((host for host in GOOGLE if url.startswith(host)), None)
    return url if host is None else f"{base_url}/{url.removeprefix(host)}"


class Redirect(HTTPAdapter):
    """Mounted on a session of requests: leads what it sends to Google to the server."""

    def __init__(self, base_url: str) -> None:
        super().__init__()
        self._base_url = base_url

    def send(
        self, request: requests.PreparedRequest, *args: Any, **options: Any
    ) -> requests.Response:
        """Send a request to where the server is, past any proxy."""
        request.url = redirected(str(request.url), self._base_url)
        return super().send(request, *args, **options | {"proxies": {}})


def redirect_session(session: requests.Session, base_url: str) -> None:
    """Lead what one session asks of Google to the server."""
    for host in GOOGLE:
        session.mount(host, Redirect(base_url))


@contextmanager
def redirect_everything(base_url: str) -> Iterator[None]:
    """Lead to the server whatever this process asks of Google through requests or httplib2."""
    send = HTTPAdapter.send

    def sent(
        self: HTTPAdapter, request: requests.PreparedRequest, *args: Any, **options: Any
    ) -> requests.Response:
        url = redirected(str(request.url), base_url)
        if url != request.url:
            request.url = url
            options |= {"proxies": {}}
        return send(self, request, *args, **options)

    with ExitStack() as stack:
        stack.enter_context(patch.object(HTTPAdapter, "send", sent))
        if find_spec("httplib2") is not None:
            stack.enter_context(_httplib2_redirected(base_url))
        yield


def _httplib2_redirected(base_url: str) -> Any:
    http = import_module("httplib2").Http  # of google-api-python-client; need not be there
    ask = http.request

    def asked(self: Any, uri: str, *args: Any, **options: Any) -> Any:
        return ask(self, redirected(uri, base_url), *args, **options)

    return patch.object(http, "request", asked)
