"""The verification of logs by name: files, standard input, or matches in the store."""

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from umpire.app_context import AppContext
from umpire.catalogue import games
from umpire.errors import UmpireError, UsageError
from umpire.export.script import script_lines
from umpire.games.names import did_you_mean
from umpire.games.text import normalize
from umpire.library import verify
from umpire.match import BadHeader, Verdict

_FEW = 8
"""Up to this many logs are verified faster in one process than in several."""
_CHUNK = 4

ReadLines: TypeAlias = Callable[[str], Iterable[str | bytes]]
"""Return the lines of a file, or of standard input for `-`. Raises UsageError."""


class LogResult(NamedTuple):
    """The result for one log: its verdict, or the fault and its exit status."""

    name: str
    verdict: Verdict | None
    fault: str | None = None
    status: int = UsageError.exit_code

    def exit_status(self, wrong: set[str]) -> int:
        """Return the exit status; a verdict with one of the `wrong` words has 1."""
        return self.status if self.verdict is None else int(self.verdict.word in wrong)


class _Log(NamedTuple):
    """A log to verify: the name of a file, or the lines, or a result if it is missing."""

    name: str
    lines: tuple[str | bytes, ...] | None = None
    missing: LogResult | None = None


def verify_logs(
    names: Sequence[str],
    app: AppContext,
    read_lines: ReadLines,
    track: Callable[[Iterable[LogResult], int], Iterable[LogResult]],
    *,
    commitment: str | None = None,
    head: str | None = None,
) -> Iterator[LogResult]:
    """Yield the result for each log, in their order, many of them from several processes.

    `read_lines` is called for files and for `-`, in those processes too. `track` shows the progress
    of many results; it gets their number.
    """
    check = partial(_check, read_lines=read_lines, commitment=commitment, head=head)
    logs = list(_logs(names, app, read_lines))
    if len(logs) <= _FEW:
        yield from map(check, logs)
        return
    list(games().values())  # loads them once, not in every process that is forked
    # A match leaves no reference cycles, and looking for them takes an eighth of the time.
    with ProcessPoolExecutor(_processors(), initializer=gc.disable) as pool:
        yield from track(pool.map(check, logs, chunksize=_CHUNK), len(logs))


def _logs(names: Sequence[str], app: AppContext, read_lines: ReadLines) -> Iterator[_Log]:
    for name in names:
        if name == "-":
            yield _Log(name, tuple(read_lines(name)))
        elif Path(name).exists():
            yield _Log(name)
        else:
            try:
                yield _Log(name, _log_of_match(name, app))
            except UmpireError as error:
                yield _Log(name, missing=LogResult(name, None, str(error), error.exit_code))


def _log_of_match(match: str, app: AppContext) -> tuple[str, ...]:
    """Return the log of a match in the store, as `umpire export` writes it."""
    with app.open_store() as store:
        ids = [row.id for row in store.matches()]
        if any(match_id.startswith(normalize(match)) for match_id in ids):
            return tuple(script_lines(store, store.find(match)))
    raise UsageError(
        "there is no such file and no such match: name the file of an exported script, or a match "
        f"('umpire matches' lists them).{did_you_mean(match, ids)}"
    )


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _check(log: _Log, read_lines: ReadLines, commitment: str | None, head: str | None) -> LogResult:
    if log.missing is not None:
        return log.missing
    try:
        lines = read_lines(log.name) if log.lines is None else log.lines
        return LogResult(log.name, verify(lines, commitment=commitment, head=head))
    except BadHeader as error:
        return LogResult(log.name, None, f"the log's header is wrong: {error}")
    except UsageError as error:
        return LogResult(log.name, None, str(error))
