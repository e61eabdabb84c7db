"""Charts of a match as SVG for a page, without foreign texts, and with colours from its CSS."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor
from typing import TypeAlias
from xml.etree import ElementTree

Series: TypeAlias = Mapping[str, Sequence[float | None]]
"""The value of each player after each frame; None if nobody knows it."""

LEFT, RIGHT = 0.075, 0.985
"""The places of the first and the last frame, as shares of the width."""

_WIDTH, _HEIGHT = 460, 172
_TOP, _BOTTOM = 8, 152
"""The places of the highest and the lowest value."""
_DASHES = ("", "8 4", "8 4 2 4", "2 4")
"""The dashes of the seats' lines, as in the page's legend."""
_MOST_STEPS = 5
"""The most steps of the scale."""


def chart(series: Series, bounds: tuple[float, ...] = ()) -> str:
    """Return a chart with a line for each player, which goes from frame to frame in steps.

    Its scale always contains `bounds`.
    """
    numbers = [value for values in series.values() for value in values if value is not None]
    numbers.extend(bounds)
    scale = _scale(min(numbers, default=0), max(numbers, default=0))
    frames = max(map(len, series.values()), default=0)
    root = ElementTree.Element("svg", viewBox=f"0 0 {_WIDTH} {_HEIGHT}")
    root.set("xmlns", "http://www.w3.org/2000/svg")
    root.set("aria-hidden", "true")
    for value in scale:
        y = _height(value, scale)
        across = f"M{_number(_WIDTH * LEFT)} {_number(y)}H{_number(_WIDTH * RIGHT)}"
        opacity = "1" if value == scale[0] else "0.25"
        grid = {"stroke": "currentColor", "stroke-opacity": opacity, "stroke-width": "0.8"}
        ElementTree.SubElement(root, "path", {"d": across, **grid})
        at = {"x": _number(_WIDTH * LEFT - 5), "y": _number(y + 3), "text-anchor": "end"}
        ElementTree.SubElement(root, "text", at).text = str(value).replace("-", "\N{MINUS SIGN}")
    for seat, values in enumerate(series.values()):
        line = {"class": f"seat-{seat + 1}", "fill": "none", "stroke-width": "1.5"}
        if dashes := _DASHES[seat % len(_DASHES)]:
            line["stroke-dasharray"] = dashes
        drawn = "".join(_steps(values, scale, frames))
        ElementTree.SubElement(root, "path", {"d": drawn, **line})
    return ElementTree.tostring(root, encoding="unicode")


def _scale(low: float, high: float) -> range:
    """Return the whole numbers of a scale, from at most `low` to at least `high`."""
    first, last = floor(low), max(ceil(high), floor(low) + 1)
    step = next(
        step
        for power in range(len(str(last - first)) + 1)
        for step in (10**power, 2 * 10**power, 5 * 10**power)
        if ceil(last / step) - floor(first / step) <= _MOST_STEPS
    )
    return range(step * floor(first / step), step * ceil(last / step) + 1, step)


def _steps(values: Sequence[float | None], scale: range, frames: int) -> Iterator[str]:
    """Yield the parts of a path: level until the value changes, broken if nobody knows it."""
    across = _WIDTH * (RIGHT - LEFT) / max(1, frames - 1)
    for frame, (before, value) in enumerate(pairwise([None, *values])):
        x = _number(_WIDTH * LEFT + across * frame)
        if before is not None:
            yield f"H{x}"
        if value is not None and value != before:
            y = _number(_height(value, scale))
            yield f"M{x} {y}" if before is None else f"V{y}"


def _height(value: float, scale: range) -> float:
    share = (value - scale[0]) / (scale[-1] - scale[0])
    return _BOTTOM - share * (_BOTTOM - _TOP)


def _number(value: float) -> str:
    return f"{value:.6g}"
