"""`umpire delete`: delete a match's log and its spreadsheets."""

from typing import Any

import click

from umpire.cli.commands.parameters import credentials_option, json_option, yes_option
from umpire.cli.completion import complete_match
from umpire.errors import UsageError


@click.command("delete")
@click.argument("match", shell_complete=complete_match)
@yes_option
@click.option(
    "--sheets/--keep-sheets",
    "with_sheets",
    default=None,
    help="Delete its spreadsheets for good too, or keep them (default: delete those on the local "
    "server, keep those on Google).",
)
@click.option("--force", is_flag=True, help="Delete it even if it has begun and is not over.")
@credentials_option
@json_option
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Delete a MATCH for good: its log, everybody's links, and its spreadsheets.

    Asks first. What the log proves is lost with it: to keep the log, run 'umpire export MATCH
    --format script' before. If you only want to hide a match, use 'umpire archive'. A league no
    longer counts a deleted match, and the next 'umpire league pair' makes it again.

    \b
    Examples:
      umpire delete denizens-of-tartarus-1
      umpire delete devils-deal-2 --yes --keep-sheets
    """
    if given["as_json"] and not given["yes"]:
        raise UsageError("--json asks nothing: add --yes too.")
    from umpire.cli.delete import run

    run(ctx, **given)
