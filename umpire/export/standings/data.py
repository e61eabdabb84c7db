"""Standings for programs: rows of a CSV file, and one JSON document."""

from umpire.export.csv_file import csv_text
from umpire.export.standings.reading import Standings
from umpire.json_types import JsonObject
from umpire.standings.results import number
from umpire.standings.table import Row


def document(standings: Standings) -> JsonObject:
    """Return the JSON document; its keys are always all there."""
    table = standings.table
    return {
        "league": standings.league,
        "title": standings.title,
        "game": standings.game,
        "rules": table.rules.to_json(),
        "rows": [_row(row) for row in table.rows],
        "matches": [
            {
                "match": one.match,
                "round": one.round,
                "players": list(one.players),
                "status": one.status,
                "winner": one.winner,
                "reason": one.reason,
                "forfeited": sorted(one.forfeited),
                "ended": one.ended,
            }
            for one in (*table.ended, *table.unfinished)
        ],
        "rounds": [[list(pair) for pair in pairs] for pairs in standings.rounds],
    }


def rows_as_csv(standings: Standings) -> str:
    """Return the rows of the table as a CSV file, safe to open in a spreadsheet program."""
    breaks = standings.table.rules.tie_breaks
    flat = []
    for row in standings.table.rows:
        told = _row(row)
        del told["tie_breaks"]
        flat.append({**told, **{name: _value(row, name) for name in breaks if name != "rating"}})
    names = list(flat[0]) if flat else ["place", "player", "points"]
    return csv_text(names, [[row[name] for name in names] for row in flat])


def _row(row: Row) -> JsonObject:
    return {
        "place": row.place,
        "player": row.player,
        "points": float(number(row.points)),
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "forfeited": row.forfeited,
        "byes": row.byes,
        "provisional": row.provisional,
        "rating": row.rating,
        "tie_breaks": {name: _value(row, name) for name in row.breaks if name != "rating"},
    }


def _value(row: Row, name: str) -> float | None:
    value = row.breaks.get(name)
    return None if value is None else float(value)
