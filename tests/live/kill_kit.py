"""What the tests that kill daemons share: a match, bots that play it, a daemon to kill."""

import json
import random
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

from named_ranges import read_named
from processes import PROCESSES, umpire
from typing_kit import Typist
from umpires_server import UmpiresServer

from umpire.catalogue import find_game, games
from umpire.export.script import script_lines
from umpire.hosting.accounts import connections
from umpire.hosting.creation import create_match
from umpire.hosting.plan import MatchRequest
from umpire.match import Header, Match, PendingDecision, begin, judge, report, verify
from umpire.sheets.client import SheetsClient, connect_local
from umpire.store import MatchRow, Store

AnyBot = TypeVar("AnyBot", bound=Typist)
GAME = find_game("denizens-of-tartarus")
PLAYERS = ("Ana", "Bo")
ERRORS = "errors"
ENOUGH_TURNS = 16
PATIENCE = 120.0
WHOLE = 300.0
"""Seconds that something may take, and the rest of a match."""


class Steady(Typist):
    """A player who always answers a position alike, so that time decides none of a match."""

    def answer(self, pending: PendingDecision) -> str:
        return steady_answer(self._match, pending)


def steady_answer(match: Match, pending: PendingDecision) -> str:
    """An answer that is random, but decided by the position alone."""
    luck = random.Random(json.dumps(report(match)["state"], sort_keys=True))
    return str(pending.decision.kind.random_answer(match.state, pending.decision, luck))


def late_position(luck: random.Random, turns: int) -> dict[str, Any]:
    """A position of a match of steady players, so many of their turns before its end.

    It tells how the cards lie, so that they go on in the same way whatever the next match deals.
    """
    header = Header(GAME.id, PLAYERS, {"clock": False}, seed=f"{luck.getrandbits(256):064x}")
    states: list[dict[str, Any]] = []
    match = begin(header, GAME).match
    while match.outcome is None:
        (pending,) = match.pending
        match = judge(match, {"t": 0, "by": pending.by, "say": steady_answer(match, pending)}).match
        states.append(report(match)["state"])
    return states[-turns - 1]


@contextmanager
def made(
    place: Path | str, folder: Path, header: Header
) -> Iterator[tuple[UmpiresServer, SheetsClient, Store, MatchRow]]:
    """A match on a server, its owner's connection, and the store that it is in."""
    with UmpiresServer(folder) as server, Store.open(place) as store:
        (account,) = connections(folder)(server.base_url)
        with closing(account.open()) as sheets:
            request = MatchRequest(header, server.base_url)
            row = create_match(store, account, request, time.time()).row
            yield server, sheets, store, row


@contextmanager
def bots(
    row: MatchRow, store: Store, place: Path | str, pace: float, kind: type[AnyBot] = Typist
) -> Iterator[list[AnyBot]]:
    """Players who type with their own links; what stops one of them is raised at the end."""
    hosting = store.hosting(row.id)
    stop, made = threading.Event(), []
    with ExitStack() as stack:
        playing = stack.enter_context(ThreadPoolExecutor(len(row.players)))
        for seat in range(len(row.players)):
            assert hosting.server is not None
            link = hosting.link(seat)
            sheets = connect_local(hosting.server, link.secret)
            stack.callback(sheets.close)
            own = stack.enter_context(Store.open(place))
            made.append(kind(own, row, seat, sheets, hosting.spreadsheets[link.role], pace))
            stack.callback(playing.submit(made[-1].play, stop).result)
        stack.callback(stop.set)
        yield made


@contextmanager
def started(folder: Path, match: str) -> Iterator[BaseProcess]:
    """A daemon that watches a match until it is over, and no longer than the test needs it."""
    watch = ("watch", match, "--until-over", "--interval", "0.05")
    daemon = PROCESSES.Process(target=umpire, args=(folder / ERRORS, "--home", str(folder), *watch))
    daemon.start()
    try:
        yield daemon
    finally:
        daemon.kill()
        daemon.join()
        print((folder / ERRORS).read_text())  # noqa: T201 -- shown if the test fails


def ended(daemon: BaseProcess, seconds: float) -> bool:
    """Whether a daemon ends by itself in the seconds it has; if not, it is killed."""
    daemon.join(seconds)
    if daemon.exitcode is None:
        daemon.kill()
        daemon.join()
        assert daemon.exitcode == -signal.SIGKILL
        return False
    assert daemon.exitcode == 0
    return True


def killed(
    folder: Path,
    row: MatchRow,
    pauses: Iterable[float],
    work: Callable[[], int] | None = None,
    at_last: Callable[[], None] = lambda: None,
) -> int:
    """Kill one daemon after the other, then let one go on to the end; return how many were killed.

    Each daemon is left alone until it has done some `work`, and then for one of the `pauses`.
    """
    kills = 0
    for pause in pauses:
        with started(folder, row.id) as daemon:
            if work is not None:
                _wait_for_more(work, daemon)
            if ended(daemon, pause):
                return kills
        kills += 1
    with started(folder, row.id) as daemon:
        at_last()
        assert ended(daemon, WHOLE)
    return kills


def _wait_for_more(work: Callable[[], int], daemon: BaseProcess) -> None:
    before = work()
    wait_until(lambda: work() > before or not daemon.is_alive(), "the daemon does nothing")


def late_denizens(luck: random.Random, turns: int = ENOUGH_TURNS) -> Header:
    return Header(GAME.id, PLAYERS, {"position": late_position(luck, turns)})


def wait_until(told: Callable[[], object], what: str) -> None:
    """Wait until something is so; `what` is wrong if it never is."""
    patience = time.monotonic() + PATIENCE
    while not told():
        assert time.monotonic() < patience, what
        time.sleep(0.01)


def wait_for_answers(store: Store, row: MatchRow) -> None:
    """Wait until everybody has said a few things."""

    def have_spoken() -> bool:
        said = [line.by for line in store.lines(row.id)]
        return all(said.count(player) >= 3 for player in row.players)

    wait_until(have_spoken, "not everybody is heard")


def shown(sheets: Any, row: MatchRow, store: Store, name: str, role: str) -> list[Any]:
    spreadsheet = store.hosting(row.id).spreadsheets[role]
    return [line[0] for line in read_named(sheets, spreadsheet, [name])[name] if line[0] != ""]


def assert_nothing_lost_or_doubled(store: Store, row: MatchRow, sheets: Any) -> None:
    lines = store.lines(row.id)
    for seat, player in enumerate(row.players, 1):
        role = store.hosting(row.id).link(seat - 1).role
        typed = shown(sheets, row, store, f"entry_{seat}", role)
        said = [line for line in lines if line.by == player]
        assert said
        assert [line.say for line in said] == typed[: len(said)]
        assert len(typed) - len(said) <= 1, "what was typed after the end is read by nobody"
        assert [line.entry for line in said] == list(range(len(said)))
        answered = shown(sheets, row, store, f"answer_{seat}", role)
        assert len(answered) == len(said)
        for line, answer in zip(said, answered, strict=True):
            well = answer.startswith(("taken: ", "held: ", "held, incomplete: ", "locked: "))
            assert well is line.ok
            assert line.code in (None, "not-pending"), "a bot may only come too late"
    verdict = verify(script_lines(store, row), games())
    assert verdict.remark is None
