"""`umpire standings`: show the standings of a league, or of all matches."""

import json
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

from umpire.app_context import AppContext
from umpire.catalogue import find_game
from umpire.cli.output import warn, write_output
from umpire.games.text import printable
from umpire.hosting.look_alikes import warn_of_look_alikes
from umpire.leagues.columns import NOT_OVER, cells, head, legend, notes, rounds
from umpire.leagues.data import comma_separated, document
from umpire.leagues.names import Aliases
from umpire.leagues.names_file import NAMES, read_names_of
from umpire.leagues.pages import markdown, page
from umpire.leagues.results import Rules, read_points, read_tie_breaks
from umpire.leagues.standings import Standings, league_standings, standings_of_all


def run(
    app: AppContext,
    league: str | None,
    game: str | None,
    names: Path | None,
    points: str | None,
    tie_breaks: str | None,
    form: str,
    output: Path,
) -> None:
    """Write the standings of a league, or of all matches."""
    joined = read_names_of(app.folder(), names)
    found = _standings(app, league, game, joined, points, tie_breaks)
    names_shown = [row.player for row in found.table.rows]
    warn_of_look_alikes(names_shown, warn, f": if they are the same player, say so in {NAMES}")
    write_output(output, _CONTENT[form](found))


def _standings(
    app: AppContext,
    name: str | None,
    game: str | None,
    names: Aliases,
    points: str | None,
    tie_breaks: str | None,
) -> Standings:
    with app.open_store() as store:
        if name is None:
            rules = _rules(Rules(), points, tie_breaks)
            return standings_of_all(store, names, rules, find_game(game).id if game else None)
        league = store.leagues.find(name)
        return league_standings(
            store, league, names, _rules(Rules.from_json(league.rules), points, tie_breaks)
        )


def _rules(rules: Rules, points: str | None, tie_breaks: str | None) -> Rules:
    if points is not None:
        rules = replace(rules, points=read_points(points))
    if tie_breaks is not None:
        rules = replace(rules, tie_breaks=read_tie_breaks(tie_breaks))
    return rules


def _as_text(found: Standings) -> bytes:
    """Return the table as a terminal shows it, or with whole lines for a file or a pipe."""
    from rich.text import Text

    from umpire.cli.tables import draw_table, table_console

    written = StringIO()
    console = table_console(written)
    columns = head(found.table)
    numbers = [name for name in columns if name != "Player"]
    table = draw_table(columns, cells(found.table), whole=numbers, right=numbers)
    for line in (found.title, found.subtitle, ""):
        console.print(Text(printable(line)))
    console.print(table)
    for line in ("", legend(found.table), *notes(found.table)):
        console.print(Text(printable(line)))
    for number, who, told, match in rounds(found.table):
        if told == NOT_OVER:
            console.print(Text(printable(f"  {f'round {number}: ' * bool(number)}{who} ({match})")))
    return written.getvalue().encode("utf-8", "backslashreplace")


_CONTENT: dict[str, Callable[[Standings], bytes]] = {
    "text": _as_text,
    "md": lambda found: markdown(found).encode(),
    "html": lambda found: page(found).encode(),
    "csv": comma_separated,
    "json": lambda found: f"{json.dumps(document(found), indent=1)}\n".encode(),
}
