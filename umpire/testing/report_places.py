"""The places of a report: what a view of it masks and what it shows, as words."""

import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from umpire.match import Match

_WORD: Final = re.compile(r"\w+")

Path: TypeAlias = tuple[str, ...]
"""The names of objects and the numbers in lists that lead to a value of a report."""
Words: TypeAlias = tuple[str, ...]


def still_hidden(match: Match, viewer: str | None, guessed: Any) -> str:
    """Return a place that a guess leaves masked, empty if there is none."""
    game = match.game
    everything, guess = game.report(match.state), game.report(guessed)
    for path, _ in masked_places(everything, view_state(match, viewer), ()):
        if isinstance(value_at(everything, path), list) and isinstance(value_at(guess, path), int):
            return dotted(path)
    return ""


def is_revealing(before: Match, after: Match, viewer: str | None) -> bool:
    """Return whether a viewer sees something at last that was masked, as at the end of a match."""
    places_before, places_after = (
        dict(masked_places(match.game.report(match.state), view_state(match, viewer), ()))
        for match in (before, after)
    )
    visible = view_state(after, viewer)
    return any(
        words_of(value_at(visible, path)) for path in places_before.keys() - places_after.keys()
    )


def view_state(match: Match, viewer: str | None) -> Any:
    """Return the report of a state as a viewer sees it."""
    return match.game.report(match.game.seen_by(match.state, viewer))


def masked_places(everything: Any, seen: Any, path: Path) -> Iterator[tuple[Path, Words]]:
    """Yield what a view masks: the place in the report, and the words that are there."""
    if isinstance(everything, dict) and isinstance(seen, dict):
        for name in everything.keys() & seen.keys():
            yield from masked_places(everything[name], seen[name], (*path, name))
    elif isinstance(everything, list) and isinstance(seen, list) and len(everything) == len(seen):
        for number, (whole, visible) in enumerate(zip(everything, seen, strict=True)):
            yield from masked_places(whole, visible, (*path, str(number)))
    elif everything != seen and (seen is None or isinstance(everything, list)):
        yield path, words_of(everything)


def shown_places(value: Any, path: Path) -> Iterator[tuple[Path, Words]]:
    """Yield what a view shows: each value, and each list of values as one."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from shown_places(inner, (*path, name))
    elif isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        for number, inner in enumerate(value):
            yield from shown_places(inner, (*path, str(number)))
    elif value is not None and not isinstance(value, bool):
        yield path, words_of(value)


def null_places(value: Any, path: Path) -> Iterator[Path]:
    """Yield the places at which there is null."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from null_places(inner, (*path, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from null_places(inner, (*path, str(number)))
    elif value is None:
        yield path


def words_of(value: Any) -> Words:
    """Return the words of all that is in a value of a report."""
    if isinstance(value, dict):
        return tuple(word for inner in value.values() for word in words_of(inner))
    if isinstance(value, list):
        return tuple(word for inner in value for word in words_of(inner))
    return () if value is None or isinstance(value, bool) else tuple(_WORD.findall(str(value)))


def value_at(value: Any, path: Path) -> Any:
    """Return what is at a place of a report, None if there is no such place."""
    for name in path:
        if isinstance(value, list) and int(name) < len(value):
            value = value[int(name)]
        elif isinstance(value, dict):
            value = value.get(name)
        else:
            return None
    return value


def dotted(path: Path) -> str:
    """Return how a sentence names a place."""
    return ".".join(path)
