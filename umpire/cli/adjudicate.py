"""`umpire adjudicate`: judge every line of a script, then print the report."""

import sys

import click

from umpire.cli.scripts import STANDARD_INPUT, header_checked, lines_of, put
from umpire.library import adjudicate


@click.command("adjudicate")
@click.argument("script")
@click.option("--strict", is_flag=True, help="Exit with status 1 if any line was rejected.")
def command(script: str, strict: bool) -> None:
    """Adjudicate a SCRIPT (JSON Lines; - is standard input).

    Prints one JSON object per line: for each line after the header whether it was accepted and what
    happened, then the report of the match.

    \b
    Examples:
      umpire adjudicate match.jsonl
      umpire adjudicate --strict - < match.jsonl
    """
    rejected = False
    with header_checked("script"):
        for result in adjudicate(lines_of(script)):
            put(result)
            if script == STANDARD_INPUT:
                sys.stdout.flush()
            rejected = rejected or result.get("ok") is False
    if strict and rejected:
        raise SystemExit(1)
