"""A bot that has a seat: whichever daemon umpires its match, it answers what it is asked."""

import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from threading import Barrier
from typing import Any
from unittest.mock import Mock

import pytest
from kill_kit import started
from live_kit import Hands, Table, find_game, make_match
from umpires_server import UmpiresServer

from umpire.bots.process import BotProcess
from umpire.bots.seats import Bots, FollowedMatch, bots_playing
from umpire.hosting.accounts import connections
from umpire.hosting.creation import create_match
from umpire.hosting.plan import MatchRequest
from umpire.live.match_log import MatchLog
from umpire.match import Header, asking, begin, judge
from umpire.store import MatchRow, Store
from umpire.store.records import BotSeat
from umpire.store.replay import as_input
from umpire.store.worldtime import rfc3339

GAME = find_game("denizens-of-tartarus")
HOLDER = "a daemon"
PACE = 0.006
SOON = 60.0


def umpired(store: Store, level: int = 2, seat: int = 1) -> MatchRow:
    """A match that a daemon umpires, with one bot, in which the second player is asked first."""
    bots = (BotSeat(seat, level, PACE),)
    row = make_match(store, GAME, ("Ana", "Bo"), bots, decider="Bo", clock=False)
    Table(store, row, Hands()).read()  # which deals
    store.leases.take(row.id, "token", 3600, time.time(), holder=HOLDER, by_force=True)
    return row


class Threads(ThreadPoolExecutor):
    """Threads whose work one may wait for."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.begun.append(super().submit(fn, *args, **kwargs))
        return self.begun[-1]


@pytest.fixture
def threads() -> Iterator[Threads]:
    with Threads() as threads:
        yield threads


@pytest.fixture
def bot_process(threads: Threads) -> Iterator[BotProcess]:
    with BotProcess() as bot_process:
        yield bot_process


def bots(
    store: Store,
    bot_process: BotProcess,
    threads: Threads,
    holder: str = HOLDER,
    ids: tuple[str, ...] = (),
) -> Bots:
    return Bots(store, holder, bot_process, threads, ids)


def asked(seated: Bots) -> None:
    """Let the bots see what they are asked, and begin to think."""
    seated.turn()
    time.sleep(0.01)
    seated.turn()


def said(store: Store, row: MatchRow, seated: Bots, threads: Threads) -> list[tuple[str, str]]:
    """What waits in the inbox once the bots have answered."""
    asked(seated)
    wait(threads.begun)
    seated.turn()
    return [(command.by, command.say) for command in store.inbox.pending(row.id)]


def test_a_bot_says_nothing_where_no_answer_is_legal() -> None:
    header = Header("by-hand", ("Ana", "Bo"), {"counters": {"debt": -5}}, "5eed" * 16)
    match = begin(header, find_game("by-hand")).match
    for asked, answers in (("number 0 to debt", {None}), ("number debt to 0", {"-5", "-3", "0"})):
        line = {"t": 0, "by": "umpire", "say": f"ask Bo: Your bid? = {asked}"}
        followed = FollowedMatch(Mock(), judge(match, line).match)
        pending = followed.match.pending_of("Bo")
        assert pending is not None
        assert {followed.answer(pending, None, 0) for _ in range(60)} == answers


def test_it_answers_once_what_it_is_asked(
    store: Store, bot_process: BotProcess, threads: Threads
) -> None:
    row, seated = umpired(store), bots(store, bot_process, threads)
    ((by, text),) = said(store, row, seated, threads)
    assert by == "Bo"
    match = begin(row.header(), GAME).match
    for line in store.lines(row.id):
        match = judge(match, as_input(line)).match
    assert judge(match, {"t": 9, "by": by, "say": text}).ok
    assert len(said(store, row, seated, threads)) == 1, "the daemon has not answered it yet"
    assert bot_process.process is not None


def test_bots_of_several_matches_think_at_once(store: Store, threads: Threads) -> None:
    """Each says its answer only when all have been asked for theirs, or not at all."""
    rows = [umpired(store) for _ in range(4)]
    together = Barrier(len(rows))
    bot_process = Mock(is_closed=False)
    bot_process.answer = lambda *_: f"thought {together.wait(20)}"
    seated = bots(store, bot_process, threads)
    texts = {text for row in rows for _, text in said(store, row, seated, threads)}
    assert texts == {f"thought {number}" for number in range(len(rows))}


@pytest.mark.parametrize("read", ["matches", "lines"])
def test_neither_all_matches_nor_a_log_without_a_new_line_are_read_at_each_turn(
    store: Store,
    bot_process: BotProcess,
    threads: Threads,
    monkeypatch: pytest.MonkeyPatch,
    read: str,
) -> None:
    row = umpired(store, level=1)
    reading = Mock(wraps=getattr(store, read))
    monkeypatch.setattr(store, read, reading)
    assert said(store, row, bots(store, bot_process, threads), threads)
    assert reading.call_count == 1


def test_the_lowest_level_needs_no_process_to_think_in(
    store: Store, bot_process: BotProcess, threads: Threads
) -> None:
    row = umpired(store, level=1)
    assert said(store, row, bots(store, bot_process, threads), threads)
    assert bot_process.process is None


@pytest.mark.parametrize(
    ("seat", "holder", "ids"),
    [
        pytest.param(0, HOLDER, (), id="the bot is not asked"),
        pytest.param(1, "another daemon", (), id="another daemon umpires it"),
        pytest.param(1, HOLDER, ("another match",), id="it is not watched"),
    ],
)
def test_where_it_is_not_to_answer_it_says_nothing(
    store: Store,
    bot_process: BotProcess,
    threads: Threads,
    seat: int,
    holder: str,
    ids: tuple[str, ...],
) -> None:
    row = umpired(store, seat=seat)
    assert said(store, row, bots(store, bot_process, threads, holder, ids), threads) == []
    assert bot_process.process is None


def test_a_name_makes_no_bot_of_a_person(
    store: Store, bot_process: BotProcess, threads: Threads
) -> None:
    row = make_match(store, GAME, ("Ana", "Bo-bot2"), decider="Bo-bot2", clock=False)
    Table(store, row, Hands()).read()
    store.leases.take(row.id, "token", 3600, time.time(), holder=HOLDER, by_force=True)
    assert said(store, row, bots(store, bot_process, threads), threads) == []


def test_what_another_daemon_has_left_in_the_inbox_is_answered_first(
    store: Store, bot_process: BotProcess, threads: Threads
) -> None:
    row = umpired(store)
    store.inbox.put(row.id, "Bo", "an answer of before", rfc3339(time.time()))
    waiting = said(store, row, bots(store, bot_process, threads), threads)
    assert waiting == [("Bo", "an answer of before")]


def test_it_stops_once_the_match_is_over(
    store: Store, bot_process: BotProcess, threads: Threads
) -> None:
    row, seated = umpired(store), bots(store, bot_process, threads)
    asked(seated)
    with MatchLog.open(store, row, "token") as live:
        live.command("umpire", "forfeit Ana")
    wait(threads.begun)
    seated.turn()
    assert store.inbox.pending(row.id) == []


def test_without_bots_no_process_is_begun_and_none_is_left(store: Store) -> None:
    with bots_playing(store, HOLDER):
        time.sleep(0.5)


@pytest.mark.end_to_end
@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_a_lost_daemon_is_followed_by_one_that_lets_the_bot_go_on(
    tmp_path: Path, store: Store
) -> None:
    header = Header("devils-deal", ("Ana", "Bo"), {"clock": False})
    with UmpiresServer(tmp_path) as server:
        (account,) = connections(tmp_path)(server.base_url)
        request = MatchRequest(header, server.base_url, bots=(BotSeat(1, 2),))
        row = create_match(store, account, request, time.time()).row
        for answers in (1, 3, 4):
            with started(tmp_path, row.id):
                until(answers, store, row)
        assert all(line.ok for line in store.lines(row.id) if line.by == "Bo")


def answers_of_bot(store: Store, row: MatchRow) -> int:
    return sum(line.by == "Bo" for line in store.lines(row.id))


def until(answers: int, store: Store, row: MatchRow) -> None:
    """Let Ana answer at random whatever she is asked, until the bot has answered so often."""
    luck, patience = random.Random(1), time.monotonic() + SOON
    command: int | None = None
    while answers_of_bot(store, row) < answers:
        assert time.monotonic() < patience, "the bot says nothing"
        time.sleep(0.05)
        if command is not None and store.inbox.result(command) is None:
            continue
        match = begin(row.header(), find_game(row.game)).match
        for line in store.lines(row.id):
            match = judge(match, as_input(line)).match
        pending = match.pending_of("Ana")
        if pending is not None and not match.paused:
            text = asking.random_answer(match, pending, luck)
            command = store.inbox.put(row.id, "Ana", text, rfc3339(time.time()))
