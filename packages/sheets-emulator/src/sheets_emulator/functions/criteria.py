"""What SUMIF and its kin look for: `">=5"`, `"a*"`, `"<>"`, and lookups with wildcards."""

import operator
import re
from collections.abc import Callable, Sequence

from sheets_emulator.functions.base import Site, is_number
from sheets_emulator.scalars import CellError, Scalar

_SIGNED = re.compile(r"(<=|>=|<>|=|<|>)?(.*)", re.DOTALL)
_ORDERS: dict[str, Callable[[float | str, float | str], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip

_Piece = Sequence[str | None]
"""Characters that must follow each other; None stands for any one."""


class Criterion:
    """A test of single values."""

    def __init__(self, given: Scalar, site: Site) -> None:
        self._site = site
        self._sign = "="
        self._operand: Scalar = given
        self._is_signed = False
        if isinstance(given, str):
            match = _SIGNED.fullmatch(given)
            assert match is not None
            self._is_signed = match[1] is not None
            self._sign = match[1] or "="
            self._operand = site.typed(match[2])
        self._like = like(self._operand, site) if isinstance(self._operand, str) else None

    def holds(self, value: Scalar) -> bool:
        """Return whether a value is one of those looked for."""
        if isinstance(value, CellError):
            return False
        if self._sign == "<>":
            return not self._is(value)
        if self._sign == "=":
            return self._is(value)
        order, operand = _ORDERS[self._sign], self._operand
        if isinstance(operand, str):
            return isinstance(value, str) and order(value.casefold(), operand.casefold())
        if not is_number(value) or not is_number(operand):
            return False
        assert isinstance(value, int | float)
        assert isinstance(operand, int | float)
        return order(value, operand)

    def _is(self, value: Scalar) -> bool:
        if self._operand is None:
            return value is None or (value == "" and not self._is_signed)
        if self._like is not None:
            return isinstance(value, str) and self._like(value)
        return is_number(value) == is_number(self._operand) and value == self._operand


def like(wanted: str, site: Site) -> Callable[[str], bool]:
    """Return a test for texts in which `*` and `?` stand for others, whatever the case."""
    site.take(len(wanted) // 20)
    pieces = _pieces(wanted.casefold())
    if len(pieces) == 1 and None not in pieces[0]:
        plain = "".join(one for one in pieces[0] if one is not None)
        return lambda text: text.casefold() == plain

    def test(text: str) -> bool:
        site.take(len(text) * len(wanted) // 20)
        return _matches(pieces, text.casefold())

    return test


def _pieces(pattern: str) -> list[_Piece]:
    """Cut a pattern at each `*`; a `~` takes the meaning from what follows it."""
    found: list[list[str | None]] = [[]]
    position = 0
    while position < len(pattern):
        sign = pattern[position]
        if sign == "~" and pattern[position + 1 : position + 2] in ("*", "?", "~"):
            position += 1
            found[-1].append(pattern[position])
        elif sign == "*":
            found.append([])
        else:
            found[-1].append(None if sign == "?" else sign)
        position += 1
    return [*found]


def _matches(pieces: Sequence[_Piece], text: str) -> bool:
    first, *middle = pieces
    if not _stands(first, text, 0):
        return False
    if not middle:
        return len(text) == len(first)
    *middle, last = middle
    position = len(first)
    for piece in middle:
        found = _find(piece, text, position)
        if found is None:
            return False
        position = found + len(piece)
    end = len(text) - len(last)
    return end >= position and _stands(last, text, end)


def _stands(piece: _Piece, text: str, position: int) -> bool:
    if position + len(piece) > len(text):
        return False
    return all(one is None or one == text[position + number] for number, one in enumerate(piece))


def _find(piece: _Piece, text: str, start: int) -> int | None:
    places = range(start, len(text) - len(piece) + 1)
    return next((at for at in places if _stands(piece, text, at)), None)
