"""A new match: its spreadsheets made, filled and shared, and then its log."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import umpire
from umpire.catalogue import find_game
from umpire.errors import UsageError
from umpire.games.base import Screen
from umpire.match import Header, commitment
from umpire.sheets.client import Sheets
from umpire.sheets.layout import install, laid_out
from umpire.sheets.painter import check, one_cell_texts, paint
from umpire.sheets.server.access import account_email
from umpire.sheets.template import check_tables, find_template
from umpire.sheets.troubles import SheetsError
from umpire.store import Hosting, Link, MatchRow, Store
from umpire.store.worldtime import rfc3339
from umpire.watch.parts import BOARD, READER_LINK, UMPIRE_LINK, Part, filling, parts
from umpire.watch.screens import wanted
from umpire.watch.session import open_log

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
    if READER_LINK in header.players:
        raise UsageError(f"nobody may be called {READER_LINK!r}: so the board's link is called.")
    game = find_game(header.game)
    template = find_template(game.id, folder)
    check_tables(template, game)
    match_id = store.new_id(game.id)
    seed = secrets.token_hex(32)
    draft = open_log(header, game, seed, wall)
    links = tuple(
        Link(who, BOARD, secrets.token_urlsafe(_SECRET_BYTES))
        for who in (*header.players, UMPIRE_LINK, READER_LINK)
    )
    made_of = parts(template, filling(match_id, header, links, owner))
    shown = [wanted(draft.record, part, commitment(seed)) for part in made_of]
    for part, blocks in zip(made_of, shown, strict=True):
        _fits(part, blocks)
    made: dict[str, str] = {}
    try:
        for part, blocks in zip(made_of, shown, strict=True):
            made[part.role] = sheets.create(match_id, f"{commitment(seed)[:32]}/{part.role}")
            _fill(sheets, made[part.role], part, blocks)
            _share(sheets, made[part.role], part, links)
        store.create(
            match_id,
            header,
            seed,
            engine=umpire.__version__,
            started=rfc3339(wall),
            lines=draft.lines,
            hosting=Hosting(
                server,
                made,
                _to_own(links, made_of),
                None if folder is None else str(folder.resolve()),
            ),
        )
    except BaseException:
        for spreadsheet in made.values():
            with suppress(SheetsError):
                sheets.trash(spreadsheet)
        raise
    return store.find(match_id)


def _fits(part: Part, shown: Screen) -> None:
    """Raise UsageError if a template lacks a name that the match is shown or typed under."""
    entries = [f"entry_{seat + 1}" for seat in part.seats]
    faults = check({**shown, **dict.fromkeys(entries, (("",),))}, laid_out(part.pages()))
    if faults:
        raise UsageError(
            f"the template {part.template.title!r} does not fit the game: {part.prefix}{faults[0]}"
        )


def _fill(sheets: Sheets, spreadsheet: str, part: Part, shown: Screen) -> None:
    """Turn an empty spreadsheet into one of the match's."""
    default = sheets.metadata(spreadsheet, "sheets.properties.sheetId")["sheets"][0]
    sheet = default["properties"]["sheetId"]
    sheets.write(
        spreadsheet,
        [
            *install(part.template, part.filling, sheet, one_cell_texts(shown)),
            *paint({}, shown, laid_out(part.pages())).requests,
        ],
    )


def _share(sheets: Sheets, spreadsheet: str, part: Part, links: Sequence[Link]) -> None:
    """Let in whom a spreadsheet is for, now that nothing stands in it but what is theirs."""
    accounts: Mapping[str, str] = {link.who: account_email(link.secret) for link in links}
    for who in part.writers():
        sheets.share(spreadsheet, accounts[who], "writer")
    for who in part.readers():
        sheets.share(spreadsheet, accounts[who], "reader")


def _to_own(links: Sequence[Link], made_of: Sequence[Part]) -> tuple[Link, ...]:
    """Let a player's link open the player's own tab, and the umpire have one to each spreadsheet.

    A reader's link, and everybody's who has no tab of their own, opens the board.
    """
    own = {
        page.player: (part.role, page.sheet)
        for part in reversed(made_of)
        for page in reversed(part.pages())
        if page.player is not None
    }
    firsts = [
        replace(link, role=own[link.who][0], tab=own[link.who][1]) if link.who in own else link
        for link in links
    ]
    (umpires,) = (link for link in links if link.who == UMPIRE_LINK)
    others = [replace(umpires, role=part.role) for part in made_of if part.role != BOARD]
    return (*firsts, *others)
