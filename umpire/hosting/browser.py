"""Open secret links without showing them in the arguments of a process."""

import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from umpire.private_files import write_private

_PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>Umpire</title>
<a href="{address}">Continue</a>
"""


@contextmanager
def link_opener(folder: Path) -> Iterator[Callable[[str], None]]:
    """Yield a function that opens a link in the browser; delete its pages afterwards.

    Everybody on a computer can read the arguments of its processes. So the browser opens a page in
    the folder, which only its owner can read, and that page leads to the link.
    """
    with TemporaryDirectory(prefix="links-", dir=folder, ignore_cleanup_errors=True) as pages:

        def open_link(address: str) -> None:
            page = Path(pages, f"{token_hex(4)}.html")
            write_private(page, _PAGE.format(address=escape(address)).encode())
            webbrowser.open(page.as_uri())

        yield open_link


def has_graphical_browser() -> bool:
    """Return whether the browser opens in its own window and not in the terminal."""
    try:
        return type(webbrowser.get()) is not webbrowser.GenericBrowser
    except webbrowser.Error:
        return False
