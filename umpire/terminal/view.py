"""The daemon in a terminal: one screen of the league, or plain lines where there is no terminal.

Whatever came from people is shown without control characters, so that no text typed into a sheet
can speak to the terminal.
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
    return LiveView(console, keyboard, _Addresses(find_links), stop)


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


@dataclass(frozen=True, slots=True)
class _Lines:
    """Lines to draw, none of them wider than the terminal.

    A line without an end goes on in the next one. The terminal takes both for one text, which can
    be selected and copied, if the text itself runs over the edge: so its last letter is written
    once more, and the rest after it.
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
    """Return a segment that writes the last letter of the line above once more, so text wraps."""
    letter = last.text[-1]
    moves = f"\x1b[A\x1b[{width - cell_len(letter) + 1}G"
    # as a control sequence, it takes no room in its line
    return Segment(f"{moves}{letter}", last.style, [(ControlType.CURSOR_UP, 1)])


class LiveView:
    """A picture of the daemon, drawn by `Live`: on the whole screen if there are keys to press.

    Without keys it is below what else is in the terminal. It is drawn by a thread of its own, when
    it differs: neither a slow terminal nor one that takes nothing keeps the daemon from its work.
    With keys it leaves the terminal alone as a job in the background, and Ctrl-Z gives it back.
    """

    def __init__(
        self,
        console: Console,
        keyboard: Keyboard | None,
        addresses: _Addresses,
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
        self._choice = Selection()
        self._drawn: object = None
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
        self._thread.join(_PATIENCE)
        if self._keyboard is not None:
            with suppress(OSError):  # a terminal that has gone needs nothing back
                if self._thread.is_alive():  # the terminal takes nothing
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
                self._draw()
            finally:
                self._leave()

    def _look_after(self) -> None:
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
            self._drawn = None
        if key == "l":
            self._addresses.forget()
        self._choice = pressed(self._choice, key, self._status)
        if self._choice.stops:
            self._stop.set()

    def _refresh(self, status: DaemonStatus) -> None:
        has_keys, size = self._keyboard is not None, self._console.size
        height = size.height if has_keys else min(_INLINE, size.height - 1)
        choice = replace(self._choice, stops=self._stop.is_set())
        links = self._addresses.of(chosen(status, choice))
        lines = picture(self._console, status, choice, height, links, keys=has_keys)
        drawn = size, [(line.plain, line.spans, line.style) for line in lines]
        if drawn != self._drawn:
            self._live.update(_Lines(lines), refresh=True)
            self._drawn = drawn

    def _enter(self) -> None:
        self._was_stopped = False
        if self._keyboard is not None:
            self._keyboard.take()
        self._live.stop()
        self._live.start()
        self._drawn = None

    def _leave(self) -> None:
        with self._lock:
            if self._live.is_started:
                self._live.stop()
                if self._keyboard is not None:
                    self._keyboard.give_back()

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


def _first(events: tuple[PublicEvent, ...]) -> int:
    """Return the number of the last event that was not told."""
    return events[-_BEFORE - 1].number if len(events) > _BEFORE else -1
