"""Conditional formats: the template's rules in the API's form, and their repair."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from umpire.json_types import JsonObject
from umpire.sheets.context import Page
from umpire.sheets.grid import Place, Rect, absolute_name, cell_name, read_grid_range
from umpire.sheets.palette import Palette
from umpire.sheets.tabs import Colour, fill, placeholders

_PLAIN_WORD = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
_WORDS_OF_SHEETS = {"true", "false"}


class Rule(NamedTuple):
    """A rule that colours cells: its `effect` on one cell in a normal form, and its areas.

    The effect is None if no template can have such a rule. An area is None if it is unbounded.
    """

    effect: tuple[object, ...] | None
    areas: frozenset[Rect | None]


def read_rule(rule: JsonObject) -> Rule:
    """Read a ConditionalFormatRule."""
    return Rule(_effect(rule), _areas(rule))


def conditional_formats(
    page: Page, palette: Palette, places: Mapping[str, Place], texts: Mapping[str, str]
) -> list[JsonObject]:
    """Return a tab's ConditionalFormatRules in order, at the present places of its names.

    `texts` fills the words in braces: the match's texts and those of one-cell blocks. Rules for
    missing names, and rules for texts that are still empty, are left out.
    """
    sheet = page.sheet_now(places)
    places_here = {name: place for name, place in places.items() if place.sheet == sheet}
    fillings = placeholder_texts(page, texts)
    formats: list[JsonObject] = []
    for colour in page.tab.colours:
        members = [
            places_here[name]
            for name in map(page.name, page.tab.members(colour))
            if name in places_here
        ]
        if members:
            style, _ = palette.format((colour.style,))
            formats += [
                {"ranges": ranges, "booleanRule": {"condition": condition, "format": style}}
                for ranges, condition in _conditions(colour, page, members, places_here, fillings)
            ]
    return formats


def _conditions(
    colour: Colour,
    page: Page,
    members: list[Place],
    places: Mapping[str, Place],
    fillings: Mapping[str, str],
) -> Iterable[tuple[list[JsonObject], JsonObject]]:
    everywhere = [place.grid_range() for place in members]
    equals = matching_texts(colour, fillings)
    if colour.next_free:
        beside = places.get(page.name(colour.where)) if colour.where else None
        for place in members:
            yield [place.grid_range()], _formula(_next_free(place, beside))
    elif colour.where is not None:
        tested = places.get(page.name(colour.where))
        for ranges, cell in _tested_cells(tested, members) if tested is not None else ():
            yield ranges, _formula(_test_formula(colour, cell, equals))
    elif colour.filled:
        yield everywhere, {"type": "NOT_BLANK"}
    elif colour.blank:
        yield everywhere, {"type": "BLANK"}
    elif colour.begins:
        yield everywhere, _text_rule("TEXT_STARTS_WITH", colour.begins)
    elif colour.contains:
        yield everywhere, _text_rule("TEXT_CONTAINS", colour.contains)
    else:
        for text in equals:
            yield everywhere, _text_rule("TEXT_EQ", text)


def placeholder_texts(page: Page, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts for the words in braces on a page, from the match and one-cell blocks.

    The page's own blocks are found by their names in the template, too.
    """
    own = {name: texts[full] for name in page.tab.named_rects if (full := page.name(name)) in texts}
    return {**page.texts, **texts, **own}


def matching_texts(colour: Colour, fillings: Mapping[str, str]) -> list[str]:
    """Return the texts that a colour applies to, without those that are still empty."""
    return [text for text in (fill(word, fillings) for word in colour.equals) if text]


def colour_words(pages: Iterable[Page]) -> frozenset[str]:
    """Return the words in braces in the conditional formats of pages."""
    return frozenset(
        word
        for page in pages
        for colour in page.tab.colours
        for text in colour.equals
        for placeholder in placeholders(text)
        for word in (placeholder, page.name(placeholder))
    )


def _next_free(place: Place, beside: Place | None) -> str:
    top = place.rect.top
    columns = [place.rect.left, *([beside.rect.left] if beside else [])]
    here = [f'${cell_name(top, column)}=""' for column in columns]
    above = ",".join(f'${cell_name(max(top - 1, 0), column)}<>""' for column in columns)
    return f"=AND({','.join(here)},{f'OR({above})' if beside else above})"


def _tested_cells(tested: Place, members: list[Place]) -> Iterator[tuple[list[JsonObject], str]]:
    """Yield the cell that a formula tests: the same for all places, or one per row of a column."""
    rect = tested.rect
    if rect.height == 1:
        yield [place.grid_range() for place in members], absolute_name(rect.top, rect.left)
        return
    for place in members:
        yield [place.grid_range()], f"${cell_name(place.rect.top, rect.left)}"


def _test_formula(colour: Colour, cell: str, equals: list[str]) -> str:
    if colour.filled:
        return f'={cell}<>""'
    if colour.blank:
        return f'={cell}=""'
    if colour.begins:
        return f"=LEFT({cell},{len(colour.begins)})={literal(colour.begins)}"
    return _equals_any(cell, equals)


def _equals_any(cell: str, texts: list[str]) -> str:
    tests = [f"{cell}={literal(text)}" for text in texts]
    return f"={tests[0]}" if len(tests) == 1 else f"=OR({','.join(tests)})"


def literal(text: str) -> str:
    """Return a text as a literal in a formula."""
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def _text_rule(kind: str, text: str) -> JsonObject:
    """Return a comparison with a text: Sheets parses it, so all but plain words are literals."""
    plain = _PLAIN_WORD.fullmatch(text) and text.casefold() not in _WORDS_OF_SHEETS
    value = text if plain else f"={literal(text)}"
    return {"type": kind, "values": [{"userEnteredValue": value}]}


def _formula(text: str) -> JsonObject:
    return {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": text}]}


def restore_rules(
    sheet: int, target: list[JsonObject], present: Sequence[Rule]
) -> list[JsonObject]:
    """Return the requests that restore a tab's rules; none if they are right.

    `present` are the tab's rules as they are. A paste splits ranges and adds rules in ways that
    cannot be repaired one by one, so all rules are deleted and added again, in one batch.
    """
    if len(present) == len(target) and all(map(_are_equivalent, present, map(read_rule, target))):
        return []
    deletion: JsonObject = {"deleteConditionalFormatRule": {"sheetId": sheet, "index": 0}}
    additions = [
        {"addConditionalFormatRule": {"index": index, "rule": rule}}
        for index, rule in enumerate(target)
    ]
    return [*(deletion for _ in present), *additions]


def _are_equivalent(rule: Rule, other: Rule) -> bool:
    """Return whether two rules colour the same cells alike, even if their ranges differ."""
    return rule.effect == other.effect and (
        rule.areas == other.areas
        or _cells(rule.areas) == _cells(other.areas)  # there are thousands of cells
    )


def _effect(rule: JsonObject) -> tuple[object, ...] | None:
    """Return the effect of a rule in a normal form, without colour twins and zeros."""
    boolean = rule.get("booleanRule")
    if boolean is None:
        return None
    condition, cell_format = boolean.get("condition", {}), boolean.get("format", {})
    text = cell_format.get("textFormat", {})
    return (
        condition.get("type"),
        tuple(value.get("userEnteredValue") for value in condition.get("values", [])),
        _rgb(cell_format, "backgroundColor"),
        _rgb(text, "foregroundColor"),
        tuple(bool(text.get(key)) for key in ("bold", "italic", "strikethrough")),
    )


def _areas(rule: JsonObject) -> frozenset[Rect | None]:
    """Return the rectangles of a rule; None for an unbounded one."""
    return frozenset(
        read_grid_range(grid_range, {}).rect
        if "endRowIndex" in grid_range and "endColumnIndex" in grid_range
        else None
        for grid_range in rule.get("ranges", [])
    )


def _cells(areas: Iterable[Rect | None]) -> set[tuple[int, int] | None]:
    return {cell for area in areas for cell in ([None] if area is None else area.cells())}


def _rgb(cell_format: Mapping[str, Any], key: str) -> tuple[int, ...] | None:
    colour = cell_format.get(f"{key}Style", {}).get("rgbColor", cell_format.get(key))
    if colour is None:
        return None
    return tuple(round(colour.get(channel, 0) * 255) for channel in ("red", "green", "blue"))
