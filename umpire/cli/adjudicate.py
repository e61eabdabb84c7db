"""`umpire adjudicate`: a script's every line judged, then the report."""

import sys
from collections.abc import Iterator

import click

from umpire.cli.scripts import STANDARD_INPUT, begun, lines_of, put
from umpire.json_types import JsonObject
from umpire.match import Judgement, judge, read_line, report


@click.command("adjudicate")
@click.argument("script")
@click.option("--strict", is_flag=True, help="End with exit status 1 if any line was rejected.")
def command(script: str, strict: bool) -> None:
    """Adjudicate a SCRIPT (JSON Lines; - is standard input).

    Prints one JSON object a line: for each line after the header whether it was accepted and what
    happened, then the report of the match.

    \b
    Examples:
      umpire adjudicate match.jsonl
      umpire adjudicate --strict - < match.jsonl
    """
    rejected = False
    for result in results(lines_of(script)):
        put(result)
        if script == STANDARD_INPUT:
            sys.stdout.flush()
        rejected = rejected or result.get("ok") is False
    if strict and rejected:
        raise SystemExit(1)


def results(lines: Iterator[bytes]) -> Iterator[JsonObject]:
    """Yield the result of each line after the header, then the report."""
    opening = begun(lines)
    match = opening.match
    for number, line in enumerate(lines, 2):
        judgement = judge(match, read_line(line))
        yield _result(number, judgement)
        match = judgement.match
    yield {**_told(opening), "report": report(match)}


def _result(line: int, judgement: Judgement) -> JsonObject:
    if judgement.ok:
        return {"line": line, "ok": True, "events": [event.text for event in judgement.events]}
    code, error = judgement.code, judgement.error
    return {"line": line, "ok": False, "code": code, "error": error, **_told(judgement)}


def _told(judgement: Judgement) -> JsonObject:
    """Return the events of a line that need not have any."""
    return {"events": [event.text for event in judgement.events]} if judgement.events else {}
