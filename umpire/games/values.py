"""Frozen values: how they are made, one from another too, and what is made of one once."""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, Self, TypeVar

V = TypeVar("V")
P = ParamSpec("P")

_MOST_KEPT = 256


class Value:
    """A frozen dataclass with slots of which many are made, each from the one before.

    It is read several times as fast as one without slots that was copied, and half as large; a
    match keeps them all.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Have each class copy all its own fields."""
        super().__init_subclass__()
        type.__setattr__(cls, "replace", Value.replace)

    def replace(self, **fields: Any) -> Self:
        """Return a copy, some of its fields changed.

        The same as `dataclasses.replace` in about a tenth of the time. This one is called once for
        each class, which it gives its own.
        """
        type.__setattr__(self.__class__, "replace", _copying(self.__class__))
        return self.replace(**fields)


def _copying(cls: type[Any]) -> Callable[..., Any]:
    """Return the function that copies values of a class field by field, written out as code.

    It fills a copy that is open, and closes it; to set a field of a frozen one takes far longer.
    What it is not given it must find out fast, since that is nearly all: a default is looked up in
    a dictionary for a parameter that can only be named, and taken from its place for any other.
    """
    names = [field.name for field in fields(cls)]
    opened = type(
        cls.__name__,
        (cls,),
        {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__},
    )
    code = [
        f"def replace(_value, /, {', '.join(f'{name}=_same' for name in names)}, _same=_same):",
        "_copy = _new(_opened)",
        *(f"_copy.{name} = _value.{name} if {name} is _same else {name}" for name in names),
        "_copy.__class__ = _closed",
        "return _copy",
    ]
    known: dict[str, Any] = {"_new": object.__new__, "_opened": opened, "_closed": cls}
    known["_same"] = object()
    exec("\n ".join(code), known)  # as dataclasses and named tuples are made
    made: Callable[..., Any] = known["replace"]
    return made


def memoize(function: Callable[P, V]) -> Callable[P, V]:
    """Let a function give the same value again, not a new one, when it is given the same again.

    The same is meant of objects, not of what is equal: `1.0` is another than `1`. Nobody may change
    what it gives. A report is made for every line of a log, and most of it is as it was before.
    Every argument must be given.
    """
    kept: dict[Any, tuple[tuple[Any, ...], V]] = {}
    first: Callable[..., V] = function

    def made(key: Any, *given: Any) -> tuple[tuple[Any, ...], V]:
        value = first(*given)
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        # what is given is kept with it, so that its ids stay its own
        kept[key] = found = given, value
        return found

    # Written out as code: to gather what is given takes longer than to find what was kept.
    names = [*signature(function).parameters]
    given, ids = ", ".join(names), ", ".join([f"id({name})" for name in names])
    known: dict[str, Any] = {"_kept": kept, "_made": made}
    exec(
        f"def same({given}): return (_kept.get(_key := ({ids})) or _made(_key, {given}))[1]", known
    )
    same: Callable[P, V] = wraps(function)(known["same"])
    return same
