"""The ground of the declarative files: strict models, and errors that name file, table and key."""

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from umpire.errors import UsageError


class TemplateError(UsageError):
    """A template file is not what it must be; the text names the file, the table and the key."""


class TomlModel(BaseModel):
    """A table of a template file: unknown keys are refused, nothing is ever changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


D = TypeVar("D", bound=TomlModel)


def read_toml(file: Path) -> dict[str, Any]:
    """Read a TOML file. Raises TemplateError if it is missing or no TOML."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise TemplateError(f"{shown(file)} is missing: put the file back.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError(f"{shown(file)} cannot be read: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(f"{shown(file)} is no TOML: {error}.") from error


def read_model(model: type[D], file: Path, content: dict[str, Any]) -> D:
    """Build a model from a file's content. Raises TemplateError for the first fault in it."""
    try:
        return model.model_validate(content)
    except ValidationError as error:
        raise TemplateError(f"{shown(file)}, {_fault(error, content)}.") from None


def shown(file: Path) -> str:
    """Return a file as errors name it: with the folder it lies in."""
    return f"{file.parent.name}/{file.name}"


def _fault(error: ValidationError, content: dict[str, Any]) -> str:
    first = error.errors()[0]
    path = [step for step in first["loc"] if not _is_branch(step)]
    where = _where(path, content)
    match first["type"]:
        case "extra_forbidden":
            return f"{where}: there is no such key; take it out or correct its name"
        case "missing":
            return f"{where}: this key is missing; write it down"
        case "value_error":
            return f"{where}: {first['ctx']['error']}"
        case _:
            return f"{where}: {first['msg'][:1].lower()}{first['msg'][1:]}, not {first['input']!r}"


def _is_branch(step: int | str) -> bool:
    """Return whether a step of pydantic's path names a branch of a union, not a key of the file."""
    return isinstance(step, str) and ("[" in step or step in {"str", "list", "bool", "int"})


def _where(path: list[int | str], content: Any) -> str:
    """Say `table 'areas', entry 3 (at A5:C5), key 'style'` for a path of keys and positions."""
    words: list[str] = []
    here = content
    for number, step in enumerate(path):
        last = number == len(path) - 1
        if isinstance(step, int):
            here = here[step] if isinstance(here, list) and step < len(here) else None
            at = f" (at {here['at']})" if isinstance(here, dict) and "at" in here else ""
            words.append(f"entry {step + 1}{at}")
        else:
            here = here.get(step) if isinstance(here, dict) else None
            words.append(f"{'key' if last else 'table'} {step!r}")
    return ", ".join(words) or "the whole file"
