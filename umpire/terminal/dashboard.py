"""The picture of a daemon in a terminal: a line a match, and below one match in detail.

It is a pure function of the status, of what the umpire chose to see, and of the room there is: as
many lines as fit, none of them wider. Whatever came from people is shown without control
characters, so that no text typed into a sheet can speak to the terminal.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.style import Style
from rich.text import Text

from umpire.games.text import counted, printable
from umpire.live.status import AccountStatus, DaemonStatus
from umpire.projections.links import list_links
from umpire.projections.status import MatchStatus, OpenTask, PublicEvent
from umpire.store.records import BOARD_LINK, Addresses
from umpire.store.worldtime import clock_time, day_or_time, duration, rfc3339

NOTHING = "No match is running. 'umpire new' makes one."

_KEYS = "↑ ↓ match   l links   e events   a accounts   ? help   q stop"
_NO_KEYS = "Ctrl-C stops (and stops the clocks)."
_STOP = "Stop? The clocks stop until the next 'umpire watch'.   y yes   n no"
_HELP = (
    ("↑ ↓, k j", "choose a match"),
    ("g", "follow whichever match has waited longest"),
    ("l", "show everybody's links until the next key"),
    ("e", "more events of the match"),
    ("a", "each account's requests"),
    ("Esc", "back to the match; Ctrl-L redraws the screen"),
    ("q, Ctrl-C", "stop, with all clocks, until the next 'umpire watch'"),
    ("!", "it stopped by itself, or something needs repair: see below"),
    ("waits", "how long the players have been asked; longest first"),
    ("limit", "time left until the next limit, or left of the reserve (res.)"),
)
_SECRET = "On the local server each link is a secret: anyone who has it is taken for its owner."
_ORDER = {
    "running": 0,
    "stopped by itself": 0,
    "not begun": 1,
    "paused by the umpire": 1,
    "over": 2,
    "closed": 3,
}
_NARROW = 70
"""Columns below which the players' names are left out."""
_DETAILS = 11
"""Lines that the list leaves for the part below it, if there are that many."""
_FEW = 5
"""Lines that the list always keeps."""
_SOON = 10.0

Pane = Literal["match", "links", "events", "accounts", "help"]
_OF_ALL: dict[Pane, str] = {"accounts": "accounts, in the last minute", "help": "help"}
_PANES: dict[str, Pane] = {"l": "links", "e": "events", "a": "accounts", "?": "help"}


@dataclass(frozen=True, slots=True)
class Selection:
    """What the umpire chose to see: a match, None for the one that waits longest, and its part.

    `stops` tells that the daemon is to stop; that is asked for first.
    """

    match: str | None = None
    pane: Pane = "match"
    asks: bool = False
    stops: bool = False


def pressed(choice: Selection, key: str, status: DaemonStatus) -> Selection:
    """Return what the umpire sees after a key."""
    if choice.stops:
        return choice
    if choice.asks:
        return replace(choice, asks=False, stops=key in ("y", "q"))
    if key == "q":
        return replace(choice, asks=True)
    if key == "back" or _PANES.get(key) == choice.pane:
        return replace(choice, pane="match")
    if key in _PANES:
        return replace(choice, pane=_PANES[key])
    left = "match" if choice.pane in ("links", "help") else choice.pane
    return Selection(_moved(choice.match, key, [one.match for one in by_wait(status)]), left)


def _moved(current: str | None, key: str, matches: Sequence[str]) -> str | None:
    steps = {"up": -1, "down": 1}
    if key not in steps or not matches:
        return None if key == "longest" else current
    at = matches.index(current) if current in matches else 0
    return matches[max(0, min(at + steps[key], len(matches) - 1))]


def by_wait(status: DaemonStatus) -> list[MatchStatus]:
    """Return the matches, those first that wait longest, those last that are over."""
    return sorted(status.matches, key=_by_wait)


def _by_wait(one: MatchStatus) -> tuple[int, float, str]:
    return (
        _ORDER[one.standing],
        1.0 if one.waiting_seconds is None else -one.waiting_seconds,
        one.match,
    )


def chosen(status: DaemonStatus, choice: Selection) -> MatchStatus | None:
    """Return the match that is shown in detail; None where there is none."""
    matches = by_wait(status)
    return next((one for one in matches if one.match == choice.match), next(iter(matches), None))


def picture(
    console: Console,
    status: DaemonStatus,
    choice: Selection,
    height: int,
    links: Addresses,
    *,
    keys: bool,
) -> list[Text]:
    """Draw the status in so many lines, as wide as the console.

    `links` are those of the match in detail, and `keys` tells whether any can be pressed.
    """
    width, match = console.width, chosen(status, choice)
    foot = [*_requests(status), _last_line(choice, keys=keys)]
    room = max(1, height - len(foot))
    most = max(_FEW, room - _DETAILS) if choice.pane == "match" else _FEW
    lines = [_title(status, width), *_list(status, match, width, most)]
    lines += _troubles(console, status)
    left = room - len(lines) - 1
    if left > 0 and (match is not None or choice.pane in _OF_ALL):
        lines.append(_rule(choice, match, width))
        lines += _pane(console, status, choice, match, links, left)
    lines = [*lines[:room], *[Text()] * (room - len(lines)), *foot][-height:]
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines


def summary(console: Console, status: DaemonStatus) -> list[Text]:
    """Draw how the matches stand in the end, in no more lines than a terminal shows."""
    most = max(_FEW, console.height - 4)
    return _list(status, None, console.width, most) if status.matches else []


def table(status: DaemonStatus, width: int | None = None) -> list[Text]:
    """Draw one line per match, as wide as needed if no width is given."""
    return _list(status, None, width, len(status.matches) + 1)


def _title(status: DaemonStatus, width: int) -> Text:
    standings = [match.standing for match in status.matches]
    counts = (
        (sum(match.waiting_seconds is not None for match in status.matches), "waiting"),
        (standings.count("stopped by itself"), "stopped"),
        (sum(bool(match.troubles) for match in status.matches), "to repair"),
        (standings.count("not begun"), "not begun"),
        (standings.count("paused by the umpire"), "paused"),
        (standings.count("over"), "over"),
        (standings.count("closed"), "closed"),
    )
    parts = [f"{number} {state}" for number, state in counts if number]
    about = f"{len(status.matches)} match{'es' * (len(status.matches) != 1)}"
    title = Text(": ".join(filter(None, [about, ", ".join(parts)])), style="bold")
    return _spread(title, clock_time(status.at), width)


def _spread(left: Text, right: str, width: int) -> Text:
    """Put two texts at the two ends of a line."""
    left.truncate(max(0, width - cell_len(right) - 1), overflow="ellipsis", pad=True)
    return left.append(f" {right}")


def _list(
    status: DaemonStatus, match: MatchStatus | None, width: int | None, most: int
) -> list[Text]:
    """Draw one line per match in at most that many lines, around the chosen one."""
    matches = by_wait(status)
    if not matches:
        return [Text(NOTHING)]
    shown = most - 1 if len(matches) < most else most - 2
    at = matches.index(match) if match is not None else 0
    first = max(0, min(at - shown // 2, len(matches) - shown))
    widths = _widths(matches, width)
    lines = [_row(("", "match", "players", "asked", "waits", "limit"), widths, style="dim")]
    for shown_match in matches[first : first + shown]:
        style = "dim" if _ORDER[shown_match.standing] else ""
        row = _row(_cells(shown_match, chosen=shown_match is match), widths, style)
        if shown_match is match:
            row.stylize("reverse")
        lines.append(row)
    above, below = first, len(matches) - first - shown
    if below > 0 and not above:
        lines.append(Text(f"   and {below} more", style="dim"))
    elif above:
        lines.append(Text(f"   and {above} more above, {max(0, below)} below", style="dim"))
    return lines


def _widths(matches: Sequence[MatchStatus], width: int | None) -> tuple[int, ...]:
    """Return each column's width; what is left goes to the column "asked"."""
    ids = max(5, *(cell_len(one.match) for one in matches))
    names = max(7, *(cell_len(_players(one)) for one in matches))
    sign, waits, limit, gaps = 2, 7, 8, 5
    if width is None:
        return sign, ids, names, max(5, *(cell_len(_asked(one)) for one in matches)), waits, limit
    ids = min(ids, width // 3)
    names = min(names, width // 5) if width >= _NARROW else 0
    return sign, ids, names, max(0, width - sign - ids - names - waits - limit - gaps), waits, limit


def _row(cells: Sequence[str | Text], widths: Sequence[int], style: str = "") -> Text:
    texts = []
    for cell, width in zip(cells, widths, strict=True):
        text = Text(printable(cell)) if isinstance(cell, str) else cell
        text.truncate(width, overflow="ellipsis", pad=True)
        texts += [text] if width else []
    row = Text(" ").join(texts)
    row.style = style
    return row


def _cells(one: MatchStatus, *, chosen: bool) -> tuple[str | Text, ...]:
    sign = Text("▸" if chosen else " ")
    if one.troubles or one.standing == "stopped by itself":
        sign.append("!", style="bold yellow")
    waits = "" if one.waiting_seconds is None else duration(one.waiting_seconds)
    return sign, one.match, _players(one), _asked(one), waits, _nearest(one)


def _players(one: MatchStatus) -> str:
    return ", ".join(one.players)


def _asked(one: MatchStatus) -> str:
    """Return in short who is asked what, or the match's status if it is not running."""
    if one.standing not in ("running", "stopped by itself") or not one.open_tasks:
        return one.headline
    tasks = "; ".join(f"{', '.join(players)}: {task}" for task, players in one.tasks.items())
    return tasks if one.standing == "running" else f"{tasks}. {one.headline}"


def _nearest(one: MatchStatus) -> Text:
    """Return the time left until the nearest limit."""
    limits = [pending.time_left(one.now) for pending in one.open_tasks if pending.clock is not None]
    if not limits or one.standing in ("over", "closed"):
        return Text()
    left, in_reserve = min(limits)
    text = f"{duration(max(0.0, left))}{' res.' if in_reserve else ''}"
    if one.standing != "running":
        return Text(text, style="dim")
    return Text(text, style="bold red" if left <= _SOON else "yellow" if in_reserve else "")


def _troubles(console: Console, status: DaemonStatus) -> list[Text]:
    """Return what holds up all matches, and which are not watched, the first with its reason."""
    lines: list[Text] = []
    if status.trouble is not None:
        told = Text(f"! {printable(status.trouble)}", style="bold yellow")
        lines += list(told.wrap(console, console.width))[:2]
    if status.refusals:
        (match, why), *others = status.refusals
        more = f" (and {len(others)} more)" if others else ""
        told = Text(f"Not watched here: {printable(match)}{more}: {printable(why)}", style="yellow")
        lines += list(told.wrap(console, console.width))[:2]
    return lines


def _rule(choice: Selection, match: MatchStatus | None, width: int) -> Text:
    rule = Text("── ", style="dim")
    if choice.pane in _OF_ALL:
        rule.append(_OF_ALL[choice.pane], style="bold not dim")
    elif match is not None:
        rule.append(printable(match.match), style="bold not dim")
        rule.append(printable(f" · {match.game}: {' against '.join(match.players)}"))
        rule.append("" if choice.pane == "match" else f" · {choice.pane}")
    rule.append(" ")
    return rule.append("─" * max(0, width - rule.cell_len))


def _pane(
    console: Console,
    status: DaemonStatus,
    choice: Selection,
    match: MatchStatus | None,
    links: Addresses,
    room: int,
) -> list[Text]:
    """Draw the part below the list in at most that many lines."""
    if choice.pane == "help":
        return [_entry(console, key, what, 11)[0] for key, what in _HELP][:room]
    if choice.pane == "accounts":
        return [Text(_account(account)) for account in status.accounts][:room]
    if match is None:
        return []
    if choice.pane == "events":
        return _events(console, match.events, room, status.at)
    if choice.pane == "links":
        return _links(console, match, links, room)
    head = _details(console, match, links, room)
    return [*head, *_events(console, match.events, room - len(head), status.at)][:room]


def _details(console: Console, match: MatchStatus, links: Addresses, room: int) -> list[Text]:
    """Draw one match without its events."""
    headline = Text(printable(match.headline), style="bold")
    lines = list(headline.wrap(console, console.width))[:2]
    clocks = [
        Text(f"  {printable(pending.player)}: {_clock(pending, match.now)}")
        for pending in match.open_tasks
    ]
    lines += _some(clocks, max(2, room // 3))
    for trouble in match.troubles:
        lines += _entry(console, "repair", trouble, 7, style="yellow")[:3]
    if links.board is not None:
        lines += _link(console, BOARD_LINK, links.board, 7)
    return lines


def _some(lines: Sequence[Text], most: int) -> list[Text]:
    """Return at most that many lines; the last says how many more there are."""
    if len(lines) <= most:
        return list(lines)
    return [*lines[: most - 1], Text(f"  and {len(lines) - most + 1} more", style="dim")]


def _clock(pending: OpenTask, now: float) -> str:
    """Return what is owed, since when, and the time left."""
    asked = duration(max(0.0, now - pending.since))
    return f"{printable(pending.task)}, asked {asked} ago, {pending.remaining(now)}"


def _links(console: Console, match: MatchStatus, links: Addresses, room: int) -> list[Text]:
    elsewhere = f"'umpire status {match.match}' shows them."
    if not links:
        return [Text(f"They cannot be read now. {elsewhere}")]
    listed = list(list_links(links, match.players))
    widest = max(cell_len(printable(line.label)) for line in listed) + 2
    lines = [Text(_SECRET, style="yellow")]
    for line in listed:
        lines += _link(console, line.label, line.address, widest, note=line.note)
    if len(lines) > room:
        lines = [*lines[: room - 1], Text(f"There is no room for all. {elsewhere}", style="yellow")]
    return lines


def _events(console: Console, events: Iterable[PublicEvent], room: int, at: float) -> list[Text]:
    """Draw the last events that fit, the newest last."""
    now = rfc3339(at)
    lines: list[Text] = []
    for event in reversed(list(events)):
        if len(lines) >= room:
            break
        lines = [*_entry(console, day_or_time(event.at, now), event.text, 9), *lines]
    return lines[max(0, len(lines) - room) :]


def _entry(console: Console, name: str, text: str, indent: int, style: str = "") -> list[Text]:
    """Draw a name with its text beside it, in as many lines as needed."""
    first = _name(name, indent, style or "dim")
    beside = Text(printable(text), style)
    lines = list(beside.wrap(console, max(1, console.width - indent)))
    return [
        Text.assemble(first if not number else " " * indent, line)
        for number, line in enumerate(lines)
    ]


def _link(console: Console, name: str, address: str, indent: int, *, note: str = "") -> list[Text]:
    """Draw a name with a link and a note beside it.

    Where the link is too long it goes on at the beginning of the next line, and the line before
    has no end: so a terminal knows that it is one text, and selects and copies all of it.
    """
    shown = printable(address)
    whole = Text.assemble(
        _name(name, indent, "dim"),
        (shown, Style(link=shown)),
        (f"  ({printable(note)})" if note else "", "dim"),
    )
    ends = [*accumulate(map(len, chop_cells(whole.plain, console.width)))]
    lines = list(whole.divide(ends[:-1]))
    for line in lines[:-1]:
        line.end = ""
    return lines


def _name(name: str, width: int, style: str) -> Text:
    text = Text(printable(name), style=style)
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


def _requests(status: DaemonStatus) -> Iterator[Text]:
    """Yield a line about the requests of all accounts together."""
    if not status.accounts:
        return
    reads = sum(account.reads for account in status.accounts)
    writes = sum(account.writes for account in status.accounts)
    most_reads = sum(account.most_reads for account in status.accounts)
    most_writes = sum(account.most_writes for account in status.accounts)
    by = f" by {counted(len(status.accounts), 'account')}" if len(status.accounts) > 1 else ""
    made = f"{reads} of {most_reads} reads and {writes} of {most_writes} writes{by}"
    yield Text(f"In the last minute {made}", style="dim")


def _account(account: AccountStatus) -> str:
    name = f"{printable(account.name)}: " if account.name else ""
    reads = f"{account.reads} of {account.most_reads} reads"
    return f"{name}{reads}, {account.writes} of {account.most_writes} writes"


def _last_line(choice: Selection, *, keys: bool) -> Text:
    if not keys:
        return Text(_NO_KEYS, style="dim")
    if choice.stops:
        return Text("Stopping: the matches are paused, and the sheets say so.", style="bold")
    return Text(_STOP, style="bold yellow") if choice.asks else Text(_KEYS, style="dim")
