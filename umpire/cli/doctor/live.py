"""`umpire doctor --live`: what umpire assumes of Google, checked, and a report of it."""

import locale
import platform
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from umpire.cli.doctor import machine
from umpire.cli.live import google_base
from umpire.errors import UmpireError, UsageError
from umpire.games.notation import printable
from umpire.store import GOOGLE_DOCS

if TYPE_CHECKING:
    from umpire.sheets.client import Sheets
    from umpire.sheets.live_checks.bench import Bench
    from umpire.sheets.live_checks.verdict import Result

_WIDTH = 18


@dataclass(frozen=True, slots=True)
class Live:
    """What was asked for."""

    credentials: Path | None
    second: Path | None
    table: str | None
    report: Path | None
    by_hand: bool
    burst: bool


def check(ctx: click.Context, live: Live, rest: Callable[[float], None] = time.sleep) -> None:
    """Run the checks and write the report; exit status 1 if an assumption does not hold.

    The scratch spreadsheet is deleted at the end, whatever happens. Raises UmpireError.
    """
    from umpire.sheets.live_checks.report import report
    from umpire.sheets.live_checks.running import numbers, run

    file = live.report or Path(f"umpire-live-{datetime.now(UTC):%Y-%m-%d}.md")
    _check_writable(file)
    began = datetime.now(UTC)
    with _bench(live, numbers(hands=live.by_hand, burst=live.burst), rest) as (bench, about):
        wanted = numbers(hands=live.by_hand, burst=live.burst)
        results = run(bench, wanted, _tell)
        about = {
            "Begun": f"{began:%Y-%m-%d %H:%M} UTC",
            **about,
            **{f"Median of {what}": f"{took:.3f} s" for what, took in bench.measured.items()},
        }
    _write(file, report(results, about))
    _conclude(results, file)
    if any(result.state == "does not hold" for result in results):
        ctx.exit(1)


@contextmanager
def _bench(
    live: Live, wanted: Sequence[str], rest: Callable[[float], None]
) -> Iterator[tuple["Bench", dict[str, str]]]:
    from umpire.sheets.google import connect, find_credentials
    from umpire.sheets.live_checks.bench import set_up

    base = google_base()
    found = find_credentials(live.credentials)
    if found.kind == "service" and live.table is None:
        raise UsageError(
            "a service account can make no spreadsheet: share an empty one with "
            f"{found.account_hint} as Editor and give its address with --table."
        )
    with _connected(connect(found, base)) as sheets:
        other = None if live.second is None else connect(find_credentials(live.second), base)
        about = {
            "Versions": machine.versions().found,
            "System": f"{platform.system()} {platform.release()}",
            "Locale": "-".join(filter(None, locale.getlocale())) or "C",
            "Sign-in": "a person's (OAuth)" if found.kind == "oauth" else "a service account",
            "Server": base or "Google",
        }
        person = _ask if live.by_hand else None
        try:
            with set_up(
                sheets, wanted, second=other, table=live.table, person=person, rest=rest
            ) as bench:
                if person is not None:
                    where = f"{base or GOOGLE_DOCS}/spreadsheets/d/{bench.own.spreadsheet}/edit"
                    click.echo(f"The scratch spreadsheet is {where}")
                yield bench, about
        finally:
            if other is not None:
                other.close()


@contextmanager
def _connected(sheets: "Sheets") -> Iterator["Sheets"]:
    try:
        yield sheets
    finally:
        sheets.close()


def _ask(what: str) -> str:
    click.echo(f"\n{printable(what, 2000)}")
    answer: str = click.prompt("Press Enter when that is done", default="", show_default=False)
    return answer


def _tell(result: "Result") -> None:
    one = result.assumption
    click.echo(f"{result.state:<{_WIDTH}} {one.number:<7} {one.sentence}")
    if result.state != "holds":
        click.echo(f"{'':<{_WIDTH}} {'':<7} {printable(result.seen, 500)}")


def _conclude(results: Sequence["Result"], file: Path) -> None:
    from umpire.sheets.live_checks.report import by_hand
    from umpire.sheets.live_checks.running import untried_by_hand

    hands = list(untried_by_hand(results))
    if hands:
        click.echo("\nBy hand, or with --by-hand:")
    for result in hands:
        click.echo(f"  {result.assumption.number}: {result.assumption.sentence}")
        click.echo(f"    {by_hand(result)}")
    counted = Counter(result.state for result in results)
    told = ", ".join(f"{count} {state}" for state, count in counted.items())
    click.echo(f"\n{told}. The report is {file}.")


def _check_writable(file: Path) -> None:
    """Find out now, not after all the checks. Raises UsageError."""
    try:
        with file.open("a"):
            pass
    except OSError as error:
        raise UsageError(
            f"the report {file} cannot be written ({error.strerror}): name another with --report."
        ) from error


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UmpireError(
            f"the report {file} cannot be written ({error.strerror}): name another with --report."
        ) from error
