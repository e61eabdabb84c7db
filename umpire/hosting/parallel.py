"""Work on several spreadsheets at once, each in its own thread with its own connection."""

import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, wait
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeAlias, TypeVar

from umpire.games.text import few
from umpire.hosting.retry import Attempt, Attempts, ShowStep
from umpire.sheets.client import SheetsClient

MOST_AT_ONCE = 8
"""The most spreadsheets that are worked on at the same time."""

_LOOK = 0.1

T = TypeVar("T")


class _StoppedError(Exception):
    """The work stopped before its next step, because other work failed."""


@dataclass(frozen=True, slots=True)
class WorkContext:
    """What work on a spreadsheet needs: a connection, and functions that take and show a step.

    `show_step` receives the current activity, such as "filling".
    """

    sheets: SheetsClient
    attempt: Attempt
    show_step: ShowStep


Work: TypeAlias = Callable[[WorkContext], T]


def work_in_parallel(
    works: Mapping[str, Work[T]],
    connect: Callable[[], SheetsClient],
    attempts: Attempts,
    show_step: ShowStep,
) -> list[T]:
    """Do the work on each spreadsheet (the keys are their names); return the results in order.

    If one fails, or at Ctrl-C, the others stop before their next step, and the failure is raised.
    A second Ctrl-C does not wait for them. `show_step` receives a sentence with all activities.
    """
    pool = _WorkerPool(works, attempts, show_step)
    with ExitStack() as stack:
        connections = [
            stack.enter_context(closing(connect())) for _ in range(min(MOST_AT_ONCE, len(works)))
        ]
        try:
            for sheets in connections:
                threading.Thread(target=pool.work, args=(sheets,), daemon=True).start()
            pool.wait()
        except KeyboardInterrupt:
            pool.stop.set()
            show_step("stopping as soon as what is under way has ended")
            pool.wait()
            raise
    failures = [result.exception() for result in pool.results.values()]
    for failure in failures:
        if failure is not None and not isinstance(failure, _StoppedError):
            raise failure
    return [result.result() for result in pool.results.values()]


class _WorkerPool(Generic[T]):
    """Threads that take work from a queue until it is empty."""

    def __init__(
        self, works: Mapping[str, Work[T]], attempts: Attempts, show_step: ShowStep
    ) -> None:
        self.stop = threading.Event()
        self.results: dict[str, Future[T]] = {name: Future() for name in works}
        self._works = works
        self._attempts = attempts
        self._progress = _Progress(works, show_step)
        self._queue: SimpleQueue[str] = SimpleQueue()
        for name in works:
            self._queue.put(name)

    def work(self, sheets: SheetsClient) -> None:
        """Work on one spreadsheet after the other; this is what each thread runs."""
        while True:
            try:
                name = self._queue.get_nowait()
            except Empty:
                return
            try:
                result = self._works[name](self._context(name, sheets))
            except BaseException as error:  # not lost with its thread, but raised by the other
                self.stop.set()
                self.results[name].set_exception(error)
            else:
                self._progress.say(name, "")
                self.results[name].set_result(result)

    def wait(self) -> None:
        """Wait until all work is done; wake up now and then, so that a signal is handled here."""
        while wait(self.results.values(), _LOOK).not_done:
            continue

    def _context(self, name: str, sheets: SheetsClient) -> WorkContext:
        attempt = self._attempts(partial(self._progress.wait, name), self._sleep)

        def step_unless_stopped(step: Callable[[], Any]) -> Any:
            if self.stop.is_set():
                raise _StoppedError
            return step()

        return WorkContext(
            sheets,
            lambda step: attempt(partial(step_unless_stopped, step)),
            partial(self._progress.say, name),
        )

    def _sleep(self, seconds: float) -> None:
        self.stop.wait(seconds)


class _Progress:
    """The activities on several spreadsheets, in one sentence."""

    def __init__(self, names: Iterable[str], show_step: ShowStep) -> None:
        self._activities = dict.fromkeys(names, "")
        self._wait_reasons = dict(self._activities)
        self._show = show_step
        self._lock = threading.Lock()

    def say(self, name: str, activity: str) -> None:
        """Show the current activity on a spreadsheet; "" if it is finished."""
        with self._lock:
            self._activities[name], self._wait_reasons[name] = activity, ""
            self._show(self._sentence())

    def wait(self, name: str, reason: str) -> None:
        """Show why work on a spreadsheet waits."""
        with self._lock:
            self._wait_reasons[name] = reason
            self._show(self._sentence())

    def _sentence(self) -> str:
        """Return the activities with their spreadsheets, in the order of the spreadsheets."""
        names_by_activity: dict[str, list[str]] = {}
        for name, activity in self._activities.items():
            if activity:
                names_by_activity.setdefault(activity, []).append(name)
        sentence = "; ".join(
            f"{activity} {few(names)}" for activity, names in names_by_activity.items()
        )
        reason = next(filter(None, self._wait_reasons.values()), "")
        return f"{sentence} ({reason})" if reason else sentence
