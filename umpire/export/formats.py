"""The formats in which a match is exported: one table, a line each."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from umpire.export.comma_separated import comma_separated
from umpire.export.document import document
from umpire.export.history import History, read_history
from umpire.export.markdown import markdown
from umpire.export.script import script_as, script_lines
from umpire.games.base import UMPIRE, AnyGame
from umpire.store import MatchRow, Store


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be written: a match, as it stands in a store, and for whose eyes.

    `viewer` is a player, None for everybody, and UMPIRE where nobody is named: that is all of a
    match that is closed, of another what is public, and of a script everything.
    """

    store: Store
    row: MatchRow
    game: AnyGame
    viewer: str | None = UMPIRE

    def history(self) -> History:
        """Return what the viewer may know of the match. Raises UmpireError."""
        whole = read_history(self.store, self.row, self.game)
        return whole.told() if self.viewer == UMPIRE else whole.seen_by(self.viewer)


@dataclass(frozen=True, slots=True)
class Format:
    """A format: the ending of its files, what writes it, what it is in words.

    `binary` is not for terminals. `secret` is a format that holds everything where nobody is named.
    """

    ending: str
    write: Callable[[Order], bytes | str]
    help: str
    binary: bool = False
    secret: bool = False


def _json(order: Order) -> str:
    return json.dumps(document(order.history()), ensure_ascii=False, indent=1) + "\n"


def _script(order: Order) -> str:
    if order.viewer == UMPIRE:
        lines = script_lines(order.store, order.row.id)
    else:
        lines = script_as(order.store, order.row.id, order.game, order.viewer)
    return "".join(f"{line}\n" for line in lines)


FORMATS: Mapping[str, Format] = {
    "md": Format(".md", lambda order: markdown(order.history()), "Markdown to read and to post"),
    "csv": Format(".csv", lambda order: comma_separated(order.history()), "a table of the log"),
    "json": Format(".json", _json, "one JSON document for programs"),
    "script": Format(".jsonl", _script, "the log, for anyone to adjudicate again", secret=True),
}


def export(name: str, order: Order) -> bytes:
    """Return a match in one of the FORMATS, as a file's content."""
    written = FORMATS[name].write(order)
    if isinstance(written, bytes):
        return written
    return written.encode("utf-8", "backslashreplace")  # a lone surrogate stays a JSON escape


def is_secret(name: str, order: Order) -> bool:
    """Return whether an export holds what is not for everybody's eyes."""
    if order.row.status == "closed" or order.viewer is None:
        return False
    return FORMATS[name].secret or order.viewer != UMPIRE
