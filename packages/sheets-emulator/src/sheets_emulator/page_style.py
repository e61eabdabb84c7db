"""From Google's CellFormat to what the page sets on a table cell.

A style is `{"css": {property: value}, "wrap": "over" | "wrap" | "clip", "fill": true}` with only
what is not the default, so that an empty cell has none. With `"told": true` the fill says what a
conditional format makes of a text, be it white. Values are made here from numbers and
known words alone: nothing a person wrote reaches a style sheet.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from sheets_emulator.bounds import spend
from sheets_emulator.model import Box, JsonObject, Sheet

# What is drawn at the sides of a cell, as CSS: the right and the bottom, since a line between two
# cells is drawn by the one before it; left and top only at the edge of the grid.
Edges: TypeAlias = dict[tuple[int, int], dict[str, str]]

_THEME = {
    "TEXT": "#000000",
    "BACKGROUND": "#ffffff",
    "ACCENT1": "#4285f4",
    "ACCENT2": "#ea4335",
    "ACCENT3": "#fbbc04",
    "ACCENT4": "#34a853",
    "ACCENT5": "#ff6d01",
    "ACCENT6": "#46bdc6",
    "LINK": "#1155cc",
}
_LINES = {
    "DOTTED": "1px dotted",
    "DASHED": "1px dashed",
    "SOLID": "1px solid",
    "SOLID_MEDIUM": "2px solid",
    "SOLID_THICK": "3px solid",
    "DOUBLE": "3px double",
}
_BESIDE = {"left": ("right", 0, -1), "top": ("bottom", -1, 0)}
_INSIDE = {
    "right": "inset -{} 0 {}",
    "bottom": "inset 0 -{} {}",
    "left": "inset {} 0 {}",
    "top": "inset 0 {} {}",
}
_VERTICAL = {"TOP": "top", "MIDDLE": "middle"}
_WRAPS = {"WRAP": "wrap", "CLIP": "clip"}
_PADDING = {"top": 2, "right": 3, "bottom": 2, "left": 3}  # as the style sheet has it
_DEFAULT_FONT = "Arial"
_DEFAULT_SIZE = 10
_FONT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 -]{0,60}")


def css_color(style: JsonObject | None) -> str | None:
    """Write a ColorStyle (or a bare Color) as `#rrggbb`; None if there is none."""
    if not style:
        return None
    if "themeColor" in style:
        return _THEME.get(style["themeColor"])
    color = style.get("rgbColor", style)
    parts = (color.get(part, 0) for part in ("red", "green", "blue"))
    return "#" + "".join(f"{round(min(max(part, 0), 1) * 255):02x}" for part in parts)


def _color(holder: JsonObject, name: str) -> str | None:
    """Find the colour a format calls `name`, by its new field or else its deprecated one."""
    return css_color(holder.get(f"{name}Style")) or css_color(holder.get(name))


def edges_of(sheet: Sheet, before: tuple[Sheet, Edges] | None = None) -> Edges:
    """Collect every border of a tab, as the page draws it.

    `before` are those of a tab that may be the same but for a few cells.
    """
    if before is not None and _has_the_same_borders(before[0], sheet):
        return before[1]
    edges: Edges = {}
    spend(sum(merge.size for merge in sheet.merges))
    merged = {at: merge for merge in sheet.merges for at in merge.cells()}
    lines: dict[int, list[tuple[str, str]]] = {}  # by the id of a format, which many cells share
    for at, cell in sheet.cells.items():
        borders = lines.get(id(cell.format))
        if borders is None:
            borders = lines[id(cell.format)] = list(_borders(cell.format))
        if not borders:
            continue
        spend(len(borders))
        own = merged.get(at)
        for side, css in borders:
            if own is not None and not _is_outer(own, at, side):
                continue
            owner, name = _drawn_by(merged, at, side)
            edges.setdefault(owner, {}).setdefault(name, css)
    return edges


def _has_the_same_borders(one: Sheet, other: Sheet) -> bool:
    if one.merges != other.merges or one.cells.keys() != other.cells.keys():
        return False
    return all(
        cell is other.cells[at]
        or cell.format.get("borders") == other.cells[at].format.get("borders")
        for at, cell in one.cells.items()
    )


def _borders(cell_format: JsonObject) -> Iterator[tuple[str, str]]:
    for side in ("right", "bottom", "left", "top"):
        border = cell_format.get("borders", {}).get(side) or {}
        line = _LINES.get(border.get("style", "NONE"))
        if line is not None:
            yield side, f"{line} {_color(border, 'color') or '#000000'}"


def _is_outer(merge: Box, at: tuple[int, int], side: str) -> bool:
    """Return whether this side of a cell is one of the merged cells that it belongs to."""
    row, column = at
    match side:
        case "left":
            return column == merge.left
        case "right":
            return column == merge.right - 1
        case "top":
            return row == merge.top
    return row == merge.bottom - 1


def _drawn_by(
    merged: Mapping[tuple[int, int], Box], at: tuple[int, int], side: str
) -> tuple[tuple[int, int], str]:
    """Which cell draws this outer side of a cell, and as which of its own."""
    if side in _BESIDE:
        name, down, across = _BESIDE[side]
        before = (at[0] + down, at[1] + across)
        if before[0] >= 0 and before[1] >= 0:
            at, side = before, name
    merge = merged.get(at)
    return (at if merge is None else (merge.top, merge.left)), side


def style_of(
    cell_format: JsonObject, edges: dict[str, str], *, is_told: bool = False
) -> JsonObject:
    """Make the style of a cell with this effective format and these lines at its sides."""
    style: JsonObject = {}
    css = _lines_css(edges)
    css |= _text_css(cell_format.get("textFormat", {}))
    fill = _color(cell_format, "backgroundColor")
    if fill not in (None, "#ffffff"):
        css["background-color"] = str(fill)
        style["fill"] = True
    if is_told:
        style["told"] = True
    align = cell_format.get("horizontalAlignment", "LEFT").lower()
    if align in ("center", "right"):
        css["text-align"] = align
    vertical = _VERTICAL.get(cell_format.get("verticalAlignment", "BOTTOM"))
    if vertical is not None:
        css["vertical-align"] = vertical
    css |= _padding_css(cell_format.get("padding", {}))
    css |= _turned(cell_format.get("textRotation", {}))
    if css:
        style["css"] = css
    wrap = _WRAPS.get(cell_format.get("wrapStrategy", "OVERFLOW_CELL"))
    if wrap is not None:
        style["wrap"] = wrap
    return style


def _lines_css(edges: dict[str, str]) -> dict[str, str]:
    """Write the lines at the sides of a cell: solid ones as shadows, others as CSS borders.

    CSS borders of two colours meet in a diagonal, which would break a line at every crossing.
    Where shadows cross, the first is on top: the widest, or else the darkest.
    """
    css: dict[str, str] = {}
    solid = []
    for side, line in edges.items():
        width, kind, color = line.split()
        if kind == "solid":
            solid.append((-int(width[0]), _brightness(color), _INSIDE[side].format(width, color)))
        else:
            css[f"border-{side}"] = line
    if solid:
        css["--lines"] = ", ".join(line for *_, line in sorted(solid))
    return css


def _brightness(color: str) -> int:
    return sum(bytes.fromhex(color[1:]))


def _text_css(text: JsonObject) -> dict[str, str]:
    css = {}
    color = _color(text, "foregroundColor")
    if color not in (None, "#000000"):
        css["color"] = str(color)
    if text.get("bold"):
        css["font-weight"] = "bold"
    if text.get("italic"):
        css["font-style"] = "italic"
    lines = [
        line
        for name, line in (("underline", "underline"), ("strikethrough", "line-through"))
        if text.get(name)
    ]
    if lines:
        css["text-decoration"] = " ".join(lines)
    size = text.get("fontSize", _DEFAULT_SIZE)
    if size != _DEFAULT_SIZE:
        css["font-size"] = f"{int(size)}pt"
    font = text.get("fontFamily", _DEFAULT_FONT)
    if font != _DEFAULT_FONT and _FONT_NAME.fullmatch(font):
        kind = (
            "monospace" if re.search("mono|courier|consol", font, re.IGNORECASE) else "sans-serif"
        )
        css["font-family"] = f'"{font}", {kind}'
    return css


def _padding_css(padding: JsonObject) -> dict[str, str]:
    return {
        f"padding-{side}": f"{int(padding[side])}px"
        for side, default in _PADDING.items()
        if padding.get(side, default) != default
    }


def _turned(rotation: JsonObject) -> dict[str, str]:
    """Text that runs upwards, downwards or is stacked; other angles are drawn level."""
    if rotation.get("vertical"):
        return {"writing-mode": "vertical-rl", "text-orientation": "upright"}
    angle = rotation.get("angle", 0)
    if angle >= 45:
        return {"writing-mode": "sideways-lr"}
    if angle <= -45:
        return {"writing-mode": "vertical-rl"}
    return {}
