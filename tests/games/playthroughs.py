"""Golden playthroughs: one whole random match of every game, as text that a diff can be read of.

Run `python tests/games/playthroughs.py` to write them anew after a change of rules, and read the
difference before it is kept. Of every line stands what was said, what came of it, what changed in
the state, and what each viewer is not shown of that.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from matches import every_game, header, opened, random_match

from umpire.games.base import AnyGame, JsonObject
from umpire.match import Judgement, Match, report, view

FOLDER = Path(__file__).with_suffix("")
ASTRAY = 0.12
PLAYERS = 4
"""Or fewer, in a game that takes fewer."""
OPTIONS: dict[str, dict[str, Any]] = {"arcanoid": {"rounds": 2}}
"""What makes a match shorter, where that is needed."""


def path_of(game: AnyGame) -> Path:
    return FOLDER / f"{game.id}.txt"


def text_of(game: AnyGame) -> str:
    return "".join(f"{line}\n" for line in _lines(game))


def _lines(game: AnyGame) -> Iterator[str]:
    players = min(PLAYERS, game.seats[-1])
    match = opened(header(game, players, **OPTIONS.get(game.id, {})))
    yield json.dumps(match.header.to_json())
    yield from _changes({}, _shown(match))
    played = random_match(match, Random(game.id), astray=ASTRAY)
    for number, one in enumerate(played, 2):
        yield ""
        yield f"{number}: {json.dumps(one.line, ensure_ascii=False)}"
        yield from _told(one.judgement)
        yield from _changes(_shown(one.before), _shown(one.judgement.match))


def _told(judgement: Judgement) -> Iterator[str]:
    if judgement.error is not None:
        yield f"  rejected, {judgement.code}: {judgement.error}"
    for event in judgement.events:
        yield f"  {'' if event.only is None else f'({event.only} only) '}{event.text}"


def _shown(match: Match) -> dict[str, str]:
    """Everything the umpire knows but the time, and what a viewer is shown otherwise."""
    known = report(match)
    del known["t"]
    shown = dict(_flat(known | {"pending": [_owed(one) for one in known["pending"]]}))
    for viewer in (None, *match.header.players):
        for key, value in _flat({"state": view(match, viewer)["state"]}):
            if value != shown.get(key):
                shown[f"{viewer or 'public'} sees {key}"] = value
    return shown


def _owed(pending: JsonObject) -> str:
    said = [word for word in ("held", "locked") if pending[word]]
    until = [] if pending["deadline"] is None else [f"until {pending['deadline']}"]
    return " ".join([pending["by"], pending["kind"], *until, *said])


def _flat(value: JsonObject, path: str = "") -> Iterator[tuple[str, str]]:
    for key, inside in value.items():
        if _holds_objects(inside):
            inside = {str(number): entry for number, entry in enumerate(inside)}
        if isinstance(inside, dict) and inside:
            yield from _flat(inside, f"{path}{key}.")
        else:
            yield f"{path}{key}", json.dumps(inside)


def _holds_objects(value: Any) -> bool:
    """Whether a value is a list of objects of objects, such as a record that grows and grows."""
    return isinstance(value, list) and any(
        isinstance(entry, dict) and any(isinstance(inside, dict) for inside in entry.values())
        for entry in value
    )


def _changes(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    for key, value in after.items():
        if before.get(key) != value:
            yield f"    {key}: {value}"
    for key in before:
        if key not in after:
            yield f"    {key} is gone"


def write_all() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in every_game():
        path_of(game).write_text(text_of(game), "utf-8", newline="\n")


if __name__ == "__main__":
    write_all()
