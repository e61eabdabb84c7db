"""What the commands that make matches share: how they are hosted, their headers, the making."""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import wraps
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from umpire import catalogue
from umpire.cli.choice import Choice
from umpire.cli.links import links_of
from umpire.cli.live import DEFAULT_SERVER, connections
from umpire.cli.players import read_emails
from umpire.cli.steps import steps_at
from umpire.errors import UsageError
from umpire.hosting.creation import (
    CreatedMatch,
    MatchRequest,
    Tell,
    create_match,
    half_made,
    made_before,
)
from umpire.json_types import JsonObject
from umpire.match import BadHeader, Header
from umpire.match.header import header_of
from umpire.sheets.account import Connect
from umpire.store import GOOGLE, Fixture, Store

_UPDATE_ON_GOOGLE = 3
"""How many seconds longer every limit is on Google, if the options do not say."""

_FOR_GOOGLE = ("share", "notify", "private_board", "board", "table", "console", "credentials")
"""The options that only a match on Google has."""


def _option(*names: str, **settings: Any) -> Any:
    return field(metadata={"option": click.option(*names, **settings)})


@dataclass(frozen=True, slots=True)
class HostingOptions:
    """How matches are played, where, and who is let in, as the command line says."""

    no_clock: bool = _option("--no-clock", is_flag=True, help="Play with no time limits at all.")
    no_cut: bool = _option(
        "--no-cut",
        is_flag=True,
        help="Begin at once: let no player cut the deck, and wait for nobody.",
    )
    host: str = _option(
        "--on",
        "host",
        type=Choice(["local", "google"]),
        default="local",
        show_default=True,
        help="Whose spreadsheets to play in: the local server's, or Google's.",
    )
    server: str = _option(
        "--server", default=DEFAULT_SERVER, show_default=True, help="The local sheets server."
    )
    template: Path | None = _option(  # noqa: RUF009 -- a field, as field() makes them
        "--template",
        type=click.Path(file_okay=False, path_type=Path),
        help="A folder with a template of your own, instead of the game's.",
    )
    share: tuple[str, ...] = _option(
        "--share",
        multiple=True,
        metavar="PLAYER=EMAIL",
        help="On Google: a player's account, such as Ana=ana@example.org; once for each player.",
    )
    notify: bool = _option(
        "--notify", is_flag=True, help="On Google: let it send mails to whom you let in."
    )
    private_board: bool = _option(
        "--private-board",
        is_flag=True,
        help="On Google: show the board to the players alone, not to whoever has its link.",
    )

    @property
    def address(self) -> str:
        """Where the spreadsheets are made. Raises UsageError."""
        return GOOGLE if self.host == "google" else server_address(self.server)

    def header(self, game: str, players: Sequence[str], options: JsonObject) -> Header:
        """Return the header of a match. Raises UsageError naming what is wrong."""
        usual: JsonObject = {"update": _UPDATE_ON_GOOGLE} if self.host == "google" else {}
        if not self.no_cut:
            usual["cut"] = True
        return header_for(game, players, {**usual, **options}, clock=not self.no_clock)

    def request(
        self,
        header: Header,
        among: Sequence[str],
        *,
        given: Mapping[str, str] | None = None,
        fixture: Fixture | None = None,
    ) -> MatchRequest:
        """Return what is to be made; accounts may be told for all these players.

        Raises UsageError.
        """
        emails = read_emails(self.share, among)
        return MatchRequest(
            header,
            self.address,
            self.template,
            given=given or {},
            emails={player: emails[player] for player in header.players if player in emails},
            is_open=not self.private_board,
            notify=self.notify,
            fixture=fixture,
        )


def hosting_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say how a match is hosted, and hand them on as `hosting`."""
    own = fields(HostingOptions)

    @wraps(command)
    def with_hosting(**given: Any) -> None:
        hosting = HostingOptions(**{one.name: given.pop(one.name) for one in own})
        _check_host(click.get_current_context(), hosting.host)
        command(hosting=hosting, **given)

    for one in reversed(own):
        with_hosting = one.metadata["option"](with_hosting)
    return with_hosting


def _check_host(ctx: click.Context, host: str) -> None:
    """Raise UsageError for an option of the other host."""
    others = _FOR_GOOGLE if host == "local" else ("server",)
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


def header_for(
    game: str,
    players: Sequence[str],
    options: JsonObject,
    *,
    clock: bool,
    refusal: str = "the match cannot be made",
) -> Header:
    """Return the header of a new match. Raises UsageError naming what is wrong.

    `refusal` is what the sentence says first. Without `clock` none runs, whatever the options say.
    """
    line = {
        "umpire": 1,
        "game": catalogue.find_game(game).id,
        "players": [*players],
        "options": options if clock else {**options, "clock": False},
    }
    with options_checked(refusal):
        return header_of(line, catalogue.games())


@contextmanager
def options_checked(refusal: str) -> Iterator[None]:
    """Say which of the names and options that the command line was given is wrong, and how."""
    try:
        yield
    except BadHeader as error:
        where = "--players" if error.field.startswith("players") else error.field
        problem = error.problem.removesuffix(".")
        raise UsageError(f"{refusal}: {where}: {problem}.") from error


def make_matches(
    store: Store,
    folder: Path,
    requests: Sequence[MatchRequest],
    credentials: Path | None,
    *,
    quiet: bool,
    anew: bool = False,
) -> Iterator[tuple[CreatedMatch, dict[str, str]]]:
    """Make matches, or finish them; yield each with its links, to be told before the next is made.

    One that a command made and did not come to tell is told now. Unless it is `quiet`, it is said
    what becomes of one that was begun before.
    """
    say: Tell = (lambda _: None) if quiet else click.echo
    connect = connections(folder, credentials)
    for request in requests:
        made = made_before(store, request)
        if made is None or anew:
            if made is not None:
                store.unfinished.drop(made.row.id)
            made = _make(store, request, connect, say, anew=anew)
        else:
            say(f"{made.row.id} had been made, and its links perhaps not told: here they are.")
        yield made, links_of(made.hosting, folder)
        store.unfinished.drop(made.row.id)


def _make(
    store: Store, request: MatchRequest, connect: Connect, say: Tell, *, anew: bool
) -> CreatedMatch:
    again = "run the same command again" + (" without --anew" if anew else "")
    with steps_at(connect, request.server, again=again) as (sheets, accounts, attempt, tell):
        first, *further = accounts
        half = half_made(store, request)
        if half is not None:
            doing = "is given up and made anew" if anew else "is half made and is finished now"
            say(f"{half.id} {doing}.")
        return create_match(
            *(store, sheets, first, replace(request, further=tuple(further)), time.time()),
            anew=anew,
            untold=True,
            attempt=attempt,
            tell=tell,
        )
