"""The base of models for template files: strict, with errors that name file, table and key."""

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from umpire.errors import UsageError
from umpire.validation_errors import first_error, message, steps_to


class TemplateError(UsageError):
    """A template file is wrong; the text names the file, the table and the key."""


class TomlModel(BaseModel):
    """A table of a template file, immutable and without unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


ModelT = TypeVar("ModelT", bound=TomlModel)


def as_list(value: object) -> object:
    """Return a single text as a list, and any other value as it is."""
    return [value] if isinstance(value, str) else value


def read_toml(file: Path) -> dict[str, Any]:
    """Read a TOML file. Raises TemplateError if it is missing or not valid TOML."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise TemplateError(f"{file_label(file)} is missing: put the file back.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError(f"{file_label(file)} cannot be read: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(f"{file_label(file)} is not valid TOML: {error}.") from error


def read_model(model: type[ModelT], file: Path, content: dict[str, Any]) -> ModelT:
    """Build a model from a file's content. Raises TemplateError for the first fault in it."""
    try:
        return model.model_validate(content)
    except ValidationError as error:
        raise TemplateError(f"{file_label(file)}, {_fault(error, content)}.") from None


def file_label(file: Path) -> str:
    """Return the name of a file with its folder, for errors."""
    return f"{file.parent.name}/{file.name}"


def _fault(error: ValidationError, content: dict[str, Any]) -> str:
    first = first_error(error)
    where = _where(first, content)
    match first["type"]:
        case "extra_forbidden":
            return f"{where}: there is no such key; remove it or correct its name"
        case "missing":
            return f"{where}: this key is missing; add it"
        case "value_error":
            return f"{where}: {first['ctx']['error']}"
        case _:
            return f"{where}: {message(first)}, not {first['input']!r}"


def _where(fault: ErrorDetails, content: dict[str, Any]) -> str:
    """Return the position of a fault: `table 'areas', entry 3 (at A5:C5), key 'style'`."""
    words: list[str] = []
    steps = [*steps_to(fault["loc"], content, missing=fault["type"] == "missing")]
    for number, (step, value) in enumerate(steps, 1):
        if isinstance(step, int):
            at = f" (at {value['at']})" if isinstance(value, dict) and "at" in value else ""
            words.append(f"entry {step + 1}{at}")
        else:
            words.append(f"{'key' if number == len(steps) else 'table'} {step!r}")
    return ", ".join(words) or "the whole file"
