"""The folder and the store that a program of Umpire uses; quick to load."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from umpire.errors import UsageError

if TYPE_CHECKING:
    from umpire.store import Store

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AppContext:
    """The values of `--home` and `--store`, None for the usual place."""

    home: str | None
    store: str | None

    def folder(self) -> Path:
        """Return the folder with the umpire's files, made if it is missing. Raises UmpireError."""
        from umpire.store.home import home  # only commands that run need it

        return home(self.home)

    @property
    def program(self) -> str:
        """The first words of a command that uses the same files in another terminal."""
        return f"umpire --home {shlex.quote(str(self.folder()))}" if self.home else "umpire"

    def environment(self) -> dict[str, str]:
        """Return the environment variables that give another process the same values."""
        values = {"UMPIRE_HOME": self.home, "UMPIRE_STORE": self.store}
        return {name: value for name, value in values.items() if value is not None}

    def open_store(self) -> "Store":
        """Open the store at its address, or else in the folder. Raises UmpireError."""
        from umpire.store import Store

        if self.store is None:
            return Store.open(self.folder())
        if "://" not in self.store:
            raise UsageError(
                "--store takes the address of a database, such as postgresql://user@host/database: "
                "for a folder use --home."
            )
        return Store.open(self.store)

    def glance(self, read: Callable[[Path], T]) -> T | None:
        """Return what a function of `umpire.store.glance` reads in the folder.

        Return None for a store that several hosts share, which is not in the folder.
        """
        return read(self.folder()) if self.store is None else None
