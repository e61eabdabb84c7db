"""`umpire status`: everything about one match, in lines."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from rich.cells import cell_len
from rich.console import Console

from umpire.cli.matches import players_of, result_of
from umpire.games.base import UMPIRE
from umpire.games.text import printable
from umpire.hosting.links import link_lines
from umpire.hosting.sharing import ANYONE
from umpire.hosting.times import here_and_utc
from umpire.json_types import JsonObject
from umpire.live.status import DaemonStatus
from umpire.projections.links import LinkLine, list_links
from umpire.projections.status import MatchStatus, OpenTask
from umpire.store import Hosting, Lease, MatchRow
from umpire.store.records import READER_LINK, Addresses
from umpire.store.worldtime import duration, time_or_date
from umpire.terminal.dashboard import table


def print_all(status: DaemonStatus) -> None:
    """Print one line per match, longest-waiting first."""
    console = Console()
    width = console.width if console.is_terminal else None  # a file or a pipe gets whole lines
    for line in table(status, width):
        line.rstrip()
        console.print(line, soft_wrap=True)


def status_lines(
    document: JsonObject, status: MatchStatus, lease: Lease | None, now: float
) -> Iterator[str]:
    """Yield all about a match, but for its links."""
    about = [document["title"], players_of(document)]
    if document["league"]:
        number = f" round {document['round']}" if document["round"] else ""
        about.append(f"league {document['league']}{number}")
    yield f"{document['id']}: {printable(', '.join(about))}"
    yield f"{_standing(document, lease)} {_watched(document, lease)}{_clock(document)}"
    if document["pending"]:
        yield "\nWaiting for"
        for awaited, pending in zip(status.open_tasks, document["pending"], strict=True):
            task = f"{printable(awaited.player)} to {awaited.task}"
            yield f"  {task}{_left(awaited, status, now)}{_held(pending)}"
            yield f"    {printable(pending['ask'])}"
    if any(left is not None for left in document["reserve"].values()):
        yield "\nReserve"
        yield from _columns(
            (name, "none" if left is None else duration(left))
            for name, left in document["reserve"].items()
        )
    yield "\nLast events"
    for event in document["events"]:
        at = datetime.fromisoformat(event["at"]).timestamp()
        yield f"  {time_or_date(at, now)}  {_audience(event)}{printable(event['text'])}"
    if document["announced"]:
        yield "\nAnnounced"
        yield from _columns(
            (
                f"only {webhook['for']}" if webhook["for"] else "everybody",
                webhook["host"] + _stopped(webhook),
            )
            for webhook in document["announced"]
        )


def lines_of_links(row: MatchRow, hosting: Hosting, links: Addresses) -> Iterator[str]:
    """Yield everybody's links, on Google with the account for which each opens."""
    if not links:
        return
    yield "\nLinks" if hosting.is_on_google else "\nLinks (each is a secret)"
    yield from link_lines(
        line._replace(note=_account(line, hosting, row.id)) if hosting.is_on_google else line
        for line in list_links(links, row.players)
    )


def _stopped(webhook: JsonObject) -> str:
    return f" (stopped: {webhook['stopped']})" if webhook["stopped"] else ""


def _columns(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield one line per name and text, aligned in columns."""
    shown = [(printable(name), text) for name, text in rows]
    widest = max(cell_len(name) for name, _ in shown)
    for name, text in shown:
        yield f"  {name}{' ' * (widest - cell_len(name))}  {text}"


def _account(line: LinkLine, hosting: Hosting, match_id: str) -> str:
    """Return the account for which a link on Google opens."""
    if line.owner == READER_LINK:
        return ANYONE
    email = hosting.link(line.owner).email
    return email or f"nobody yet: umpire share {match_id} {line.label}=EMAIL"


def _standing(document: JsonObject, lease: Lease | None) -> str:
    match document["status"]:
        case "over" | "closed" as status:
            return f"{status.capitalize()}: {printable(result_of(document))}."
        case "new":
            return "Not begun."
        case "paused":
            because = document["paused_because"]
            if because is None:
                return "Paused by the umpire."
            return f"Paused by itself: {printable(because)}." if lease else "Paused."
    return "Running."


def _clock(document: JsonObject) -> str:
    if document["status"] in ("over", "closed"):
        return f"It took {duration(document['length'])}."
    return f"Match clock {duration(document['t'])}."


def _watched(document: JsonObject, lease: Lease | None) -> str:
    if lease:
        return f"'umpire watch' runs: {printable(lease.holder_text)}. "
    if document["status"] == "closed":
        return ""
    goal = "begin" if document["status"] == "new" else "go on"
    return f"Nobody watches it: run 'umpire watch {document['id']}' to {goal}. "


def _held(pending: JsonObject) -> str:
    if not pending["held"]:
        return ""
    return "; an answer is held and locked" if pending["locked"] else "; an answer is held"


def _audience(event: JsonObject) -> str:
    only = event["only"]
    return f"(only to {printable(only)}) " if only not in (None, UMPIRE) else ""


def _left(awaited: OpenTask, status: MatchStatus, now: float) -> str:
    if awaited.clock is None:
        return ""
    until = "" if awaited.until is None else f", until {here_and_utc(awaited.until, now)}"
    return f": {awaited.remaining(status.now, until)}"
