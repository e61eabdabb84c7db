"""`umpire demo`: print and open everybody's links, how to play, and how it ended."""

from collections.abc import Callable, Iterator

import click

from umpire.catalogue import find_game
from umpire.games.text import listed
from umpire.hosting.browser import has_windows
from umpire.hosting.how_to_play import how_to_play
from umpire.hosting.links import link_lines
from umpire.projections.links import list_links
from umpire.store import MatchRow, Store

_WATCH = "Bots play: watch the board, or look over a player's shoulder."
_NO_HURRY = "No clock runs, so take your time. Add --clock to play with the game's limits."


def show_links(
    store: Store, row: MatchRow, alone: str | None, browse: Callable[[str], None] | None
) -> None:
    """Print and open the links; a player who is `alone` against bots gets none to a bot's sheet."""
    addresses = store.hosting(row.id).addresses()
    lines = [line for line in list_links(addresses, row.players) if line.label]
    if alone is not None:
        others = {seat for seat, player in enumerate(row.players) if player != alone}
        lines = [line for line in lines if line.owner not in others]
    click.echo(f"{row.id}: the links")
    click.echo("\n".join(link_lines(lines)))
    if browse is not None and has_windows():
        for line in lines:
            if alone is None or line.label == alone:
                browse(line.address)


def advice(row: MatchRow, alone: str | None, *, only_bots: bool) -> Iterator[str]:
    """Yield how to play a match, or to watch the bots."""
    if only_bots:
        yield _WATCH
        return
    everybody = f"You play {listed(row.players)}, each in its own window."
    yield f"You are {alone}." if alone else everybody
    yield how_to_play(row.game, on_google=False)
    if not row.options.get("clock", True):
        yield _NO_HURRY


def ending(store: Store, match_id: str, program: str, port: int) -> Iterator[str]:
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
