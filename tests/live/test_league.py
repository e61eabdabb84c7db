"""The picture of a league: what stands in it, in which order, and that it fits."""

from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console
from status_kit import ACCOUNT, MATCH, events, league, match, status

from umpire.live.status import AccountStatus, DaemonStatus
from umpire.store.records import Addresses
from umpire.terminal.dashboard import (
    Selection,
    by_wait,
    draw_dashboard,
    draw_summary,
    select_by_key,
)

SECRETS = {
    seat: f"http://127.0.0.1:8765/s/{who * 8}/abcdefghijklmnopqrst"
    for seat, who in enumerate(("Ana", "Bo"))
}
BOARD = "http://127.0.0.1:8765/s/board/abc"
LINKS = Addresses(
    SECRETS,
    {
        "console": "http://127.0.0.1:8765/s/all/abc",
        "table-2": "http://127.0.0.1:8765/s/all/def",
    },
    BOARD,
)

FIRST = Selection()


def drawn(
    shown: DaemonStatus, choice: Selection = FIRST, size: tuple[int, int] = (110, 30), **more: Any
) -> list[str]:
    width, height = size
    console = Console(width=width, height=height)
    lines = draw_dashboard(console, shown, choice, height, LINKS, **{"keys": True, **more})
    assert len(lines) == height
    assert all(line.cell_len <= width for line in lines)
    return [line.plain.rstrip() for line in lines]


def listed(lines: list[str]) -> list[str]:
    """The matches in the list, in their order."""
    rule = next(at for at, line in enumerate(lines) if line.startswith("── "))
    return [line[3:].split()[0] for line in lines[2:rule] if not line.startswith("   and ")]


def keys(shown: DaemonStatus, *pressing: str) -> Selection:
    choice = Selection()
    for key in pressing:
        choice = select_by_key(choice, key, shown)
    return choice


def test_a_line_a_match_says_what_is_asked_since_when_and_until_when() -> None:
    title, head, line, *_ = (" ".join(line.split()) for line in drawn(status(MATCH)))
    assert title == "1 match: 1 waiting 12:00:00 UTC"
    assert head == "match players asked waits limit"
    assert line == "▸ numbers-1 Ana, Bo Ana, Bo: number 0:30 0:12"


def test_below_stands_one_match_in_detail() -> None:
    trouble = replace(MATCH, troubles=("the name x is missing",))
    text = "\n".join(drawn(status(trouble)))
    for words in (
        "── numbers-1 · Numbers: Ana against Bo ─",
        "Ana and Bo to answer (until 12:00:52 UTC)",
        "  Ana: number, asked 0:30 ago, 0:12 left, then 5:00 of reserve",
        "  Bo: number, asked 0:30 ago, 4:50 of reserve left",
        "repair the name x is missing",
        f"board  {BOARD}",
        "12:00:00 Ana says 3.",
        "In the last minute 52 of 60 reads and 20 of 60 writes",
        "q stop",
    ):
        assert words in text
    assert "▸! numbers-1" in text


def test_only_the_board_s_link_is_shown_without_being_asked_for() -> None:
    for pane in ("match", "events", "accounts", "help"):
        text = "\n".join(drawn(status(MATCH), Selection(pane=pane)))
        assert not any(link in text for link in [*SECRETS.values(), *LINKS.umpire.values()])
    text = "\n".join(drawn(status(MATCH), Selection(pane="links")))
    assert all(link in text for link in [*SECRETS.values(), BOARD])
    assert f"umpire  {LINKS.umpire['console']}" in text
    assert f"        {LINKS.umpire['table-2']}  (Bo's table)" in text


def test_links_that_have_no_room_are_found_elsewhere() -> None:
    lines = drawn(league(), Selection(league().matches[0].match, "links"), (80, 12))
    assert "There is no room for all. 'umpire status denizens-of-tartarus-1' shows them." in lines


@pytest.mark.parametrize("key", ["l", "back", "down", "x", "longest"])
def test_the_next_key_hides_the_links_again(key: str) -> None:
    assert keys(status(MATCH), "l").pane == "links"
    assert keys(status(MATCH), "l", key).pane == "match"


def test_first_stands_who_waits_longest_and_last_what_waits_for_nobody() -> None:
    shown = status(
        match(1, standing="over", waiting_seconds=None, open_tasks=()),
        match(2, waiting_seconds=5.0),
        match(3, standing="paused by the umpire", waiting_seconds=None),
        match(4, waiting_seconds=70.0, standing="stopped by itself"),
        match(5, waiting_seconds=None, open_tasks=()),
        match(6, waiting_seconds=300.0),
    )
    assert listed(drawn(shown)) == [f"numbers-{n}" for n in (6, 4, 2, 5, 3, 1)]


def test_a_sign_marks_what_the_umpire_must_look_at() -> None:
    shown = status(
        match(1, waiting_seconds=3.0),
        match(2, waiting_seconds=2.0, troubles=("the name x is missing",)),
        match(3, waiting_seconds=1.0, standing="stopped by itself"),
    )
    assert [line[1] for line in drawn(shown)[2:5]] == [" ", "!", "!"]


@pytest.mark.parametrize(
    ("standing", "headline"),
    [
        ("stopped by itself", "Paused: the board cannot be reached. The clock stands."),
        ("paused by the umpire", "Paused by the umpire. The clock stands."),
        ("over", "Over: Ana has won (modules)."),
    ],
)
def test_a_match_that_does_not_run_says_how_it_stands(standing: Any, headline: str) -> None:
    line = drawn(status(replace(MATCH, standing=standing, headline=headline)))[2]
    assert headline in line


def test_a_league_fills_the_screen_and_says_how_many_more_there_are() -> None:
    lines = drawn(league())
    there = listed(lines)
    assert there == [one.match for one in by_wait(league())][: len(there)]
    assert len(there) == 15
    assert "   and 35 more" in lines
    assert lines[0].startswith("50 matches: 44 waiting, 3 stopped, 3 to repair, 3 paused, 3 over")


def test_the_chosen_match_is_always_among_those_shown() -> None:
    shown = league()
    for size in ((110, 30), (80, 24), (60, 12)):
        for one in shown.matches:
            lines = drawn(shown, Selection(one.match), size)
            (line,) = [line for line in lines if line.startswith("▸")]
            assert line[3:].split()[0][:15] == one.match[: len(line[3:].split()[0])][:15]


def test_above_and_below_a_match_in_the_middle_it_is_said_how_many_there_are() -> None:
    middle = by_wait(league())[25].match
    lines = drawn(league(), Selection(middle), (80, 24))
    above, below = next(
        (int(line.split()[1]), int(line.split()[4])) for line in lines if line.startswith("   and ")
    )
    assert above + below + len(listed(lines)) == 50


@pytest.mark.parametrize("width", [1, 20, 40, 69, 70, 80, 110, 300])
@pytest.mark.parametrize("height", [1, 2, 3, 5, 8, 12, 24, 30, 100])
def test_it_fits_every_terminal(width: int, height: int) -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff " * 30
    wide = match(1, players=("漢字" * 30, "Bo"), headline=long, troubles=(long, long))
    for shown in (league(), status(MATCH), status(wide), status()):
        for pane in ("match", "links", "events", "accounts", "help"):
            drawn(shown, Selection(pane=pane), (width, height))


def test_with_one_match_its_events_take_the_room() -> None:
    told = [f"Ana says {number}." for number in range(40)]
    lines = drawn(status(replace(MATCH, events=events(*told))))
    assert sum("Ana says" in line for line in lines) == 30 - 10
    assert "Ana says 39." in lines[-3]


def test_an_event_longer_than_the_line_goes_on_below() -> None:
    text = " ".join(["word"] * 30)
    lines = drawn(status(replace(MATCH, events=events(text))), size=(80, 24))
    at = next(at for at, line in enumerate(lines) if line.startswith("12:00:00"))
    assert lines[at + 1].startswith("         word")
    assert f"{lines[at]} {lines[at + 1].strip()} {lines[at + 2].strip()}".count("word") == 30


def test_up_and_down_choose_a_match_that_stays_chosen() -> None:
    shown = status(*(match(n, waiting_seconds=100.0 - n) for n in range(1, 30)))
    assert keys(shown, "down").match == "numbers-2"
    assert keys(shown, "down", "down", "up").match == "numbers-2"
    assert keys(shown, "up").match == "numbers-1"
    assert keys(shown, *["down"] * 40).match == "numbers-29"
    assert keys(shown, "down", "longest").match is None
    answered = status(*(match(n, waiting_seconds=float(n)) for n in range(1, 30)))
    assert "▸  numbers-2" in "\n".join(drawn(answered, keys(shown, "down")))


def test_a_choice_that_is_gone_is_the_longest_wait_again() -> None:
    assert drawn(status(MATCH), Selection("numbers-9"))[2].startswith("▸  numbers-1")
    assert select_by_key(Selection("numbers-9"), "down", status(MATCH)).match == "numbers-1"
    assert keys(status(), "down", "l", "e").match is None


def test_stopping_is_asked_for_first() -> None:
    shown = status(MATCH)
    assert keys(shown, "q") == Selection(is_asking_to_stop=True)
    assert drawn(shown, keys(shown, "q"), (80, 24))[-1].startswith("Stop?")
    assert keys(shown, "q", "n") == Selection()
    assert keys(shown, "q", "y").is_stopping
    assert keys(shown, "q", "q").is_stopping
    assert keys(shown, "q", "y", "n").is_stopping
    assert drawn(shown, keys(shown, "q", "y"))[-1].startswith("Stopping")


@pytest.mark.parametrize(("key", "pane"), [("e", "events"), ("a", "accounts"), ("?", "help")])
def test_a_key_opens_a_pane_and_closes_it(key: str, pane: str) -> None:
    shown = league()
    assert keys(shown, key).pane == pane
    assert keys(shown, key, key).pane == "match"
    assert keys(shown, key, "back").pane == "match"
    assert keys(shown, "e", "down").pane == "events"


def test_several_accounts_are_summed_up_and_told_apart_when_asked() -> None:
    other = AccountStatus("second@example.org", 7, 2, 60, 60)
    shown = status(MATCH, accounts=(ACCOUNT, other))
    assert "In the last minute 59 of 120 reads and 22 of 120 writes by 2 accounts" in drawn(shown)
    lines = drawn(shown, Selection(pane="accounts"))
    assert "second@example.org: 7 of 60 reads, 2 of 60 writes" in lines


def test_matches_that_are_not_watched_are_told_of_with_a_reason() -> None:
    refusals = tuple((f"numbers-{n}", f"numbers-{n} has no spreadsheet.") for n in (2, 3, 4))
    text = "\n".join(drawn(status(MATCH, refusals=refusals)))
    assert "Not watched here: numbers-2 (and 2 more): numbers-2 has no spreadsheet." in text


def test_what_holds_up_all_matches_is_told_of_first() -> None:
    why = "The log umpire.db cannot be used, another program is using it: close that one."
    text = "\n".join(drawn(status(MATCH, trouble=why)))
    assert f"! {why}" in text
    assert text.index(why) < text.index("── numbers-1")


def test_without_a_match_it_says_how_to_make_one() -> None:
    assert "No match is running. 'umpire new' makes one." in drawn(status())


def test_without_keys_it_names_none() -> None:
    assert drawn(status(MATCH), keys=False)[-1] == "Ctrl-C stops (and stops the clocks)."


def test_in_the_end_it_leaves_a_line_a_match() -> None:
    console = Console(width=80, height=24)
    assert draw_summary(console, status()) == []
    assert len(draw_summary(console, status(MATCH))) == 2
    assert len(draw_summary(console, league())) == 20
