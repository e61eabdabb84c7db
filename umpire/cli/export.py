"""`umpire export`: write a match's log for others to read."""

import sys
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from umpire.catalogue import find_game
from umpire.cli.analysing import analysed
from umpire.cli.commands.defaults import USUAL_FORMAT
from umpire.cli.commands.parameters import TERMINAL
from umpire.cli.output import put, write_output
from umpire.cli.places import places
from umpire.errors import UsageError
from umpire.export.analysis import PLAYOUTS
from umpire.export.document import schema
from umpire.export.formats import FORMATS, ExportRequest, LoggedMatch, export, is_secret
from umpire.games.base import PUBLIC, UMPIRE
from umpire.games.names import did_you_mean
from umpire.games.text import listed, printable
from umpire.hosting.players import whole_name
from umpire.store import MatchRow


def put_schema() -> None:
    """Print the JSON schema of `--format json`."""
    put(schema(), indent=1)


def run(
    ctx: click.Context,
    match: str,
    form: str | None,
    viewer: str | None,
    brief: bool,
    turn: int | None,
    analyse: bool,
    playouts: int | None,
    output: Path,
) -> None:
    """Write a match to a file or to standard output."""
    name = form or _format_of(output)
    _check(name, output, turn=turn is not None, brief=brief, analyse=analyse)
    with places(ctx).open_store() as store:
        row = store.find(match)
        source = LoggedMatch(store, row, find_game(row.game), turn)
        order = ExportRequest(source, _viewer(row, viewer), brief)
        if analyse:
            order = replace(order, analysis=analysed(order, playouts or PLAYOUTS))
        content = _written(name, order)
    secret = is_secret(name, order)
    write_output(output, content, is_secret=secret)
    if secret and viewer is None:
        click.echo(
            f"umpire: {row.id} is not closed, and its script holds what players may not know yet. "
            "Add --as public to leave that out.",
            err=True,
        )


def _format_of(output: Path) -> str:
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
        f"{listed(endings, 'or')}.{did_you_mean(ending, endings)}"
    )


def _check(name: str, output: Path, **asked: bool) -> None:
    """Raise UsageError for an option that is `asked` for but does not go with the format."""
    takes = FORMATS[name].choices
    for choice, is_asked in asked.items():
        if is_asked and choice not in takes:
            fitting = listed(
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
    return None if name == PUBLIC else whole_name(name, row.players)


def _written(name: str, order: ExportRequest) -> bytes:
    """Return the content of the file; a terminal shows that it is being written."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return export(name, order)
    with console.status(f"Writing {order.match.row.id} as {name}"):
        return export(name, order)
