"""Turn the options of commands into requests for matches, and make the matches."""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from umpire import catalogue
from umpire.errors import UsageError
from umpire.games.names import did_you_mean
from umpire.games.text import quote
from umpire.hosting.accounts import LOCAL_SERVER, Warn, ignore
from umpire.hosting.creation import CreatedMatch, check_matches, create_match
from umpire.hosting.plan import MatchRequest
from umpire.hosting.players import read_emails, split_names, with_bots
from umpire.hosting.retry import retry
from umpire.hosting.steps import Progress, server_context, steps
from umpire.json_types import JsonObject
from umpire.match import BadHeader, Header
from umpire.match.header import parse_header
from umpire.sheets.account import Connect
from umpire.store import GOOGLE, Fixture, League, Store
from umpire.store.records import bots_named

_UPDATE_ON_GOOGLE = 3
"""How many seconds are added to every limit on Google, unless the options say otherwise."""

_ELSEWHERE = "; if 'umpire serve' runs already, add --server with the address that it has printed"


@dataclass(frozen=True, slots=True)
class HostingOptions:
    """The options of commands for how and where matches are played, and who has access."""

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
        """The server for the spreadsheets. Raises UsageError."""
        return GOOGLE if self.host == "google" else server_address(self.server)

    def header(self, game: str, players: Sequence[str], options: JsonObject) -> Header:
        """Return the header of a match. Raises UsageError naming what is wrong."""
        usual: JsonObject = {"update": _UPDATE_ON_GOOGLE} if self.host == "google" else {}
        if not self.no_cut:
            usual["cut"] = True
        return header_for(game, players, {**usual, **options}, clock=not self.no_clock)

    def header_of_new(
        self,
        game: str,
        players: str | None,
        league: League | None,
        options: JsonObject,
        *,
        bots: Sequence[str] = (),
    ) -> Header:
        """Return the header of a match, perhaps for a league, whose options count for it too.

        `players` are names separated by commas, None for all players of the league. `bots` are the
        texts that `with_bots` reads. Raises UsageError naming what is wrong.
        """
        if league is not None and catalogue.find_game(game).id != league.game:
            raise UsageError(
                f"the league {league.name} plays {league.game}: make a match of that game."
            )
        names = with_bots(_read_players(players, league), bots)
        return self.header(game, names, {**(league.options if league else {}), **options})

    def request(
        self,
        header: Header,
        among: Sequence[str],
        *,
        handmade: Mapping[str, str] | None = None,
        fixture: Fixture | None = None,
    ) -> MatchRequest:
        """Return the request for a match; `--share` may name only the players in `among`.

        Raises UsageError.
        """
        emails = read_emails(self.share, among)
        return MatchRequest(
            header,
            self.address,
            self.template,
            handmade=handmade or {},
            emails={player: emails[player] for player in header.players if player in emails},
            is_open=not self.private_board,
            notify=self.notify,
            fixture=fixture,
            bots=bots_named(header.players),
        )


def _read_players(text: str | None, league: League | None) -> list[str]:
    """Return the players of a new match in seat order. Raises UsageError."""
    if text is None:
        assert league is not None, "a command has either of the two"
        return list(league.active_players)
    names = split_names(text)
    for name in names:
        if league is not None and name not in league.active_players:
            raise UsageError(
                f"{quote(name)} does not play in the league {league.name}: write the name as "
                f"'umpire league' lists it.{did_you_mean(name, league.active_players)}"
            )
    return names


def server_address(server: str) -> str:
    """Return a server's address without a path. Raises UsageError."""
    address = server.rstrip("/")
    if re.fullmatch(r"https?://[\w.-]+(:\d{1,5})?", address, re.ASCII) is None:
        raise UsageError(f"--server {server!r} is not an address: write it like {LOCAL_SERVER}.")
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

    The error begins with `refusal`. Without `clock` no clock runs, whatever the options say.
    """
    line = {
        "umpire": 1,
        "game": catalogue.find_game(game).id,
        "players": [*players],
        "options": options if clock else {**options, "clock": False},
    }
    with explain_bad_options(refusal):
        return parse_header(line, catalogue.games())


@contextmanager
def explain_bad_options(refusal: str) -> Iterator[None]:
    """Turn a BadHeader into a UsageError that says which name or option is wrong, and why."""
    try:
        yield
    except BadHeader as error:
        where = "--players" if error.field.startswith("players") else error.field
        problem = error.problem.removesuffix(".")
        raise UsageError(f"{refusal}: {where}: {problem}.") from error


def check_requests(connect: Connect, requests: Sequence[MatchRequest], progress: Progress) -> None:
    """Check that matches on one server can be made, before anything about them is recorded.

    Raises UsageError if a match cannot be made, and UmpireError if the server does not answer.
    """
    if requests:
        with server_context(connect, requests[0].server, progress) as connection:
            check_matches(connection.sheets, connection.accounts[0], requests, connection.attempt)


def make_matches(
    store: Store,
    connect: Connect,
    requests: Sequence[MatchRequest],
    progress: Progress,
    *,
    say: Warn = ignore,
    anew: bool = False,
) -> Iterator[CreatedMatch]:
    """Make or finish matches; yield each, so that it is shown before the next one is made.

    A match that was made before, but perhaps never shown, is yielded again. `say` receives a
    sentence about a match that was begun before. With `anew` that match is given up.
    """
    for request in requests:
        unshown = next(filter(request.is_begun_in, store.pending_matches.unshown()), None)
        if unshown is not None and anew:
            store.pending_matches.drop(unshown.id)
        if unshown is None or anew:
            created = _make(store, request, connect, progress, say, anew=anew)
        else:
            say(
                f"{unshown.id} was made before, perhaps without showing you its links. Here they "
                "are."
            )
            created = CreatedMatch(store.find(unshown.id), store.hosting(unshown.id), ())
        yield created
        store.pending_matches.drop(created.row.id)


def _make(
    store: Store,
    request: MatchRequest,
    connect: Connect,
    progress: Progress,
    say: Warn,
    *,
    anew: bool,
) -> CreatedMatch:
    advice = "run the same command again" + (" without --anew" if anew else "")
    is_local = not request.on_google
    offline_advice = _ELSEWHERE if is_local else ""
    with steps(progress, is_local=is_local, advice=advice, offline_advice=offline_advice) as (
        attempt,
        show_step,
    ):
        first, *further = attempt(partial(connect, request.server))
        return create_match(
            store,
            first,
            replace(request, further=tuple(account.email for account in further)),
            time.time(),
            anew=anew,
            is_shown=False,
            attempts=partial(retry, is_local=is_local),
            show_step=show_step,
            say=say,
        )
