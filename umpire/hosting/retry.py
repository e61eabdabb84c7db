"""Repeat steps that got no answer, for the commands that make and share spreadsheets."""

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any, TypeAlias, TypeVar

from tenacity import RetryCallState, Retrying, retry_if_exception, wait_exponential, wait_random

from umpire.sheets.errors import Unreachable

T = TypeVar("T")
Attempt: TypeAlias = Callable[[Callable[[], Any]], Any]
"""Takes a step, perhaps several times: the step checks first whether an earlier try succeeded."""

ShowStep: TypeAlias = Callable[[str], None]
Sleep: TypeAlias = Callable[[float], None]
Attempts: TypeAlias = Callable[[ShowStep, Sleep], Attempt]
"""Returns a function that takes steps; its arguments show why it waits, and wait."""

_TRIES = 7
_FIRST_WAIT = 1.0
_FIRST_WAIT_NEARBY = 0.05
_LONGEST_WAIT = 120.0
_TOO_MANY = 429
_QUOTA_LOCK = threading.RLock()
"""Held by the thread that waits for the quota, so that others do not use it up meanwhile."""


def try_once(step: Callable[[], T]) -> T:
    """Take a step once."""
    return step()


def without_retries(_tell: ShowStep, _sleep: Sleep) -> Attempt:
    """Return a function that takes each step once."""
    return try_once


def is_unreached(error: BaseException) -> bool:
    """Return whether the server did not answer, or was busy."""
    return isinstance(error, Unreachable)


def is_over_quota(error: BaseException | None) -> bool:
    """Return whether a request was over the quota of this minute."""
    return isinstance(error, Unreachable) and error.status == _TOO_MANY


def retry(
    show_step: ShowStep,
    sleep: Sleep = time.sleep,
    *,
    is_local: bool = False,
    should_retry: Callable[[BaseException], bool] = is_unreached,
) -> Attempt:
    """Return a function that repeats a step until it succeeds or there is no hope left.

    Each wait is twice as long as the last, a little more at random, and at least as long as the
    server asks for. It gives up only after more than a minute, when a quota is new. `is_local`
    means a server on this machine, which answers at once or not at all. `should_retry` says after
    which errors to try again. `show_step` receives a sentence before each wait. If several threads
    have no quota, one waits for it, and the others wait for that thread.
    """
    first = _FIRST_WAIT_NEARBY if is_local else _FIRST_WAIT
    growing = wait_exponential(multiplier=first) + wait_random(0, first)

    def wait(state: RetryCallState) -> float:
        return max(growing(state), _requested_wait(state))

    def should_stop(state: RetryCallState) -> bool:
        return state.attempt_number >= _TRIES or _requested_wait(state) > _LONGEST_WAIT

    def say(locks: ExitStack, state: RetryCallState) -> None:
        error = _error(state)
        sentence = str(error).removesuffix(".").removesuffix(": try again")
        show_step(f"{sentence}; trying again in {state.upcoming_sleep:.0f} s")
        if is_over_quota(error):
            locks.enter_context(_QUOTA_LOCK)

    def attempt(step: Callable[[], T]) -> T:
        with ExitStack() as locks:
            return Retrying(
                retry=retry_if_exception(should_retry),
                wait=wait,
                stop=should_stop,
                before_sleep=partial(say, locks),
                sleep=sleep,
                reraise=True,
            )(step)

    return attempt


def _error(state: RetryCallState) -> BaseException | None:
    return None if state.outcome is None else state.outcome.exception()


def _requested_wait(state: RetryCallState) -> float:
    """Return how many seconds the server asked to wait."""
    return getattr(_error(state), "retry_after", None) or 0.0
