"""Functions of texts."""

from collections.abc import Iterator

from sheets_emulator.bounds import MOST_CHARACTERS, MOST_PATTERN
from sheets_emulator.display import show
from sheets_emulator.functions.base import (
    CallError,
    Function,
    ParameterError,
    Site,
    all_values,
    to_number,
    too_long,
)
from sheets_emulator.scalars import (
    Block,
    CellError,
    FormattedNumber,
    LinkedNumber,
    LinkedText,
    Result,
    Scalar,
    number,
)


def _counted(count: int, place: int, least: int = 0) -> int:
    """Return a number that an argument gives, unless it is too small."""
    if count < least:
        said = f"value is {count}. It should be greater than or equal to {least}."
        raise ParameterError("NUM", place, said)
    return count


def _left(text: str, count: int = 1) -> str:
    return text[: _counted(count, 2)]


def _right(text: str, count: int = 1) -> str:
    return text[max(0, len(text) - _counted(count, 2)) :]


def _mid(text: str, start: int, count: int) -> str:
    first = _counted(start, 2, 1) - 1
    return text[first : first + _counted(count, 3)]


def _replace(site: Site, text: str, start: int, count: int, new: str) -> str:
    first = _counted(start, 2, 1) - 1
    return site.joined([text[:first], new, text[first + _counted(count, 3) :]])


def _substitute(site: Site, text: str, old: str, new: str, which: int = 0) -> str:
    if not old:
        return text
    parts = text.split(old)
    if which:
        parts = [old.join(parts[: _counted(which, 4)]), old.join(parts[which:])]
        if which > text.count(old):
            return text
    if len(text) + (len(parts) - 1) * (len(new) - len(old)) > MOST_CHARACTERS:
        raise too_long("SUBSTITUTE")
    return site.joined([new.join(parts)])


def _repeated(site: Site, text: str, count: int) -> str:
    if len(text) * _counted(count, 2) > MOST_CHARACTERS:
        raise too_long("REPT")
    return site.joined([text * count])


def _find(wanted: str, text: str, start: int = 1) -> float:
    return _found("FIND", wanted, text, text.find(wanted, _counted(start, 3, 1) - 1))


def _search(wanted: str, text: str, start: int = 1) -> float:
    place = text.lower().find(wanted.lower(), _counted(start, 3, 1) - 1)
    return _found("SEARCH", wanted, text, place)


def _found(name: str, wanted: str, text: str, place: int) -> float:
    if place < 0:
        raise CallError("VALUE", f"In {name} evaluation, cannot find '{wanted}' within '{text}'.")
    return place + 1.0


def _texts(site: Site, arguments: tuple[Result, ...]) -> Iterator[str]:
    for value, _ in all_values(arguments):
        if isinstance(value, CellError):
            raise CallError(value.kind, value.message)
        yield site.text(value)


def _between(mark: str, texts: Iterator[str]) -> Iterator[str]:
    for place, text in enumerate(texts):
        if place:
            yield mark
        yield text


def _concatenate(site: Site, *arguments: Result) -> str:
    return site.joined(_texts(site, arguments))


def _join(site: Site, mark: str, *arguments: Result) -> str:
    return site.joined(_between(mark, _texts(site, arguments)))


def _text_join(site: Site, mark: str, skips_empty: bool, *arguments: Result) -> str:
    texts = (text for text in _texts(site, arguments) if text or not skips_empty)
    return site.joined(_between(mark, texts))


def _split(
    site: Site, text: str, marks: str, by_each: bool = True, skips_empty: bool = True
) -> Block:
    if not marks:
        raise ParameterError("VALUE", 2, "value should be non-empty.")
    if by_each:
        for one in marks[1:]:
            text = text.replace(one, marks[0])
        marks = marks[0]
    site.take(1 + text.count(marks))
    parts = [part for part in text.split(marks) if part or not skips_empty]
    if not parts:
        raise ParameterError("VALUE", 1, "value should be non-empty.")
    return Block.of([[site.typed(part) for part in parts]])


def _char(code: int) -> str:
    if not 1 <= code < 0x110000 or 0xD800 <= code < 0xE000:
        raise ParameterError("NUM", 1, f"value {code} is out of range.")
    return chr(code)


def _code(text: str) -> float:
    if not text:
        raise ParameterError("VALUE", 1, "value should be non-empty.")
    return float(ord(text[0]))


def _value(site: Site, value: Scalar) -> float:
    if isinstance(value, str):
        found = site.typed(value)
        if isinstance(found, float):
            return found
        raise CallError("VALUE", f"VALUE parameter '{value}' cannot be parsed to number.")
    return to_number(value)


def _text(site: Site, value: Scalar, pattern: str) -> str:
    if len(pattern) > MOST_PATTERN:
        raise CallError("VALUE", f"A format can have {MOST_PATTERN} characters at most.")
    found = number(value, site.typed)
    if isinstance(found, CellError) or isinstance(value, bool):
        return site.text(value)
    return show(float(found), {"type": "NUMBER", "pattern": pattern}, site.locale)


def _to_text(site: Site, value: Scalar) -> str:
    if isinstance(value, FormattedNumber):
        return show(value, value.number_format, site.locale)
    return site.text(value)


def _proper(site: Site, text: str) -> str:
    """Each letter that follows none is a capital."""
    site.take(len(text) // 20)
    return "".join(
        one.lower() if place and text[place - 1].isalpha() else one.upper()
        for place, one in enumerate(text)
    )


def _linked(link: str, label: Scalar = None) -> Scalar:
    if isinstance(label, float):
        return LinkedNumber(label, link)
    if label is None or isinstance(label, str):
        return LinkedText(link if label is None else label, link)
    return label


TEXTS = {
    "CHAR": Function("i", _char),
    "CODE": Function("t", _code),
    "CONCAT": Function("tt", _concatenate, sited=True),
    "CONCATENATE": Function("*r", _concatenate, sited=True),
    "EXACT": Function("tt", lambda first, second: first == second),
    "FIND": Function("tt|i", _find),
    "HYPERLINK": Function("t|s", _linked),
    "JOIN": Function("t*r", _join, sited=True),
    "LEFT": Function("t|i", _left),
    "LEN": Function("t", lambda text: float(len(text))),
    "LOWER": Function("t", str.lower),
    "MID": Function("tii", _mid),
    "PROPER": Function("t", _proper, sited=True),
    "REPLACE": Function("tiit", _replace, sited=True),
    "REPT": Function("ti", _repeated, sited=True),
    "RIGHT": Function("t|i", _right),
    "SEARCH": Function("tt|i", _search),
    "SPLIT": Function("tt|bb", _split, sited=True, spreads=True),
    "SUBSTITUTE": Function("ttt|i", _substitute, sited=True),
    "T": Function("s", lambda value: value if isinstance(value, str) else ""),
    "TEXT": Function("st", _text, sited=True),
    "TEXTJOIN": Function("tb*r", _text_join, sited=True),
    "TO_TEXT": Function("s", _to_text, sited=True),
    "TRIM": Function("t", lambda text: " ".join(text.split())),
    "UPPER": Function("t", str.upper),
    "VALUE": Function("s", _value, sited=True),
}
