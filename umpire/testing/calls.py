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
from umpire.games.base import CHANCE, UMPIRE, Decision, Rejected
from umpire.json_types import JsonObject
from umpire.match import Judgement, Match, PendingDecision, asking

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


def _with_sentence(function: Callable[P, R], describe: Callable[P, str]) -> Callable[P, R]:
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


def _describe_line(_: Match, line: JsonObject) -> str:
    if "say" in line:
        return f"{line.get('by')} says {line['say']!r}"
    return f"time passes up to {line.get('t')}"


def _describe_question(_: Match, pending: PendingDecision, *args: Any) -> str:
    on = f" with {args[0]!r}" if args else ""
    return f"{pending.by} is asked for {pending.decision.kind.name!r}{on}"


def _describe_view(_: Match, viewer: str | None) -> str:
    return f"the match is shown to {viewer or 'everybody'}"


def _describe_results(_: Match, viewer: str | None) -> str:
    return f"results and notes are made for {viewer or 'everybody'}"


def _describe_rules(_: Match, viewer: str | None) -> str:
    return f"the rules that hold are named for {viewer or 'everybody'}"


def _describe_report(_: Match) -> str:
    return "the match is reported"


def _describe_draw(match: Match, _: str) -> str:
    pending = match.pending_of(CHANCE)
    return f"chance is asked for {pending.decision.kind.name if pending else 'nothing'!r}"


judge = _with_sentence(match.judge, _describe_line)
view = _with_sentence(match.view, _describe_view)
screen = _with_sentence(match.screen, _describe_view)
results = _with_sentence(match.results, _describe_results)
notes = _with_sentence(match.notes, _describe_results)
rules_now = _with_sentence(match.rules_now, _describe_rules)
report = _with_sentence(match.report, _describe_report)
chance_answer = _with_sentence(match.chance_answer, _describe_draw)
ask = _with_sentence(asking.ask, _describe_question)
question = _with_sentence(asking.question, _describe_question)
fields = _with_sentence(asking.fields, _describe_question)
draft = _with_sentence(asking.draft, _describe_question)
suggest = _with_sentence(asking.suggest, _describe_question)
bot_moves = _with_sentence(asking.bot_moves, _describe_question)
form = _with_sentence(asking.form, _describe_question)
form_line = _with_sentence(asking.form_line, _describe_question)
warn = _with_sentence(asking.warn, _describe_question)
preview = _with_sentence(asking.preview, _describe_question)


def judge_command(match: Match, command: str) -> Judgement:
    """Judge what the umpire says now."""
    return judge(match, {"t": match.now, "by": UMPIRE, "say": command})


def rejection(match: Match, decision: Decision, text: str) -> Rejected | None:
    """Return why a text is refused as an answer, None if it is not."""
    try:
        decision.kind.read(match.state, decision, text)
    except Rejected as rejected:
        return rejected
    return None
