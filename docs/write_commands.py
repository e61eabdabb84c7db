"""Write docs/commands.md from the commands' own help texts: `python docs/write_commands.py`."""

from pathlib import Path

import click
from click.testing import CliRunner

from umpire.cli import COMMANDS, cli

PAGE = Path(__file__).with_name("commands.md")

_TOP = """# The commands

Made from the program's own help by `python docs/write_commands.py`; a test compares.

## Completion

Pressing Tab completes commands and options, and the names of games, matches and leagues. Add one line to
the file that your shell reads at its start:

| shell | file | line |
| --- | --- | --- |
| bash | `~/.bashrc` | `eval "$(_UMPIRE_COMPLETE=bash_source umpire)"` |
| zsh | `~/.zshrc` | `eval "$(_UMPIRE_COMPLETE=zsh_source umpire)"` |
| fish | `~/.config/fish/completions/umpire.fish` | `_UMPIRE_COMPLETE=fish_source umpire \\| source` |

## Exit codes

Exit codes are the same in all of them, and the same fault has the same code everywhere:

| code | when |
| --- | --- |
| 0 | done |
| 1 | something was found wrong: a match refuses it (it is closed, nobody is asked, the rules forbid it), a server or the log cannot be used, a log differs, a check of `doctor` fails |
| 2 | used wrongly: no such command, option, game, match, player or file; something that no match could carry out, such as `undo 0`; invalid options or an invalid header |
"""  # noqa: E501 (a row of a table is a line)


def page() -> str:
    """Return the page: the help of `umpire` and of each command."""
    return "\n".join([_TOP, _section("umpire", ["--help"]), *map(_command_section, COMMANDS)])


def _command_section(name: str) -> str:
    command = cli.get_command(click.Context(cli), name)
    parts = [[name], *([name, part] for part in getattr(command, "commands", ()))]
    return "\n".join(_section(f"umpire {' '.join(words)}", [*words, "--help"]) for words in parts)


def _section(title: str, arguments: list[str]) -> str:
    shown = CliRunner().invoke(cli, arguments, prog_name="umpire", terminal_width=80)
    return f"## `{title}`\n\n```text\n{shown.output.rstrip()}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
