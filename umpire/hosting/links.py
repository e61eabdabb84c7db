"""Everybody's links, as people open them: at the server's public address, if it has one."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from rich.cells import cell_len

from umpire.errors import UmpireError
from umpire.games.base import UMPIRE
from umpire.games.text import printable
from umpire.hosting.accounts import google_base
from umpire.json_types import JsonObject
from umpire.private_files import write_private
from umpire.projections.links import LinkLine
from umpire.sheets.addresses import is_loopback
from umpire.store import Hosting
from umpire.store.home import public_file
from umpire.store.records import BOARD_LINK, READER_LINK, Addresses


def links_of(hosting: Hosting, folder: Path) -> Addresses:
    """Return everybody's links to a match, at the address that their browsers can reach.

    `folder` holds the umpire's files. Raises UmpireError.
    """
    if hosting.is_on_google or hosting.server is None:
        return hosting.addresses(google_base())
    server = hosting.server.replace("//localhost:", "//127.0.0.1:")
    return hosting.addresses(_public_addresses(folder).get(server))


def link_lines(links: Iterable[LinkLine]) -> Iterator[str]:
    """Yield one line per link, after the label of its owner."""
    return aligned_lines((line.label, _with_note(line.address, line.note)) for line in links)


def _with_note(address: str, note: str) -> str:
    return f"{printable(address)}  ({printable(note)})" if note else printable(address)


def aligned_lines(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield one line per label and text, with all texts in one column."""
    entries = [(printable(label), text) for label, text in rows]
    widest = max(cell_len(label) for label, _ in entries)
    for label, text in entries:
        yield f"  {label}{' ' * (widest - cell_len(label))}  {text}"


def links_document(links: Addresses, players: Sequence[str]) -> JsonObject:
    """Return a match's links for programs, each player's under the player's name.

    The umpire's first link has the key `umpire`, the link for everybody `board`: no player can have
    these names. `umpire_links` are all of the umpire's links, by spreadsheet.
    """
    roles = {UMPIRE: next(iter(links.umpire.values()), None), BOARD_LINK: links.board}
    return {
        "links": {
            **{role: address for role, address in roles.items() if address is not None},
            **{players[seat]: address for seat, address in links.players.items()},
        },
        "umpire_links": dict(links.umpire),
    }


def public_board_link(hosting: Hosting, folder: Path) -> str | None:
    """Return the board's link if it may be published and opens on other machines, else None.

    A board on Google may be open to the players only, and nobody else can open an address of this
    machine.
    """
    if not any(link.owner == READER_LINK and link.email is None for link in hosting.links):
        return None
    try:
        address = links_of(hosting, folder).board
    except UmpireError:
        return None
    if address is None or is_loopback(urlsplit(address).hostname or ""):
        return None
    return address


def save_public_address(folder: Path, server: str, public: str | None) -> None:
    """Save the public address of this folder's server; None deletes it.

    Raises UmpireError.
    """
    file = public_file(folder)
    try:
        if public is None:
            file.unlink(missing_ok=True)
        else:
            write_private(file, json.dumps({server: public}).encode())
    except OSError as error:
        raise UmpireError(f"the file {file} cannot be written ({error.strerror}).") from error


def _public_addresses(folder: Path) -> dict[str, str]:
    file = public_file(folder)
    try:
        addresses: dict[str, str] = json.loads(file.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UmpireError(
            f"the file {file} cannot be read ({error}): start 'umpire serve' again to rewrite it."
        ) from error
    return addresses
