"""Immutable values that are replaced only by something new, so that `is` tells if anything is."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def updated(value: T, **fields: object) -> T:
    """Return a value with these fields; it is the same object if none of them differs.

    A field that is equal stays the same object too. Such values are compared only here: all that
    is derived from one is computed anew exactly if it is another object than before.
    """
    changed = {name: new for name, new in fields.items() if not _is_same(getattr(value, name), new)}
    return replace(value, **changed) if changed else value


def _is_same(before: Any, now: Any) -> bool:
    """Return whether two values are equal, where 1 in a cell is not TRUE."""
    if before is now or before != now:
        return before is now
    if isinstance(before, Mapping):
        return all(_is_same(part, now[name]) for name, part in before.items())
    if isinstance(before, tuple):
        for part, other in zip(before, now, strict=True):
            if not (part is other or isinstance(part, str) or _is_same(part, other)):
                return False
        return True
    return isinstance(before, bool) == isinstance(now, bool)
