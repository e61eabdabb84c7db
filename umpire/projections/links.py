"""Everybody's links as they are listed for people: each line says whose the link is."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from umpire.games.base import UMPIRE
from umpire.projections.spreadsheets import BOARD, CONSOLE, table_role
from umpire.store.records import BOARD_LINK, READER_LINK, UMPIRE_LINK, Addresses, LinkOwner


class LinkLine(NamedTuple):
    """One link in a list: whose it is, the address, and what it opens if that must be said.

    The label is a player's name, or `board` or `umpire`, which no player can be called. It is empty
    for each further link of the umpire.
    """

    owner: LinkOwner
    label: str
    address: str
    note: str = ""


def list_links(addresses: Addresses, players: Sequence[str]) -> Iterator[LinkLine]:
    """Yield one line per link: the players' in seat order, the board's, then the umpire's."""
    for seat, address in sorted(addresses.players.items()):
        yield LinkLine(seat, players[seat], address)
    if addresses.board is not None:
        yield LinkLine(READER_LINK, BOARD_LINK, addresses.board)
    for number, (role, address) in enumerate(addresses.umpire.items()):
        label, note = ("", _spreadsheet_name(role, players)) if number else (UMPIRE, "")
        yield LinkLine(UMPIRE_LINK, label, address, note)


def _spreadsheet_name(role: str, players: Sequence[str]) -> str:
    tables = {table_role(seat): f"{player}'s table" for seat, player in enumerate(players)}
    return {BOARD: "the board", CONSOLE: "the console", **tables}[role]
