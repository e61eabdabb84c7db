"""`umpire logout`: sign out of Google."""

from typing import Any

import click

from umpire.cli.commands.parameters import credentials_option


@click.command("logout")
@click.option("--as", "name", metavar="NAME", help="Sign out the further account of this name.")
@credentials_option
def command(**given: Any) -> None:
    """Sign out of Google: withdraw umpire's access and delete the sign-in's file.

    Spreadsheets stay where they are. A service account's key is left alone; --as deletes the copy
    that 'umpire login --as' made.

    \b
    Examples:
      umpire logout
      umpire logout --as second
    """
    from umpire.cli.logout import run

    run(**given)
