"""The colours of pieces on a tab, for a page that draws pieces outside of its cells.

A template colours pieces by their texts, with conditional formats. They say which colours a piece
has that is on no cell now, such as a card of an earlier round.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from sheets_emulator.bounds import spend
from sheets_emulator.model import Sheet
from sheets_emulator.page_style import css_color
from umpire.json_types import JsonObject

_MOST: Final = 300  # rules that are looked at
_LONGEST: Final = 40  # characters of a text
_WHITE: Final = "#ffffff"
_BLACK: Final = "#000000"
_KEYS: Final = {"TEXT_STARTS_WITH": "begins", "TEXT_EQ": "equals"}


def piece_colors(sheet: Sheet) -> list[JsonObject]:
    """Return colours, each with the texts of its pieces and their beginnings.

    The earliest that fits a text is right.
    """
    groups: list[JsonObject] = []
    for key, text, fill, ink in _rules(sheet):
        if not groups or (groups[-1]["fill"], groups[-1]["ink"]) != (fill, ink):
            groups.append({"fill": fill, "ink": ink, "begins": [], "equals": []})
        groups[-1][key].append(text)
    return groups


def _rules(sheet: Sheet) -> Iterator[tuple[str, str, str, str]]:
    for rule in islice(sheet.conditional_rules, _MOST):
        spend(1)
        match rule.rule:
            case {
                "booleanRule": {
                    "condition": {"type": str(kind), "values": [{"userEnteredValue": str(value)}]},
                    "format": {"backgroundColorStyle": dict(fill)} as style,
                }
            } if kind in _KEYS and (text := _text(value)):
                ink = style.get("textFormat", {}).get("foregroundColorStyle")
                yield _KEYS[kind], text, css_color(fill) or _WHITE, css_color(ink) or _BLACK


def _text(value: str) -> str:
    """Return the text of a condition: as it is, or a literal; nothing for a formula."""
    if not value.startswith("="):
        return value[:_LONGEST]
    literal = value.startswith('="') and value.endswith('"')
    return value[2:-1].replace('""', '"')[:_LONGEST] if literal else ""
