"""`umpire demo`: run the local server, a match on it, and the daemon in one command."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import click

from umpire.catalogue import find_game
from umpire.cli.browser import has_windows, link_opener
from umpire.cli.completion import complete_game
from umpire.cli.greeting import ON_A_PAGE
from umpire.cli.links import links_told
from umpire.cli.live import connections
from umpire.cli.making import header_for
from umpire.cli.options import options_option, read_options
from umpire.cli.places import Places, places
from umpire.cli.players import USUAL_LEVEL
from umpire.cli.serve import local_server, port_option
from umpire.cli.watch import Seconds, stopped_by_signals
from umpire.errors import UmpireError, UsageError
from umpire.games.notation import listed
from umpire.hosting.creation import MatchRequest, create_match
from umpire.live.bots import Bot, UmpireBot
from umpire.live.mind import Mind
from umpire.live.planner import LOCAL
from umpire.match import Header
from umpire.sheets.client import local
from umpire.showing.links import list_links
from umpire.store import Hosting, MatchRow, Store
from umpire.store.records import change_seats
from umpire.thinking import LEVELS, seconds_of

_GAME = "denizens-of-tartarus"
PLAYERS = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana", "Ivo", "Jo")
"""The players' names where none are given: as many as the game needs."""

_CLOSED_AT_ONCE = ("--close-after", "0")
_BOTS_PACE = 1.5
_HUMAN_PACE = 3.0
_PERSONS_INTERVAL = 0.1
"""Seconds between two reads where somebody plays, who waits for what a click would send."""
_WORTH_A_THOUGHT = 0.05
"""In fewer seconds a bot chooses at random: no process is begun for so little."""
_COMPANY = 2
"""The fewest players in a game that could be played alone, unless the command says otherwise."""
_WATCH = "Bots play: watch the board, or look over a player's shoulder."
_NO_HURRY = "No clock runs, so take your time. Add --clock to play with the game's limits."
_LOOK = 0.2
_LOOK_AGAIN = 1.0
_PATIENCE = 15.0
_VAIN_STARTS = 3


@click.command("demo")
@click.argument("game", default=_GAME, shell_complete=complete_game)
@click.option("--players", type=int, help="How many play (default: as few as the game allows).")
@click.option("--bots", is_flag=True, help="Let bots play all seats to the end.")
@click.option("--against-bots", is_flag=True, help="Play the first seat yourself, against bots.")
@click.option("--until-over", is_flag=True, help="End when the match is over instead of at Ctrl-C.")
@click.option("--no-browser", is_flag=True, help="Print the links without opening them.")
@port_option("Where the sheets server listens on this machine")
@options_option
@click.option(
    "--clock/--no-clock",
    default=None,
    help="Play with the game's time limits, or without (default: with them only if bots play every "
    "seat).",
)
@click.option(
    "--pace",
    type=Seconds(min=0),
    help=f"About how many seconds a bot thinks (default: {_BOTS_PACE:g}, or {_HUMAN_PACE:g} "
    "against you).",
)
@click.option(
    "--level",
    type=click.IntRange(LEVELS[0], LEVELS[-1]),
    default=USUAL_LEVEL,
    show_default=True,
    help="How well bots play. 1 chooses at random; each level above 2 thinks twice as long as the "
    "one below.",
)
@click.pass_context
def command(
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
    """Host a match of a GAME in the browser, without any account.

    Runs the server and the daemon, and prints and opens everybody's links. You play every seat;
    with --against-bots only the first, and with --bots you watch. The sheets stay open until you
    press Ctrl-C; when a match is over, its page offers another one with the seats exchanged. The
    match is kept: go on with it by running 'umpire serve' and 'umpire watch'.

    \b
    Examples:
      umpire demo --bots
      umpire demo devils-deal --against-bots
      umpire demo devils-deal --against-bots --level 4
      umpire demo denizens-of-tartarus --clock --port 9000
      umpire demo arcanoid --players 4 --bots
      umpire demo box-within-a-box --bots --options '{"seconds_examine_boards": 0}'
    """
    if bots and against_bots:
        raise UsageError(
            "--bots leaves no seat for you, --against-bots does: give only one of them."
        )
    kept = places(ctx)
    folder = kept.folder()
    names = _names(game, players)
    given = read_options(options)
    if clock is None:
        clock = bots or given.get("clock") is True
    bench = _bench(bots=bots, against_bots=against_bots, pace=pace, level=level)
    with (
        stopped_by_signals() as stop,
        kept.open_store() as store,
        local_server(folder, port) as server,
        link_opener(folder) as browse,
    ):
        port = server.port
        header = header_for(game, names, given, clock=clock)
        row = _make_match(store, folder, MatchRequest(header, server.base_url))
        hosting = store.hosting(row.id)
        alone = row.players[0] if against_bots else None
        _tell_links(row, hosting, alone, None if no_browser else browse)
        click.echo(_how_to_play(row, alone) if not bots else _WATCH)
        to_the_end = bots or until_over
        home = replace(kept, home=str(folder))
        daemon = Daemon(home, row.id, bench.interval, until_over=to_the_end)
        with Rematches(store, home, row, bench) as rematches:
            with daemon, _playing(kept, row, hosting, bench):
                daemon.keep_alive(stop, (lambda: None) if to_the_end else rematches.look)
            row = rematches.played
        again = f"umpire --home {folder}" if kept.home else "umpire"
        _tell_end(store, row.id, again, port)
        if not until_over and not stop.is_set():
            click.echo("Its sheets stay open in the browser. Press Ctrl-C to end.")
            server.wait(stop)


@dataclass(frozen=True, slots=True)
class _Bench:
    """The bots: their first seat, how long they wait before they write, and think. In seconds."""

    first_seat: int | None
    least: float = 0.0
    most: float = 0.0
    thinks: float = 0.0

    def bots_among(self, players: Sequence[str]) -> Sequence[str]:
        """Return whose seats bots play: all, or those after the first player's at the start."""
        if self.first_seat is None:
            return ()
        return [player for player in players if player not in PLAYERS[: self.first_seat]]

    @property
    def interval(self) -> float:
        """The fewest seconds between two reads; where only bots play, less than a bot thinks."""
        if self.first_seat != 0:
            return _PERSONS_INTERVAL
        return min(LOCAL.floor, max((self.most + self.thinks) / 4, 0.02))


def _bench(*, bots: bool, against_bots: bool, pace: float | None, level: int) -> _Bench:
    if not bots and not against_bots:
        return _Bench(None)
    if pace is None:
        pace = _BOTS_PACE if bots else _HUMAN_PACE
    thinks = seconds_of(level, pace)
    least, most = (0.0, pace) if bots else (pace / 3, pace * 2 / 3)
    return _Bench(0 if bots else 1, max(0.0, least - thinks), max(0.0, most - thinks), thinks)


class Daemon:
    """`umpire watch` as a process of its own, started again if it dies.

    It ends with this process, which then closes the other end of its standard input.
    """

    def __init__(self, kept: Places, match_id: str, interval: float, *, until_over: bool) -> None:
        self._command = [sys.executable, "-P", "-m", "umpire", "watch", match_id, "--with-parent"]
        self._command += ["--interval", str(interval), *_CLOSED_AT_ONCE]
        self._command += ["--until-over"] if until_over else []
        self._environment = {**os.environ, **kept.environment()}
        self._process = self._start()

    def __enter__(self) -> "Daemon":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        _close(self._process)

    def keep_alive(self, stop: threading.Event, look: Callable[[], None] = lambda: None) -> None:
        """Return when it has finished or `stop` is set; meanwhile `look` every now and then.

        Raises UmpireError if it keeps failing.
        """
        started, in_vain = time.monotonic(), 0
        while not stop.wait(_LOOK):
            look()
            code = self._process.poll()
            if code == 0:
                return
            if code is None:
                continue
            in_vain = in_vain + 1 if code > 0 and time.monotonic() - started < _PATIENCE else 0
            if in_vain == _VAIN_STARTS:
                raise UmpireError("the daemon keeps failing: see its messages above.")
            _close(self._process)
            self._process, started = self._start(), time.monotonic()

    def _start(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(self._command, stdin=subprocess.PIPE, env=self._environment)


class Rematches:
    """Makes the next match of a demo, with the seats exchanged, once the last one is closed.

    Everybody's link opens it beside the one before. One that nobody has played is deleted at the
    end.
    """

    def __init__(self, store: Store, kept: Places, row: MatchRow, bench: "_Bench") -> None:
        self._store = store
        self._kept = kept
        self._bench = bench
        self._rows = [row]
        self._tables: list[ExitStack] = []
        self._looked = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for table in self._tables:
            table.close()
        if not self._is_played(self._rows[-1]):
            self._delete(self._rows[-1])

    @property
    def played(self) -> MatchRow:
        """The last match that somebody has played, or the first one."""
        return next((row for row in reversed(self._rows) if self._is_played(row)), self._rows[0])

    def look(self) -> None:
        """Make the next match if it is time, and open its tables; the last but one are cleared."""
        if time.monotonic() - self._looked < _LOOK_AGAIN:
            return
        self._looked = time.monotonic()
        last = self._rows[-1]
        if self._store.find(last.id).status != "closed":
            return
        hosting = self._store.hosting(last.id)
        assert hosting.server is not None
        header = Header(last.game, (*last.players[1:], last.players[0]), last.options)
        links = change_seats(hosting.links, last.players, header.players)
        request = MatchRequest(header, hosting.server, links=links)
        self._rows.append(_make_match(self._store, self._kept.folder(), request))
        self._tables.append(self._opened(self._rows[-1]))
        for table in self._tables[:-2]:
            table.close()
        self._tables = self._tables[-2:]

    def _opened(self, row: MatchRow) -> ExitStack:
        """Umpire a match, and let its bots play, until the stack is closed."""
        done = threading.Event()
        table = ExitStack()
        daemon = table.enter_context(
            Daemon(self._kept, row.id, self._bench.interval, until_over=False)
        )
        thread = threading.Thread(target=daemon.keep_alive, args=(done,), daemon=True)
        table.callback(thread.join, _PATIENCE)
        table.callback(done.set)
        thread.start()
        hosting = self._store.hosting(row.id)
        table.enter_context(_playing(self._kept, row, hosting, self._bench))
        return table

    def _is_played(self, row: MatchRow) -> bool:
        people = {*row.players} - {*self._bench.bots_among(row.players)}
        return row is self._rows[0] or any(line.by in people for line in self._store.lines(row.id))

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
    with closing(account.open()) as sheets:
        row = create_match(store, sheets, account.email, request, time.time()).row
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
    return f"{f'You are {alone}.' if alone else everybody}\n{ON_A_PAGE}{hurry}"


@contextmanager
def _playing(kept: Places, row: MatchRow, hosting: Hosting, bench: _Bench) -> Iterator[None]:
    """Let a bot play each of the bench's seats meanwhile, and direct where only bots play."""
    done = threading.Event()
    seats = [row.players.index(player) for player in bench.bots_among(row.players)]
    mind = Mind() if bench.thinks >= _WORTH_A_THOUGHT else None
    threads = [
        threading.Thread(
            target=_play, args=(kept, row, seat, hosting, bench, mind, done), daemon=True
        )
        for seat in seats
    ]
    if bench.first_seat == 0 and find_game(row.game).is_directed:
        threads.append(threading.Thread(target=_direct, args=(kept, row, bench, done), daemon=True))
    with ExitStack() as stack:
        for thread in threads:
            thread.start()
            stack.callback(thread.join, _PATIENCE)
        if mind is not None:
            stack.enter_context(mind)
        stack.callback(done.set)
        yield


def _play(
    kept: Places,
    row: MatchRow,
    seat: int,
    hosting: Hosting,
    bench: _Bench,
    mind: Mind | None,
    stop: threading.Event,
) -> None:
    assert hosting.server is not None
    link = hosting.link(seat)
    spreadsheet = hosting.spreadsheets[link.role]
    with closing(local(hosting.server, link.secret)) as sheets, kept.open_store() as store:
        bot = Bot(
            store, row, seat, sheets, spreadsheet, bench.most, bench.least, mind, bench.thinks
        )
        bot.play(stop)


def _direct(kept: Places, row: MatchRow, bench: _Bench, stop: threading.Event) -> None:
    with kept.open_store() as store:
        UmpireBot(store, row, bench.most).play(stop)


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
