"""The output of commands: text for people or JSON for programs, files, warnings and questions."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from umpire.cli.commands.parameters import TERMINAL
from umpire.errors import UmpireError, UsageError
from umpire.json_types import write_json


@dataclass(frozen=True, slots=True)
class Output:
    """The standard output of a command, in JSON for programs if `as_json`, else in text."""

    as_json: bool

    def show(self, document: Any, lines: Iterable[str], *, err: bool = False) -> None:
        """Print a document in JSON, or lines of text, these with `err` on standard error."""
        if self.as_json:
            print_json(document)
            return
        for line in lines:
            click.echo(line, err=err)

    def say(self, sentence: str) -> None:
        """Print a sentence for people only."""
        if not self.as_json:
            click.echo(sentence)


def print_json(value: Any, indent: int | None = None) -> None:
    """Print a value as JSON in UTF-8, on one line if there is no indent.

    A lone surrogate, which UTF-8 does not have, stays an escape.
    """
    line = write_json(value, indent)
    sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")


def warn(sentence: str) -> None:
    """Print a sentence on standard error, where it disturbs no JSON."""
    click.echo(f"umpire: {sentence}", err=True)


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows the current step on a terminal."""
    from rich.console import Console
    from rich.text import Text

    from umpire.games.text import printable

    console = Console(stderr=True)
    with console.status("") if console.is_terminal else nullcontext() as status:

        def show_step(sentence: str) -> None:
            if status is not None:
                status.update(Text(printable(sentence)))

        yield show_step


def confirm(question: str, *, denied: str, unanswered: str, err: bool = False) -> None:
    """Ask for confirmation. Raises UmpireError if it is denied, UsageError if nobody answers."""
    try:
        if not click.confirm(question, err=err):
            raise UmpireError(denied)
    except click.Abort:
        raise UsageError(unanswered) from None


def confirm_deletion(question: str) -> None:
    """Ask for confirmation of a deletion. Raises UmpireError or UsageError."""
    confirm(
        question,
        denied="nothing was deleted.",
        unanswered="nobody answered: add --yes to delete without being asked.",
    )


def write_output(output: Path, content: bytes, *, is_secret: bool = False) -> None:
    """Write the content; only its owner can read a file with a secret. Raises UmpireError."""
    from umpire.private_files import write_private  # most commands write no file

    if output == TERMINAL:
        sys.stdout.buffer.write(content)
        return
    try:
        write_private(output, content) if is_secret else output.write_bytes(content)
    except OSError as error:
        raise UmpireError(
            f"{output} cannot be written ({error.strerror}): name another file with -o."
        ) from error
