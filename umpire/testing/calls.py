"""The calls of a match that reach the code of a game: an error there becomes a sentence.

They take and return what those of `umpire.match` do. A test whose game fails with a KeyError says
which method failed, in which line, and on what.
"""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final, ParamSpec, TypeVar

import umpire
from umpire import match
from umpire.games.base import CHANCE, Rejected
from umpire.json_types import JsonObject
from umpire.match import Match, PendingDecision, asking

P = ParamSpec("P")
R = TypeVar("R")

_FRAMEWORK: Final = Path(umpire.__file__).parent
_OF_GAMES: Final = _FRAMEWORK / "games"


def place_of(error: BaseException) -> str:
    """Return where the code of a game failed: `` `preview` (fair.py, line 30)``."""
    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_of_a_game(Path(frame.filename))]
    frame = (own or frames)[-1]
    names = [each.name for each in frames if each.filename == frame.filename]
    name = next((name for name in names[::-1] if name.isidentifier()), frame.name)
    return f"`{name}` ({Path(frame.filename).name}, line {frame.lineno})"


def _is_of_a_game(path: Path) -> bool:
    if path.is_relative_to(_OF_GAMES):
        return path.parent != _OF_GAMES  # what all games share is beside them
    return not path.is_relative_to(_FRAMEWORK) and path.exists()


def _explaining(function: Callable[P, R], describe: Callable[P, str]) -> Callable[P, R]:
    """Return a function that fails with a sentence where the code of a game fails."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except Rejected:
            raise
        except Exception as error:
            raise AssertionError(
                f"{place_of(error)} fails with {error!r}, when {describe(*args, **kwargs)}."
            ) from error

    return call


def _line(_: Match, line: JsonObject) -> str:
    if "say" in line:
        return f"{line.get('by')} says {line['say']!r}"
    return f"time passes up to {line.get('t')}"


def _asked(_: Match, pending: PendingDecision, *args: Any) -> str:
    on = f" with {args[0]!r}" if args else ""
    return f"{pending.by} is asked for {pending.decision.kind.name!r}{on}"


def _shown(_: Match, viewer: str | None) -> str:
    return f"the match is shown to {viewer or 'everybody'}"


def _reported(_: Match) -> str:
    return "the match is reported"


def _dealt(match: Match, _: str) -> str:
    pending = match.pending_of(CHANCE)
    return f"chance is asked for {pending.decision.kind.name if pending else 'nothing'!r}"


judge = _explaining(match.judge, _line)
view = _explaining(match.view, _shown)
screen = _explaining(match.screen, _shown)
report = _explaining(match.report, _reported)
chance_answer = _explaining(match.chance_answer, _dealt)
ask = _explaining(asking.ask, _asked)
suggest = _explaining(asking.suggest, _asked)
bot_moves = _explaining(asking.bot_moves, _asked)
form = _explaining(asking.form, _asked)
form_line = _explaining(asking.form_line, _asked)
warn = _explaining(asking.warn, _asked)
preview = _explaining(asking.preview, _asked)
