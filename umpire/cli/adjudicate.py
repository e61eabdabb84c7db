"""`umpire adjudicate`: judge every line of a script, then print the report."""

import sys

from umpire.cli.scripts import STANDARD_INPUT, header_checked, lines_of, put
from umpire.library import adjudicate


def run(script: str, strict: bool) -> None:
    """Print the result of each line of a script and the report; exit with 1 as `strict` says."""
    rejected = False
    with header_checked("script"):
        for result in adjudicate(lines_of(script)):
            result.pop("only", None)  # what is printed is the umpire's, who reads all
            put(result)
            if script == STANDARD_INPUT:
                sys.stdout.flush()
            rejected = rejected or result.get("ok") is False
    if strict and rejected:
        raise SystemExit(1)
