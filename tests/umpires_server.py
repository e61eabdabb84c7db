"""The local sheets server, run as Umpire runs it."""

from pathlib import Path
from typing import Any

from sheets_emulator.app import LocalServer
from umpire.sheets.addresses import LOCAL_DOMAIN


class UmpiresServer(LocalServer):
    """A server whose accounts have the addresses that Umpire knows them by."""

    def __init__(self, folder: Path | None, port: int = 0, **more: Any) -> None:
        super().__init__(folder, port, domain=LOCAL_DOMAIN, **more)
