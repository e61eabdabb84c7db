"""What a program adds to the page: files, routes, and a value beside the cells of each tab."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Final, TypeAlias

from starlette.routing import Route

from sheets_emulator.model import Document, Json, Sheet

View: TypeAlias = Callable[[Document, Sheet], Json]
"""Returns what is told beside the cells of a tab; None if nothing is.

It is called once for each version of a spreadsheet, for all who look at it, and may `spend` as
everything may that takes the longer the more a spreadsheet holds (see `bounds`). It changes
nothing.
"""

_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True, slots=True, eq=False)
class PageExtension:
    """Something that is added to the page under a name of its own.

    The files in `folder` are found at `/static/NAME/`, beside the page's own: kept by browsers
    until they change, compressed, and with the page's headers. The page loads the `styles` after
    its own and the `scripts` (modules) before its own. The `routes` are answered under a public
    address too, with the page's headers where they set no others. What `view` returns is told to
    pages as `beside.NAME` of a tab. If it is an object, pages are told which of its keys have
    changed, and of the objects in it which of theirs; None in these is the same as no key.
    """

    name: str
    folder: Traversable | None = None
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    routes: tuple[Route, ...] = ()
    view: View | None = None

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"{self.name!r} is no name for a part of an address, such as 'chart'")
