"""The colours and styles that templates share, and their form in the API."""

import re
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

from pydantic import AfterValidator, Field, model_validator

from umpire.json_types import JsonObject
from umpire.sheets.toml_models import TomlModel, read_model, read_toml

_HEX = re.compile(r"#[0-9A-Fa-f]{6}")

_ALIGN = {"left": "LEFT", "centre": "CENTER", "right": "RIGHT"}
_VALIGN = {"top": "TOP", "middle": "MIDDLE", "bottom": "BOTTOM"}
_OVERLONG = {"wrap": "WRAP", "clip": "CLIP", "overflow": "OVERFLOW_CELL"}
_LINES = {
    "hair": "SOLID",
    "thin": "SOLID",
    "medium": "SOLID_MEDIUM",
    "thick": "SOLID_THICK",
    "dotted": "DOTTED",
}


def _hex(text: str) -> str:
    if not _HEX.fullmatch(text):
        raise ValueError(f"{text!r} is not a colour; write it like #0072B2")
    return text.upper()


Hex = Annotated[str, AfterValidator(_hex)]
Line = Literal["hair", "thin", "medium", "thick", "dotted"]


class Style(TomlModel):
    """The look of cells. Whatever a style leaves out stays as it was."""

    fill: str | None = None
    text: str | None = None
    bold: bool | None = None
    italic: bool | None = None
    strike: bool | None = None
    size: Annotated[int, Field(ge=6, le=36)] | None = None
    font: str | None = None
    align: Literal["left", "centre", "right"] | None = None
    valign: Literal["top", "middle", "bottom"] | None = None
    overlong: Literal["wrap", "clip", "overflow"] | None = None
    plain_text: bool | None = None
    padding: Annotated[int, Field(ge=0, le=40)] | None = None

    @property
    def only_colours(self) -> bool:
        """Whether a conditional format can have all of it: the API allows no more than this."""
        return not self.model_fields_set - {"fill", "text", "bold", "italic", "strike"}


HOW_TO_ADD: Final = "a new one goes under [colours] in a palette.toml beside the template.toml"
"""Ends the error for an unknown colour."""


class Palette(TomlModel):
    """Named colours, named styles made of them, and the colour of each kind of line."""

    colours: dict[str, Hex]
    lines: dict[Line, str]
    styles: dict[str, Style]

    @model_validator(mode="after")
    def _check_colours(self) -> "Palette":
        uses = [(f"table 'lines', key {line!r}", self.lines.get(line)) for line in get_args(Line)]
        uses += [
            (f"table 'styles', {name!r}, key {key!r}", colour)
            for name, style in self.styles.items()
            for key, colour in (("fill", style.fill), ("text", style.text))
            if colour is not None
        ]
        for where, colour in uses:
            if colour not in self.colours:
                raise ValueError(
                    f"{where}: the colour must be one of {', '.join(self.colours)}, not "
                    f"{colour!r}; {HOW_TO_ADD}"
                )
        return self

    def with_styles(self, styles: dict[str, Style]) -> "Palette":
        """Return this palette with a template's own styles added, or replacing these."""
        return Palette(colours=self.colours, lines=self.lines, styles={**self.styles, **styles})

    def colour(self, name: str) -> JsonObject:
        """Return a named colour as the API's ColorStyle."""
        return self._color_styles[name]

    @cached_property
    def _color_styles(self) -> dict[str, JsonObject]:
        return {name: _color_style(code) for name, code in self.colours.items()}

    def format(self, names: tuple[str, ...]) -> tuple[JsonObject, str]:
        """Return the CellFormat of these styles, the later ones winning, and its field mask."""
        if names not in self._formats:
            self._formats[names] = self._format(names)
        return self._formats[names]

    @cached_property
    def _formats(self) -> dict[tuple[str, ...], tuple[JsonObject, str]]:
        return {}

    def _format(self, names: tuple[str, ...]) -> tuple[JsonObject, str]:
        style = Style()
        for name in names:
            style = style.model_copy(update=self.styles[name].model_dump(exclude_unset=True))
        leaves = dict(self._leaves(style))
        cell: JsonObject = {}
        for path, value in leaves.items():
            parent, _, leaf = path.rpartition(".")
            (cell.setdefault(parent, {}) if parent else cell)[leaf] = value
        masked = [*leaves, *(["numberFormat"] if style.plain_text is False else [])]
        return cell, ",".join(f"userEnteredFormat.{path}" for path in masked)

    def _leaves(self, style: Style) -> list[tuple[str, object]]:
        leaves: list[tuple[str, object | None]] = [
            ("backgroundColorStyle", style.fill and self.colour(style.fill)),
            ("textFormat.foregroundColorStyle", style.text and self.colour(style.text)),
            ("textFormat.bold", style.bold),
            ("textFormat.italic", style.italic),
            ("textFormat.strikethrough", style.strike),
            ("textFormat.fontSize", style.size),
            ("textFormat.fontFamily", style.font),
            ("horizontalAlignment", style.align and _ALIGN[style.align]),
            ("verticalAlignment", style.valign and _VALIGN[style.valign]),
            ("wrapStrategy", style.overlong and _OVERLONG[style.overlong]),
            ("numberFormat", {"type": "TEXT", "pattern": "@"} if style.plain_text else None),
            ("padding", None if style.padding is None else self._padding(style.padding)),
        ]
        return [(path, value) for path, value in leaves if value is not None]

    def _padding(self, pixels: int) -> JsonObject:
        return {"top": 2, "right": pixels, "bottom": 2, "left": pixels}

    def border(self, line: Line) -> JsonObject:
        """Return a line between cells as the API's Border."""
        return {"style": _LINES[line], "colorStyle": self.colour(self.lines[line])}


def _color_style(code: str) -> JsonObject:
    red, green, blue = (round(int(code[at : at + 2], 16) / 255, 4) for at in (1, 3, 5))
    return {"rgbColor": {"red": red, "green": green, "blue": blue}}


def read_palette(file: Path) -> Palette:
    """Read a palette file. Raises TemplateError."""
    return read_model(Palette, file, read_toml(file))
