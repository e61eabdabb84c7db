"""`umpire delete`: delete a match's log and its spreadsheets."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from umpire.app_context import AppContext
from umpire.cli.commands.parameters import credentials_option, json_option, yes_option
from umpire.cli.completion import complete_match
from umpire.errors import UsageError

if TYPE_CHECKING:
    from umpire.store import MatchRow


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
    from umpire.games.text import counted
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
            spreadsheets = len(hosting.spreadsheets) if with_sheets else None
            _confirm(row, len(store.lines(row.id)), spreadsheets)
        connect = connections(app.folder(), credentials, warn)
        delete_match(store, row, connect, progress, with_sheets=with_sheets)
    left = {} if with_sheets else hosting.spreadsheets
    lines = [f"{row.id} is deleted."]
    if left:
        where = "in your Drive" if hosting.is_on_google else f"on {hosting.server}"
        lines.append(f"Left {where}: {counted(len(left), 'spreadsheet')}.")
    Output(as_json).show({"id": row.id, "deleted": True, "spreadsheets_left": left}, lines)


def _confirm(row: "MatchRow", lines: int, spreadsheets: int | None) -> None:
    """Ask whether a match is to be deleted. Raises UmpireError if not."""
    from umpire.cli.output import confirm_deletion
    from umpire.games.text import counted

    click.echo(f"{row.id}: {', '.join(row.players)}; {row.status}, made on {row.started[:10]}.")
    if lines:
        click.echo(f"To keep its log: umpire export {row.id} --format script -o {row.id}.jsonl")
    parts = f"its log of {counted(lines, 'line')}"
    if spreadsheets is not None:
        parts += f" and {counted(spreadsheets, 'spreadsheet')}"
    confirm_deletion(f"Delete {parts} for good?")
