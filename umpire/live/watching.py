"""The whole daemon: it umpires matches, announces them, and lets bots play."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol, Self

from umpire.bots.seats import bots_playing
from umpire.chat.announcements import Readers
from umpire.chat.announcer import Announcer, announcing
from umpire.chat.webhooks import Webhooks
from umpire.hosting.links import public_board_link
from umpire.leagues.names import Aliases
from umpire.live.driver import Watch
from umpire.live.match_log import CLOSE_AFTER
from umpire.live.rates import GOOGLE, LOCAL
from umpire.live.status import DaemonStatus
from umpire.sheets.account import Connect
from umpire.store import Store
from umpire.store.leases import this_process


class View(Protocol):
    """A view of the daemon's status, open as a context manager."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(self, *_raised: object) -> None:
        """Leave the terminal as it was."""

    def show(self, status: DaemonStatus) -> None:
        """Show the status."""


@dataclass(frozen=True, slots=True)
class WatchOptions:
    """The options of `umpire watch`.

    `ids` are the matches to watch, all if there are none. `interval` is the fewest seconds between
    two reads of a spreadsheet, None for the usual ones. `until_over` ends the daemon once all
    matches are over, and `close_after` are the seconds from a match's end until it is closed.
    `rematches` says that a next match is made after each.
    """

    ids: Sequence[str] = ()
    interval: float | None = None
    until_over: bool = False
    close_after: float = CLOSE_AFTER
    rematches: bool = False


def watch(
    store: Store,
    folder: Path,
    connect: Connect,
    options: WatchOptions,
    view: View,
    names: Callable[[], Aliases],
    stop: threading.Event,
) -> None:
    """Run the daemon until it is stopped, or until all is over if the options say so.

    `view` is open meanwhile, and `names` returns the players' other names.
    """
    interval, holder = options.interval, this_process()
    announcer = Announcer(
        store,
        Webhooks(folder),
        holder,
        options.close_after,
        options.ids,
        draw=partial(_picture, store),
        board=lambda row: public_board_link(store.hosting(row.id), folder),
    )
    with announcing(announcer, stop), bots_playing(store, holder, options.ids), view:
        Watch(
            store,
            connect,
            LOCAL if interval is None else replace(LOCAL, floor=interval),
            google=replace(GOOGLE, floor=max(interval or 0.0, GOOGLE.floor)),
            ids=options.ids,
            until_over=options.until_over,
            close_after=options.close_after,
            show=view.show,
            names=names,
            rematches=options.rematches,
        ).run(stop)


def _picture(store: Store, readers: Readers) -> bytes | None:
    """Return a picture of the public board; None if it cannot be drawn."""
    from umpire.export.boards import draw_board  # slow to load, and needed once a match
    from umpire.export.picture import picture

    with suppress(Exception):  # a post without its picture is better than none
        template = store.hosting(readers.row.id).template
        return picture(
            draw_board(readers.history, readers.row, seed=readers.fair.seed, template=template)
        )
    return None
