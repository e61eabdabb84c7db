"""Functions that search texts by regular expressions."""

from collections.abc import Iterator

from sheets_emulator.bounds import MOST_CHARACTERS, MOST_PATTERN
from sheets_emulator.functions.base import CallError, Function, ParameterError, Site, too_long
from sheets_emulator.regular_expressions import Pattern, PatternError, UnknownScriptError, compiled
from sheets_emulator.scalars import Block, Result, Scalar


def _text(value: Scalar, place: int) -> str:
    """Return a text; numbers are none here, other than elsewhere."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    kind = "boolean" if isinstance(value, bool) else "number"
    shown = str(value).upper() if isinstance(value, bool) else f"{value:.15g}"
    said = f"expects text values. But '{shown}' is a {kind} and cannot be coerced to a text."
    raise ParameterError("VALUE", place, said)


def _pattern(value: Scalar, site: Site) -> Pattern:
    text = _text(value, 2)
    site.take(1 + len(text) // 10)
    if len(text) > MOST_PATTERN:
        said = f"is a regular expression of more than {MOST_PATTERN} characters."
        raise ParameterError("REF", 2, said)
    try:
        return compiled(text)
    except PatternError:
        said = f'value "{text}" is not a valid regular expression.'
        raise ParameterError("REF", 2, said) from None
    except UnknownScriptError as error:
        said = f"The sheets emulator does not implement {error} in regular expressions."
        raise CallError("ERROR", said) from None


def _matches(site: Site, text: Scalar, pattern: Scalar) -> bool:
    return _pattern(pattern, site).search(_text(text, 1), 0, site.take) is not None


def _extracted(site: Site, text: Scalar, pattern: Scalar) -> Result:
    searched, compiled_pattern = _text(text, 1), _pattern(pattern, site)
    spans = compiled_pattern.search(searched, 0, site.take)
    if spans is None:
        said = (
            f'value "{pattern}" does not match text of Function REGEXEXTRACT parameter 1 value '
            f'"{searched}".'
        )
        raise ParameterError("N_A", 2, said)
    parts = [
        searched[start:end] if start >= 0 else ""
        for start, end in zip(spans[::2], spans[1::2], strict=True)
    ]
    return parts[0] if len(parts) == 1 else Block.of([list(parts[1:])])


def _replaced(site: Site, text: Scalar, pattern: Scalar, new: Scalar) -> str:
    searched, compiled_pattern = _text(text, 1), _pattern(pattern, site)
    pieces = list(_pieces(_text(new, 3), compiled_pattern.groups))
    parts: list[str] = []
    size = place = 0
    for spans in _all_matches(searched, compiled_pattern, site):
        made = "".join(
            one if isinstance(one, str) else searched[spans[2 * one] : spans[2 * one + 1]]
            for one in pieces
        )
        parts += [searched[place : spans[0]], made]
        size += len(parts[-1]) + len(parts[-2])
        if size > MOST_CHARACTERS:
            raise too_long("REGEXREPLACE")
        place = spans[1]
    return "".join([*parts, searched[place:]])


def _all_matches(text: str, pattern: Pattern, site: Site) -> Iterator[tuple[int, ...]]:
    """Yield the matches that do not overlap; an empty one does not touch the one before it."""
    place, last_end = 0, -1
    while place <= len(text):
        spans = pattern.search(text, place, site.take)
        if spans is None:
            return
        start, end = spans[:2]
        if start == end == last_end:
            place += 1
            continue
        yield spans
        place = last_end = end
        if start == end:
            place += 1


def _pieces(new: str, groups: int) -> Iterator[str | int]:
    """Yield what a replacement consists of: texts, and the numbers of groups."""
    signs = iter(new)
    for sign in signs:
        if sign == "\\":
            yield next(signs, "")
        elif sign == "$":
            digit = next(signs, "")
            if not (digit.isascii() and digit.isdigit() and int(digit) <= groups):
                said = f'value "{new}" is not a valid replacement text.'
                raise ParameterError("REF", 3, said)
            yield int(digit)
        else:
            yield sign


PATTERNS: dict[str, Function] = {
    "REGEXEXTRACT": Function("ss", _extracted, sited=True, spreads=True),
    "REGEXMATCH": Function("ss", _matches, sited=True),
    "REGEXREPLACE": Function("sss", _replaced, sited=True),
}
