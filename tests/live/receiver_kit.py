"""A webhook on this machine, which answers as it is told to, and keeps what has arrived."""

import json
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[["_Handler"], None]


@dataclass
class Receiver:
    """What a webhook has received; `answers` are its next ones, 204 when there are none."""

    url: str
    posts: list[dict[str, Any]] = field(default_factory=list)
    pictures: list[bytes] = field(default_factory=list)
    answers: deque[Answer] = field(default_factory=deque)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def texts(self) -> list[str]:
        """The texts of what was received, oldest first, refused ones too."""
        with self.lock:
            return [post["content"] for post in self.posts]


def status(code: int, body: str = "", **headers: str) -> Answer:
    """Receive a post and answer with a status."""

    def answer(handler: "_Handler") -> None:
        handler.keep()
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body.encode())))
        handler.end_headers()
        handler.wfile.write(body.encode())

    return answer


def lost(handler: "_Handler") -> None:
    """Receive a post, and close without an answer."""
    handler.keep()
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def garbage(handler: "_Handler") -> None:
    """Receive a post, and answer with what is no HTTP."""
    handler.keep()
    handler.wfile.write(b"\x00\xff nonsense\r\n\r\n")
    handler.close_connection = True


def silence(seconds: float) -> Answer:
    """Receive a post, and answer nothing for so long."""

    def answer(handler: "_Handler") -> None:
        handler.keep()
        handler.server.leaving.wait(seconds)  # type: ignore[attr-defined]
        handler.close_connection = True

    return answer


class _Handler(BaseHTTPRequestHandler):
    receiver: Receiver

    def do_POST(self) -> None:
        receiver = self.receiver
        with receiver.lock:
            answer = receiver.answers.popleft() if receiver.answers else status(204)
        answer(self)

    def keep(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        kind = self.headers["Content-Type"]
        picture = b""
        if kind.startswith("multipart/"):
            whole = message_from_bytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body)
            parts = [part.get_payload(decode=True) for part in whole.get_payload()]  # type: ignore[union-attr]
            body, picture = parts
        with self.receiver.lock:
            self.receiver.posts.append(json.loads(body))
            if picture:
                self.receiver.pictures.append(picture)

    def handle(self) -> None:
        with suppress(ConnectionError):  # whoever was killed waits for no answer
            super().handle()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Run a webhook meanwhile."""
    handler = type("Handler", (_Handler,), {})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        server.leaving = threading.Event()  # type: ignore[attr-defined]
        receiver = Receiver(f"http://127.0.0.1:{server.server_port}/api/webhooks/1/s3cret")
        handler.receiver = receiver  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield receiver
        finally:
            server.leaving.set()  # type: ignore[attr-defined]
            server.shutdown()
            thread.join()
