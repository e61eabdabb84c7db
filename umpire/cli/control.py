"""What the umpire says in a match: `umpire pause`, `resume`, `undo`, `extend` and so on."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

import click

from umpire.cli.live import speak
from umpire.cli.scripts import json_option
from umpire.games.base import UMPIRE

Said: TypeAlias = tuple[str, str]
"""Who speaks, and what they say."""

_PLAYER = click.argument("player")
_TEXT = click.argument("text", nargs=-1, required=True)
"""Somebody's words, which may begin with a dash if unknown options are ignored."""

_MOST = 100_000
"""How many bytes are read of standard input: more than anybody may say."""


def _command(
    *arguments: Callable[..., Any], **settings: bool
) -> Callable[[Callable[..., Said]], click.Command]:
    """Make a command that says in a MATCH what a function returns for further arguments."""

    def make(said: Callable[..., Said]) -> click.Command:
        @wraps(said)
        def run(match: str, as_json: bool, **given: Any) -> None:
            speak(click.get_current_context(), match, *said(**given), as_json=as_json)

        for parameter in reversed((click.argument("match"), *arguments, json_option)):
            run = parameter(run)
        return click.command(said.__name__, context_settings=settings)(run)

    return make


@_command(_PLAYER, _TEXT, ignore_unknown_options=True)
def say(player: str, text: tuple[str, ...]) -> Said:
    """Enter TEXT as a PLAYER's submission in a MATCH, as if written into the score sheet.

    Whoever has an account on this computer may read what a command is given: with - for the TEXT a
    secret one is read from standard input instead.

    \b
    Examples:
      umpire say denizens-of-tartarus-1 Ana Y5 set draw module
      umpire say den bo "ban C"
      umpire say devils-deal-1 Ana - < answer.txt
    """
    return player, _words(text)


@_command()
def pause() -> Said:
    """Stop the clock of a MATCH; it stays stopped until 'umpire resume'.

    While it stands no player's submission is accepted.

    \b
    Example:
      umpire pause denizens-of-tartarus-1
    """
    return UMPIRE, "pause"


@_command()
def resume() -> Said:
    """Restart the clock of a MATCH that the umpire has paused.

    A match that paused by itself goes on by itself, as soon as 'umpire watch' reads its sheets.

    \b
    Example:
      umpire resume denizens-of-tartarus-1
    """
    return UMPIRE, "resume"


@_command(_PLAYER, click.argument("seconds"))
def extend(player: str, seconds: str) -> Said:
    """Add SECONDS to the time limit that runs for a PLAYER of a MATCH.

    \b
    Examples:
      umpire extend denizens-of-tartarus-1 Ana 30
      umpire extend den ana 12.5
    """
    return UMPIRE, f"extend {player} {seconds}"


@_command(click.argument("steps", default="1"))
def undo(steps: str) -> Said:
    """Take back the last STEPS of a MATCH (1 if left out); the log keeps them.

    A step is an accepted submission, a limit that fell, or a forfeit. Limits start afresh.

    \b
    Examples:
      umpire undo denizens-of-tartarus-1
      umpire undo den 3
    """
    return UMPIRE, f"undo {steps}"


@_command(_PLAYER)
def forfeit(player: str) -> Said:
    """End a MATCH against a PLAYER; 'umpire undo' takes it back.

    \b
    Example:
      umpire forfeit denizens-of-tartarus-1 Bo
    """
    return UMPIRE, f"forfeit {player}"


@_command()
def close() -> Said:
    """Make the result of a MATCH that is over final; nothing can be taken back any more.

    Its seed is shown then, and the head of its log. 'umpire watch' closes it by itself 10 minutes
    after its end.

    \b
    Example:
      umpire close denizens-of-tartarus-1
    """
    return UMPIRE, "close"


@_command(_TEXT, ignore_unknown_options=True)
def note(text: tuple[str, ...]) -> Said:
    """Write TEXT into the log of a MATCH; it changes nothing and players are not told.

    With - for the TEXT it is read from standard input.

    \b
    Example:
      umpire note denizens-of-tartarus-1 Bo wrote by chat that his phone had died.
    """
    return UMPIRE, f"note {_words(text)}"


def _words(text: tuple[str, ...]) -> str:
    """Return what was given, or what standard input holds where that is a lone dash."""
    if text != ("-",):
        return " ".join(text)
    return sys.stdin.buffer.read(_MOST).decode("utf-8", "replace").strip()
