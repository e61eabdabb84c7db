"""A board as a picture, as PNG and as SVG, from one layout."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree

from umpire.games.text import printable
from umpire.sheets.rendering import CellStyle, Edge, RenderedCell, RenderedTab

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

_SCALE = 2
"""The pixels of a PNG for one pixel of the sheet, across and down."""

_PIXELS_A_POINT = 4 / 3
_AS_ARIAL = 0.88
"""The factor by which DejaVu Sans must be smaller to be as wide as Arial."""
_LINE_HEIGHT = 1.2
_ASCENT = 0.92
_LETTER = 0.94
"""The height from the top of a capital letter to the bottom of a `g`, at size 1."""
_MARGIN = 2
"""The space above and below the text of a cell, in pixels."""
_LONGEST = 1000
_MORE = "…"
"""The end of a line that is cut short."""
_WHITE = "#FFFFFF"
_GRID = "#D9D9D9"
_FAMILY = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_THICKNESS = {"thin": 1, "medium": 2, "thick": 3, "dotted": 1}
_ANCHORS = {"left": "start", "centre": "middle", "right": "end"}


class _Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


class _Line(NamedTuple):
    """A line of text: the `x` of its aligned side, and the `y` of its base line."""

    x: float
    base: float
    text: str


class _PlacedCell(NamedTuple):
    """A cell, its box in pixels, the box for its text, and the lines of the text."""

    cell: RenderedCell
    box: _Box
    clip: _Box
    lines: tuple[_Line, ...]


def picture(drawing: RenderedTab) -> bytes:
    """Return a drawing as a PNG with twice the resolution of the sheet."""
    from PIL import Image, ImageDraw

    placed_cells = list(_place_cells(drawing))
    width, height = _size(placed_cells)
    image = Image.new("RGB", (width * _SCALE, height * _SCALE), _WHITE)
    draw = ImageDraw.Draw(image)
    for placed_cell in placed_cells:
        draw.rectangle(_scale(placed_cell.box), fill=placed_cell.cell.look.fill)
    for placed_cell in placed_cells:
        for start, end, edge in _edges(placed_cell, gridlines=drawing.gridlines):
            _stroke(draw, start, end, edge)
    for placed_cell in placed_cells:
        if placed_cell.lines:
            clip = _scale(placed_cell.clip)
            own = image.crop(clip)
            _write(ImageDraw.Draw(own), placed_cell)
            image.paste(own, clip[:2])
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def vector(drawing: RenderedTab, title: str, description: str) -> bytes:
    """Return a drawing as a self-contained SVG, with a text for readers who cannot see it."""
    placed_cells = list(_place_cells(drawing))
    width, height = _size(placed_cells)
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "width": str(width),
        "height": str(height),
        "viewBox": f"0 0 {width} {height}",
        "role": "img",
        "aria-labelledby": "title description",
        "font-family": _FAMILY,
    }
    root = ElementTree.Element("svg", attributes)
    for name, text in (("title", title), ("desc", description)):
        element = ElementTree.SubElement(root, name, id="description" if name == "desc" else name)
        element.text = legible(text)
    _rectangle(root, _Box(0, 0, width, height), _WHITE)
    for placed_cell in placed_cells:
        if placed_cell.cell.look.fill != _WHITE:
            _rectangle(root, placed_cell.box, placed_cell.cell.look.fill)
    for placed_cell in placed_cells:
        for start, end, edge in _edges(placed_cell, gridlines=drawing.gridlines):
            dots = {"stroke-dasharray": "1 2"} if edge.kind == "dotted" else {}
            path = {
                "d": f"M{start[0]} {start[1]}L{end[0]} {end[1]}",
                "stroke": edge.colour,
                "stroke-width": str(_THICKNESS[edge.kind]),
            }
            ElementTree.SubElement(root, "path", path | dots)
    for placed_cell in placed_cells:
        _spell(root, placed_cell)
    return ElementTree.tostring(root, encoding="unicode").encode() + b"\n"


def _place_cells(drawing: RenderedTab) -> Iterator[_PlacedCell]:
    """Yield the cells that are not hidden, down to the last row that shows anything."""
    lefts, tops = _sums(drawing.widths), _sums(drawing.heights)
    last = max((cell.row + cell.rows for cell in drawing.cells if _is_visible(cell)), default=1)
    rows: dict[int, list[RenderedCell]] = {}
    for cell in drawing.cells:
        if cell.row < last:
            rows.setdefault(cell.row, []).append(cell)
    for row in rows.values():
        for place, cell in enumerate(row):
            box = _Box(
                lefts[cell.column],
                tops[cell.row],
                lefts[cell.column + cell.columns],
                tops[min(cell.row + cell.rows, last)],
            )
            if box.left == box.right or box.top == box.bottom:
                continue
            clip = _room(row, place, box, lefts)
            yield _PlacedCell(cell, box, clip, tuple(_lines(cell, box, clip)))


def _is_visible(cell: RenderedCell) -> bool:
    return bool(cell.text) or cell.look.fill != _WHITE


def _sums(sizes: tuple[int, ...]) -> list[int]:
    sums = [0]
    for size in sizes:
        sums.append(sums[-1] + size)
    return sums


def _size(placed_cells: list[_PlacedCell]) -> tuple[int, int]:
    return max(placed_cell.box.right for placed_cell in placed_cells) + 1, max(
        placed_cell.box.bottom for placed_cell in placed_cells
    ) + 1


def _room(row: list[RenderedCell], place: int, box: _Box, lefts: list[int]) -> _Box:
    """Return the box for a text: its cell, and blank cells beside it if it may overflow."""
    cell = row[place]
    if cell.look.overlong != "overflow" or not cell.text:
        return box
    left, right = box.left, box.right
    if cell.look.align != "right":
        for beside in row[place + 1 :]:
            if beside.text:
                break
            right = lefts[beside.column + beside.columns]
    if cell.look.align != "left":
        for beside in reversed(row[:place]):
            if beside.text:
                break
            left = lefts[beside.column]
    return box._replace(left=left, right=right)


def _lines(cell: RenderedCell, box: _Box, clip: _Box) -> Iterator[_Line]:
    look, size = cell.look, cell.look.size * _PIXELS_A_POINT
    room = clip.right - clip.left - 2 * look.padding
    fitting = max(1, int(((box.bottom - box.top) / size - _LETTER) // _LINE_HEIGHT) + 1)
    pieces = (
        line
        for paragraph in cell.text[:_LONGEST].splitlines()
        for line in (_wrap(paragraph, look, room) if look.overlong == "wrap" else [paragraph])
    )
    texts = [_fit(text, look, room) for text in islice(pieces, fitting)]
    if next(pieces, None) is not None:
        texts[-1] = _fit(f"{texts[-1]} {_MORE}", look, room)
    height = len(texts) * size * _LINE_HEIGHT
    top = {
        "top": box.top + _MARGIN,
        "middle": (box.top + box.bottom - height) / 2,
        "bottom": box.bottom - _MARGIN - height,
    }[look.valign]
    x = {
        "left": box.left + look.padding,
        "centre": (box.left + box.right) / 2,
        "right": box.right - look.padding,
    }[look.align]
    for n, text in enumerate(texts):
        if text:
            yield _Line(x, top + n * size * _LINE_HEIGHT + size * _ASCENT, legible(text))


def legible(text: str, most: int = _LONGEST) -> str:
    """Return a line with plain blanks, and escapes for characters that are not printable."""
    return printable("".join(" " if sign.isspace() else sign for sign in text), most)


def _wrap(text: str, look: CellStyle, room: float) -> Iterator[str]:
    """Yield the lines of a wrapped text. Words are broken only if they are too long."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if _width(longer, look) <= room:
            line = longer
            continue
        if line:
            yield line
        while word and _width(word, look) > room:
            sizes = range(1, len(word) + 1)
            fits = max(1, bisect_right(sizes, room, key=lambda n: _width(word[:n], look)))
            yield word[:fits]
            word = word[fits:]
        line = word
    yield line


def _fit(text: str, look: CellStyle, room: float) -> str:
    """Return a line if it fits, else its beginning and an ellipsis."""
    if _width(text, look) <= room or _width(_MORE, look) > room:
        return text
    sizes = range(1, len(text) + 1)
    fits = bisect_right(sizes, room, key=lambda n: _width(f"{text[:n].rstrip()}{_MORE}", look))
    return f"{text[:fits].rstrip()}{_MORE}"


def _width(text: str, look: CellStyle) -> float:
    return _font(look.bold, look.italic, look.size).getlength(text) / _SCALE


@cache
def _font(bold: bool, italic: bool, size: int) -> "FreeTypeFont":
    """Return the font that comes with Umpire, so that none must be installed."""
    from PIL import ImageFont

    style = ("Bold" if bold else "") + ("Oblique" if italic else "")
    name = f"DejaVuSans{f'-{style}' if style else ''}.ttf"
    with as_file(files("umpire.export").joinpath("fonts", name)) as file:
        return ImageFont.truetype(file, size * _PIXELS_A_POINT * _AS_ARIAL * _SCALE)


Point = tuple[int, int]


def _edges(placed_cell: _PlacedCell, *, gridlines: bool) -> Iterator[tuple[Point, Point, Edge]]:
    left, top, right, bottom = placed_cell.box
    usual = Edge("thin", _GRID) if gridlines and placed_cell.cell.look.fill == _WHITE else None
    edges = placed_cell.cell.look.edges
    for edge, start, end in (
        (edges.top, (left, top), (right, top)),
        (edges.right or usual, (right, top), (right, bottom)),
        (edges.bottom or usual, (left, bottom), (right, bottom)),
        (edges.left, (left, top), (left, bottom)),
    ):
        if edge is not None:
            yield start, end, edge


def _scale(box: _Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = (side * _SCALE for side in box)
    return left, top, right, bottom


def _stroke(draw: "ImageDraw", start: Point, end: Point, edge: Edge) -> None:
    """Draw a line as a bar, and a dotted one as dots."""
    half = _THICKNESS[edge.kind] * _SCALE / 2
    (left, top), (right, bottom) = ((x * _SCALE, y * _SCALE) for x, y in (start, end))
    length = max(right - left, bottom - top)
    for at in range(0, length, 3 * _SCALE) if edge.kind == "dotted" else (0,):
        size = _SCALE if edge.kind == "dotted" else length
        along, across = (at, 0) if bottom == top else (0, at)
        x, y = left + along, top + across
        far_x, far_y = (x + size, y) if bottom == top else (x, y + size)
        draw.rectangle((x - half, y - half, far_x + half - 1, far_y + half - 1), fill=edge.colour)


def _write(draw: "ImageDraw", placed_cell: _PlacedCell) -> None:
    """Write the text of a cell on an image of its box."""
    look = placed_cell.cell.look
    font = _font(look.bold, look.italic, look.size)
    for line in placed_cell.lines:
        at = (line.x - placed_cell.clip.left) * _SCALE, (line.base - placed_cell.clip.top) * _SCALE
        anchor = {"left": "ls", "centre": "ms", "right": "rs"}[look.align]
        draw.text(at, line.text, fill=look.ink, font=font, anchor=anchor)
        if look.strike:
            left, _, right, _ = draw.textbbox(at, line.text, font=font, anchor=anchor)
            y = at[1] - look.size * _SCALE * 0.4
            draw.line((left, y, right, y), fill=look.ink, width=_SCALE)


def _rectangle(parent: ElementTree.Element, box: _Box, fill: str) -> None:
    ElementTree.SubElement(parent, "rect", _place(box) | {"fill": fill})


def _place(box: _Box) -> dict[str, str]:
    left, top, right, bottom = box
    place = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    return {name: str(value) for name, value in place.items()}


def _spell(root: ElementTree.Element, placed_cell: _PlacedCell) -> None:
    """Write the text of a cell, clipped to its box."""
    if not placed_cell.lines:
        return
    look, clip = placed_cell.cell.look, placed_cell.clip
    room = ElementTree.SubElement(root, "svg", _place(clip))
    style = {
        "font-size": f"{look.size * _PIXELS_A_POINT:.4g}",
        "fill": look.ink,
        "text-anchor": _ANCHORS[look.align],
        **({"font-weight": "bold"} if look.bold else {}),
        **({"font-style": "italic"} if look.italic else {}),
        **({"text-decoration": "line-through"} if look.strike else {}),
    }
    for line in placed_cell.lines:
        at = {"x": f"{line.x - clip.left:.6g}", "y": f"{line.base - clip.top:.6g}"}
        # as wide as measured, whatever font the reader has
        wide = {"textLength": f"{_width(line.text, look):.5g}", "lengthAdjust": "spacingAndGlyphs"}
        ElementTree.SubElement(room, "text", at | wide | style).text = line.text
