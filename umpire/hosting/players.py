"""Read players' names and accounts from the command line."""

from collections.abc import Sequence

from umpire.errors import UsageError
from umpire.games.base import NotUnderstood
from umpire.games.text import quote
from umpire.match.commands import read_player
from umpire.sheets.addresses import read_address
from umpire.store.records import LEVELS, bot_name

DEMO_PLAYERS = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana", "Ivo", "Jo")
"""Names for players who have none: as many are used as the game needs."""

USUAL_LEVEL = 2
"""The level of a bot for which none is chosen."""


def split_names(text: str) -> list[str]:
    """Return the names in a text that separates them by commas."""
    return [name.strip() for name in text.split(",")]


def with_bots(players: Sequence[str], bots: Sequence[str]) -> list[str]:
    """Return the players; where a bot plays, its name takes the place of the player's.

    Each of `bots` names a player, perhaps with the bot's level: `Bo` or `Bo=3`. Raises UsageError.
    """
    levels: dict[str, int] = {}
    for text in bots:
        name, mark, level = text.rpartition("=") if "=" in text else (text, "", "")
        player = find_player(name, players)
        if player in levels:
            raise UsageError(f"{player} has two bots: give only one.")
        if mark and level not in map(str, LEVELS):
            raise UsageError(
                f"{quote(level)} is not a level: write {player}={LEVELS[0]} to {LEVELS[-1]}."
            )
        levels[player] = int(level) if mark else USUAL_LEVEL
    return [bot_name(name, levels[name]) if name in levels else name for name in players]


def find_player(name: str, players: Sequence[str]) -> str:
    """Return the player whose name is, or begins with, this text. Raises UsageError."""
    try:
        return read_player(name.strip(), players)
    except NotUnderstood as error:
        raise UsageError(str(error)) from error


def read_emails(texts: Sequence[str], players: Sequence[str]) -> dict[str, str]:
    """Read `Ana=ana@example.org` and the like. Raises UsageError naming what is wrong."""
    emails: dict[str, str] = {}
    for text in texts:
        name, mark, address = text.rpartition("=")
        if not mark:
            raise UsageError(
                f"{quote(text)} names no account: write it like {players[0]}=name@example.org."
            )
        player = find_player(name, players)
        email = read_address(address)
        if email is None:
            raise UsageError(
                f"{quote(address)} is not an e-mail address: write it like name@example.org."
            )
        if player in emails:
            raise UsageError(f"{player} has two addresses: give only one.")
        if email in emails.values():
            raise UsageError(f"two players have the address {email}: give each player their own.")
        emails[player] = email
    return emails
