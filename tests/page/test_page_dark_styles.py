"""The dark: what the templates write can be read in it."""

import tomllib
from itertools import product
from pathlib import Path

import pytest
from dark_kit import READABLE, paired
from page_kit import Book, Person

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

TEMPLATES = Path(__file__).parents[2] / "sheet_templates"
WHITE, INK = "#ffffff", "#111111"


def styles() -> list[tuple[str, str, str]]:
    """Every style of the palette and of the templates: its name, fill and text."""
    palette = tomllib.loads((TEMPLATES / "palette.toml").read_text(encoding="utf-8"))
    found = []
    for file in (TEMPLATES / "palette.toml", *sorted(TEMPLATES.glob("*/template.toml"))):
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        colours = palette["colours"] | told.get("colours", {})
        for name, style in told.get("styles", {}).items():
            fill = colours.get(style.get("fill"), WHITE).lower()
            ink = colours.get(style.get("text"), INK).lower()
            found.append((f"{file.parent.name}: {name}", fill, ink))
    return found


def test_every_style_of_the_palette_can_be_read(person: Person, book: Book) -> None:
    asked = [(name, fill, ink, told) for (name, fill, ink), told in product(styles(), (0, 1))]
    made = paired(person, book, [(fill, ink, bool(told)) for _, fill, ink, told in asked])
    assert len(made) > 60
    hard = [
        (name, fill, ink, told, one)
        for (name, fill, ink, told), one in zip(asked, made, strict=True)
        if one["after"] < min(READABLE, one["before"])
    ]
    assert hard == []
