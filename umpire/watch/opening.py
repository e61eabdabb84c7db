"""A new match: its spreadsheet made, filled and shared, and then its log."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import umpire
from umpire.catalogue import find_game
from umpire.errors import UsageError
from umpire.games.base import Screen
from umpire.match import Header, commitment
from umpire.sheets.client import Sheets
from umpire.sheets.filling import Filling, Page, pages
from umpire.sheets.grid import Place
from umpire.sheets.layout import install, laid_out
from umpire.sheets.painter import check, one_cell_texts, paint
from umpire.sheets.server.access import account_email
from umpire.sheets.template import Template, find_template
from umpire.store import Hosting, Link, MatchRow, Store
from umpire.store.worldtime import rfc3339
from umpire.watch.screens import wanted
from umpire.watch.session import open_log

BOARD = "board"
"""The role of the spreadsheet that a match without secrets is played in."""

UMPIRE_LINK, READER_LINK = "umpire", "reader"
"""Whose links open everything, and the board for reading."""

_SECRET_BYTES = 24


def open_match(
    store: Store,
    sheets: Sheets,
    owner: str,
    server: str,
    header: Header,
    wall: float,
    folder: Path | None = None,
) -> MatchRow:
    """Make a match that waits for somebody to watch it; `owner` is the account of `sheets`.

    `folder` holds a template of one's own, None takes the game's.

    The log is written last, so that what goes wrong before leaves no match behind. Raises
    UmpireError for what is wrong with a template, the server or the store.
    """
    game = find_game(header.game)
    template = find_template(game.id, folder)
    match_id = store.new_id(game.id)
    seed = secrets.token_hex(32)
    draft = open_log(header, game, seed, wall)
    links = tuple(
        Link(who, BOARD, secrets.token_urlsafe(_SECRET_BYTES))
        for who in (*header.players, UMPIRE_LINK, READER_LINK)
    )
    filled = filling(match_id, header, links, owner)
    tabs = pages(template, filled)
    shown = wanted(draft.record, commitment(seed))
    _fits(template, shown, len(header.players), laid_out(tabs))
    spreadsheet = sheets.create(match_id)
    default = sheets.metadata(spreadsheet, "sheets.properties.sheetId")["sheets"][0]
    sheets.write(
        spreadsheet,
        [
            *install(template, filled, default["properties"]["sheetId"], one_cell_texts(shown)),
            *paint({}, shown, laid_out(tabs)).requests,
        ],
    )
    for link in links:
        role = "reader" if link.who == READER_LINK else "writer"
        sheets.share(spreadsheet, account_email(link.secret), role)
    store.create(
        match_id,
        header,
        seed,
        engine=umpire.__version__,
        started=rfc3339(wall),
        lines=draft.lines,
        hosting=Hosting(
            server,
            {BOARD: spreadsheet},
            tuple(_to_own_tab(link, tabs) for link in links),
            None if folder is None else str(folder.resolve()),
        ),
    )
    return store.find(match_id)


def _fits(template: Template, shown: Screen, seats: int, places: Mapping[str, Place]) -> None:
    """Raise UsageError if a template lacks a name that the match is shown or typed under."""
    entries = [f"entry_{seat}" for seat in range(1, seats + 1)]
    faults = check({**shown, **dict.fromkeys(entries, (("",),))}, places)
    if faults:
        raise UsageError(f"the template {template.title!r} does not fit the game: {faults[0]}")


def _to_own_tab(link: Link, tabs: Iterable[Page]) -> Link:
    """Let a player's link open on the player's own tab."""
    own = next((page.sheet for page in tabs if page.player == link.who), None)
    return replace(link, tab=own)


def filling(match_id: str, header: Header, links: Iterable[Link], owner: str) -> Filling:
    """Give what a match fills its template with: names, and who may write where."""
    accounts = {link.who: account_email(link.secret) for link in links}
    return Filling(
        match=match_id,
        game=find_game(header.game).title,
        players=header.players,
        keepers=(owner, accounts[UMPIRE_LINK]),
        accounts={player: accounts[player] for player in header.players},
    )
