"""`umpire delete`: delete a match's log and its spreadsheets."""

import time
from functools import partial
from pathlib import Path

import click

from umpire.cli.live import connections
from umpire.cli.places import places
from umpire.cli.scripts import put
from umpire.cli.steps import steps_at
from umpire.errors import UmpireError, UsageError
from umpire.games.text import counted
from umpire.hosting.replays import replay_of
from umpire.live.live_match import TTL, new_token
from umpire.sheets.client import Sheets
from umpire.sheets.errors import Forbidden, Gone
from umpire.store import Hosting, MatchRow, Store


def run(
    ctx: click.Context,
    match: str,
    yes: bool,
    with_sheets: bool | None,
    force: bool,
    credentials: Path | None,
    as_json: bool,
) -> None:
    """Delete a match, and its spreadsheets as `with_sheets` says, once that is confirmed."""
    kept = places(ctx)
    with kept.open_store() as store:
        row = store.find(match)
        _check(store, row, force=force)
        hosting = store.hosting(row.id)
        if with_sheets is None:
            with_sheets = not hosting.on_google
        with_sheets = with_sheets and hosting.server is not None
        if not yes:
            _ask(store, row, hosting, with_sheets=with_sheets)
        _take_lease(store, row)
        if with_sheets:
            _delete_sheets(kept.folder(), row, hosting, credentials)
        store.delete(row.id)
    left = {} if with_sheets else hosting.spreadsheets
    if as_json:
        put({"id": row.id, "deleted": True, "spreadsheets_left": left})
        return
    click.echo(f"{row.id} is deleted.")
    if left:
        where = "in your Drive" if hosting.on_google else f"on {hosting.server}"
        click.echo(f"Left {where}: {counted(len(left), 'spreadsheet')}.")


def confirm_deletion(question: str) -> None:
    """Ask for confirmation. Raises UmpireError if it is denied, UsageError if nobody answers."""
    try:
        if not click.confirm(question):
            raise UmpireError("nothing was deleted.")
    except click.Abort:
        raise UsageError("nobody answered: add --yes to delete without being asked.") from None


def _check(store: Store, row: MatchRow, *, force: bool) -> None:
    """Raise UmpireError if the match is not over and is watched or has begun."""
    if row.is_over:
        return
    lease = store.leases.held(row.id, time.time())
    if lease is not None:
        raise UmpireError(
            f"{row.id} is not over, and {lease.whose} watches it: stop that 'umpire watch' first."
        )
    if not force and store.lines(row.id):
        raise UmpireError(
            f"{row.id} is not over: put it away with 'umpire archive {row.id}', or add --force to "
            "delete it."
        )


def _take_lease(store: Store, row: MatchRow) -> None:
    """Keep every daemon away from the match; a daemon that still watches a finished one lets go.

    Raises LeaseHeld if it is not over, perhaps because of an undo, and is watched.
    """
    is_over = store.find(row.id).is_over
    store.leases.take(row.id, new_token(), TTL, time.time(), by_force=is_over)


def _ask(store: Store, row: MatchRow, hosting: Hosting, *, with_sheets: bool) -> None:
    lines = len(store.lines(row.id))
    what = f"its log of {counted(lines, 'line')}" + (
        f" and {counted(len(hosting.spreadsheets), 'spreadsheet')}" if with_sheets else ""
    )
    click.echo(f"{row.id}: {', '.join(row.players)}; {row.status}, made on {row.started[:10]}.")
    if lines:
        click.echo(f"To keep its log: umpire export {row.id} --format script -o {row.id}.jsonl")
    confirm_deletion(f"Delete {what} for good?")


def _delete_sheets(folder: Path, row: MatchRow, hosting: Hosting, credentials: Path | None) -> None:
    """Delete a match's spreadsheets and its replay; ignore what is gone already."""
    assert hosting.server is not None
    again = "run the same command again, or add --keep-sheets"
    with steps_at(connections(folder, credentials), hosting.server, again=again) as at:
        for role, spreadsheet_id in hosting.spreadsheets.items():
            at.tell(f"deleting {role}")
            at.attempt(partial(_delete, at.sheets, spreadsheet_id))
        if not hosting.on_google and (replay := at.attempt(partial(replay_of, at.sheets, row))):
            at.attempt(partial(_delete, at.sheets, replay))


def _delete(sheets: Sheets, spreadsheet_id: str) -> None:
    try:
        sheets.trash(spreadsheet_id)
    except Gone:
        pass
    except Forbidden as error:
        raise UmpireError(
            f"{str(error).removesuffix('.')}; add --keep-sheets to keep it."
        ) from error
