"""`umpire announce`: announce matches in a chat while they run."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from umpire.app_context import AppContext
from umpire.cli.commands.parameters import json_option
from umpire.cli.completion import complete_match
from umpire.errors import UsageError

if TYPE_CHECKING:
    from umpire.cli.output import Output

_MOST = 10_000
"""The most characters of a webhook's address that are read."""


@click.command("announce")
@click.argument("match", required=False, shell_complete=complete_match)
@click.option(
    "--for",
    "player",
    metavar="PLAYER",
    help="A player's own webhook: post what that player alone is asked and told.",
)
@click.option(
    "--from",
    "file",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="The file with the webhook's address; - is standard input (default: you are asked for "
    "it).",
)
@click.option("--off", is_flag=True, help="Stop announcing there.")
@click.option(
    "--untried", is_flag=True, help="Keep the address without posting a test message to it."
)
@click.option(
    "--list", "listed", is_flag=True, help="List which matches are announced, and on which hosts."
)
@json_option
@click.pass_obj
def command(
    app: AppContext,
    match: str | None,
    player: str | None,
    file: Path | None,
    off: bool,
    untried: bool,
    listed: bool,
    as_json: bool,
) -> None:
    """Announce a MATCH, or all matches, through a webhook, such as a Discord channel's.

    'umpire watch' posts the opening with the commitment to the seed, what is public about each
    turn, who is to move and until when, limits that are near, and the result with a picture of the
    board. It never posts what is still secret.

    A webhook's address is a secret: anyone who has it can post. So do not give it as an argument.
    It is kept where only you can read it, on the computer that watches.

    \b
    Examples:
      umpire announce denizens-of-tartarus-1
      umpire announce --from webhook.txt
      umpire announce devils-deal-1 --for Ana
      umpire announce denizens-of-tartarus-1 --off
    """
    if player is not None and match is None and not listed:
        raise UsageError("--for needs a match: name it too.")
    from umpire.chat.subscriptions import subscribe, try_webhook
    from umpire.chat.webhooks import Webhooks, check_address
    from umpire.cli.output import Output
    from umpire.hosting.players import find_player

    webhooks = Webhooks(app.folder())
    if listed:
        _show_list(list(webhooks.list_hosts()), Output(as_json))
        return
    with app.open_store() as store:
        row = None if match is None else store.find(match)
        viewer = None if player is None or row is None else find_player(player, row.players)
        url = None if off else check_address(_read_address(file))
        if url is not None and not untried:
            try_webhook(url)
        subscribe(store, webhooks, row, viewer, url)
    match_id = None if row is None else row.id
    how = "no longer announced" if off else "announced from now on, while 'umpire watch' runs"
    Output(as_json).show(
        {"match": match_id, "for": viewer, "announced": not off},
        [f"{_subject(match_id, viewer)}: {how}."],
    )


def _show_list(webhooks: list[tuple[str | None, str | None, str]], output: "Output") -> None:
    """Print which matches are announced and on which hosts, never the secret addresses."""
    document = [{"match": match, "for": viewer, "host": host} for match, viewer, host in webhooks]
    lines = [f"{_subject(match, viewer)}: {host}" for match, viewer, host in webhooks]
    nothing = "No match is announced anywhere. 'umpire announce' adds a webhook."
    output.show(document, lines or [nothing])


def _subject(match: str | None, viewer: str | None) -> str:
    return f"{match or 'all matches'}{f' for {viewer}' if viewer else ''}"


def _read_address(file: Path | None) -> str:
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
