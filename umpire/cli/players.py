"""Players as the command line names them: all of them, one of them, and their accounts."""

from collections.abc import Sequence

import click

from umpire.errors import UsageError
from umpire.games.base import NotUnderstood
from umpire.games.notation import quoted
from umpire.match.commands import read_player
from umpire.sheets.addresses import read_address

players_option = click.option(
    "--players", help="The players' names in seat order, with commas between them."
)


def split_names(text: str) -> list[str]:
    """Return the names in a text with commas between them."""
    return [name.strip() for name in text.split(",")]


def whole_name(name: str, players: Sequence[str]) -> str:
    """Return the player whom a name, or its beginning, means. Raises UsageError."""
    try:
        return read_player(name.strip(), players)
    except NotUnderstood as error:
        raise UsageError(str(error)) from error


def read_emails(texts: Sequence[str], players: Sequence[str]) -> dict[str, str]:
    """Read `Ana=ana@example.org` and the like. Raises UsageError naming what is wrong."""
    found: dict[str, str] = {}
    for text in texts:
        name, mark, address = text.rpartition("=")
        if not mark:
            raise UsageError(
                f"{quoted(text)} lets in nobody: write it like {players[0]}=name@example.org."
            )
        player = whole_name(name, players)
        email = read_address(address)
        if email is None:
            raise UsageError(
                f"{quoted(address)} is no e-mail address: write it like name@example.org."
            )
        if player in found:
            raise UsageError(f"{player} is given two addresses: give one.")
        if email in found.values():
            raise UsageError(f"two players are given {email}: give each one's own.")
        found[player] = email
    return found
