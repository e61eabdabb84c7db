"""A state as JSON: what a report has of it follows from the types of its fields.

A dataclass or named tuple becomes an object with its fields in order, a tuple a list. A `Side`
becomes its player's name, a `BySide` an object by player; what is masked becomes null, of
`HiddenCards` their number. A class whose values are reported in their own way has a `to_json`.
What is the same object as before is reported as the same object as before, so that a report of
which little has changed takes little time to make and to encode.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import count
from types import MappingProxyType, UnionType
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

_Writer: TypeAlias = Callable[[Any, "Sides"], Any]

T = TypeVar("T")

_SCALARS: Final = frozenset({str, int, float, bool, type(None)})
_LISTS: Final = frozenset({tuple, list})
_OBJECTS: Final = frozenset({dict, MappingProxyType})
_MASKS: Final = frozenset({type(None), HiddenCards, HiddenCard})
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


class Sides(NamedTuple):
    """The two players of a match, and who is on which side."""

    in_order: tuple[tuple[str, Side], ...] = ()
    """Each with the side, in the order of the report."""
    players: Mapping[Side, str | Side] = MappingProxyType({0: 0, 1: 1})
    """By side; where a game is not for two, a side is reported as it is."""


NO_SIDES: Final = Sides()
"""Of a game that is not for two."""


@memoize
def sides_of(players: tuple[str, str], seats: tuple[str, str]) -> Sides:
    """Return the players, in order, with the side of each; `seats` has them by side."""
    side_of: dict[str, Side] = {seats[0]: 0, seats[1]: 1}
    in_order = tuple([(player, side_of[player]) for player in players])
    return Sides(in_order, {0: seats[0], 1: seats[1]})


class _Writers(dict[type, _Writer]):
    """Functions that write values as JSON, by the classes of the values; each is made when needed.

    `make` returns the one for a class.
    """

    def __init__(self, make: Callable[[type], _Writer]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, cls: type) -> _Writer:
        self[cls] = writer = self._make(cls)
        return writer


class Reporter:
    """Writes the values of one game as JSON.

    `keys` tells for a class which keys its objects have, in order, if these are not its fields.
    `winner` is a field or property, `round=number` has another name there, `round=course.number`
    is a field of a field (null if that is None), and `round=` is null.

    How a value is written follows from its declared type, and from its class where it is of another
    one than declared, as what is masked. What that comes to is written out as Python, once for each
    class, which takes half the time of functions that call each other.
    """

    def __init__(self, keys: Mapping[type, str] | None = None) -> None:
        self._keys = keys or {}
        self._writers = _Writers(self._class_writer)
        self._states = _Writers(self._state_writer)
        self._numbers = count(1)
        self._names: dict[str, Any] = {
            "scalars": _SCALARS,
            "lists": _LISTS,
            "objects": _OBJECTS,
            "masks": _MASKS,
            "writers": self._writers,
        }
        """What generated code may use."""

    def __call__(self, state: Any, sides: Sides = NO_SIDES) -> JsonObject:
        """Return a state as JSON. Raises TypeError for what JSON has no word for, such as a set.

        Of a state most fields are as they were in the one before: these are the same objects again,
        and so are the objects that they list.
        """
        report: JsonObject = self._states[type(state)](state, sides)
        return report

    def write(self, record: Any, sides: Sides = NO_SIDES) -> JsonObject:
        """Return a dataclass or named tuple in a state as JSON, a new object each time."""
        written: JsonObject = self._writers[type(record)](record, sides)
        return written

    def _class_writer(self, cls: type) -> _Writer:
        """Return what writes values of a class, whatever their declared type."""
        if issubclass(cls, HiddenCards):
            return lambda value, _: HiddenNumber(len(value))
        if issubclass(cls, HiddenCard):
            return lambda _, __: None
        if issubclass(cls, str | int | float):
            return lambda value, _: value
        if hasattr(cls, "to_json"):
            return lambda value, _: value.to_json()
        if is_dataclass(cls) or hasattr(cls, "_fields"):
            return self._compiled(self._record(cls))
        if issubclass(cls, tuple | list):
            return self._compiled(f"[{self._any('each')} for each in value]")
        if issubclass(cls, Mapping):
            items = f"{{key: {self._any('each')} for key, each in value.items()}}"
            return self._compiled(items)
        return _refuse

    def _state_writer(self, cls: type) -> _Writer:
        return self._compiled(self._record(cls, _REPORTED_ANYWAY, kept=2))

    def _compiled(self, code: str, parameters: str = "value, sides") -> Callable[..., Any]:
        function: Callable[..., Any] = eval(f"lambda {parameters}: {code}", self._names)
        return function

    def _record(self, cls: Any, omitted: Collection[str] = (), kept: int = 0) -> str:
        """Return code for the object of a dataclass or named tuple."""
        names = [field.name for field in fields(cls)] if is_dataclass(cls) else cls._fields
        default = [name for name in names if name not in omitted]
        entries = []
        for key in self._keys[cls].split() if cls in self._keys else default:
            name, has_path, path = key.partition("=")
            path = path if has_path else name
            hint, is_new = _type_of(cls, path)
            code = self._code(hint, _code_of(path), kept, is_new) if path else "None"
            entries.append(f"{name!r}: {code}")
        return f"{{{', '.join(entries)}}}"

    def _code(self, hint: Any, value: str, kept: int = 0, is_new: bool = False) -> str:
        """Return code for a value of a declared type, and for what stands in its place.

        `value` is code too. The same object is given again for the same value down to so many
        levels as are `kept`: a field of a state, and the objects in it. A value that `is_new` each
        time is no level.
        """
        hint = _without_none(hint)
        if _is_scalar(hint):
            return value
        if hint == Side:
            return f"sides.players.get({value})"
        if hint is str or not kept or (kept == 1 and not _is_object(hint)):
            return self._new(hint, value, kept)
        if is_new:
            return self._new(hint, value, kept - 1)
        keep = self._named(memoize(self._compiled(self._new(hint, "value", kept - 1))))
        it = self._variable(value)
        assigned = it if it == value else f"({it} := {value})"
        return f"(None if {assigned} is None else {keep}({it}, sides))"

    def _new(self, hint: Any, value: str, kept: int) -> str:
        """Return code that makes the JSON of a value anew."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._marked(inner[0], inner[1], value, kept)
        it, each = self._variable(value), self._variable()
        if origin in (tuple, list, Sequence) and len(set(inner) - {...}) == 1:
            code, expected = f"[{self._code(inner[0], each, kept)} for {each} in {it}]", "in lists"
        elif origin is Mapping:
            code = f"{{key: {self._code(inner[1], each, kept)} for key, {each} in {it}.items()}}"
            expected = "in objects"
        elif origin is frozenset and inner[0] is not str:
            order = get_args(inner[0]) if get_origin(inner[0]) is Literal else None
            key = f", key={self._named(order.index)}" if order else ""
            code = f"[{self._code(inner[0], each)} for {each} in sorted({it}{key})]"
            expected = "is frozenset"
        elif isinstance(hint, type) and hasattr(hint, "to_json"):
            code, expected = f"{it}.to_json()", f"is {self._named(hint)}"
        else:
            return self._any(value)
        return self._if(expected, code, it, value)

    def _marked(self, hint: Any, mark: Any, value: str, kept: int) -> str:
        """Return code for a value of a type that is marked."""
        inner, it, each = get_args(hint), self._variable(value), self._variable()
        if isinstance(mark, Written):
            return self._if("not in masks", f"{self._named(mark.write)}({it})", it, value)
        if mark is BY_SIDE:
            both = self._code(inner[0], f"{it}[{each}]", kept)
            code = f"{{player: {both} for player, {each} in sides.in_order}}"
        elif isinstance(mark, ByKey):
            of = self._code(inner[0], each, kept)
            keys = self._named(mark.keys)
            code = f"{{key: {of} for key, {each} in zip({keys}, {it}, strict=True)}}"
        elif mark is _BY_NAME:
            named = self._code(get_args(inner[0])[1], each, kept)
            code = f"{{name: {named} for name, {each} in {it}}}"
        elif isinstance(mark, Numbered):
            numbered = f"{{{mark.key!r}: number, **{self._code(inner[0], 'value')}}}"
            write = self._compiled(numbered, "number, value, sides")
            name = self._named(memoize(write) if kept else write)
            code = f"[{name}(number, {each}, sides) for number, {each} in enumerate({it}, 1)]"
        else:
            return self._code(hint, value, kept)
        return self._if("in lists", code, it, value)

    def _any(self, value: str) -> str:
        """Return code for a value of whatever class."""
        it = self._variable(value)
        assigned = it if it == value else f"{it} := {value}"
        return f"({it} if type({assigned}) in scalars else writers[type({it})]({it}, sides))"

    def _if(self, expected: str, code: str, it: str, value: str) -> str:
        """Return code for a value, called `it`, of an expected class, or of whatever other."""
        assigned = it if it == value else f"{it} := {value}"
        return f"({code} if type({assigned}) {expected} else {self._any(it)})"

    def _named(self, value: Any) -> str:
        """Return a name by which code may use a value."""
        name = f"_{next(self._numbers)}"
        self._names[name] = value
        return name

    def _variable(self, value: str = "") -> str:
        """Return the name of the variable that code is, else a new one for its value."""
        return value if value.isidentifier() else f"it_{next(self._numbers)}"


def _code_of(path: str) -> str:
    """Return code for what is at a path of fields; what is None or hidden ends it early."""
    first, *further = path.split(".")
    code = f"value.{first}"
    for name in further:
        code = f"getattr({code}, {name!r}, None)"
    return code


def _refuse(value: Any, sides: Sides) -> Any:
    raise TypeError(f"JSON has no word for {value!r}: the game needs a `report` of its own")


def _is_scalar(hint: Any) -> bool:
    """Return whether values of a type are written as they are."""
    if get_origin(hint) in (Union, UnionType):
        return all(map(_is_scalar, get_args(hint)))
    # A text is none: a hidden card may stand in its place.
    return hint in (int, float, bool, type(None)) or (get_origin(hint) is Literal and hint != Side)


def _is_object(hint: Any) -> bool:
    """Return whether values of a type become JSON objects."""
    if get_origin(hint) is Annotated:
        return not isinstance(get_args(hint)[1], Written | Numbered)
    is_record = is_dataclass(hint) or hasattr(hint, "_fields")
    return get_origin(hint) is Mapping or (is_record and not hasattr(hint, "to_json"))


def _type_of(cls: Any, path: str) -> tuple[Any, bool]:
    """Return the type that a class gives for what is at a path, and whether it is made anew.

    The type is Any if the class gives none.
    """
    name, _, further = path.partition(".")
    attribute = getattr(cls, name, None)
    is_new = isinstance(attribute, property)
    of, key = (attribute.fget, "return") if isinstance(attribute, property) else (cls, name)
    try:
        hint = get_type_hints(of, include_extras=True).get(key, Any)
    except NameError:  # a type that is known to type checkers only
        return Any, is_new
    if not further:
        return hint, is_new
    inner, is_inner_new = _type_of(_without_none(hint), further)
    return inner, is_new or is_inner_new


def _without_none(hint: Any) -> Any:
    """Return what a type is where it is not None."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    inner = [each for each in get_args(hint) if each is not type(None)]
    return inner[0] if len(inner) == 1 else hint
