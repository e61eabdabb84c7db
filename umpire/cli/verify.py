"""`umpire verify`: the result for each log as JSON and as text."""

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.progress import track

from umpire import __version__
from umpire.checkup.logs import LogResult
from umpire.games.text import printable
from umpire.json_types import JsonObject


def with_progress(results: Iterable[LogResult], number: int) -> Iterable[LogResult]:
    """Yield the results, and show on a terminal how many of `number` are done."""
    console = Console(stderr=True)
    return track(
        results,
        "Verifying",
        total=number,
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def document(result: LogResult) -> JsonObject:
    """Return the result for a log for programs."""
    if result.verdict is None:
        return {"log": result.name, "error": result.fault}
    verdict = result.verdict
    remark = verdict.remark
    return {
        "log": result.name,
        "engine": verdict.engine,
        "version": __version__,
        "word": verdict.word,
        "checked": dict(verdict.checked),
        "commitment": verdict.commitment,
        "head": verdict.head,
        "line": remark and remark.line,
        "what": remark and remark.what,
    }


def verdict_lines(result: LogResult, *, is_only: bool) -> Iterator[str]:
    """Yield the lines of a verdict; they begin with the log's name unless it is the only log."""
    verdict = result.verdict
    assert verdict is not None
    remark = verdict.remark
    why = "" if remark is None else f" (line {remark.line}: {printable(remark.what)})"
    prefix = "" if is_only else f"{printable(result.name)}: "
    if verdict.word == "differs" and verdict.engine not in (None, __version__):
        engine = printable(str(verdict.engine))
        yield f"{prefix}judged by umpire {engine}; this is umpire {__version__}"
    yield f"{prefix}{verdict.word}{why}"
    numbers = ", ".join(f"{number} {kind}" for kind, number in verdict.checked.items())
    yield f"  checked     {numbers}"
    if verdict.commitment:
        yield f"  commitment  {printable(str(verdict.commitment))}"
    if verdict.head:
        yield f"  head        {verdict.head}"
