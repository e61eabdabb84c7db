"""The files of which the page is made: the same for everybody."""

import gzip
import hashlib
import mimetypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, Self

from starlette.requests import Request
from starlette.responses import Response

from sheets_emulator.page_extension import PageExtension

_ADDRESS: Final = "/static/"
_KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_KINDS_OF_PAGES: Final = 8  # with other extensions, that one program may show at once
_FOR_GOOD: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
_FIRST_SCRIPT: Final = '<script type="module" async src="/static/live.js">'
_LAST_SCRIPT: Final = '<script type="module" src="/static/sheet.js">'


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it is sent, and compressed, because most browsers take it like that."""

    kind: str
    content: bytes
    compressed: bytes

    @classmethod
    def of(cls, name: str, content: bytes) -> Self:
        known = _KINDS.get(name.rpartition(".")[2]) or mimetypes.guess_type(name)[0]
        kind = known or "application/octet-stream"
        return cls(kind, content, gzip.compress(content, mtime=0))

    def answer(self, request: Request, headers: Mapping[str, str]) -> Response:
        headers = {**headers, "Vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return Response(self.content, headers=headers, media_type=self.kind)
        headers |= {"Content-Encoding": "gzip"}
        return Response(self.compressed, headers=headers, media_type=self.kind)


class PageFiles:
    """The files, its own and those of extensions, by the paths at which they are found.

    The page asks for them under a name of their version, so that a browser keeps them until they
    change; and it names all of its modules at once, so that none waits for the one that needs it.
    They are the same for everybody, so that to compress them tells nothing of a secret.
    """

    def __init__(self, extensions: tuple[PageExtension, ...]) -> None:
        found = dict(_read(files("sheets_emulator").joinpath("static"), ""))
        for one in extensions:
            if one.folder is not None:
                found |= _read(one.folder, f"{one.name}/")
        told = b"".join(name.encode() + text for name, text in sorted(found.items()))
        self._version = f"{hashlib.sha256(told).hexdigest()[:12]}/"
        self._files = {name: _File.of(name, content) for name, content in found.items()}
        shell = self._with_versions(_extended(found["sheet.html"].decode(), extensions))
        self._shell = _File.of("sheet.html", shell.encode())

    def shell(self, request: Request) -> Response:
        """Answer with the empty page."""
        return self._shell.answer(request, {})

    def answer(self, request: Request) -> Response | None:
        """Answer with a file; None if there is none."""
        path: str = request.path_params["name"]
        name = path.removeprefix(self._version)
        if name not in self._files:
            return None
        return self._files[name].answer(request, _FOR_GOOD if name != path else {})

    def _with_versions(self, page: str) -> str:
        modules = "".join(
            f'<link rel="modulepreload" href="{_ADDRESS}{name}">\n  '
            for name in sorted(self._files)
            if name.endswith(".js")
        )
        page = page.replace(_LAST_SCRIPT, modules + _LAST_SCRIPT, 1)
        return page.replace(f'"{_ADDRESS}', f'"{_ADDRESS}{self._version}')


def _read(folder: Traversable, under: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder, without those of folders in it."""
    yield from ((under + one.name, one.read_bytes()) for one in folder.iterdir() if one.is_file())


def _extended(page: str, extensions: tuple[PageExtension, ...]) -> str:
    """Return the page with what extensions load, the last script being its own."""
    styles = "".join(
        f'<link rel="stylesheet" href="{_ADDRESS}{one.name}/{style}">\n  '
        for one in extensions
        for style in one.styles
    )
    scripts = "".join(
        f'<script type="module" src="{_ADDRESS}{one.name}/{script}"></script>\n  '
        for one in extensions
        for script in one.scripts
    )
    page = page.replace(_FIRST_SCRIPT, styles + _FIRST_SCRIPT, 1)
    return page.replace(_LAST_SCRIPT, scripts + _LAST_SCRIPT, 1)


@lru_cache(_KINDS_OF_PAGES)
def page_files(extensions: tuple[PageExtension, ...] = ()) -> PageFiles:
    """Return the files, read and compressed once for all servers of a program."""
    return PageFiles(extensions)
