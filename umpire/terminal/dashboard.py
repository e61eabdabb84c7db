"""The daemon's status drawn for a terminal: one line per match, and below it one match in detail.

It is a pure function of the status, the umpire's selection and the size of the terminal: it draws
as many lines as fit, and none is too wide. Texts that people typed are shown without control
characters, so that none can send commands to the terminal.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.style import Style
from rich.text import Text

from umpire.games.text import pluralize, printable
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
"""On narrower terminals, in columns, the players' names are left out."""
_DETAILS = 11
"""The lines that the list leaves for the part below it, if there are enough."""
_FEW = 5
"""The lines that the list always has."""
_SOON = 10.0

Pane = Literal["match", "links", "events", "accounts", "help"]
_OF_ALL: dict[Pane, str] = {"accounts": "accounts, in the last minute", "help": "help"}
_PANES: dict[str, Pane] = {"l": "links", "e": "events", "a": "accounts", "?": "help"}


@dataclass(frozen=True, slots=True)
class Selection:
    """What the umpire looks at: a match (None: the one that has waited longest), and a pane.

    `is_asking_to_stop` shows the question whether the daemon is to stop, `is_stopping` that it is.
    """

    match: str | None = None
    pane: Pane = "match"
    is_asking_to_stop: bool = False
    is_stopping: bool = False


def select_by_key(selection: Selection, key: str, status: DaemonStatus) -> Selection:
    """Return the selection after a key."""
    if selection.is_stopping:
        return selection
    if selection.is_asking_to_stop:
        return replace(selection, is_asking_to_stop=False, is_stopping=key in ("y", "q"))
    if key == "q":
        return replace(selection, is_asking_to_stop=True)
    if key == "back" or _PANES.get(key) == selection.pane:
        return replace(selection, pane="match")
    if key in _PANES:
        return replace(selection, pane=_PANES[key])
    left = "match" if selection.pane in ("links", "help") else selection.pane
    return Selection(
        _move_selection(selection.match, key, [match.match for match in by_wait(status)]), left
    )


def _move_selection(current: str | None, key: str, matches: Sequence[str]) -> str | None:
    steps = {"up": -1, "down": 1}
    if key not in steps or not matches:
        return None if key == "longest" else current
    at = matches.index(current) if current in matches else 0
    return matches[max(0, min(at + steps[key], len(matches) - 1))]


def by_wait(status: DaemonStatus) -> list[MatchStatus]:
    """Return the matches, longest-waiting first; those that are over come last."""
    return sorted(status.matches, key=_by_wait)


def _by_wait(match: MatchStatus) -> tuple[int, float, str]:
    return (
        _ORDER[match.standing],
        1.0 if match.waiting_seconds is None else -match.waiting_seconds,
        match.match,
    )


def selected_match(status: DaemonStatus, selection: Selection) -> MatchStatus | None:
    """Return the match that is shown in detail; None if there is no match."""
    matches = by_wait(status)
    return next(
        (match for match in matches if match.match == selection.match), next(iter(matches), None)
    )


def draw_dashboard(
    console: Console,
    status: DaemonStatus,
    selection: Selection,
    height: int,
    links: Addresses,
    *,
    keys: bool,
) -> list[Text]:
    """Draw the status in `height` lines, as wide as the console.

    `links` are those of the match in detail. `keys` says whether keys can be pressed.
    """
    width, match = console.width, selected_match(status, selection)
    foot = [*_requests(status), _last_line(selection, keys=keys)]
    room = max(1, height - len(foot))
    most = max(_FEW, room - _DETAILS) if selection.pane == "match" else _FEW
    lines = [_title(status, width), *_list(status, match, width, most)]
    lines += _troubles(console, status)
    left = room - len(lines) - 1
    if left > 0 and (match is not None or selection.pane in _OF_ALL):
        lines.append(_rule(selection, match, width))
        lines += _pane(console, status, selection, match, links, left)
    lines = [*lines[:room], *[Text()] * (room - len(lines)), *foot][-height:]
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines


def draw_summary(console: Console, status: DaemonStatus) -> list[Text]:
    """Draw the list of matches at the end, in no more lines than the terminal has."""
    most = max(_FEW, console.height - 4)
    return _list(status, None, console.width, most) if status.matches else []


def draw_list(status: DaemonStatus, width: int | None = None) -> list[Text]:
    """Draw one line per match; without a width, as wide as needed."""
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
    """Draw one line per match, in at most that many lines around the selected match."""
    matches = by_wait(status)
    if not matches:
        return [Text(NOTHING)]
    room = most - 1 if len(matches) < most else most - 2
    at = matches.index(match) if match is not None else 0
    first = max(0, min(at - room // 2, len(matches) - room))
    widths = _widths(matches, width)
    lines = [_row(("", "match", "players", "asked", "waits", "limit"), widths, style="dim")]
    for match_in_list in matches[first : first + room]:
        style = "dim" if _ORDER[match_in_list.standing] else ""
        row = _row(_cells(match_in_list, is_selected=match_in_list is match), widths, style)
        if match_in_list is match:
            row.stylize("reverse")
        lines.append(row)
    above, below = first, len(matches) - first - room
    if below > 0 and not above:
        lines.append(Text(f"   and {below} more", style="dim"))
    elif above:
        lines.append(Text(f"   and {above} more above, {max(0, below)} below", style="dim"))
    return lines


def _widths(matches: Sequence[MatchStatus], width: int | None) -> tuple[int, ...]:
    """Return each column's width; the column "asked" gets the rest."""
    ids = max(5, *(cell_len(match.match) for match in matches))
    names = max(7, *(cell_len(_players(match)) for match in matches))
    sign, waits, limit, gaps = 2, 7, 8, 5
    if width is None:
        return (
            sign,
            ids,
            names,
            max(5, *(cell_len(_task_text(match)) for match in matches)),
            waits,
            limit,
        )
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


def _cells(match: MatchStatus, *, is_selected: bool) -> tuple[str | Text, ...]:
    sign = Text("▸" if is_selected else " ")
    if match.troubles or match.standing == "stopped by itself":
        sign.append("!", style="bold yellow")
    waits = "" if match.waiting_seconds is None else duration(match.waiting_seconds)
    return sign, match.match, _players(match), _task_text(match), waits, _time_to_limit(match)


def _players(match: MatchStatus) -> str:
    return ", ".join(match.players)


def _task_text(match: MatchStatus) -> str:
    """Return briefly who is asked what, or the match's status if it is not running."""
    if match.standing not in ("running", "stopped by itself") or not match.open_tasks:
        return match.headline
    tasks = "; ".join(f"{', '.join(players)}: {task}" for task, players in match.tasks.items())
    return tasks if match.standing == "running" else f"{tasks}. {match.headline}"


def _time_to_limit(match: MatchStatus) -> Text:
    """Return the time left until the nearest limit."""
    limits = [
        pending.time_left(match.now) for pending in match.open_tasks if pending.clock is not None
    ]
    if not limits or match.standing in ("over", "closed"):
        return Text()
    left, in_reserve = min(limits)
    text = f"{duration(max(0.0, left))}{' res.' if in_reserve else ''}"
    if match.standing != "running":
        return Text(text, style="dim")
    return Text(text, style="bold red" if left <= _SOON else "yellow" if in_reserve else "")


def _troubles(console: Console, status: DaemonStatus) -> list[Text]:
    """Draw what stops all matches, and which are not watched, with the reason for the first."""
    lines: list[Text] = []
    if status.trouble is not None:
        text = Text(f"! {printable(status.trouble)}", style="bold yellow")
        lines += list(text.wrap(console, console.width))[:2]
    if status.refusals:
        (match, why), *others = status.refusals
        more = f" (and {len(others)} more)" if others else ""
        text = Text(f"Not watched here: {printable(match)}{more}: {printable(why)}", style="yellow")
        lines += list(text.wrap(console, console.width))[:2]
    return lines


def _rule(selection: Selection, match: MatchStatus | None, width: int) -> Text:
    rule = Text("── ", style="dim")
    if selection.pane in _OF_ALL:
        rule.append(_OF_ALL[selection.pane], style="bold not dim")
    elif match is not None:
        rule.append(printable(match.match), style="bold not dim")
        rule.append(printable(f" · {match.game}: {' against '.join(match.players)}"))
        rule.append("" if selection.pane == "match" else f" · {selection.pane}")
    rule.append(" ")
    return rule.append("─" * max(0, width - rule.cell_len))


def _pane(
    console: Console,
    status: DaemonStatus,
    selection: Selection,
    match: MatchStatus | None,
    links: Addresses,
    room: int,
) -> list[Text]:
    """Draw the part below the list in at most that many lines."""
    if selection.pane == "help":
        return [_entry(console, key, meaning, 11)[0] for key, meaning in _HELP][:room]
    if selection.pane == "accounts":
        return [Text(_account(account)) for account in status.accounts][:room]
    if match is None:
        return []
    if selection.pane == "events":
        return _events(console, match.events, room, status.at)
    if selection.pane == "links":
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
    lines += _first_lines(clocks, max(2, room // 3))
    for trouble in match.troubles:
        lines += _entry(console, "repair", trouble, 7, style="yellow")[:3]
    if links.board is not None:
        lines += _link(console, BOARD_LINK, links.board, 7)
    return lines


def _first_lines(lines: Sequence[Text], most: int) -> list[Text]:
    """Return at most that many lines; the last line then says how many more there are."""
    if len(lines) <= most:
        return list(lines)
    return [*lines[: most - 1], Text(f"  and {len(lines) - most + 1} more", style="dim")]


def _clock(pending: OpenTask, now: float) -> str:
    """Return what a player must do, since when, and the time left."""
    waiting_time = duration(max(0.0, now - pending.since))
    return f"{printable(pending.task)}, asked {waiting_time} ago, {pending.remaining(now)}"


def _links(console: Console, match: MatchStatus, links: Addresses, room: int) -> list[Text]:
    elsewhere = f"'umpire status {match.match}' shows them."
    if not links:
        return [Text(f"They cannot be read now. {elsewhere}")]
    entries = list(list_links(links, match.players))
    widest = max(cell_len(printable(line.label)) for line in entries) + 2
    lines = [Text(_SECRET, style="yellow")]
    for line in entries:
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

    A link that is too long goes on at the beginning of the next line, and the line before it has
    no end. So the terminal knows that it is one text, and selects and copies all of it.
    """
    printable_address = printable(address)
    whole = Text.assemble(
        _name(name, indent, "dim"),
        (printable_address, Style(link=printable_address)),
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
    by = f" by {pluralize(len(status.accounts), 'account')}" if len(status.accounts) > 1 else ""
    requests = f"{reads} of {most_reads} reads and {writes} of {most_writes} writes{by}"
    yield Text(f"In the last minute {requests}", style="dim")


def _account(account: AccountStatus) -> str:
    name = f"{printable(account.name)}: " if account.name else ""
    reads = f"{account.reads} of {account.most_reads} reads"
    return f"{name}{reads}, {account.writes} of {account.most_writes} writes"


def _last_line(selection: Selection, *, keys: bool) -> Text:
    if not keys:
        return Text(_NO_KEYS, style="dim")
    if selection.is_stopping:
        return Text("Stopping: the matches are paused, and the sheets say so.", style="bold")
    return (
        Text(_STOP, style="bold yellow")
        if selection.is_asking_to_stop
        else Text(_KEYS, style="dim")
    )
