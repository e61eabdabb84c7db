"""`umpire announce`: where matches are announced as they go, in a chat."""

import sys
from contextlib import suppress
from pathlib import Path

import click

from umpire.catalogue import find_game
from umpire.chat.webhooks import Webhooks, checked, post
from umpire.cli.places import places
from umpire.cli.players import whole_name
from umpire.errors import UmpireError, UsageError
from umpire.showing.record import rebuild
from umpire.store import MatchRow, Store
from umpire.store.announced import Told

_MOST = 10_000
_TEST = "Umpire will announce here."


@click.command("announce")
@click.argument("match", required=False)
@click.option(
    "--for",
    "player",
    metavar="PLAYER",
    help="A player's own webhook: what is asked of them alone, and told to them alone.",
)
@click.option(
    "--from",
    "file",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="The file with the webhook's address; - is standard input (default: it is asked for).",
)
@click.option("--off", is_flag=True, help="Announce there no more.")
@click.option("--untried", is_flag=True, help="Keep the address without a first word to it.")
@click.option(
    "--list", "listed", is_flag=True, help="List the hosts of the webhooks that are kept."
)
@click.pass_context
def command(
    ctx: click.Context,
    match: str | None,
    player: str | None,
    file: Path | None,
    off: bool,
    untried: bool,
    listed: bool,
) -> None:
    """Announce a MATCH to a webhook, such as one of a channel on Discord; without MATCH, all.

    'umpire watch' posts there when the match opens, with the commitment to its seed, what
    everybody may read of each turn, who is to move until when, limits that are near, and the
    result with a picture of the board. What is still secret is never posted.

    A webhook's address is a secret: whoever has it can post. So it is not given as an argument,
    and is kept where only you can read it, on the machine that watches.

    \b
    Examples:
      umpire announce denizens-of-tartarus-1
      umpire announce --from webhook.txt
      umpire announce devils-deal-1 --for Ana
      umpire announce denizens-of-tartarus-1 --off
    """
    webhooks = Webhooks(places(ctx).folder())
    if listed:
        for line in _lines(webhooks):
            click.echo(line)
        return
    if player is not None and match is None:
        raise UsageError("--for is of one match: name it as well.")
    with places(ctx).open_store() as store:
        row = None if match is None else store.find(match)
        viewer = None if player is None or row is None else whole_name(player, row.players)
        url = None if off else checked(_address(file))
        if url is not None and not untried:
            _try(url)
        webhooks.keep(row.id if row else None, viewer, url)
        rows = [row] if row else [one for one in store.matches() if one.status != "closed"]
        for one in rows:
            _settle(store, one, viewer, on=url is not None)
    whose = "all matches" if row is None else row.id if viewer is None else f"{row.id} for {viewer}"
    click.echo(
        f"{whose}: announced no more."
        if off
        else f"{whose}: announced from now on, while 'umpire watch' runs."
    )


def _address(file: Path | None) -> str:
    """Read a webhook's address: from a file, or from the person, who does not see it typed."""
    if file is None and sys.stdin.isatty():
        address: str = click.prompt("The webhook's address", hide_input=True)
        return address
    if file is None or file == Path("-"):
        return sys.stdin.read(_MOST)
    try:
        with file.open(encoding="utf-8") as opened:
            return opened.read(_MOST)
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{file} cannot be read: name the file that holds the address.") from None


def _try(url: str) -> None:
    """Post a first word. Raises UmpireError where it does not arrive."""
    outcome = post(url, _TEST)
    if not outcome.arrived:
        why = outcome.refused or "it cannot be reached, or is busy"
        raise UmpireError(
            f"the webhook takes nothing ({why}): see that the address is whole, or keep it "
            "nevertheless with --untried."
        )


def _settle(store: Store, row: MatchRow, viewer: str | None, *, on: bool) -> None:
    """Begin with what comes from now on; of a match that has not begun, with its opening."""
    if not on:
        store.announcements.forget(row.id, [viewer])
        return
    with suppress(UmpireError):  # one that this version cannot judge is not announced
        record = rebuild(row.header(), find_game(row.game), store.lines(row.id), ())
        store.announcements.begin(row.id, viewer, Told(len(record.told) if record.begun else 0))
        store.announcements.resume(row.id, viewer)


def _lines(webhooks: Webhooks) -> list[str]:
    found = [
        f"{match or 'all matches'}{f' for {viewer}' if viewer else ''}: {host}"
        for match, viewer, host in webhooks.named()
    ]
    return found or ["No match is announced anywhere: 'umpire announce' names a webhook."]
