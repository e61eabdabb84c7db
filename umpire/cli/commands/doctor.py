"""`umpire doctor`: check that everything is as it should be, and say what to do if it is not."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from umpire.app_context import AppContext
from umpire.cli.commands.defaults import DEFAULT_SERVER
from umpire.cli.commands.parameters import credentials_option, json_option
from umpire.cli.completion import complete_match
from umpire.errors import UsageError
from umpire.games.text import quote


@click.command("doctor")
@click.argument("matches", nargs=-1, metavar="[MATCH]...", shell_complete=complete_match)
@click.option(
    "--on", type=click.Choice(["google", "local"]), help="Check only what is hosted there."
)
@credentials_option
@click.option(
    "--server", default=DEFAULT_SERVER, show_default=True, help="The local sheets server."
)
@click.option(
    "--table", metavar="URL", help="A spreadsheet on Google to try out, for a service account."
)
@click.option("--repair", is_flag=True, help="Repair whatever can be repaired.")
@click.option("--live", is_flag=True, help="Check what umpire assumes about Google.")
@click.option(
    "--second",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --live: the credentials of a second account, which acts as a player.",
)
@click.option(
    "--by-hand", is_flag=True, help="With --live: include the checks that you do by hand."
)
@click.option(
    "--burst", is_flag=True, help="With --live: include the checks that use up a minute's quota."
)
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --live: where to write the report (default: umpire-live-DATE.md).",
)
@json_option
@click.pass_obj
def command(
    app: AppContext,
    matches: tuple[str, ...],
    on: str | None,
    credentials: Path | None,
    server: str,
    table: str | None,
    repair: bool,
    live: bool,
    second: Path | None,
    by_hand: bool,
    burst: bool,
    report: Path | None,
    as_json: bool,
) -> None:
    """Check this computer, the sign-in to Google and its quota, or each MATCH.

    Each line says ok, warning or wrong, what was found, and what to do. The exit status is 1 if
    anything is wrong. For a MATCH it checks each spreadsheet: who is let in, its names, cells,
    colours and protection. --repair puts back what is missing and never touches what players typed.

    With --live it checks on a scratch spreadsheet what umpire assumes about Google, and writes a
    report that you can attach to a bug report.

    \b
    Examples:
      umpire doctor
      umpire doctor denizens-of-tartarus-1 --repair
      umpire doctor --on google --json
      umpire doctor --live --second other.json --report live.md
    """
    _check_usage(
        live=live,
        of_live={"--second": second, "--by-hand": by_hand, "--burst": burst, "--report": report},
        of_examination={"MATCH": matches, "--repair": repair, "--json": as_json},
    )
    spreadsheet = None if table is None else _spreadsheet_id(table)
    if live:
        if on == "local":
            raise UsageError("--live is about Google: leave out '--on local'.")
        from umpire.checkup.conformance import Trial, default_report
        from umpire.cli.doctor import check_google

        trial = Trial(credentials, second, spreadsheet, report or default_report(), burst)
        is_wrong = check_google(trial, by_hand=by_hand)
    else:
        from umpire.checkup.examination import Scope
        from umpire.cli.doctor import examine

        scope = Scope(matches, on, credentials, server.rstrip("/"), spreadsheet)
        is_wrong = examine(app, scope, repair=repair, as_json=as_json)
    if is_wrong:
        sys.exit(1)


def _check_usage(
    *, live: bool, of_live: Mapping[str, object], of_examination: Mapping[str, object]
) -> None:
    """Raise UsageError for options that do not go together; those not used are false or None."""
    for option, value in (of_examination if live else of_live).items():
        if value:
            how = f"leave {option} out, or" if live else "add --live, or leave it out, and"
            raise UsageError(
                f"{option} does not go {'with' if live else 'without'} --live: {how} run it again."
            )


def _spreadsheet_id(text: str) -> str:
    """Return the id in a spreadsheet's address on any server; an id by itself is returned as it is.

    Raises UsageError.
    """
    matched = re.search(r"/d/([\w-]+)", text, re.ASCII) or re.fullmatch(r"([\w-]{20,})", text)
    if matched is None:
        raise UsageError(
            f"--table {quote(text)} is not a spreadsheet: give the address that the browser shows."
        )
    return matched[1]
