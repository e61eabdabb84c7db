"""Everybody's links as they are shown: under the server's public address, if it has one."""

import json
from collections.abc import Iterable, Iterator, Sequence
from ipaddress import ip_address
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
from umpire.store import Hosting
from umpire.store.home import public_file
from umpire.store.records import BOARD_LINK, READER_LINK, Addresses


def links_of(hosting: Hosting, folder: Path) -> Addresses:
    """Return everybody's links to a match, as their browsers can open them.

    `folder` holds the umpire's files. Raises UmpireError.
    """
    if hosting.is_on_google or hosting.server is None:
        return hosting.addresses(google_base())
    server = hosting.server.replace("//localhost:", "//127.0.0.1:")
    return hosting.addresses(_public_addresses(folder).get(server))


def link_lines(links: Iterable[LinkLine]) -> Iterator[str]:
    """Yield one line per link, after the label of its owner."""
    lines = list(links)
    widest = max(cell_len(printable(line.label)) for line in lines)
    for line in lines:
        label, note = printable(line.label), f"  ({printable(line.note)})" if line.note else ""
        yield f"  {label}{' ' * (widest - cell_len(label))}  {printable(line.address)}{note}"


def links_document(links: Addresses, players: Sequence[str]) -> JsonObject:
    """Return a match's links for programs: the key of a player's is always the player's own.

    `umpire` and `board`, which no player can be called, are the keys of the first of the umpire's
    and of the one for everybody. All of the umpire's are in `umpire_links`, by the spreadsheet.
    """
    roles = {UMPIRE: next(iter(links.umpire.values()), None), BOARD_LINK: links.board}
    return {
        "links": {
            **{role: address for role, address in roles.items() if address is not None},
            **{players[seat]: address for seat, address in links.players.items()},
        },
        "umpire_links": dict(links.umpire),
    }


def board_for_all(hosting: Hosting, folder: Path) -> str | None:
    """Return the board's link if it may be published and opens elsewhere, else None.

    A board on Google may be open to the players only, and an address of this machine is of no use
    to anyone else.
    """
    if not any(link.owner == READER_LINK and link.email is None for link in hosting.links):
        return None
    try:
        address = links_of(hosting, folder).board
    except UmpireError:
        return None
    return None if address is None or _is_of_this_machine(address) else address


def _is_of_this_machine(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def keep_public_address(folder: Path, server: str, public: str | None) -> None:
    """Keep the public address of this folder's server, or None if it has none.

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
