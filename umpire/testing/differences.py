"""Where two values differ, for a sentence that shows the place and not all that is before it."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import zip_longest
from typing import Any, Final, NamedTuple

_BEFORE, _BEHIND = 40, 60
"""How many characters are shown before the place where two texts differ, and behind it."""


class _Nothing:
    def __repr__(self) -> str:
        return "nothing"


_NOTHING: Final = _Nothing()


class Difference(NamedTuple):
    """The first place where two values differ, and both texts around it."""

    place: str
    """Such as `hands.Bo[1]`; empty if the values differ as a whole."""
    first: str
    second: str

    @property
    def of_first(self) -> str:
        """The place, if there is one, and what the first value is there."""
        return f"at `{self.place}` {self.first}" if self.place else self.first


def difference(first: Any, second: Any) -> Difference | None:
    """Return the first place where two values differ, None if there is none."""
    if first == second:
        return None
    place, inner_first, inner_second = next(_differences(first, second, ""))
    return Difference(place, *_excerpts(inner_first, inner_second))


def assert_equal(first: Any, second: Any, sentence: str) -> None:
    """Fail with a sentence, and the first place where two values differ, unless they are equal."""
    place = difference(first, second)
    if place is not None:
        raise AssertionError(
            f"{sentence} The first is {place.of_first}, the second {place.second}."
        )


def assert_part(visible: Any, whole: Any, sentence: str, *, gaps: bool = False) -> None:
    """Fail unless one value is the other with things replaced by null, lists by their lengths.

    With `gaps` some things of a list may be left out, too.
    """
    place = _beyond(visible, whole, "", gaps=gaps)
    if place is not None:
        part, of_whole = _excerpts(place[1], place[2])
        raise AssertionError(f"{sentence} At `{place[0]}` it shows {part} of {of_whole}.")


def _beyond(visible: Any, whole: Any, place: str, *, gaps: bool) -> tuple[str, Any, Any] | None:
    """Return the first place where one value shows something that is not in the other."""
    if visible is None:
        return None
    if isinstance(visible, dict) and isinstance(whole, dict):
        if visible.keys() != whole.keys():
            return place, [*visible], [*whole]
        inner = (_beyond(visible[key], whole[key], _inside(place, key), gaps=gaps) for key in whole)
        return next((places for places in inner if places is not None), None)
    if isinstance(visible, list) and isinstance(whole, list):
        left = iter(whole)
        places = all(
            any(_beyond(part, candidate, "", gaps=gaps) is None for candidate in left)
            for part in visible
        )
        if places and (gaps or len(visible) == len(whole)):
            return None
        pairs = enumerate(zip(visible, whole, strict=False))
        inner = (_beyond(*pair, f"{place}[{number}]", gaps=gaps) for number, pair in pairs)
        return next((places for places in inner if places is not None), (place, visible, whole))
    counted = len(whole) if isinstance(whole, list) else whole
    is_same = visible == counted and (isinstance(whole, list) or type(visible) is type(whole))
    return None if is_same else (place, visible, whole)


def _differences(first: Any, second: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield the places where two values differ that are not equal, what is inside first."""
    ours, theirs = _parts(first), _parts(second)
    if isinstance(ours, dict) and isinstance(theirs, dict):
        names = {**ours, **theirs}
        pairs = [(_inside(place, n), ours.get(n, _NOTHING), theirs.get(n, _NOTHING)) for n in names]
    elif isinstance(ours, list) and isinstance(theirs, list):
        both = zip_longest(ours, theirs, fillvalue=_NOTHING)
        pairs = [(f"{place}[{n}]", *pair) for n, pair in enumerate(both)]
    else:
        pairs = []
    for inner, inner_first, inner_second in pairs:
        if inner_first != inner_second:
            yield from _differences(inner_first, inner_second, inner)
    yield place, first, second  # where nothing inside differs


def _inside(place: str, name: Any) -> str:
    return f"{place}.{name}" if place else str(name)


def _parts(value: Any) -> dict[Any, Any] | list[Any] | None:
    """Return the parts of a value: by name, or in order as a list; None if it has none."""
    if isinstance(value, Mapping):
        return {**value}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return dict(zip(value._fields, value, strict=True))
    if isinstance(value, list | tuple):
        return [*value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value) if field.compare}
    return None


def _excerpts(first: Any, second: Any) -> tuple[str, str]:
    """Return both as texts, cut around the first character in which they differ."""
    is_text = isinstance(first, str) and isinstance(second, str)
    ours, theirs = (first, second) if is_text else (repr(first), repr(second))
    pairs = enumerate(zip_longest(ours, theirs))
    place = next(
        (number for number, (ours_letter, theirs_letter) in pairs if ours_letter != theirs_letter),
        0,
    )
    cut = [_cut(text, place) for text in (ours, theirs)]
    return (repr(cut[0]), repr(cut[1])) if is_text else (cut[0], cut[1])


def _cut(text: str, place: str | int) -> str:
    start, end = max(0, int(place) - _BEFORE), int(place) + _BEHIND
    return f"{'…' * (start > 0)}{text[start:end]}{'…' * (end < len(text))}"
