"""`umpire delete`: delete a match's log and its spreadsheets."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from umpire.app_context import AppContext
from umpire.cli.commands.parameters import credentials_option, json_option, yes_option
from umpire.cli.completion import complete_match
from umpire.errors import UsageError
from umpire.games.text import pluralize

if TYPE_CHECKING:
    from umpire.store import Hosting, MatchRow, Store


@click.command("delete")
@click.argument("match", shell_complete=complete_match)
@yes_option
@click.option(
    "--sheets/--keep-sheets",
    "with_sheets",
    default=None,
    help="Delete its spreadsheets for good too, or keep them (default: delete those on the local "
    "server, keep those on Google).",
)
@click.option("--force", is_flag=True, help="Delete it even if it has begun and is not over.")
@credentials_option
@json_option
@click.pass_obj
def command(
    app: AppContext,
    match: str,
    yes: bool,
    with_sheets: bool | None,
    force: bool,
    credentials: Path | None,
    as_json: bool,
) -> None:
    """Delete a MATCH for good: its log, everybody's links, and its spreadsheets.

    Asks first. What the log proves is lost with it: to keep the log, run 'umpire export MATCH
    --format script' before. If you only want to hide a match, use 'umpire archive'. A league no
    longer counts a deleted match, and the next 'umpire league pair' makes it again.

    \b
    Examples:
      umpire delete denizens-of-tartarus-1
      umpire delete devils-deal-2 --yes --keep-sheets
    """
    if as_json and not yes:
        raise UsageError("--json asks nothing: add --yes too.")
    from umpire.cli.output import Output, progress, warn
    from umpire.hosting.accounts import connections
    from umpire.hosting.removal import check_deletable
    from umpire.live.deletion import delete_match

    with app.open_store() as store:
        row = store.find(match)
        check_deletable(store, row, force=force)
        hosting = store.hosting(row.id)
        if with_sheets is None:
            with_sheets = not hosting.is_on_google
        with_sheets = with_sheets and hosting.server is not None
        if not yes:
            _confirm(store, row, hosting, with_sheets=with_sheets)
        connect = connections(app.folder(), credentials, warn)
        delete_match(store, row, connect, progress, with_sheets=with_sheets)
    left = {} if with_sheets else hosting.spreadsheets
    document = {"id": row.id, "deleted": True, "spreadsheets_left": left}
    Output(as_json).show(document, _lines(row, hosting, len(left)))


def _lines(row: "MatchRow", hosting: "Hosting", left: int) -> Iterator[str]:
    """Yield that a match is deleted, and where spreadsheets are left."""
    yield f"{row.id} is deleted."
    if left:
        where = "in your Drive" if hosting.is_on_google else f"on {hosting.server}"
        yield f"Left {where}: {pluralize(left, 'spreadsheet')}."


def _confirm(store: "Store", row: "MatchRow", hosting: "Hosting", *, with_sheets: bool) -> None:
    """Ask for confirmation that a match is to be deleted. Raises UmpireError or UsageError."""
    from umpire.cli.output import confirm_deletion

    lines = len(store.lines(row.id))
    click.echo(f"{row.id}: {', '.join(row.players)}; {row.status}, made on {row.started[:10]}.")
    if lines:
        click.echo(f"To keep its log: umpire export {row.id} --format script -o {row.id}.jsonl")
    parts = f"its log of {pluralize(lines, 'line')}"
    if with_sheets:
        parts += f" and {pluralize(len(hosting.spreadsheets), 'spreadsheet')}"
    confirm_deletion(f"Delete {parts} for good?")
