"""A header's options as pydantic models, and what is wrong with them as one sentence for people.

A game's model derives from `Options`: strict, frozen, unknown keys refused, each field with a
description for umpires. `true` and `false` are no numbers, and `2.0` is the whole number 2, as in
JSON. A validator of the game's own raises ValueError with the problem, such as "must not be named
twice"; the path to it is put before it here.

An option is a secret of the umpire's until the match is closed, unless its field says otherwise:
`heaps: Open[int]` is known to everybody, and `OpenOnce` among the annotations of a field tells from
when on it is.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails, PydanticCustomError

from umpire.faults import first_fault, message, steps_to
from umpire.games.errors import BadOption
from umpire.games.names import close_matches
from umpire.games.text import listed, quoted
from umpire.json_types import JsonObject, with_whole_numbers

_UNKNOWN_KEY = "unknown_key"
_LIKENESS = 0.7
"""How alike, from 0 to 1, what is given must be to what may have been meant."""


@dataclass(frozen=True, slots=True)
class OpenOnce:
    """Marks the field of an option that a viewer may know from a state on.

    `may_know` tells that of the state as the viewer sees it.
    """

    may_know: Callable[[Any], bool]


def _at_any_time(view: object) -> bool:
    return True


_ALWAYS: Final = OpenOnce(_at_any_time)
T = TypeVar("T")
Open = Annotated[T, _ALWAYS]
"""The type of an option that everybody may know: `heaps: Open[int]`."""


class Options(BaseModel):
    """An object in the options: unknown keys are refused, nothing is converted or changed."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _knows_its_keys(cls, given: Any) -> Any:
        # before the fields, since a misspelt key is why another one is missing
        names = cls.model_fields
        if isinstance(given, Mapping):
            for key in given:
                if key not in names:
                    context = {"key": key, "known": tuple(names)}
                    raise PydanticCustomError(_UNKNOWN_KEY, "is not known", context)
        return given


def number_option(
    what: str,
    default: float,
    *,
    above: float | None = None,
    least: float | None = None,
    most: float | None = None,
    also: str = "",
) -> Any:
    """Return the field of an option that is a number, described with its bounds and default.

    The number is whole if the default is. `also` ends the description.
    """
    match above, most:
        case None, None:
            bounds = f"of at least {least:g}"
        case None, _:
            bounds = f"from {least:g} to {most:g}"
        case _:
            bounds = f"above {above:g}" + ("" if most is None else f", at most {most:g}")
    kind = "A whole number" if isinstance(default, int) else "A number"
    described = f"{kind} {bounds}: {what}, by default {default:g}{also}."
    return Field(default=default, gt=above, ge=least, le=most, description=described)


class ContractOptions(Options):
    """The options that every game has, which the contract itself reads."""

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


def read_model(model: type[M], given: Mapping[str, Any]) -> M:
    """Check options against their model. Raises BadOption for the first fault."""
    try:
        return model.model_validate(with_whole_numbers(given))
    except ValidationError as error:
        fault = first_fault(error)
        raise BadOption(_where(fault, given), _problem(fault, model)) from None
    except RecursionError:
        raise BadOption("", "are nested too deeply") from None


def open_options(model: type[Options], given: JsonObject, view: object) -> JsonObject:
    """Return those of a header's options that may be known to who sees a state, as `view`.

    They are the contract's and those of the game's model whose fields say so.
    """
    return {name: value for name, value in given.items() if _is_open(model, name, view)}


def _is_open(model: type[Options], name: str, view: object) -> bool:
    field = ContractOptions.model_fields.get(name) or model.model_fields.get(name)
    marks = () if field is None else field.metadata
    return any(isinstance(mark, OpenOnce) and mark.may_know(view) for mark in marks)


def help_of(model: type[Options]) -> dict[str, str]:
    """Return each field's description."""
    return {name: field.description or "" for name, field in model.model_fields.items()}


def schema_of(model: type[Options]) -> JsonObject:
    """Return a model's JSON schema."""
    schema = model.model_json_schema(schema_generator=_Untitled)
    return {key: part for key, part in schema.items() if key not in ("title", "description")}


class _Untitled(GenerateJsonSchema):
    """Schemas without titles for fields, since pydantic's titles only repeat the names."""

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
            return quoted(value)
        case int() if abs(value) >= 10**15:
            return "a number with that many digits"
        case int() | float():
            return str(value)
        case Mapping():
            return "an object"
        case _:
            return "a list"


def _where(fault: ErrorDetails, given: object) -> str:
    """Say `hells, entry 4 ("Iron Trees"), effects, entry 1, value` for where a fault is."""
    missing = fault["type"] in ("missing", "union_tag_not_found")
    return ", ".join(
        f"entry {step + 1}{_called(there)}" if isinstance(step, int) else step
        for step, there in steps_to(_path(fault), given, missing=missing)
    )


def _path(fault: ErrorDetails) -> Sequence[int | str]:
    match fault["type"]:
        case "unknown_key":
            return (*fault["loc"], fault["ctx"]["key"])
        case "union_tag_invalid" | "union_tag_not_found":
            return (*fault["loc"], _discriminator(fault))
    return fault["loc"]


def _called(thing: object) -> str:
    name = thing.get("name") if isinstance(thing, Mapping) else None
    return f" ({quoted(name)})" if isinstance(name, str) else ""


def _problem(fault: ErrorDetails, model: type[Options]) -> str:
    context = fault.get("ctx", {})
    given = fault["input"]
    value = in_brief(given)
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
            return _one_of(re.findall("'([^']*)'", context["expected"]), given)
        case "union_tag_invalid":
            tags = re.findall("'([^']*)'", context["expected_tags"])
            return _one_of(tags, given[_discriminator(fault)])
        case _:
            return f"{message(fault)}, not {value}"


def _discriminator(fault: ErrorDetails) -> str:
    name: str = fault["ctx"]["discriminator"]
    return name.strip("'")


def _unknown(fault: ErrorDetails, model: type[Options]) -> str:
    key, known = fault["ctx"]["key"], fault["ctx"]["known"]
    perhaps = f", perhaps you mean {meant}" if (meant := _nearest(key, known)) else ""
    if not fault["loc"]:
        every = listed((*known, *ContractOptions.model_fields))
        return f"is not known{perhaps}; the options are {every}"
    if key in model.model_fields:
        return "is an option, not a key of this table: in TOML, options come before all tables"
    return f"is not a key here{perhaps}; the keys are {listed(known)}"


def _one_of(names: Sequence[str], given: object) -> str:
    perhaps = f"; perhaps you mean {quoted(meant)}" if (meant := _nearest(given, names)) else ""
    return f"must be {listed(map(quoted, names), 'or')}, not {in_brief(given)}{perhaps}"


def _nearest(given: object, names: Iterable[str]) -> str | None:
    """Return the name that was probably meant: nearly the same, or a number that should be text."""
    match given:
        case str():
            word = given
        case int() if not isinstance(given, bool):
            word = in_brief(given)
        case _:
            return None
    return next(iter(close_matches(word, names, _LIKENESS)), None)


def _number(fault: ErrorDetails, bound: int) -> str:
    given = fault["input"]
    unit, units = ("character", "characters") if isinstance(given, str) else ("entry", "entries")
    return f"{bound} {unit if bound == 1 else units}, not {len(given)}"
