"""The daemon in a terminal: what it shows, and what it keeps away from the terminal."""

import io

import pytest
from rich.console import Console

from umpire.games.base import Bank
from umpire.match import Clock
from umpire.watch.status import Awaited, DaemonStatus, MatchStatus
from umpire.watch.view import LineView, LiveView, picture, view_for

STATUS = MatchStatus(
    match="numbers-1",
    players=("Ana", "Bo"),
    headline="Ana to answer (number)",
    now=40.0,
    awaited=(
        Awaited("Ana", "number", Clock(10.0, 52.4, Bank(300.0), 300.0)),
        Awaited("Bo", "number", Clock(10.0, 30.0, Bank(300.0), 300.0)),
    ),
    events=("Ana says 3.",),
    told=1,
    troubles=(),
)


def console(*, terminal: bool = False) -> Console:
    return Console(file=io.StringIO(), force_terminal=terminal, width=100)


def printed(screen: Console) -> str:
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def status(*matches: MatchStatus, refusals: tuple[str, ...] = ()) -> DaemonStatus:
    return DaemonStatus(matches, refusals, reads=7, writes=2, most_reads=1200, most_writes=600)


def test_a_terminal_gets_a_picture_and_a_pipe_gets_lines() -> None:
    assert isinstance(view_for(console(terminal=True)), LiveView)
    assert isinstance(view_for(console()), LineView)


def test_the_picture_shows_decisions_clocks_events_and_requests() -> None:
    screen = console()
    screen.print(picture(status(STATUS, refusals=("somebody else watches numbers-2",))))
    for words in (
        "numbers-1: Ana against Bo",
        "Ana to answer (number)",
        "number, 0:12 left, reserve 5:00",
        "number, 4:50 of reserve",
        "Ana says 3.",
        "somebody else watches numbers-2",
        "7 of 1200 reads, 2 of 600 writes",
    ):
        assert words in printed(screen)


def test_lines_tell_only_what_is_new() -> None:
    screen = console()
    with LineView(screen) as view:
        view.show(status())
        view.show(status(STATUS))
        view.show(status(STATUS))
        more = MatchStatus(
            "numbers-1", ("Ana", "Bo"), "Over", 40.0, (), ("Ana says 3.", "Bo says 4."), 2, ()
        )
        view.show(status(more))
    assert printed(screen).splitlines() == [
        "No match is running: 'umpire new' makes one.",
        "numbers-1: Ana says 3.",
        "numbers-1: Ana to answer (number)",
        "numbers-1: Bo says 4.",
        "numbers-1: Over",
    ]


@pytest.mark.parametrize("evil", ["\x1b[2J", "\x07", "[bold]x[/bold]", "\u202e"])
def test_nothing_that_people_type_speaks_to_the_terminal(evil: str) -> None:
    match = MatchStatus(
        "m", (f"A{evil}",), f"h{evil}", 0.0, (), (f"says {evil}",), 1, (f"t{evil}",)
    )
    lines, drawn = console(), console()
    with LineView(lines) as view:
        view.show(status(match))
    drawn.print(picture(status(match)))
    for screen in (lines, drawn):
        shown = printed(screen)
        assert all(letter.isprintable() or letter == "\n" for letter in shown)
        assert "[bold]" in shown or "bold" not in evil
