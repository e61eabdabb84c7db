"""Frozen values: how one is made from another."""

from typing import Any, TypeVar

V = TypeVar("V")

_set = object.__setattr__


def changed(value: V, /, **fields: Any) -> V:
    """Return a copy of a frozen dataclass without slots, some of its fields changed.

    The same as `dataclasses.replace` in about a tenth of the time, since all fields are copied at
    once: every input passes here. Values with slots have no dictionary to copy.
    """
    copy: V = object.__new__(value.__class__)
    _set(copy, "__dict__", value.__dict__ | fields)
    return copy
