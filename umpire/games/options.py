"""The options in a header as pydantic models, and their faults as sentences for people.

A game's model derives from `Options`: it is strict and frozen, refuses unknown keys, and describes
each field for umpires. `true` and `false` are no numbers, and `2.0` is the whole number 2, as in
JSON. A validator of a game raises ValueError with the problem, such as "must not be named twice";
the sentence begins with the path to the fault.

Only the umpire knows an option until the match is closed, unless its field says otherwise:
everybody knows `heaps: Open[int]`, and a field annotated with `OpenOnce` becomes known during the
match.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails, PydanticCustomError

from umpire.games.errors import BadOption
from umpire.games.names import close_matches
from umpire.games.text import join_words, quote
from umpire.json_types import JsonObject, with_whole_numbers
from umpire.validation_errors import first_error, message, steps_to

_UNKNOWN_KEY = "unknown_key"
_LIKENESS = 0.7
"""How alike, from 0 to 1, a wrong text and a suggested one must be."""


@dataclass(frozen=True, slots=True)
class OpenOnce:
    """A mark for the field of an option that a viewer may know once a state allows it.

    `may_know` decides it, given the state as the viewer may know it.
    """

    may_know: Callable[[Any], bool]


def _at_any_time(view: object) -> bool:
    return True


_ALWAYS: Final = OpenOnce(_at_any_time)
T = TypeVar("T")
Open = Annotated[T, _ALWAYS]
"""The type of an option that everybody knows: `heaps: Open[int]`."""


class Options(BaseModel):
    """A model that refuses unknown keys and converts nothing."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _check_keys(cls, data: Any) -> Any:
        # before the fields, since another key may be missing because one is misspelt
        names = cls.model_fields
        if isinstance(data, Mapping):
            for key in data:
                if key not in names:
                    context = {"key": key, "known": tuple(names)}
                    raise PydanticCustomError(_UNKNOWN_KEY, "is not known", context)
        return data


def number_option(
    meaning: str,
    default: float,
    *,
    above: float | None = None,
    least: float | None = None,
    most: float | None = None,
    also: str = "",
) -> Any:
    """Return a field for a number, with bounds and default in its description.

    The number is whole if the default is. `also` is appended to the description.
    """
    match above, most:
        case None, None:
            bounds = f"of at least {least:g}"
        case None, _:
            bounds = f"from {least:g} to {most:g}"
        case _:
            bounds = f"above {above:g}" + ("" if most is None else f", at most {most:g}")
    kind = "A whole number" if isinstance(default, int) else "A number"
    described = f"{kind} {bounds}: {meaning}, by default {default:g}{also}."
    return Field(default=default, gt=above, ge=least, le=most, description=described)


class ContractOptions(Options):
    """The options of every game, which the contract itself reads."""

    clock: Open[bool] = Field(
        default=True,
        description="true or false: whether there are time limits, by default true.",
    )
    cut: Open[bool] = Field(
        default=False,
        description="true or false: whether the players cut the deck before anything is dealt, by "
        "default false in a script. 'umpire new' makes it true unless you add --no-cut.",
    )
    update: Open[Annotated[float, Field(ge=0, le=60)]] = Field(
        default=0,
        description="Seconds, 0 to 60: how much is added to every time limit while the umpire "
        "updates the board, by default 0.",
    )


M = TypeVar("M", bound=Options)


def read_model(model: type[M], options: Mapping[str, Any]) -> M:
    """Return options checked against their model. Raises BadOption for the first fault."""
    try:
        return model.model_validate(with_whole_numbers(options))
    except ValidationError as error:
        fault = first_error(error)
        raise BadOption(_where(fault, options), _problem(fault, model)) from None
    except RecursionError:
        raise BadOption("", "are nested too deeply") from None


def open_options(model: type[Options], options: JsonObject, view: object) -> JsonObject:
    """Return the options of a header that a viewer of the state `view` may know.

    They are the contract's and those that the fields of the game's model open.
    """
    return {name: value for name, value in options.items() if _is_open(model, name, view)}


def _is_open(model: type[Options], name: str, view: object) -> bool:
    field = ContractOptions.model_fields.get(name) or model.model_fields.get(name)
    marks = () if field is None else field.metadata
    return any(isinstance(mark, OpenOnce) and mark.may_know(view) for mark in marks)


def help_of(model: type[Options]) -> dict[str, str]:
    """Return each field's description."""
    return {name: field.description or "" for name, field in model.model_fields.items()}


def schema_of(model: type[Options]) -> JsonObject:
    """Return the JSON schema of a model."""
    schema = model.model_json_schema(schema_generator=_Untitled)
    return {key: part for key, part in schema.items() if key not in ("title", "description")}


class _Untitled(GenerateJsonSchema):
    """A generator without titles of fields, which would only repeat their names."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False


def in_brief(value: object) -> str:
    """Return a JSON value in a short form for a sentence."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return quote(value)
        case int() if abs(value) >= 10**15:
            return "a number with that many digits"
        case int() | float():
            return str(value)
        case Mapping():
            return "an object"
        case _:
            return "a list"


def _where(fault: ErrorDetails, options: object) -> str:
    """Return the path of a fault: `hells, entry 4 ("Iron Trees"), effects, entry 1, value`."""
    missing = fault["type"] in ("missing", "union_tag_not_found")
    return ", ".join(
        f"entry {step + 1}{_name_of(value)}" if isinstance(step, int) else step
        for step, value in steps_to(_path(fault), options, missing=missing)
    )


def _path(fault: ErrorDetails) -> Sequence[int | str]:
    match fault["type"]:
        case "unknown_key":
            return (*fault["loc"], fault["ctx"]["key"])
        case "union_tag_invalid" | "union_tag_not_found":
            return (*fault["loc"], _discriminator(fault))
    return fault["loc"]


def _name_of(thing: object) -> str:
    name = thing.get("name") if isinstance(thing, Mapping) else None
    return f" ({quote(name)})" if isinstance(name, str) else ""


def _problem(fault: ErrorDetails, model: type[Options]) -> str:
    context = fault.get("ctx", {})
    actual = fault["input"]
    value = in_brief(actual)
    match fault["type"]:
        case "missing" | "union_tag_not_found":
            return "is missing"
        case "unknown_key":
            return _unknown(fault, model)
        case "value_error":
            return str(context["error"])
        case "int_type" | "int_from_float" | "int_parsing" | "int_parsing_size":
            return f"must be a whole number, not {value}"
        case "float_type" | "finite_number" | "float_parsing":
            return f"must be a finite number, not {value}"
        case "bool_type":
            return f"must be true or false, not {value}"
        case "string_type":
            return f"must be text, not {value}"
        case "string_unicode":
            return f"must be text of whole characters, not {value}"
        case "list_type" | "tuple_type":
            return f"must be a list, not {value}"
        case "model_type" | "dict_type" | "model_attributes_type":
            return f"must be an object, not {value}"
        case "none_required":
            return f"must be null or left out, not {value}"
        case "greater_than":
            return f"must be above {context['gt']:g}, not {value}"
        case "greater_than_equal":
            return f"must be at least {context['ge']:g}, not {value}"
        case "less_than":
            return f"must be below {context['lt']:g}, not {value}"
        case "less_than_equal":
            return f"must be at most {context['le']:g}, not {value}"
        case "too_short" | "string_too_short":
            return f"must have at least {_number(fault, context['min_length'])}"
        case "too_long" | "string_too_long":
            return f"must have at most {_number(fault, context['max_length'])}"
        case "literal_error":
            return _one_of(re.findall("'([^']*)'", context["expected"]), actual)
        case "union_tag_invalid":
            tags = re.findall("'([^']*)'", context["expected_tags"])
            return _one_of(tags, actual[_discriminator(fault)])
        case _:
            return f"{message(fault)}, not {value}"


def _discriminator(fault: ErrorDetails) -> str:
    name: str = fault["ctx"]["discriminator"]
    return name.strip("'")


def _unknown(fault: ErrorDetails, model: type[Options]) -> str:
    key, known = fault["ctx"]["key"], fault["ctx"]["known"]
    perhaps = f", perhaps you mean {name}" if (name := _nearest(key, known)) else ""
    if not fault["loc"]:
        every = join_words((*known, *ContractOptions.model_fields))
        return f"is not known{perhaps}; the options are {every}"
    if key in model.model_fields:
        return "is an option, not a key of this table: in TOML, options come before all tables"
    return f"is not a key here{perhaps}; the keys are {join_words(known)}"


def _one_of(names: Sequence[str], actual: object) -> str:
    perhaps = f"; perhaps you mean {quote(name)}" if (name := _nearest(actual, names)) else ""
    return f"must be {join_words(map(quote, names), 'or')}, not {in_brief(actual)}{perhaps}"


def _nearest(actual: object, names: Iterable[str]) -> str | None:
    """Return the name closest to a wrong text, or to a number that should be text."""
    match actual:
        case str():
            word = actual
        case int() if not isinstance(actual, bool):
            word = in_brief(actual)
        case _:
            return None
    return next(iter(close_matches(word, names, _LIKENESS)), None)


def _number(fault: ErrorDetails, bound: int) -> str:
    actual = fault["input"]
    unit, units = ("character", "characters") if isinstance(actual, str) else ("entry", "entries")
    return f"{bound} {unit if bound == 1 else units}, not {len(actual)}"
