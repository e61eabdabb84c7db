"""A state as JSON: what a report has of it follows from the types of its fields.

A dataclass or named tuple becomes an object with its fields in order, a tuple a list. A `Side`
becomes its player's name, a `BySide` an object by player; what is masked becomes null, of
`HiddenCards` their number. A class whose values are reported in their own way has a `to_json`.
What is the same object as before is reported as the same object as before, so that a report of
which little has changed takes little time to make and to encode.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from umpire.games.cards import HiddenCard, HiddenCards
from umpire.games.two_players import BY_SIDE, Side
from umpire.games.values import memoize
from umpire.json_types import JsonObject

Sides: TypeAlias = tuple[tuple[str, Side], ...]
"""The players in the order of the report, and the side of each."""

_Writer: TypeAlias = Callable[[Any, Sides], Any]

T = TypeVar("T")

_SCALARS: Final = frozenset({str, int, float, bool, type(None)})
_NOTHING: Final = frozenset({type(None), HiddenCards, HiddenCard})
"""What may stand in the place of any value."""
_REPORTED_ANYWAY: Final = ("players", "options", "outcome")
"""Fields of a state that are no part of it by default: the report or its header has them."""


class HiddenNumber(int):
    """How many cards are hidden: a number in a report, as many question marks on a screen."""


class Written(NamedTuple):
    """Mark in `Annotated` of a type whose values are reported as a function gives them."""

    write: Callable[[Any], Any]


_BY_NAME: Final = "by name"
ByName = Annotated[tuple[tuple[str, T], ...], _BY_NAME]
"""Pairs of a name and a value, which are reported as one object."""


class ByKey(NamedTuple):
    """Mark in `Annotated` of a tuple that is reported as an object with these keys."""

    keys: tuple[str, ...]


class Numbered(NamedTuple):
    """Mark in `Annotated` of a tuple of objects that begin with their numbers, from 1."""

    key: str


@memoize
def sides_of(players: tuple[str, str], seats: tuple[str, str]) -> Sides:
    """Return the players, in order, with the side of each; `seats` has them by side."""
    return tuple([(player, 0 if player == seats[0] else 1) for player in players])


class Reporter:
    """Writes the values of one game as JSON.

    `keys` tells for a class which keys its objects have, in order, if these are not its fields.
    `winner` is a field or property, `round=number` has another name there, `round=course.number`
    is a field of a field (null if that is None), and `round=` is null.
    """

    def __init__(self, keys: Mapping[type, str] | None = None) -> None:
        self._keys = keys or {}
        self._writers: dict[type, _Writer] = {}
        self._states: dict[type, _Writer] = {}

    def __call__(self, state: Any, sides: Sides = ()) -> JsonObject:
        """Return a state as JSON. Raises TypeError for what JSON has no word for, such as a set."""
        cls = type(state)
        if cls not in self._states:
            self._states[cls] = self._record_writer(cls, _REPORTED_ANYWAY, is_state=True)
        report: JsonObject = self._states[cls](state, sides)
        return report

    def _write(self, value: Any, sides: Sides) -> Any:
        cls = type(value)
        if cls in _SCALARS:
            return value
        if cls not in self._writers:
            self._writers[cls] = self._new_writer(cls)
        return self._writers[cls](value, sides)

    def _new_writer(self, cls: type[Any]) -> _Writer:
        if issubclass(cls, HiddenCards):
            return lambda value, _: HiddenNumber(len(value))
        if issubclass(cls, HiddenCard):
            return lambda _, __: None
        if issubclass(cls, str | int | float):
            return lambda value, _: value
        if hasattr(cls, "to_json"):
            return lambda value, _: value.to_json()
        if is_dataclass(cls) or hasattr(cls, "_fields"):
            return memoize(self._record_writer(cls))
        if issubclass(cls, tuple | list):
            return memoize(self._list_writer(self._write))
        if issubclass(cls, Mapping):
            return memoize(self._mapping_writer(self._write))
        return _refuse

    def _record_writer(
        self, cls: type[Any], omitted: Collection[str] = (), *, is_state: bool = False
    ) -> _Writer:
        """Return what writes values of a class, written out as code.

        Of a state most fields are as they were in the one before, so each is written once.
        """
        names = [field.name for field in fields(cls)] if is_dataclass(cls) else cls._fields
        default = [name for name in names if name not in omitted]
        known: dict[str, Any] = {}
        entries = []
        for key in self._keys[cls].split() if cls in self._keys else default:
            name, has_path, path = key.partition("=")
            path = path if has_path else name
            code, write = _code_of(path), self._writer_of_type(_type_of(cls, path))
            if path and write == self._write:  # most often it is a text, seldom what hides one
                code = f"_it if type(_it := {code}) in _scalars else _write(_it, sides)"
            elif path and write is not _as_it_is:
                is_kept = is_state and write is not _write_side
                known[f"write_{name}"] = memoize(write) if is_kept else write
                code = f"write_{name}({code}, sides)"
            entries.append(f"{name!r}: {code}")
        known |= {"_scalars": _SCALARS, "_write": self._write}
        written: _Writer = eval(f"lambda value, sides: {{{', '.join(entries)}}}", known)
        return written

    def _writer_of_type(self, hint: Any) -> _Writer:
        hint = _without_none(hint)
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._writer_of_marked(*inner[:2])
        if origin in (Union, UnionType):
            return _as_it_is if all(map(_is_scalar, inner)) else self._write
        if hint == Side:
            return _write_side
        if _is_scalar(hint):
            return _as_it_is
        if origin in (tuple, list, Sequence) and len(set(inner) - {...}) == 1:
            return self._list_writer(self._writer_of_type(inner[0]))
        if origin is Mapping:
            return self._mapping_writer(self._writer_of_type(inner[1]))
        if origin is frozenset and inner[0] is not str:
            return self._set_writer(inner[0])
        return self._write

    def _writer_of_marked(self, hint: Any, mark: Any) -> _Writer:
        if isinstance(mark, Written):
            return lambda value, sides: (
                self._write(value, sides) if type(value) in _NOTHING else mark.write(value)
            )
        if mark is BY_SIDE:
            write = self._writer_of_type(get_args(hint)[0])
            return self._writer_of(
                tuple,
                lambda both, sides: {player: write(both[side], sides) for player, side in sides},
            )
        if isinstance(mark, ByKey):
            write = self._writer_of_type(get_args(hint)[0])
            return self._writer_of(
                Sequence,
                lambda value, sides: {
                    key: write(each, sides) for key, each in zip(mark.keys, value, strict=True)
                },
            )
        if mark is _BY_NAME:
            _, write = map(self._writer_of_type, get_args(get_args(hint)[0]))
            return self._writer_of(
                tuple, lambda pairs, sides: {name: write(value, sides) for name, value in pairs}
            )
        if isinstance(mark, Numbered):
            write = self._writer_of_type(get_args(hint)[0])
            write_numbered = memoize(
                lambda number, value, sides: {mark.key: number, **write(value, sides)}
            )
            return self._writer_of(
                tuple,
                lambda values, sides: [
                    write_numbered(number, value, sides) for number, value in enumerate(values, 1)
                ],
            )
        return self._writer_of_type(hint)

    def _list_writer(self, write: _Writer) -> _Writer:
        is_any = write in (self._write, _as_it_is)

        def write_list(values: Sequence[Any], sides: Sides) -> Any:
            if type(values) in _NOTHING or not isinstance(values, tuple | list):
                return self._write(values, sides)
            if is_any:
                classes = {*map(type, values)}
                if classes <= _SCALARS:
                    return list(values)
                if len(classes) == 1 and hasattr(cls := classes.pop(), "to_json"):
                    return [*map(cls.to_json, values)]
            return [write(value, sides) for value in values]

        return write_list

    def _mapping_writer(self, write: _Writer) -> _Writer:
        return self._writer_of(
            Mapping, lambda value, sides: {key: write(each, sides) for key, each in value.items()}
        )

    def _set_writer(self, hint: Any) -> _Writer:
        order = get_args(hint) if get_origin(hint) is Literal else ()
        write = self._writer_of_type(hint)
        return self._writer_of(
            frozenset,
            lambda value, sides: [
                write(each, sides) for each in sorted(value, key=order.index if order else None)
            ],
        )

    def _writer_of(self, kind: Any, write: _Writer) -> _Writer:
        """Return what writes a value of its declared type, or what stands in its place."""

        def write_unless_masked(value: Any, sides: Sides) -> Any:
            if isinstance(value, kind) and type(value) not in _NOTHING:
                return write(value, sides)
            return self._write(value, sides)

        return write_unless_masked


def _code_of(path: str) -> str:
    """Return code for what is at a path of fields; what is None or hidden ends it early."""
    if not path:
        return "None"
    first, *further = path.split(".")
    code = f"value.{first}"
    for name in further:
        code = f"getattr({code}, {name!r}, None)"
    return code


def _refuse(value: Any, sides: Sides) -> Any:
    raise TypeError(f"JSON has no word for {value!r}: the game needs a `report` of its own")


def _as_it_is(value: Any, sides: Sides) -> Any:
    return value


def _write_side(value: Side | None, sides: Sides) -> str | Side | None:
    if value is None or not sides:
        return value
    (player, side), (other, _) = sides
    return player if side == value else other


def _is_scalar(hint: Any) -> bool:
    # A text is none: a hidden card may stand in its place.
    return hint in (int, float, bool, type(None)) or get_origin(hint) is Literal


def _type_of(cls: Any, path: str) -> Any:
    """Return the type that a class gives for what is at a path, Any if it gives none."""
    name, _, further = path.partition(".")
    attribute = getattr(cls, name, None)
    of, key = (attribute.fget, "return") if isinstance(attribute, property) else (cls, name)
    try:
        hint = get_type_hints(of, include_extras=True).get(key, Any)
    except NameError:  # a type that is known to type checkers only
        return Any
    if not further:
        return hint
    return _type_of(_without_none(hint), further)


def _without_none(hint: Any) -> Any:
    """Return what a type is where it is not None."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    inner = [each for each in get_args(hint) if each is not type(None)]
    return inner[0] if len(inner) == 1 else hint
