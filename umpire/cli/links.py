"""Everybody's links as they are told: under the server's public address, if it has one."""

import json
from pathlib import Path

from umpire.cli.live import google_base
from umpire.errors import UmpireError
from umpire.private_files import write_private
from umpire.store import Hosting
from umpire.store.home import public_file


def links_of(hosting: Hosting, folder: Path) -> dict[str, str]:
    """Return everybody's links to a match, as their browsers find it.

    `folder` is that of the umpire's files. Raises UmpireError.
    """
    if hosting.on_google or hosting.server is None:
        return hosting.addresses(google_base())
    server = hosting.server.replace("//localhost:", "//127.0.0.1:")
    return hosting.addresses(_public_addresses(folder).get(server))


def keep_public_address(folder: Path, server: str, public: str | None) -> None:
    """Keep under which public address the server of this folder answers; None if under none.

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
        found: dict[str, str] = json.loads(file.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UmpireError(
            f"the file {file} cannot be read ({error}): start 'umpire serve' again, which writes "
            "it anew."
        ) from error
    return found
