"""What the commands that make matches share: where they are played, their headers, the making."""

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click
from click.core import ParameterSource

from umpire import catalogue
from umpire.cli.choice import Choice
from umpire.cli.live import DEFAULT_SERVER
from umpire.cli.options import read_options
from umpire.cli.steps import Steps
from umpire.errors import UsageError
from umpire.hosting.creation import CreatedMatch, MatchRequest, create_match, half_made, made_before
from umpire.json_types import JsonObject
from umpire.match import BadHeader, Header, read_header
from umpire.sheets.account import Account
from umpire.store import Store

UPDATE_ON_GOOGLE = 3
"""How many seconds longer every limit is on Google, if the options do not say."""

FOR_GOOGLE = ("share", "notify", "private_board", "board", "table", "console", "credentials")
"""The options that only a match on Google has."""

C = TypeVar("C", bound=Callable[..., object])

_HOSTING = (
    click.option("--no-clock", is_flag=True, help="Play with no time limits at all."),
    click.option(
        "--no-cut",
        is_flag=True,
        help="Begin at once: let no player cut the deck, and wait for nobody.",
    ),
    click.option(
        "--on",
        "host",
        type=Choice(["local", "google"]),
        default="local",
        show_default=True,
        help="Whose spreadsheets to play in: the local server's, or Google's.",
    ),
    click.option(
        "--server", default=DEFAULT_SERVER, show_default=True, help="The local sheets server."
    ),
    click.option(
        "--template",
        type=click.Path(file_okay=False, path_type=Path),
        help="A folder with a template of your own, instead of the game's.",
    ),
    click.option(
        "--share",
        multiple=True,
        metavar="PLAYER=EMAIL",
        help="On Google: a player's account, such as Ana=ana@example.org; once for each player.",
    ),
    click.option("--notify", is_flag=True, help="On Google: let it send mails to whom you let in."),
    click.option(
        "--private-board",
        is_flag=True,
        help="On Google: show the board to the players alone, not to whoever has its link.",
    ),
)


def hosting_options(command: C) -> C:
    """Add the options that tell how a match is played, where, and who is let in."""
    for option in reversed(_HOSTING):
        command = option(command)
    return command


def check_host(ctx: click.Context, host: str) -> None:
    """Raise UsageError for an option of the other host."""
    others = FOR_GOOGLE if host == "local" else ("server",)
    for name in others:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = f"--{name.replace('_', '-')}"
            if host == "local":
                raise UsageError(f"{option} is for a match on Google: add --on google.")
            raise UsageError(f"{option} is for a match on the local server: leave it out.")


def server_address(server: str) -> str:
    """Return a server's address without a path. Raises UsageError if it is none."""
    address = server.rstrip("/")
    if re.fullmatch(r"https?://[\w.-]+(:\d{1,5})?", address, re.ASCII) is None:
        raise UsageError(f"--server {server!r} is no address: write it like {DEFAULT_SERVER}.")
    return address


def new_header(
    game: str, players: str, options: str, *, clock: bool, cut: bool = False, update: float = 0
) -> Header:
    """Return the header of a new match. Raises UsageError naming what is wrong.

    `cut` and `update` are what stand for the options of those names where they are not given.
    """
    names = [name.strip() for name in players.split(",")]
    return header_for(game, names, read_options(options), clock=clock, cut=cut, update=update)


def header_for(
    game: str,
    players: Sequence[str],
    given: JsonObject,
    *,
    clock: bool,
    cut: bool = False,
    update: float = 0,
    refusal: str = "the match cannot be made",
) -> Header:
    """Return the header of a new match of these players, as `new_header` does.

    `refusal` is what the sentence says first that tells what is wrong.
    """
    if cut:
        given = {"cut": True, **given}
    if update:
        given = {"update": update, **given}
    if not clock:
        given = {**given, "clock": False}
    line = {
        "umpire": 1,
        "game": catalogue.find_game(game).id,
        "players": [*players],
        "options": given,
    }
    with options_checked(refusal):
        return read_header(json.dumps(line), catalogue.games())


@contextmanager
def options_checked(refusal: str) -> Iterator[None]:
    """Say which of the names and options that the command line was given is wrong, and how."""
    try:
        yield
    except BadHeader as error:
        where = "--players" if error.field.startswith("players") else error.field
        problem = error.problem.removesuffix(".")
        raise UsageError(f"{refusal}: {where}: {problem}.") from error


def make(
    store: Store,
    request: MatchRequest,
    connect: Callable[[], tuple[Account, ...]],
    taken: Steps,
    say: Callable[[str], None],
    *,
    anew: bool,
) -> CreatedMatch:
    """Make the match, or finish it, or find it made by a command that ended before it told."""
    before = made_before(store, request)
    if before is not None and not anew:
        say(f"{before.row.id} had been made, and its links perhaps not told: here they are.")
        return before
    if before is not None:
        store.unfinished.drop(before.row.id)
    first, *further = taken.attempt(connect)
    request = replace(request, further=tuple(account.email for account in further))
    half = half_made(store, request)
    if half is not None:
        doing = "is given up and made anew" if anew else "is half made and is finished now"
        say(f"{half.id} {doing}.")
    with closing(first.open()) as sheets:
        return create_match(
            *(store, sheets, first.email, request, time.time()),
            anew=anew,
            untold=True,
            attempt=taken.attempt,
            tell=taken.tell,
        )
