"""`umpire watch`: run the daemon."""

from functools import partial
from pathlib import Path

import click

from umpire.app_context import AppContext
from umpire.cli.commands.defaults import CLOSE_AFTER
from umpire.cli.commands.parameters import Seconds, credentials_option
from umpire.cli.completion import complete_match
from umpire.live.rates import GOOGLE, LOCAL


@click.command("watch")
@click.argument("matches", nargs=-1, metavar="[MATCH]...", shell_complete=complete_match)
@click.option(
    "--interval",
    type=Seconds(min=0.01),
    help=f"The fewest seconds between two reads of a spreadsheet (default: {GOOGLE.floor:g} on "
    "Google, or longer the more spreadsheets there are to read; "
    f"{LOCAL.floor:g} on the local server). The local server tells when something has changed, and "
    "then it is read at once, whatever the interval.",
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
@click.pass_obj
def command(
    app: AppContext,
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
    from rich.console import Console

    from umpire.cli.output import warn
    from umpire.cli.signals import stop_with_parent, stopped_by_signals
    from umpire.hosting.accounts import connections
    from umpire.hosting.links import links_of
    from umpire.leagues.names_file import read_names_file
    from umpire.live.garbage import seldom_collected
    from umpire.live.watching import WatchOptions, watch
    from umpire.terminal.view import view_for

    folder = app.folder()
    with app.open_store() as store, stopped_by_signals() as stop, seldom_collected():
        ids = [store.find(match).id for match in matches]
        if with_parent:
            stop_with_parent(stop)
        options = WatchOptions(ids, interval, until_over, close_after * 60, rematches)
        view = view_for(
            Console(),
            lambda match: links_of(store.hosting(match), folder),
            stop,
            keys=not with_parent,
        )
        connect = connections(folder, credentials, warn)
        watch(store, folder, connect, options, view, partial(read_names_file, folder), stop)
