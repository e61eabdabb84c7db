"""The daemon in a terminal: a live picture, or plain lines where the output is no terminal.

Whatever came from people is shown without control characters, so that no text typed into a sheet
can speak to the terminal.
"""

from typing import Protocol, Self

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from umpire.games.notation import printable
from umpire.store.worldtime import duration
from umpire.watch.status import Awaited, DaemonStatus, MatchStatus

_NOTHING = "No match is running: 'umpire new' makes one."


class View(Protocol):
    """Shows the daemon's status while it is open as a context manager."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(self, *_raised: object) -> None:
        """Leave the terminal as it was."""

    def show(self, status: DaemonStatus) -> None:
        """Show how things stand now."""


def view_for(console: Console) -> View:
    """Return the view that fits where the output goes."""
    return LiveView(console) if console.is_terminal else LineView(console)


class LiveView:
    """A picture that is drawn over and over."""

    def __init__(self, console: Console) -> None:
        self._live = Live(console=console, refresh_per_second=4, transient=False)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._live.stop()

    def show(self, status: DaemonStatus) -> None:
        """Draw the status."""
        self._live.update(picture(status))


class LineView:
    """One line for each thing that happens, for logs and pipes."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._told: dict[str, int] = {}
        self._last: dict[str, tuple[str, ...]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        return None

    def show(self, status: DaemonStatus) -> None:
        """Print what is new in the status."""
        self._once("nothing", () if status.matches or status.refusals else (_NOTHING,))
        for refusal in status.refusals:
            self._once(refusal, (refusal,))
        for match in status.matches:
            new = match.told - self._told.get(match.match, match.told - len(match.events))
            self._told[match.match] = match.told
            for event in match.events[-new:] if new > 0 else ():
                self._print(f"{match.match}: {event}")
            self._once(f"{match.match} troubles", match.troubles, match.match)
            self._once(f"{match.match} headline", (match.headline,), match.match)

    def _once(self, key: str, lines: tuple[str, ...], prefix: str = "") -> None:
        if self._last.get(key, ()) != lines:
            self._last[key] = lines
            for line in lines:
                self._print(f"{prefix}: {line}" if prefix else line)

    def _print(self, line: str) -> None:
        self._console.print(Text(printable(line)), soft_wrap=True)


def picture(status: DaemonStatus) -> Group:
    """Draw the status."""
    rows: list[Table | Text] = [_match(match) for match in status.matches]
    if not status.matches:
        rows.append(Text(_NOTHING))
    rows += [Text(printable(refusal), style="yellow") for refusal in status.refusals]
    rows.append(
        Text(
            f"Requests in the last minute: {status.reads} of {status.most_reads} reads, "
            f"{status.writes} of {status.most_writes} writes. "
            "Ctrl-C stops (the clocks then stand).",
            style="dim",
        )
    )
    return Group(*rows)


def _match(match: MatchStatus) -> Table:
    table = Table(title=Text(printable(f"{match.match}: {' against '.join(match.players)}")))
    table.title_justify = "left"
    table.show_header = False
    table.add_column()
    table.add_column(overflow="fold")
    table.add_row("now", Text(printable(match.headline), style="bold"))
    for awaited in match.awaited:
        table.add_row(Text(printable(awaited.player)), Text(_clock(awaited, match.now)))
    for event in match.events:
        table.add_row("", Text(printable(event)))
    for trouble in match.troubles:
        table.add_row("mend", Text(printable(trouble), style="yellow"))
    return table


def _clock(awaited: Awaited, now: float) -> str:
    kind, clock = awaited.kind, awaited.clock
    if clock is None:
        return f"{kind}, no limit"
    left = clock.until_limit(now)
    if left >= 0:
        reserve = "" if clock.reserve is None else f", reserve {duration(clock.left)}"
        return f"{kind}, {duration(left)} left{reserve}"
    left = clock.end - now
    in_reserve = clock.in_reserve(now) and left > 0
    return f"{kind}, {duration(left)} of reserve" if in_reserve else f"{kind}, time is up"
