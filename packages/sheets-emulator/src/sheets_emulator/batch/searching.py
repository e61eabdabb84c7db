"""Texts that are searched for and replaced, as they stand or by regular expressions."""

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from sheets_emulator.batch.base import Batch
from sheets_emulator.bounds import MOST_CHARACTERS, MOST_PATTERN, spend, too_long
from sheets_emulator.effective import EffectiveValues
from sheets_emulator.errors import invalid, unimplemented
from sheets_emulator.locales import locale_of
from sheets_emulator.model import Box, Formula, JsonObject, Sheet
from sheets_emulator.regular_expressions import (
    Pattern,
    PatternError,
    UnknownScriptError,
    compiled,
)
from sheets_emulator.user_entered import read
from sheets_emulator.values import put

_LONG_SEARCH = 1000

_Replace: TypeAlias = Callable[[str], tuple[str, int]]
"""Returns a text with what was found in it replaced, and how often that was."""


def find_replace(batch: Batch, request: JsonObject) -> JsonObject:
    """Replace a text in what was entered, cell by cell."""
    wanted = request.get("find", "")
    if not wanted:
        raise invalid("find must not be empty.")
    if len(wanted) > MOST_CHARACTERS:
        return {}
    replace = (_by_pattern if request.get("searchByRegex") else _by_text)(request)
    counts = {"values": 0, "formulas": 0, "occurrences": 0}
    rows: set[tuple[int, int]] = set()
    tabs: set[int] = set()
    locale = locale_of(batch.document.locale)
    effective = EffectiveValues(batch.document)
    for sheet, box in _scope(batch, request):
        spend(sheet.scanned(box))
        for at, cell in sheet.within(box):
            is_formula = isinstance(cell.value, Formula)
            if cell.value is None or (is_formula and not request.get("includeFormulas")):
                continue
            text = (
                cell.value.text if isinstance(cell.value, Formula) else effective.text(sheet, *at)
            )
            new, found = replace(text)
            if not found:
                continue
            batch.caller.require_cells(sheet, [Box(at[0], at[0] + 1, at[1], at[1] + 1)])
            spend(5)
            put(sheet, *at, read(new, cell.format.get("numberFormat"), locale))
            counts["formulas" if is_formula else "values"] += 1
            counts["occurrences"] += found
            rows.add((sheet.sheet_id, at[0]))
            tabs.add(sheet.sheet_id)
    reply = {
        "valuesChanged": counts["values"],
        "formulasChanged": counts["formulas"],
        "rowsChanged": len(rows),
        "sheetsChanged": len(tabs),
        "occurrencesChanged": counts["occurrences"],
    }
    return {name: count for name, count in reply.items() if count}


def _by_text(request: JsonObject) -> _Replace:
    wanted: str = request["find"]
    replacement: str = request.get("replacement", "")
    flags = 0 if request.get("matchCase") else re.IGNORECASE
    pattern = re.compile(re.escape(wanted), flags)
    if len(wanted) > _LONG_SEARCH:
        re.purge()  # the module keeps hundreds of patterns

    def replace(text: str) -> tuple[str, int]:
        if request.get("matchEntireCell") and not pattern.fullmatch(text):
            return text, 0
        pieces = pattern.split(text)
        found = len(pieces) - 1
        if found and len(text) + found * (len(replacement) - len(wanted)) > MOST_CHARACTERS:
            raise too_long()
        return replacement.join(pieces), found

    return replace


def _by_pattern(request: JsonObject) -> _Replace:
    pattern = _pattern(request)
    pieces = list(_pieces(request.get("replacement", ""), pattern.groups))

    def replace(text: str) -> tuple[str, int]:
        parts: list[str] = []
        size = end = found = 0
        for spans in _matches(text, pattern):
            made = "".join(
                one if isinstance(one, str) else text[spans[2 * one] : spans[2 * one + 1]]
                for one in pieces
            )
            parts += [text[end : spans[0]], made]
            size += len(parts[-1]) + len(parts[-2])
            if size > MOST_CHARACTERS:
                raise too_long()
            end = spans[1]
            found += 1
        return "".join([*parts, text[end:]]), found

    return replace


def _pattern(request: JsonObject) -> Pattern:
    """Return the regular expression of a request; 501 for what Java knows and RE2 does not."""
    text: str = request["find"]
    if len(text) > MOST_PATTERN:
        raise invalid(f"A regular expression can have {MOST_PATTERN} characters at most.")
    whole = f"\\A(?:{text})\\z" if request.get("matchEntireCell") else text
    try:
        compiled(text)  # by itself first: brackets must not end where it does not
        return compiled(whole if request.get("matchCase") else f"(?i){whole}")
    except UnknownScriptError as error:
        raise unimplemented(f"{error} in regular expressions") from None
    except PatternError:
        pass
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError):
        raise invalid(f"Invalid regular expression: {text}") from None
    raise unimplemented(f"the regular expression {text}")


def _matches(text: str, pattern: Pattern) -> Iterator[tuple[int, ...]]:
    """Yield the matches that do not overlap."""
    place = 0
    while place <= len(text):
        spans = pattern.search(text, place, spend)
        if spans is None:
            return
        yield spans
        start, end = spans[:2]
        place = end + 1 if start == end else end


def _pieces(new: str, groups: int) -> Iterator[str | int]:
    """Yield what a replacement of Java's consists of: texts, and the numbers of groups."""
    for one in re.finditer(r"\\(.)|\$(\d)(\d?)|([^\\$]+)|.", new, re.DOTALL):
        escaped, first, second, plain = one.groups()
        if escaped is not None or plain is not None:
            yield escaped if plain is None else plain
        elif first is not None and int(first) <= groups:
            if second and int(first + second) <= groups:
                yield int(first + second)
            else:
                yield int(first)
                yield second
        else:
            raise invalid(f"Invalid replacement: {new}")


def _scope(batch: Batch, request: JsonObject) -> Iterator[tuple[Sheet, Box]]:
    if request.get("allSheets"):
        yield from ((sheet, sheet.grid) for sheet in batch.document.sheets)
    elif "range" in request:
        yield batch.box(request["range"])
    elif "sheetId" in request:
        sheet = batch.sheet(request["sheetId"])
        yield sheet, sheet.grid
    else:
        raise invalid("You must specify a range, a sheetId or allSheets.")
