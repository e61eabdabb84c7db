"""A match's options as an umpire gives them: JSON or TOML, on the command line or in a file."""

import json
import math
import tomllib
from datetime import date, time
from pathlib import Path
from typing import Any, NoReturn

import click

from umpire.errors import UsageError
from umpire.games.base import JsonObject
from umpire.games.notation import quoted

_LARGEST = 1_000_000
"""No options are as many bytes as that."""
_EXAMPLE = """'{"clock": false}'"""

options_option = click.option(
    "--options",
    default="{}",
    help="The game's options: JSON, or a file of JSON or TOML.",
)
"""The option `--options` of the commands that make a match."""


def read_options(given: str) -> JsonObject:
    """Read what stands behind `--options`: JSON itself, or the name of a file of JSON or TOML.

    A file's name tells by its end which of the two it holds; other files are JSON if they begin
    with a brace. Raises UsageError.
    """
    if given.lstrip().startswith(("{", "[")):
        return _object("--options", _read_json("--options", given))
    file = Path(given)
    name = file.name
    text = _text(given, file)
    match file.suffix.lower():
        case ".json":
            is_json = True
        case ".toml":
            is_json = False
        case _:
            is_json = text.lstrip().startswith("{")
    return _object(name, _read_json(name, text)) if is_json else _read_toml(name, text)


def _text(given: str, file: Path) -> str:
    try:
        with file.open("rb") as opened:
            content = opened.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(
            f"--options {quoted(given)} is neither JSON such as {_EXAMPLE} nor a file that can be "
            f"read ({why})."
        ) from error
    if len(content) > _LARGEST:
        raise UsageError(f"{file.name} is larger than any options are: name a file of options.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{file.name} is no text in UTF-8: write the options as JSON or TOML."
        ) from error


def _read_json(name: str, text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_without_twins, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        problem = f"{error.msg[:1].lower()}{error.msg[1:]}"
        where = f"at line {error.lineno}, column {error.colno}"
        raise UsageError(f"{name} is no JSON: {problem} ({where}).") from error
    except ValueError as error:
        raise UsageError(f"{name} is no JSON: {error}.") from error
    except RecursionError:
        raise UsageError(f"{name} is nested too deeply for options.") from None


def _without_twins(pairs: list[tuple[str, Any]]) -> JsonObject:
    """Make an object. Of a key that is there twice nobody can know which was meant."""
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twin = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {quoted(twin)} is there twice in one object")
    return made


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number there")


def _object(name: str, value: Any) -> JsonObject:
    if not isinstance(value, dict):
        raise UsageError(f"{name} must be a JSON object such as {_EXAMPLE}.")
    return value


def _read_toml(name: str, text: str) -> JsonObject:
    try:
        return {
            key: _from_toml(f"{name}: {key}", value, is_option=True)
            for key, value in tomllib.loads(text).items()
        }
    except ValueError as error:
        end = f"at the end, line {len(text.rstrip().splitlines())}"
        problem = str(error).replace("at end of document", end)
        raise UsageError(f"{name} is no TOML: {problem[:1].lower()}{problem[1:]}.") from error
    except RecursionError:
        raise UsageError(f"{name} is nested too deeply for options.") from None


def _from_toml(where: str, value: Any, *, is_option: bool = False) -> Any:
    """Give a value of TOML as JSON has it.

    TOML has no null: inside an option an empty table stands for it. JSON has no dates, and no
    numbers that are none.
    """
    match value:
        case dict() if value or is_option:
            return {key: _from_toml(f"{where}, {key}", inner) for key, inner in value.items()}
        case dict():
            return None
        case list():
            return [
                _from_toml(f"{where}, entry {number}", inner)
                for number, inner in enumerate(value, 1)
            ]
        case date() | time():
            raise UsageError(f"{where} is a date or a time, which no option is.")
        case float() if not math.isfinite(value):
            raise UsageError(f"{where} must be a finite number, not {value}.")
    return value
