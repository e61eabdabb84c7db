"""The records of the store, as plain values."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from umpire.games.base import Outcome
from umpire.match import LOG_VERSION, Header, Status

GOOGLE = "google"
"""The `server` of a match whose spreadsheets are Google's."""

BOARD_LINK = "board"
"""The name, for people, of the link that opens the board for everyone."""

UMPIRE_LINK: Final = "umpire"
READER_LINK: Final = "reader"
"""The owners of the links to everything and to the board."""

LinkOwner: TypeAlias = int | Literal["umpire", "reader"]
"""The owner of a link: a player's seat, from 0, or a role."""

_BOT: Final = re.compile(r"-bot([1-5])")

GOOGLE_DOCS = "https://docs.google.com"
"""The address of Google's spreadsheets in a browser."""


Shelf = Literal["archive", "demo"]
"""A place for matches that are neither listed nor watched by default."""


class Fixture(NamedTuple):
    """A match's league and round; the round is None for a match outside the rounds."""

    league: str
    round: int | None = None


def fixture_columns(fixture: Fixture | None) -> dict[str, Any]:
    """Return a match's league and round, both None if it is in no league."""
    league, number = fixture or (None, None)
    return {"league": league, "round": number}


LEVELS: Final = range(1, 6)
"""The levels of bots; the lowest plays at random."""

USUAL_PACE = 3.0
"""About how many seconds a bot takes to answer, so that people can follow."""


class BotSeat(NamedTuple):
    """A seat that a bot plays, at a level and a pace: about how many seconds an answer takes.

    Seats count from 0. The seat after the players' is the umpire's, in a game that the umpire
    directs.
    """

    seat: int
    level: int
    pace: float = USUAL_PACE


def bot_name(name: str, level: int) -> str:
    """Return the name of a bot's player, which tells everybody the level of the bot."""
    return f"{name}-bot{level}"


def level_of(name: str) -> int | None:
    """Return the level of a bot by its player's name, None for a person."""
    level = _BOT.search(name, max(0, len(name) - len("-bot1")))
    return None if level is None else int(level[1])


def bots_named(players: Sequence[str]) -> tuple[BotSeat, ...]:
    """Return the seats of the players whose names are those of bots."""
    levels = enumerate(map(level_of, players))
    return tuple(BotSeat(seat, level) for seat, level in levels if level is not None)


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in the list of matches; `status` is its status after the last log line.

    `engine` is the version that adjudicates it. `started` and `ended` are RFC 3339 in UTC.
    `outcome` is known once the match is over, and `commitment` is that of the secret seed. A match
    on a `shelf` is listed and watched only on request. `fixture` is None if it is in no league.
    `bots` are the seats that bots play.
    """

    id: str
    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    status: Status
    engine: str
    started: str
    ended: str | None
    outcome: Outcome | None
    commitment: str
    shelf: Shelf | None = None
    fixture: Fixture | None = None
    bots: tuple[BotSeat, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether it is over, closed or not."""
        return self.status in ("over", "closed")

    @property
    def people(self) -> tuple[str, ...]:
        """The players that no bot plays."""
        seats = {bot.seat for bot in self.bots}
        return tuple(name for seat, name in enumerate(self.players) if seat not in seats)

    def closes_after(self, usual: float) -> float:
        """Return the seconds from its end to its closing. A match of bots is closed at once."""
        return usual if self.people else 0.0

    def header(self) -> Header:
        """Return the header of its log, without a seed: logged lines answer for chance."""
        header = Header(self.game, self.players, self.options)
        return log_header(header, self.id, self.engine, self.started, self.commitment)


def log_header(header: Header, match_id: str, engine: str, started: str, commitment: str) -> Header:
    """Return a header as the first line of a match's log, which never changes."""
    meta = {
        "id": match_id,
        "engine": engine,
        "started": started,
        "commitment": commitment,
        "log": LOG_VERSION,
    }
    return replace(header, meta=meta)


@dataclass(frozen=True, slots=True)
class LogLine:
    """One input of a match, accepted or rejected.

    `n` is the number that the line has in the exported script, where the header is line 1: a
    match's lines are numbered 2, 3, 4 and so on. `t` is in seconds on the match clock, `at` is
    the time in the world (RFC 3339, UTC, milliseconds). A bare line of time has neither `by` nor
    `say`. `code` and `error` are of rejected lines. `cell` tells where it was typed and `entry` in
    which row of its author's score sheet, from 0. `note` says why the umpire's program spoke by
    itself, such as pausing a match that it left. `seed` is that of fair dealing, on the line that
    closes the match. `hash` is chained to that of the line before.
    """

    n: int
    t: float | None
    by: str | None
    say: str | None
    at: str
    ok: bool
    code: str | None = None
    error: str | None = None
    cell: str | None = None
    entry: int | None = None
    note: str | None = None
    seed: str | None = None
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A processed row of a score sheet, typed or filled by an entry form.

    `seat` and `row` count from 0. The seat after the players' is the umpire's, whose score sheet is
    the console's column of commands. The rows of the seat after that are the console's workings.
    `value` is the JSON value of the cell when it was last read (of workings whether it was ticked),
    `answer` the text beside it, and `line` the number of its log line, None if it has none. `text`
    is the line of a form, None for a typed row. For a form `value` has the values of its cells by
    name, and is None once they have changed: this tells a new tick from one that was processed.
    """

    seat: int
    row: int
    value: Any
    answer: str
    line: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A link to the spreadsheet with this `role`.

    `tab` is the tab to open first, None for any. On the local server `secret` identifies whoever
    opens the link. On Google there is no secret, and `email` is the account with access, None while
    no account has it.
    """

    owner: LinkOwner
    role: str
    secret: str = field(default="", repr=False)
    tab: int | None = None
    email: str | None = None


def change_seats(
    links: Sequence[Link], before: Sequence[str], after: Sequence[str]
) -> tuple[Link, ...]:
    """Return the links of the same players in another seat order."""
    seats = {seat: after.index(player) for seat, player in enumerate(before)}
    return tuple(
        replace(link, owner=seats[link.owner]) if isinstance(link.owner, int) else link
        for link in links
    )


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses of all links.

    `players` has them by seat, and `umpire` by the role of the spreadsheet, in the order of use.
    `board` is None if no link is for everybody.
    """

    players: Mapping[int, str] = field(default_factory=dict)
    umpire: Mapping[str, str] = field(default_factory=dict)
    board: str | None = None

    def __bool__(self) -> bool:
        return bool(self.players or self.umpire or self.board)


@dataclass(frozen=True, slots=True)
class Hosting:
    """Where a match is played: the spreadsheets by role (such as `board`), and all links.

    `server` is the address of the local server, or GOOGLE; None if there is no spreadsheet.
    `template` is the folder of the match's own template, None for the game's.
    """

    server: str | None = None
    spreadsheets: dict[str, str] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    template: str | None = None

    @property
    def is_on_google(self) -> bool:
        """Whether the spreadsheets are on Google, where accounts open them and not secret links."""
        return self.server == GOOGLE

    def link(self, owner: LinkOwner) -> Link:
        """Return the first link of an owner, to their own spreadsheet."""
        return next(link for link in self.links if link.owner == owner)

    def addresses(self, opened_at: str | None = None) -> Addresses:
        """Return the addresses of all links.

        `opened_at` is the address of the spreadsheets for a browser, if it is not that of the
        server or of Google.
        """
        players: dict[int, str] = {}
        umpire: dict[str, str] = {}
        board = None
        for link in self.links if self.server else ():
            address = self._address(link, opened_at)
            match link.owner:
                case "umpire":
                    umpire[link.role] = address
                case "reader":
                    board = address
                case seat:
                    players[seat] = address
        return Addresses(players, umpire, board)

    def link_path(self, link: Link) -> str:
        """Return the part of an address on the local server after the secret."""
        return f"{self.spreadsheets.get(link.role, '')}{_tab(link)}"

    def _address(self, link: Link, opened_at: str | None) -> str:
        if self.is_on_google:
            spreadsheet = self.spreadsheets.get(link.role, "")
            return f"{opened_at or GOOGLE_DOCS}/spreadsheets/d/{spreadsheet}/edit{_tab(link)}"
        return f"{opened_at or self.server}/s/{link.secret}/{self.link_path(link)}"


def _tab(link: Link) -> str:
    return "" if link.tab is None else f"#gid={link.tab}"


@dataclass(frozen=True, slots=True)
class PendingMatch:
    """A match whose spreadsheets are being made, stored so that a second try can finish it.

    `players`, `options` and `hosting` are those that it will have. `hosting.spreadsheets` holds
    the spreadsheets that exist, and `handmade` the roles of those that were made by hand.
    `requested` are the roles of spreadsheets that were requested from the server: only a look there
    tells whether they exist. `seed` is secret, `started` RFC 3339.
    """

    id: str
    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: str = field(repr=False)
    started: str
    hosting: Hosting
    requested: tuple[str, ...] = ()
    handmade: tuple[str, ...] = ()
    fixture: Fixture | None = None
    bots: tuple[BotSeat, ...] = ()

    @property
    def handmade_spreadsheets(self) -> dict[str, str]:
        """The spreadsheets that were made by hand, by role."""
        return {role: self.hosting.spreadsheets[role] for role in self.handmade}

    @property
    def is_empty(self) -> bool:
        """Whether certainly nothing of it has been made yet."""
        return not self.requested and self.hosting.spreadsheets == self.handmade_spreadsheets


class MembershipChange(NamedTuple):
    """A player who joined or left a league after so many `rounds`."""

    player: str
    kind: Literal["joined", "left"]
    rounds: int


def has_left(player: str, changes: Iterable[MembershipChange]) -> bool:
    """Return whether a player has left the league and not joined again."""
    own = [change.kind for change in changes if change.player == player]
    return own[-1:] == ["left"]


@dataclass(frozen=True, slots=True)
class League:
    """A league: its players, its game and its rules.

    Commands use its `name`, and readers see its `title`. `players` are all who have ever played in
    it, and `changes` the later membership changes, oldest first. `options` are those of each match,
    and `rules` those of pairing and counting. `hosting` is the place of the spreadsheet with the
    standings, if there is one. `started` is RFC 3339.
    """

    name: str
    title: str
    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    rules: dict[str, Any]
    started: str
    hosting: Hosting = field(default_factory=Hosting)
    changes: tuple[MembershipChange, ...] = ()

    @property
    def active_players(self) -> tuple[str, ...]:
        """The players who have not left."""
        return tuple(player for player in self.players if not has_left(player, self.changes))


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of a `holder` to umpire a match until it `expires` (seconds since 1970).

    `t` is the match clock at the last heartbeat. The `token` of a released lease is None.
    """

    match_id: str
    token: str | None = field(repr=False)
    holder: str
    expires: float
    t: float

    @property
    def holder_text(self) -> str:
        """The holder in words: `process 4711 on eva-laptop`."""
        host, _, process = self.holder.rpartition("/")[0].rpartition("/")
        return f"process {process} on {host}" if host and process.isdecimal() else self.holder


@dataclass(frozen=True, slots=True)
class Command:
    """A command from a terminal to the daemon that umpires the match."""

    id: int
    match_id: str
    by: str
    say: str
    at: str


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """The daemon's answer to a command: whether it was accepted, and a sentence."""

    command: int
    ok: bool
    text: str
