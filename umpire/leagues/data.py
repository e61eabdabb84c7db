"""Standings for programs: as CSV, and as one JSON document."""

import csv
from io import StringIO

from umpire.export.comma_separated import neutral
from umpire.games.text import printable
from umpire.json_types import JsonObject
from umpire.leagues.columns import BREAKS, COUNTS
from umpire.leagues.membership import describe_membership
from umpire.leagues.results import points_text
from umpire.leagues.standings import Standings
from umpire.leagues.table import Row
from umpire.store.records import has_left

_COLUMNS = ("place", "player", "points", *COUNTS, "provisional", "rating", "membership")
"""The columns of the CSV file before those of tie-breaks."""


def document(standings: Standings) -> JsonObject:
    """Return the JSON document; every key is always present."""
    table = standings.table
    return {
        "league": standings.league,
        "title": standings.title,
        "game": standings.game,
        "rules": table.rules.to_json(),
        "rows": [_row(row) for row in table.rows],
        "matches": [
            {
                "match": result.match,
                "round": result.round,
                "players": list(result.players),
                "status": result.status,
                "winner": result.winner,
                "winners": list(result.winners),
                "reason": result.reason,
                "forfeited": sorted(result.forfeited),
                "ended": result.ended,
            }
            for result in (*table.ended, *table.unfinished)
        ],
        "rounds": [[list(pair) for pair in pairs] for pairs in standings.rounds],
    }


def comma_separated(standings: Standings) -> bytes:
    """Return the rows of the table as CSV in which no spreadsheet program finds a formula.

    Every text is quoted, so that no other separator splits it. The file begins with a byte order
    mark.
    """
    breaks = [name for name in standings.table.rules.tie_breaks if name in BREAKS]
    file = StringIO(newline="")
    writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow([*_COLUMNS, *breaks])
    for row in standings.table.rows:
        values = {**{name: _value(row, name) for name in breaks}, **_row(row)}
        values["player"] = neutral(printable(row.player))
        writer.writerow([values[name] for name in (*_COLUMNS, *breaks)])
    return file.getvalue().encode("utf-8-sig")


def _row(row: Row) -> JsonObject:
    return {
        "place": row.place,
        "player": row.player,
        "points": float(points_text(row.points)),
        **{name: getattr(row, name) for name in COUNTS},
        "provisional": row.provisional,
        "rating": row.rating,
        "membership": describe_membership(row.changes),
        "has_left": has_left(row.player, row.changes),
        "tie_breaks": {name: _value(row, name) for name in row.breaks if name in BREAKS},
    }


def _value(row: Row, name: str) -> float | None:
    value = row.breaks.get(name)
    return None if value is None else float(value)
