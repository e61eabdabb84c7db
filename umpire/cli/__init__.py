"""The command line: thin commands over the library, each loaded only when it is called."""

import sys
from importlib import import_module
from typing import Any

import click

import umpire
from umpire.errors import UmpireError

COMMANDS = {
    "games": "List the games, or show one game's options.",
    "new": "Make a match: its sheets, its log and everybody's links.",
    "watch": "Umpire the running matches: the daemon.",
    "matches": "List the matches.",
    "status": "Show what a match waits for, its clocks and links.",
    "say": "Enter a submission that came by another way.",
    "pause": "Stop the match clock.",
    "resume": "Restart the match clock.",
    "extend": "Add seconds to a player's running time limit.",
    "undo": "Take back the last steps.",
    "forfeit": "End the match against a player.",
    "note": "Write a remark into the log.",
    "export": "Write a match's log as Markdown, JSON or a script.",
    "verify": "Adjudicate a log again and check every hash.",
    "adjudicate": "Adjudicate a script.",
    "view": "Show what a viewer may know at the end of a script.",
    "serve": "Run the local sheets server.",
    "demo": "Host a whole match in the browser on the local server.",
}


class _LazyGroup(click.Group):
    """A group whose commands live in `umpire.cli.<name>` and are imported when called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"umpire.cli.{cmd_name}").command
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
@click.pass_context
def cli(ctx: click.Context, home: str | None) -> None:
    """Umpire runs spreadsheet-hosted matches the way the best human umpire would.

    \b
    Try it, with no account:   umpire demo --bots
    See what it can umpire:    umpire games
    """
    ctx.obj = home


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line; an error meant for people is one sentence and an exit code."""
    try:
        return cli.main(args=arguments, prog_name="umpire", standalone_mode=True)
    except UmpireError as error:
        click.echo(f"umpire: {error}", err=True)
        sys.exit(error.exit_code)
