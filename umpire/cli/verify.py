"""`umpire verify`: adjudicate logs again, and check every line, hash and chance outcome."""

import gc
import os
import re
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
from umpire.games.notation import did_you_mean, plain, printable
from umpire.json_types import JsonObject
from umpire.library import verify
from umpire.match import BadHeader, Verdict

_HASH = re.compile(r"[0-9a-fA-F]{64}")
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


def _hash(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Read a SHA-256 in hex. Anything else is wrong usage."""
    if value is not None and _HASH.fullmatch(value) is None:
        raise click.BadParameter(f"{value!r} is not a SHA-256: write its 64 hex digits.")
    return value


@click.command("verify")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option(
    "--commitment",
    metavar="HEX",
    callback=_hash,
    help="What the log's commitment must be; for one log only.",
)
@click.option(
    "--head",
    metavar="HEX",
    callback=_hash,
    help="What the log's last hash must be; for one log only.",
)
@click.option("--closed", is_flag=True, help="Count `open` as wrong: the match must be closed.")
@click.option("--partial", "incomplete", is_flag=True, help="Count `unproved` as right.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs, one line per log.")
@click.pass_context
def command(
    ctx: click.Context,
    logs: tuple[str, ...],
    commitment: str | None,
    head: str | None,
    closed: bool,
    incomplete: bool,
    as_json: bool,
) -> None:
    """Adjudicate logs again and check every line.

    LOG is the file of an exported script, - for standard input, or a match on this computer. It
    checks each line's judgement and hash, the seed against the commitment, and each chance outcome
    against the seed and the cuts. For each log it prints how much was checked, the commitment, the
    head, and one word:

    \b
      proved    the match is closed, and the log is whole and right
      open      everything is right so far, but the match is not closed
      unproved  nothing differs, but something is missing
      differs   something is wrong, and it says what and where

    If another version of umpire judged a log that differs, it says so first, with both versions.

    A log that cannot be read does not stop the others. The exit status is 1 if any log differs or
    is unproved, and 2 if anything is not a log. If you noted the commitment before the match and
    the head after it, you can tell the true log from any other.

    \b
    Examples:
      umpire verify match.jsonl
      umpire verify denizens-of-tartarus-1 --closed
      umpire verify match.jsonl --head 5f0c...
      umpire verify archive/*.jsonl --json
    """
    if len(logs) > 1 and (commitment or head):
        raise UsageError("--commitment and --head are for one log: name only one.")
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
        if any(one.startswith(plain(match)) for one in known):
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
    list(games())  # loads them once, not in every process that is forked
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
