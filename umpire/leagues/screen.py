"""Standings as the blocks of text in their spreadsheet."""

from collections.abc import Iterable, Sequence

from umpire.games.base import Screen
from umpire.games.text import printable
from umpire.leagues.columns import BREAKS, COUNTS, MARK, legend, marked_player, match_rows, notes
from umpire.leagues.results import points_text
from umpire.leagues.standings import Standings
from umpire.leagues.table import Row

ROWS, MATCHES = 100, 500
"""How many rows there are in the template for players and for matches."""

_TIE_BREAKS = ("head_to_head", "sonneborn_berger", "buchholz")
_OF_A_PLAYER = ("place", "player", "points", *COUNTS, *_TIE_BREAKS, "rating")
_OF_A_MATCH = ("round", "pair", "result", "id")
_LONG = 500


def screen(standings: Standings) -> Screen:
    """Return all blocks with all their cells, even empty ones, so that it can be written again."""
    table = standings.table
    sentences = [legend(table), *notes(table)]
    if (left_out := len(table.rows) - ROWS) > 0:
        sentences.append(f"{left_out} more players: 'umpire standings' shows all.")
    return {
        "headline": ((printable(standings.title),),),
        "subline": ((printable(standings.subtitle),),),
        **_columns(_OF_A_PLAYER, map(_cells, table.rows), ROWS),
        **_columns(_OF_A_MATCH, match_rows(table), MATCHES),
        "notes": (("\n".join(printable(sentence, _LONG) for sentence in sentences),),),
    }


def _cells(row: Row) -> tuple[str, ...]:
    return (
        str(row.place),
        marked_player(row),
        points_text(row.points) + MARK * bool(row.provisional),
        *(str(getattr(row, name)) for name in COUNTS),
        *(_break(row, name) for name in BREAKS),
        f"{row.rating:.1f}",
    )


def _break(row: Row, name: str) -> str:
    value = row.breaks.get(name)
    return "" if value is None else points_text(value)


def _columns(names: Sequence[str], rows: Iterable[Sequence[str]], count: int) -> Screen:
    """Return a block of one column for each of the names."""
    first_rows = [*rows][:count]
    filled = [*first_rows, *[[""] * len(names)] * (count - len(first_rows))]
    return {
        name: tuple((printable(row[column]),) for row in filled)
        for column, name in enumerate(names)
    }
