"""`umpire adjudicate`: judge every line of a script, then print the report."""

import sys

import click


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
    from umpire.cli.output import print_json
    from umpire.cli.scripts import STANDARD_INPUT, explain_bad_header, read_script
    from umpire.library import adjudicate

    is_rejected = False
    with explain_bad_header("script"):
        for result in adjudicate(read_script(script)):
            result.pop("only", None)  # the umpire reads this, and may read all of it
            print_json(result)
            if script == STANDARD_INPUT:
                sys.stdout.flush()
            is_rejected = is_rejected or result.get("ok") is False
    if strict and is_rejected:
        sys.exit(1)
