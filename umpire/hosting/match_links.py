"""The links of a new match: everybody's secret or account, and the tab that each opens."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from umpire.hosting.plan import MatchRequest
from umpire.projections.spreadsheets import BOARD, CONSOLE, Spreadsheet
from umpire.sheets.grid import Place
from umpire.sheets.ranges import HEADLINE
from umpire.store import Link
from umpire.store.records import READER_LINK, UMPIRE_LINK, LinkOwner

_SECRET_BYTES = 24


def new_links(request: MatchRequest, umpire: str, former: Sequence[Link]) -> tuple[Link, ...]:
    """Return everybody's link to the board, which nobody has opened yet.

    On Google each is for an account, the umpire's for the account `umpire`. On the local server
    each has a secret: that of the same owner's former link, or a new one.
    """
    players = request.header.players
    seats = range(len(players))
    readers: tuple[LinkOwner, ...] = (READER_LINK,) if request.is_open else ()
    everybody: tuple[LinkOwner, ...] = (*seats, UMPIRE_LINK, *readers)
    if request.on_google:
        emails: dict[LinkOwner, str | None] = {
            seat: request.emails.get(player) for seat, player in enumerate(players)
        }
        emails[UMPIRE_LINK] = umpire
        return tuple(Link(owner, BOARD, email=emails.get(owner)) for owner in everybody)
    former_secrets = {link.owner: link.secret for link in former}
    return tuple(
        Link(owner, BOARD, former_secrets.get(owner) or secrets.token_urlsafe(_SECRET_BYTES))
        for owner in everybody
    )


def links_to_tabs(
    links: Sequence[Link],
    spreadsheets: Sequence[Spreadsheet],
    places: Mapping[str, Mapping[str, Place]],
) -> tuple[Link, ...]:
    """Let each player's link open the player's own tab, and add the umpire's other links.

    The umpire has a link to each spreadsheet, the first to the console. A reader's link opens the
    board, and so does that of a player without a tab. `places` are those of the names in each
    spreadsheet, by role.
    """
    owners_tabs = _owners_tabs(spreadsheets, places)
    tabs: dict[str, int | None] = {spreadsheet.role: None for spreadsheet in spreadsheets}
    tabs[BOARD] = _board_tab(spreadsheets[0], places[spreadsheets[0].role])
    first_role = CONSOLE if CONSOLE in tabs else BOARD
    owners_tabs |= {UMPIRE_LINK: (first_role, None), READER_LINK: (BOARD, tabs[BOARD])}
    opening = []
    for link in links:
        role, tab = owners_tabs.get(link.owner, (link.role, link.tab))
        opening.append(replace(link, role=role, tab=tab))
    (first,) = (link for link in opening if link.owner == UMPIRE_LINK)
    others = (
        replace(first, role=role, tab=tab) for role, tab in tabs.items() if role != first_role
    )
    return (*opening, *others)


def _owners_tabs(
    spreadsheets: Sequence[Spreadsheet], places: Mapping[str, Mapping[str, Place]]
) -> dict[LinkOwner, tuple[str, int | None]]:
    """Return the spreadsheet and the tab of each player who has one."""
    players = spreadsheets[0].context.players
    return {
        players.index(page.player): (spreadsheet.role, page.sheet_now(places[spreadsheet.role]))
        for spreadsheet in reversed(spreadsheets)
        for page in reversed(spreadsheet.pages)
        if page.player is not None
    }


def _board_tab(board: Spreadsheet, places: Mapping[str, Place]) -> int | None:
    """Return the tab that is for everybody, where players' own tabs come first."""
    first, *others = board.pages
    shared = [page for page in others if HEADLINE in page.tab.named_rects and page.player is None]
    if first.player is None or not shared:
        return None
    return shared[0].sheet_now(places)
