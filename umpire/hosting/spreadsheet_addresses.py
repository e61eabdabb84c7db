"""Read the addresses of spreadsheets that an umpire made by hand."""

import re
from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

from umpire.errors import UsageError
from umpire.games.text import quote
from umpire.hosting.accounts import google_base
from umpire.hosting.players import find_player
from umpire.projections.spreadsheets import BOARD, CONSOLE, table_role
from umpire.store.records import GOOGLE_DOCS

_ID = re.compile(r"[\w-]{20,}", re.ASCII)
_ID_IN_PATH = re.compile(r"/d/([\w-]{20,})(?:/|$)", re.ASCII)
_TABLE = re.compile(r"(?P<player>.+?)=(?P<spreadsheet>https?://.*|[\w-]+)", re.ASCII | re.DOTALL)


def read_handmade_spreadsheets(
    players: Sequence[str], board: str | None, tables: Sequence[str], console: str | None
) -> dict[str, str]:
    """Return the ids of spreadsheets made by hand, by role. Raises UsageError."""
    ids: dict[str, str] = {}
    if board is not None:
        ids[BOARD] = _read_spreadsheet(board)
    for text in tables:
        table = _TABLE.fullmatch(text)
        if table is None:
            raise UsageError(
                f"{quote(text)} is not a table: write it like {players[0]}={GOOGLE_DOCS}/..."
            )
        player = find_player(table["player"], players)
        role = table_role(players.index(player))
        if role in ids:
            raise UsageError(f"{player} has two tables: give only one.")
        ids[role] = _read_spreadsheet(table["spreadsheet"])
    if console is not None:
        ids[CONSOLE] = _read_spreadsheet(console)
    return ids


def _read_spreadsheet(text: str) -> str:
    """Read a spreadsheet's id or address. Raises UsageError if it is neither."""
    spreadsheet_id = _spreadsheet_id(text)
    if spreadsheet_id is None:
        raise UsageError(
            f"{quote(text)} is not a spreadsheet on Google: give its address, such as "
            f"{GOOGLE_DOCS}/spreadsheets/d/.../edit."
        )
    return spreadsheet_id


def _spreadsheet_id(text: str) -> str | None:
    """Return the id in a spreadsheet's address on Google, or an id as it is; None if neither."""
    if _ID.fullmatch(text):
        return text
    try:
        address = urlsplit(text)
    except ValueError:
        return None
    hosts = {"docs.google.com", "drive.google.com", urlsplit(google_base() or "").netloc}
    if address.scheme not in ("http", "https") or address.netloc not in hosts:
        return None
    in_path = _ID_IN_PATH.search(address.path)
    ids = [in_path[1]] if in_path else parse_qs(address.query).get("id", [])
    return next(filter(_ID.fullmatch, ids), None)
