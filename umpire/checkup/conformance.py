"""Checks on a scratch spreadsheet of what the emulator and Umpire assume about Google."""

import locale
import platform
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from sheets_emulator.conformance import (
    CHECKS,
    CheckResult,
    Untried,
    counted,
    examine,
    report,
    to_do_by_hand,
)
from umpire.checkup import computer
from umpire.checkup.google import SCRATCH_TITLE
from umpire.checkup.own_checks import own_checks
from umpire.errors import UmpireError, UsageError
from umpire.games.text import printable
from umpire.hosting.accounts import google_base
from umpire.sheets.client import SheetsClient
from umpire.sheets.errors import SheetsError
from umpire.sheets.google import CredentialsFile, connect, find_credentials
from umpire.store import GOOGLE_DOCS

_REPORT = "What Umpire assumes about Google Sheets, checked"
_WIDTH = 18


class Person(Protocol):
    """A person at a terminal, for the checks that no program can do."""

    def tell(self, sentence: str) -> None:
        """Show a sentence."""

    def ask(self, question: str) -> str:
        """Ask a question, and return the answer."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One run of the checks: the account, perhaps a second one, and the file for the report.

    `table` is the id of the scratch spreadsheet; None makes a new one. `burst` includes the checks
    that use up a minute's quota.
    """

    credentials: Path | None
    second: Path | None
    table: str | None
    report: Path
    burst: bool


def default_report() -> Path:
    """Return the default file for a report."""
    return Path(f"umpire-live-{datetime.now(UTC):%Y-%m-%d}.md")


def check_google(
    trial: Trial, show: Callable[[CheckResult], None], person: Person | None
) -> list[CheckResult]:
    """Run the checks, write the report and return the results; `show` is called with each at once.

    Without a `person` the checks by hand are left out. The scratch spreadsheet is always deleted at
    the end. Raises UmpireError.
    """
    with _report_errors(trial.report, UsageError), trial.report.open("a"):
        pass  # fail now, not after all the checks
    credentials = find_credentials(trial.credentials)
    if credentials.kind == "service" and trial.table is None:
        raise UsageError(
            "a service account cannot make spreadsheets: share an empty one with "
            f"{credentials.account_hint} as Editor, and give its address with --table."
        )
    about = _about(credentials)
    results = _run_checks(trial, credentials, show, person)
    with _report_errors(trial.report, UmpireError):
        trial.report.write_text(report(results, _REPORT, about), encoding="utf-8")
    return results


def is_refuted(results: Sequence[CheckResult]) -> bool:
    """Return whether an assumption does not hold."""
    return any(result.state == "does not hold" for result in results)


def result_lines(result: CheckResult) -> Iterator[str]:
    """Yield the result of a check in one or two lines."""
    check = result.check
    yield f"{result.state:<{_WIDTH}} {check.number:<7} {check.sentence}"
    if result.state != "holds":
        yield f"{'':<{_WIDTH}} {'':<7} {printable(result.told, 500)}"


def conclusion(results: Sequence[CheckResult], file: Path) -> Iterator[str]:
    """Yield lines about checks that must be done by hand, and a summary of all results."""
    by_hand = [
        result.check for result in results if result.state == "not tried" and result.check.by_hand
    ]
    if by_hand:
        yield "\nBy hand, or with --by-hand:"
    for check in by_hand:
        yield f"  {check.number}: {check.sentence}"
        yield f"    {to_do_by_hand(check)}"
    yield f"\n{counted(results)}. The report is {file}."


def _about(credentials: CredentialsFile) -> dict[str, str]:
    return {
        "Begun": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "Versions": computer.check_versions().sentence,
        "System": f"{platform.system()} {platform.release()}",
        "Locale": "-".join(filter(None, locale.getlocale())) or "C",
        "Sign-in": "a person's (OAuth)" if credentials.kind == "oauth" else "a service account",
        "Server": google_base() or "Google",
    }


def _run_checks(
    trial: Trial,
    credentials: CredentialsFile,
    show: Callable[[CheckResult], None],
    person: Person | None,
) -> list[CheckResult]:
    base = google_base()
    other = trial.second and closing(connect(find_credentials(trial.second), base))
    with (
        closing(connect(credentials, base)) as sheets,
        other or nullcontext() as second,
        _scratch(sheets, trial.table) as spreadsheet,
    ):
        if person is not None:
            where = f"{base or GOOGLE_DOCS}/spreadsheets/d/{spreadsheet}/edit"
            person.tell(f"The scratch spreadsheet is {where}")
        try:
            return examine(
                sheets.client,
                spreadsheet,
                [*CHECKS, *own_checks(sheets)],
                second=None if second is None else second.client,
                person=None if person is None else person.ask,
                burst=trial.burst,
                see=show,
            )
        except Untried as error:
            raise UmpireError(f"the scratch spreadsheet cannot be used: {error}.") from error


@contextmanager
def _scratch(sheets: SheetsClient, table: str | None) -> Iterator[str]:
    """Return the id of the given spreadsheet, or of a new one that is deleted at the end."""
    if table is not None:
        sheets.metadata(table, "spreadsheetId")  # says what a refusal means
        yield table
        return
    spreadsheet = sheets.create(SCRATCH_TITLE, f"doctor-{secrets.token_hex(8)}")
    try:
        yield spreadsheet
    finally:
        with suppress(SheetsError):
            sheets.trash(spreadsheet)


@contextmanager
def _report_errors(file: Path, kind: type[UmpireError]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise kind(
            f"the report {file} cannot be written ({error.strerror}): name another with --report."
        ) from error
