"""The commands by which the umpire speaks in a match: `umpire pause`, `resume`, `undo`, ..."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

import click

from umpire.app_context import AppContext
from umpire.cli.commands.parameters import json_option, yes_option
from umpire.cli.completion import complete_match
from umpire.games.reserved import UMPIRE

Statement: TypeAlias = tuple[str, str]
"""The speaker (the umpire or a player's name), and the text."""

_MATCH = click.argument("match", shell_complete=complete_match)
_PLAYER = click.argument("player")
_TEXT = click.argument("text", nargs=-1, required=True)
"""Any words; they may begin with a dash where unknown options are ignored."""

_MOST = 100_000
"""The most bytes that are read from standard input, more than anybody may say."""


def _command(
    *arguments: Callable[..., Any], **settings: bool
) -> Callable[[Callable[..., Statement]], click.Command]:
    """Make a command of a function: it says in a MATCH the statement that the function returns."""

    def make(statement: Callable[..., Statement]) -> click.Command:
        @wraps(statement)
        def run(app: AppContext, match: str, as_json: bool, **values: Any) -> None:
            _speak(app, match, *statement(**values), as_json=as_json)

        command: Callable[..., Any] = click.pass_obj(run)
        for parameter in reversed((_MATCH, *arguments, json_option)):
            command = parameter(command)
        return click.command(statement.__name__, context_settings=settings)(command)

    return make


def _speak(app: AppContext, match: str, by: str, say: str, *, as_json: bool) -> None:
    """Say something in a match and print the answer; exit with status 1 if it was rejected.

    `by` is the umpire, or a player's name or its beginning. Raises UsageError for an unknown match
    or player, and for a command that no match could carry out.
    """
    from umpire.cli.output import Output
    from umpire.games.text import printable
    from umpire.hosting.players import find_player
    from umpire.live.speaking import check_command, say_in

    with app.open_store() as store:
        row = store.find(match)
        if by == UMPIRE:
            check_command(row, say)
        answer = say_in(store, row, by if by == UMPIRE else find_player(by, row.players), say)
    document = {"match": row.id, "ok": answer.ok, "text": answer.text}
    Output(as_json).show(document, [printable(answer.text)], err=not answer.ok)
    if not answer.ok:
        sys.exit(1)


@_command(_PLAYER, _TEXT, ignore_unknown_options=True)
def say(player: str, text: tuple[str, ...]) -> Statement:
    """Enter TEXT as a PLAYER's submission in a MATCH, as if typed into the score sheet.

    In a game that the umpire directs, give umpire as the PLAYER to give a direction.

    Anyone with an account on this computer can read a command's arguments. To keep a TEXT secret,
    give - instead and pass it on standard input.

    \b
    Examples:
      umpire say denizens-of-tartarus-1 Ana Y5 set draw module
      umpire say den bo "ban C"
      umpire say devils-deal-1 Ana - < answer.txt
      umpire say by-hand-1 umpire "ask all in 60: your bid = number 0 to 20"
    """
    return player, _words(text)


@_command()
def pause() -> Statement:
    """Stop the clock of a MATCH; it stays stopped until 'umpire resume'.

    No submission is accepted while it is stopped.

    \b
    Example:
      umpire pause denizens-of-tartarus-1
    """
    return UMPIRE, "pause"


@_command()
def resume() -> Statement:
    """Restart the clock of a MATCH that the umpire paused.

    A match that paused by itself goes on by itself once 'umpire watch' reads its sheets.

    \b
    Example:
      umpire resume denizens-of-tartarus-1
    """
    return UMPIRE, "resume"


@_command(_PLAYER, click.argument("seconds"))
def extend(player: str, seconds: str) -> Statement:
    """Add SECONDS to the running time limit of a PLAYER in a MATCH.

    \b
    Examples:
      umpire extend denizens-of-tartarus-1 Ana 30
      umpire extend den ana 12.5
    """
    return UMPIRE, f"extend {player} {seconds}"


@_command(click.argument("steps", default="1"))
def undo(steps: str) -> Statement:
    """Take back the last STEPS of a MATCH (default: 1); the log keeps them.

    A step is an accepted submission, a limit that ran out, a forfeit, or a void. Limits start again
    in full, with the time that you had added to them before those steps.

    \b
    Examples:
      umpire undo denizens-of-tartarus-1
      umpire undo den 3
    """
    return UMPIRE, f"undo {steps}"


@_command(_PLAYER)
def forfeit(player: str) -> Statement:
    """Have a PLAYER forfeit a MATCH; 'umpire undo' takes it back.

    \b
    Example:
      umpire forfeit denizens-of-tartarus-1 Bo
    """
    return UMPIRE, f"forfeit {player}"


@click.command("void")
@_MATCH
@yes_option
@json_option
@click.pass_obj
def void(app: AppContext, match: str, yes: bool, as_json: bool) -> None:
    """End a MATCH without a result: nobody wins, and it is no draw.

    Asks first. It is for a match that nobody came to, or that cannot count. Standings list it and
    count it for nobody. 'umpire undo' takes it back.

    \b
    Examples:
      umpire void denizens-of-tartarus-1
      umpire void den --yes
    """
    if not yes:
        from umpire.cli.output import confirm

        with app.open_store() as store:
            row = store.find(match)
        confirm(
            f"End {row.id} ({', '.join(row.players)}) without a result?",
            denied=f"{row.id} goes on.",
            unanswered="nobody answered: add --yes to end it without being asked.",
            err=True,
        )
    _speak(app, match, UMPIRE, "void", as_json=as_json)


@_command()
def close() -> Statement:
    """Make the result of a finished MATCH final: after that nothing can be taken back.

    The board then shows the seed and the head of the log. 'umpire watch' closes a match by itself
    10 minutes after its end.

    \b
    Example:
      umpire close denizens-of-tartarus-1
    """
    return UMPIRE, "close"


@_command(_TEXT, ignore_unknown_options=True)
def note(text: tuple[str, ...]) -> Statement:
    """Add TEXT to the log of a MATCH; it changes nothing, and players do not see it.

    Give - instead of TEXT to read it from standard input.

    \b
    Example:
      umpire note denizens-of-tartarus-1 Bo wrote in the chat: phone battery empty.
    """
    return UMPIRE, f"note {_words(text)}"


def _words(text: tuple[str, ...]) -> str:
    """Return the words as one text; for a lone dash, the text on standard input."""
    if text != ("-",):
        return " ".join(text)
    return sys.stdin.buffer.read(_MOST).decode("utf-8", "replace").strip()
