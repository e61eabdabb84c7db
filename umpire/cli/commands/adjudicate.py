"""`umpire adjudicate`: judge every line of a script, then print the report."""

from typing import Any

import click


@click.command("adjudicate")
@click.argument("script")
@click.option("--strict", is_flag=True, help="Exit with status 1 if any line was rejected.")
def command(**given: Any) -> None:
    """Adjudicate a SCRIPT (JSON Lines; - is standard input).

    Prints one JSON object per line: for each line after the header whether it was accepted and what
    happened, then the report of the match.

    \b
    Examples:
      umpire adjudicate match.jsonl
      umpire adjudicate --strict - < match.jsonl
    """
    from umpire.cli.adjudicate import run

    run(**given)
