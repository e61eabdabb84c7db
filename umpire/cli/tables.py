"""Tables as a terminal shows them, or with whole lines for a file or a pipe."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from umpire.games.text import printable

_PIPED_WIDTH = 10_000


def console_for_tables() -> Console:
    """Return a console that gives a file or a pipe whole lines."""
    console = Console()
    return console if console.is_terminal else Console(width=_PIPED_WIDTH)


def draw_table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, whole: Sequence[str] = ()
) -> Table:
    """Draw a table; the `whole` columns are never folded."""
    table = Table(box=box.SIMPLE_HEAD if Console().is_terminal else None, pad_edge=False)
    for name in head:
        table.add_column(name, overflow="fold", no_wrap=name in whole)
    for row in rows:
        table.add_row(*(Text(printable(text)) for text in row))
    return table
