"""`umpire matches`: list the matches, and what each is waiting for."""

import shlex
import time
from dataclasses import replace

import click

from umpire.catalogue import find_game
from umpire.cli.commands.defaults import NO_MATCH_YET, NOT_LISTED
from umpire.cli.places import places
from umpire.cli.scripts import put
from umpire.cli.times import here_and_utc
from umpire.errors import UmpireError
from umpire.games.base import UMPIRE, VOID
from umpire.games.text import listed, printable
from umpire.json_types import JsonObject
from umpire.showing.record import Record, rebuild
from umpire.showing.status import MatchStatus, match_status
from umpire.store import Lease, MatchRow, Store, Unfinished
from umpire.store.records import fixture_columns
from umpire.store.replay import check_result, outcome_of
from umpire.store.worldtime import readable, rfc3339_if_any

_HEAD = ("Match", "Players", "Status", "Waiting for", "Limit or end")
_PIPED_WIDTH = 10_000
_SHELVES = {"archive": "archived", "demo": "demo"}


def run(
    ctx: click.Context, everything: bool, demos: bool, league: str | None, as_json: bool
) -> None:
    """Print the matches as a table or as JSON."""
    with places(ctx).open_store() as store:
        rows, half = store.matches(), store.unfinished.all()
        if league is not None:
            name = store.leagues.find(league).name
            rows = [row for row in rows if row.fixture and row.fixture.league == name]
            half = [one for one in half if one.fixture and one.fixture.league == name]
        shelf = "demo" if demos else None
        shown = [row for row in rows if everything or league or row.shelf == shelf]
        at = time.time()
        found = [find_status(store, row, at) for row in shown]
        left_out = len(rows) - len(shown)
        if not demos:
            found += [_half_made(one) for one in half if not one.is_nothing]
    if as_json:
        put([told for told, _ in found])
    elif found:
        _show(found, at)
    else:
        click.echo(NO_MATCH_YET)
    if left_out and not (as_json or demos):
        click.echo(NOT_LISTED.format(left_out))


def read_status(store: Store, row: MatchRow, at: float) -> tuple[Record, MatchStatus, Lease | None]:
    """Return a match's record, its status at a time, and the lease on it, if there is one.

    The match clock is the one that its daemon last stored. Raises UmpireError for a log that cannot
    be read.
    """
    lease = store.leases.held(row.id, at)
    record = rebuild(row.header(), find_game(row.game), store.lines(row.id), ())
    check_result(row, record.match, record.next_line - 1)
    now = record.match.now
    if lease is not None and record.match.status == "running":
        now = max(now, lease.t)
    return record, match_status(row, record, now, at, is_watched=lease is not None), lease


def find_status(store: Store, row: MatchRow, at: float) -> tuple[JsonObject, MatchStatus]:
    """Return what programs are told about a match, and its status.

    The log of a finished match is not read. A log that cannot be read does not affect the others:
    its match waits for help.
    """
    title, problem = row.game, ""
    row = replace(row, outcome=outcome_of(store, row))
    try:
        title = find_game(row.game).title_of(row.header().game_options)
        if row.outcome is None:
            _, status, _ = read_status(store, row, at)
            return told_of(row, status), status
    except UmpireError as error:
        problem = str(error)
    troubles = (problem,) if problem else ()
    status = MatchStatus(row.id, title, row.players, problem, "not begun", troubles=troubles)
    unread = {"status": row.status, "t": None, "problem": problem or None}
    return told_of(row, status) | unread, status


def told_of(row: MatchRow, status: MatchStatus) -> JsonObject:
    """Return what programs are told about a match whose log was read."""
    return {
        "id": row.id,
        "game": row.game,
        "title": status.game,
        "players": list(row.players),
        "status": "new" if status.standing == "not begun" else row.status,
        "bots": [{"by": (*row.players, UMPIRE)[bot.seat], "level": bot.level} for bot in row.bots],
        "shelf": row.shelf,
        **fixture_columns(row.fixture),
        "started": row.started,
        "ended": row.ended,
        "t": status.now,
        "pending": [
            {
                "by": pending.player,
                "decision": pending.decision,
                "task": pending.task,
                "deadline": pending.clock and pending.clock.deadline,
                "until": rfc3339_if_any(pending.until),
            }
            for pending in status.awaited
        ],
        "winner": row.outcome and row.outcome.winner,
        "winners": list(row.outcome.winners) if row.outcome else [],
        "reason": row.outcome and row.outcome.reason,
        "problem": None,
        "to_do": None,
    }


def _half_made(one: Unfinished) -> tuple[JsonObject, MatchStatus]:
    """Return the same of a match whose spreadsheets are not all made."""
    on = "google" if one.hosting.on_google else "local"
    players = shlex.quote(",".join(one.players))
    to_do = (
        f"run the same 'umpire new {one.game} --players {players} --on {on}' with all its options "
        "to finish it, or add --anew to start over"
        if one.fixture is None or one.fixture.round is None
        else f"run the same 'umpire league pair {one.fixture.league}' to finish it"
    )
    row = MatchRow(
        *(one.id, one.game, one.players, one.options, "paused", "", one.started, None, None, ""),
        fixture=one.fixture,
        bots=one.bots,
    )
    status = MatchStatus(one.id, one.game, one.players, to_do, "not begun")
    return told_of(row, status) | {"status": "half made", "t": None, "to_do": to_do}, status


def _show(matches: list[tuple[JsonObject, MatchStatus]], at: float) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    if not console.is_terminal:  # a file or a pipe gets whole lines
        console = Console(width=_PIPED_WIDTH)
    table = Table(box=box.SIMPLE_HEAD if console.is_terminal else None, pad_edge=False)
    for name in _HEAD:
        table.add_column(name, overflow="fold", no_wrap=name == "Match")
    for told, status in matches:
        table.add_row(*(Text(printable(text)) for text in _row(told, status, at)))
    console.print(table)


def _row(told: JsonObject, status: MatchStatus, at: float) -> tuple[str, ...]:
    standing = ", ".join(filter(None, (told["status"], _SHELVES.get(told["shelf"]))))
    return told["id"], players_of(told), standing, _waits_for(told, status), _when(told, status, at)


def _when(told: JsonObject, status: MatchStatus, at: float) -> str:
    if told["ended"]:
        return readable(told["ended"])
    limits = [pending.until for pending in status.awaited if pending.until is not None]
    return here_and_utc(min(limits), at) if limits else ""


def _waits_for(told: JsonObject, status: MatchStatus) -> str:
    if told["problem"]:
        return f"help: see umpire status {told['id']}"
    if told["to_do"]:
        return f"you: {told['to_do']}"
    if told["status"] == "new":
        return "'umpire watch', to begin"
    if told["ended"]:
        return f"nothing: {result(told)}"
    return "; ".join(f"{listed(players)} to {task}" for task, players in status.tasks.items())


def players_of(told: JsonObject) -> str:
    """Return the names of a match's players, with the level of those that bots play."""
    bots = {bot["by"]: f" (bot, level {bot['level']})" for bot in told["bots"]}
    return ", ".join(f"{player}{bots.get(player, '')}" for player in told["players"])


def result(told: JsonObject) -> str:
    """Return how a match ended."""
    if told["reason"] == VOID:
        return "void, without a result"
    won = f"{listed(told['winners'])} won" if told["winners"] else "a draw"
    return f"{won} ({told['reason']})"
