"""The list of a match's links for people: each line names the owner of a link."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from umpire.games.base import UMPIRE
from umpire.projections.spreadsheets import BOARD, CONSOLE, table_role
from umpire.store.records import BOARD_LINK, READER_LINK, UMPIRE_LINK, Addresses, LinkOwner


class LinkLine(NamedTuple):
    """A link in a list: its owner, a label, the address, and a note on what it opens.

    The label is a player's name, `board` or `umpire`, which no player can be called. It is empty
    for all links of the umpire but the first.
    """

    owner: LinkOwner
    label: str
    address: str
    note: str = ""


def list_links(addresses: Addresses, players: Sequence[str]) -> Iterator[LinkLine]:
    """Yield one line per link: the players' in seat order, the board's, the umpire's."""
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
