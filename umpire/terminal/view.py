"""The daemon in a terminal: a live picture of all matches, or plain lines if there is no terminal.

Texts that people typed are shown without control characters, so that none can send commands to the
terminal.
"""

import re
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import TextIOWrapper
from typing import IO, Any, Self

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.segment import ControlType, Segment
from rich.text import Text

from umpire.errors import UmpireError
from umpire.games.text import printable
from umpire.live.status import DaemonStatus
from umpire.live.watching import View
from umpire.projections.status import MatchStatus, PublicEvent
from umpire.store.records import Addresses
from umpire.store.worldtime import rfc3339
from umpire.terminal.dashboard import (
    NOTHING,
    Selection,
    draw_dashboard,
    draw_summary,
    select_by_key,
    selected_match,
)
from umpire.terminal.keyboard import Keyboard

_FRAME = 0.1
_LONGEST_JOIN = 1.0
_INLINE = 16
"""The most lines of a picture below the other text in the terminal."""
_BEFORE = 5
"""How many earlier events of a match are printed when it is first watched."""
_MINUTE = 60.0

FindLinks = Callable[[str], Addresses]
"""Returns everybody's links to a match. Raises UmpireError."""


def view_for(
    console: Console, find_links: FindLinks, stop: threading.Event, *, keys: bool = True
) -> View:
    """Return the view that fits the output: live in a terminal, else plain lines.

    The live view takes the whole screen if it can read `keys`; one of them sets `stop`.
    """
    if isinstance(console.file, TextIOWrapper):
        console.file.reconfigure(errors="replace")  # a letter that it lacks ends nothing
    if not console.is_terminal or console.is_dumb_terminal:
        return LineView(console.file)
    keyboard = Keyboard.find() if keys and console.file.isatty() else None
    return LiveView(console, keyboard, _LinkCache(find_links), stop)


class _LinkCache:
    """Remembers links, so that they are not looked up again for every picture."""

    def __init__(self, find: FindLinks) -> None:
        self._find = find
        self._links_by_match: dict[str, Addresses] = {}

    def forget(self) -> None:
        """Forget all links: somebody may have got access since."""
        self._links_by_match.clear()

    def of(self, match: MatchStatus | None) -> Addresses:
        """Return the links to a match; none if they cannot be read."""
        if match is None:
            return Addresses()
        if match.match not in self._links_by_match:
            self._links_by_match[match.match] = Addresses()
            with suppress(UmpireError):
                self._links_by_match[match.match] = self._find(match.match)
        return self._links_by_match[match.match]


@dataclass(frozen=True, slots=True)
class _Lines:
    """Lines to draw, none of them wider than the terminal.

    A line without an end goes on in the next line. So that the terminal selects and copies both as
    one text, the text must run over the edge: the last letter of the line is written once more, and
    the rest after it.
    """

    lines: Sequence[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        last: Segment | None = None
        for number, line in enumerate(self.lines):
            if number:
                yield Segment.line()
            if last is not None:
                yield _at_the_edge(last, options.max_width)
            segments = list(line.render(console))
            yield from segments
            goes_on = not line.end and line.cell_len == options.max_width
            last = segments[-1] if goes_on else None


def _at_the_edge(last: Segment, width: int) -> Segment:
    """Return a segment that writes the last letter of the line above again, so the text wraps."""
    letter = last.text[-1]
    moves = f"\x1b[A\x1b[{width - cell_len(letter) + 1}G"
    # as a control sequence, it takes no room in its line
    return Segment(f"{moves}{letter}", last.style, [(ControlType.CURSOR_UP, 1)])


class LiveView:
    """A live picture of the daemon: on the whole screen if there are keys to press.

    Without keys it is below the other text in the terminal. Its own thread draws it when it has
    changed, so that a slow or blocked terminal does not delay the daemon. With keys, it does not
    touch the terminal while it is a background job, and Ctrl-Z restores the terminal.
    """

    def __init__(
        self,
        console: Console,
        keyboard: Keyboard | None,
        addresses: _LinkCache,
        stop: threading.Event,
    ) -> None:
        self._console = console
        self._keyboard = keyboard
        self._addresses = addresses
        self._stop = stop
        has_keys = keyboard is not None
        self._live = Live(
            console=console,
            screen=has_keys,
            auto_refresh=False,
            redirect_stdout=not has_keys,
            redirect_stderr=not has_keys,
        )
        self._status: DaemonStatus | None = None
        self._selection = Selection()
        self._last_drawn: object = None
        self._is_suspended = self._was_stopped = False
        self._lock = threading.RLock()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="view", daemon=True)
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        is_main = threading.current_thread() is threading.main_thread()
        if self._keyboard is not None and is_main:
            for number, handler in (
                (signal.SIGTSTP, self._suspend),
                (signal.SIGCONT, self._note_stop),
            ):
                self._handlers[number] = signal.signal(number, handler)
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._done.set()
        self._thread.join(_LONGEST_JOIN)
        if self._keyboard is not None:
            with suppress(OSError):  # a terminal that has gone needs nothing back
                if self._thread.is_alive():  # the terminal is blocked
                    self._keyboard.restore()
                else:
                    self._leave_summary()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def show(self, status: DaemonStatus) -> None:
        """Let the thread draw this status."""
        self._status = status

    def _leave_summary(self) -> None:
        for line in [] if self._status is None else draw_summary(self._console, self._status):
            self._console.print(line)

    def _run(self) -> None:
        with suppress(OSError):  # without its terminal the daemon goes on
            try:
                while not self._done.is_set():
                    self._step()
                self._draw()
            finally:
                self._leave()

    def _step(self) -> None:
        """Draw the picture if it has changed, and wait a little for keys."""
        is_drawn = self._draw()
        if is_drawn and self._keyboard is not None:
            for key in self._keyboard.read(_FRAME):
                self._press(key)
        else:
            self._done.wait(_FRAME)

    def _draw(self) -> bool:
        """Draw the picture if it has changed; return whether the terminal shows it."""
        status = self._status
        if status is None:
            return False
        with self._lock:
            is_away = self._was_stopped or not self._live.is_started
            if is_away and self._may_enter:
                self._enter()
            if self._live.is_started:
                self._refresh(status)
            return self._live.is_started

    @property
    def _may_enter(self) -> bool:
        return self._keyboard is None or (not self._is_suspended and self._keyboard.is_ours)

    def _press(self, key: str) -> None:
        assert self._status is not None, "keys are read once there is a picture"
        if key == "redraw":
            self._last_drawn = None
        if key == "l":
            self._addresses.forget()
        self._selection = select_by_key(self._selection, key, self._status)
        if self._selection.is_stopping:
            self._stop.set()

    def _refresh(self, status: DaemonStatus) -> None:
        has_keys, size = self._keyboard is not None, self._console.size
        height = size.height if has_keys else min(_INLINE, size.height - 1)
        selection = replace(self._selection, is_stopping=self._stop.is_set())
        links = self._addresses.of(selected_match(status, selection))
        lines = draw_dashboard(self._console, status, selection, height, links, keys=has_keys)
        picture_drawn = size, [(line.plain, line.spans, line.style) for line in lines]
        if picture_drawn != self._last_drawn:
            self._live.update(_Lines(lines), refresh=True)
            self._last_drawn = picture_drawn

    def _enter(self) -> None:
        self._was_stopped = False
        if self._keyboard is not None:
            self._keyboard.capture()
        self._live.stop()
        self._live.start()
        self._last_drawn = None

    def _leave(self) -> None:
        with self._lock:
            if self._live.is_started:
                self._live.stop()
                if self._keyboard is not None:
                    self._keyboard.restore()

    def _suspend(self, number: int, _frame: object) -> None:
        self._is_suspended = True
        with suppress(OSError):
            self._leave()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)  # the program stops here until it is continued
        signal.signal(number, self._suspend)
        self._is_suspended = False

    def _note_stop(self, _number: int, _frame: object) -> None:
        """Remember that somebody else may have used the terminal meanwhile."""
        self._was_stopped = True


@dataclass(slots=True)
class _Printed:
    """What was printed about a match: its last event, and its headline with the time.

    `stops` is how often it has stopped by itself since the last event. With `is_stopped` it has
    stopped now.
    """

    event: int
    headline: str = ""
    at: float = 0.0
    stops: int = 0
    is_stopped: bool = False


class LineView:
    """Prints one line for everything that happens, for logs and pipes, and one for a new day."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._printed: dict[str, _Printed] = {}
        self._last_printed: dict[str, float] = {}
        self._day = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        return None

    def show(self, status: DaemonStatus) -> None:
        """Print what is new in the status."""
        if not status.matches and not status.refusals:
            self._print_once_a_minute(status.at, NOTHING)
        if status.trouble is not None:
            self._print_once_a_minute(status.at, status.trouble)
        for _, why in status.refusals:
            self._print_once_a_minute(status.at, why)
        for match in status.matches:
            self._show_match(match, status.at)

    def _show_match(self, match: MatchStatus, at: float) -> None:
        printed = self._printed.setdefault(
            match.match, _Printed(_number_before_last_events(match.events))
        )
        new = [event for event in match.events if event.number > printed.event]
        for event in new:
            self._print(event.at, f"{match.match}: {event.text}")
            printed.event, printed.stops = event.number, 0
        for trouble in match.troubles:
            self._print_once_a_minute(at, f"{match.match}: {trouble}")
        self._show_headline(printed, match, at)

    def _show_headline(self, printed: _Printed, match: MatchStatus, at: float) -> None:
        """Print a match's headline; if it keeps stopping, only once a minute."""
        is_stopped = match.standing == "stopped by itself"
        printed.stops += is_stopped and not printed.is_stopped
        printed.is_stopped = is_stopped
        often = printed.stops > 1
        if match.headline == printed.headline or (often and at - printed.at < _MINUTE):
            return
        printed.headline, printed.at = match.headline, at
        more = f" (It stopped by itself {printed.stops} times.)" if often else ""
        self._print(rfc3339(at), f"{match.match}: {match.headline}{more}")

    def _print_once_a_minute(self, at: float, line: str) -> None:
        """Print a line, unless the same (apart from numbers) was printed in the last minute."""
        key = re.sub(r"\d+", "", line)
        before = self._last_printed.get(key)
        self._last_printed[key] = at
        if before is None or at - before > _MINUTE:
            self._print(rfc3339(at), line)

    def _print(self, at: str, line: str) -> None:
        with suppress(OSError):  # the reader has gone, or the disk is full: the daemon goes on
            if self._day not in ("", at[:10]):
                self._file.write(f"{at[:10]}\n")
            self._day = at[:10]
            self._file.write(f"{at[11:19]} {printable(line)}\n")
            self._file.flush()


def _number_before_last_events(events: tuple[PublicEvent, ...]) -> int:
    """Return the number of the event before the first one to print; -1 if that is the first."""
    return events[-_BEFORE - 1].number if len(events) > _BEFORE else -1
