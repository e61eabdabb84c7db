"""`umpire doctor`: print findings for people and for programs."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from umpire.app_context import AppContext
from umpire.checkup import Finding, conformance, worst_level
from umpire.checkup.conformance import Trial
from umpire.checkup.examination import Examination, Scope
from umpire.cli.output import print_json, warn
from umpire.games.text import pluralize, printable
from umpire.json_types import JsonObject

_STYLES = {"ok": "green", "warning": "yellow", "wrong": "bold red"}
_LONGEST = 1000


def examine(app: AppContext, scope: Scope, *, repair: bool, as_json: bool) -> bool:
    """Examine, print the findings, and return whether anything is wrong.

    With `repair`, first repair what can be repaired. Raises UsageError.
    """
    console = Console()
    with Examination(app, scope, warn) as examination:
        # first, or a missing match would only be noticed after much else was printed
        rows = examination.matches()
        show = list if as_json else partial(_print_findings, console)
        repairs = show(examination.repair(rows)) if repair else []
        findings = show(examination.findings(rows))
    if as_json:
        print_json(_document(findings, repairs))
    else:
        click.echo(_summary([*repairs, *findings]))
    return worst_level([*repairs, *findings]) == "wrong"


class _Terminal:
    """The person who runs the command."""

    def tell(self, sentence: str) -> None:
        """Print a sentence."""
        click.echo(sentence)

    def ask(self, question: str) -> str:
        """Ask a question, and return the answer."""
        click.echo(f"\n{printable(question, 2000)}")
        answer: str = click.prompt("Press Enter when that is done", default="", show_default=False)
        return answer


def check_google(trial: Trial, *, by_hand: bool) -> bool:
    """Check what umpire assumes about Google, and return whether anything is not so.

    Raises UmpireError.
    """
    results = conformance.check_google(
        trial,
        lambda result: click.echo("\n".join(conformance.result_lines(result))),
        _Terminal() if by_hand else None,
    )
    click.echo("\n".join(conformance.conclusion(results, trial.report)))
    return conformance.is_refuted(results)


def _print_findings(console: Console, findings: Iterable[Finding]) -> list[Finding]:
    """Print findings as they come: in tables on a terminal, elsewhere one per line."""
    printed: list[Finding] = []
    for group, in_group in groupby(findings, key=lambda finding: finding.group):
        if console.is_terminal:
            rows = list(in_group)
            _print_table(group, rows, console)
            printed += rows
            continue
        for finding in in_group:
            click.echo(_line(finding))
            printed.append(finding)
    return printed


def _line(finding: Finding) -> str:
    """Return a finding as one line."""
    todo = f" {finding.todo}" if finding.todo else ""
    text = f"{finding.group}: {finding.about}: {finding.sentence}{todo}"
    return f"{finding.level:<8} {printable(text, _LONGEST)}"


def _print_table(group: str, findings: Sequence[Finding], console: Console) -> None:
    table = Table(title=Text(printable(group)), title_justify="left", box=None, padding=(0, 1))
    table.show_header = False
    for _ in range(3):
        table.add_column(overflow="fold")
    for finding in findings:
        text = Text(printable(finding.sentence, _LONGEST))
        if finding.todo:
            text.append(f"\n{printable(finding.todo, _LONGEST)}", style="italic")
        table.add_row(Text(finding.level, style=_STYLES[finding.level]), Text(finding.about), text)
    console.print(table)


def _summary(findings: Sequence[Finding]) -> str:
    """Return one line about all findings."""
    wrong = sum(finding.level == "wrong" for finding in findings)
    warnings = pluralize(sum(finding.level == "warning" for finding in findings), "warning")
    if wrong:
        return f"{wrong} thing{' is' if wrong == 1 else 's are'} wrong, {warnings}."
    if any(finding.level == "warning" for finding in findings):
        return f"Nothing is wrong, {warnings}."
    return "Everything is fine."


def _document(findings: Sequence[Finding], repaired: Sequence[Finding]) -> JsonObject:
    """Return all findings for programs."""
    return {
        "level": worst_level(findings),
        "findings": [finding.to_json() for finding in findings],
        "repaired": [finding.to_json() for finding in repaired],
    }
