"""Immutable values that only something new replaces: whether anything is new, `is` tells."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def updated(value: T, **fields: object) -> T:
    """Return a value with these fields, which is the same object if they are its own already.

    A field that is equal stays the same object too. Nowhere else are such values compared: what
    follows from one is made anew if, and only if, it is another object than before.
    """
    changed = {name: new for name, new in fields.items() if not _is_same(getattr(value, name), new)}
    return replace(value, **changed) if changed else value


def _is_same(before: Any, now: Any) -> bool:
    """Return whether two values are equal, in cells of the same kind too: 1 is not TRUE."""
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
