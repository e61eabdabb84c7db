"""Options that several commands share."""

from collections.abc import Callable
from functools import wraps
from math import isfinite
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from umpire.cli.choice import Choice
from umpire.cli.commands.defaults import DEFAULT_PORT, DEFAULT_SERVER
from umpire.errors import UsageError

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")

yes_option = click.option("--yes", is_flag=True, help="Do not ask.")

options_option = click.option(
    "--options",
    default="{}",
    help="The game's options: JSON, or a file of JSON or TOML.",
)

players_option = click.option(
    "--players", help="The players' names in seat order, separated by commas."
)

credentials_option = click.option(
    "--credentials",
    envvar="UMPIRE_CREDENTIALS",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of a sign-in to Google or of a service account's key (default: gspread's).",
)

TERMINAL: Final = Path("-")
"""The path that means standard output."""


def output_option(help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option -o; `help_text` is its help."""
    file = click.Path(dir_okay=False, allow_dash=True, path_type=Path)
    help_text = f"{help_text} (default: standard output)."
    return click.option("-o", "--output", type=file, default=TERMINAL, help=help_text)


def port_option(help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option --port, with this help, of a command that runs the local server."""
    ports, help_text = click.IntRange(0, 65535), f"{help_text}; 0 takes any free port."
    return click.option(
        "--port", type=ports, default=DEFAULT_PORT, show_default=True, help=help_text
    )


class Seconds(click.FloatRange):
    """A finite number of seconds in a range."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number. Anything else is wrong usage."""
        seconds: float = super().convert(value, param, ctx)
        if not isfinite(seconds):
            self.fail(f"{value} is not a number of seconds.", param, ctx)
        return seconds


_HOSTING = (
    click.option("--no-clock", is_flag=True, help="Play without any time limits."),
    click.option(
        "--no-cut",
        is_flag=True,
        help="Begin at once: do not wait for the players to cut the deck.",
    ),
    click.option(
        "--on",
        "host",
        type=Choice(["local", "google"]),
        default="local",
        show_default=True,
        help="Where to make the spreadsheets: on the local server or on Google.",
    ),
    click.option(
        "--server", default=DEFAULT_SERVER, show_default=True, help="The local sheets server."
    ),
    click.option(
        "--template",
        type=click.Path(file_okay=False, path_type=Path),
        help="A folder with your own template, instead of the game's.",
    ),
    click.option(
        "--share",
        multiple=True,
        metavar="PLAYER=EMAIL",
        help="On Google: a player's account, such as Ana=ana@example.org; repeat it for each "
        "player.",
    ),
    click.option("--notify", is_flag=True, help="On Google: e-mail everyone whom you let in."),
    click.option(
        "--private-board",
        is_flag=True,
        help="On Google: show the board only to the players, not to anyone with its link.",
    ),
)
"""The options for how and where matches are played, and who has access.

Each is a field of `umpire.hosting.match_requests.HostingOptions`.
"""

_FOR_GOOGLE = ("share", "notify", "private_board", "board", "table", "console", "credentials")
"""The options that are only for a match on Google."""


def hosting_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the hosting options, the fields of `HostingOptions`, to a command."""

    @wraps(command)
    def with_hosting(*context: Any, **values: Any) -> None:
        _check_host(click.get_current_context(), values["host"])
        command(*context, **values)

    for option in reversed(_HOSTING):
        with_hosting = option(with_hosting)
    return with_hosting


def _check_host(ctx: click.Context, host: str) -> None:
    """Raise UsageError for an option that is for the other host."""
    others = _FOR_GOOGLE if host == "local" else ("server",)
    for name in others:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = f"--{name.replace('_', '-')}"
            if host == "local":
                raise UsageError(f"{option} is for a match on Google: add --on google.")
            raise UsageError(f"{option} is for a match on the local server: leave it out.")
