"""Tables as wide as the terminal, or with whole lines for a file or a pipe."""

from collections.abc import Collection, Iterable, Sequence
from typing import IO, Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from umpire.games.text import printable

_PIPED_WIDTH = 10_000


def table_console(file: IO[str] | None = None) -> Console:
    """Return a console as wide as the terminal; for a file or a pipe, wide enough for any line.

    It writes to standard output, or to a `file`.
    """
    terminal = Console()
    return Console(file=file, width=terminal.width if terminal.is_terminal else _PIPED_WIDTH)


def draw_table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    whole: Collection[str] = (),
    right: Collection[str] = (),
) -> Table:
    """Draw a table; `whole` columns are never folded, `right` columns are aligned to the right.

    Only on a terminal there is a line below the head.
    """
    table = Table(box=box.SIMPLE_HEAD if Console().is_terminal else None, pad_edge=False)
    for name in head:
        justify: Literal["left", "right"] = "right" if name in right else "left"
        table.add_column(name, justify=justify, overflow="fold", no_wrap=name in whole)
    for row in rows:
        table.add_row(*(Text(printable(text)) for text in row))
    return table
