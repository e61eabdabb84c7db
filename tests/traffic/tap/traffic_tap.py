"""Listens in on every HTTP request that a process makes with requests, and its answer.

It comes into a process before umpire does and waits for it, so that a process which needs no
spreadsheets pays nothing.
"""

import importlib.util
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any
from weakref import WeakSet

CLIENT = "umpire.sheets.client"

Take = Callable[[str, str, str | None, int | None, str, bool], object]
"""Takes method, address, body, status, answer, and whether umpire's own client sent it."""


def tap(take: Take) -> None:
    """Listen in from when umpire's client is imported."""
    if CLIENT in sys.modules:
        _listen(sys.modules[CLIENT], take)
    else:
        sys.meta_path.insert(0, _Wait(take))


class _Wait(MetaPathFinder):
    def __init__(self, take: Take) -> None:
        self._take = take

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != CLIENT:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        spec.loader = _Listening(spec.loader, self._take)
        return spec


class _Listening(Loader):
    """Loads one module and listens in on it; its own loader may be one that all modules share."""

    def __init__(self, loader: Loader, take: Take) -> None:
        self._loader = loader
        self._take = take

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        _listen(module, self._take)


def _listen(client: ModuleType, take: Take) -> None:
    requests = client.requests
    ours: WeakSet[Any] = WeakSet()
    begin, send = client.SheetsClient.__init__, requests.Session.send

    @wraps(begin)
    def begin_and_tell(self: Any, *args: Any, **more: Any) -> None:
        begin(self, *args, **more)
        ours.add(self._http.session)

    @wraps(send)
    def send_and_tell(self: Any, request: Any, **more: Any) -> Any:
        if more.get("stream"):  # it has no end to wait for, and is the local server's own
            return send(self, request, **more)
        body = (
            request.body.decode(errors="replace")
            if isinstance(request.body, bytes)
            else request.body
        )
        try:
            answer = send(self, request, **more)
        except requests.RequestException:
            take(request.method, request.url, body, None, "", self in ours)
            raise
        take(request.method, request.url, body, answer.status_code, answer.text, self in ours)
        return answer

    client.SheetsClient.__init__ = begin_and_tell
    requests.Session.send = send_and_tell
