"""Cell formats as Google keeps and shows them: colours with their twins, masks, defaults.

A colour stands twice in every answer (`backgroundColor` and `backgroundColorStyle`); where both
are sent the style counts. Zero channels are left out, numbers are the shortest that mean the same
32-bit float.
"""

import math
import struct
from functools import lru_cache

from sheets_emulator.bounds import MOST_PATTERN
from sheets_emulator.errors import invalid
from sheets_emulator.fields import Mask
from sheets_emulator.model import Json, JsonObject

_TWINS = {
    "backgroundColor": "backgroundColorStyle",
    "foregroundColor": "foregroundColorStyle",
    "color": "colorStyle",
    "tabColor": "tabColorStyle",
}
_STYLES = {style: plain for plain, style in _TWINS.items()}

_BORDER_WIDTHS = {"SOLID_MEDIUM": 2, "SOLID_THICK": 3, "DOUBLE": 3}

THEME_COLORS: dict[str, JsonObject] = {
    "TEXT": {},
    "BACKGROUND": {"red": 1, "green": 1, "blue": 1},
    "ACCENT1": {"red": 0.25882354, "green": 0.52156866, "blue": 0.95686275},
    "ACCENT2": {"red": 0.91764706, "green": 0.2627451, "blue": 0.20784314},
    "ACCENT3": {"red": 0.9843137, "green": 0.7372549, "blue": 0.015686275},
    "ACCENT4": {"red": 0.20392157, "green": 0.65882355, "blue": 0.3254902},
    "ACCENT5": {"red": 1, "green": 0.42745098, "blue": 0.003921569},
    "ACCENT6": {"red": 0.27450982, "green": 0.7411765, "blue": 0.7764706},
    "LINK": {"red": 0.06666667, "green": 0.33333334, "blue": 0.8},
}

_NO_TYPE = "NUMBER_FORMAT_TYPE_UNSPECIFIED"
_WHITE = {"red": 1, "green": 1, "blue": 1}

DEFAULT_FORMAT: JsonObject = {
    "backgroundColor": _WHITE,
    "padding": {"top": 2, "right": 3, "bottom": 2, "left": 3},
    "verticalAlignment": "BOTTOM",
    "wrapStrategy": "OVERFLOW_CELL",
    "textFormat": {
        "foregroundColor": {},
        "fontFamily": "arial,sans,sans-serif",
        "fontSize": 10,
        "bold": False,
        "italic": False,
        "strikethrough": False,
        "underline": False,
        "foregroundColorStyle": {"rgbColor": {}},
    },
    "backgroundColorStyle": {"rgbColor": _WHITE},
}

THEME: JsonObject = {
    "primaryFontFamily": "Arial",
    "themeColors": [
        {"colorType": name, "color": {"rgbColor": color}} for name, color in THEME_COLORS.items()
    ],
}


@lru_cache(maxsize=4096)
def float32(value: float) -> float | int:
    """Return the shortest number that means the same 32-bit float; whole numbers as such."""
    packed = struct.pack("<f", value)
    for digits in range(1, 10):
        short = float(f"{value:.{digits}g}")
        if struct.pack("<f", short) == packed:
            return int(short) if short.is_integer() else short
    return value


def plain_color(color: JsonObject) -> JsonObject:
    """Return a Color without its zero channels."""
    for channel, value in color.items():
        if not math.isfinite(value) or not 0 <= value <= 1:
            raise invalid(f"Color component {channel} must be between 0 and 1.")
    return {
        channel: float32(color[channel])
        for channel in ("red", "green", "blue")
        if color.get(channel)
    }


def color_style(style: JsonObject) -> JsonObject:
    """Return a ColorStyle in the form it is kept in."""
    if "themeColor" in style:
        return {"themeColor": style["themeColor"]}
    return {"rgbColor": plain_color(style.get("rgbColor", {}))}


def eight_bits(style: JsonObject) -> JsonObject:
    """Return a ColorStyle of which each channel is kept in eight bits, cut off as Google does."""
    if "themeColor" in style:
        return style
    channels = {channel: int(value * 255) for channel, value in rgb(style).items()}
    return {
        "rgbColor": {channel: float32(value / 255) for channel, value in channels.items() if value}
    }


def rgb(style: JsonObject) -> JsonObject:
    """Return the Color that a ColorStyle means."""
    if "themeColor" in style:
        return THEME_COLORS.get(style["themeColor"], {})
    found: JsonObject = style.get("rgbColor", {})
    return found


def normal(value: Json) -> Json:
    """Return a format (or any part of one) in the form it is kept in: colours with both twins."""
    if isinstance(value, list):
        return [normal(one) for one in value]
    if not isinstance(value, dict):
        return float32(value) if isinstance(value, float) else value
    found: JsonObject = {}
    for name, part in value.items():
        if name in _TWINS:
            if _TWINS[name] not in value:
                _set_twins(found, name, {"rgbColor": part})
        elif name in _STYLES:
            _set_twins(found, _STYLES[name], part)
        elif name == "numberFormat":
            if part.get("type", _NO_TYPE) == _NO_TYPE:
                raise invalid("You must specify a number format type.")
            if len(part.get("pattern", "")) > MOST_PATTERN:
                raise invalid(f"A number format can have {MOST_PATTERN} characters at most.")
            found[name] = part
        elif name == "textRotation":
            if not -90 <= part.get("angle", 0) <= 90:
                raise invalid("TextRotation.angle must be between -90 and 90.")
            found[name] = part
        elif name == "borders":
            sides = {side: _border(border) for side, border in part.items()}
            found[name] = {side: border for side, border in sides.items() if border is not None}
        else:
            found[name] = normal(part)
    return _as_link(found) | found if found.get("link", {}).get("uri") else found


def _as_link(text_format: JsonObject) -> JsonObject:
    """Return what a link adds to the format of its text."""
    added: JsonObject = {"underline": True}
    if "foregroundColor" not in text_format:
        _set_twins(added, "foregroundColor", {"rgbColor": THEME_COLORS["LINK"]})
    return added


def linked(address: str) -> JsonObject:
    """Return the format of a cell that leads to an address."""
    link: JsonObject = {"link": {"uri": address}}
    return {"hyperlinkDisplayType": "LINKED", "textFormat": _as_link(link) | link}


def _set_twins(target: JsonObject, plain: str, style: JsonObject) -> None:
    kept = color_style(style)
    target[plain] = rgb(kept)
    target[_TWINS[plain]] = kept


def _border(border: JsonObject) -> JsonObject | None:
    """Return a border with the width that its style means; None if there is none."""
    style = border.get("style", "NONE")
    if style in ("NONE", "STYLE_UNSPECIFIED"):
        if border.get("width", 0) <= 0:
            return None
        style = {1: "SOLID", 2: "SOLID_MEDIUM"}.get(border["width"], "SOLID_THICK")
    colors = {name: border[name] for name in ("color", "colorStyle") if name in border}
    return {
        "style": style,
        "width": _BORDER_WIDTHS.get(style, 1),
        **normal(colors or {"color": {}}),
    }


def with_styles(value: Json) -> Json:
    """Return a JSON value in which each colour that goes by `…Color` stands as `…ColorStyle` too.

    Where both are given the style counts.
    """
    if isinstance(value, list):
        return [with_styles(one) for one in value]
    if not isinstance(value, dict):
        return value
    found: JsonObject = {}
    for name, part in value.items():
        plain = name.removesuffix("Style")
        if not isinstance(part, dict) or not plain.endswith(("Color", "color")):
            found[name] = with_styles(part)
        elif plain != name or f"{plain}Style" not in value:
            style = color_style({"rgbColor": part} if plain == name else part)
            found |= {plain: rgb(style), f"{plain}Style": style}
    return found


def border(given: JsonObject | None) -> JsonObject | None:
    """Return a border of a request in the form it is kept in; None if it removes one."""
    return None if given is None else _border(given)


def masked(old: JsonObject, new: JsonObject, mask: Mask) -> JsonObject:
    """Return the format `old` with what the mask names taken from `new` (normal forms both).

    What the mask names and `new` does not have is removed; a mask that wants all replaces all.
    """
    if not mask or "*" in mask:
        return new
    found = dict(old)
    if "link" in mask and new.get("link", {}).get("uri"):
        mask = {"underline": {}, "foregroundColor": {}} | mask
    for name, below in _with_twins(mask).items():
        if below and (name in old or name in new):
            part = masked(_object(old.get(name)), _object(new.get(name)), below)
            if part:
                found[name] = part
            else:
                found.pop(name, None)
        elif name in new:
            found[name] = new[name]
        else:
            found.pop(name, None)
    return found


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _with_twins(mask: Mask) -> Mask:
    """Let a mask that names a colour name its twin too, whole."""
    found: Mask = {}
    for name, below in mask.items():
        if name in _TWINS:
            found |= {name: {}, _TWINS[name]: {}}
        elif name in _STYLES:
            found |= {name: {}, _STYLES[name]: {}}
        else:
            found[name] = below
    return found


def overlaid(under: JsonObject, over: JsonObject) -> JsonObject:
    """Lay a format over another: what the upper one does not say shows through."""
    found = dict(under)
    for name, part in over.items():
        below = found.get(name)
        found[name] = (
            overlaid(below, part)
            if isinstance(part, dict) and isinstance(below, dict) and not _is_color(name)
            else part
        )
    return found


def _is_color(name: str) -> bool:
    return name in _TWINS or name in _STYLES or name == "numberFormat"


def shown(entered: JsonObject, alignment: str, extra: JsonObject) -> JsonObject:
    """Return the whole format that a cell shows.

    `alignment` is how its kind of value is set when nothing else is said; `extra` is what
    conditional formats add.
    """
    found = overlaid(_EFFECTIVE, entered)
    found.setdefault("horizontalAlignment", alignment)
    return overlaid(found, extra) if extra else found


_EFFECTIVE = overlaid(
    DEFAULT_FORMAT, {"textFormat": {"fontFamily": "Arial"}, "hyperlinkDisplayType": "PLAIN_TEXT"}
)
