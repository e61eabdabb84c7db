"""The daemon in a terminal: one screen of the league, or plain lines where there is no terminal.

Whatever came from people is shown without control characters, so that no text typed into a sheet
can speak to the terminal.
"""

import re
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import TextIOWrapper
from typing import IO, Any, Protocol, Self

from rich.console import Console, Group
from rich.live import Live
from rich.segment import Segment
from rich.text import Text

from umpire.errors import UmpireError
from umpire.games.text import printable
from umpire.live.status import DaemonStatus
from umpire.showing.status import MatchStatus, ToldEvent
from umpire.store.records import Addresses
from umpire.store.worldtime import rfc3339
from umpire.terminal.dashboard import NOTHING, Selection, chosen, picture, pressed, summary
from umpire.terminal.keyboard import Keyboard

_FRAME = 0.1
_PATIENCE = 1.0
_INLINE = 16
"""The most lines of a picture that stands below what else is in the terminal."""
_BEFORE = 5
"""How many events of before are told of a match that is taken on."""
_MINUTE = 60.0

FindLinks = Callable[[str], Addresses]
"""Returns everybody's links to a match. Raises UmpireError."""


class View(Protocol):
    """Shows the daemon's status while it is open as a context manager."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(self, *_raised: object) -> None:
        """Leave the terminal as it was."""

    def show(self, status: DaemonStatus) -> None:
        """Show how things stand now."""


def view_for(
    console: Console, find_links: FindLinks, stop: threading.Event, *, keys: bool = True
) -> View:
    """Return the view that fits where the output goes.

    It takes the whole screen if it may read keys and there are any; one of them sets `stop`.
    """
    if isinstance(console.file, TextIOWrapper):
        console.file.reconfigure(errors="replace")  # a letter that it lacks ends nothing
    if not console.is_terminal or console.is_dumb_terminal:
        return LineView(console.file)
    keyboard = Keyboard.there() if keys and console.file.isatty() else None
    addresses = _Addresses(find_links)
    if keyboard is None:
        return LiveView(console, addresses)
    return ScreenView(console, keyboard, addresses, stop)


class _Addresses:
    """The links that were looked up, so that nothing is looked up each time something is drawn."""

    def __init__(self, find: FindLinks) -> None:
        self._find = find
        self._found: dict[str, Addresses] = {}

    def forget(self) -> None:
        """Look all up anew: somebody may have been let in."""
        self._found.clear()

    def of(self, match: MatchStatus | None) -> Addresses:
        """Return the links to a match; none if they cannot be read."""
        if match is None:
            return Addresses()
        if match.match not in self._found:
            self._found[match.match] = Addresses()
            with suppress(UmpireError):
                self._found[match.match] = self._find(match.match)
        return self._found[match.match]


class ScreenView:
    """The whole screen, with keys.

    It is drawn by a thread of its own, a line only where it differs: neither a slow terminal nor
    one that stands still keeps the daemon from its work. As a job in the background it leaves the
    terminal alone, and Ctrl-Z gives it back first.
    """

    def __init__(
        self, console: Console, keyboard: Keyboard, addresses: _Addresses, stop: threading.Event
    ) -> None:
        self._console = console
        self._keyboard = keyboard
        self._addresses = addresses
        self._stop = stop
        self._status: DaemonStatus | None = None
        self._choice = Selection()
        self._drawn: list[list[Segment]] = []
        self._size = console.size
        self._is_inside = self._is_suspended = self._was_stopped = False
        self._lock = threading.RLock()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="view", daemon=True)
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number, handler in (
                (signal.SIGTSTP, self._suspend),
                (signal.SIGCONT, self._go_on),
            ):
                self._handlers[number] = signal.signal(number, handler)
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._done.set()
        self._thread.join(_PATIENCE)
        with suppress(OSError):  # a terminal that has gone needs nothing back
            if self._thread.is_alive():  # the terminal takes nothing in
                self._keyboard.give_back()
            else:
                self._leave_summary()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def show(self, status: DaemonStatus) -> None:
        """Have the status drawn."""
        self._status = status

    def _leave_summary(self) -> None:
        for line in [] if self._status is None else summary(self._console, self._status):
            self._console.print(line)

    def _run(self) -> None:
        with suppress(OSError):  # without its terminal the daemon goes on
            try:
                while not self._done.is_set():
                    self._look_after()
            finally:
                self._leave()

    def _look_after(self) -> None:
        """Draw once what has changed, and wait a little for keys."""
        status = self._status
        with self._lock:
            is_away = self._was_stopped or not self._is_inside
            if status is not None and is_away and self._may_enter:
                self._enter()
            is_inside = self._is_inside
            if status is not None and is_inside:
                self._draw(status)
        if status is not None and is_inside:
            for key in self._keyboard.read(_FRAME):
                self._press(key, status)
        else:
            self._done.wait(_FRAME)

    @property
    def _may_enter(self) -> bool:
        return not self._is_suspended and self._keyboard.is_ours

    def _press(self, key: str, status: DaemonStatus) -> None:
        if key == "redraw":
            self._drawn = []
        if key == "l":
            self._addresses.forget()
        self._choice = pressed(self._choice, key, status)
        if self._choice.stops:
            self._stop.set()

    def _draw(self, status: DaemonStatus) -> None:
        choice = replace(self._choice, stops=self._stop.is_set())
        links = self._addresses.of(chosen(status, choice))
        options = self._console.options.update(no_wrap=True)
        drawn = picture(self._console, status, choice, options.size.height, links, keys=True)
        lines = [self._console.render_lines(line, options)[0] for line in drawn]
        if self._size != options.size:
            self._size, self._drawn = options.size, []
        before = self._drawn or [[]] * len(lines)
        with self._console:
            for start, end in _unbroken(drawn):
                if lines[start:end] != before[start:end]:
                    # What has no end goes on in the next line by itself, as one text.
                    whole = [segment for line in lines[start:end] for segment in line]
                    self._console.update_screen_lines([whole], 0, start)
        self._drawn = lines

    def _enter(self) -> None:
        self._was_stopped = False
        self._keyboard.take()
        self._console.set_alt_screen(True)
        self._console.show_cursor(False)
        self._drawn = []
        self._is_inside = True

    def _leave(self) -> None:
        with self._lock:
            if self._is_inside:
                self._is_inside = False
                self._console.show_cursor(True)
                self._console.set_alt_screen(False)
                self._keyboard.give_back()

    def _suspend(self, number: int, _frame: object) -> None:
        self._is_suspended = True
        with suppress(OSError):
            self._leave()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)  # here it stands until it is told to go on
        signal.signal(number, self._suspend)
        self._is_suspended = False

    def _go_on(self, _number: int, _frame: object) -> None:
        """Take it that somebody else had the terminal meanwhile."""
        self._was_stopped = True


def _unbroken(lines: Sequence[Text]) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each run of lines of which all but the last have no end."""
    start = 0
    for number, line in enumerate(lines, 1):
        if line.end:
            yield start, number
            start = number
    if start < len(lines):
        yield start, len(lines)


class LiveView:
    """A picture below what else stands in a terminal, for one at which no keys can be read."""

    def __init__(self, console: Console, addresses: _Addresses) -> None:
        self._console = console
        self._addresses = addresses
        self._live = Live(console=console, refresh_per_second=4, transient=False)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._live.stop()

    def show(self, status: DaemonStatus) -> None:
        """Draw the status."""
        height = min(_INLINE, self._console.height - 1)
        links = self._addresses.of(chosen(status, Selection()))
        lines = picture(self._console, status, Selection(), height, links, keys=False)
        self._live.update(Group(*lines))


@dataclass(slots=True)
class _Printed:
    """What was printed of a match: its last event, its headline and when.

    `stops` is how often it has stopped by itself since the last event, and `stands` whether it
    does now.
    """

    event: int
    headline: str = ""
    at: float = 0.0
    stops: int = 0
    stands: bool = False


class LineView:
    """One line for each thing that happens, for logs and pipes; a new day has one of its own."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._printed: dict[str, _Printed] = {}
        self._seen: dict[str, float] = {}
        self._day = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        return None

    def show(self, status: DaemonStatus) -> None:
        """Print what is new in the status."""
        if not status.matches and not status.refusals:
            self._once(status.at, NOTHING)
        if status.trouble is not None:
            self._once(status.at, status.trouble)
        for _, why in status.refusals:
            self._once(status.at, why)
        for match in status.matches:
            self._show_match(match, status.at)

    def _show_match(self, match: MatchStatus, at: float) -> None:
        printed = self._printed.setdefault(match.match, _Printed(_first(match.events)))
        new = [event for event in match.events if event.number > printed.event]
        for event in new:
            self._print(event.at, f"{match.match}: {event.text}")
            printed.event, printed.stops = event.number, 0
        for trouble in match.troubles:
            self._once(at, f"{match.match}: {trouble}")
        self._show_headline(printed, match, at)

    def _show_headline(self, printed: _Printed, match: MatchStatus, at: float) -> None:
        """Tell how a match stands, of one that stops again and again once a minute."""
        stands = match.standing == "stopped by itself"
        printed.stops += stands and not printed.stands
        printed.stands = stands
        often = printed.stops > 1
        if match.headline == printed.headline or (often and at - printed.at < _MINUTE):
            return
        printed.headline, printed.at = match.headline, at
        more = f" (It stopped by itself {printed.stops} times.)" if often else ""
        self._print(rfc3339(at), f"{match.match}: {match.headline}{more}")

    def _once(self, at: float, line: str) -> None:
        """Print a line that has not been so for a minute, whatever the numbers in it."""
        key = re.sub(r"\d+", "", line)
        before = self._seen.get(key)
        self._seen[key] = at
        if before is None or at - before > _MINUTE:
            self._print(rfc3339(at), line)

    def _print(self, at: str, line: str) -> None:
        with suppress(OSError):  # whoever read it has gone, or the disk is full: the daemon goes on
            if self._day not in ("", at[:10]):
                self._file.write(f"{at[:10]}\n")
            self._day = at[:10]
            self._file.write(f"{at[11:19]} {printable(line)}\n")
            self._file.flush()


def _first(events: tuple[ToldEvent, ...]) -> int:
    """Return the number of the last event that was not told."""
    return events[-_BEFORE - 1].number if len(events) > _BEFORE else -1
