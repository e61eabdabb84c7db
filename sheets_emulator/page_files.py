"""The files of which the page is made: the same for everybody."""

import hashlib
from importlib.resources import files
from typing import Final

from starlette.responses import Response

_ADDRESS: Final = "/static/"
_KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_FOR_GOOD: Final = "public, max-age=31536000, immutable"


class PageFiles:
    """The files, by the paths at which they are found.

    The page asks for them under a name of their version, so that a browser keeps them until they
    change; and it names all of its modules at once, so that none waits for the one that needs it.
    """

    def __init__(self) -> None:
        folder = files("sheets_emulator").joinpath("static")
        inner = folder.joinpath("play")
        own = {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}
        self._files = own | {
            f"{inner.name}/{one.name}": one.read_bytes() for one in inner.iterdir()
        }
        told = b"".join(name.encode() + text for name, text in sorted(self._files.items()))
        self._version = f"{hashlib.sha256(told).hexdigest()[:12]}/"
        self._shell = self._with_versions(self._files["sheet.html"].decode())

    def shell(self) -> Response:
        """Answer with the empty page."""
        return Response(self._shell, media_type=_KINDS["html"])

    def answer(self, path: str) -> Response | None:
        """Answer with a file; None if there is none."""
        name = path.removeprefix(self._version)
        if name not in self._files:
            return None
        headers = {"Cache-Control": _FOR_GOOD} if name != path else None
        return Response(
            self._files[name], headers=headers, media_type=_KINDS[name.rsplit(".", 1)[1]]
        )

    def _with_versions(self, page: str) -> str:
        modules = "".join(
            f'<link rel="modulepreload" href="{_ADDRESS}{name}">\n  '
            for name in sorted(self._files)
            if name.endswith(".js")
        )
        script = '<script type="module"'
        page = page.replace(script, modules + script, 1)
        return page.replace(f'"{_ADDRESS}', f'"{_ADDRESS}{self._version}')
