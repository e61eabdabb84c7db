"""`umpire announce`: announce matches in a chat while they run."""

import sys
from contextlib import suppress
from pathlib import Path

import click

from umpire.catalogue import find_game
from umpire.chat.webhooks import Webhooks, checked, post
from umpire.cli.places import places
from umpire.cli.players import whole_name
from umpire.cli.scripts import put
from umpire.errors import UmpireError, UsageError
from umpire.showing.record import rebuild
from umpire.store import MatchRow, Store
from umpire.store.announced import Progress

_MOST = 10_000
_TEST = "Umpire will announce matches here."


def run(
    ctx: click.Context,
    match: str | None,
    player: str | None,
    file: Path | None,
    off: bool,
    untried: bool,
    listed: bool,
    as_json: bool,
) -> None:
    """Announce matches through a webhook, stop that, or list where they are announced."""
    webhooks = Webhooks(places(ctx).folder())
    if listed:
        _list(webhooks, as_json=as_json)
        return
    with places(ctx).open_store() as store:
        row = None if match is None else store.find(match)
        viewer = None if player is None or row is None else whole_name(player, row.players)
        url = None if off else checked(_address(file))
        if url is not None and not untried:
            _try(url)
        named = None if row is None else row.id
        webhooks.keep(named, viewer, url)
        rows = [row] if row else [one for one in store.matches() if one.status != "closed"]
        for one in rows:
            _settle(store, one, viewer, on=url is not None)
    if as_json:
        put({"match": named, "for": viewer, "announced": not off})
        return
    how = "no longer announced" if off else "announced from now on, while 'umpire watch' runs"
    click.echo(f"{_whose(named, viewer)}: {how}.")


def _address(file: Path | None) -> str:
    """Read a webhook's address from a file, or ask for it without showing it."""
    if file is None and sys.stdin.isatty():
        address: str = click.prompt("The webhook's address", hide_input=True)
        return address
    if file is None or file == Path("-"):
        return sys.stdin.read(_MOST)
    try:
        with file.open(encoding="utf-8") as opened:
            return opened.read(_MOST)
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{file} cannot be read: name the file with the address.") from None


def _try(url: str) -> None:
    """Post a test message. Raises UmpireError if it does not arrive."""
    outcome = post(url, _TEST)
    if not outcome.arrived:
        why = outcome.refused or "it cannot be reached or is busy"
        raise UmpireError(
            f"nothing can be posted to the webhook ({why}): check that the address is complete, or "
            "add --untried to keep it anyway."
        )


def _settle(store: Store, row: MatchRow, viewer: str | None, *, on: bool) -> None:
    """Announce what happens from now on; if the match has not begun, its opening too."""
    if not on:
        store.announcements.forget(row.id, [viewer])
        return
    with suppress(UmpireError):  # one that this version cannot judge is not announced
        record = rebuild(row.header(), find_game(row.game), store.lines(row.id), ())
        store.announcements.begin(row.id, viewer, Progress(len(record.told) if record.begun else 0))
        store.announcements.resume(row.id, viewer)


def _list(webhooks: Webhooks, *, as_json: bool) -> None:
    """Print which matches are announced and on which hosts, never the secret addresses."""
    targets = list(webhooks.named())
    if as_json:
        put([{"match": match, "for": viewer, "host": host} for match, viewer, host in targets])
        return
    for match, viewer, host in targets:
        click.echo(f"{_whose(match, viewer)}: {host}")
    if not targets:
        click.echo("No match is announced anywhere. 'umpire announce' adds a webhook.")


def _whose(match: str | None, viewer: str | None) -> str:
    return f"{match or 'all matches'}{f' for {viewer}' if viewer else ''}"
