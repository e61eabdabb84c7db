"""`umpire export`: write a match's log for others to read."""

import sys
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from umpire.catalogue import find_game
from umpire.cli.analysing import analysed
from umpire.cli.choice import Choice
from umpire.cli.completion import complete_match
from umpire.cli.output import TERMINAL, output_option, write_output
from umpire.cli.places import places
from umpire.cli.players import whole_name
from umpire.cli.scripts import put
from umpire.errors import UsageError
from umpire.export.analysis import FEWEST, PLAYOUTS
from umpire.export.document import schema
from umpire.export.formats import FORMATS, Order, export, is_secret
from umpire.games.base import PUBLIC, UMPIRE
from umpire.games.notation import did_you_mean, listed, printable
from umpire.store import MatchRow

_USUAL = "md"


def _show_schema(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        put(schema(), indent=1)
        ctx.exit()


@click.command("export")
@click.argument("match", shell_complete=complete_match)
@click.option(
    "--format",
    "form",
    type=Choice(list(FORMATS)),
    help=f"What to write: {'; '.join(f'{name}, {one.help}' for name, one in FORMATS.items())}. "
    f"(default: by the ending of the file after -o, else {_USUAL}).",
)
@click.option(
    "--as",
    "viewer",
    metavar="NAME",
    help="Only what this player saw, or what `public`, everyone, saw, even after the end.",
)
@click.option("--brief", is_flag=True, help="md: in fewer than 2,000 characters, for a chat.")
@click.option(
    "--turn",
    metavar="N",
    type=click.IntRange(min=1),
    help="A picture of the board after line N of the log (default: the last).",
)
@click.option(
    "--analyse",
    is_flag=True,
    help="html: add how good each answer of a closed match looked to a bot that knew what its "
    "player knew.",
)
@click.option(
    "--playouts",
    metavar="N",
    type=click.IntRange(min=FEWEST),
    help="--analyse: how many playouts for each answer. More take longer and leave less to luck "
    f"(default: {PLAYOUTS:,}).",
)
@output_option("The file to write; its ending chooses the format")
@click.option(
    "--schema",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_schema,
    help="Print only the JSON schema of --format json.",
)
@click.pass_context
def command(
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
    """Write a MATCH to a file: to read, to post, to count in or to prove.

    MATCH is its id or the beginning of it. Until it is closed, an export holds only what is public,
    or with --as NAME what that player may see. A script holds everything and is for you alone. A
    file with secrets is made so that no other account on this computer can read it.

    --analyse takes minutes, about one for a match of Devil's Deal. Press Ctrl-C to stop it: the
    replay then tells of the answers that were analysed.

    \b
    Examples:
      umpire export denizens-of-tartarus-1 -o match.md
      umpire export denizens-of-tartarus-1 --brief
      umpire export denizens-of-tartarus-1 --turn 40 -o board.png
      umpire export denizens-of-tartarus-1 -o match.html
      umpire export denizens-of-tartarus-1 -o match.html --analyse
      umpire export denizens-of-tartarus-1 -o match.csv
      umpire export denizens-of-tartarus-1 --format script -o match.jsonl
      umpire export denizens-of-tartarus-1 --format script --as public
    """
    name = form or _format_of(output)
    _check(name, output, turn=turn is not None, brief=brief, analyse=analyse)
    if playouts is not None and not analyse:
        raise UsageError("--playouts goes with --analyse: add it.")
    with places(ctx).open_store() as store:
        row = store.find(match)
        order = Order(store, row, find_game(row.game), _viewer(row, viewer), turn, brief)
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
        return _USUAL
    for name, one in FORMATS.items():
        if one.ending == ending:
            return name
    endings = [one.ending for one in FORMATS.values()]
    raise UsageError(
        f"{printable(ending)} is not a known ending: add --format, or end the file in "
        f"{listed(endings, 'or')}.{did_you_mean(ending, endings)}"
    )


def _check(name: str, output: Path, **asked: bool) -> None:
    """Raise UsageError for an option that is `asked` for but does not go with the format."""
    takes = FORMATS[name].choices
    for choice, is_asked in asked.items():
        if is_asked and choice not in takes:
            fitting = listed((one for one, its in FORMATS.items() if choice in its.choices), "or")
            raise UsageError(f"--{choice} does not go with {name}: add --format {fitting}.")
    if FORMATS[name].binary and output == TERMINAL and sys.stdout.isatty():
        file = f"match{FORMATS[name].ending}"
        raise UsageError(f"a terminal cannot show {name}: add -o {file}.")


def _viewer(row: MatchRow, name: str | None) -> str | None:
    """Return the viewer whom the export is for. Raises UsageError."""
    if name is None:
        return UMPIRE
    return None if name == PUBLIC else whole_name(name, row.players)


def _written(name: str, order: Order) -> bytes:
    """Return the content of the file; a terminal shows that it is being written."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return export(name, order)
    with console.status(f"Writing {order.row.id} as {name}"):
        return export(name, order)
