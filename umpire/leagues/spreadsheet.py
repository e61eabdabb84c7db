"""The spreadsheet with the standings of a league: made once, and written when they change.

Whole blocks are written to absolute places, so every write may be repeated.
"""

import secrets
from collections.abc import Iterator

from umpire.catalogue import find_game
from umpire.games.base import Screen
from umpire.hosting.retry import Attempt, try_once
from umpire.hosting.sharing import Guest, set_guests
from umpire.sheets.addresses import local_account
from umpire.sheets.changes import RepairPlan
from umpire.sheets.client import SheetsClient
from umpire.sheets.context import Context
from umpire.sheets.diff import diff_screen
from umpire.sheets.reconcile import TargetState, plan_setup
from umpire.sheets.spreadsheet_metadata import METADATA_FIELDS, REPAIR_FIELDS, SpreadsheetMetadata
from umpire.sheets.template import find_template
from umpire.store import GOOGLE, Hosting, League, Link
from umpire.store.records import READER_LINK, UMPIRE_LINK

STANDINGS = "standings"
"""The role of a league's spreadsheet, and the folder of its template."""

_SECRET_BYTES = 24


def make_spreadsheet(
    sheets: SheetsClient,
    account: str,
    league: League,
    standings_screen: Screen,
    server: str,
    *,
    is_open: bool = True,
    anew: bool = False,
    attempt: Attempt = try_once,
) -> Hosting:
    """Make the spreadsheet for a league's standings, or finish it, and let everybody read it.

    `account` is the account of `sheets`. On Google only an `is_open` spreadsheet is open to anyone
    with its link. May be repeated; with `anew` it makes another spreadsheet each time.
    """
    tag = f"{STANDINGS}/{league.name}/{league.started}"
    existing = None if anew else attempt(lambda: sheets.find(tag))
    spreadsheet = existing or attempt(lambda: sheets.create(league.title, tag))
    attempt(lambda: write_standings(sheets, spreadsheet, league, standings_screen, account))
    links = tuple(_links(server, is_open=is_open))
    attempt(lambda: set_guests(sheets, spreadsheet, tuple(_guests(account, links))))
    return Hosting(server, {STANDINGS: spreadsheet}, links)


def write_standings(
    sheets: SheetsClient,
    spreadsheet: str,
    league: League,
    standings_screen: Screen,
    account: str | None = None,
) -> None:
    """Write every block to the present place of its name; with an `account`, set it up first."""
    template = find_template(STANDINGS)
    keepers = (account,) if account is not None else ()
    context = Context(league.name, find_game(league.game).title, league.players, keepers)
    wanted = TargetState.of(template, context, {}, account)
    if account is not None:
        plan = plan_setup(
            wanted, SpreadsheetMetadata.read(sheets.metadata(spreadsheet, REPAIR_FIELDS))
        )
    else:
        observed = SpreadsheetMetadata.read(sheets.metadata(spreadsheet, METADATA_FIELDS))
        plan = RepairPlan(places=observed.effective_places(wanted.pages))
    update = diff_screen({}, standings_screen, plan.places)
    sheets.write(spreadsheet, [*plan.requests, *update.requests])


def _links(server: str, *, is_open: bool) -> Iterator[Link]:
    if server != GOOGLE:
        for owner in (UMPIRE_LINK, READER_LINK):
            yield Link(owner, STANDINGS, secrets.token_urlsafe(_SECRET_BYTES))
        return
    yield Link(UMPIRE_LINK, STANDINGS)
    if is_open:
        yield Link(READER_LINK, STANDINGS)


def _guests(account: str, links: tuple[Link, ...]) -> Iterator[Guest]:
    yield Guest(account, "writer")
    for link in links:
        if link.secret:
            is_umpires = link.owner == UMPIRE_LINK
            yield Guest(local_account(link.secret), "writer" if is_umpires else "reader")
        elif link.owner == READER_LINK:
            yield Guest(None, "reader")
