"""`umpire export`: a match's log written down for others."""

import json
import sys
from pathlib import Path

import click

from umpire.catalogue import find_game
from umpire.cli.choice import Choice
from umpire.cli.live import whole_name
from umpire.cli.places import places
from umpire.errors import UmpireError, UsageError
from umpire.export.document import document
from umpire.export.history import read_history
from umpire.export.markdown import markdown
from umpire.export.script import PUBLIC, script_as, script_lines
from umpire.private_files import write_private
from umpire.store import MatchRow, Store


@click.command("export")
@click.argument("match")
@click.option(
    "--format",
    "form",
    type=Choice(["md", "json", "script"]),
    default="md",
    show_default=True,
    help="Markdown to read, one JSON document, or the script that anyone can adjudicate again.",
)
@click.option(
    "--as",
    "viewer",
    metavar="NAME",
    help="The script as this player, or `public`, may know it, until the match is closed.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    default=Path("-"),
    help="The file to write (default: standard output).",
)
@click.pass_context
def command(ctx: click.Context, match: str, form: str, viewer: str | None, output: Path) -> None:
    """Write a MATCH's log down: every turn, what was typed and what came of it.

    MATCH is its id or the beginning of it. While it is not closed Markdown and JSON hold only what
    is public; a script holds everything, and is for the umpire's eyes alone: its file is made so
    that no other account of this computer can read it.

    \b
    Examples:
      umpire export denizens-of-tartarus-1 -o match.md
      umpire export denizens-of-tartarus-1 --format script -o match.jsonl
      umpire export denizens-of-tartarus-1 --format script --as public
    """
    with places(ctx).open_store() as store:
        row = store.find(match)
        text = _written(store, row, form, _viewer(row, form, viewer))
    is_secret = form == "script" and viewer != PUBLIC and row.status != "closed"
    _write(output, text, is_secret=is_secret)
    if is_secret and viewer is None:
        click.echo(
            f"umpire: {row.id} is not closed, and its script holds what players may not know yet; "
            "--as public leaves that out.",
            err=True,
        )


def _viewer(row: MatchRow, form: str, name: str | None) -> str | None:
    """Return for whose eyes a script is; None for the umpire's. Raises UsageError."""
    if name is not None and form != "script":
        raise UsageError("--as is for scripts: add --format script.")
    return name if name in (None, PUBLIC) else whole_name(row, name)


def _written(store: Store, row: MatchRow, form: str, viewer: str | None) -> bytes:
    if form == "script":
        lines = (
            script_lines(store, row.id)
            if viewer is None
            else script_as(store, row.id, find_game(row.game), viewer)
        )
        text = "".join(f"{line}\n" for line in lines)
    else:
        history = read_history(store, row, find_game(row.game))
        if form == "json":
            text = json.dumps(document(history), ensure_ascii=False, indent=1) + "\n"
        else:
            text = markdown(history)
    return text.encode("utf-8", "backslashreplace")  # a lone surrogate stays a JSON escape


def _write(output: Path, text: bytes, *, is_secret: bool) -> None:
    if output == Path("-"):
        sys.stdout.buffer.write(text)
        return
    try:
        if is_secret:
            write_private(output, text)
        else:
            output.write_bytes(text)
    except OSError as error:
        raise UmpireError(
            f"{output} cannot be written ({error.strerror}): name another file with -o."
        ) from error
