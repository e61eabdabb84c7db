"""`umpire watch`: run the daemon."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from umpire.chat.announcements import Readers
from umpire.chat.announcer import Announcer, announcing
from umpire.chat.webhooks import Webhooks
from umpire.cli.completion import complete_match
from umpire.cli.garbage import seldom_collected
from umpire.cli.links import board_for_all, links_of
from umpire.cli.live import connections, credentials_option
from umpire.cli.names_file import read_names_of
from umpire.cli.places import places
from umpire.live.bots import bots_playing
from umpire.live.driver import Watch
from umpire.live.live_match import CLOSE_AFTER
from umpire.live.planner import GOOGLE, LOCAL
from umpire.store import Store
from umpire.store.leases import this_process
from umpire.store.records import Addresses
from umpire.terminal.view import view_for


class Seconds(click.FloatRange):
    """A finite number of seconds in a range."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number. Anything else is wrong usage."""
        seconds: float = super().convert(value, param, ctx)
        if not isfinite(seconds):
            self.fail(f"{value} is not a number of seconds.", param, ctx)
        return seconds


@click.command("watch")
@click.argument("matches", nargs=-1, metavar="[MATCH]...", shell_complete=complete_match)
@click.option(
    "--interval",
    type=Seconds(min=0.01),
    help=f"The fewest seconds between two reads of a spreadsheet (default: {LOCAL.floor:g} on the "
    f"local server; {GOOGLE.floor:g} on Google, or longer the more spreadsheets there are to "
    "read).",
)
@click.option("--until-over", is_flag=True, help="End when all watched matches are over.")
@click.option(
    "--close-after",
    type=Seconds(min=0),
    default=CLOSE_AFTER / 60,
    show_default=True,
    metavar="MINUTES",
    help="How many minutes after its end a match is closed; until then you can take its result "
    "back.",
)
@credentials_option
@click.option("--with-parent", is_flag=True, hidden=True, help="End with the standard input.")
@click.option("--rematches", is_flag=True, hidden=True, help="Tell that a next match is made.")
@click.pass_context
def command(
    ctx: click.Context,
    matches: tuple[str, ...],
    interval: float | None,
    until_over: bool,
    close_after: float,
    credentials: Path | None,
    with_parent: bool,
    rematches: bool,
) -> None:
    """Umpire each MATCH, or all that run and all that are made later.

    Demos and archived matches are only watched if you name them.

    Matches on the local server and on Google are umpired together, each at its own pace.

    The daemon reads what the players write, answers it, and keeps the clocks. Ctrl-C or SIGTERM
    stops it: the matches are paused, no clock runs, and the next 'umpire watch' goes on from there.
    A match is closed 10 minutes after its end, or by 'umpire close': then its seed is shown, and
    nothing can be taken back any more.

    In a terminal it shows all matches on one screen, longest-waiting first; press ? for the keys.
    Elsewhere it prints one line per event.

    \b
    Examples:
      umpire watch
      umpire watch denizens-of-tartarus-1 --until-over
      umpire watch --interval 2 > umpire.log
      umpire watch --credentials umpire-key.json
    """
    folder = places(ctx).folder()
    local = LOCAL if interval is None else replace(LOCAL, floor=interval)
    google = replace(GOOGLE, floor=max(interval or 0.0, GOOGLE.floor))
    with places(ctx).open_store() as store, stopped_by_signals() as stop:
        ids = [store.find(match).id for match in matches]
        if with_parent:
            threading.Thread(target=_until_end_of_input, args=(stop,), daemon=True).start()

        def find_links(match: str) -> Addresses:
            return links_of(store.hosting(match), folder)

        announcer = Announcer(
            *(store, Webhooks(folder), this_process(), close_after * 60, ids),
            draw=partial(_picture, store),
            board=lambda row: board_for_all(store.hosting(row.id), folder),
        )
        with (
            announcing(announcer, stop),
            bots_playing(store, this_process(), ids),
            seldom_collected(),
            view_for(Console(), find_links, stop, keys=not with_parent) as view,
        ):
            Watch(
                store,
                connections(folder, credentials),
                local,
                google=google,
                ids=ids,
                until_over=until_over,
                close_after=close_after * 60,
                show=view.show,
                names=partial(read_names_of, folder),
                rematches=rematches,
            ).run(stop)


def _picture(store: Store, readers: Readers) -> bytes | None:
    """Return a picture of the public board; None if it cannot be drawn."""
    from umpire.export.boards import board  # slow to load, and needed once a match
    from umpire.export.picture import picture

    with suppress(Exception):  # a post without its picture is better than none
        template = store.hosting(readers.row.id).template
        return picture(
            board(readers.record, readers.row, seed=readers.fair.seed, template=template)
        )
    return None


@contextmanager
def stopped_by_signals() -> Iterator[threading.Event]:
    """Yield an event that is set by signals to end, so that the current request can finish first.

    The end of the terminal is one of these signals, unless `nohup` prevents it.
    """
    stop = threading.Event()
    numbers = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        numbers.append(signal.SIGHUP)

    def handle(_number: int, _frame: Any) -> None:
        stop.set()

    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _until_end_of_input(stop: threading.Event) -> None:
    """Stop when the process that started this one is gone, and so the other end of the pipe."""
    with suppress(OSError):
        # not through sys.stdin, whose lock the interpreter needs as it exits
        while os.read(0, 1024):
            continue
    stop.set()
