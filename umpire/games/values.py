"""Frozen values: how one is copied with changes, and how what is derived from one is memoized."""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, Self, TypeVar

V = TypeVar("V")
P = ParamSpec("P")

_CACHE_SIZE = 256


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
    namespace: dict[str, Any] = {"_new": object.__new__, "_opened": opened, "_closed": cls}
    namespace["_same"] = object()
    exec("\n ".join(code), namespace)  # as dataclasses and named tuples are made
    replace: Callable[..., Any] = namespace["replace"]
    return replace


def memoize(function: Callable[P, V], most: int = _CACHE_SIZE) -> Callable[P, V]:
    """Return a function that returns the same object again when it is called with the same objects.

    Equal arguments are not enough: `1.0` is another object than `1`. Nobody may change the value.
    A report is made for every line of a log, and most of it is as it was before. Every argument
    must be given. At most so many values are kept.
    """
    cache: dict[Any, tuple[tuple[Any, ...], V]] = {}
    compute: Callable[..., V] = function

    def add(key: Any, *arguments: Any) -> tuple[tuple[Any, ...], V]:
        value = compute(*arguments)
        if len(cache) >= most:
            cache.clear()
        # The entry holds the arguments, so that no other object can get their ids.
        cache[key] = entry = arguments, value
        return entry

    # Written out as code: to gather the arguments takes longer than to find the entry.
    parameters = [*signature(function).parameters]
    arguments, ids = ", ".join(parameters), ", ".join([f"id({name})" for name in parameters])
    namespace: dict[str, Any] = {"_cache": cache, "_add": add}
    exec(
        f"def look_up({arguments}): "
        f"return (_cache.get(_key := ({ids})) or _add(_key, {arguments}))[1]",
        namespace,
    )
    look_up: Callable[P, V] = wraps(function)(namespace["look_up"])
    return look_up
