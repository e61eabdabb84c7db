"""Write docs/commands.md from the commands' own help texts: `python docs/write_commands.py`."""

from pathlib import Path

from click.testing import CliRunner

from umpire.cli import COMMANDS, cli

PAGE = Path(__file__).with_name("commands.md")

_TOP = """# The commands

Made from the program's own help by `python docs/write_commands.py`; a test compares.
Exit codes: 0 done, 1 something was found wrong, 2 used wrongly.
"""


def page() -> str:
    """Return the page: the help of `umpire` and of each command."""
    return "\n".join([_TOP, _section("umpire", ["--help"]), *map(_command_section, COMMANDS)])


def _command_section(name: str) -> str:
    return _section(f"umpire {name}", [name, "--help"])


def _section(title: str, arguments: list[str]) -> str:
    shown = CliRunner().invoke(cli, arguments, prog_name="umpire", terminal_width=80)
    return f"## `{title}`\n\n```text\n{shown.output.rstrip()}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
