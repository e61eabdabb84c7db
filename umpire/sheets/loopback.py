"""Wait on this machine for a browser that comes back from a sign-in.

`run_local_server` of google-auth-oauthlib waits too, but only for one request. A port scan, a
favicon or the end of another sign-in ends the sign-in there. And if a browser opens a connection in
advance and never uses it, that server waits for ever, whatever its time-out.
"""

import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from umpire.sheets.errors import SignInFailed

_HOST = "127.0.0.1"
_STALLED_SECONDS = 5.0
_LOOK_SECONDS = 0.2


class Listener:
    """A listener on this machine for a browser that comes back from Google to `address`.

    Use it as a context manager. Raises SignInFailed if nothing can listen here.
    """

    def __init__(self) -> None:
        try:
            self._server = _Server((_HOST, 0), _Handler)
        except OSError as error:
            raise SignInFailed(
                f"umpire cannot listen on {_HOST} ({error.strerror}): run 'umpire login "
                "--no-browser'."
            ) from None
        self.address = f"http://{_HOST}:{self._server.server_address[1]}/"

    def wait(self, fits: Callable[[str], bool], seconds: float) -> str:
        """Return the first fitting address that a browser requests.

        Raises SignInFailed if there is none within that many seconds.
        """
        self._server.fits = fits
        end = time.monotonic() + seconds
        while self._server.answer_path is None:
            left = end - time.monotonic()
            if left <= 0:
                raise SignInFailed(
                    "nobody allowed access in the browser in time: run 'umpire login' again, with "
                    "--no-browser if the browser is on another computer."
                )
            self._server.timeout = min(left, _LOOK_SECONDS)
            self._server.handle_request()
        return self._server.answer_path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    """A server with a thread for each connection. Some browsers open one that they never use."""

    allow_reuse_address = False
    daemon_threads = True
    fits: Callable[[str], bool] | None = None
    answer_path: str | None = None

    def handle_error(self, request: object, client_address: object) -> None:
        """Log nothing: a browser may go away."""


class _Handler(BaseHTTPRequestHandler):
    timeout = _STALLED_SECONDS
    server: _Server

    def do_GET(self) -> None:
        """Accept the browser that comes back; refuse everything else."""
        fits = self.server.fits
        if fits is None or not fits(self.path):
            self._respond(404, "There is nothing here.")
            return
        self._respond(
            200, "umpire has Google's answer. You can close this tab and go back to the terminal."
        )
        self.server.answer_path = self.path

    def _respond(self, status: int, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Log nothing: the address holds the code."""
