"""Anybody's text put into Markdown so that it stays text, in a chat's Markdown too.

No text of somebody's is a link, a mention, a spoiler, a heading or the end of a table's cell.
"""

import re

from umpire.games.text import printable

# Full-width forms mean the same to the match contract and nothing to Markdown, HTML or a chat.
_CODE = str.maketrans({"`": "｀", "<": "＜", "|": "｜", "@": "＠"})
_PROSE = str.maketrans({"@": "＠", **{sign: f"\\{sign}" for sign in "\\`*_[~<&|$"}})
_LINK = re.compile(r":(?=//)|(?<=\w)\.(?=[^\W\d_]{2})")
"""What a web address has, which forums and chats make a link of by themselves."""
_WIDE = str.maketrans(":.", "：．")
_BLOCK_MARK = re.compile(r"^(\d*)([-+#>=.)])")


def code(text: str) -> str:
    """Return a text as a code span: on one line, without anything that could end it."""
    linkless = printable(text).replace("://", "：//")
    return f"`{linkless.translate(_CODE) or ' '}`"


def inline(text: str) -> str:
    """Return a text as part of a line that Markdown and HTML leave as it is."""
    linkless = _LINK.sub(lambda match: match[0].translate(_WIDE), printable(text))
    return linkless.translate(_PROSE)


def sentence(text: str) -> str:
    """Return a text as a line of its own that Markdown and HTML leave as it is."""
    return _BLOCK_MARK.sub(r"\1\\\2", inline(text).strip())


def block(text: str) -> str:
    """Return lines of text as a block of code: each as it is, none the end of it."""
    lines = (printable(line, max(len(line), 1)) for line in text.split("\n"))
    return "```text\n" + "\n".join(lines).replace("`", "｀") + "\n```"
