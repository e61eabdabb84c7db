"""A header's options as pydantic models, and what is wrong with them as one sentence for people.

A game's model derives from `Options`: strict, frozen, unknown keys refused, each field with a
description for umpires. `true` and `false` are no numbers, and `2.0` is the whole number 2, as in
JSON. A validator of the game's own raises ValueError with the problem, such as "must not be named
twice"; the path to it is put before it here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails

from umpire.games.base import BadOption, JsonObject
from umpire.games.notation import listed, quoted


class Options(BaseModel):
    """An object in the options: unknown keys are refused, nothing is converted or changed."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


M = TypeVar("M", bound=Options)


def read_model(model: type[M], given: Mapping[str, Any]) -> M:
    """Check options against their model. Raises BadOption for the first fault."""
    try:
        return model.model_validate(_with_whole_numbers(given))
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        raise BadOption(_where(fault["loc"], given), _problem(fault, model)) from None
    except RecursionError:
        raise BadOption("options", "are nested too deeply") from None


def _with_whole_numbers(value: Any) -> Any:
    """Give a value of JSON with every `2.0` in it as 2: models tell whole numbers by their type."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case Mapping():
            return {key: _with_whole_numbers(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_with_whole_numbers(inner) for inner in value]
    return value


def help_of(model: type[Options]) -> dict[str, str]:
    """Give the description of each field, for umpires."""
    return {name: field.description or "" for name, field in model.model_fields.items()}


def schema_of(model: type[Options]) -> JsonObject:
    """Give a model's JSON schema."""
    schema = model.model_json_schema(schema_generator=_Untitled)
    return {key: part for key, part in schema.items() if key not in ("title", "description")}


class _Untitled(GenerateJsonSchema):
    """Schemas whose fields have no titles: pydantic's repeat the names of the fields."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False


def told(value: object) -> str:
    """Give a value of JSON as a sentence may show it: short, whatever it is."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value)
        case int() if abs(value) >= 10**15:
            return "a number that long"
        case int() | float():
            return str(value)
        case Mapping():
            return "an object"
        case _:
            return "a list"


def _where(path: Sequence[int | str], given: object) -> str:
    """Say `hells, entry 4 ("Iron Trees"), effects, entry 1, value` for a path of pydantic's.

    Steps that name a branch of a union and stand nowhere in what was given are left out.
    """
    words: list[str] = []
    here = given
    for number, step in enumerate(path):
        last = number == len(path) - 1
        if isinstance(step, int):
            here = here[step] if isinstance(here, list | tuple) and step < len(here) else None
            words.append(f"entry {step + 1}{_called(here)}")
        elif isinstance(here, Mapping) and step in here:
            here = here[step]
            words.append(step)
        elif last and isinstance(here, Mapping):
            words.append(step)
    return ", ".join(words) if words else "options"


def _called(thing: object) -> str:
    name = thing.get("name") if isinstance(thing, Mapping) else None
    return f" ({quoted(name)})" if isinstance(name, str) else ""


def _problem(fault: ErrorDetails, model: type[Options]) -> str:
    context = fault.get("ctx", {})
    value = told(fault["input"])
    match fault["type"]:
        case "missing":
            return "is missing"
        case "extra_forbidden" if len(fault["loc"]) == 1:
            return f"is not known; the options are {listed((*model.model_fields, 'clock'))}"
        case "extra_forbidden":
            return "is no key that belongs here"
        case "value_error":
            return str(context["error"])
        case "int_type" | "int_from_float" | "int_parsing" | "int_parsing_size":
            return f"must be a whole number, not {value}"
        case "float_type" | "finite_number" | "float_parsing":
            return f"must be a finite number, not {value}"
        case "bool_type":
            return f"must be true or false, not {value}"
        case "string_type":
            return f"must be a text, not {value}"
        case "list_type" | "tuple_type":
            return f"must be a list, not {value}"
        case "model_type" | "dict_type" | "model_attributes_type":
            return f"must be an object, not {value}"
        case "greater_than":
            return f"must be above {context['gt']:g}, not {value}"
        case "greater_than_equal":
            return f"must be at least {context['ge']:g}, not {value}"
        case "less_than":
            return f"must be below {context['lt']:g}, not {value}"
        case "less_than_equal":
            return f"must be at most {context['le']:g}, not {value}"
        case "too_short":
            return f"must have at least {context['min_length']} entries"
        case "too_long":
            return f"must have at most {context['max_length']} entries"
        case "string_too_short" | "string_too_long":
            return f"must not be that short or long: {value}"
        case "literal_error":
            return f"must be {context['expected']}, not {value}"
        case "union_tag_invalid":
            wanted = context["expected_tags"]
            return f"{context['discriminator'].strip(chr(39))} must be one of {wanted}"
        case "union_tag_not_found":
            return f"{context['discriminator'].strip(chr(39))} is missing"
        case _:
            message = fault["msg"]
            return f"{message[:1].lower()}{message[1:]}, not {value}"
