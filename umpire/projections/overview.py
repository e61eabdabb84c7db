"""The status of each match in a store, and documents about it for programs."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace

from umpire.catalogue import find_game
from umpire.errors import UmpireError
from umpire.games.base import UMPIRE, Event
from umpire.json_types import JsonObject
from umpire.match import asking
from umpire.projections.match_history import MatchHistory, rebuild
from umpire.projections.status import MatchStatus, match_status
from umpire.store import Lease, MatchRow, PendingMatch, Store
from umpire.store.records import fixture_columns
from umpire.store.replay import check_result, outcome_of
from umpire.store.worldtime import rfc3339_if_any

_LAST_EVENTS = 8


@dataclass(frozen=True, slots=True)
class MatchOverview:
    """A match in a list: its status, and the document about it for programs."""

    document: JsonObject
    status: MatchStatus


def read_status(
    store: Store, row: MatchRow, at: float
) -> tuple[MatchHistory, MatchStatus, Lease | None]:
    """Return a match's history, its status at a time, and the lease on it, if there is one.

    The match clock is the last one that its daemon stored. Raises UmpireError if the log cannot be
    read.
    """
    lease = store.leases.current(row.id, at)
    history = rebuild(row.header(), find_game(row.game), store.lines(row.id), ())
    check_result(row, history.match, history.next_line - 1)
    now = history.match.now
    if lease is not None and history.match.status == "running":
        now = max(now, lease.t)
    return history, match_status(row, history, now, at, is_watched=lease is not None), lease


def overview_of(store: Store, row: MatchRow, at: float) -> MatchOverview:
    """Return the overview of a match at a time.

    The log of a finished match is not read. If a log cannot be read, the overview has the problem.
    """
    title, problem = row.game, ""
    row = replace(row, outcome=outcome_of(store, row))
    try:
        title = find_game(row.game).title_of(row.header().game_options)
        if row.outcome is None:
            _, status, _ = read_status(store, row, at)
            return MatchOverview(match_document(row, status), status)
    except UmpireError as error:
        problem = str(error)
    troubles = (problem,) if problem else ()
    status = MatchStatus(row.id, title, row.players, problem, "not begun", troubles=troubles)
    unread = {"status": row.status, "t": None, "problem": problem or None}
    return MatchOverview(match_document(row, status) | unread, status)


def overviews(
    store: Store, at: float, *, league: str | None, demos: bool, everything: bool
) -> tuple[list[MatchOverview], int]:
    """Return the overviews of the selected matches, and the number of those left out.

    Half-made matches come last. `demos` selects only demos, `everything` all shelves, and a
    `league` its matches on any shelf.
    """
    rows, half_made = store.matches(), store.pending_matches.all()
    if league is not None:
        name = store.leagues.find(league).name
        rows = [row for row in rows if row.fixture and row.fixture.league == name]
        half_made = [
            pending for pending in half_made if pending.fixture and pending.fixture.league == name
        ]
    shelf = "demo" if demos else None
    listed_rows = [row for row in rows if everything or league or row.shelf == shelf]
    results = [overview_of(store, row, at) for row in listed_rows]
    if not demos:
        results += [_half_made_overview(pending) for pending in half_made if not pending.is_empty]
    return results, len(rows) - len(listed_rows)


def match_document(row: MatchRow, status: MatchStatus) -> JsonObject:
    """Return the document about a match whose log was read."""
    outcome = row.outcome
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
                "by": task.player,
                "decision": task.decision,
                "task": task.task,
                "deadline": task.clock and task.clock.deadline,
                "until": rfc3339_if_any(task.until),
            }
            for task in status.open_tasks
        ],
        "winner": outcome and outcome.winner,
        "winners": list(outcome.winners) if outcome else [],
        "reason": outcome and outcome.reason,
        "problem": None,
        "to_do": None,
    }


def full_document(
    row: MatchRow, history: MatchHistory, status: MatchStatus, lease: Lease | None
) -> JsonObject:
    """Return the document with all that the log tells about one match."""
    match = history.match
    document = match_document(replace(row, outcome=match.outcome), status)
    open_decisions = {pending.by: pending for pending in match.pending}
    return {
        **document,
        **({"cut": match.cut} if match.header.cut else {}),
        "pending": [
            {
                **task,
                "kind": pending.decision.kind.name,
                "held": pending.held is not None,
                "locked": pending.locked,
                "ask": asking.ask(match, pending),
            }
            for task in document["pending"]
            for pending in (open_decisions[task["by"]],)
        ],
        "length": match.length,
        "reserve": match.reserve_left(),
        "paused_because": history.paused_because,
        "events": list(_last_events(history, row.started)),
        "watched_by": lease.holder if lease else None,
        "commitment": row.commitment,
    }


def _half_made_overview(pending: PendingMatch) -> MatchOverview:
    """Return the overview of a half-made match."""
    on = "google" if pending.hosting.is_on_google else "local"
    players = shlex.quote(",".join(pending.players))
    to_do = (
        f"run the same 'umpire new {pending.game} --players {players} --on {on}' with all its "
        "options to finish it, or add --anew to start over"
        if pending.fixture is None or pending.fixture.round is None
        else f"run the same 'umpire league pair {pending.fixture.league}' to finish it"
    )
    row = MatchRow(
        id=pending.id,
        game=pending.game,
        players=pending.players,
        options=pending.options,
        status="paused",
        commitment="",
        started=pending.started,
        ended=None,
        outcome=None,
        engine="",
        fixture=pending.fixture,
        bots=pending.bots,
    )
    status = MatchStatus(pending.id, pending.game, pending.players, to_do, "not begun")
    unmade = {"status": "half made", "t": None, "to_do": to_do}
    return MatchOverview(match_document(row, status) | unmade, status)


def _last_events(history: MatchHistory, started: str) -> Iterator[JsonObject]:
    events: list[tuple[float | None, str, Event]] = [
        (None, started, event)
        for event, at in zip(history.events, history.event_times, strict=True)
        if not at
    ]
    events += [
        (judged.line.t, judged.line.at, event)
        for judged in history.judged_lines
        for event in judged.events
    ]
    for t, at, event in events[-_LAST_EVENTS:]:
        yield {"t": t, "at": at, "text": event.text, "only": event.only}
