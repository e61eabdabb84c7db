"""The daemon in a terminal: a live picture, or plain lines where the output is no terminal.

Whatever came from people is shown without control characters, so that no text typed into a sheet
can speak to the terminal.
"""

from typing import Protocol, Self

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from umpire.export.prose import duration
from umpire.games.notation import printable
from umpire.watch.scene import Clock, Scene, Sight

_NOTHING = "No match is running: 'umpire new' makes one."


class View(Protocol):
    """Shows the daemon's scene while it is open as a context manager."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(self, *_raised: object) -> None:
        """Leave the terminal as it was."""

    def show(self, scene: Scene) -> None:
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

    def show(self, scene: Scene) -> None:
        """Draw the scene."""
        self._live.update(picture(scene))


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

    def show(self, scene: Scene) -> None:
        """Print what is new in the scene."""
        self._once("nothing", () if scene.matches or scene.refusals else (_NOTHING,))
        for refusal in scene.refusals:
            self._once(refusal, (refusal,))
        for sight in scene.matches:
            new = sight.told - self._told.get(sight.match, sight.told - len(sight.events))
            self._told[sight.match] = sight.told
            for event in sight.events[-new:] if new > 0 else ():
                self._print(f"{sight.match}: {event}")
            self._once(f"{sight.match} troubles", sight.troubles, sight.match)
            self._once(f"{sight.match} headline", (sight.headline,), sight.match)

    def _once(self, key: str, lines: tuple[str, ...], prefix: str = "") -> None:
        if self._last.get(key, ()) != lines:
            self._last[key] = lines
            for line in lines:
                self._print(f"{prefix}: {line}" if prefix else line)

    def _print(self, line: str) -> None:
        self._console.print(Text(printable(line)), soft_wrap=True)


def picture(scene: Scene) -> Group:
    """Draw the scene."""
    parts: list[Table | Text] = [_match(sight) for sight in scene.matches]
    if not scene.matches:
        parts.append(Text(_NOTHING))
    parts += [Text(printable(refusal), style="yellow") for refusal in scene.refusals]
    parts.append(
        Text(
            f"Requests in the last minute: {scene.reads} of {scene.most_reads} reads, "
            f"{scene.writes} of {scene.most_writes} writes. Ctrl-C stops (the clocks then stand).",
            style="dim",
        )
    )
    return Group(*parts)


def _match(sight: Sight) -> Table:
    table = Table(title=Text(printable(f"{sight.match}: {' against '.join(sight.players)}")))
    table.title_justify = "left"
    table.show_header = False
    table.add_column()
    table.add_column(overflow="fold")
    table.add_row("now", Text(printable(sight.headline), style="bold"))
    for clock in sight.clocks:
        table.add_row(Text(printable(clock.player)), Text(_clock(clock)))
    for event in sight.events:
        table.add_row("", Text(printable(event)))
    for trouble in sight.troubles:
        table.add_row("mend", Text(printable(trouble), style="yellow"))
    return table


def _clock(clock: Clock) -> str:
    if clock.left is None:
        return f"{clock.kind}, no limit"
    if clock.left >= 0:
        reserve = "" if clock.reserve is None else f", reserve {duration(clock.reserve)}"
        return f"{clock.kind}, {duration(clock.left)} left{reserve}"
    left = None if clock.reserve is None else max(0.0, clock.reserve + clock.left)
    return f"{clock.kind}, time is up" if not left else f"{clock.kind}, {duration(left)} of reserve"
