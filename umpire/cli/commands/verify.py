"""`umpire verify`: adjudicate logs again, and check every line, hash and chance outcome."""

import re
import sys

import click

from umpire.app_context import AppContext
from umpire.errors import UsageError

_HASH = re.compile(r"[0-9a-fA-F]{64}")


def _hash(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Read a SHA-256 in hex. Anything else is wrong usage."""
    if value is not None and _HASH.fullmatch(value) is None:
        raise click.BadParameter(f"{value!r} is not a SHA-256: write its 64 hex digits.")
    return value


@click.command("verify")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option(
    "--commitment",
    metavar="HEX",
    callback=_hash,
    help="What the log's commitment must be; for one log only.",
)
@click.option(
    "--head",
    metavar="HEX",
    callback=_hash,
    help="What the log's last hash must be; for one log only.",
)
@click.option("--closed", is_flag=True, help="Count `open` as wrong: the match must be closed.")
@click.option("--partial", "incomplete", is_flag=True, help="Count `unproved` as right.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs, one line per log.")
@click.pass_obj
def command(
    app: AppContext,
    logs: tuple[str, ...],
    commitment: str | None,
    head: str | None,
    closed: bool,
    incomplete: bool,
    as_json: bool,
) -> None:
    """Adjudicate logs again and check every line.

    LOG is the file of an exported script, - for standard input, or a match on this computer. It
    checks each line's judgement and hash, the seed against the commitment, and each chance outcome
    against the seed and the cuts. For each log it prints how much was checked, the commitment, the
    head, and one word:

    \b
      proved    the match is closed, and the log is whole and right
      open      everything is right so far, but the match is not closed
      unproved  nothing differs, but something is missing
      differs   something is wrong, and it says what and where

    If another version of umpire judged a log that differs, it says so first, with both versions.

    A log that cannot be read does not stop the others. The exit status is 1 if any log differs or
    is unproved, and 2 if anything is not a log. If you noted the commitment before the match and
    the head after it, you can tell the true log from any other.

    \b
    Examples:
      umpire verify match.jsonl
      umpire verify denizens-of-tartarus-1 --closed
      umpire verify match.jsonl --head 5f0c...
      umpire verify archive/*.jsonl --json
    """
    if len(logs) > 1 and (commitment or head):
        raise UsageError("--commitment and --head are for one log: name only one.")
    from umpire.checkup.logs import verify_logs
    from umpire.cli.output import Output, warn
    from umpire.cli.scripts import read_script
    from umpire.cli.verify import document, verdict_lines, with_progress
    from umpire.games.text import printable

    wrong = {"differs"} | ({"open"} if closed else set()) | (set() if incomplete else {"unproved"})
    status = 0
    for result in verify_logs(
        logs, app, read_script, with_progress, commitment=commitment, head=head
    ):
        if result.verdict is None and not as_json:
            warn(printable(f"{result.name}: {result.fault}"))
        else:
            lines = verdict_lines(result, is_only=len(logs) == 1)
            Output(as_json).show(document(result), lines)
        status = max(status, result.exit_status(wrong))
    sys.exit(status)
