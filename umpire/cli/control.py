"""What the umpire says in a match: `umpire pause`, `resume`, `undo`, `extend` and so on."""

import sys

import click

from umpire.cli.live import speak
from umpire.cli.scripts import json_option
from umpire.games.base import UMPIRE

_TEXT = {"ignore_unknown_options": True}
"""Settings of commands that end with somebody's words, which may begin with a dash."""


_MOST = 100_000
"""How many bytes are read of standard input: more than anybody may say."""


@click.command("say", context_settings=_TEXT)
@click.argument("match")
@click.argument("player")
@click.argument("text", nargs=-1, required=True)
@json_option
@click.pass_context
def say(ctx: click.Context, match: str, player: str, text: tuple[str, ...], as_json: bool) -> None:
    """Enter TEXT as a PLAYER's submission in a MATCH, as if written into the score sheet.

    Whoever has an account on this computer may read what a command is given: with - for the TEXT a
    secret one is read from standard input instead.

    \b
    Examples:
      umpire say denizens-of-tartarus-1 Ana Y5 set draw module
      umpire say den bo "ban C"
      umpire say devils-deal-1 Ana - < answer.txt
    """
    speak(ctx, match, player, _words(text), as_json=as_json)


@click.command("pause")
@click.argument("match")
@json_option
@click.pass_context
def pause(ctx: click.Context, match: str, as_json: bool) -> None:
    """Stop the clock of a MATCH; it stays stopped until 'umpire resume'.

    While it stands no player's submission is accepted.

    \b
    Example:
      umpire pause denizens-of-tartarus-1
    """
    speak(ctx, match, UMPIRE, "pause", as_json=as_json)


@click.command("resume")
@click.argument("match")
@json_option
@click.pass_context
def resume(ctx: click.Context, match: str, as_json: bool) -> None:
    """Restart the clock of a MATCH that the umpire has paused.

    A match that paused by itself goes on by itself, as soon as 'umpire watch' reads its sheets.

    \b
    Example:
      umpire resume denizens-of-tartarus-1
    """
    speak(ctx, match, UMPIRE, "resume", as_json=as_json)


@click.command("extend")
@click.argument("match")
@click.argument("player")
@click.argument("seconds")
@json_option
@click.pass_context
def extend(ctx: click.Context, match: str, player: str, seconds: str, as_json: bool) -> None:
    """Add SECONDS to the time limit that runs for a PLAYER of a MATCH.

    \b
    Examples:
      umpire extend denizens-of-tartarus-1 Ana 30
      umpire extend den ana 12.5
    """
    speak(ctx, match, UMPIRE, f"extend {player} {seconds}", as_json=as_json)


@click.command("undo")
@click.argument("match")
@click.argument("steps", default="1")
@json_option
@click.pass_context
def undo(ctx: click.Context, match: str, steps: str, as_json: bool) -> None:
    """Take back the last STEPS of a MATCH (1 if left out); the log keeps them.

    A step is an accepted submission, a limit that fell, or a forfeit. Limits start afresh.

    \b
    Examples:
      umpire undo denizens-of-tartarus-1
      umpire undo den 3
    """
    speak(ctx, match, UMPIRE, f"undo {steps}", as_json=as_json)


@click.command("forfeit")
@click.argument("match")
@click.argument("player")
@json_option
@click.pass_context
def forfeit(ctx: click.Context, match: str, player: str, as_json: bool) -> None:
    """End a MATCH against a PLAYER; 'umpire undo' takes it back.

    \b
    Example:
      umpire forfeit denizens-of-tartarus-1 Bo
    """
    speak(ctx, match, UMPIRE, f"forfeit {player}", as_json=as_json)


@click.command("close")
@click.argument("match")
@json_option
@click.pass_context
def close(ctx: click.Context, match: str, as_json: bool) -> None:
    """Make the result of a MATCH that is over final; nothing can be taken back any more.

    Its seed is shown then, and the head of its log. 'umpire watch' closes it by itself 10 minutes
    after its end.

    \b
    Example:
      umpire close denizens-of-tartarus-1
    """
    speak(ctx, match, UMPIRE, "close", as_json=as_json)


@click.command("note", context_settings=_TEXT)
@click.argument("match")
@click.argument("text", nargs=-1, required=True)
@json_option
@click.pass_context
def note(ctx: click.Context, match: str, text: tuple[str, ...], as_json: bool) -> None:
    """Write TEXT into the log of a MATCH; it changes nothing and players are not told.

    With - for the TEXT it is read from standard input.

    \b
    Example:
      umpire note denizens-of-tartarus-1 Bo wrote by chat that his phone had died.
    """
    speak(ctx, match, UMPIRE, f"note {_words(text)}", as_json=as_json)


def _words(text: tuple[str, ...]) -> str:
    """Return what was given, or what standard input holds where that is a lone dash."""
    if text != ("-",):
        return " ".join(text)
    return sys.stdin.buffer.read(_MOST).decode("utf-8", "replace").strip()
