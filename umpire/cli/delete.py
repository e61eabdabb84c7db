"""`umpire delete`: a match's log, and its sheets."""

import time
from functools import partial
from pathlib import Path

import click

from umpire.cli.live import connections, credentials_option
from umpire.cli.places import places
from umpire.cli.steps import steps_at
from umpire.errors import UmpireError, UsageError
from umpire.live.live_match import TTL, new_token
from umpire.sheets.client import Sheets
from umpire.sheets.errors import Forbidden, Gone
from umpire.store import Hosting, MatchRow, Store

yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


@click.command("delete")
@click.argument("match")
@yes_option
@click.option(
    "--sheets/--keep-sheets",
    "with_sheets",
    default=None,
    help="Delete its spreadsheets too, for good, or leave them (default: those on the local server "
    "are deleted, those on Google left).",
)
@click.option("--force", is_flag=True, help="Delete a match that has begun and is not over, too.")
@credentials_option
@click.pass_context
def command(
    ctx: click.Context,
    match: str,
    yes: bool,
    with_sheets: bool | None,
    force: bool,
    credentials: Path | None,
) -> None:
    """Delete a MATCH for good: its log, everybody's links, and its spreadsheets.

    Asks first. What the log proves is lost with it: 'umpire export MATCH --format script' writes it
    to a file beforehand. To see a match no more, 'umpire archive' is enough. A league counts it
    no more, and its next 'umpire league pair' makes it again.

    \b
    Examples:
      umpire delete denizens-of-tartarus-1
      umpire delete devils-deal-2 --yes --keep-sheets
    """
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
            _delete_sheets(kept.folder(), hosting, credentials)
        store.delete(row.id)
    click.echo(f"{row.id} is deleted.")
    if hosting.spreadsheets and not with_sheets:
        where = "in your Drive" if hosting.on_google else f"on {hosting.server}"
        click.echo(f"Its {len(hosting.spreadsheets)} spreadsheets are left {where}.")


def confirm_deletion(question: str) -> None:
    """Ask the person. Raises UmpireError at a no, and UsageError where nobody answers."""
    try:
        if not click.confirm(question):
            raise UmpireError("nothing was deleted.")
    except click.Abort:
        raise UsageError("nobody answered: add --yes, and nothing is asked.") from None


def _check(store: Store, row: MatchRow, *, force: bool) -> None:
    """Raise UmpireError for a match that is not over, if somebody watches it or it has begun."""
    if row.is_over:
        return
    lease = store.leases.held(row.id, time.time())
    if lease is not None:
        raise UmpireError(
            f"{row.id} is not over, and is watched by {lease.whose}: stop that 'umpire watch' "
            "first."
        )
    if not force and store.lines(row.id):
        raise UmpireError(
            f"{row.id} is not over: 'umpire archive {row.id}' puts it away, --force deletes it."
        )


def _take_lease(store: Store, row: MatchRow) -> None:
    """Keep every daemon from the match; one that watches a match that is over lets go of it.

    Raises LeaseHeld if it is not over (any more) and is watched.
    """
    is_over = store.find(row.id).is_over
    store.leases.take(row.id, new_token(), TTL, time.time(), by_force=is_over)


def _ask(store: Store, row: MatchRow, hosting: Hosting, *, with_sheets: bool) -> None:
    lines = len(store.lines(row.id))
    what = f"its log of {lines} lines" + (
        f" and its {len(hosting.spreadsheets)} spreadsheets" if with_sheets else ""
    )
    click.echo(f"{row.id}: {', '.join(row.players)}; {row.status}, begun {row.started[:10]}.")
    if lines:
        click.echo(f"To keep its log: umpire export {row.id} --format script -o {row.id}.jsonl")
    confirm_deletion(f"Delete {what} for good?")


def _delete_sheets(folder: Path, hosting: Hosting, credentials: Path | None) -> None:
    """Delete a match's spreadsheets; those that are gone already are no trouble."""
    assert hosting.server is not None
    again = "run the same command again, or add --keep-sheets"
    with steps_at(connections(folder, credentials), hosting.server, again=again) as at:
        for role, spreadsheet_id in hosting.spreadsheets.items():
            at.tell(f"deleting {role}")
            at.attempt(partial(_delete, at.sheets, spreadsheet_id))


def _delete(sheets: Sheets, spreadsheet_id: str) -> None:
    try:
        sheets.trash(spreadsheet_id)
    except Gone:
        pass
    except Forbidden as error:
        raise UmpireError(
            f"{str(error).removesuffix('.')}; add --keep-sheets to leave it."
        ) from error
