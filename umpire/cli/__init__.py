"""The command line: thin commands over the library, each imported only when it is called."""

import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

import umpire
from umpire.app_context import AppContext
from umpire.cli.groups import Group
from umpire.errors import UmpireError

COMMANDS = {
    "games": "List the games, or show everything about one game.",
    "new": "Make a match: its spreadsheets, its log and everybody's links.",
    "share": "Let players into a match on Google.",
    "unshare": "Take away a player's access to a match on Google.",
    "announce": "Announce matches in a chat, through a webhook.",
    "watch": "Umpire the running matches (the daemon).",
    "matches": "List the matches.",
    "status": "Show who every match is waiting for, or everything about one match.",
    "league": "Make a league, pair its rounds and show its standings.",
    "standings": "Show the standings of a league, or of all matches.",
    "say": "Enter a submission that came another way.",
    "pause": "Stop the match clock.",
    "resume": "Restart the match clock.",
    "extend": "Add seconds to a player's running time limit.",
    "undo": "Take back the last steps.",
    "forfeit": "Have a player forfeit the match.",
    "void": "End a match without a result.",
    "close": "Make the result of a finished match final.",
    "note": "Add a remark to the log.",
    "archive": "Put a match away, so that it is neither listed nor watched.",
    "delete": "Delete a match with its log and its spreadsheets.",
    "export": "Write a match to a file: to read, post, count or prove.",
    "verify": "Adjudicate logs again and check every line.",
    "adjudicate": "Adjudicate a script.",
    "view": "Show what one viewer may know at the end of a script.",
    "login": "Sign in to Google.",
    "logout": "Sign out of Google.",
    "template": "Write a game's template as workbooks, or as files to change.",
    "doctor": "Check this computer, the sign-in to Google, and matches.",
    "serve": "Run the local sheets server.",
    "demo": "Play or watch a whole match in the browser.",
}

_CONTROL = {"say", "pause", "resume", "extend", "undo", "forfeit", "void", "close", "note"}
"""The commands in `umpire.cli.commands.control`; each of the others has a module of its own."""

_LONGEST = 1500
"""The most characters of an error that are shown: it may quote a long text of the user's."""


class _LazyGroup(Group):
    """A group whose commands are in `umpire.cli.commands`, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = ("control", cmd_name) if cmd_name in _CONTROL else (cmd_name, "command")
        command = getattr(import_module(f"umpire.cli.commands.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(umpire.__version__, prog_name="umpire")
@click.option(
    "--home",
    envvar="UMPIRE_HOME",
    type=click.Path(file_okay=False),
    help="Where the log and the local sheets are kept (default: the platform's data folder).",
)
@click.option(
    "--store",
    envvar="UMPIRE_STORE",
    metavar="ADDRESS",
    help="The PostgreSQL database in which several hosts keep their log, such as "
    "postgresql://user@host/database (default: a file in the home folder).",
)
@click.pass_context
def cli(ctx: click.Context, home: str | None, store: str | None) -> None:
    """Umpire runs spreadsheet-hosted matches the way the best human umpire would.

    \b
    Try it, with no account:   umpire demo --bots
    See the games:             umpire games
    """
    ctx.obj = AppContext(home, store)


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line. An UmpireError is printed as one sentence and sets the exit code."""
    _open_streams()
    try:
        try:
            return cli.main(args=arguments, prog_name="umpire", standalone_mode=True)
        finally:
            sys.stdout.flush()
    except UmpireError as error:
        _fail(str(error), error.exit_code)
    except BrokenPipeError:  # the reader of the output has stopped reading
        _discard_output()
        sys.exit(1)
    except OSError as error:
        _discard_output()
        file = f" ({error.filename})" if error.filename else ""
        _fail(f"{error.strerror or error}{file}: put that right and try again.", 1)


def _open_streams() -> None:
    """Give a program that was started without standard input or output an empty one."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115 -- open to the end
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115


def _discard_output() -> None:
    """Discard what could not be written, or the interpreter would try again as it exits."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(sentence: str, exit_code: int) -> NoReturn:
    from umpire.games.text import printable

    click.echo(f"umpire: {printable(sentence, _LONGEST)}", err=True)
    sys.exit(exit_code)
