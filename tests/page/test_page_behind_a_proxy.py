"""The page behind a real proxy with TLS, set up as the page on a match among friends says."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import urllib3
from page_kit import FREE, Book, Person, made_book

from sheets_emulator import public
from sheets_emulator.app import LocalServer
from sheets_emulator.public import PublicAddress

pytestmark = pytest.mark.end_to_end

NAME = "umpire.example.org"
PAGE = Path(__file__).parents[2] / "docs" / "friends.md"
PATH = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))
PROXIES = ["nginx", *(["caddy"] if shutil.which("caddy", path=PATH) else [])]
"""Caddy too where it is installed (Debian: `caddy`)."""


@dataclass(frozen=True)
class Site:
    """A server behind a proxy, as somebody elsewhere reaches it."""

    address: PublicAddress
    server: LocalServer
    pool: urllib3.HTTPSConnectionPool

    def ask(self, path: str, method: str = "GET", **headers: str) -> urllib3.BaseHTTPResponse:
        told = {"Host": self.address.host} | headers
        return self.pool.request(method, path, headers=told, retries=False, preload_content=False)

    def status(self, path: str, method: str = "GET", **headers: str) -> int:
        answer = self.ask(path, method, **headers)
        answer.drain_conn()
        return answer.status


@pytest.fixture(params=PROXIES)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    if shutil.which(request.param, path=PATH) is None or shutil.which("openssl") is None:
        pytest.skip(f"needs {request.param} and openssl on the path (Debian: nginx-light, openssl)")
    certificate(tmp_path)
    port = free_port()
    address = PublicAddress.read(f"https://{NAME}:{port}")
    with LocalServer(tmp_path, public=address) as server:
        command = SET_UP[request.param](tmp_path, server.port, port)
        with (
            running(command, tmp_path, port),
            closing(
                urllib3.HTTPSConnectionPool(
                    "127.0.0.1",
                    port,
                    server_hostname=NAME,
                    assert_hostname=NAME,
                    ca_certs=str(tmp_path / "fullchain.pem"),
                    timeout=10,
                )
            ) as pool,
        ):
            yield Site(address, server, pool)


@pytest.fixture
def book(site: Site) -> Iterator[Book]:
    with made_book(site.server) as made:
        yield made


def certificate(folder: Path) -> None:
    """One that nobody but these tests trusts."""
    asked = (
        "openssl req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 2 "
        f"-subj /CN={NAME} -addext subjectAltName=DNS:{NAME} "
        "-keyout privkey.pem -out fullchain.pem"
    )
    subprocess.run(asked.split(), cwd=folder, check=True, capture_output=True)


def nginx(folder: Path, server: int, port: int) -> list[str]:
    told = changed(
        shown("nginx"),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        (f"/etc/letsencrypt/live/{NAME}", str(folder)),
        ("/var/log/nginx/umpire.log", str(folder / "umpire.log")),
        ("127.0.0.1:8765", f"127.0.0.1:{server}"),
    )
    places = "".join(
        f"{kind}_temp_path {folder / kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder / 'pid'}; error_log stderr warn;\n"
        f"events {{}}\nhttp {{\n{places}{told}}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, server: int, port: int) -> list[str]:
    told = changed(
        shown("Caddyfile"),
        (f"{NAME} {{\n", f"https://{NAME}:{port} {{\n\ttls fullchain.pem privkey.pem\n"),
        ("127.0.0.1:8765", f"127.0.0.1:{server}"),
    )
    (folder / "Caddyfile").write_text(
        f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{told}"
    )
    return ["caddy", "run", "--config", "Caddyfile"]


SET_UP: dict[str, Callable[[Path, int, int], list[str]]] = {"nginx": nginx, "caddy": caddy}


def shown(name: str) -> str:
    """A configuration as the page shows it, whole."""
    found = re.search(rf"<!-- {name} -->\n```\w*\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with other ports and places; whatever is to be changed must be there."""
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    return text


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    own = {**os.environ, "PATH": PATH, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "proxy.log").open("w") as log:
        process = subprocess.Popen(command, cwd=folder, env=own, stdout=log, stderr=log)
    try:
        end = time.monotonic() + 20
        while not is_open(port):
            said = (folder / "proxy.log").read_text()
            assert process.poll() is None and time.monotonic() < end, said  # noqa: PT018
            time.sleep(0.02)
        yield
    finally:
        process.kill()  # Caddy would wait for pages that are open
        process.wait(10)


def is_open(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    return port


@pytest.mark.browser
def test_a_friend_elsewhere_plays_through_it(site: Site, book: Book, stranger: Person) -> None:
    link = book.link(book.writer, FREE).replace(site.server.base_url, site.address.url)
    stranger.opens(link)
    stranger.clicks("B2")
    stranger.presses("hello", "\n")
    stranger.sees("B2", "hello")
    book.write(FREE, 4, 1, "an answer")  # by the daemon's way, past the proxy
    stranger.sees("B5", "an answer", seconds=2.0)
    assert stranger.driver.current_url == link


@pytest.mark.browser
def test_what_is_typed_while_the_server_is_away_arrives(
    site: Site, book: Book, stranger: Person, tmp_path: Path
) -> None:
    stranger.opens(book.link(book.writer, FREE).replace(site.server.base_url, site.address.url))
    port = site.server.port
    site.server.stop()
    stranger.clicks("B2")
    stranger.presses("hello", "\n")
    time.sleep(4.0)  # longer than a page tries again after a fault of the server's own
    with LocalServer(tmp_path, port, public=site.address):
        stranger.sees_state("live")
        stranger.sees("B2", "hello")


def test_nothing_but_the_pages_is_behind_the_public_name(site: Site, book: Book) -> None:
    page = book.path(book.writer)
    key = {"Authorization": f"Bearer {book.owner}"}
    answer = site.ask(page)
    assert answer.status == 200
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert answer.headers["Cache-Control"] == "no-store"
    answer.drain_conn()
    for path in ("/v4/spreadsheets/" + book.spreadsheet_id, "/drive/v3/files", "/"):
        assert site.status(path, **key) == 404
    assert site.status(f"{page}/type", "POST", Origin="https://evil.example.org") == 403
    assert site.status(f"{page}/type", "POST", Origin=site.address.url) == 400  # it is no edit
    for name in (f"127.0.0.1:{site.server.port}", "evil.example.org"):
        assert site.status("/drive/v3/files", **key, Host=name) in (200, 403, 421)
        assert b"files" not in site.ask("/drive/v3/files", **key, Host=name).read()


def test_each_address_is_counted_whatever_it_says_of_itself(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "REQUESTS_A_MINUTE", 5)
    forged = ({"X-Forwarded-For": f"203.0.113.{number}"} for number in range(8))
    codes = [site.status("/static/icon.svg", **headers) for headers in forged]
    assert codes == [200] * 5 + [429] * 3
