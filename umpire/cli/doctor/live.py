"""`umpire doctor --live`: check what the emulator and Umpire assume about Google, and report it."""

import locale
import platform
import secrets
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from sheets_emulator.conformance import (
    CHECKS,
    CheckResult,
    Untried,
    counted,
    examine,
    report,
    to_do_by_hand,
)
from umpire.cli.doctor import machine
from umpire.cli.doctor.own_checks import own_checks
from umpire.cli.live import google_base
from umpire.errors import UmpireError, UsageError
from umpire.games.text import printable
from umpire.sheets.client import Sheets
from umpire.sheets.errors import SheetsError
from umpire.sheets.google import FoundCredentials, connect, find_credentials
from umpire.store import GOOGLE_DOCS

_TITLE = "umpire doctor: scratch, may be deleted"
_REPORT = "What Umpire assumes about Google Sheets, checked"
_WIDTH = 18


@dataclass(frozen=True, slots=True)
class Live:
    """What the command line asks for."""

    credentials: Path | None
    second: Path | None
    table: str | None
    report: Path | None
    by_hand: bool
    burst: bool


def check(ctx: click.Context, live: Live) -> None:
    """Run the checks and write the report; exit with status 1 if one does not hold.

    The scratch spreadsheet is deleted at the end, whatever happens. Raises UmpireError.
    """
    file = live.report or Path(f"umpire-live-{datetime.now(UTC):%Y-%m-%d}.md")
    with _writing(file, UsageError), file.open("a"):
        pass  # noticed now, not after all the checks
    found = find_credentials(live.credentials)
    if found.kind == "service" and live.table is None:
        raise UsageError(
            "a service account cannot make spreadsheets: share an empty one with "
            f"{found.account_hint} as Editor, and give its address with --table."
        )
    about = _about(found)
    results = _results(live, found)
    with _writing(file, UmpireError):
        file.write_text(report(results, _REPORT, about), encoding="utf-8")
    _conclude(results, file)
    if any(result.state == "does not hold" for result in results):
        ctx.exit(1)


def _about(found: FoundCredentials) -> dict[str, str]:
    return {
        "Begun": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "Versions": machine.versions().found,
        "System": f"{platform.system()} {platform.release()}",
        "Locale": "-".join(filter(None, locale.getlocale())) or "C",
        "Sign-in": "a person's (OAuth)" if found.kind == "oauth" else "a service account",
        "Server": google_base() or "Google",
    }


def _results(live: Live, found: FoundCredentials) -> list[CheckResult]:
    base = google_base()
    other = live.second and closing(connect(find_credentials(live.second), base))
    with (
        closing(connect(found, base)) as sheets,
        other or nullcontext() as second,
        _scratch(sheets, live.table) as spreadsheet,
    ):
        if live.by_hand:
            where = f"{base or GOOGLE_DOCS}/spreadsheets/d/{spreadsheet}/edit"
            click.echo(f"The scratch spreadsheet is {where}")
        try:
            return examine(
                sheets.client,
                spreadsheet,
                [*CHECKS, *own_checks(sheets)],
                second=None if second is None else second.client,
                person=_ask if live.by_hand else None,
                burst=live.burst,
                see=_tell,
            )
        except Untried as error:
            raise UmpireError(f"the scratch spreadsheet cannot be used: {error}.") from error


@contextmanager
def _scratch(sheets: Sheets, table: str | None) -> Iterator[str]:
    """Make a spreadsheet, unless one was given, and delete it at the end."""
    if table is not None:
        sheets.metadata(table, "spreadsheetId")  # says what a refusal means
        yield table
        return
    spreadsheet = sheets.create(_TITLE, f"doctor-{secrets.token_hex(8)}")
    try:
        yield spreadsheet
    finally:
        with suppress(SheetsError):
            sheets.trash(spreadsheet)


def _ask(what: str) -> str:
    click.echo(f"\n{printable(what, 2000)}")
    answer: str = click.prompt("Press Enter when that is done", default="", show_default=False)
    return answer


def _tell(result: CheckResult) -> None:
    one = result.check
    click.echo(f"{result.state:<{_WIDTH}} {one.number:<7} {one.sentence}")
    if result.state != "holds":
        click.echo(f"{'':<{_WIDTH}} {'':<7} {printable(result.told, 500)}")


def _conclude(results: Sequence[CheckResult], file: Path) -> None:
    hands = [one.check for one in results if one.state == "not tried" and one.check.by_hand]
    if hands:
        click.echo("\nBy hand, or with --by-hand:")
    for one in hands:
        click.echo(f"  {one.number}: {one.sentence}")
        click.echo(f"    {to_do_by_hand(one)}")
    click.echo(f"\n{counted(results)}. The report is {file}.")


@contextmanager
def _writing(file: Path, kind: type[UmpireError]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise kind(
            f"the report {file} cannot be written ({error.strerror}): name another with --report."
        ) from error
