"""`umpire view`: show what one viewer may know at the end of a script."""

from umpire import catalogue
from umpire.cli.scripts import header_checked, lines_of, put
from umpire.errors import UsageError
from umpire.games.base import PUBLIC
from umpire.games.names import find_names
from umpire.games.text import printable
from umpire.match import Match, begin, judge, read_header, read_line, view


def run(script: str, viewer: str) -> None:
    """Print what one viewer may know at the end of a script."""
    lines = lines_of(script)
    games = catalogue.games()
    with header_checked("script"):
        header = read_header(next(lines, b""), games)
    match = begin(header, games[header.game]).match
    who = _viewer(match, viewer)
    for line in lines:
        match = judge(match, read_line(line)).match
    put(view(match, who))


def _viewer(match: Match, name: str) -> str | None:
    if name == PUBLIC:
        return None
    meant = find_names(name, match.header.players)
    if len(meant) != 1:
        who = ", ".join(match.header.players)
        raise UsageError(
            f"--as {printable(name)} does not name one viewer: write public or one of {who}."
        )
    return meant[0]
