"""Foreign texts in Markdown, escaped so that they stay plain text, also in a chat's Markdown.

Such a text can be no link, mention, spoiler or heading, and cannot end the cell of a table.
"""

import re

from umpire.games.text import printable

# Full-width forms mean the same to the match contract and nothing to Markdown, HTML or a chat.
_CODE = str.maketrans({"`": "｀", "<": "＜", "|": "｜", "@": "＠"})
_PROSE = str.maketrans({"@": "＠", **{sign: f"\\{sign}" for sign in "\\`*_[~<&|$"}})
_LINK = re.compile(r":(?=//)|(?<=\w)\.(?=[^\W\d_]{2})")
"""The part of a web address from which forums and chats make a link by themselves."""
_WIDE = str.maketrans(":.", "：．")
_BLOCK_MARK = re.compile(r"^(\d*)([-+#>=.)])")


def code(text: str) -> str:
    """Return a text as a code span on one line, without anything that could end it."""
    linkless = printable(text).replace("://", "：//")
    return f"`{linkless.translate(_CODE) or ' '}`"


def inline(text: str) -> str:
    """Return a text for a part of a line, which Markdown and HTML leave as it is."""
    linkless = _LINK.sub(lambda match: match[0].translate(_WIDE), printable(text))
    return linkless.translate(_PROSE)


def sentence(text: str) -> str:
    """Return a text for a whole line, which Markdown and HTML leave as it is."""
    return _BLOCK_MARK.sub(r"\1\\\2", inline(text).strip())


def block(text: str) -> str:
    """Return lines of text as a block of code, of which none can end it."""
    lines = (printable(line, max(len(line), 1)) for line in text.split("\n"))
    return "```text\n" + "\n".join(lines).replace("`", "｀") + "\n```"
