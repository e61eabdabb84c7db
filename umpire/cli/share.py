"""`umpire share`: let players into a match on Google."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from umpire.cli.guests import accounts, guests_told
from umpire.cli.live import connections
from umpire.cli.places import places
from umpire.cli.players import read_emails
from umpire.cli.scripts import put
from umpire.cli.steps import steps_at
from umpire.errors import UsageError
from umpire.games.text import printable
from umpire.hosting.sharing import ANYONE, change_guests
from umpire.sheets.template import find_template
from umpire.showing.spreadsheets import match_context, spreadsheets_of
from umpire.store import GOOGLE, Hosting, MatchRow, Store
from umpire.store.records import BOARD_LINK, READER_LINK, LinkOwner


def run(
    ctx: click.Context,
    match: str | None,
    who: tuple[str, ...],
    notify: bool,
    own: bool,
    credentials: Path | None,
    as_json: bool,
) -> None:
    """Let players, one's own accounts or everybody into a match on Google."""
    with places(ctx).open_store() as store:
        for row in [store.find(match)] if match else _running_on_google(store):
            given = read_emails([one for one in who if one != BOARD_LINK], row.players)
            emails: dict[LinkOwner, str | None] = {
                row.players.index(player): email for player, email in given.items()
            }
            if BOARD_LINK in who:
                emails[READER_LINK] = ANYONE
            changes = changed(ctx, store, row, emails, credentials, notify=notify)
            if own and not as_json:
                click.echo(f"{row.id} now lets in all your accounts.")
            tell(row, *changes, as_json=as_json)


def _running_on_google(store: Store) -> list[MatchRow]:
    rows = [row for row in store.matches() if not row.is_over and row.shelf is None]
    return [row for row in rows if store.hosting(row.id).on_google]


def changed(
    ctx: click.Context,
    store: Store,
    row: MatchRow,
    emails: Mapping[LinkOwner, str | None],
    credentials: Path | None,
    *,
    notify: bool = False,
) -> tuple[Hosting, tuple[str, ...]]:
    """Change who is let into a match, as `change_guests` does. Raises UsageError."""
    hosting = store.hosting(row.id)
    if not hosting.on_google:
        raise UsageError(
            f"{row.id} is not on Google: its links let in anyone who has them. 'umpire status "
            f"{row.id}' shows them."
        )
    for link in hosting.links:
        seat = link.owner
        if isinstance(seat, int) and seat not in emails and link.email in emails.values():
            whose = f"{row.players[seat]}'s"
            raise UsageError(f"{link.email} is {whose} address: give each player their own.")
    template = find_template(row.game, hosting.template)
    connect = connections(places(ctx).folder(), credentials)
    with store.alone(), steps_at(connect, GOOGLE, f"sharing {row.id}") as at:
        return change_guests(
            *(store, at.sheets, at.accounts[0], row, emails),
            lambda links: spreadsheets_of(
                template, match_context(row.id, row.header(), links, at.accounts)
            ),
            at.attempt,
            notify=notify,
        )


def tell(row: MatchRow, hosting: Hosting, warnings: Sequence[str], *, as_json: bool) -> None:
    """Print who is let in, and what to do by hand."""
    if as_json:
        put({"id": row.id, "accounts": accounts(hosting, row.players), "warnings": list(warnings)})
        return
    for line in (*guests_told(row.id, dict(enumerate(row.players)), hosting), *warnings):
        click.echo(printable(line))
