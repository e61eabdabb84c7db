"""The columns and the sentences of standings, which are the same in every format."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from umpire.games.base import VOID
from umpire.games.text import join_words
from umpire.leagues.membership import describe_membership
from umpire.leagues.results import Result, points_text
from umpire.leagues.table import Row, Table

MARK = "*"
"""Marks points that may still change."""

NOT_OVER = "not over"
"""The result shown for a match that is still running."""

BREAKS = {
    "head-to-head": ("H2H", "points among the tied"),
    "sonneborn-berger": ("SB", "Sonneborn-Berger"),
    "buchholz": ("Buch", "Buchholz"),
}
"""The tie-breaks that need a column: its heading, and what the heading means."""

COUNTS = ("played", "won", "drawn", "lost", "forfeited", "byes")
"""The fields of a row that count matches, in the order of the columns."""

_NAMED = 5
"""The most matches that a sentence names."""

Cells = tuple[str, ...]


def columns(table: Table) -> list[tuple[str, str, Callable[[Row], str]]]:
    """Return each column's heading, its meaning, and a function that gives a row's text."""
    points = table.rules.points
    kinds = "a win, a draw, a loss"
    if points.forfeit != points.loss:
        kinds += ", a forfeit"
    entries: list[tuple[str, str, Callable[[Row], str]]] = [
        ("#", "", lambda row: str(row.place)),
        ("Player", "", marked_player),
        ("Pts", f"points ({points} for {kinds})", _points),
        ("P", "played", lambda row: str(row.played)),
        ("W", "won", lambda row: str(row.won)),
        ("D", "drawn", lambda row: str(row.drawn)),
        ("L", "lost", lambda row: str(row.lost)),
        ("F", "forfeited", lambda row: str(row.forfeited)),
    ]
    if any(row.byes for row in table.rows):
        entries.append(("Bye", "rounds without an opponent", lambda row: str(row.byes)))
    entries += [
        (*BREAKS[name], _value_of(name)) for name in table.rules.tie_breaks if name in BREAKS
    ]
    entries.append(("Rating", "strength at least", lambda row: f"{row.rating:.1f}"))
    return entries


def head(table: Table) -> Cells:
    """Return the columns' headings."""
    return tuple(name for name, _, _ in columns(table))


def cells(table: Table) -> list[Cells]:
    """Return the rows of the table as texts."""
    texts = [text for _, _, text in columns(table)]
    return [tuple(text(row) for text in texts) for row in table.rows]


def legend(table: Table) -> str:
    """Return the sentence that explains the headings."""
    meanings = (f"{name} {meaning}" for name, meaning, _ in columns(table) if meaning)
    return f"{', '.join(meanings)}."


def notes(table: Table) -> Iterator[str]:
    """Yield sentences about the table: how ties are broken, and what may still change."""
    breaks = table.rules.tie_breaks
    yield f"Equal points: {', then '.join(breaks)}; players equal in all of these share a place."
    if ids := table.provisional:
        which = join_words(ids) if len(ids) <= _NAMED else f"{len(ids)} matches"
        yield f"{MARK} provisional: {which} over but not yet closed."
    if count := sum(result.is_void for result in table.ended):
        yield f"Void: {count} {'match counts' if count == 1 else 'matches count'} for nobody."
    if count := len(table.unfinished):
        yield f"Not counted: {count} {'match' if count == 1 else 'matches'} not over."


def result_text(result: Result) -> str:
    """Return a match's result as text, such as `Ana won (modules)` or `not over`."""
    if not result.is_over:
        return NOT_OVER
    mark = MARK if result.status == "over" else ""
    if result.is_void:
        return f"{VOID}{mark}"
    end = f"{join_words(result.winners)} won" if result.winners else "a draw"
    return f"{end} ({result.reason}){mark}"


def match_rows(table: Table) -> list[tuple[str, str, str, str]]:
    """Return each match's round, players, result and id, by rounds, the unfinished last."""
    results = sorted(
        (*table.ended, *table.unfinished),
        key=lambda result: (result.round is None, result.round or 0),
    )
    return [
        (
            "" if result.round is None else str(result.round),
            " – ".join(result.players),
            result_text(result),
            result.match,
        )
        for result in results
    ]


def marked_player(row: Row) -> str:
    """Return a player's name, and when they joined or left the league."""
    membership = describe_membership(row.changes)
    return f"{row.player} ({membership})" if membership else row.player


def _points(row: Row) -> str:
    return points_text(row.points) + (MARK if row.provisional else "")


def _value_of(name: str) -> Callable[[Row], str]:
    def text(row: Row) -> str:
        value: Fraction | None = row.breaks.get(name)
        return "" if value is None else points_text(value)

    return text
