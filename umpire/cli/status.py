"""`umpire status`: show who every match is waiting for, or one match with its clocks and links."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

import click
from rich.cells import cell_len
from rich.console import Console

from umpire.chat.webhooks import Webhooks, host_of
from umpire.cli.guests import ANYONE, accounts
from umpire.cli.links import links_as_json, links_of, links_told
from umpire.cli.matches import find_status, players_of, read_status, result, told_of
from umpire.cli.places import places
from umpire.cli.scripts import put
from umpire.cli.times import here_and_utc
from umpire.games.base import UMPIRE, Event
from umpire.games.text import printable
from umpire.json_types import JsonObject
from umpire.live.status import DaemonStatus
from umpire.match import asking
from umpire.showing.links import LinkLine, list_links
from umpire.showing.record import Record
from umpire.showing.status import Awaited, MatchStatus
from umpire.store import Hosting, Lease, MatchRow, Store
from umpire.store.records import READER_LINK, Addresses
from umpire.store.worldtime import duration, time_or_date
from umpire.terminal import dashboard as league

_LAST_EVENTS = 8


def run(ctx: click.Context, match: str | None, as_json: bool) -> None:
    """Print who every match waits for, or everything about one match."""
    if match is None:
        with places(ctx).open_store() as store:
            _show_all(store, as_json=as_json)
        return
    at = time.time()
    with places(ctx).open_store() as store:
        row = store.find(match)
        record, status, lease = read_status(store, row, at)
        hosting = store.hosting(row.id)
        folder = places(ctx).folder()
        told = _all_told(row, record, status, hosting, lease)
        links = links_of(hosting, folder)
        told |= links_as_json(links, row.players)
        told["announced"] = _announced(store, row, Webhooks(folder))
    if as_json:
        put(told)
    else:
        click.echo("\n".join([*_lines(told, status, lease, at), *_links(row, hosting, links)]))


def _all_told(
    row: MatchRow, record: Record, status: MatchStatus, hosting: Hosting, lease: Lease | None
) -> JsonObject:
    """Return what programs are told about one match, without its links and announcements."""
    match = record.match
    told = told_of(replace(row, outcome=match.outcome), status)
    asked = {pending.by: pending for pending in match.pending}
    return {
        **told,
        **({"cut": match.cut} if match.header.cut else {}),
        "pending": [
            {
                **waited,
                "kind": pending.decision.kind.name,
                "held": pending.held is not None,
                "locked": pending.locked,
                "ask": asking.ask(match, pending),
            }
            for waited in told["pending"]
            for pending in (asked[waited["by"]],)
        ],
        "length": match.length,
        "reserve": match.reserve_left(),
        "paused_because": record.paused_because,
        "events": _last_events(record, row.started),
        "watched_by": lease.holder if lease else None,
        "commitment": row.commitment,
        "accounts": accounts(hosting, row.players) if hosting.on_google else None,
    }


def _show_all(store: Store, *, as_json: bool) -> None:
    """Show the matches that are not over, longest-waiting first."""
    at = time.time()
    rows = [row for row in store.matches() if row.shelf is None and not row.is_over]
    found = {row.id: find_status(store, row, at) for row in rows}
    status = DaemonStatus(at, tuple(one for _, one in found.values()), (), ())
    if as_json:
        put([found[one.match][0] | {"waits": one.waits} for one in league.by_wait(status)])
        return
    console = Console()
    width = console.width if console.is_terminal else None  # a file or a pipe gets whole lines
    for line in league.table(status, width):
        line.rstrip()
        console.print(line, soft_wrap=True)


def _announced(store: Store, row: MatchRow, webhooks: Webhooks) -> list[JsonObject]:
    """Return on which hosts a match is announced, for whom, and why that stopped, if it did."""
    stopped = {one.viewer: one.stopped for one in store.announcements.of(row.id)}
    return [
        {"for": viewer, "host": host_of(url), "stopped": stopped.get(viewer)}
        for viewer, url in webhooks.of(row.id).items()
    ]


def _last_events(record: Record, started: str) -> list[JsonObject]:
    told: list[tuple[float | None, str, Event]] = [
        (None, started, event)
        for event, at in zip(record.told, record.told_at, strict=True)
        if not at
    ]
    told += [(one.line.t, one.line.at, event) for one in record.judged for event in one.events]
    return [
        {"t": t, "at": at, "text": event.text, "only": event.only}
        for t, at, event in told[-_LAST_EVENTS:]
    ]


def _lines(told: JsonObject, status: MatchStatus, lease: Lease | None, now: float) -> Iterator[str]:
    about = [told["title"], players_of(told)]
    if told["league"]:
        about.append(f"league {told['league']}" + f" round {told['round']}" * bool(told["round"]))
    yield f"{told['id']}: {printable(', '.join(about))}"
    yield f"{_standing(told, lease)} {_watched(told, lease)}{_clock(told)}"
    if told["pending"]:
        yield "\nWaiting for"
        for pending, more in zip(status.awaited, told["pending"], strict=True):
            who = f"{printable(pending.player)} to {pending.task}"
            yield f"  {who}{_left(pending, status, now)}{_held(more)}"
            yield f"    {printable(more['ask'])}"
    if any(left is not None for left in told["reserve"].values()):
        yield "\nReserve"
        yield from _columns(
            (name, "none" if left is None else duration(left))
            for name, left in told["reserve"].items()
        )
    yield "\nLast events"
    for event in told["events"]:
        at = datetime.fromisoformat(event["at"]).timestamp()
        yield f"  {time_or_date(at, now)}  {_to(event)}{printable(event['text'])}"
    if told["announced"]:
        yield "\nAnnounced"
        yield from _columns(
            (f"only {one['for']}" if one["for"] else "everybody", one["host"] + _stopped(one))
            for one in told["announced"]
        )


def _links(row: MatchRow, hosting: Hosting, links: Addresses) -> Iterator[str]:
    """Yield everybody's links, on Google with the account for which each opens."""
    if not links:
        return
    yield "\nLinks" if hosting.on_google else "\nLinks (each is a secret)"
    yield from links_told(
        line._replace(note=_account(line, hosting, row.id)) if hosting.on_google else line
        for line in list_links(links, row.players)
    )


def _stopped(announced: JsonObject) -> str:
    return f" (stopped: {announced['stopped']})" if announced["stopped"] else ""


def _columns(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield one line per name and text, aligned in columns."""
    told = [(printable(name), text) for name, text in rows]
    widest = max(cell_len(name) for name, _ in told)
    for name, text in told:
        yield f"  {name}{' ' * (widest - cell_len(name))}  {text}"


def _account(line: LinkLine, hosting: Hosting, match_id: str) -> str:
    """Return the account for which a link on Google opens."""
    if line.owner == READER_LINK:
        return ANYONE
    email = hosting.link(line.owner).email
    return email or f"nobody yet: umpire share {match_id} {line.label}=EMAIL"


def _standing(told: JsonObject, lease: Lease | None) -> str:
    if told["status"] in ("over", "closed"):
        return f"{told['status'].capitalize()}: {printable(result(told))}."
    if told["status"] == "new":
        return "Not begun."
    if told["status"] == "paused":
        because = told["paused_because"]
        if because is None:
            return "Paused by the umpire."
        return f"Paused by itself: {printable(because)}." if lease else "Paused."
    return "Running."


def _clock(told: JsonObject) -> str:
    if told["status"] in ("over", "closed"):
        return f"It took {duration(told['length'])}."
    return f"Match clock {duration(told['t'])}."


def _watched(told: JsonObject, lease: Lease | None) -> str:
    if lease:
        return f"'umpire watch' runs: {printable(lease.whose)}. "
    if told["status"] == "closed":
        return ""
    goes_on = "begin" if told["status"] == "new" else "go on"
    return f"Nobody watches it: run 'umpire watch {told['id']}' to {goes_on}. "


def _held(pending: JsonObject) -> str:
    if not pending["held"]:
        return ""
    return "; an answer is held and locked" if pending["locked"] else "; an answer is held"


def _to(event: JsonObject) -> str:
    only = event["only"]
    return f"(only to {printable(only)}) " if only not in (None, UMPIRE) else ""


def _left(pending: Awaited, status: MatchStatus, now: float) -> str:
    if pending.clock is None:
        return ""
    until = "" if pending.until is None else f", until {here_and_utc(pending.until, now)}"
    return f": {pending.remaining(status.now, until)}"
