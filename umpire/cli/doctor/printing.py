"""Print findings for people and for programs."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

import click

from umpire.cli.scripts import put
from umpire.games.text import counted, printable
from umpire.hosting.checkup import Finding, worst

if TYPE_CHECKING:
    from rich.console import Console

_STYLES = {"ok": "green", "warning": "yellow", "wrong": "bold red"}
_LONGEST = 1000


def show(findings: Iterable[Finding], console: "Console") -> list[Finding]:
    """Print findings as they come: in tables on a terminal, elsewhere one per line."""
    shown: list[Finding] = []
    for group, found in groupby(findings, key=lambda finding: finding.group):
        if console.is_terminal:
            some = list(found)
            _table(group, some, console)
            shown += some
            continue
        for finding in found:
            click.echo(line(finding))
            shown.append(finding)
    return shown


def line(finding: Finding) -> str:
    """Return a finding as one line."""
    todo = f" {finding.todo}" if finding.todo else ""
    text = f"{finding.group}: {finding.about}: {finding.found}{todo}"
    return f"{finding.level:<8} {printable(text, _LONGEST)}"


def _table(group: str, findings: Sequence[Finding], console: "Console") -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(printable(group)), title_justify="left", box=None, padding=(0, 1))
    table.show_header = False
    for _ in range(3):
        table.add_column(overflow="fold")
    for finding in findings:
        found = Text(printable(finding.found, _LONGEST))
        if finding.todo:
            found.append(f"\n{printable(finding.todo, _LONGEST)}", style="italic")
        table.add_row(Text(finding.level, style=_STYLES[finding.level]), Text(finding.about), found)
    console.print(table)


def summary(findings: Sequence[Finding]) -> str:
    """Return one line about all findings."""
    wrong = sum(finding.level == "wrong" for finding in findings)
    warnings = sum(finding.level == "warning" for finding in findings)
    told = counted(warnings, "warning")
    if wrong:
        return f"{wrong} thing{' is' if wrong == 1 else 's are'} wrong, {told}."
    return f"Nothing is wrong, {told}." if warnings else "Everything is fine."


def put_json(findings: Sequence[Finding], repaired: Sequence[Finding]) -> None:
    """Print all findings as JSON."""
    put(
        {
            "level": worst(findings),
            "findings": [asdict(finding) for finding in findings],
            "repaired": [asdict(finding) for finding in repaired],
        }
    )
