"""A JSON value as Google's refusals print it: a `google.protobuf.Value` in the text format."""

from collections.abc import Iterable, Iterator

from sheets_emulator.model import Json

_MOST_LINES = 1000  # the refusal is cut off long before
_ESCAPES = {"\n": r"\n", "\r": r"\r", "\t": r"\t", '"': r"\"", "'": r"\'", "\\": r"\\"}


def printed(value: Json) -> str:
    """Return the text of a value, with a line break after each of its lines."""
    lines = []
    for line in _lines(value):
        lines.append(f"{line}\n")
        if len(lines) == _MOST_LINES:
            break
    return "".join(lines)


def _lines(value: Json) -> Iterator[str]:
    match value:
        case None:
            yield "null_value: NULL_VALUE"
        case bool():
            yield f"bool_value: {str(value).lower()}"
        case int() | float():
            yield f"number_value: {float(value)}"
        case str():
            yield f'string_value: "{_escaped(value)}"'
        case list():
            yield "list_value {"
            for part in value:
                yield from _block("values", _lines(part))
            yield "}"
        case _:
            yield "struct_value {"
            for name, part in value.items():
                yield from _block("fields", _field(name, part))
            yield "}"


def _field(name: str, value: Json) -> Iterator[str]:
    yield f'key: "{_escaped(name)}"'
    yield "value {"
    for line in _lines(value):
        yield f"  {line}"
    yield "}"


def _block(name: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"  {name} {{"
    for line in lines:
        yield f"    {line}"
    yield "  }"


def _escaped(text: str) -> str:
    """Return a text as the format quotes it: what is not ASCII in octal bytes."""
    return "".join(_ESCAPES.get(letter) or _octal(letter) for letter in text)


def _octal(letter: str) -> str:
    if " " <= letter <= "~":
        return letter
    return "".join(f"\\{byte:03o}" for byte in letter.encode())
