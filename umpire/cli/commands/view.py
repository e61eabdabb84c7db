"""`umpire view`: show what one viewer may know at the end of a script."""

from typing import Any

import click


@click.command("view")
@click.argument("script")
@click.option(
    "--as", "viewer", required=True, metavar="NAME", help="A player's name, or public for everyone."
)
def command(**given: Any) -> None:
    """Show what one viewer may know at the end of a SCRIPT (- is standard input).

    Prints the report without anything that the viewer may not know.

    \b
    Examples:
      umpire view match.jsonl --as Ana
      umpire view match.jsonl --as public
    """
    from umpire.cli.view import run

    run(**given)
