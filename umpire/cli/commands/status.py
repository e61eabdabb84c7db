"""`umpire status`: show who every match is waiting for, or one match with its clocks and links."""

import time
from itertools import chain

import click

from umpire.app_context import AppContext
from umpire.cli.commands.defaults import NO_MATCH_RUNS
from umpire.cli.commands.parameters import json_option
from umpire.cli.completion import complete_match


@click.command("status")
@click.argument("match", required=False, shell_complete=complete_match)
@json_option
@click.pass_obj
def command(app: AppContext, match: str | None, as_json: bool) -> None:
    """Show who every match is waiting for, or everything about one MATCH.

    By itself it shows one line per match that is not over, longest-waiting first. For a MATCH,
    given by its id or the beginning of it, it shows who it is waiting for, the clocks, the last
    events, and everybody's links. All this is for you alone: it includes what players are asked and
    told in private. The links on the local server are secrets, because anyone who opens a player's
    link plays as that player. On Google a link opens only for the account shown beside it.

    \b
    Examples:
      umpire status
      umpire status denizens-of-tartarus-1
      umpire status den --json
    """
    from umpire.store.glance import has_no_running_match

    if match is not None:
        _show_match(app, match, as_json=as_json)
    elif app.glance(has_no_running_match):
        click.echo("[]" if as_json else NO_MATCH_RUNS)
    else:
        _show_all(app, as_json=as_json)


def _show_all(app: AppContext, *, as_json: bool) -> None:
    """Show the matches that are not over, longest-waiting first."""
    from umpire.cli.output import print_json
    from umpire.cli.status import print_all
    from umpire.live.status import DaemonStatus
    from umpire.projections.overview import overview_of
    from umpire.terminal.dashboard import by_wait

    at = time.time()
    with app.open_store() as store:
        rows = [row for row in store.matches() if row.shelf is None and not row.is_over]
        overviews = {row.id: overview_of(store, row, at) for row in rows}
    status = DaemonStatus(at, tuple(overview.status for overview in overviews.values()), (), ())
    if as_json:
        matches = by_wait(status)
        print_json(
            [
                overviews[match.match].document | {"waits": match.waiting_seconds}
                for match in matches
            ]
        )
    else:
        print_all(status)


def _show_match(app: AppContext, match: str, *, as_json: bool) -> None:
    """Show everything about one match."""
    from umpire.chat.subscriptions import subscriptions_of
    from umpire.chat.webhooks import Webhooks
    from umpire.cli.output import Output
    from umpire.cli.status import lines_of_links, status_lines
    from umpire.hosting.guests import accounts
    from umpire.hosting.links import links_document, links_of
    from umpire.projections.overview import full_document, read_status

    at = time.time()
    with app.open_store() as store:
        row = store.find(match)
        history, status, lease = read_status(store, row, at)
        hosting = store.hosting(row.id)
        links = links_of(hosting, app.folder())
        document = full_document(row, history, status, lease) | {
            "accounts": accounts(hosting, row.players) if hosting.is_on_google else None,
            **links_document(links, row.players),
            "announced": subscriptions_of(store, row, Webhooks(app.folder())),
        }
    lines = chain(status_lines(document, status, lease, at), lines_of_links(row, hosting, links))
    Output(as_json).show(document, lines)
