"""`umpire status`: one match, what it waits for, its clocks and links."""

import time
from collections.abc import Iterator

import click

from umpire.catalogue import find_game
from umpire.cli.guests import accounts
from umpire.cli.links import links_of
from umpire.cli.places import places
from umpire.cli.scripts import put
from umpire.export.history import History, read_history
from umpire.games.base import UMPIRE, Event
from umpire.games.notation import plain, printable
from umpire.json_types import JsonObject
from umpire.match import asking, report
from umpire.store import Hosting, Lease
from umpire.store.replay import has_to_begin
from umpire.store.worldtime import duration

_LAST_EVENTS = 5


@click.command("status")
@click.argument("match")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.pass_context
def command(ctx: click.Context, match: str, as_json: bool) -> None:
    """Show what a MATCH waits for, its clocks, its last events, and everybody's links.

    MATCH is its id or the beginning of it. All this is for the umpire's eyes: what is asked of a
    player and told to one alone is secret. So are the links on the local server, each of which
    stands for whom it names; on Google each opens for the account behind it.

    \b
    Examples:
      umpire status denizens-of-tartarus-1
      umpire status den --json
    """
    with places(ctx).open_store() as store:
        row = store.find(match)
        lease = store.leases.held(row.id, time.time())
        history = read_history(store, row, find_game(row.game))
        hosting = store.hosting(row.id)
        told = _told(history, hosting, links_of(hosting, places(ctx).folder()), lease)
    if as_json:
        put(told)
    else:
        click.echo("\n".join(_lines(told, lease)))


def _told(
    history: History, hosting: Hosting, links: dict[str, str], lease: Lease | None
) -> JsonObject:
    row, match = history.row, history.match
    known = report(match)
    del known["state"]
    lines = [turn.line for turn in history.turns]
    moving = lease is not None and match.status == "running"
    asked = {owed.by: owed for owed in match.pending}
    return {
        **known,
        "status": "new" if has_to_begin(match, lines) else match.status,
        "id": row.id,
        "title": match.game.title,
        "t": max(match.now, lease.t) if lease is not None and moving else match.now,
        "pending": [
            {**owed, "decision": asks.decision.id, "ask": asking.ask(match, asks)}
            for owed in known["pending"]
            for asks in (asked[owed["by"]],)
        ],
        "paused_because": _why_paused(history),
        "events": _last_events(history),
        "watched_by": lease.holder if lease else None,
        "started": row.started,
        "ended": row.ended,
        "commitment": row.commitment,
        "links": links,
        "accounts": accounts(hosting) if hosting.on_google else None,
    }


def _why_paused(history: History) -> str | None:
    """Return the note of the pause that holds; None if the umpire paused it or it is not paused."""
    if not history.match.paused:
        return None
    lines = [turn.line for turn in history.turns if turn.line.ok and turn.line.by == UMPIRE]
    return next(line.note for line in reversed(lines) if plain(line.say or "") == "pause")


def _last_events(history: History) -> list[JsonObject]:
    told: list[tuple[float | None, Event]] = [(None, event) for event in history.opening]
    told += [(t.line.t, event) for t in history.turns for event in (*t.fallen, *t.events)]
    return [{"t": t, "text": event.text, "only": event.only} for t, event in told[-_LAST_EVENTS:]]


def _lines(told: JsonObject, lease: Lease | None) -> Iterator[str]:
    yield f"{told['id']}: {told['title']}, {printable(', '.join(told['players']))}"
    yield f"{_standing(told)}; match clock {duration(told['t'])}; {_watched(lease)}"
    if told["pending"]:
        yield "\nWaits for"
        for owed in told["pending"]:
            yield f"  {printable(owed['by'])}, {owed['decision']}{_until(told, owed)}{_held(owed)}"
            yield f"    {printable(owed['ask'])}"
    if any(left is not None for left in told["reserve"].values()):
        yield "\nReserve"
        for name, left in told["reserve"].items():
            yield f"  {printable(name)} {'none' if left is None else duration(left)}"
    yield "\nLast events"
    for event in told["events"]:
        yield f"  {duration(event['t'] or 0)} {_to(event)}{printable(event['text'])}"
    if told["links"]:
        on_google = told["accounts"] is not None
        yield "\nLinks" if on_google else "\nLinks (each is a secret)"
        for who, address in told["links"].items():
            account = f"  ({_account(told, who)})" if on_google else ""
            yield f"  {printable(who)}  {printable(address)}{account}"


def _account(told: JsonObject, who: str) -> str:
    """Return for whom a link on Google opens; the umpire has one to each spreadsheet."""
    account = told["accounts"].get(who, told["accounts"][UMPIRE])
    return account or f"nobody yet: umpire share {told['id']} {who}=EMAIL"


def _standing(told: JsonObject) -> str:
    if told["status"] in ("over", "closed"):
        result = f"{printable(told['winner'])} won" if told["winner"] else "a draw"
        return f"Over: {result} ({told['reason']})"
    if told["status"] == "new":
        return "Not begun: 'umpire watch' begins it"
    because = f" ({printable(told['paused_because'])})" if told["paused_because"] else ""
    return f"{told['status'].capitalize()}{because}"


def _watched(lease: Lease | None) -> str:
    return f"watched by {printable(lease.whose)}" if lease else "nobody watches it"


def _held(owed: JsonObject) -> str:
    if not owed["held"]:
        return ""
    return "; an answer is held and locked" if owed["locked"] else "; an answer is held"


def _to(event: JsonObject) -> str:
    only = event["only"]
    return f"(to {printable(only)} alone) " if only not in (None, UMPIRE) else ""


def _until(told: JsonObject, owed: JsonObject) -> str:
    if owed["deadline"] is None:
        return ""
    left = owed["deadline"] - told["t"]
    if left < 0:
        return f": {duration(-left)} past the limit, in reserve"
    return f": {duration(left)} left"
