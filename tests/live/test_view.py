"""The daemon in a terminal: which view is taken, and the lines where there is no terminal."""

import io
import threading
from dataclasses import replace

import pytest
from rich.console import Console
from status_kit import MATCH, NOON, events, match, status

from umpire.live.status import DaemonStatus
from umpire.store.records import Addresses
from umpire.terminal.dashboard import Selection, draw_dashboard
from umpire.terminal.view import LineView, LiveView, view_for


def console(*, terminal: bool = False) -> Console:
    return Console(file=io.StringIO(), force_terminal=terminal, width=100)


def printed(screen: Console) -> str:
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def lines(*statuses: DaemonStatus) -> list[str]:
    """What is printed where the status comes to this, one after the other."""
    file = io.StringIO()
    with LineView(file) as view:
        for one in statuses:
            view.show(one)
    return file.getvalue().splitlines()


def no_links(_match: str) -> Addresses:
    return Addresses()


def test_a_terminal_without_keys_gets_a_picture_and_a_pipe_gets_lines() -> None:
    stop = threading.Event()
    assert isinstance(view_for(console(terminal=True), no_links, stop), LiveView)
    assert isinstance(view_for(console(), no_links, stop), LineView)


def test_the_picture_is_drawn_without_keys() -> None:
    screen = console(terminal=True)
    with view_for(screen, no_links, threading.Event()) as view:
        view.show(status(MATCH))
    assert "Ana says 3." in printed(screen)
    assert "Ctrl-C stops" in printed(screen)


def test_lines_tell_only_what_is_new_and_when_it_happened() -> None:
    later = replace(MATCH, headline="Over", events=events("Ana says 3.", "Bo says 4."))
    assert lines(status(), status(MATCH), status(MATCH), status(later, at=NOON + 5)) == [
        "12:00:00 No match is running. 'umpire new' makes one.",
        "12:00:00 numbers-1: Ana says 3.",
        "12:00:00 numbers-1: Ana and Bo to answer (until 12:00:52 UTC)",
        "12:00:01 numbers-1: Bo says 4.",
        "12:00:05 numbers-1: Over",
    ]


def test_of_a_match_that_is_taken_on_only_the_last_events_are_told() -> None:
    told = [f"Ana says {number}." for number in range(9)]
    first, *_ = lines(status(replace(MATCH, events=events(*told))))
    assert first == "12:00:04 numbers-1: Ana says 4."


def test_an_event_is_told_once_although_many_are_kept_no_more() -> None:
    early = replace(MATCH, events=events("a", "b", "c"))
    late = replace(MATCH, events=events("c", "d", "e", first=2))
    told = [line[-1] for line in lines(status(early), status(late)) if "answer" not in line]
    assert told == ["a", "b", "c", "d", "e"]


def test_what_is_to_be_mended_or_not_watched_is_told_once_a_minute_at_most() -> None:
    def wrong(at: float, seconds: int) -> DaemonStatus:
        why = f"Another umpire watches numbers-2: wait {seconds} s."
        trouble = replace(MATCH, events=(), headline="", troubles=("the name x is missing",))
        refusals = (("numbers-2", why),)
        return status(trouble, at=NOON + at, refusals=refusals, trouble="the log is locked")

    well = status(replace(MATCH, events=(), headline=""), at=NOON + 100)
    assert lines(wrong(0, 45), wrong(50, 44), wrong(100, 43), well, wrong(170, 45)) == [
        "12:00:00 the log is locked",
        "12:00:00 Another umpire watches numbers-2: wait 45 s.",
        "12:00:00 numbers-1: the name x is missing",
        "12:02:50 the log is locked",
        "12:02:50 Another umpire watches numbers-2: wait 45 s.",
        "12:02:50 numbers-1: the name x is missing",
    ]


def test_a_match_that_stops_again_and_again_is_told_of_once_a_minute() -> None:
    def at(seconds: int, *, stopped: bool) -> DaemonStatus:
        headline = "Paused: no answer." if stopped else f"Ana to answer until {seconds + 30}"
        standing = "stopped by itself" if stopped else "running"
        one = replace(MATCH, events=(), headline=headline, standing=standing)
        return status(one, at=NOON + seconds)

    flapping = [at(seconds, stopped=seconds % 20 == 10) for seconds in range(0, 100, 10)]
    assert lines(*flapping, at(100, stopped=False), at(170, stopped=True)) == [
        "12:00:00 numbers-1: Ana to answer until 30",
        "12:00:10 numbers-1: Paused: no answer.",
        "12:00:20 numbers-1: Ana to answer until 50",
        "12:01:20 numbers-1: Ana to answer until 110 (It stopped by itself 4 times.)",
        "12:02:50 numbers-1: Paused: no answer. (It stopped by itself 6 times.)",
    ]


def test_an_event_ends_the_count_of_stops() -> None:
    stopped = replace(MATCH, standing="stopped by itself", headline="Paused: no answer.")
    later = replace(stopped, events=events("Ana says 3.", "Bo says 4."))
    *_, last = lines(
        *(status(one, at=NOON) for one in (MATCH, stopped, MATCH, stopped)),
        status(replace(later, standing="running", headline="Ana to answer"), at=NOON + 9),
        status(later, at=NOON + 10),
    )
    assert last == "12:00:10 numbers-1: Paused: no answer."


class Broken(io.StringIO):
    """A pipe whose other end has gone, or a full disk."""

    def write(self, _text: str) -> int:
        raise BrokenPipeError


def test_nobody_who_reads_the_lines_ends_the_daemon() -> None:
    with LineView(Broken()) as view:
        view.show(status(MATCH))


def test_an_output_that_lacks_a_letter_shows_a_sign_instead() -> None:
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with view_for(Console(file=file), no_links, threading.Event()) as view:
        view.show(status(replace(MATCH, headline="Zoë to answer")))
    assert b"Zo? to answer" in file.buffer.getvalue()  # type: ignore[attr-defined]


EVIL = ["\x1b[2J", "\x07", "[bold]x[/bold]", "\u202e", "\n", "\r"]


@pytest.mark.parametrize("evil", EVIL)
def test_nothing_that_people_type_speaks_to_the_terminal(evil: str) -> None:
    typed = match(
        1,
        game=f"g{evil}",
        players=(f"A{evil}",),
        headline=f"h{evil}",
        open_tasks=(replace(MATCH.open_tasks[0], player=f"A{evil}", task=f"k{evil}"),),
        events=events(f"says {evil}"),
        troubles=(f"t{evil}",),
    )
    shown = status(typed, refusals=(("n", f"why {evil}"),))
    links = Addresses({0: f"http://x/{evil}"}, {}, f"http://y/{evil}")
    drawn = [
        line.plain
        for pane in ("match", "links", "events")
        for line in draw_dashboard(console(), shown, Selection(pane=pane), 30, links, keys=True)
    ]
    for line in (*lines(shown), *drawn):
        assert line.isprintable()
        assert "bold" not in evil or "[bold]" in "".join(drawn)
