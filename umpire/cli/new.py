"""`umpire new`: make a match, its sheets, its log and everybody's links."""

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import click
from click.core import ParameterSource

from umpire import catalogue
from umpire.cli.choice import Choice
from umpire.cli.greeting import HOW_TO_PLAY
from umpire.cli.guests import accounts, guests_told
from umpire.cli.links import links_of
from umpire.cli.live import (
    DEFAULT_SERVER,
    connections,
    credentials_option,
    google_base,
    json_option,
)
from umpire.cli.look_alikes import look_alikes
from umpire.cli.options import options_option, read_options
from umpire.cli.places import places
from umpire.cli.scripts import put
from umpire.cli.steps import Steps, read_emails, steps, whole_name
from umpire.errors import UsageError
from umpire.games.notation import printable, quoted
from umpire.json_types import JsonObject
from umpire.match import BadHeader, Header, read_header
from umpire.sheets.account import Account
from umpire.showing.spreadsheets import BOARD, CONSOLE, table_role
from umpire.store import GOOGLE, Store
from umpire.store.records import GOOGLE_DOCS
from umpire.watch.creation import CreatedMatch, MatchRequest, create_match, half_made, made_before

_ID = re.compile(r"[\w-]{20,}", re.ASCII)
_ID_IN_PATH = re.compile(r"/d/([\w-]{20,})(?:/|$)", re.ASCII)
_TABLE = re.compile(r"(?P<player>.+?)=(?P<spreadsheet>https?://.*|[\w-]+)", re.ASCII | re.DOTALL)
UPDATE_ON_GOOGLE = 3
"""How many seconds longer every limit is on Google, if the options do not say."""
_FOR_GOOGLE = ("share", "notify", "private_board", "board", "table", "console", "credentials")


@click.command("new")
@click.argument("game")
@click.option(
    "--players", required=True, help="The players' names in seat order, with commas between them."
)
@options_option
@click.option("--no-clock", is_flag=True, help="Play with no time limits at all.")
@click.option(
    "--no-cut",
    is_flag=True,
    help="Begin at once: let no player cut the deck, and wait for nobody.",
)
@click.option(
    "--on",
    "host",
    type=Choice(["local", "google"]),
    default="local",
    show_default=True,
    help="Whose spreadsheets to play in: the local server's, or Google's.",
)
@click.option(
    "--server", default=DEFAULT_SERVER, show_default=True, help="The local sheets server."
)
@click.option(
    "--template",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder with a template of your own, instead of the game's.",
)
@click.option(
    "--share",
    multiple=True,
    metavar="PLAYER=EMAIL",
    help="On Google: a player's account, such as Ana=ana@example.org; once for each player.",
)
@click.option("--notify", is_flag=True, help="On Google: let it send mails to whom you let in.")
@click.option(
    "--private-board",
    is_flag=True,
    help="On Google: show the board to the players alone, not to whoever has its link.",
)
@click.option(
    "--board", metavar="URL", help="On Google: a spreadsheet that you made, to be the board."
)
@click.option(
    "--table",
    multiple=True,
    metavar="PLAYER=URL",
    help="On Google: a spreadsheet that you made, to be a player's table.",
)
@click.option(
    "--console", metavar="URL", help="On Google: a spreadsheet that you made, to be your console."
)
@credentials_option
@click.option("--anew", is_flag=True, help="Give up what is half made of this match; begin again.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    players: str,
    options: str,
    no_clock: bool,
    no_cut: bool,
    host: str,
    server: str,
    template: Path | None,
    share: tuple[str, ...],
    notify: bool,
    private_board: bool,
    board: str | None,
    table: tuple[str, ...],
    console: str | None,
    credentials: Path | None,
    anew: bool,
    as_json: bool,
) -> None:
    """Make a match of a GAME: its spreadsheets, its log and everybody's links.

    Nothing runs, and nothing is dealt, before 'umpire watch'. Each player then cuts the deck first,
    by typing anything, and the match begins when all have. Give each player the link that bears
    their name and nobody else's: on the local server links are secrets, on Google each opens for
    its player's account. The board's may be given to anybody. On Google every
    limit is 3 seconds longer, for the board to be updated, unless the options say another 'update'.

    If something goes wrong half way, run the same command again: it finishes what it began, and
    makes nothing twice.

    \b
    Examples:
      umpire new denizens-of-tartarus --players Ana,Bo
      umpire new denizens-of-tartarus --players Ana,Bo --options '{"decider": "Bo"}'
      umpire new eighteenth-hell --players "Ana,Bo" --options match.toml --no-clock
      umpire new denizens-of-tartarus --players Ana,Bo --template my-tartarus
      umpire new devils-deal --players Ana,Bo --on google \\
          --share Ana=ana@example.org --share Bo=bo@example.org
    """
    update = UPDATE_ON_GOOGLE if host == "google" else 0
    header = new_header(game, players, options, clock=not no_clock, cut=not no_cut, update=update)
    for one, other in look_alikes(header.players):
        click.echo(
            f"umpire: {one!r} and {other!r} look alike: better make the match with other names.",
            err=True,
        )
    _check_host(ctx, host)
    base = google_base()
    request = MatchRequest(
        header,
        GOOGLE if host == "google" else _address(server),
        template,
        given=_given(header.players, board, table, console, base),
        emails=read_emails(share, header.players),
        is_open=not private_board,
        notify=notify,
    )
    folder = places(ctx).folder()
    again = "run the same command again" + (" without --anew" if anew else "")

    def say(sentence: str) -> None:
        if not as_json:
            click.echo(sentence)

    with places(ctx).open_store() as store, store.alone():
        with steps(nearby=not request.on_google, again=again) as taken:
            connect = partial(connections(folder, credentials), request.server)
            made = _made(store, request, connect, taken, say, anew=anew)
        links = links_of(made.hosting, folder)
        if as_json:
            put(_told(made, links))
        else:
            click.echo("\n".join(_lines(made, links)))
        store.unfinished.drop(made.row.id)


def _made(
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


def _told(made: CreatedMatch, links: dict[str, str]) -> JsonObject:
    row, warnings = made.row, list(made.warnings)
    told: JsonObject = {"id": row.id, "commitment": row.commitment, "links": links}
    if made.hosting.on_google:
        told |= {"accounts": accounts(made.hosting), "warnings": warnings}
    return told


def _lines(made: CreatedMatch, links: dict[str, str]) -> Iterator[str]:
    match_id = made.row.id
    yield f"{match_id} is made; run 'umpire watch {match_id}' to begin."
    widest = max(map(len, links))
    for who, link in links.items():
        yield f"  {who:<{widest}}  {link}"
    yield f"Send each player their link, and tell them:\n{HOW_TO_PLAY}"
    if made.row.options.get("cut"):
        yield "The first thing to write is anything at all: it cuts the deck."
    if made.hosting.on_google:
        yield from guests_told(match_id, made.row.players, made.hosting)
    yield from map(printable, made.warnings)


def _check_host(ctx: click.Context, host: str) -> None:
    """Raise UsageError for an option of the other host."""
    others = _FOR_GOOGLE if host == "local" else ("server",)
    for name in others:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = f"--{name.replace('_', '-')}"
            if host == "local":
                raise UsageError(f"{option} is for a match on Google: add --on google.")
            raise UsageError(f"{option} is for a match on the local server: leave it out.")


def _given(
    players: Sequence[str],
    board: str | None,
    tables: Sequence[str],
    console: str | None,
    base: str | None,
) -> dict[str, str]:
    """Return the spreadsheets that were made by hand, by role. Raises UsageError."""
    given: dict[str, str] = {}
    if board is not None:
        given[BOARD] = _spreadsheet(board, base)
    for text in tables:
        found = _TABLE.fullmatch(text)
        if found is None:
            raise UsageError(
                f"{quoted(text)} is no table: write it like {players[0]}={GOOGLE_DOCS}/..."
            )
        player = whole_name(found["player"], players)
        role = table_role(players.index(player))
        if role in given:
            raise UsageError(f"{player} is given two tables: give one.")
        given[role] = _spreadsheet(found["spreadsheet"], base)
    if console is not None:
        given[CONSOLE] = _spreadsheet(console, base)
    return given


def _spreadsheet(text: str, base: str | None) -> str:
    """Read a spreadsheet's id or address. Raises UsageError if it is neither."""
    hosts = {"docs.google.com", "drive.google.com", urlsplit(base or "").netloc}
    if _ID.fullmatch(text):
        return text
    try:
        address = urlsplit(text)
    except ValueError:
        address = urlsplit("")
    if address.scheme in ("http", "https") and address.netloc in hosts:
        found = _ID_IN_PATH.search(address.path)
        for spreadsheet in [found[1]] if found else parse_qs(address.query).get("id", []):
            if _ID.fullmatch(spreadsheet):
                return spreadsheet
    raise UsageError(
        f"{quoted(text)} is no spreadsheet on Google: give its address, such as "
        f"{GOOGLE_DOCS}/spreadsheets/d/.../edit."
    )


def _address(server: str) -> str:
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
    given = read_options(options)
    if cut:
        given = {"cut": True, **given}
    if update:
        given = {"update": update, **given}
    if not clock:
        given = {**given, "clock": False}
    line = {"umpire": 1, "game": catalogue.find_game(game).id, "players": names, "options": given}
    try:
        return read_header(json.dumps(line), catalogue.games())
    except BadHeader as error:
        raise UsageError(f"the match cannot be made: {str(error).removesuffix('.')}.") from error
