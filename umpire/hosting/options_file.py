"""Read a match's options: JSON or TOML, on the command line or in a file."""

import json
import math
import tomllib
from collections.abc import Mapping
from datetime import date, time
from pathlib import Path
from typing import Any, NoReturn

from umpire.errors import UsageError
from umpire.games.text import printable, quote
from umpire.json_types import JsonObject

_LARGEST = 1_000_000
"""The most bytes of options."""
_EXAMPLE = """'{"clock": false}'"""

# An error in words for the umpire, by the beginning of the parser's message.
_NUMBER_FAULTS = {"Exceeds the limit": "a number in it has too many digits"}
_JSON_FAULTS = {
    "Expecting ','": "a comma or a closing bracket is missing",
    "Expecting ':'": "a colon is missing",
    "Expecting property name": 'names must be in "double quotes"',
    "Expecting value": 'write a value like 3, "text", true, false or null',
    "Extra data": "more text follows its end",
    "Invalid control character": "a text contains a tab or a line break",
    "Invalid \\": "a backslash in a text must be doubled",
    "Unterminated string": "a text has no closing quote",
}
_TOML_FAULTS = {
    "Cannot declare": "a table is defined twice, or both in [ ] and in [[ ]]",
    "Cannot mutate": "a table is defined twice, or both in [ ] and in [[ ]]",
    "Cannot overwrite": "a key is given twice",
    "Expected newline": "more text follows the value on its line",
    "Illegal character '\\n'": "a text has no closing quote on its line",
    "Invalid initial character": "a key is missing; a table in { } must be on one line, with no "
    "comma at its end",
    "Invalid statement": "a line must begin with a key and =, or with [ or #",
    "Invalid value": 'write a value like 3, "text", true or false',
    "Unclosed array": "a comma or a closing bracket is missing",
    "Unclosed inline": "a comma or a closing brace is missing; a table in { } must be on one line",
    "Unescaped '\\'": "a backslash in a text must be doubled",
    "Unterminated string": "a text has no closing quote",
}


def read_options(value: str) -> JsonObject:
    """Read the value of `--options`: JSON itself, or the name of a file of JSON or TOML.

    A file is JSON or TOML by the ending of its name. With another ending it is JSON if it begins
    with a brace. Raises UsageError.
    """
    if value.lstrip().startswith(("{", "[")):
        return _read_json("--options", value)
    file = Path(value)
    text = _read_text(value, file)
    ending = file.suffix.lower()
    is_json = ending == ".json" or (ending != ".toml" and text.lstrip().startswith("{"))
    return _read_json(file.name, text) if is_json else _read_toml(file.name, text)


def _read_text(value: str, file: Path) -> str:
    try:
        with file.open("rb") as opened:
            content = opened.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(
            f"--options {quote(value)} is neither JSON such as {_EXAMPLE} nor a file that can be "
            f"read ({why})."
        ) from error
    if len(content) > _LARGEST:
        raise UsageError(f"{file.name} is too large for options: name a file of JSON or TOML.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{file.name} is not UTF-8 text: save the options as JSON or TOML in UTF-8."
        ) from error


def _read_json(name: str, text: str) -> JsonObject:
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object_without_duplicates,
            parse_constant=_reject_constant,
            parse_float=_read_finite,
        )
    except json.JSONDecodeError as error:
        where = f"at line {error.lineno}, column {error.colno}"
        raise UsageError(f"{name} is not valid JSON: {_json_problem(error)} ({where}).") from error
    except ValueError as error:
        raise UsageError(f"{name} is not valid JSON: {_explain(str(error), {})}.") from error
    except RecursionError:
        raise UsageError(f"{name} is nested too deeply for options.") from None
    if not isinstance(value, dict):
        raise UsageError(f"{name} must be a JSON object such as {_EXAMPLE}.")
    return value


def _json_problem(error: json.JSONDecodeError) -> str:
    before, after = error.doc[: error.pos].rstrip(), error.doc[error.pos :].lstrip()
    if not before and not after:
        return "it is empty"
    if after.startswith(("/", "#")):
        return "JSON has no comments; TOML does"
    if before.endswith(",") and after.startswith(("}", "]", ",")):
        return "there is one comma too many"
    if not after:
        return "it ends too early, perhaps without a closing bracket"
    return _explain(error.msg, _JSON_FAULTS)


def _explain(message: str, faults: Mapping[str, str]) -> str:
    """Return a parser's message in words for people who do not know the format."""
    for beginning, words in (*faults.items(), *_NUMBER_FAULTS.items()):
        if message.startswith(beginning):
            return words
    return f"{message[:1].lower()}{message[1:]}"


def _object_without_duplicates(pairs: list[tuple[str, Any]]) -> JsonObject:
    """Make an object. Raises ValueError for a key that is given twice: either may be meant."""
    options = dict(pairs)
    if len(options) < len(pairs):
        keys = [key for key, _ in pairs]
        duplicate = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {quote(duplicate)} is given twice in one object")
    return options


def _reject_constant(constant: str) -> NoReturn:
    raise ValueError(f"a number cannot be {constant}")


def _read_finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"the number {printable(number)} is too large")
    return value


def _read_toml(name: str, text: str) -> JsonObject:
    try:
        return {
            key: _from_toml(f"{name}: {key}", value, is_option=True)
            for key, value in tomllib.loads(text).items()
        }
    except ValueError as error:
        raise UsageError(f"{name} is not valid TOML: {_toml_problem(error, text)}.") from error
    except RecursionError:
        raise UsageError(f"{name} is nested too deeply for options.") from None


def _toml_problem(error: ValueError, text: str) -> str:
    problem, bracket, where = str(error).rpartition(" (at ")
    if not bracket:
        return _explain(str(error), _TOML_FAULTS)
    end = f"the end, line {len(text.rstrip().splitlines())}"
    return f"{_explain(problem, _TOML_FAULTS)} (at {where.replace('end of document', end)}"


def _from_toml(where: str, value: Any, *, is_option: bool = False) -> Any:
    """Return a TOML value as its JSON equivalent.

    TOML has no null: inside an option an empty table means null. JSON has no dates and no infinite
    numbers.
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
            raise UsageError(f"{where} is a date or a time: no option takes one.")
        case float() if not math.isfinite(value):
            raise UsageError(f"{where} must be a finite number, not {value}.")
    return value
