"""Where the command line finds the umpire's files and log."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from umpire.errors import UsageError

T = TypeVar("T")

if TYPE_CHECKING:
    from collections.abc import Callable

    from umpire.store import Store


@dataclass(frozen=True, slots=True)
class Places:
    """The values of `--home` and `--store`, None where they are not given."""

    home: str | None
    store: str | None

    def folder(self) -> Path:
        """Return the folder with the umpire's files, made if it is missing. Raises UmpireError."""
        from umpire.store.home import home  # only what is run needs it

        return home(self.home)

    @property
    def program(self) -> str:
        """How a command begins that another terminal runs with the same files."""
        return f"umpire --home {shlex.quote(str(self.folder()))}" if self.home else "umpire"

    def environment(self) -> dict[str, str]:
        """Return the environment variables that tell another process the same."""
        told = {"UMPIRE_HOME": self.home, "UMPIRE_STORE": self.store}
        return {name: value for name, value in told.items() if value is not None}

    def open_store(self) -> "Store":
        """Open the store: at the address given, else in the folder. Raises UmpireError."""
        from umpire.store import Store

        if self.store is None:
            return Store.open(self.folder())
        if "://" not in self.store:
            raise UsageError(
                "--store takes the address of a database, such as postgresql://user@host/database: "
                "for a folder use --home."
            )
        return Store.open(self.store)

    def glance(self, look: "Callable[[Path], T]") -> "T | None":
        """Return what a glance at the log in the folder tells (see `umpire.store.glance`).

        At a log that several hosts share there is none: None.
        """
        return look(self.folder()) if self.store is None else None


def places(ctx: click.Context) -> Places:
    """Return the places that the command line gave."""
    found = ctx.obj
    assert isinstance(found, Places)
    return found
