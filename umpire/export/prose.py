"""Anybody's text put into Markdown so that it stays text."""

import re

from umpire.games.notation import printable

# Full-width forms mean the same to the match contract and nothing to Markdown or HTML.
_CODE = str.maketrans({"`": "｀", "<": "＜"})
_PROSE = str.maketrans(
    {"&": "&amp;", "<": "&lt;", "@": "＠", **{sign: f"\\{sign}" for sign in "\\`*_[~"}}
)
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
