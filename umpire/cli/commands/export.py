"""`umpire export`: write a match's log for others to read."""

from pathlib import Path

import click

from umpire.app_context import AppContext
from umpire.cli.choice import Choice
from umpire.cli.commands.defaults import FEWEST_PLAYOUTS, FORMATS, PLAYOUTS, USUAL_FORMAT
from umpire.cli.commands.parameters import output_option
from umpire.cli.completion import complete_match
from umpire.errors import UsageError

_FORMATS_TEXT = "; ".join(f"{name}, {description}" for name, description in FORMATS.items())


def _show_schema(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        from umpire.cli.output import print_json
        from umpire.export.document import schema

        print_json(schema(), indent=1)
        ctx.exit()


@click.command("export")
@click.argument("match", shell_complete=complete_match)
@click.option(
    "--format",
    "format_name",
    type=Choice(list(FORMATS)),
    help=f"What to write: {_FORMATS_TEXT}. "
    f"(default: by the ending of the file after -o, else {USUAL_FORMAT}).",
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
    type=click.IntRange(min=FEWEST_PLAYOUTS),
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
@click.pass_obj
def command(
    app: AppContext,
    match: str,
    format_name: str | None,
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
    if playouts is not None and not analyse:
        raise UsageError("--playouts goes with --analyse: add it.")
    from umpire.cli.export import check_options, export_with_status, format_of, make_order
    from umpire.cli.output import warn, write_output
    from umpire.export.formats import is_secret

    name = format_name or format_of(output)
    check_options(name, output, turn=turn is not None, brief=brief, analyse=analyse)
    with app.open_store() as store:
        row = store.find(match)
        playouts = (playouts or PLAYOUTS) if analyse else None
        order = make_order(store, row, viewer, turn, brief=brief, playouts=playouts)
        content = export_with_status(name, order)
    secret = is_secret(name, order)
    write_output(output, content, is_secret=secret)
    if secret and viewer is None:
        warn(
            f"{row.id} is not closed, and its script holds what players may not know yet. "
            "Add --as public to leave that out."
        )
