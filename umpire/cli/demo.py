"""`umpire demo`: host the match, and print and open everybody's links, how to play, and the end."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import click

from umpire.app_context import AppContext
from umpire.catalogue import find_game
from umpire.cli.output import warn
from umpire.cli.serve import local_server
from umpire.cli.signals import stopped_by_signals
from umpire.games.reserved import UMPIRE
from umpire.games.sums import WithSums
from umpire.games.text import join_words
from umpire.hosting import demos
from umpire.hosting.accounts import connections
from umpire.hosting.browser import has_graphical_browser, link_opener
from umpire.hosting.demos import DemoOptions
from umpire.hosting.how_to_play import how_to_play
from umpire.hosting.links import link_lines
from umpire.hosting.rematches import Rematches
from umpire.projections.links import list_links
from umpire.store import MatchRow, Store

_WATCH = "Bots play: watch the board, or look over a player's shoulder."
_NO_HURRY = "No clock runs, so take your time. Add --clock to play with the game's limits."


def run(
    app: AppContext, options: DemoOptions, port: int, *, opens_links: bool, until_over: bool
) -> None:
    """Run the local server, a match on it and its daemon until they are stopped.

    With `until_over`, end when the match is over. Raises UmpireError.
    """
    folder, connect = app.folder(), connections(app.folder(), warn=warn)
    with (
        stopped_by_signals() as stop,
        app.open_store() as store,
        local_server(folder, port) as server,
        link_opener(folder) as open_link,
    ):
        row = demos.make_demo_match(store, connect, options.request(server.base_url))
        _show_links(store, row, options.solo_player, open_link if opens_links else None)
        click.echo("\n".join(_advice(row, options)))
        matches = Rematches(
            store,
            replace(app, home=str(folder)),
            connect,
            row,
            server.service.is_shown,
            to_the_end=options.only_bots or until_over,
        )
        last = matches.play(stop)
        click.echo("\n".join(_result_lines(store, last.id, app.program, server.port)))
        if not until_over and not stop.is_set():
            click.echo("Its sheets stay open in the browser. Press Ctrl-C to end.")
            server.wait(stop)


def _show_links(
    store: Store, row: MatchRow, solo_player: str | None, open_link: Callable[[str], None] | None
) -> None:
    """Print and open the links; against bots the solo player gets none to a bot's sheet.

    Whoever plays alone has the own page opened, and the umpire's where the game is directed.
    """
    addresses = store.hosting(row.id).addresses()
    lines = [line for line in list_links(addresses, row.players) if line.label]
    if solo_player is not None:
        others = {seat for seat, player in enumerate(row.players) if player != solo_player}
        lines = [line for line in lines if line.owner not in others]
    click.echo(f"{row.id}: the links")
    click.echo("\n".join(link_lines(lines)))
    if open_link is not None and has_graphical_browser():
        pages = {solo_player} | ({UMPIRE} if find_game(row.game).is_directed else set())
        for line in lines:
            if solo_player is None or line.label in pages:
                open_link(line.address)


def _advice(row: MatchRow, options: DemoOptions) -> Iterator[str]:
    """Yield how to play a match, or to watch the bots."""
    if options.only_bots:
        yield _WATCH
        return
    everybody = f"You play {join_words(row.players)}, each in its own window."
    yield f"You are {options.solo_player}." if options.solo_player else everybody
    yield how_to_play(row.game, on_google=False)
    yield from _how_to_direct(row)
    if not row.options.get("clock", True):
        yield _NO_HURRY


def _how_to_direct(row: MatchRow) -> Iterator[str]:
    """Yield what you do as the umpire of a game that is directed."""
    game, header = find_game(row.game), row.header()
    if not game.is_directed:
        return
    yield "You are the umpire too: nothing happens until you direct something. Type into the yellow"
    yield "cell of the umpire's page:"
    yield f"  {game.first_direction(game.read_options(header.players, header.game_options))}"
    if isinstance(game, WithSums) and game.workings(header.game_options):
        yield "Its tab Workings does the sums: tick a row to say what it shows."


def _result_lines(store: Store, match_id: str, program: str, port: int) -> Iterator[str]:
    """Yield how a match ended, or how to go on."""
    row = store.find(match_id)
    if row.outcome is None:
        yield f"{row.id} is not over. To go on, run both of these at once:"
        yield f"  {program} serve --port {port}"
        yield f"  {program} watch {row.id}"
        return
    yield f"{row.id} is over: {find_game(row.game).result(row.outcome)}."
    yield f"  {program} export {row.id} --format md    to read the match"
    yield f"  {program} verify {row.id}                to check every judgement, hash and deal"
