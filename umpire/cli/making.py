"""What the commands that make matches share: hosting options, headers, and the making itself."""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from umpire import catalogue
from umpire.cli.commands.defaults import DEFAULT_SERVER
from umpire.cli.links import links_of
from umpire.cli.live import connections
from umpire.cli.players import read_emails
from umpire.cli.steps import steps, steps_at
from umpire.errors import UsageError
from umpire.hosting.creation import (
    CreatedMatch,
    MatchRequest,
    check_matches,
    create_match,
    half_made,
    made_before,
)
from umpire.hosting.retry import Tell, retry
from umpire.json_types import JsonObject
from umpire.match import BadHeader, Header
from umpire.match.header import parse_header
from umpire.sheets.account import Connect
from umpire.store import GOOGLE, Fixture, Store
from umpire.store.records import Addresses, bots_named

_UPDATE_ON_GOOGLE = 3
"""How many seconds are added to every limit on Google, unless the options say otherwise."""

_ELSEWHERE = "; if 'umpire serve' runs already, add --server with the address that it has printed"


@dataclass(frozen=True, slots=True)
class HostingOptions:
    """The command line's options on how and where matches are played, and who is let in."""

    no_clock: bool
    no_cut: bool
    host: str
    server: str
    template: Path | None
    share: tuple[str, ...]
    notify: bool
    private_board: bool

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
        """Return the request for a match; `among` are the players whose accounts may be given.

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
            bots=bots_named(header.players),
        )


def server_address(server: str) -> str:
    """Return a server's address without a path. Raises UsageError."""
    address = server.rstrip("/")
    if re.fullmatch(r"https?://[\w.-]+(:\d{1,5})?", address, re.ASCII) is None:
        raise UsageError(f"--server {server!r} is not an address: write it like {DEFAULT_SERVER}.")
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

    The error begins with `refusal`. Without `clock` none runs, whatever the options say.
    """
    line = {
        "umpire": 1,
        "game": catalogue.find_game(game).id,
        "players": [*players],
        "options": options if clock else {**options, "clock": False},
    }
    with options_checked(refusal):
        return parse_header(line, catalogue.games())


@contextmanager
def options_checked(refusal: str) -> Iterator[None]:
    """Turn BadHeader into UsageError: which name or option is wrong, and why."""
    try:
        yield
    except BadHeader as error:
        where = "--players" if error.field.startswith("players") else error.field
        problem = error.problem.removesuffix(".")
        raise UsageError(f"{refusal}: {where}: {problem}.") from error


def check_requests(
    folder: Path, requests: Sequence[MatchRequest], credentials: Path | None
) -> None:
    """Check that matches can be made, all on one server, before anything is kept of them.

    Raises UsageError for one that cannot be, and UmpireError if the server does not answer.
    """
    if requests:
        with steps_at(connections(folder, credentials), requests[0].server) as at:
            check_matches(at.sheets, at.accounts[0], requests, at.attempt)


def make_matches(
    store: Store,
    folder: Path,
    requests: Sequence[MatchRequest],
    credentials: Path | None,
    *,
    quiet: bool,
    anew: bool = False,
) -> Iterator[tuple[CreatedMatch, Addresses]]:
    """Make or finish matches; yield each with its links, to be printed before the next is made.

    A match that was made but whose links were perhaps never printed is yielded again. Unless
    `quiet`, say what happens to a match that was begun earlier.
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
            say(
                f"{made.row.id} was made before, perhaps without showing you its links. Here they "
                "are."
            )
        yield made, links_of(made.hosting, folder)
        store.unfinished.drop(made.row.id)


def _make(
    store: Store, request: MatchRequest, connect: Connect, say: Tell, *, anew: bool
) -> CreatedMatch:
    again = "run the same command again" + (" without --anew" if anew else "")
    elsewhere = "" if request.on_google else _ELSEWHERE
    nearby = not request.on_google
    with steps(nearby=nearby, again=again, elsewhere=elsewhere) as (attempt, tell):
        first, *further = attempt(partial(connect, request.server))
        half = half_made(store, request)
        if half is not None:
            doing = (
                "was only half made: it is given up, and a new one is made"
                if anew
                else "was only half made and is now finished"
            )
            say(f"{half.id} {doing}.")
        return create_match(
            *(store, first, replace(request, further=tuple(one.email for one in further))),
            time.time(),
            anew=anew,
            untold=True,
            attempts=partial(retry, nearby=nearby),
            tell=tell,
        )
