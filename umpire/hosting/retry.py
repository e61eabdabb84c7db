"""Repeat unanswered steps, for the commands that make and share spreadsheets."""

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
"""Takes a step, perhaps several times; the step first checks what an unanswered try did."""

Tell: TypeAlias = Callable[[str], None]
Sleep: TypeAlias = Callable[[float], None]
Attempts: TypeAlias = Callable[[Tell, Sleep], Attempt]
"""Returns a function that takes steps, tells of its waits, and waits."""

_TRIES = 7
_FIRST_WAIT = 1.0
_FIRST_WAIT_NEARBY = 0.05
_LONGEST_WAIT = 120.0
_TOO_MANY = 429
_LINE = threading.RLock()
"""Held by the thread that waits for the quota, so that it is not always others who get the rest."""


def once(step: Callable[[], T]) -> T:
    """Take a step once."""
    return step()


def only_once(_tell: Tell, _sleep: Sleep) -> Attempt:
    """Return a function that takes each step once."""
    return once


def is_unreached(error: BaseException) -> bool:
    """Return whether nobody answered, or not now."""
    return isinstance(error, Unreachable)


def is_over_quota(error: BaseException | None) -> bool:
    """Return whether a request was one too many in this minute."""
    return isinstance(error, Unreachable) and error.status == _TOO_MANY


def retry(
    tell: Tell,
    sleep: Sleep = time.sleep,
    *,
    nearby: bool = False,
    waits_for: Callable[[BaseException], bool] = is_unreached,
) -> Attempt:
    """Return a function that repeats a step as long as an answer can be hoped for.

    It waits twice as long each time, a little more at random, and at least as long as the server
    asks for; a quota of a minute has turned before it gives up. `nearby` is a server on this
    machine, which answers at once or not at all. `waits_for` tells the errors after which there is
    hope. `tell` is handed a sentence before each wait. Of several threads without quota one waits,
    and the others wait for it.
    """
    first = _FIRST_WAIT_NEARBY if nearby else _FIRST_WAIT
    growing = wait_exponential(multiplier=first) + wait_random(0, first)

    def wait(state: RetryCallState) -> float:
        return max(growing(state), _asked(state))

    def is_in_vain(state: RetryCallState) -> bool:
        return state.attempt_number >= _TRIES or _asked(state) > _LONGEST_WAIT

    def say(line: ExitStack, state: RetryCallState) -> None:
        error = _error(state)
        sentence = str(error).removesuffix(".").removesuffix(": try again")
        tell(f"{sentence}; trying again in {state.upcoming_sleep:.0f} s")
        if is_over_quota(error):
            line.enter_context(_LINE)

    def attempt(step: Callable[[], T]) -> T:
        with ExitStack() as line:
            return Retrying(
                retry=retry_if_exception(waits_for),
                wait=wait,
                stop=is_in_vain,
                before_sleep=partial(say, line),
                sleep=sleep,
                reraise=True,
            )(step)

    return attempt


def _error(state: RetryCallState) -> BaseException | None:
    return None if state.outcome is None else state.outcome.exception()


def _asked(state: RetryCallState) -> float:
    """Return how many seconds the server asked to wait."""
    return getattr(_error(state), "retry_after", None) or 0.0
