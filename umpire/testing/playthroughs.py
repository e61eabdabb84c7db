"""Golden playthroughs: one whole random match of a game, as text whose diff can be read.

For every line it tells what was said, what happened, what changed in the state, and what of that
each viewer is not shown. After a change of rules run pytest with `UMPIRE_PLAYTHROUGHS=write` in its
environment, and read the difference before you keep it.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from umpire.games.base import AnyGame
from umpire.json_types import JsonObject
from umpire.match import Judgement, Match, report, view
from umpire.testing.base import Tests, viewers
from umpire.testing.matches import opened, random_match

WRITES = "UMPIRE_PLAYTHROUGHS"
_MISTAKES = 0.12
_PLAYERS = 4
"""Or fewer, in a game that takes fewer."""


class PlaythroughTests(Tests):
    """A whole match goes as it is written in the file, if there is one."""

    playthrough: ClassVar[Path | None] = None
    """The file of the game's golden playthrough."""

    def test_a_whole_match_goes_as_written(self) -> None:
        if self.playthrough is None:
            return
        text = playthrough(self.game, self.options)
        if os.environ.get(WRITES) == "write":
            self.playthrough.write_text(text, "utf-8", newline="\n")
        assert self.playthrough.is_file(), (
            f"there is no {self.playthrough} yet: run pytest with {WRITES}=write to write it"
        )
        assert text == self.playthrough.read_text("utf-8"), (
            f"the match goes otherwise: if it should, run pytest with {WRITES}=write"
        )


def playthrough(game: AnyGame, options: JsonObject) -> str:
    """Return the text of a random match of a game, always the same one for the same rules."""
    return "".join(f"{line}\n" for line in _lines(game, options))


def _lines(game: AnyGame, options: JsonObject) -> Iterator[str]:
    match = opened(game, min(_PLAYERS, game.seats[-1]), **options)
    yield json.dumps(match.header.to_json())
    visible = _state_lines(match)
    yield from _changes({}, visible)
    entries = random_match(match, Random(game.id), mistakes=_MISTAKES)
    for number, entry in enumerate(entries, 2):
        yield ""
        yield f"{number}: {json.dumps(entry.line, ensure_ascii=False)}"
        yield from _event_lines(entry.judgement)
        before, visible = visible, _state_lines(entry.judgement.match)
        yield from _changes(before, visible)


def _event_lines(judgement: Judgement) -> Iterator[str]:
    if judgement.error is not None:
        yield f"  rejected, {judgement.code}: {judgement.error}"
    for event in judgement.events:
        yield f"  {'' if event.only is None else f'({event.only} only) '}{event.text}"


def _state_lines(match: Match) -> JsonObject:
    """Return everything the umpire knows but the time, and what a viewer is shown otherwise."""
    visible = report(match)
    del visible["t"]
    visible = dict(
        _flat(visible | {"pending": [_owner_lines(entry) for entry in visible["pending"]]})
    )
    for viewer in viewers(match):
        for key, value in _flat({"state": view(match, viewer)["state"]}):
            if key not in visible or value != visible[key]:
                visible[f"{viewer or 'public'} sees {key}"] = value
    return visible


def _owner_lines(pending: JsonObject) -> str:
    text = [word for word in ("held", "locked") if pending[word]]
    until = [] if pending["deadline"] is None else [f"until {pending['deadline']}"]
    return " ".join([pending["by"], pending["kind"], *until, *text])


def _flat(value: JsonObject, path: str = "") -> Iterator[tuple[str, Any]]:
    for key, inside in value.items():
        if _holds_objects(inside):
            inside = {str(number): entry for number, entry in enumerate(inside)}
        if isinstance(inside, dict) and inside:
            yield from _flat(inside, f"{path}{key}.")
        else:
            yield f"{path}{key}", inside


def _holds_objects(value: Any) -> bool:
    """Return whether a value is a list of objects of objects, such as a record that grows."""
    return isinstance(value, list) and any(
        isinstance(entry, dict) and any(isinstance(inside, dict) for inside in entry.values())
        for entry in value
    )


def _changes(before: JsonObject, after: JsonObject) -> Iterator[str]:
    for key, value in after.items():
        if key not in before or before[key] != value:
            yield f"    {key}: {json.dumps(value)}"
    for key in before:
        if key not in after:
            yield f"    {key} is gone"
