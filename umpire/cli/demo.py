"""`umpire demo`: run the local server, a match on it, and the daemon in one command."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Self

import click

from umpire.catalogue import find_game
from umpire.cli.browser import has_windows, link_opener
from umpire.cli.commands.defaults import BOTS_PACE
from umpire.cli.greeting import how_to_play
from umpire.cli.links import links_told
from umpire.cli.live import connections
from umpire.cli.making import header_for
from umpire.cli.options import read_options
from umpire.cli.places import Places, places
from umpire.cli.serve import local_server
from umpire.cli.watch import stopped_by_signals
from umpire.errors import UmpireError, UsageError
from umpire.games.text import listed
from umpire.hosting.creation import MatchRequest, create_match
from umpire.match import Header
from umpire.showing.links import list_links
from umpire.store import Hosting, MatchRow, Store
from umpire.store.records import USUAL_PACE, BotSeat, change_seats

PLAYERS = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana", "Ivo", "Jo")
"""The players' names where none are given: as many as the game needs."""

_CLOSED_AT_ONCE = ("--close-after", "0")
_COMPANY = 2
"""The fewest players in a game that could be played alone, unless the command says otherwise."""
_WATCH = "Bots play: watch the board, or look over a player's shoulder."
_NO_HURRY = "No clock runs, so take your time. Add --clock to play with the game's limits."
_LOOK = 0.3
_PATIENCE = 15.0
_MOST_FAILURES = 3
_UMPIRED_AT_ONCE = 2
"""The last match of a demo and the one before, whose replay is perhaps not yet made."""


def run(
    ctx: click.Context,
    game: str,
    players: int | None,
    bots: bool,
    against_bots: bool,
    until_over: bool,
    no_browser: bool,
    port: int,
    options: str,
    clock: bool | None,
    pace: float | None,
    level: int,
) -> None:
    """Run the server, a match on it and the daemon, until all is over or stopped."""
    kept = places(ctx)
    folder = kept.folder()
    names = _names(game, players)
    given = read_options(options)
    if clock is None:
        clock = bots or given.get("clock") is True
    with (
        stopped_by_signals() as stop,
        kept.open_store() as store,
        local_server(folder, port) as server,
        link_opener(folder) as browse,
    ):
        port = server.port
        header = header_for(game, names, given, clock=clock)
        people = () if bots else names[:1] if against_bots else names
        pace = (BOTS_PACE if bots else USUAL_PACE) if pace is None else pace
        seats = _bot_seats(header, people, level=level, pace=pace)
        row = _make_match(store, folder, MatchRequest(header, server.base_url, bots=seats))
        hosting = store.hosting(row.id)
        alone = row.players[0] if against_bots else None
        _tell_links(row, hosting, alone, None if no_browser else browse)
        click.echo(_how_to_play(row, alone) if not bots else _WATCH)
        home = replace(kept, home=str(folder))
        is_shown = server.service.is_shown
        with Demo(store, home, row, is_shown, to_the_end=bots or until_over) as matches:
            while not stop.wait(_LOOK) and not matches.look():
                continue
            row = matches.played
        _tell_end(store, row.id, kept.program, port)
        if not until_over and not stop.is_set():
            click.echo("Its sheets stay open in the browser. Press Ctrl-C to end.")
            server.wait(stop)


def _bot_seats(
    header: Header, people: Sequence[str], *, level: int, pace: float
) -> tuple[BotSeat, ...]:
    """Return the seats of all but these people; where only bots play, one directs too."""
    bots = [seat for seat, player in enumerate(header.players) if player not in people]
    if not people and find_game(header.game).is_directed:
        bots.append(len(header.players))
    return tuple(BotSeat(seat, level, pace) for seat in bots)


class Daemon:
    """`umpire watch` as a process of its own, started again if it dies.

    It ends with this process, which then closes the other end of its standard input.
    """

    def __init__(self, kept: Places, row: MatchRow, *, to_the_end: bool) -> None:
        self._command = [sys.executable, "-P", "-m", "umpire", "watch", row.id, "--with-parent"]
        self._command += _CLOSED_AT_ONCE
        self._command += ["--until-over"] if to_the_end else ["--rematches"]
        self._environment = {**os.environ, **kept.environment()}
        self._failures = 0
        self._start()

    def end(self) -> None:
        """Let it pause what it umpires, and end."""
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        _close(self._process)

    def has_finished(self) -> bool:
        """Return whether it has nothing left to do; start it again if it has died.

        Raises UmpireError if it keeps failing.
        """
        code = self._process.poll()
        if code is None or code == 0:
            return code == 0
        failed = code > 0 and time.monotonic() - self._started < _PATIENCE
        self._failures = self._failures + 1 if failed else 0
        if self._failures == _MOST_FAILURES:
            raise UmpireError("the daemon keeps failing: see its messages above.")
        _close(self._process)
        self._start()
        return False

    def _start(self) -> None:
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, env=self._environment
        )


class Demo:
    """The matches of a demo, one after the other, each with its daemon.

    Unless the demo goes `to_the_end` of the first one only, the next match is made once one is
    closed, with the seats exchanged, and everybody's link opens it beside the one before. It begins
    when somebody opens its page: `is_shown` tells whether that of a spreadsheet is open. What
    nobody has played is deleted at the end.
    """

    def __init__(
        self,
        store: Store,
        kept: Places,
        row: MatchRow,
        is_shown: Callable[[str], bool],
        *,
        to_the_end: bool,
    ) -> None:
        self._store = store
        self._kept = kept
        self._is_shown = is_shown
        self._to_the_end = to_the_end
        self._rows = [row]
        self._next: MatchRow | None = None
        self._daemons = [Daemon(kept, row, to_the_end=to_the_end)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for daemon in self._daemons:
            daemon.end()
        for row in (*self._rows, self._next):
            if row is not None and not self._is_played(row):
                self._delete(row)

    @property
    def played(self) -> MatchRow:
        """The last match that somebody has played, or the first one."""
        return next(row for row in reversed(self._rows) if self._is_played(row))

    def look(self) -> bool:
        """Make or begin the next match if it is time; return whether all is over."""
        finished = [daemon.has_finished() for daemon in self._daemons]
        if self._next is not None:
            if self._is_asked_for(self._next):
                self._begin(self._next)
        elif not self._to_the_end and self._store.find(self._rows[-1].id).status == "closed":
            self._next = self._make_after(self._rows[-1])
        return finished[-1]

    def _make_after(self, last: MatchRow) -> MatchRow:
        hosting = self._store.hosting(last.id)
        assert hosting.server is not None
        header = Header(last.game, (*last.players[1:], last.players[0]), last.options)
        links = change_seats(hosting.links, last.players, header.players)
        bots = tuple(bot._replace(seat=(bot.seat - 1) % len(last.players)) for bot in last.bots)
        request = MatchRequest(header, hosting.server, links=links, bots=bots)
        return _make_match(self._store, self._kept.folder(), request)

    def _is_asked_for(self, row: MatchRow) -> bool:
        spreadsheets = self._store.hosting(row.id).spreadsheets.values()
        return any(map(self._is_shown, spreadsheets))

    def _begin(self, row: MatchRow) -> None:
        """Umpire a match; the pages of the one before the last stay as they are."""
        self._rows.append(row)
        self._next = None
        self._daemons.append(Daemon(self._kept, row, to_the_end=False))
        for daemon in self._daemons[:-_UMPIRED_AT_ONCE]:
            daemon.end()
        self._daemons = self._daemons[-_UMPIRED_AT_ONCE:]

    def _is_played(self, row: MatchRow) -> bool:
        if row is self._rows[0]:
            return True
        return any(line.by in row.people for line in self._store.lines(row.id))

    def _delete(self, row: MatchRow) -> None:
        hosting = self._store.hosting(row.id)
        assert hosting.server is not None
        (account,) = connections(self._kept.folder())(hosting.server)
        with closing(account.open()) as sheets:
            for spreadsheet in hosting.spreadsheets.values():
                sheets.trash(spreadsheet)
        self._store.delete(row.id)


def _close(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin is not None:
        process.stdin.close()


def _names(game: str, count: int | None) -> Sequence[str]:
    """Return that many names. Raises UsageError if the game does not allow that many players."""
    found = find_game(game)
    least, most = found.seats[0], found.seats[-1]
    if count is None:
        count = max(least, min(most, _COMPANY))
    if not least <= count <= most:
        allowed = f"{least} to {most}" if most > least else f"{least}"
        raise UsageError(f"{found.title} is for {allowed} players, not {count}.")
    return PLAYERS[:count]


def _make_match(store: Store, folder: Path, request: MatchRequest) -> MatchRow:
    (account,) = connections(folder)(request.server)
    row = create_match(store, account, request, time.time()).row
    store.shelve(row.id, "demo")
    return row


def _tell_links(
    row: MatchRow, hosting: Hosting, alone: str | None, browse: Callable[[str], None] | None
) -> None:
    """Print and open the links; a player who is `alone` against bots gets none to a bot's sheet."""
    lines = [line for line in list_links(hosting.addresses(), row.players) if line.label]
    if alone is not None:
        others = {seat for seat, player in enumerate(row.players) if player != alone}
        lines = [line for line in lines if line.owner not in others]
    click.echo(f"{row.id}: the links")
    click.echo("\n".join(links_told(lines)))
    if browse is not None and has_windows():
        for line in lines:
            if alone is None or line.label == alone:
                browse(line.address)


def _how_to_play(row: MatchRow, alone: str | None) -> str:
    everybody = f"You play {listed(row.players)}, each in its own window."
    hurry = "" if row.options.get("clock", True) else f"\n{_NO_HURRY}"
    told = how_to_play(row.game, on_google=False)
    return f"{f'You are {alone}.' if alone else everybody}\n{told}{hurry}"


def _tell_end(store: Store, match_id: str, umpire: str, port: int) -> None:
    row = store.find(match_id)
    outcome = row.outcome
    if outcome is None:
        click.echo(f"{row.id} is not over. To go on, run both of these at once:")
        click.echo(f"  {umpire} serve --port {port}")
        click.echo(f"  {umpire} watch {row.id}")
        return
    click.echo(f"{row.id} is over: {find_game(row.game).result(outcome)}.")
    click.echo(f"  {umpire} export {row.id} --format md    to read the match")
    click.echo(f"  {umpire} verify {row.id}                to check every judgement, hash and deal")
