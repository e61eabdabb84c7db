"""Frozen values: how one is made from another."""

from collections.abc import Callable
from dataclasses import fields as dataclass_fields
from functools import cache
from typing import Any, TypeVar

V = TypeVar("V")


def changed(value: V, /, **fields: Any) -> V:
    """Give a copy of a frozen dataclass with slots, some of its fields changed.

    The same as `dataclasses.replace` in about half the time: every input passes here.
    """
    cls: type[Any] = value.__class__
    copy: V = object.__new__(cls)
    for name, read, write in _slots(cls):  # type: ignore[arg-type]  # classes are hashable
        write(copy, fields[name] if name in fields else read(value))
    return copy


@cache
def _slots(cls: type[Any]) -> tuple[tuple[str, Callable[..., Any], Callable[..., None]], ...]:
    slots = [(field.name, getattr(cls, field.name)) for field in dataclass_fields(cls)]
    return tuple((name, slot.__get__, slot.__set__) for name, slot in slots)
