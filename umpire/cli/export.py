"""`umpire export`: check the options, and write the file."""

import sys
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from umpire.catalogue import find_game
from umpire.cli.analysing import analyse
from umpire.cli.commands.defaults import USUAL_FORMAT
from umpire.cli.commands.parameters import TERMINAL
from umpire.errors import UsageError
from umpire.export.formats import FORMATS, ExportRequest, LoggedMatch, export
from umpire.games.base import PUBLIC, UMPIRE
from umpire.games.names import did_you_mean
from umpire.games.text import join_words, printable
from umpire.hosting.players import find_player
from umpire.store import MatchRow, Store


def make_order(
    store: Store,
    row: MatchRow,
    viewer: str | None,
    turn: int | None,
    *,
    brief: bool,
    playouts: int | None,
) -> ExportRequest:
    """Return the order to write a match as a viewer may know it, analysed if there are playouts.

    `viewer` is a player's name or `public`, None for the umpire. Raises UmpireError.
    """
    match = LoggedMatch(store, row, find_game(row.game), turn)
    order = ExportRequest(match, _viewer(row, viewer), brief)
    return order if playouts is None else replace(order, analysis=analyse(order, playouts))


def format_of(output: Path) -> str:
    """Return the format that a file's ending means. Raises UsageError."""
    ending = output.suffix.lower()
    if not ending:
        return USUAL_FORMAT
    for name, format_ in FORMATS.items():
        if format_.ending == ending:
            return name
    endings = [format_.ending for format_ in FORMATS.values()]
    raise UsageError(
        f"{printable(ending)} is not a known ending: add --format, or end the file in "
        f"{join_words(endings, 'or')}.{did_you_mean(ending, endings)}"
    )


def check_options(name: str, output: Path, **used: bool) -> None:
    """Raise UsageError for an option that is `used` but does not go with the format."""
    takes = FORMATS[name].choices
    for choice, is_used in used.items():
        if is_used and choice not in takes:
            fitting = join_words(
                (other for other, format_ in FORMATS.items() if choice in format_.choices), "or"
            )
            raise UsageError(f"--{choice} does not go with {name}: add --format {fitting}.")
    if FORMATS[name].binary and output == TERMINAL and sys.stdout.isatty():
        file = f"match{FORMATS[name].ending}"
        raise UsageError(f"a terminal cannot show {name}: add -o {file}.")


def _viewer(row: MatchRow, name: str | None) -> str | None:
    """Return the viewer whom the export is for. Raises UsageError."""
    if name is None:
        return UMPIRE
    return None if name == PUBLIC else find_player(name, row.players)


def export_with_status(name: str, order: ExportRequest) -> bytes:
    """Return the content of the file; a terminal shows that it is being written."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return export(name, order)
    with console.status(f"Writing {order.match.row.id} as {name}"):
        return export(name, order)
