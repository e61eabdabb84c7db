"""`umpire watch`: run the daemon."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from umpire.bots.seats import bots_playing
from umpire.chat.announcements import Readers
from umpire.chat.announcer import Announcer, announcing
from umpire.chat.webhooks import Webhooks
from umpire.cli.garbage import seldom_collected
from umpire.cli.links import board_for_all, links_of
from umpire.cli.live import connections
from umpire.cli.names_file import read_names_of
from umpire.cli.places import places
from umpire.live.driver import Watch
from umpire.live.planner import GOOGLE, LOCAL
from umpire.store import Store
from umpire.store.leases import this_process
from umpire.store.records import Addresses
from umpire.terminal.view import view_for


def run(
    ctx: click.Context,
    matches: tuple[str, ...],
    interval: float | None,
    until_over: bool,
    close_after: float,
    credentials: Path | None,
    with_parent: bool,
    rematches: bool,
) -> None:
    """Run the daemon until it is stopped, or until all is over as `until_over` says."""
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
