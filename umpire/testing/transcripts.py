"""The events, views and questions of a match, line by line; a program writes them elsewhere.

A set of texts has another order in every process of Python, so whatever is made of one without
sorting it differs there. The program reads a game and a match as JSON and writes the transcript.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from random import Random
from types import ModuleType
from typing import Any

from umpire.games.base import AnyGame
from umpire.json_types import JsonObject
from umpire.match import (
    Header,
    Judgement,
    Match,
    asking,
    begin,
    judge,
    report,
    sample_world,
    screen,
    view,
)

LUCK = 1
"""The seed of what is answered and guessed at random."""
_CLOSELY, _EVERY = 14, 10
"""What is shown and guessed is compared after the first lines, and then after every tenth."""


def transcript(game: AnyGame, header: JsonObject, lines: Iterable[JsonObject]) -> list[JsonObject]:
    """Return what a match is at its start and after each line."""
    judgement = Judgement(_start(game, header))
    entries = [_summary({}, judgement) | _details(judgement.match)]
    for number, line in enumerate(lines):
        judgement = judge(judgement.match, line)
        is_close = number < _CLOSELY or number % _EVERY == 0 or judgement.match.outcome is not None
        details = _details(judgement.match) if is_close else {}
        entries.append(_summary(line, judgement) | details)
    return entries


def short_transcript(
    game: AnyGame, header: JsonObject, lines: Iterable[JsonObject]
) -> list[JsonObject]:
    """Return what is told after each line of a match, and what the match is at last."""
    judgement, entries = Judgement(_start(game, header)), list[JsonObject]()
    line: JsonObject = {}
    for line in lines:
        judgement = judge(judgement.match, line)
        entries.append({"line": line, "events": [list(event) for event in judgement.events]})
    return [*entries, _summary(line, judgement)]


def transcripts_of(game: AnyGame, order: JsonObject) -> list[JsonObject]:
    """Return the transcripts of matches with the same header, one after another, as JSON.

    An order has the `header`, the lines of `matches` to look at closely, and those of `more` ones.
    """
    header = order["header"]
    entries = [entry for lines in order["matches"] for entry in transcript(game, header, lines)]
    entries += [entry for lines in order["more"] for entry in short_transcript(game, header, lines)]
    return [json.loads(json.dumps(entry, default=str)) for entry in entries]


def _start(game: AnyGame, header: JsonObject) -> Match:
    return begin(Header(game.id, tuple(header["players"]), header["options"]), game).match


def address(game: AnyGame) -> JsonObject | None:
    """Return where another process finds a game; None if it cannot, as within a function."""
    cls = type(game)
    home = sys.modules[cls.__module__]
    if _member_of(home, cls.__qualname__) is cls:
        return {"module": home.__name__, "file": home.__file__, "class": cls.__qualname__}
    for module in [*sys.modules.values()]:
        for name, value in [*getattr(module, "__dict__", {}).items()]:
            if value is game:
                return {"module": module.__name__, "file": module.__file__, "name": name}
    return None


def _summary(line: JsonObject, judgement: Judgement) -> JsonObject:
    return {
        "line": line,
        "error": judgement.error,
        "events": [list(event) for event in judgement.events],
        "report": report(judgement.match),
        "outcome": judgement.match.outcome,
    }


def _details(match: Match) -> JsonObject:
    viewers = (None, match.header.players[0])
    return {
        "view": [view(match, viewer)["state"] for viewer in viewers],
        "screen": [screen(match, viewer) for viewer in viewers],
        "question": [list(_questions(match))],
        "guess": [_guess(match, viewer) for viewer in viewers],
    }


def _questions(match: Match) -> Iterator[Any]:
    for pending in match.pending:
        yield (
            asking.ask(match, pending),
            asking.suggest(match, pending),
            asking.form(match, pending, {}),
        )
        yield {"random answer": asking.random_answer(match, pending, Random(LUCK))}


def _guess(match: Match, viewer: str | None) -> Any:
    try:
        return report(sample_world(match, viewer, Random(LUCK)))
    except Exception:  # why a guess fails is for the tests of guesses to tell
        return None


def _game_at(where: JsonObject) -> AnyGame:
    module = _import_module(where["module"], where["file"])
    found: AnyGame = (
        getattr(module, where["name"]) if "name" in where else _member_of(module, where["class"])()
    )
    return found


def _member_of(module: ModuleType, name: str) -> Any:
    """Return what a module calls so, or a class of it; None if there is nothing."""
    member: Any = module
    for part in name.split("."):
        member = getattr(member, part, None)
    return member


def _import_module(name: str, file: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError:
        spec = spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


if __name__ == "__main__":
    order = json.load(sys.stdin)
    sys.path[:] = order["path"]
    game = _game_at(order["game"])
    json.dump(transcripts_of(game, order), sys.stdout)
