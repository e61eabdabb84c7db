"""Which spreadsheets a match is played in: one for all, or a board and a table for each player."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from umpire.catalogue import find_game
from umpire.match import Header
from umpire.sheets.filling import Filling, Page, pages
from umpire.sheets.server.access import account_email
from umpire.sheets.template import Template
from umpire.store import Link

BOARD = "board"
"""The role of the spreadsheet that everybody may read."""

UMPIRE_LINK, READER_LINK = "umpire", "reader"
"""Whose links open everything, and the board for reading."""


@dataclass(frozen=True, slots=True)
class Part:
    """One spreadsheet of a match: its role, how sentences call it, and what it is filled with.

    `seats`, from 0, are those whose score sheets are in it, `names` all that its template names.
    `prefix` begins a sentence that does not call it by name.
    """

    role: str
    name: str
    template: Template
    filling: Filling
    seats: tuple[int, ...]
    names: frozenset[str]
    prefix: str = ""

    @property
    def viewer(self) -> str | None:
        """The player whose eyes it is for; None is everybody."""
        seat = self.filling.seat
        return None if seat is None else self.filling.players[seat - 1]

    @property
    def suffix(self) -> str:
        """What ends every name of a block that is its viewer's."""
        seat = self.filling.seat
        return "" if seat is None else f"_{seat}"

    @property
    def players(self) -> tuple[str, ...]:
        """The players whose score sheets are in it."""
        return tuple(self.filling.players[seat] for seat in self.seats)

    def pages(self) -> tuple[Page, ...]:
        """Give its tabs."""
        return pages(self.template, self.filling)

    def writers(self) -> tuple[str, ...]:
        """Give whose links may write in it."""
        return (*self.players, UMPIRE_LINK)

    def readers(self) -> tuple[str, ...]:
        """Give whose links may only read it."""
        if self.viewer is not None:
            return ()
        return (*(who for who in self.filling.players if who not in self.players), READER_LINK)


def parts(template: Template, filling: Filling) -> tuple[Part, ...]:
    """Give a match's spreadsheets, the board first; `filling` is the board's."""
    seats = tuple(range(len(filling.players)))
    names = _names(template, filling)
    if not template.tables:
        return (Part(BOARD, "the spreadsheet", template, filling, seats, names),)
    board = Part(BOARD, "the board", template, filling, (), names, "the board: ")
    return (board, *(_table(template, replace(filling, seat=seat + 1)) for seat in seats))


def _table(template: Template, filling: Filling) -> Part:
    assert filling.seat is not None
    seat = filling.seat
    name = f"{filling.players[seat - 1]}'s table"
    names = _names(template, filling)
    return Part(f"table-{seat}", name, template, filling, (seat - 1,), names, f"{name}: ")


def _names(template: Template, filling: Filling) -> frozenset[str]:
    return frozenset(name for page in pages(template, filling) for name in page.names())


def filling(match_id: str, header: Header, links: Iterable[Link], owner: str) -> Filling:
    """Give what a match fills its template with: names, and who may write where."""
    accounts = {link.who: account for link in links if (account := account_of(link)) is not None}
    keepers = dict.fromkeys((owner, accounts.get(UMPIRE_LINK, owner)))
    return Filling(
        match=match_id,
        game=find_game(header.game).title,
        players=header.players,
        keepers=tuple(keepers),
        accounts={player: accounts[player] for player in header.players if player in accounts},
    )


def account_of(link: Link) -> str | None:
    """Give the account that a link lets in; None where it lets in nobody by name."""
    return account_email(link.secret) if link.secret else link.email
