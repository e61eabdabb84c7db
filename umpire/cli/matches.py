"""`umpire matches`: the matches, and what each of them waits for."""

import shlex
import time
from datetime import datetime
from typing import Any

import click

from umpire.catalogue import find_game
from umpire.cli.places import places
from umpire.cli.scripts import json_option, put
from umpire.cli.times import as_rfc3339, falls_at, here_and_utc
from umpire.errors import UmpireError, UsageError
from umpire.games.notation import listed, printable
from umpire.json_types import JsonObject
from umpire.showing.record import Record, rebuild
from umpire.store import MatchRow, Store, Unfinished
from umpire.store.records import fixture_columns
from umpire.store.worldtime import readable

_HEAD = ("Match", "Players", "Status", "Waits for", "Limit or end")
_PIPED_WIDTH = 10_000
_SHELVES = {"archive": "archived", "demo": "demo"}


@click.command("matches")
@click.option("--all", "everything", is_flag=True, help="List what is archived, and demos, too.")
@click.option("--demos", is_flag=True, help="List the matches of 'umpire demo' alone.")
@click.option("--league", metavar="NAME", help="List the matches of a league, archived ones too.")
@json_option
@click.pass_context
def command(
    ctx: click.Context, everything: bool, demos: bool, league: str | None, as_json: bool
) -> None:
    """List the matches that this computer keeps, oldest first, and those that are half made.

    Neither demos nor what 'umpire archive' has put away is among them unless you ask.

    \b
    Examples:
      umpire matches
      umpire matches --all
      umpire matches --league winter
      umpire matches --json
    """
    if league and (everything or demos):
        raise UsageError("--league lists all matches of a league: give neither --all nor --demos.")
    if everything and demos:
        raise UsageError("--all has the demos already: give one of both.")
    with places(ctx).open_store() as store:
        rows, half = store.matches(), store.unfinished.all()
        if league is not None:
            name = store.leagues.find(league).name
            rows = [row for row in rows if row.fixture and row.fixture.league == name]
            half = [one for one in half if one.fixture and one.fixture.league == name]
        shelf = "demo" if demos else None
        shown = [row for row in rows if everything or league or row.shelf == shelf]
        told = [told_of(store, row)[0] for row in shown]
        left_out = len(rows) - len(shown)
        if not demos:
            told += [_half_made(one) for one in half if not one.is_nothing]
    if as_json:
        put(told)
    elif told:
        _show(told)
    else:
        click.echo("There is no match yet: 'umpire new' makes one.")
    if left_out and not (as_json or demos):
        click.echo(f"\n{left_out} archived or of demos: 'umpire matches --all' lists them too.")


def told_of(store: Store, row: MatchRow) -> tuple[JsonObject, Record | None]:
    """Return what is told of a match, and what its log comes to unless it is over.

    One log that cannot be read spoils no other.
    """
    told: JsonObject = {
        "id": row.id,
        "game": row.game,
        "title": row.game,
        "players": list(row.players),
        "status": row.status,
        "shelf": row.shelf,
        **fixture_columns(row.fixture),
        "started": row.started,
        "ended": row.ended,
        "t": None,
        "pending": [],
        "winner": row.outcome.winner if row.outcome else None,
        "reason": row.outcome.reason if row.outcome else None,
        "problem": None,
        "to_do": None,
    }
    try:
        game = find_game(row.game)
        if row.outcome is not None:
            return told | {"title": game.title}, None
        record = rebuild(row.header(), game, store.lines(row.id), ())
        return told | _standing(record), record
    except UmpireError as error:
        return told | {"problem": str(error)}, None


def _half_made(one: Unfinished) -> JsonObject:
    """Return what is told of a match whose spreadsheets are not all made."""
    on = "google" if one.hosting.on_google else "local"
    players = shlex.quote(",".join(one.players))
    return {
        "id": one.id,
        "game": one.game,
        "title": one.game,
        "players": list(one.players),
        "status": "half made",
        "shelf": None,
        **fixture_columns(one.fixture),
        "started": one.started,
        "ended": None,
        "t": None,
        "pending": [],
        "winner": None,
        "reason": None,
        "problem": None,
        "to_do": f"the same 'umpire new {one.game} --players {players} --on {on}' with all its "
        "options finishes it, --anew begins it afresh"
        if one.fixture is None or one.fixture.round is None
        else f"the same 'umpire league pair {one.fixture.league}' finishes it",
    }


def _standing(record: Record) -> JsonObject:
    match = record.match
    outcome = match.outcome
    return {
        "title": match.game.title,
        "status": "new" if record.has_to_begin else match.status,
        "t": match.now,
        "pending": [
            {
                "by": owed.by,
                "decision": owed.decision.id,
                "task": owed.decision.task,
                "deadline": owed.deadline,
                "until": as_rfc3339(falls_at(record, owed.deadline)),
            }
            for owed in match.pending
        ],
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
    }


def _show(matches: list[JsonObject]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    if not console.is_terminal:  # whoever reads it then wants whole lines
        console = Console(width=_PIPED_WIDTH)
    table = Table(box=box.SIMPLE_HEAD if console.is_terminal else None, pad_edge=False)
    for name in _HEAD:
        table.add_column(name, overflow="fold", no_wrap=name == "Match")
    for told in matches:
        table.add_row(*(Text(printable(text)) for text in _row(told)))
    console.print(table)


def _row(told: JsonObject) -> tuple[str, ...]:
    players = ", ".join(told["players"])
    status = ", ".join(filter(None, (told["status"], _SHELVES.get(told["shelf"]))))
    return told["id"], players, status, _waits_for(told), _when(told)


def _when(told: JsonObject) -> str:
    if told["ended"]:
        return readable(told["ended"])
    limits = [owed["until"] for owed in told["pending"] if owed["until"]]
    if not limits:
        return ""
    return here_and_utc(datetime.fromisoformat(min(limits)).timestamp(), time.time())


def _waits_for(told: dict[str, Any]) -> str:
    if told["problem"]:
        return f"help: see umpire status {told['id']}"
    if told["to_do"]:
        return f"you: {told['to_do']}"
    if told["status"] == "new":
        return "'umpire watch', which begins it"
    if told["status"] in ("over", "closed"):
        result = f"{told['winner']} won" if told["winner"] else "a draw"
        return f"nothing: {result} ({told['reason']})"
    tasks: dict[str, list[str]] = {}
    for owed in told["pending"]:
        tasks.setdefault(owed["task"], []).append(owed["by"])
    return "; ".join(f"{listed(players)} to {task}" for task, players in tasks.items())
