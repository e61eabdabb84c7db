"""Differences between the states of a match, which the page's script applies one by one.

A change is a list: the path of a value and the new value, or only the path of a deleted value. A
part of a list is replaced by `[path, start, number of old items, new items]`.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

Change: TypeAlias = list[Any]
_Path: TypeAlias = tuple[str | int, ...]


def changes(before: Any, after: Any, path: _Path = ()) -> Iterator[Change]:
    """Yield the changes from one JSON value to another. `1.0` equals `1`, `true` does not."""
    if before is after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from ([[*path, key]] for key in before if key not in after)
        for key, value in after.items():
            if key in before:
                yield from changes(before[key], value, (*path, key))
            else:
                yield [[*path, key], value]
    elif isinstance(before, list) and isinstance(after, list):
        yield from _in_list(before, after, path)
    elif before != after or isinstance(before, bool) != isinstance(after, bool):
        yield [[*path], after]


def _in_list(before: list[Any], after: list[Any], path: _Path) -> Iterator[Change]:
    if len(before) == len(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changes(old, new, (*path, number))
        return
    start, most = 0, min(len(before), len(after))
    while start < most and _is_same(before[start], after[start]):
        start += 1
    end = 0
    while end < most - start and _is_same(before[-1 - end], after[-1 - end]):
        end += 1
    yield [[*path], start, len(before) - end - start, after[start : len(after) - end]]


def _is_same(before: Any, after: Any) -> bool:
    # Python's == does not distinguish 0 and False, at any depth.
    return next(changes(before, after), None) is None
