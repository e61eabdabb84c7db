"""`umpire matches`: one row per match, with what it is waiting for."""

from collections.abc import Sequence

from umpire.cli.tables import draw_table, table_console
from umpire.games.base import VOID
from umpire.games.text import join_words
from umpire.hosting.times import local_and_utc_time
from umpire.json_types import JsonObject
from umpire.projections.overview import MatchOverview
from umpire.projections.status import MatchStatus
from umpire.store.worldtime import readable

_HEAD = ("Match", "Players", "Status", "Waiting for", "Limit or end")
_SHELVES = {"archive": "archived", "demo": "demo"}


def print_matches(matches: Sequence[MatchOverview], at: float) -> None:
    """Print a table of matches as they are at a time in seconds since 1970."""
    rows = [_row(match.document, match.status, at) for match in matches]
    table_console().print(draw_table(_HEAD, rows, whole=_HEAD[:1]))


def players_of(document: JsonObject) -> str:
    """Return the names of a match's players; for a bot also its level."""
    bots = {bot["by"]: f" (bot, level {bot['level']})" for bot in document["bots"]}
    return ", ".join(f"{player}{bots.get(player, '')}" for player in document["players"])


def result_of(document: JsonObject) -> str:
    """Return how a match ended."""
    if document["reason"] == VOID:
        return "void, without a result"
    won = f"{join_words(document['winners'])} won" if document["winners"] else "a draw"
    return f"{won} ({document['reason']})"


def _row(document: JsonObject, status: MatchStatus, at: float) -> tuple[str, ...]:
    shelf = _SHELVES.get(document["shelf"])
    return (
        document["id"],
        players_of(document),
        f"{document['status']}, {shelf}" if shelf else document["status"],
        _waiting_for(document, status),
        _limit_or_end(document, status, at),
    )


def _waiting_for(document: JsonObject, status: MatchStatus) -> str:
    if document["problem"]:
        return f"help: see umpire status {document['id']}"
    if document["to_do"]:
        return f"you: {document['to_do']}"
    if document["status"] == "new":
        return "'umpire watch', to begin"
    if document["ended"]:
        return f"nothing: {result_of(document)}"
    return "; ".join(f"{join_words(players)} to {task}" for task, players in status.tasks.items())


def _limit_or_end(document: JsonObject, status: MatchStatus, at: float) -> str:
    if document["ended"]:
        return readable(document["ended"])
    limits = [awaited.until for awaited in status.open_tasks if awaited.until is not None]
    return local_and_utc_time(min(limits), at) if limits else ""
