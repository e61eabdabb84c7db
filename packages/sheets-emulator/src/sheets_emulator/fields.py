"""Field masks: which parts of an answer are wanted, and which parts of a thing to change.

`sheets(properties.title,data/rowData)` is a tree: a name leads to the masks below it, and a name
with nothing below means all of it. `*` stands for every name at its level.
"""

import re
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from sheets_emulator.errors import ApiError, invalid
from sheets_emulator.model import Json
from sheets_emulator.schema import field_name, messages

Mask: TypeAlias = dict[str, "Mask"]

_SHORT = 1000  # characters of a mask
_TOKEN = re.compile(r"\s*([A-Za-z0-9_]+|[*.,/()])\s*")


class _Tokens:
    """The names and signs of a mask, one after the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = deque(_TOKEN.findall(text))
        if "".join(self._tokens) != re.sub(r"\s", "", text):
            raise _refusal(text)

    def next_is(self, *signs: str) -> bool:
        """Return whether one of these signs comes next; it is then behind us."""
        if self._tokens and self._tokens[0] in signs:
            self._tokens.popleft()
            return True
        return False

    def name(self) -> str:
        """Return the name (or `*`) that must come next."""
        if not self._tokens or self._tokens[0] in ".,/()":
            raise _refusal(self._text)
        found: str = self._tokens.popleft()
        return found

    def end(self, sign: str = "") -> None:
        """Pass what must come next: this sign, or nothing more."""
        if not (self.next_is(sign) if sign else not self._tokens):
            raise _refusal(self._text)


def parse(text: str) -> Mask:
    """Return the tree that a mask means. Raises `ApiError` if the text is no mask."""
    tokens = _Tokens(text)
    tree = _list(tokens)
    tokens.end()
    return tree


def _list(tokens: _Tokens) -> Mask:
    tree: Mask = {}
    while True:
        steps = [tokens.name()]
        while tokens.next_is(".", "/"):
            steps.append(tokens.name())
        below: Mask = {}
        if tokens.next_is("("):
            below = _list(tokens)
            tokens.end(")")
        _graft(tree, steps, below)
        if not tokens.next_is(","):
            return tree


def _graft(tree: Mask, steps: list[str], below: Mask) -> None:
    for step in steps[:-1]:
        if step in tree and not tree[step]:
            return  # all of it is wanted already
        tree = tree.setdefault(step, {})
    last = steps[-1]
    if not below or (last in tree and not tree[last]):
        tree[last] = {}
    else:
        merged = tree.setdefault(last, {})
        for name, rest in below.items():
            _graft(merged, [name], rest)


def for_answer(text: str, message: str) -> Mask:
    """Return the mask of an answer of this kind; Google's refusal if it names what is not there."""
    return _known(_for_answer, text, message)


def _for_answer(text: str, message: str) -> Mask:
    tree = parse(text)
    unknown = _first_unknown(tree, message, "")
    if unknown is not None:
        raise _refusal(unknown)
    return tree


# What only the server says: a mask of a change may mean it by `*`, but not name it.
_READ_ONLY = {
    "CellData": {"effectiveValue", "formattedValue", "effectiveFormat", "dataSourceFormula"},
    "ProtectedRange": {"requestingUserCanEdit"},
    "SpreadsheetProperties": {"defaultFormat"},
}


def for_update(text: str | None, message: str) -> Mask:
    """Return the mask of a change to a thing of this kind, with names in camelCase.

    Raises Google's refusals of a missing mask and of a name that the thing does not have.
    """
    if not text:
        raise invalid(
            "At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)"
        )
    return _known(_for_update, text, message)


def _for_update(text: str, message: str) -> Mask:
    tree = _camel(parse(text), message)
    unknown = _first_unknown(tree, message, "")
    refused = [unknown] if unknown else sorted(_READ_ONLY.get(message, set()) & set(tree))
    if refused:
        raise invalid(f"Invalid field: {refused[0]}")
    return tree


def _known(read: Callable[[str, str], Mask], text: str, message: str) -> Mask:
    """Return a mask that was read before if it is a short one: nobody changes it."""
    return _read_once(read, text, message) if len(text) <= _SHORT else read(text, message)


@lru_cache(1000)
def _read_once(read: Callable[[str, str], Mask], text: str, message: str) -> Mask:
    return read(text, message)


def select(mask: Mask, value: Json) -> Json:
    """Return what the mask wants of a JSON value; what it leaves empty stays as `{}`."""
    if not value or not mask or ("*" in mask and not mask["*"]):
        return value
    if isinstance(value, list):
        return [select(mask, one) if one else one for one in value]
    if not isinstance(value, dict):
        return value
    if "*" in mask:
        return {name: select(mask["*"], part) for name, part in value.items()}
    return {
        name: select(below, part) if below else part
        for name, part in value.items()
        if (below := mask.get(name)) is not None
    }


def all_below(mask: Mask, *steps: str) -> Mask:
    """Return a mask that wants all below this path if the mask wants anything there."""
    if not steps:
        return {}
    name, *rest = steps
    return {**mask, name: all_below(mask[name], *rest)} if name in mask else mask


def reaches(mask: Mask, *steps: str) -> bool:
    """Return whether the mask wants anything at or below this path."""
    for step in steps:
        if not mask:
            return True
        if step in mask:
            mask = mask[step]
        elif "*" in mask:
            mask = mask["*"]
        else:
            return False
    return True


def within(mask: Mask, name: str) -> Mask | None:
    """Return the mask of one field; None if it is left out, `{}` if all of it is wanted."""
    if not mask or "*" in mask:
        return {}
    return mask.get(name)


def _camel(tree: Mask, message: str) -> Mask:
    found: Mask = {}
    for name, below in tree.items():
        field = field_name(message, name) or name
        inner = _inner(message, field)
        _graft(found, [field], _camel(below, inner) if inner is not None else below)
    return found


def _first_unknown(tree: Mask, message: str, place: str) -> str | None:
    for name, below in tree.items():
        at = f"{place}.{name}" if place else name
        if name == "*":
            continue
        field = field_name(message, name)
        if field is None:
            return at
        inner = _inner(message, field)
        if inner is not None and (found := _first_unknown(below, inner, at)) is not None:
            return found
    return None


def _inner(message: str, field: str) -> str | None:
    kind = messages()[message].get(field, "").strip("[]")
    return kind[1:] if kind.startswith("@") and kind[1:] in messages() else None


def _refusal(path: str) -> ApiError:
    description = (
        f"Error expanding 'fields' parameter. Cannot find matching fields for path '{path}'."
    )
    return ApiError(400, "Request contains an invalid argument.", violations=[(path, description)])
