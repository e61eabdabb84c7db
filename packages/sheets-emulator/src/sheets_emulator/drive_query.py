"""The `q` of Drive's files.list: `mimeType="…" and name = "…"`, with `or`, `not` and brackets."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from sheets_emulator.drive_files import kind_of
from sheets_emulator.drive_folders import ROOT, Tree, root_id
from sheets_emulator.errors import ApiError
from sheets_emulator.model import File

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?P<word>[A-Za-z]+)|(?P<sign>!=|<=|>=|[=<>(){}]))""",
    re.DOTALL,
)
_VALUES: dict[str, Callable[[File], str]] = {
    "name": lambda file: file.title,
    "mimeType": kind_of,
    "modifiedTime": lambda file: file.modified,
    "createdTime": lambda file: file.created,
    "fullText": lambda file: file.title,
}
_COMPARISONS: dict[str, Callable[[str, str], bool]] = {
    "=": lambda value, text: value == text,
    "!=": lambda value, text: value != text,
    "<": lambda value, text: value < text,
    ">": lambda value, text: value > text,
    "<=": lambda value, text: value <= text,
    ">=": lambda value, text: value >= text,
}


@dataclass(frozen=True, slots=True)
class Sought:
    """A file that may be found: in which role it is seen, by which account, through which app.

    `tree` says in which folder it lies.
    """

    file: File
    role: str
    account: str
    app: str
    tree: Tree


Test: TypeAlias = Callable[[Sought], bool]


def read_query(query: str) -> Test:
    """Return the test that a query means; an empty one finds all. Raises 400 if it is none."""
    return _Parser(query).whole()


class _Parser:
    def __init__(self, query: str) -> None:
        self._tokens = _split(query)

    def whole(self) -> Test:
        if not self._tokens:
            return lambda _: True
        found = self._either()
        if self._tokens:
            raise _bad()
        return found

    def _either(self) -> Test:
        tests = [self._both()]
        while self._word("or"):
            tests.append(self._both())
        return lambda one: any(test(one) for test in tests)

    def _both(self) -> Test:
        tests = [self._one()]
        while self._word("and"):
            tests.append(self._one())
        return lambda one: all(test(one) for test in tests)

    def _one(self) -> Test:
        if self._word("not"):
            negated = self._one()
            return lambda one: not negated(one)
        if self._word("("):
            found = self._either()
            self._must(")")
            return found
        for name in ("properties", "appProperties"):
            if self._word(name):
                return self._has(name)
        first, sign, last = self._next(), self._next(), self._next()
        if sign == "in":
            return _is_in(_unquoted(first) or _unquoted(last), first, last)
        return _compared(first, sign, last)

    def _has(self, name: str) -> Test:
        """`appProperties has { key='tag' and value='…' }`."""
        parts: dict[str, str] = {}
        for before, word in (("has", ""), ("{", "key"), ("and", "value")):
            self._must(before)
            if word:
                self._must(word)
                self._must("=")
                parts[word] = self._text()
        self._must("}")

        def holds(one: Sought) -> bool:
            public = one.file.file.get("properties", {})
            private = one.file.app_properties.get(one.app, {})
            kept = public if name == "properties" else private
            return bool(kept.get(parts["key"]) == parts["value"])

        return holds

    def _text(self) -> str:
        text = _unquoted(self._next())
        if text is None:
            raise _bad()
        return text

    def _must(self, word: str) -> None:
        if not self._word(word):
            raise _bad()

    def _word(self, word: str) -> bool:
        if self._tokens and self._tokens[0] == word:
            self._tokens.pop(0)
            return True
        return False

    def _next(self) -> str:
        if not self._tokens:
            raise _bad()
        return self._tokens.pop(0)


def _is_in(text: str | None, first: str, last: str) -> Test:
    words = {first, last}
    if "parents" in words:
        return lambda one: (
            (root_id(one.account) if text == ROOT else text) in one.tree.parents(one.file)
        )
    if "owners" in words:
        return lambda one: one.file.owner == (one.account if text == "me" else text)
    if words & {"writers", "readers"}:
        roles = ("owner", "writer") if "writers" in words else ("owner", "writer", "reader")
        return lambda one: any(
            grant.role in roles and grant.address == text for grant in one.file.grants
        )
    raise _bad()


def _compared(name: str, sign: str, last: str) -> Test:
    if name in ("trashed", "starred", "sharedWithMe") and last in ("true", "false"):
        if sign not in ("=", "!="):
            raise _bad()
        wanted = (last == "true") == (sign == "=")
        if name == "sharedWithMe":
            return lambda one: (one.role != "owner") == wanted
        if name == "trashed":
            return lambda one: one.tree.is_trashed(one.file) == wanted
        return lambda one: bool(one.file.file.get(name)) == wanted
    text = _unquoted(last)
    if text is None or name not in _VALUES:
        raise _bad()
    value, is_time = _VALUES[name], name.endswith("Time")
    if sign == "contains" and not is_time:
        return lambda one: _contains(value(one.file), text)
    if sign not in _COMPARISONS or (sign not in ("=", "!=") and not is_time):
        raise _bad()
    return lambda one: _COMPARISONS[sign](value(one.file), text)


def _contains(value: str, text: str) -> bool:
    wanted, held = text.casefold(), value.casefold()
    if " " in wanted:
        return wanted in held
    return held.startswith(wanted) or any(
        word.startswith(wanted) for word in re.split(r"[\W_]+", held)
    )


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
