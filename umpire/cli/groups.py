"""Groups of commands that suggest the right command or option for a wrong one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click


class Group(click.Group):
    """A group that suggests a command for a wrong one, and an option of any of its commands."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of this name. An unknown name is wrong usage."""
        commands = self.list_commands(ctx)
        if args[0] not in commands and not args[0].startswith("-"):
            ctx.fail(_unknown("command", args[0], commands))
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the group's own options."""
        with _suggest_options():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Read a command's options, and run it."""
        with _suggest_options():
            return super().invoke(ctx)


@contextmanager
def _suggest_options() -> Iterator[None]:
    try:
        yield
    except click.NoSuchOption as error:
        params = error.ctx.command.get_params(error.ctx) if error.ctx else []
        options = [name for param in params for name in param.opts if name.startswith("--")]
        sentence = _unknown("option", error.option_name, options)
        raise click.UsageError(sentence, error.ctx) from error


def _unknown(noun: str, word: str, words: list[str]) -> str:
    from umpire.games.names import did_you_mean  # only a wrong word needs them
    from umpire.games.text import printable  # only a wrong word needs them

    word = printable(word)
    return f"There is no {noun} {word!r}.{did_you_mean(word, words)}"
