"""Charts of a match as SVG to stand in a page: no text of anybody's, and colours by its CSS.

matplotlib draws them and is imported only here, for it takes a while.
"""

import re
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import TypeAlias
from xml.etree import ElementTree

Series: TypeAlias = Mapping[str, Sequence[float | None]]
"""By player what there was after each frame; None where nobody knows."""

WIDTH, HEIGHT = 6.4, 2.4
"""In inches, of which SVG makes 72 units each."""
LEFT, RIGHT = 0.075, 0.985
"""Where the first and the last frame lie, as shares of the width."""

_SVG = "http://www.w3.org/2000/svg"
_DASHES = ("-", "--", "-.", ":")
_SEAT = re.compile(r"seat-\d+")
_KEPT = {
    *("fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-dashoffset"),
    *("stroke-linejoin", "stroke-linecap", "fill-opacity", "stroke-opacity", "text-anchor"),
}


def chart(name: str, series: Series) -> str:
    """Return one chart, a line for each player; `name` tells it from the others of its page."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    with rc_context({"svg.fonttype": "none", "svg.hashsalt": name, "font.size": 9}):
        figure = Figure(figsize=(WIDTH, HEIGHT))
        axes = figure.add_axes((LEFT, 0.12, RIGHT - LEFT, 0.83))
        for seat, values in enumerate(series.values()):
            points = [float("nan") if value is None else value for value in values]
            dash = _DASHES[seat % len(_DASHES)]
            (line,) = axes.step(range(len(points)), points, where="post", linestyle=dash)
            line.set_gid(f"seat-{seat + 1}")
        axes.set_xlim(0, max(1, *(len(values) - 1 for values in series.values())))
        axes.spines[["top", "right"]].set_visible(False)
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
        axes.grid(axis="y", alpha=0.25)
        axes.set_xticklabels([])
        figure.patch.set_visible(False)
        axes.patch.set_visible(False)
        file = StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    return _plain(file.getvalue())


def _plain(svg: str) -> str:
    """Return the drawing alone, without what a page's policy forbids: styles in attributes."""
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):
                parent.remove(child)
    for element in root.iter():
        for key, value in _declared(element.attrib.pop("style", "")):
            element.set(key, value)
    for element in root.iter():
        if _SEAT.fullmatch(element.get("id", "")):
            element.set("class", element.attrib.pop("id"))
            for path in element:
                path.attrib.pop("stroke", None)
    for key in ("width", "height"):
        root.attrib.pop(key, None)
    root.set("aria-hidden", "true")
    return ElementTree.tostring(root, encoding="unicode")


def _declared(style: str) -> list[tuple[str, str]]:
    """Return a style as attributes; black is the page's own colour."""
    said = (one.partition(":") for one in style.split(";") if ":" in one)
    pairs = ((key.strip(), value.strip()) for key, _, value in said)
    return [
        (key, "currentColor" if value in ("#000000", "black") else value)
        for key, value in pairs
        if key in _KEPT
    ]
