"""`umpire status`: everything about one match as text."""

from collections.abc import Iterator
from datetime import datetime

from rich.console import Console

from umpire.cli.matches import players_of, result_of
from umpire.games.base import UMPIRE
from umpire.games.text import printable
from umpire.hosting.links import aligned_lines, link_lines
from umpire.hosting.sharing import ANYONE
from umpire.hosting.times import local_and_utc_time
from umpire.json_types import JsonObject
from umpire.live.status import DaemonStatus
from umpire.projections.links import LinkLine, list_links
from umpire.projections.status import MatchStatus, OpenTask
from umpire.store import Hosting, Lease, MatchRow
from umpire.store.records import READER_LINK, Addresses
from umpire.store.worldtime import duration, time_or_date
from umpire.terminal.dashboard import draw_list


def print_all(status: DaemonStatus) -> None:
    """Print one line per match, longest-waiting first."""
    console = Console()
    width = console.width if console.is_terminal else None  # a file or a pipe gets whole lines
    for line in draw_list(status, width):
        line.rstrip()
        console.print(line, soft_wrap=True)


def status_lines(
    document: JsonObject, status: MatchStatus, lease: Lease | None, now: float
) -> Iterator[str]:
    """Yield lines with everything about a match except its links."""
    about = [document["title"], players_of(document)]
    if document["league"]:
        number = f" round {document['round']}" if document["round"] else ""
        about.append(f"league {document['league']}{number}")
    yield f"{document['id']}: {printable(', '.join(about))}"
    watcher = _watcher_sentence(document, lease)
    yield f"{_status_sentence(document, lease)} {watcher}{_clock_sentence(document)}"
    yield from _waiting_lines(document, status, now)
    yield from _reserve_lines(document)
    yield from _event_lines(document, now)
    yield from _announcement_lines(document)


def _waiting_lines(document: JsonObject, status: MatchStatus, now: float) -> Iterator[str]:
    if not document["pending"]:
        return
    yield "\nWaiting for"
    for awaited, pending in zip(status.open_tasks, document["pending"], strict=True):
        task = f"{printable(awaited.player)} to {awaited.task}"
        yield f"  {task}{_time_left(awaited, status, now)}{_held_note(pending)}"
        yield f"    {printable(pending['ask'])}"


def _reserve_lines(document: JsonObject) -> Iterator[str]:
    reserve = document["reserve"]
    if all(left is None for left in reserve.values()):
        return
    yield "\nReserve"
    yield from aligned_lines(
        (name, "none" if left is None else duration(left)) for name, left in reserve.items()
    )


def _event_lines(document: JsonObject, now: float) -> Iterator[str]:
    yield "\nLast events"
    for event in document["events"]:
        at = datetime.fromisoformat(event["at"]).timestamp()
        yield f"  {time_or_date(at, now)}  {_audience_note(event)}{printable(event['text'])}"


def _announcement_lines(document: JsonObject) -> Iterator[str]:
    if not document["announced"]:
        return
    yield "\nAnnounced"
    yield from aligned_lines(
        (
            f"only {webhook['for']}" if webhook["for"] else "everybody",
            webhook["host"] + _stopped_note(webhook),
        )
        for webhook in document["announced"]
    )


def lines_of_links(row: MatchRow, hosting: Hosting, links: Addresses) -> Iterator[str]:
    """Yield everybody's links; on Google, each with the account that can open it."""
    if not links:
        return
    yield "\nLinks" if hosting.is_on_google else "\nLinks (each is a secret)"
    yield from link_lines(
        line._replace(note=_account_note(line, hosting, row.id)) if hosting.is_on_google else line
        for line in list_links(links, row.players)
    )


def _stopped_note(webhook: JsonObject) -> str:
    return f" (stopped: {webhook['stopped']})" if webhook["stopped"] else ""


def _account_note(line: LinkLine, hosting: Hosting, match_id: str) -> str:
    """Return the account that can open a link on Google."""
    if line.owner == READER_LINK:
        return ANYONE
    email = hosting.link(line.owner).email
    return email or f"nobody yet: umpire share {match_id} {line.label}=EMAIL"


def _status_sentence(document: JsonObject, lease: Lease | None) -> str:
    match document["status"]:
        case "over" | "closed" as status:
            return f"{status.capitalize()}: {printable(result_of(document))}."
        case "new":
            return "Not begun."
        case "paused":
            reason = document["paused_because"]
            if reason is None:
                return "Paused by the umpire."
            return f"Paused by itself: {printable(reason)}." if lease else "Paused."
    return "Running."


def _clock_sentence(document: JsonObject) -> str:
    if document["status"] in ("over", "closed"):
        return f"It took {duration(document['length'])}."
    return f"Match clock {duration(document['t'])}."


def _watcher_sentence(document: JsonObject, lease: Lease | None) -> str:
    if lease:
        return f"'umpire watch' runs: {printable(lease.holder_text)}. "
    if document["status"] == "closed":
        return ""
    goal = "begin" if document["status"] == "new" else "go on"
    return f"Nobody watches it: run 'umpire watch {document['id']}' to {goal}. "


def _held_note(pending: JsonObject) -> str:
    if not pending["held"]:
        return ""
    return "; an answer is held and locked" if pending["locked"] else "; an answer is held"


def _audience_note(event: JsonObject) -> str:
    only = event["only"]
    return f"(only to {printable(only)}) " if only not in (None, UMPIRE) else ""


def _time_left(awaited: OpenTask, status: MatchStatus, now: float) -> str:
    if awaited.clock is None:
        return ""
    until = "" if awaited.until is None else f", until {local_and_utc_time(awaited.until, now)}"
    return f": {awaited.remaining(status.now, until)}"
