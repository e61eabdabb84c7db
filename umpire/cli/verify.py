"""`umpire verify`: adjudicate logs again, and check every line, hash and chance outcome."""

import gc
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console
from rich.progress import track

from umpire import __version__
from umpire.catalogue import games
from umpire.cli.places import Places, places
from umpire.cli.scripts import STANDARD_INPUT, lines_of, put
from umpire.errors import UmpireError, UsageError
from umpire.games.names import did_you_mean
from umpire.games.text import normalize, printable
from umpire.json_types import JsonObject
from umpire.library import verify
from umpire.match import BadHeader, Verdict

_FEW = 8
"""Up to this many logs are verified faster in one process than in several."""
_CHUNK = 4


class _Found(NamedTuple):
    """The result for one log: its verdict, or why there is none and the exit status for that."""

    name: str
    verdict: Verdict | None
    fault: str | None = None
    status: int = UsageError.exit_code


class _Log(NamedTuple):
    """A log to verify: a file's name, or the lines, or why there are none."""

    name: str
    lines: tuple[str | bytes, ...] | None = None
    missing: _Found | None = None


def run(
    ctx: click.Context,
    logs: tuple[str, ...],
    commitment: str | None,
    head: str | None,
    closed: bool,
    incomplete: bool,
    as_json: bool,
) -> None:
    """Print the verdict on each log; exit with the status of the worst."""
    wrong = {"differs"} | ({"open"} if closed else set()) | (set() if incomplete else {"unproved"})
    check = partial(_check, commitment=commitment, head=head)
    status = 0
    for found in _check_all(check, list(_to_check(logs, places(ctx)))):
        if as_json:
            put(_as_json(found))
        elif found.verdict is None:
            click.echo(f"umpire: {printable(f'{found.name}: {found.fault}')}", err=True)
        else:
            click.echo(_as_text(found.name, found.verdict, several=len(logs) > 1))
        status = max(status, _status(found, wrong))
    ctx.exit(status)


def _to_check(logs: Sequence[str], kept: Places) -> Iterator[_Log]:
    for log in logs:
        if log == STANDARD_INPUT:
            yield _Log(log, tuple(lines_of(log)))
        elif Path(log).exists():
            yield _Log(log)
        else:
            try:
                yield _Log(log, _log_of_match(log, kept))
            except UmpireError as error:
                yield _Log(log, missing=_Found(log, None, str(error), error.exit_code))


def _log_of_match(match: str, kept: Places) -> tuple[str, ...]:
    """Return the log of a match in the store, as `umpire export` writes it."""
    from umpire.export.script import script_lines

    with kept.open_store() as store:
        known = [row.id for row in store.matches()]
        if any(one.startswith(normalize(match)) for one in known):
            return tuple(script_lines(store, store.find(match).id))
    raise UsageError(
        "there is no such file and no such match: name the file of an exported script, or a match "
        f"('umpire matches' lists them).{did_you_mean(match, known)}"
    )


def _check_all(check: "partial[_Found]", logs: Sequence[_Log]) -> Iterator[_Found]:
    """Verify logs in order, many of them in several processes, with progress on a terminal."""
    if len(logs) <= _FEW:
        yield from map(check, logs)
        return
    console = Console(stderr=True)
    list(games().values())  # loads them once, not in every process that is forked
    # A match leaves no reference cycles, and looking for them takes an eighth of the time.
    with ProcessPoolExecutor(_processors(), initializer=gc.disable) as pool:
        found = pool.map(check, logs, chunksize=_CHUNK)
        yield from track(
            found,
            "Verifying",
            total=len(logs),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _check(log: _Log, commitment: str | None, head: str | None) -> _Found:
    if log.missing is not None:
        return log.missing
    try:
        lines = lines_of(log.name) if log.lines is None else log.lines
        return _Found(log.name, verify(lines, commitment=commitment, head=head))
    except BadHeader as error:
        return _Found(log.name, None, f"the log's header is wrong: {error}")
    except UsageError as error:
        return _Found(log.name, None, str(error))


def _status(found: _Found, wrong: set[str]) -> int:
    if found.verdict is None:
        return found.status
    return int(found.verdict.word in wrong)


def _as_json(found: _Found) -> JsonObject:
    if found.verdict is None:
        return {"log": found.name, "error": found.fault}
    verdict = found.verdict
    remark = verdict.remark
    return {
        "log": found.name,
        "engine": verdict.engine,
        "version": __version__,
        "word": verdict.word,
        "checked": dict(verdict.checked),
        "commitment": verdict.commitment,
        "head": verdict.head,
        "line": remark and remark.line,
        "what": remark and remark.what,
    }


def _as_text(name: str, verdict: Verdict, *, several: bool) -> str:
    remark = verdict.remark
    why = "" if remark is None else f" (line {remark.line}: {printable(remark.what)})"
    numbers = ", ".join(f"{number} {what}" for what, number in verdict.checked.items())
    whose = f"{printable(name)}: " if several else ""
    engine = verdict.engine
    is_elsewhere = verdict.word == "differs" and engine not in (None, __version__)
    lines = [
        *(
            [f"{whose}judged by umpire {printable(str(engine))}; this is umpire {__version__}"]
            if is_elsewhere
            else []
        ),
        f"{whose}{verdict.word}{why}",
        f"  checked     {numbers}",
        *([f"  commitment  {printable(str(verdict.commitment))}"] if verdict.commitment else []),
        *([f"  head        {verdict.head}"] if verdict.head else []),
    ]
    return "\n".join(lines)
