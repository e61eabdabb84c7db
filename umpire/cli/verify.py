"""`umpire verify`: a log adjudicated again, its hashes and its chance outcomes checked."""

from collections.abc import Iterable
from pathlib import Path

import click

from umpire.cli.places import Places, places
from umpire.cli.scripts import STANDARD_INPUT, header_checked, lines_of, put
from umpire.games.notation import printable
from umpire.json_types import JsonObject
from umpire.library import verify
from umpire.match import Verdict


@click.command("verify")
@click.argument("match_or_log")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.pass_context
def command(ctx: click.Context, match_or_log: str, as_json: bool) -> None:
    """Adjudicate a log again and check its every line.

    MATCH_OR_LOG is the file of an exported script, - for standard input, or a match that this
    computer keeps. Each line's judgement and hash are checked, the seed against its commitment and
    each chance outcome against the seed, as far as the log has them. Ends with exit status 1 if
    anything differs.

    \b
    Examples:
      umpire verify match.jsonl
      umpire verify denizens-of-tartarus-1
    """
    with header_checked("log"):
        verdict = verify(_log(match_or_log, places(ctx)))
    if as_json:
        put(_told(verdict))
    else:
        click.echo(_shown(verdict))
    if verdict.difference is not None:
        raise SystemExit(1)


def _log(match_or_log: str, kept: Places) -> Iterable[str | bytes]:
    if match_or_log == STANDARD_INPUT or Path(match_or_log).exists():
        return lines_of(match_or_log)
    return _kept(match_or_log, kept)


def _kept(match: str, kept: Places) -> Iterable[str]:
    """Return the log of a match that the store keeps, as `umpire export` writes it."""
    from umpire.export.script import script_lines

    with kept.open_store() as store:
        return list(script_lines(store, match))


def _told(verdict: Verdict) -> JsonObject:
    difference = verdict.difference
    return {
        "checked": dict(verdict.checked),
        "differs": difference and {"line": difference.line, "what": difference.what},
    }


def _shown(verdict: Verdict) -> str:
    numbers = ", ".join(f"{what} {number}" for what, number in verdict.checked.items())
    if verdict.difference is None:
        return f"Checked: {numbers}. Nothing differs."
    line, what = verdict.difference.line, verdict.difference.what
    return f"Checked: {numbers}.\nThe first that differs is line {line}: {printable(what)}."
