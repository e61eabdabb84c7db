"""The `q` of Drive's files.list: `mimeType="…" and name = "…"`, with `or`, `not` and brackets."""

import re

from umpire.sheets.server.errors import ApiError
from umpire.sheets.server.model import Document

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?P<word>[A-Za-z]+)|(?P<sign>!=|<=|>=|[=<>()]))""",
    re.DOTALL,
)


def matches(query: str, document: Document, role: str, account: str) -> bool:
    """Whether the file is found; an empty query finds all. Raises 400 if it cannot be read."""
    parser = _Parser(query, document, role, account)
    return parser.whole()


class _Parser:
    def __init__(self, query: str, document: Document, role: str, account: str) -> None:
        self._tokens = _split(query)
        self._document = document
        self._role = role
        self._account = account

    def whole(self) -> bool:
        if not self._tokens:
            return True
        found = self._either()
        if self._tokens:
            raise _bad()
        return found

    def _either(self) -> bool:
        found = self._both()
        while self._word("or"):
            found = self._both() or found
        return found

    def _both(self) -> bool:
        found = self._one()
        while self._word("and"):
            found = self._one() and found
        return found

    def _one(self) -> bool:
        if self._word("not"):
            return not self._one()
        if self._word("("):
            found = self._either()
            if not self._word(")"):
                raise _bad()
            return found
        first, sign, last = self._next(), self._next(), self._next()
        if sign == "in":
            return self._is_in(_unquoted(first) or _unquoted(last), first, last)
        return self._compare(first, sign, last)

    def _is_in(self, text: str | None, first: str, last: str) -> bool:
        words = {first, last}
        if "parents" in words:
            return text == "root" and self._role == "owner"
        if "owners" in words:
            return text in ("me", self._document.owner) and (
                text != "me" or self._account == self._document.owner
            )
        if words & {"writers", "readers"}:
            roles = ("owner", "writer") if "writers" in words else ("owner", "writer", "reader")
            return any(
                grant.role in roles and grant.address == text for grant in self._document.grants
            )
        raise _bad()

    def _compare(self, name: str, sign: str, last: str) -> bool:
        document = self._document
        if name in ("trashed", "starred", "sharedWithMe") and last in ("true", "false"):
            held = {
                "trashed": bool(document.file.get("trashed")),
                "starred": bool(document.file.get("starred")),
                "sharedWithMe": self._role != "owner",
            }[name]
            same = held == (last == "true")
            if sign not in ("=", "!="):
                raise _bad()
            return same == (sign == "=")
        text = _unquoted(last)
        values = {
            "name": document.title,
            "mimeType": "application/vnd.google-apps.spreadsheet",
            "modifiedTime": document.modified,
            "createdTime": document.created,
            "fullText": document.title,
        }
        if text is None or name not in values:
            raise _bad()
        return _holds(values[name], sign, text, is_time=name.endswith("Time"))

    def _word(self, word: str) -> bool:
        if self._tokens and self._tokens[0] == word:
            self._tokens.pop(0)
            return True
        return False

    def _next(self) -> str:
        if not self._tokens:
            raise _bad()
        return self._tokens.pop(0)


def _holds(value: str, sign: str, text: str, *, is_time: bool) -> bool:
    if sign == "contains" and not is_time:
        words = re.split(r"[\W_]+", value.casefold())
        wanted = text.casefold()
        return wanted in value.casefold() if " " in wanted else any(
            word.startswith(wanted) for word in words
        ) or value.casefold().startswith(wanted)  # fmt: skip
    comparisons = {
        "=": value == text,
        "!=": value != text,
        "<": value < text,
        ">": value > text,
        "<=": value <= text,
        ">=": value >= text,
    }
    if sign not in comparisons or (sign not in ("=", "!=") and not is_time):
        raise _bad()
    return comparisons[sign]


def _split(query: str) -> list[str]:
    found: list[str] = []
    position = 0
    query = query.rstrip()
    while position < len(query):
        match = _TOKEN.match(query, position)
        if match is None:
            raise _bad()
        found.append(match[0].strip())
        position = match.end()
    return found


def _unquoted(token: str) -> str | None:
    if len(token) < 2 or token[0] not in "'\"" or token[-1] != token[0]:
        return None
    return re.sub(r"\\(.)", r"\1", token[1:-1])


def _bad() -> ApiError:
    return ApiError(400, "Invalid Value", reason="invalid", location="q")
