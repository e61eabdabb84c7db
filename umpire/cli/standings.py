"""`umpire standings`: show the standings of a league, or of all matches."""

import json
from collections.abc import Callable
from dataclasses import replace
from io import StringIO

from umpire.catalogue import find_game
from umpire.games.text import printable
from umpire.leagues.columns import NOT_OVER, cells, head, legend, match_rows, notes
from umpire.leagues.data import comma_separated, document
from umpire.leagues.names import Aliases
from umpire.leagues.pages import markdown, page
from umpire.leagues.results import Rules, read_points, read_tie_breaks
from umpire.leagues.standings import Standings, league_standings, standings_of_all
from umpire.store import Store


def find_standings(
    store: Store,
    names: Aliases,
    league: str | None,
    game: str | None,
    points: str | None,
    tie_breaks: str | None,
) -> Standings:
    """Return the standings of a league, or of all matches, perhaps of one game.

    `points` and `tie_breaks` take the place of the league's, or of the usual ones. Raises
    UsageError.
    """
    if league is None:
        rules = _rules(Rules(), points, tie_breaks)
        return standings_of_all(store, names, rules, find_game(game).id if game else None)
    stored_league = store.leagues.find(league)
    rules = _rules(Rules.from_json(stored_league.rules), points, tie_breaks)
    return league_standings(store, stored_league, names, rules)


def _rules(rules: Rules, points: str | None, tie_breaks: str | None) -> Rules:
    if points is not None:
        rules = replace(rules, points=read_points(points))
    if tie_breaks is not None:
        rules = replace(rules, tie_breaks=read_tie_breaks(tie_breaks))
    return rules


def _as_text(standings: Standings) -> bytes:
    """Return the table as wide as the terminal; for a file or a pipe, with whole lines."""
    from rich.text import Text

    from umpire.cli.tables import draw_table, table_console

    text_file = StringIO()
    console = table_console(text_file)
    columns = head(standings.table)
    numbers = [name for name in columns if name != "Player"]
    table = draw_table(columns, cells(standings.table), whole=numbers, right=numbers)
    for line in (standings.title, standings.subtitle, ""):
        console.print(Text(printable(line)))
    console.print(table)
    for line in ("", legend(standings.table), *notes(standings.table)):
        console.print(Text(printable(line)))
    for number, players, result, match in match_rows(standings.table):
        if result == NOT_OVER:
            round_name = f"round {number}: " if number else ""
            console.print(Text(printable(f"  {round_name}{players} ({match})")))
    return text_file.getvalue().encode("utf-8", "backslashreplace")


FORMATS: dict[str, Callable[[Standings], bytes]] = {
    "text": _as_text,
    "md": lambda standings: markdown(standings).encode(),
    "html": lambda standings: page(standings).encode(),
    "csv": comma_separated,
    "json": lambda standings: f"{json.dumps(document(standings), indent=1)}\n".encode(),
}
"""How the standings are written in each format."""
