"""`umpire archive`: put matches away, so that nothing lists or watches them, or take them back."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from umpire.app_context import AppContext
from umpire.cli.commands.parameters import json_option
from umpire.cli.completion import complete_match

if TYPE_CHECKING:
    from umpire.store import MatchRow


@click.command("archive")
@click.argument(
    "matches", nargs=-1, required=True, metavar="MATCH...", shell_complete=complete_match
)
@click.option("--undo", is_flag=True, help="Take each MATCH out of the archive again.")
@json_option
@click.pass_obj
def command(app: AppContext, matches: tuple[str, ...], undo: bool, as_json: bool) -> None:
    """Put each MATCH away: 'umpire matches' no longer lists it, 'umpire watch' leaves it alone.

    Nothing is lost, and standings still count it. Every command still finds it by name, and 'umpire
    matches --all' lists it. --undo also turns a demo into a match like any other.

    \b
    Examples:
      umpire archive denizens-of-tartarus-1
      umpire archive --undo denizens-of-tartarus-1
    """
    from umpire.cli.output import Output
    from umpire.hosting.removal import archive

    with app.open_store() as store:
        rows = archive(store, matches, undo=undo)
    document = [{"id": row.id, "archived": not undo, "over": row.is_over} for row in rows]
    Output(as_json).show(document, _lines(rows, undo=undo))


def _lines(rows: "list[MatchRow]", *, undo: bool) -> Iterator[str]:
    for row in rows:
        still_open = "" if undo or row.is_over else ", but it is not over"
        yield f"{row.id} is {'out of' if undo else 'in'} the archive{still_open}."
        if still_open:
            yield f"Nobody umpires it there. 'umpire archive --undo {row.id}' takes it out."
