"""The spreadsheets of a match: one for all players, or a board and a table for each player.

Beside them the umpire has a console.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from umpire.catalogue import find_game
from umpire.games.base import UMPIRE
from umpire.match import Header
from umpire.sheets.addresses import local_account
from umpire.sheets.context import Context, Page, pages
from umpire.sheets.ranges import (
    CLOCK,
    CLOCKS,
    DIRECTIONS,
    ENTRY,
    PLAYERS,
    TICKS,
    clocks_of_seat,
    of_seat,
)
from umpire.sheets.reconcile import TargetState
from umpire.sheets.tabs import LEAST_SIZE, Tab
from umpire.sheets.template import Template
from umpire.store import Link
from umpire.store.records import READER_LINK, UMPIRE_LINK, LinkOwner

BOARD = "board"
"""The role of the spreadsheet that everybody may read."""

CONSOLE = "console"
"""The role of the spreadsheet that is the umpire's alone."""


@dataclass(frozen=True)
class Spreadsheet:
    """One spreadsheet of a match: its role, its name in sentences, its template and context.

    `seats`, from 0, are those whose score sheets are in it. The one after the players' is the
    umpire's, whose entries are commands. `prefix` begins sentences that do not name it.
    """

    role: str
    name: str
    template: Template
    context: Context
    seats: tuple[int, ...]
    prefix: str = ""

    @property
    def is_console(self) -> bool:
        """Whether it is the umpire's own."""
        return self.role == CONSOLE

    @property
    def has_workings(self) -> bool:
        """Whether the umpire does sums in it, and ticks what they make."""
        return self.is_console and self.names.issuperset((TICKS, DIRECTIONS))

    @property
    def is_required(self) -> bool:
        """Whether the match needs it. A match goes on without a console."""
        return not self.is_console

    @property
    def viewer(self) -> str | None:
        """Its reader, a player or the umpire; None for everybody."""
        if self.is_console:
            return UMPIRE
        seat = self.context.seat
        return None if seat is None else self.context.players[seat - 1]

    @property
    def suffix(self) -> str:
        """The suffix of the names of its viewer's blocks."""
        seat = self.context.seat
        return "" if seat is None else f"_{seat}"

    @property
    def players(self) -> tuple[str, ...]:
        """The players whose score sheets are in it."""
        return tuple(self.context.players[seat] for seat in self._players_seats)

    def entry(self, seat: int) -> str:
        """Return the name of the column of entries in the score sheet of a seat."""
        return ENTRY if self.is_console else of_seat(ENTRY, seat)

    def seat_of_pages(self, seat: int) -> int:
        """Return the seat of a score sheet as its tab counts: from 1, the umpire's is 0."""
        return 0 if self.is_console else seat + 1

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """Its tabs."""
        return pages(self.template, self.context)

    @cached_property
    def names(self) -> frozenset[str]:
        """All names of its template."""
        return frozenset(name for page in self.pages for name in page.names)

    def target(self, texts: Mapping[str, str], owner: str | None) -> TargetState:
        """Return the state that it should have, with the texts of its one-cell blocks."""
        return TargetState(self.template, self.context, self.pages, texts, owner)

    @cached_property
    def clocks(self) -> dict[str, list[int]]:
        """The ranges with clocks, each with the seats of the clocks, row by row."""
        everybody = list(range(len(self.context.players)))
        if self.is_console:
            return {CLOCK: everybody}
        seats = everybody if self.viewer is None else self.seats
        ranges_of = {of_seat(CLOCK, seat): [seat] for seat in seats}
        for seat in self.seats:
            own = clocks_of_seat(seat, len(everybody))
            ranges_of |= {name: [whose] for name, whose in own.items()}
        return {**ranges_of, f"{CLOCKS}{self.suffix}": everybody}

    def writers(self) -> tuple[LinkOwner, ...]:
        """Return the owners of links that may write in it."""
        return (*self._players_seats, UMPIRE_LINK)

    def readers(self) -> tuple[LinkOwner, ...]:
        """Return the owners of links that may only read it."""
        if self.viewer is not None:  # a table or the console
            return ()
        others = (seat for seat in range(len(self.context.players)) if seat not in self.seats)
        return (*others, READER_LINK)

    @property
    def _players_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if seat < len(self.context.players))


def spreadsheets_of(template: Template, context: Context) -> tuple[Spreadsheet, ...]:
    """Return a match's spreadsheets, the board first, the console last.

    `context` is the board's.
    """
    seats = tuple(range(len(context.players)))
    consoles = () if template.console is None else (_console(template.console, context),)
    if not template.tables:
        return (Spreadsheet(BOARD, "the spreadsheet", template, context, seats), *consoles)
    board = Spreadsheet(BOARD, "the board", template, context, (), "the board: ")
    tables = (_table(template, replace(context, seat=seat + 1)) for seat in seats)
    return (board, *tables, *consoles)


def table_role(seat: int) -> str:
    """Return the role of a player's table; seats count from 0."""
    return f"table-{seat + 1}"


def _table(template: Template, context: Context) -> Spreadsheet:
    assert context.seat is not None
    seat = context.seat
    name = f"{context.players[seat - 1]}'s table"
    return Spreadsheet(table_role(seat - 1), name, template, context, (seat - 1,), f"{name}: ")


def _console(template: Template, context: Context) -> Spreadsheet:
    fitting = replace(template, tabs=tuple(_without_rows(tab, context) for tab in template.tabs))
    seats = (len(context.players),) if any(ENTRY in tab.named_rects for tab in fitting.tabs) else ()
    return Spreadsheet(CONSOLE, "the console", fitting, context, seats, "the console: ")


def _without_rows(tab: Tab, context: Context) -> Tab:
    """Make the rows for more players than there are as low as they can be."""
    place = tab.named_rects.get(PLAYERS)
    if place is None or place.height <= len(context.players):
        return tab
    span = f"{place.top + len(context.players) + 1}:{place.bottom}"
    return tab.model_copy(update={"row_heights": {**tab.row_heights, span: LEAST_SIZE}})


def match_context(
    match_id: str, header: Header, links: Iterable[Link], own: Sequence[str]
) -> Context:
    """Return the values for a match's template: names, and accounts that may write.

    `own` are the accounts that umpire it.
    """
    accounts = accounts_of(links)
    keepers = dict.fromkeys((*own, accounts.get(UMPIRE_LINK, own[0])))
    return Context(
        match=match_id,
        game=find_game(header.game).title_of(header.game_options),
        players=header.players,
        keepers=tuple(keepers),
        accounts={
            player: accounts[seat] for seat, player in enumerate(header.players) if seat in accounts
        },
        clock=header.clock,
    )


def accounts_of(links: Iterable[Link]) -> dict[LinkOwner, str]:
    """Return the accounts that links let in, by the owner of the link."""
    return {link.owner: account for link in links if (account := account_of(link)) is not None}


def account_of(link: Link) -> str | None:
    """Return the account that a link lets in, None if it names no account."""
    return local_account(link.secret) if link.secret else link.email
