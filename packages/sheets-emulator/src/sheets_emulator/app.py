"""The server: both APIs and the page in one application, and how to run it."""

import asyncio
import contextlib
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Self

import click
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from sheets_emulator.account_page import routes as account_routes
from sheets_emulator.accounts import Accounts
from sheets_emulator.addresses import LOCAL_DOMAIN
from sheets_emulator.client_files import (
    DEFAULT_APP,
    client_id_of,
    keep_files,
    new_client,
    new_service,
)
from sheets_emulator.consent import routes as consent_routes
from sheets_emulator.endpoints import ApiEndpoints
from sheets_emulator.entity_tags import EntityTags
from sheets_emulator.errors import ServerError
from sheets_emulator.faults import Faults, Quota
from sheets_emulator.functions.supplied import SuppliedFunctions, supplied_with
from sheets_emulator.guard import Guard
from sheets_emulator.lanes import Lanes
from sheets_emulator.model import JsonObject
from sheets_emulator.page import routes as page_routes
from sheets_emulator.page_extension import PageExtension
from sheets_emulator.plain_page import nothing_here
from sheets_emulator.protocol import Protocol
from sheets_emulator.public import PublicAddress, PublicPages
from sheets_emulator.scopes import DRIVE_FILE
from sheets_emulator.service import Service
from sheets_emulator.storage import Storage
from sheets_emulator.tokens import routes as token_routes
from sheets_emulator.userinfo import PATHS as USERINFO_PATHS

HOST = "127.0.0.1"
DEFAULT_PORT = 8765
FILE_NAME = "sheets.db"

_ANY_METHOD = ["GET", "POST", "PUT", "PATCH", "DELETE"]
_STOP_SECONDS = 5.0
_LOOK_SECONDS = 0.5
_TICK_SECONDS = 1.0  # between looks at the clock, for the date in answers
_GRACE_SECONDS = 1.0  # for what is being answered when it stops
_LITTLE = 0.005
_TOLD = 100  # spreadsheets that are taken over between two words of it


def build_app(
    service: Service,
    accounts: Accounts,
    quota: Quota,
    faults: Faults,
    lanes: Lanes,
    *,
    google: bool = False,
    public: PublicAddress | None = None,
    extensions: tuple[PageExtension, ...] = (),
) -> Starlette:
    """Return the application; with `google` it signs people in as Google does.

    Under the `public` address it answers with the pages alone.
    """
    pages = page_routes(service, accounts, lanes, extensions)
    public_pages = None if public is None else PublicPages(public, pages)
    tags = None if google else EntityTags()
    apis = ApiEndpoints(service, accounts, quota, faults, lanes, tags)
    signing_in = [
        *consent_routes(accounts),
        *token_routes(accounts, faults, lanes),
        *account_routes(service, accounts, lanes),
    ]
    return Starlette(
        routes=[
            Route("/v4/spreadsheets{rest:path}", apis.sheets, methods=_ANY_METHOD),
            Route("/drive/v3/{rest:path}", apis.drive, methods=_ANY_METHOD),
            Route("/upload/drive/{version}/{rest:path}", apis.upload, methods=_ANY_METHOD),
            *(Route(path, apis.userinfo, methods=["GET", "POST"]) for path in USERINFO_PATHS),
            *(() if google else (Route("/emulator/changes", apis.changes, methods=["GET"]),)),
            *pages,
            *(signing_in if google else (Route("/", nothing_here),)),
        ],
        middleware=[Middleware(Guard, public=public_pages)],
    )


def _tell_progress(done: int, spreadsheets: int) -> None:
    """Tell, now and then, how far the file of an older server is taken over."""
    if done % _TOLD == 0 or done == spreadsheets:
        what = f"{done} of {spreadsheets} spreadsheets"
        click.echo(f"Taking over what an older version kept: {what}.", err=True)


class _Server(uvicorn.Server):
    """A server that stops as soon as it is told to, and then ends the streams of open pages."""

    def __init__(self, config: uvicorn.Config, dismiss: Callable[[], None]) -> None:
        super().__init__(config)
        self._dismiss = dismiss
        self._told = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def stop(self) -> None:
        """Let it finish what is being answered, and end; called from another thread."""
        self.should_exit = True
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended by itself
                self._loop.call_soon_threadsafe(self._told.set)

    async def main_loop(self) -> None:
        self._loop = asyncio.get_running_loop()
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), _TICK_SECONDS)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._dismiss()
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GRACE_SECONDS):
                while self.server_state.connections or self.server_state.tasks:
                    await asyncio.sleep(_LITTLE)
        for task in self.server_state.tasks:
            task.cancel()


class LocalServer:
    """The server in a thread of its own, on 127.0.0.1.

    Use it as a context manager; `base_url` is known from the start. `folder` is where `sheets.db`
    is kept (None: in memory, gone with the server). With `google` it plays Google: it signs people
    in by e-mail address, has Google's quotas unless others are given, and keeps two files of
    credentials for `app` in the folder (`client_files`). With `free_names`, and where it plays
    Google, whoever may write may change names over cells that are protected from them. With
    `public` its pages answer under that address too, for a reverse proxy on this machine.
    `extensions` add to its page. `domain` is that of the addresses that accounts of plain tokens
    have: always the same for a folder. Raises ServerError if the port is taken or a file cannot be
    used.
    """

    def __init__(
        self,
        folder: Path | None,
        port: int = 0,
        *,
        quota: Quota | None = None,
        faults: Faults | None = None,
        google: bool = False,
        free_names: bool = False,
        app: str = DEFAULT_APP,
        public: PublicAddress | None = None,
        extensions: Iterable[PageExtension] = (),
        domain: str = LOCAL_DOMAIN,
    ) -> None:
        if google and public is not None:  # anybody could sign in as anybody
            raise ValueError("a server that imitates Google has no public address")
        self._free_names = google or free_names
        self._public = public
        self._extensions = tuple(extensions)
        self._domain = domain
        self._folder, self._google, self._app_name = folder, google, app
        self.quota = quota or (Quota.of_google() if google else Quota())
        self.faults = faults or Faults()
        self.functions = SuppliedFunctions()
        path = None if folder is None else folder / FILE_NAME
        self._storage = Storage(path, _tell_progress)
        try:
            self._socket = _bound(port)
            try:
                self._load()
            except BaseException:
                self._socket.close()
                raise
        except BaseException:
            self._storage.close()
            raise
        self._server = _Server(
            uvicorn.Config(
                self._answer,
                interface="asgi3",
                http=Protocol,
                ws="none",
                lifespan="off",
                loop="asyncio",
                access_log=False,  # a path may hold the secret of a link
                log_config=None,
                log_level="error",  # of what is no HTTP nobody wants a line
                timeout_keep_alive=120,  # a slow poll must not find its connection closed
                server_header=False,
                proxy_headers=False,  # whoever connects may write anything there
            ),
            lambda: self.service.dismiss(),
        )
        self._thread = threading.Thread(target=self._run, name="sheets emulator", daemon=True)

    def _load(self) -> None:
        """Take up what the storage keeps."""
        self.service = Service(self._storage, free_names=self._free_names)
        self.accounts = Accounts(self._storage, domain=self._domain)
        if self._google and self._folder is not None:
            keep_files(self._folder, self.accounts, self.base_url, self._app_name)
        self._lanes = Lanes()
        self._app = build_app(
            *(self.service, self.accounts, self.quota, self.faults, self._lanes),
            google=self._google,
            public=self._public,
            extensions=self._extensions,
        )

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        with supplied_with(self.functions):
            await self._app(scope, receive, send)

    def reset(self) -> None:
        """Begin anew in memory: no spreadsheets, accounts, faults, quotas, supplied functions."""
        if self._folder is not None:
            raise ValueError("a server that keeps its spreadsheets in a folder cannot be reset")
        self.quota.forget()
        self.faults.forget()
        self.functions.clear()
        self.service.dismiss()
        self._lanes.close()
        self._storage.close()
        self._storage = Storage(None)
        self._load()

    @property
    def port(self) -> int:
        """The port it listens on."""
        port: int = self._socket.getsockname()[1]
        return port

    @property
    def base_url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://{HOST}:{self.port}"

    @property
    def public_url(self) -> str | None:
        """The address under which a proxy shows its pages; None if there is none."""
        return None if self._public is None else self._public.url

    def sign_in(
        self, email: str, scopes: Sequence[str] = (DRIVE_FILE,), client: str | None = None
    ) -> str:
        """Return an access token as if this person had let this app (by name) act for them."""
        app = client_id_of(client or self._app_name)
        return self.accounts.new_access(email.lower(), app, tuple(scopes))

    def client_file(self, name: str | None = None) -> JsonObject:
        """Return the file of an OAuth client with this name, which is made with a new secret."""
        return new_client(self.accounts, self.base_url, name or self._app_name)

    def service_file(self, name: str | None = None) -> JsonObject:
        """Return the file of a service account with this name, which gets a new key."""
        return new_service(self.accounts, self.base_url, name or self._app_name)

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def wait(self, stopped: threading.Event) -> None:
        """Wait until the event is set; raises ServerError if the server ends before."""
        while not stopped.wait(_LOOK_SECONDS):
            if not self._thread.is_alive():
                raise ServerError("the sheets server stopped by itself: start it again.")

    def stop(self) -> None:
        """Finish what is being answered, close the file and end the thread."""
        self._server.stop()
        if self._thread.is_alive():
            self._thread.join(_STOP_SECONDS)
        self._lanes.close()
        self._socket.close()
        self._storage.close()

    def _run(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            self._server.run(sockets=[self._socket])

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self.stop()


@contextlib.contextmanager
def stopped_by_signals() -> Iterator[threading.Event]:
    """Let Ctrl-C and a request to end set an event, instead of breaking off what runs."""
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _bound(port: int) -> socket.socket:
    """Return a socket that listens on 127.0.0.1; connections wait in it until the server starts."""
    # asyncio switches Nagle's delay off only where the protocol is named.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((HOST, port))
        found.listen(128)
    except (OSError, OverflowError) as error:
        found.close()
        raise ServerError(
            f"port {port} cannot be used ({getattr(error, 'strerror', None) or error}): name "
            "another one with --port, or stop the program that uses it."
        ) from None
    return found
