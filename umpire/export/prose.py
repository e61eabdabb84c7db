"""Anybody's text put into Markdown so that it stays text, and numbers as people read them."""

import re

from umpire.games.notation import printable

# Full-width forms mean the same to the match contract and nothing to Markdown or HTML.
_CODE = str.maketrans({"`": "｀", "<": "＜"})
_PROSE = str.maketrans(
    {"&": "&amp;", "<": "&lt;", "@": "＠", **{sign: f"\\{sign}" for sign in "\\`*_[~"}}
)
_YEARS = 2 * 365 * 24 * 3600
_BLOCK_MARK = re.compile(r"^(\d*)([-+#>=.)])")


def code(text: str) -> str:
    """Return a text as a code span: on one line, without anything that could end it."""
    return f"`{printable(text).translate(_CODE) or ' '}`"


def inline(text: str) -> str:
    """Return a text as part of a line that Markdown and HTML leave as it is."""
    return printable(text).translate(_PROSE)


def sentence(text: str) -> str:
    """Return a text as a line of its own that Markdown and HTML leave as it is."""
    return _BLOCK_MARK.sub(r"\1\\\2", inline(text).strip())


def cell(text: str) -> str:
    """Return a text as a cell of a table that Markdown and HTML leave as it is."""
    return inline(text).replace("|", "\\|")


def duration(seconds: float) -> str:
    """Return a time in seconds as m:ss, or h:mm:ss from an hour on; a begun second counts not.

    Who sets a limit of years wants none, and need not read how many hours that is.
    """
    if seconds >= _YEARS:
        return "years"
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def readable(at: str) -> str:
    """Return a time in the world (RFC 3339, UTC) to the second, as people read it."""
    return f"{at[:10]} {at[11:19]} UTC"
